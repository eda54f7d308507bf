"""The ways to a printer: network, serial line, USB, a file, a folder of previews.

Ours and small, because what matters is to know: how many bytes left, what came back, and that
nothing waits for ever. Every failure is an OSError, a TimeoutError too. A line is opened for one
job and closed after it; `open()` after a failure starts anew.
"""

from __future__ import annotations

import asyncio
import os
import stat
from pathlib import Path
from typing import Protocol, runtime_checkable
from urllib.parse import parse_qs, urlsplit

from core.documents import Document, plain

PORT = 9100
BAUD, BAUDS = "38400", {1200, 2400, 4800, 9600, 19_200, 38_400, 57_600, 115_200, 230_400}
PIECE = 4096
CONNECT_S, STALL_S = 3.0, 10.0


class Transport(Protocol):
    """A line to one printer. `two_way` says whether the printer can answer on it.

    `remembers` says that what was cut short stays in the printer when the line is opened again.
    """

    url: str
    two_way: bool
    remembers: bool

    async def open(self) -> None: ...

    async def write(self, data: bytes) -> None:
        """Sends all of it, or raises OSError; `sent` then says how much may have left."""

    async def read(self, timeout_s: float) -> bytes:
        """What came within the time, b"" when nothing did; ConnectionError when it hung up."""

    async def close(self) -> None: ...

    @property
    def sent(self) -> int: ...


@runtime_checkable
class Easel(Protocol):
    """A transport that takes documents as they are and shows them instead of printing."""

    async def show(self, job: str, document: Document) -> None: ...


def open_transport(url: str) -> Transport:
    """tcp://host:port, serial:/dev/ttyUSB0?baud=38400, usb:/dev/usb/lp0, file:PATH, preview:DIR.

    Opens nothing yet. Raises ValueError for an address of another kind.
    """
    kind, _, rest = url.partition(":")
    parts = urlsplit(url)
    path = rest.partition("?")[0]
    if kind == "tcp" and parts.hostname:
        return Network(url, parts.hostname, parts.port or PORT)
    baud = baud_of(url)
    if baud is not None and path:
        return SerialLine(url, path, baud)
    if kind == "usb" and path:
        return Device(url, Path(path))
    if kind == "file" and path:
        return File(url, Path(path))
    if kind == "preview" and path:
        return Preview(url, Path(path))
    raise ValueError(f"not the address of a printer: {url}")


def baud_of(url: str) -> int | None:
    """The speed of a serial line, 38 400 if the address does not say; None for another kind.

    Raises ValueError for a speed that is none.
    """
    if not url.startswith("serial:"):
        return None
    baud = int(parse_qs(url.partition("?")[2]).get("baud", [BAUD])[0])
    if baud not in BAUDS:
        raise ValueError(f"not the speed of a serial line: {baud}")
    return baud


class Network:
    """Raw TCP, port 9100. Such printers serve one client at a time: open per job, close after."""

    two_way, remembers = True, False

    def __init__(self, url: str, host: str, port: int, stall_s: float = STALL_S) -> None:
        self.url, self.host, self.port, self.stall_s = url, host, port, stall_s
        self.sent = 0
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def open(self) -> None:
        self.sent = 0
        async with asyncio.timeout(CONNECT_S):
            self._reader, self._writer = await asyncio.open_connection(self.host, self.port)
        self._writer.transport.set_write_buffer_limits(high=PIECE)

    async def write(self, data: bytes) -> None:
        assert self._writer, "open first"
        for start in range(0, len(data), PIECE):
            piece = data[start : start + PIECE]
            if self._writer.is_closing():
                raise ConnectionResetError("the printer hung up")
            self.sent += len(piece)
            self._writer.write(piece)
            async with asyncio.timeout(self.stall_s):
                await self._writer.drain()

    async def read(self, timeout_s: float) -> bytes:
        assert self._reader, "open first"
        try:
            async with asyncio.timeout(timeout_s):
                answer = await self._reader.read(64)
        except TimeoutError:
            return b""
        if not answer:
            raise ConnectionResetError("the printer hung up")
        return answer

    async def close(self) -> None:
        writer, self._writer, self._reader = self._writer, None, None
        if writer is None:
            return
        writer.close()
        try:
            async with asyncio.timeout(1.0):
                await writer.wait_closed()
        except OSError:
            writer.transport.abort()


class Device:
    """A character device such as /dev/usb/lp0, opened so that nothing blocks."""

    two_way, remembers = True, True

    def __init__(self, url: str, path: Path, stall_s: float = STALL_S) -> None:
        self.url, self.path, self.stall_s = url, path, stall_s
        self.sent = 0
        self._fd = -1

    async def open(self) -> None:
        self.sent = 0
        if not stat.S_ISCHR(self.path.stat().st_mode):
            raise OSError(f"{self.path} is no device")
        self._fd = os.open(self.path, os.O_RDWR | os.O_NONBLOCK | os.O_NOCTTY)

    async def write(self, data: bytes) -> None:
        left = memoryview(data)
        while left:
            try:
                taken = os.write(self._fd, left[:PIECE])
            except BlockingIOError:
                await self._ready(writing=True, timeout_s=self.stall_s)
                continue
            self.sent += taken
            left = left[taken:]
            await asyncio.sleep(0)

    async def read(self, timeout_s: float) -> bytes:
        try:
            await self._ready(writing=False, timeout_s=timeout_s)
            return os.read(self._fd, 64)
        except (TimeoutError, BlockingIOError):
            return b""

    async def _ready(self, *, writing: bool, timeout_s: float) -> None:
        loop = asyncio.get_running_loop()
        ready = asyncio.Event()
        watch = loop.add_writer if writing else loop.add_reader
        unwatch = loop.remove_writer if writing else loop.remove_reader
        watch(self._fd, ready.set)
        try:
            async with asyncio.timeout(timeout_s):
                await ready.wait()
        finally:
            unwatch(self._fd)

    async def close(self) -> None:
        fd, self._fd = self._fd, -1
        if fd >= 0:
            os.close(fd)


class SerialLine(Device):
    """A serial printer: raw, hardware flow control, nobody else on the line."""

    def __init__(self, url: str, path: str, baud: int, stall_s: float = STALL_S) -> None:
        super().__init__(url, Path(path), stall_s)
        self.baud = baud
        self._port: object | None = None

    async def open(self) -> None:
        from serial import Serial, SerialException

        self.sent = 0
        try:
            port = Serial(
                str(self.path), self.baud, timeout=0, write_timeout=0, rtscts=True, exclusive=True
            )
        except (SerialException, ValueError) as fault:
            raise OSError(str(fault)) from fault
        self._port, self._fd = port, port.fileno()

    async def close(self) -> None:
        port, self._port, self._fd = self._port, None, -1
        if port is not None:
            port.close()  # type: ignore[attr-defined]  # a serial.Serial, imported only when used


class File:
    """Appends every job to a file: the dry run of PRT-010, a spooled device, or a test."""

    two_way, remembers = False, False

    def __init__(self, url: str, path: Path) -> None:
        self.url, self.path = url, path
        self.sent = 0

    async def open(self) -> None:
        self.sent = 0
        if not self.path.parent.is_dir():
            raise FileNotFoundError(self.path.parent)

    async def write(self, data: bytes) -> None:
        with self.path.open("ab") as file:
            file.write(data)
        self.sent += len(data)

    async def read(self, timeout_s: float) -> bytes:
        return b""

    async def close(self) -> None:
        return


class Preview(File):
    """A folder where every job becomes a PNG and a text: JOB.png, JOB.txt."""

    def __init__(self, url: str, path: Path, dots: int = 576) -> None:
        super().__init__(url, path)
        self.dots = dots

    async def open(self) -> None:
        self.sent = 0
        self.path.mkdir(parents=True, exist_ok=True)

    async def show(self, job: str, document: Document) -> None:
        from printers.paint import render_png
        from printers.text import render_text

        name = "".join(sign if sign.isalnum() or sign in "-_." else "_" for sign in plain(job))
        name = name.lstrip(".")[:80] or "job"
        text = render_text(document, self.dots // 12).encode()
        image = await asyncio.to_thread(render_png, document, self.dots)
        (self.path / f"{name}.txt").write_bytes(text)
        (self.path / f"{name}.png").write_bytes(image)
        self.sent += len(text) + len(image)

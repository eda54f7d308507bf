"""Scanners that are no keyboard: a serial line, or a keyboard taken away from the terminal.

Both give whole lines of text, whatever the focus, the layout or Caps Lock (devices guide §6). A
reader that is unplugged is looked for every second; the keyboard goes on meanwhile.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Protocol
from urllib.parse import parse_qs

from ui.keycodes import EVENT_BYTES, GRAB, KeyDecoder

AGAIN_S = 1.0
SILENCE_S = 0.080  # a scanner without a suffix has said all after so long
LONGEST = 4096  # nobody's code; a line that never ends is cut into unreadable pieces
ENDS = b"\r\n\t\0"
BAUD = 9600

Hear = Callable[[str], None]
Tell = Callable[[bool], None]


class Reader(Protocol):
    """`url` as the settings have it."""

    url: str

    async def run(self, hear: Hear, tell: Tell) -> None:
        """For ever: `hear` gets each line, `tell` when the reader goes, and when it is back."""


def open_reader(url: str) -> Reader:
    """serial:/dev/serial/by-id/…?baud=9600, or evdev:/dev/input/by-id/…-event-kbd.

    Opens nothing yet. Raises ValueError for an address of another kind.
    """
    kind, _, rest = url.partition(":")
    path, _, query = rest.partition("?")
    if kind == "serial" and path:
        return SerialReader(url, path, int(parse_qs(query).get("baud", [str(BAUD)])[0]))
    if kind == "evdev" and path:
        return KeyboardReader(url, path)
    raise ValueError(f"not the address of a scanner: {url}")


class LineReader:
    """Opens, listens until it breaks, opens again."""

    def __init__(self, url: str, path: str, again_s: float = AGAIN_S) -> None:
        self.url, self.path, self.again_s = url, path, again_s

    def opened(self) -> tuple[int, Callable[[], None]]:
        """A descriptor that does not block, and what closes it. Raises OSError."""
        raise NotImplementedError

    def take(self, data: bytes) -> list[str]:
        """Bytes as they came -> the lines that are whole now."""
        raise NotImplementedError

    def rest(self) -> str:
        """What is held, given up to by a silence."""
        raise NotImplementedError

    async def run(self, hear: Hear, tell: Tell) -> None:
        """See `Reader`."""
        there = True
        while True:
            try:
                descriptor, close = self.opened()
            except OSError:
                if there:
                    there = False
                    tell(False)
                await asyncio.sleep(self.again_s)
                continue
            if not there:
                there = True
                tell(True)
            try:
                await self._listen(descriptor, hear)
            except OSError:
                self.rest()  # half a code of a scanner that is gone is no code
            finally:
                close()

    async def _listen(self, descriptor: int, hear: Hear) -> None:
        """Until the line breaks: then OSError."""
        loop, ready = asyncio.get_running_loop(), asyncio.Event()
        loop.add_reader(descriptor, ready.set)
        held = False
        try:
            while True:
                try:
                    async with asyncio.timeout(SILENCE_S if held else None):
                        await ready.wait()
                except TimeoutError:
                    held = False
                    if text := self.rest():
                        hear(text)
                    continue
                ready.clear()
                for line in self.take(self._read(descriptor)):
                    hear(line)
                held = True
        finally:
            loop.remove_reader(descriptor)

    @staticmethod
    def _read(descriptor: int) -> bytes:
        try:
            data = os.read(descriptor, 4096)
        except BlockingIOError:
            return b""
        if not data:
            raise OSError("the scanner hung up")
        return data


class SerialReader(LineReader):
    """A scanner in USB-serial mode; nobody else may open the line."""

    def __init__(self, url: str, path: str, baud: int = BAUD, again_s: float = AGAIN_S) -> None:
        super().__init__(url, path, again_s)
        self.baud = baud
        self._held = bytearray()

    def opened(self) -> tuple[int, Callable[[], None]]:
        from serial import Serial, SerialException

        try:
            port = Serial(self.path, self.baud, timeout=0, exclusive=True)
        except (SerialException, ValueError) as fault:
            raise OSError(str(fault)) from fault
        self._held.clear()
        _tell_nothing_from_gone(port.fileno())

        def close() -> None:
            with suppress(OSError, SerialException):
                port.close()

        return port.fileno(), close

    def take(self, data: bytes) -> list[str]:
        lines: list[str] = []
        for byte in data:
            if byte in ENDS or len(self._held) >= LONGEST:
                lines.append(self.rest())
            if byte not in ENDS:
                self._held.append(byte)
        return [line for line in lines if line]

    def rest(self) -> str:
        text = self._held.decode("utf-8", "replace")
        self._held.clear()
        return text


class KeyboardReader(LineReader):
    """A keyboard scanner taken for ourselves: what it types reaches no terminal (Linux).

    Needs to read /dev/input (group « input »), and nothing installed: the kernel's own records.
    """

    def __init__(
        self,
        url: str,
        path: str,
        again_s: float = AGAIN_S,
        grab: Callable[[int], Any] | None = None,
    ) -> None:
        super().__init__(url, path, again_s)
        self._grab = grab or _grabbed
        self._keys = KeyDecoder()
        self._part = b""

    def opened(self) -> tuple[int, Callable[[], None]]:
        descriptor = os.open(self.path, os.O_RDONLY | os.O_NONBLOCK)
        try:
            self._grab(descriptor)
        except OSError:
            os.close(descriptor)
            raise
        self._keys, self._part = KeyDecoder(), b""
        return descriptor, lambda: os.close(descriptor)  # which gives the keyboard back

    def take(self, data: bytes) -> list[str]:
        data = self._part + data
        whole = len(data) - len(data) % EVENT_BYTES
        self._part = data[whole:]
        return self._keys.take(data[:whole])

    def rest(self) -> str:
        return self._keys.rest()


def _tell_nothing_from_gone(descriptor: int) -> None:
    """A read of nothing then means that the line hung up; pyserial asks for it all the time."""
    import termios

    attributes = termios.tcgetattr(descriptor)
    attributes[6][termios.VMIN] = 1
    termios.tcsetattr(descriptor, termios.TCSANOW, attributes)


def _grabbed(descriptor: int) -> None:
    import fcntl

    fcntl.ioctl(descriptor, GRAB, 1)

"""A tap on the wire between the stations and the hall: sees every frame, may strike at any of them.

It stands outside both: what it records is what was really said. It reads WebSocket frames itself
(RFC 6455, no compression) and passes them on byte for byte.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

TEXT, CLOSE = 1, 8


@dataclass
class Said:
    """One order as a station sent it the first time, and every answer that reached the station."""

    station: str
    id: str
    type: str
    data: dict[str, Any]
    answers: list[dict[str, Any]] = field(default_factory=list)


@dataclass(frozen=True)
class Moment:
    """When to strike: at the `nth` order of a type. `how` is LOST (the hall never gets it), RACE

    (it gets it and has `delay_s` to live), or UNANSWERED (durable, but nobody was told).
    """

    type: str
    nth: int
    how: str
    delay_s: float = 0.0


class Tap:
    """`url` is where stations connect; `hall_is_at` tells where the hall is now, None when down."""

    def __init__(self) -> None:
        self.said: dict[tuple[str, str], Said] = {}
        self.heard: dict[str, bytearray] = {}  # every byte from the hall, by station
        self.moments: list[Moment] = []
        self.struck: list[Moment] = []
        self.strike: Callable[[], None] = lambda: None
        self._counts: Counter[str] = Counter()
        self._unanswered: set[tuple[str, str]] = set()
        self._port = 0
        self._up = asyncio.Event()
        self._lines: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None

    async def open(self) -> str:
        self._server = await asyncio.start_server(self._line, "127.0.0.1", 0)
        return f"ws://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def close(self) -> None:
        if self._server is not None:
            self._server.close()
        for line in tuple(self._lines):
            line.cancel()
        await asyncio.gather(*self._lines, return_exceptions=True)

    def hall_is_at(self, port: int | None) -> None:
        self._port = port or 0
        if port:
            self._up.set()
        else:
            self._up.clear()

    async def _line(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """A station waits at the door while the hall is down."""
        task = asyncio.current_task()
        assert task is not None
        self._lines.add(task)
        try:
            await self._up.wait()
            hall_reader, hall_writer = await asyncio.open_connection("127.0.0.1", self._port)
            line = _Line(self, reader, writer, hall_reader, hall_writer)
            await line.run()
        except (OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass
        finally:
            self._lines.discard(task)
            writer.close()

    # -- what the lines report ---------------------------------------------------------------

    def order(self, station: str, frame: dict[str, Any]) -> Moment | None:
        """An order passes; a moment of its kind and count is due now."""
        key = station, frame["id"]
        if key in self.said:
            return None  # sent again after a break
        self.said[key] = Said(station, frame["id"], frame["type"], frame.get("data", {}))
        self._counts[frame["type"]] += 1
        for moment in self.moments:
            if (moment.type, moment.nth) == (frame["type"], self._counts[frame["type"]]):
                self.moments.remove(moment)
                if moment.how == "UNANSWERED":
                    self._unanswered.add(key)
                self.struck.append(moment)
                return moment
        return None

    def must_strike(self, station: str, frame: dict[str, Any]) -> bool:
        """Whether this answer must never arrive."""
        key = station, frame.get("id", "")
        if key in self._unanswered:
            self._unanswered.discard(key)
            return True
        return False

    def answered(self, station: str, frame: dict[str, Any]) -> None:
        if said := self.said.get((station, frame.get("id", ""))):
            said.answers.append(frame)


@dataclass
class _Line:
    """One connection: a pump each way."""

    tap: Tap
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    hall_reader: asyncio.StreamReader
    hall_writer: asyncio.StreamWriter
    station: str = ""

    async def run(self) -> None:
        pumps = [asyncio.create_task(self._up()), asyncio.create_task(self._down())]
        try:
            await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for pump in pumps:
                pump.cancel()
            await asyncio.gather(*pumps, return_exceptions=True)
            self.hall_writer.close()
            self.writer.close()

    async def _up(self) -> None:
        self.hall_writer.write(await self.reader.readuntil(b"\r\n\r\n"))
        while True:
            opcode, payload, raw = await frame_of(self.reader)
            frame = read(opcode, payload)
            if frame.get("say") == "Hello":
                self.station = frame["station"]
            moment = self.tap.order(self.station, frame) if frame.get("say") == "Order" else None
            if moment is not None and moment.how == "LOST":
                self.tap.strike()
                return
            self.hall_writer.write(raw)
            await self.hall_writer.drain()
            if moment is not None and moment.how == "RACE":
                await asyncio.sleep(moment.delay_s)
                self.tap.strike()
                return

    async def _down(self) -> None:
        self.writer.write(await self.hall_reader.readuntil(b"\r\n\r\n"))
        while True:
            opcode, payload, raw = await frame_of(self.hall_reader)
            frame = read(opcode, payload)
            self.tap.heard.setdefault(self.station, bytearray()).extend(payload + b"\n")
            if frame.get("say") in ("Done", "Refused"):
                if self.tap.must_strike(self.station, frame):
                    self.tap.strike()
                    return
                self.tap.answered(self.station, frame)
            self.writer.write(raw)
            with contextlib.suppress(ConnectionError):
                await self.writer.drain()


def read(opcode: int, payload: bytes) -> dict[str, Any]:
    if opcode != TEXT:
        return {}
    said: dict[str, Any] = json.loads(payload)
    return said


async def frame_of(reader: asyncio.StreamReader) -> tuple[int, bytes, bytes]:
    """The next frame: its opcode, its payload unmasked, and its bytes as they came."""
    head = await reader.readexactly(2)
    length = head[1] & 0x7F
    more = await reader.readexactly({126: 2, 127: 8}.get(length, 0))
    if more:
        length = int.from_bytes(more, "big")
    mask = await reader.readexactly(4) if head[1] & 0x80 else b""
    body = await reader.readexactly(length)
    payload = body
    if mask and length:
        whole = int.from_bytes((mask * (length // 4 + 1))[:length], "big")
        payload = (int.from_bytes(body, "big") ^ whole).to_bytes(length, "big")
    return head[0] & 0x0F, payload, head + more + mask + body

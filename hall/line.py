"""One station's line as the hall sees it: who is there, what it watches, how fast it may speak."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable

from websockets.asyncio.server import ServerConnection, broadcast
from websockets.exceptions import ConnectionClosed

from core.rules import Role
from core.stations import StationKind
from hall import protocol

SEND_BUFFER = 256 * 1024  # a station that does not read is cut; it comes back to the newest view
IN_FLIGHT = 64  # orders of one station waiting for their answer
RATE, BURST = 20.0, 40.0  # frames a second, a setting of the hall


class Bucket:
    """`rate` a second, `burst` at once; 0 is no limit."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._left, self._at = burst, time.monotonic()

    def take(self) -> bool:
        if not self._rate:
            return True
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Line:
    """What the hall knows of an open connection; `station` is empty until it has said Hello."""

    def __init__(self, connection: ServerConnection, bucket: Bucket) -> None:
        self.connection = connection
        self.bucket = bucket
        self.station = ""
        self.kind = StationKind.DISPLAY
        self.name = ""
        self.replaced = False  # another line came with the same key
        self.person = ""
        self.roles: tuple[Role, ...] = ()
        self.watched: dict[tuple[str, str], bytes] = {}  # what was last sent of each view
        self.touched = time.monotonic()
        self.tasks: set[asyncio.Task[None]] = set()

    def touch(self) -> None:
        self.touched = time.monotonic()

    def idle_s(self) -> float:
        return time.monotonic() - self.touched

    def say(self, frame: protocol.Frame) -> None:
        """In order, without waiting; a station that does not read is cut."""
        send((self,), protocol.write(frame))

    async def close(self, code: str) -> None:
        """The reason is a code of ours; the other end may be gone already."""
        try:
            await asyncio.wait_for(self.connection.close(1008, code), 1)
        except (ConnectionClosed, TimeoutError, OSError):
            self.abort()

    def abort(self) -> None:
        if self.connection.transport is not None:
            self.connection.transport.abort()


def send(lines: Iterable[Line], frame: bytes) -> None:
    """One frame, encoded once, to several stations; the slow are cut (guide §1c)."""
    for line in lines:
        transport = line.connection.transport
        if transport.get_write_buffer_size() > SEND_BUFFER:
            transport.abort()
            continue
        broadcast((line.connection,), frame, text=True)

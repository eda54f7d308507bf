"""Lines that are slow, break, swallow and repeat: what lies between a station and its hall.

Both ends offer what the hall and its client use of a WebSocket. Frames keep their order until the
line breaks; what was under way is then lost, and nobody is told.
"""

from __future__ import annotations

import asyncio
from collections import deque
from types import SimpleNamespace
from typing import Any

from websockets.exceptions import ConnectionClosedError
from websockets.frames import Close

DEAF_S = 7.0  # until the keepalive notices a line that swallows everything


class Lane:
    """Frames in one direction."""

    def __init__(self, wire: Wire, name: str) -> None:
        self._wire = wire
        self.name = name
        self._flying: deque[bytes] = deque()
        self._inbox: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._last = 0.0
        self.waiting_bytes = 0

    def put(self, frame: bytes) -> None:
        loop = asyncio.get_running_loop()
        self._flying.append(frame)
        self.waiting_bytes += len(frame)
        self._last = max(self._last, loop.time() + self._wire.world.chance.uniform(0.0002, 0.03))
        loop.call_at(self._last, self._arrive)

    def _arrive(self) -> None:
        if self._flying:
            frame = self._flying.popleft()
            self.waiting_bytes -= len(frame)
            self._wire.world.trace(self._wire.name, self.name, frame)
            self._inbox.put_nowait(frame)

    def lose(self) -> None:
        self._flying.clear()
        self.waiting_bytes = 0

    def end(self) -> None:
        self._inbox.put_nowait(None)

    async def recv(self) -> bytes:
        frame = await self._inbox.get()
        if frame is None:
            self._inbox.put_nowait(None)
            raise ConnectionClosedError(self._wire.closed, None)
        return frame


class Wire:
    """One connection of a station (`name`) with a hall's process."""

    def __init__(self, world: Any, name: str, process: Any) -> None:
        self.world = world
        self.name = name
        self.process = process
        self.up, self.down = Lane(self, "up"), Lane(self, "down")
        self.closed: Close | None = None
        self.broken = False
        self._deaf = False

    def send(self, lane: Lane, frame: bytes) -> None:
        """With the world's mishaps, as long as there are any."""
        if self.broken or self._deaf:
            return
        chance, faults = self.world.chance, self.world.faults
        if chance.random() < faults.deaf:
            self._deaf = True
            asyncio.get_running_loop().call_later(DEAF_S, self.cut)
            return
        lane.put(frame)
        if lane is self.up and chance.random() < faults.repeat and b'"say":"Order"' in frame:
            lane.put(frame)
        if chance.random() < faults.cut:
            self.cut()

    def cut(self, why: Close | None = None) -> None:
        """Ends both ways; what flies is lost, or arrives after all."""
        if self.broken:
            return
        self.broken, self.closed = True, why
        for lane in (self.up, self.down):
            if why is None and self.world.chance.random() < 0.5:
                lane.lose()
            while lane._flying:
                lane._arrive()
            lane.end()
        self.world.wires.pop(self, None)


class HallEnd:
    """What `hall.line` and `hall.server` see of it."""

    def __init__(self, wire: Wire) -> None:
        self.wire = wire
        self.transport = SimpleNamespace(
            abort=self._abort, get_write_buffer_size=lambda: wire.down.waiting_bytes
        )

    def say(self, frame: bytes) -> None:
        if self.wire.process.alive:
            self.wire.world.said(self.wire, frame)
            self.wire.send(self.wire.down, frame)

    async def recv(self) -> bytes:
        return await self.wire.up.recv()

    def __aiter__(self) -> HallEnd:
        return self

    async def __anext__(self) -> bytes:
        return await self.recv()

    async def close(self, code: int = 1000, reason: str = "") -> None:
        if self.wire.process.alive:
            self.wire.cut(Close(code, reason))

    def _abort(self) -> None:
        if self.wire.process.alive:
            self.wire.cut()


class StationEnd:
    """What `hall.client` sees of it: `async with connect(...) as line`."""

    def __init__(self, world: Any, name: str) -> None:
        self._world = world
        self._name = name
        self._wire: Wire | None = None

    async def __aenter__(self) -> StationEnd:
        await asyncio.sleep(self._world.chance.uniform(0.001, 0.02))
        process = self._world.process
        if process is None or process.listener is None:
            raise ConnectionRefusedError
        self._wire = Wire(self._world, self._name, process)
        self._world.wires[self._wire] = None
        process.listener.welcome(self._wire)
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._wire is not None:
            self._wire.cut(Close(1000, ""))

    async def send(self, frame: bytes, text: bool = True) -> None:
        assert self._wire is not None
        if self._wire.broken:
            raise ConnectionClosedError(self._wire.closed, None)
        self._world.oracles.given(self._name, frame)
        self._wire.send(self._wire.up, frame)

    def say(self, frame: bytes) -> None:
        """As the library's broadcast: a line that is gone takes nothing, and says nothing."""
        if self._wire is not None and not self._wire.broken:
            self._world.oracles.given(self._name, frame)
            self._wire.send(self._wire.up, frame)

    async def recv(self) -> bytes:
        assert self._wire is not None
        return await self._wire.down.recv()


def broadcast(connections: Any, frame: bytes, text: bool = True) -> None:
    """In place of the library's: the same frame to several, without waiting."""
    for connection in connections:
        connection.say(frame)

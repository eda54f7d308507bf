"""The room under load: stations that know how long each answer took, boards that note each view."""

from __future__ import annotations

import asyncio
import itertools
import socket
import struct
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from core.rules import Role
from core.stations import StationKind
from hall.client import HallClient, Refused
from hall.protocol import Done, View
from quine.simulator.stations import Room, Station

TCP_INFO_BYTES, ACKED_AND_RECEIVED = 256, 120  # of Linux's struct tcp_info: two u64 from there


@dataclass
class Stopwatch:
    """Every order with when it left and when its answer came; the pace, when one is asked for."""

    rate: float = 0.0
    took: list[tuple[str, float, float]] = field(default_factory=list)  # order, left, answered
    behind_ms: list[float] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)
    sent_bytes: int = 0
    received_bytes: int = 0
    _due: float = 0.0

    async def turn(self) -> None:
        """Waits for the next order's place in the pace; a late one leaves at once and is noted."""
        if not self.rate:
            return
        now = time.perf_counter()
        self._due = due = self._due + 1 / self.rate if self._due else now
        if due > now:
            await asyncio.sleep(due - now)
        self.behind_ms.append(max(0.0, time.perf_counter() - due) * 1000)

    def carried(self, line: Any) -> None:
        """Adds what a closing line has carried, as its kernel counted it (Linux)."""
        sock = line.transport.get_extra_info("socket") if line is not None else None
        if sock is None or not hasattr(socket, "TCP_INFO"):
            return
        told = sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, TCP_INFO_BYTES)
        if len(told) >= ACKED_AND_RECEIVED + 16:
            acked, received = struct.unpack_from("QQ", told, ACKED_AND_RECEIVED)
            self.sent_bytes += acked
            self.received_bytes += received


class TimedClient(HallClient):
    """A station's line with a watch beside it."""

    def __init__(self, *of: Any, watch: Stopwatch, paced: bool, order_ids: Iterator[str]) -> None:
        super().__init__(*of, order_ids=order_ids)
        self._stopwatch = watch
        self._paced = paced

    async def order_done(self, type: str, /, *, as_role: Role | None = None, **fields: Any) -> Done:
        if self._paced:
            await self._stopwatch.turn()
        left = time.perf_counter()
        try:
            return await super().order_done(type, as_role=as_role, **fields)
        except Refused as refused:
            self._stopwatch.refused[refused.code] += 1
            raise
        finally:
            self._stopwatch.took.append((type, left, time.perf_counter()))

    async def close(self) -> None:
        self._stopwatch.carried(self._line)
        await super().close()


class LoadRoom(Room):
    """All stations; kiosks go at the pace that was asked for, everybody else as fast as he can."""

    def __init__(self, *of: Any, watch: Stopwatch) -> None:
        super().__init__(*of)
        self.watch = watch

    async def open(self, kind: StationKind, name: str) -> Station:
        number = len(self.stations) + 1
        ids = (f"{number:04d}-{n:06d}" for n in itertools.count(1))
        paced = kind is StationKind.KIOSK
        file = self.folder / f"{number:04d}.key"
        client = TimedClient(self.url, file, watch=self.watch, paced=paced, order_ids=ids)
        await client.pair(await self.code(kind), kind, name)
        await client.connect()
        station = Station(client, kind)
        if kind in (StationKind.DESK, StationKind.KIOSK, StationKind.VOICE):
            station.watch_post()
        self.stations.append(station)
        return station

    async def spoken_after(self, done: Done) -> None:
        """The voice says what an order given without `order` announced."""
        if "announcement" in done.result:
            await self._speak(done.seq, int(done.result["announcement"]))


class Boards:
    """Every board of the room: the line it shows, and when each view came."""

    def __init__(self) -> None:
        self.shown: list[int] = []  # by board: the newest line
        self.seen: list[list[tuple[int, float]]] = []  # by board: line, moment
        self._changed = asyncio.Event()

    def hang(self, station: Station) -> None:
        board = len(self.shown)
        self.shown.append(0)
        self.seen.append([])

        def came(view: View) -> None:
            self.seen[board].append((view.seq, time.perf_counter()))
            self.shown[board] = view.seq
            self._changed.set()

        station.client.watch("board", "", came)

    async def all_show(self, seq: int, within_s: float) -> None:
        """Until every board shows this line or a later one. Raises TimeoutError."""
        async with asyncio.timeout(within_s):
            while any(shown < seq for shown in self.shown):
                self._changed.clear()
                await self._changed.wait()

    def delays_ms(self, given: list[tuple[int, float]]) -> list[float]:
        """From each order (its line, when it left) to the first view of it, on each board."""
        delays = []
        for views in self.seen:
            coming = iter(views)
            view = next(coming, None)
            for seq, left in given:
                while view is not None and view[0] < seq:
                    view = next(coming, None)
                if view is None:
                    break
                delays.append((view[1] - left) * 1000)
        return delays

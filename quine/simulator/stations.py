"""The stations of a simulated night: paired, watched, their papers printed and their voice heard."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from core.documents import Document
from core.papers import JobState
from core.stations import StationKind
from core.views.board import Board
from core.views.post import Post
from hall.client import HallClient
from hall.protocol import Done, View

ANSWER_S = 30  # a hall that is silent for so long has failed the night

Printed = Callable[[str, str, int, Document], None]


class Station:
    """One client of the hall. `order` also prints and speaks whatever its order asked for."""

    def __init__(self, client: HallClient, kind: StationKind) -> None:
        self.client = client
        self.kind = kind
        self.printed: Printed | None = None
        self._post: Post | None = None
        self._post_seq = 0
        self._changed = asyncio.Event()

    @property
    def name(self) -> str:
        welcome = self.client.welcome
        return welcome.station if welcome else ""

    def watch_post(self) -> None:
        self.client.watch("post", "", self._seen)

    def _seen(self, view: View) -> None:
        self._post, self._post_seq = view.read(Post), view.seq
        self._changed.set()

    async def post_after(
        self, seq: int, wanted: Callable[[Post], bool], within_s: float | None = ANSWER_S
    ) -> Post:
        """The first view at or after a line that shows what is wanted."""
        async with asyncio.timeout(within_s):
            while self._post is None or self._post_seq < seq or not wanted(self._post):
                self._changed.clear()
                await self._changed.wait()
        return self._post

    async def print_from(self, seq: int) -> None:
        """Prints every open job of this station, oldest first, each confirmed before the next."""
        post = await self.post_after(seq, lambda post: bool(post.jobs))
        while post.jobs:
            for job in post.jobs:
                if job.state in (JobState.WAITING, JobState.FAILED):
                    assert job.document is not None, (job.kind, job.ref)
                    await self.client.order_done("StartPrint", job=job.job)
                    if self.printed is not None:
                        self.printed(job.kind, job.ref, job.copy, job.document)
                    done = await self.client.order_done("FinishPrint", job=job.job)
                    seq = done.seq
            post = await self.post_after(seq, _beyond(post.jobs[-1].job))


class Room:
    """All stations of the night. `settle` follows an order: paper first, then the voice."""

    def __init__(
        self, url: str, folder: Path, code: Callable[[StationKind], Awaitable[str]]
    ) -> None:
        self.url = url
        self.folder = folder
        self.code = code
        self.stations: list[Station] = []
        self.voice: Station | None = None
        self.orders = 0

    async def open(self, kind: StationKind, name: str) -> Station:
        """Pairs a new station and connects it; its order ids are counters."""
        number = len(self.stations) + 1
        ids = (f"{number:03d}-{n:05d}" for n in itertools.count(1))
        client = HallClient(self.url, self.folder / f"{number:03d}.key", order_ids=ids)
        await client.pair(await self.code(kind), kind, name)
        await client.connect()
        station = Station(client, kind)
        if kind in (StationKind.DESK, StationKind.KIOSK, StationKind.VOICE):
            station.watch_post()
        self.stations.append(station)
        return station

    async def order(self, station: Station, type: str, /, **fields: Any) -> dict[str, Any]:
        """Gives one order and waits for all that follows from it. Raises `Refused`."""
        done = await self.given(station, type, **fields)
        self.orders += 1
        if "job" in done.result:
            await station.print_from(done.seq)
        if "announcement" in done.result and self.voice is not None:
            await self._speak(done.seq, int(done.result["announcement"]))
        return done.result

    async def given(self, station: Station, type: str, /, **fields: Any) -> Done:
        """The order itself, and no more. Raises `Refused`."""
        return await station.client.order_done(type, **fields)

    async def _speak(self, seq: int, first: int) -> None:
        """The voice station says everything that waits, in order."""
        assert self.voice is not None
        voice = self.voice
        post = await voice.post_after(seq, lambda post: bool(post.say))
        while post.say:
            for said in post.say:
                done = await voice.client.order_done("ReportSpoken", announcement=said.announcement)
                seq = done.seq
            post = await voice.post_after(seq, said_until(post.say[-1].announcement))

    async def close(self) -> None:
        for station in reversed(self.stations):
            await station.client.close()


def _beyond(last: int) -> Callable[[Post], bool]:
    """That every job up to this one is out of the way."""
    return lambda post: all(job.job > last for job in post.jobs)


def said_until(last: int) -> Callable[[Post], bool]:
    """That every announcement up to this one has been heard."""
    return lambda post: all(waiting.announcement > last for waiting in post.say)


class Wall:
    """The board as the players see it: the last view, and how to wait for a rank."""

    def __init__(self, station: Station) -> None:
        self.board: Board | None = None
        self._changed = asyncio.Event()
        station.client.watch("board", "", self._seen)

    def _seen(self, view: View) -> None:
        self.board = view.read(Board)
        self._changed.set()

    async def until(
        self, wanted: Callable[[Board], bool], within_s: float | None = ANSWER_S
    ) -> Board:
        """The first board that shows what is wanted; TimeoutError when it takes too long."""
        async with asyncio.timeout(within_s):
            while self.board is None or not wanted(self.board):
                self._changed.clear()
                await self._changed.wait()
        return self.board

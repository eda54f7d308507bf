"""A disk that is slow, full, or broken, and forgets what was not synced when the power goes."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from hall.journal import Head, JournalFailure
from hall.journal.lines import Line


class SimDisk:
    """Outlives the processes: `rows` are on the platter, `cache` is a transaction under way."""

    def __init__(self, world: Any, rows: list[bytes], head: Head) -> None:
        self.world = world
        self.rows = rows
        self.head = head
        self.cache: list[Line] = []
        self.dirty = True
        self.full_until = 0.0
        self.failures = {"before": 0, "after": 0, "full": 0}

    @property
    def seq(self) -> int:
        """The last durable line."""
        return len(self.rows)

    def sync(self) -> None:
        self.rows.extend(line.text for line in self.cache)
        if self.cache:
            self.head = self.cache[-1].head
            self.world.trace("disk", "sync", self.head.hash.encode())
        self.cache = []

    def power_cut(self) -> None:
        """A transaction under way is there whole or not at all."""
        if self.world.chance.random() < 0.5:
            self.sync()
        self.cache = []


class SimJournal:
    """The contract of a journal, over that disk, in the loop."""

    def __init__(self, disk: SimDisk, process: Any) -> None:
        self._disk = disk
        self._process = process
        self.recovered = disk.dirty
        self.broken = ""
        self.path = Path("no file")  # asked for only when the journal is long
        disk.dirty = True

    @property
    def head(self) -> Head:
        return self._disk.head

    def read(self, start: int = 1) -> Iterator[bytes]:
        yield from tuple(self._disk.rows[start - 1 :])

    async def append(self, lines: Sequence[Line]) -> None:
        world = self._disk.world
        self._may_write()
        if world.planted is not None:
            world.planted(self._process)
        await asyncio.sleep(world.chance.choice((0.0, 0.0002, 0.004, world.faults.slow_s)))
        self._may_write()
        if world.chance.random() < world.faults.disk:
            self._fail(lines)
        self._stage(lines)
        await asyncio.sleep(world.chance.choice((0.0, 0.001, 0.008)))
        if self._process.alive:
            self._disk.sync()

    def append_now(self, lines: Sequence[Line]) -> None:
        self._may_write()
        self._stage(lines)
        self._disk.sync()

    def close(self) -> None:
        if self._process.alive:
            self._disk.dirty = bool(self.broken)

    def _may_write(self) -> None:
        if self.broken or not self._process.alive:
            raise JournalFailure(self.broken or "dead")
        if self._disk.world.loop.time() < self._disk.full_until:
            self._disk.failures["full"] += 1
            self.broken = "disk full"
            raise JournalFailure(self.broken)

    def _fail(self, lines: Sequence[Line]) -> None:
        """An error tells nothing of whether the lines are there."""
        where = self._disk.world.chance.choice(("before", "after", "full"))
        if where == "after":
            self._stage(lines)
            self._disk.sync()
        if where == "full":
            self._disk.full_until = self._disk.world.loop.time() + 5
        self._disk.failures[where] += 1
        self.broken = f"input/output error, {where}"
        raise JournalFailure(self.broken)

    def _stage(self, lines: Sequence[Line]) -> None:
        for place, line in enumerate(lines, self._disk.head.seq + 1):
            assert line.seq == place, f"line {line.seq} where {place} is due"
        self._disk.cache = list(lines)

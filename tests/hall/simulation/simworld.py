"""One history: the real hall and real clients over simulated time, lines, disk and power.

The rules that every history is held to stand in `oracles`.
"""

from __future__ import annotations

import asyncio
import contextvars
import hashlib
import logging
import random
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from oracles import Oracles
from simbase import Base
from simdisk import SimDisk, SimJournal
from simlink import HallEnd, StationEnd, Wire, broadcast
from simloop import PROCESS, SimLoop

import core.house as law
import hall.supplies  # noqa: F401 -- the real game's suppliers
from hall import running
from hall.clock import Reading
from hall.questions import Questions
from hall.windows import Windows

LONGEST_S = 1800.0  # virtual; a history that is not over by then has lost somebody


@dataclass(frozen=True)
class Faults:
    """Chances a frame, chances a commit, the slowest commit, and how often the power goes."""

    cut: float = 0.004
    deaf: float = 0.002
    repeat: float = 0.05
    disk: float = 0.02
    slow_s: float = 0.15
    crashes: int = 3
    where: str = ""  # at which await of the engine the power goes; anywhere


CALM = Faults(0, 0, 0, 0, 0.002, 0)
SNAPSHOT_EVERY = 25  # lines: often enough to be resumed from at most starts
PATIENCE = 500  # steps to wait for the engine to stand at a certain await


class Process:
    """A run of the hall's program, from its start to its end or to the power cut."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.alive = True
        self.listener: Listener | None = None
        self.stop = asyncio.Event()
        self.engine: Any = None
        self.ready = False
        self.resumed = False


class Listener:
    """In place of the library's server."""

    def __init__(self, serve: Any, process: Process) -> None:
        self._serve = serve
        self._process = process
        self._context = contextvars.copy_context()
        self._tasks: set[asyncio.Task[None]] = set()
        process.listener = self
        port = SimpleNamespace(getsockname=lambda: ("sim", 1))
        self.sockets = [port]

    def welcome(self, wire: Wire) -> None:
        served = self._serve(HallEnd(wire))
        task = asyncio.get_running_loop().create_task(served, context=self._context.copy())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def close(self, close_connections: bool = True) -> None:
        if self._process.listener is self:
            self._process.listener = None

    async def wait_closed(self) -> None:
        await asyncio.sleep(0)


class SimClock:
    """Both clocks follow virtual time."""

    steps = False

    def __init__(self, loop: SimLoop, base: str) -> None:
        self._loop = loop
        self._start = datetime.fromisoformat(base) + timedelta(seconds=1)
        self._zero = loop.time()

    def start_run(self, last_at: str = "") -> None:
        self._zero = self._loop.time()

    def read(self) -> Reading:
        now = self._loop.time()
        civil = self._start + timedelta(milliseconds=round(now * 1000))
        return Reading(civil.isoformat(timespec="milliseconds"), round((now - self._zero) * 1e9))

    def tick(self) -> None:
        """Time passes by itself."""


class World:
    """Everything outside the programs, and the seed that decides it."""

    def __init__(
        self,
        base: Base,
        seed: int,
        folder: Path,
        faults: Faults | None = None,
        planted: Callable[[Process], None] | None = None,
    ) -> None:
        """`planted` is a bug: called by the disk before anything is durable."""
        self.base = base
        self.seed = seed
        self.folder = folder
        self.chance = random.Random(f"world {seed}")
        self.faults = faults or Faults()
        self.planted = planted
        self.loop = SimLoop(random.Random(f"loop {seed}"))
        self.disk = SimDisk(self, list(base.lines), base.head)
        self.wires: dict[Wire, None] = {}
        self.process: Process | None = None
        self.crashes: list[str] = []  # where the engine stood each time
        self.crash_at: int | None = None
        self.crash_where = ""
        self.resumed = 0  # starts from a snapshot
        self.oracles = Oracles(self)
        self.over = False
        self.live: Any = None  # the house as the last program left it
        self.started = 0
        self._digest = hashlib.sha256()

    def trace(self, *said: Any) -> None:
        """What the world has seen; two histories of one seed have the same digest."""
        parts = (part if isinstance(part, bytes) else str(part).encode() for part in said)
        self._digest.update(b"|".join((f"{self.loop.time():.6f}".encode(), *parts)) + b"\n")

    def said(self, wire: Wire, frame: bytes) -> None:
        self.oracles.said(wire.name, frame)

    # -- the story ----------------------------------------------------------------------------

    def run(self, story: Callable[[World], Any]) -> str:
        """Plays it to the end and returns the trace's digest. Raises AssertionError, `Stuck`."""
        self.base.furnish(self.folder / "house")
        self.loop.on_step = self._maybe_crash
        with _in_place(self):
            asyncio.set_event_loop(self.loop)
            try:
                self.loop.run_until_complete(self._played(story))
            finally:
                self.over, self.loop.on_step = True, lambda: None
                self.loop.let_go()
                asyncio.set_event_loop(None)
                self.loop.close()
        self.oracles.must_hold()
        return self._digest.hexdigest()

    async def _played(self, story: Callable[[World], Any]) -> None:
        power = asyncio.create_task(self._keep_running())
        people = asyncio.create_task(story(self))
        self._next_crash()
        done, _ = await asyncio.wait(
            (power, people), timeout=LONGEST_S, return_when="FIRST_COMPLETED"
        )
        assert done, f"the history does not end: {self.loop.time():.0f} s"
        for task in done:
            task.result()
        self.over, self.crash_at = True, None
        self.disk.full_until, self.faults = 0.0, CALM
        while not power.done():
            if self.process is not None:
                self.process.stop.set()
            await asyncio.wait((power,), timeout=1)
        power.result()

    async def _keep_running(self) -> None:
        """Whoever starts the hall again when it has ended."""
        while not self.over:
            process = Process(self.started)
            self.started += 1
            context = contextvars.copy_context()
            context.run(PROCESS.set, process)
            self.process = process
            task = self.loop.create_task(self._program(process), context=context)
            await asyncio.wait((task,))
            fault = None if task.cancelled() else task.exception()
            expected = not process.alive or isinstance(fault, running.JournalFailure) or self.over
            self.process = None
            self.live = process.engine.scribe.hall.house if fault is None else None
            self.resumed += process.resumed
            if fault is not None and not expected:
                raise fault
            for wire in tuple(self.wires):
                wire.cut()
            await asyncio.sleep(self.chance.choice((0.05, 0.5, 3.0)))
            self.disk.full_until = 0.0 if self.chance.random() < 0.5 else self.disk.full_until

    async def _program(self, process: Process) -> None:
        plan = running.Plan(self.folder / "house", port=0, rate=0, seed="simulation", verify=False)
        await running.run(plan, ready=lambda _: self.oracles.ready(process), stop=process.stop)

    # -- power --------------------------------------------------------------------------------

    def _next_crash(self) -> None:
        """Anywhere in the next few hundred steps; every second time only while a commit runs."""
        if len(self.crashes) >= self.faults.crashes:
            self.crash_at = None
            self.faults = replace(CALM, crashes=self.faults.crashes, where=self.faults.where)
            return
        self.crash_at = self.loop.steps + self.chance.randrange(1, 800)
        self.crash_where = self.faults.where or self.chance.choice(("", "", "append", "sleep"))

    def _maybe_crash(self) -> None:
        process = self.process
        if self.crash_at is None or self.loop.steps < self.crash_at or process is None:
            return
        tired = self.loop.steps - self.crash_at > PATIENCE and not self.faults.where
        if process.ready and (tired or self.crash_where in self._engine_at(process)):
            self.crash()
            self._next_crash()

    def crash(self) -> None:
        """The power goes: nothing of the program runs on, not even its clean-up is heard of."""
        process = self.process
        assert process is not None
        self.crashes.append(self._engine_at(process))
        self.trace("crash", self.crashes[-1])
        process.alive, process.listener = False, None
        self.disk.power_cut()
        for wire in tuple(self.wires):
            wire.cut()
        for task, owner in tuple(self.loop.tasks.items()):
            if owner is process:
                task.cancel()

    def _engine_at(self, process: Process) -> str:
        """The engine's innermost frame: which await it stood at."""
        for task, owner in self.loop.tasks.items():
            coroutine: Any = task.get_coro()
            if owner is not process or coroutine.__qualname__ != "Engine.run":
                continue
            at = "start"
            while coroutine is not None and hasattr(coroutine, "cr_code"):
                if coroutine.cr_code.co_filename.endswith("engine.py") and coroutine.cr_await:
                    awaited = getattr(coroutine.cr_await, "__qualname__", "future")
                    at = f"{coroutine.cr_code.co_name} awaits {awaited}"
                coroutine = coroutine.cr_await
            return at
        return "none"


@contextmanager
def _heard(log: logging.Logger, listener: logging.Handler) -> Iterator[None]:
    before, log.propagate = log.propagate, False
    log.addHandler(listener)
    try:
        yield
    finally:
        log.removeHandler(listener)
        log.propagate = before


async def _whole(keeping: Any) -> str:
    """No other process in a simulation; the oracles compare the houses at the end."""
    return ""


_schema = cache(law.schema)


@contextmanager
def _in_place(world: World) -> Iterator[None]:
    """The world in place of sockets, threads, clocks and disk; the programs are the real ones."""
    loop = world.loop

    async def serve(handle: Any, *_: Any, **__: Any) -> Listener:
        return Listener(handle, PROCESS.get())

    def monotonic_ns() -> int:
        return round(loop.time() * 1e9)

    clock = SimpleNamespace(monotonic=loop.time, monotonic_ns=monotonic_ns)
    with ExitStack() as places:
        for name in ("quine.hall", "quine.client", "asyncio"):
            places.enter_context(_heard(logging.getLogger(name), world.oracles))
        for name, thing in (
            ("hall.snapshot.EVERY", SNAPSHOT_EVERY),
            ("hall.keeping.Keeping.verify", _whole),
            ("hall.opening.SqliteJournal", lambda path: SimJournal(world.disk, PROCESS.get())),
            ("hall.running.serve", serve),
            ("hall.running._clock", lambda plan: SimClock(loop, world.base.at)),
            ("hall.running._server", world.oracles.server(running._server)),
            ("hall.running._start", world.oracles.start(running._start)),
            ("core.house.schema", _schema),  # a journal tells it at every start; it does not change
            ("hall.line.broadcast", broadcast),
            ("hall.client.broadcast", broadcast),
            ("hall.line.time", clock),
            ("hall.client.time", clock),
            ("hall.client.connect", lambda url, **_: StationEnd(world, url.removeprefix("ws://"))),
        ):
            places.enter_context(patch(name, thing))
        places.enter_context(patch.object(Windows, "render", world.oracles.reading(Windows.render)))
        places.enter_context(patch.object(Questions, "rows", world.oracles.reading(Questions.rows)))
        yield

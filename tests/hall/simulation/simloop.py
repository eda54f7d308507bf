"""A virtual clock and a seeded scheduler: an hour passes in a second, and passes alike every time.

Callbacks that are ready run in an order that the seed draws; when none is, time jumps to the next
timer. Nothing waits for the machine, so that one seed is one history (guide §1h).
"""

from __future__ import annotations

import asyncio
import heapq
import random
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any

PROCESS: ContextVar[Any] = ContextVar("process", default=None)  # whose code is running


class Stuck(Exception):  # noqa: N818 -- the end of a history
    """Nothing is ready and nothing will be: somebody waits for ever."""


class SimLoop(asyncio.BaseEventLoop):
    """`on_step` is called before each callback, `steps` counts them."""

    def __init__(self, chance: random.Random) -> None:
        super().__init__()
        self._chance = chance
        self._now = 0.0
        self.steps = 0
        self.on_step: Callable[[], None] = lambda: None
        self.tasks: dict[asyncio.Task[Any], Any] = {}  # in the order they were made, by process
        self.set_task_factory(self._made)

    def time(self) -> float:
        return self._now

    def run_in_executor(self, executor: Any, work: Callable[..., Any], *values: Any) -> Any:
        """What would take a thread takes fifty virtual milliseconds."""
        done = self.create_future()

        def work_now() -> None:
            if not done.done():
                done.set_result(work(*values))

        self.call_later(0.05, work_now)
        return done

    def let_go(self) -> None:
        """Ends whatever still waits, so that nothing is left of this history."""
        while self.tasks:
            for task in tuple(self.tasks):
                task.cancel()
            self.run_until_complete(asyncio.wait(tuple(self.tasks)))

    def _made(self, loop: Any, work: Any, **how: Any) -> asyncio.Task[Any]:
        task = asyncio.Task(work, loop=loop, **how)
        context = how.get("context")
        self.tasks[task] = context.get(PROCESS) if context is not None else PROCESS.get()
        task.add_done_callback(lambda done: self.tasks.pop(done, None))
        return task

    def _run_once(self) -> None:
        """In place of the selector's: one callback, chosen by the seed."""
        timers = self._scheduled
        while timers and timers[0]._cancelled:
            heapq.heappop(timers)._scheduled = False
        if not self._ready and timers:
            self._now = max(self._now, timers[0]._when)
        while timers and timers[0]._when <= self._now:
            timer = heapq.heappop(timers)
            timer._scheduled = False
            self._ready.append(timer)
        if not self._ready:
            if self._stopping:
                return
            raise Stuck(f"at {self._now:.3f} s")
        self.on_step()
        self.steps += 1
        place = self._chance.randrange(len(self._ready))
        handle = self._ready[place]
        del self._ready[place]
        if not handle._cancelled:
            handle._run()

    def _process_events(self, events: Any) -> None:
        """There are none."""

    def _write_to_self(self) -> None:
        """Nobody sleeps."""

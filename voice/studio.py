"""The two workers behind a voice: one makes clips, one plays them."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine, Iterable
from pathlib import Path
from typing import Any

from voice.process import Worker, WorkerLost

ENGINES = ("pyttsx3", "pico")
START_S = 10.0
RENDER_S = 5.0  # an engine that takes longer is stuck
PULSE_S = 2.0
ANSWER_S = 0.9
RESTARTS = 3


class Studio:
    """`fault` is why nothing can be said right now, empty when something can."""

    def __init__(
        self,
        recipe: tuple[str, str, float],
        sound: str,
        folder: Path,
        on_fault: Callable[[str], None],
    ) -> None:
        self.engine, self._voice, self._speed = recipe
        self.fault = ""
        self.player: Worker | None = None
        self.renderer: Worker | None = None
        self._sound = sound
        self._folder = folder
        self._on_fault = on_fault
        self._clips: dict[str, str] = {}
        self._rendering = asyncio.Lock()
        self._reviving: asyncio.Task[None] | None = None
        self._restarts = 0
        self._tasks: set[asyncio.Task[Any]] = set()

    async def open(self, phrases: Iterable[str]) -> None:
        """Starts both workers; `phrases` are made ready in the background."""
        await asyncio.gather(self._start_player(), self._start_renderer())
        self._weigh()
        self._do(self._prepare(phrases))
        self._do(self._take_pulse())

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for worker in (self.player, self.renderer):
            if worker is not None:
                await worker.end()
        self.player = self.renderer = None

    async def ready(self, text: str) -> tuple[Worker, str]:
        """A living player and the clip of a text. Raises WorkerLost if either cannot be had."""
        if not self._whole():
            await asyncio.shield(self.revive())
        if self.player is None or not self.player.alive:
            raise WorkerLost(self.fault or "VOIX_ARRETEE")
        return self.player, await asyncio.shield(self._do(self._clip(text)))

    def revive(self) -> asyncio.Task[None]:
        """Starts again what died, while there are restarts left."""
        if self._reviving is None or self._reviving.done():
            self._reviving = self._do(self._revive())
        return self._reviving

    async def _clip(self, text: str) -> str:
        async with self._rendering:
            if text not in self._clips:
                if self.renderer is None:
                    raise WorkerLost("SANS_MOTEUR")
                try:
                    self._clips[text] = (await self.renderer.ask(RENDER_S, text=text))["clip"]
                except WorkerLost as lost:
                    if str(lost) == "VOIX_SANS_REPONSE":
                        await self.renderer.end()
                    raise
            return self._clips[text]

    async def _start_player(self) -> None:
        player = Worker("play", "--sound", self._sound, log=self._folder / "voice.log")
        try:
            self.fault = await player.start(START_S)
            self.player = player
        except WorkerLost as lost:
            self.fault = str(lost)
        finally:
            if self.player is not player:
                await player.end()

    async def _start_renderer(self) -> None:
        """The engine that was asked for, else the other one."""
        for engine in sorted(ENGINES, key=lambda one: one != self.engine):
            recipe = ("--engine", engine, "--voice", self._voice, "--speed", str(self._speed))
            job = ("render", *recipe, "--folder", str(self._folder))
            renderer = Worker(*job, log=self._folder / "voice.log")
            try:
                with contextlib.suppress(WorkerLost):
                    if not await renderer.start(START_S):
                        self.renderer, self.engine = renderer, engine
                        return
            finally:
                if self.renderer is not renderer:
                    await renderer.end()

    async def _revive(self) -> None:
        if self.player is not None and not self.player.alive and self._restarts < RESTARTS:
            self._restarts += 1
            await self.player.end()
            self.player = None
            await self._start_player()
        if self.renderer is not None and not self.renderer.alive and self._restarts < RESTARTS:
            self._restarts += 1
            await self.renderer.end()
            self.renderer = None
            await self._start_renderer()
        self._weigh()

    def _whole(self) -> bool:
        return all(one is None or one.alive for one in (self.player, self.renderer))

    def _weigh(self) -> None:
        """Says what is missing now, if anything is."""
        if self.player is None or not self.player.alive:
            self.fault = self.fault or "VOIX_ARRETEE"
        elif self.renderer is None or not self.renderer.alive:
            self.fault = self.fault or "SANS_MOTEUR"
        self._on_fault(self.fault)

    async def _prepare(self, phrases: Iterable[str]) -> None:
        """One phrase at a time: a live one never waits for more than one clip."""
        for phrase in phrases:
            with contextlib.suppress(WorkerLost):
                await self._clip(phrase)

    async def _take_pulse(self) -> None:
        """A worker that died or hangs while nobody speaks is noticed before the next ball."""
        while True:
            await asyncio.sleep(PULSE_S)
            if self.player is not None and self.player.alive:
                try:
                    await self.player.ask(ANSWER_S, ping=True)
                except WorkerLost:
                    await self.player.end()
            if not self._whole() and self._restarts < RESTARTS:
                await self.revive()

    def _do(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # whoever waits for it has had it; a prepared phrase has nobody

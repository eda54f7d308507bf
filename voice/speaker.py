"""The hall's loudspeaker, as the rest of the program knows it (SPK-002 to SPK-005, GEN-018).

`say` takes its turn and comes back when the room has heard the text, or within a second of the
moment where it will not. A silence is never passed off as speech.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Self

from voice.pack import cache_folder
from voice.process import Worker, WorkerLost
from voice.studio import ANSWER_S, Studio

UNCUT = frozenset({"ANN-016", "ANN-018"})  # what a STOP never cuts (SPK-002)


class Mode(StrEnum):
    """How the station speaks: with its voice, in writing (SPK-005), or not at all (simulator)."""

    VOICE = "voix"
    MUTED = "muet"
    SILENCE = "silence"


class State(StrEnum):
    """What a screen shows of the voice."""

    PREPARING = "se prépare"
    SPEAKS = "parle"
    MUTED = "muet"
    CUT = "son coupé"


@dataclass(frozen=True, slots=True)
class Spoken:
    """The text was said to its end, or cut by a STOP."""

    cut: bool = False


@dataclass(frozen=True, slots=True)
class Failed:
    """Nobody heard it all: someone must say it aloud (GEN-018). `cause` is a stable word."""

    cause: str


@dataclass(slots=True, eq=False)
class _Saying:
    text: str
    id: str
    cut: bool = False
    player: Worker | None = None
    number: int = 0

    def silence(self) -> None:
        if self.player is not None:
            with contextlib.suppress(WorkerLost):
                self.player.forget(self.player.send(stop=self.number))


class Speaker:
    """One voice. Use it as an async context, or `start` and `close` it.

    `phrases` are made ready in the background, any other text when it is said. `voice` is FR, BE
    or CH, `speed` 1.0 the usual pace; `sound` is « auto », or « null » which needs no card and
    keeps real time. `speech_log` gets each text once when muted, `on_change` each new state.
    """

    def __init__(
        self,
        mode: Mode = Mode.VOICE,
        *,
        phrases: Iterable[str] = (),
        engine: str = "pyttsx3",
        voice: str = "FR",
        speed: float = 1.0,
        sound: str = "auto",
        folder: Path | None = None,
        speech_log: Callable[[str], None] | None = None,
        on_change: Callable[[State], None] | None = None,
    ) -> None:
        self.mode = mode
        self.state = State.PREPARING
        self.cause = ""
        self._phrases = tuple(phrases)
        self._recipe = (engine, voice, speed)
        self._sound = sound
        self._folder = folder or cache_folder()
        self._speech_log = speech_log
        self._on_change = on_change
        self._studio: Studio | None = None
        self._waiting: list[_Saying] = []
        self._turn = asyncio.Lock()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *failure: object) -> None:
        await self.close()

    async def start(self) -> State:
        """Brings the voice up, or up again after it fell silent for good; how it is then."""
        await self.close()
        if self.mode is not Mode.VOICE:
            self._show(State.MUTED)
            return self.state
        self._studio = Studio(self._recipe, self._sound, self._folder, self._fault)
        await self._studio.open(self._phrases)
        return self.state

    async def close(self) -> None:
        """Silence, at once; the workers end. What still waits has failed."""
        studio, self._studio = self._studio, None
        if studio is not None:
            await studio.close()

    async def say(self, text: str, id: str = "") -> Spoken | Failed:
        """Says a text after those already waiting. `id` is its number in chapter 13."""
        if self.mode is Mode.MUTED and self._speech_log is not None:
            self._speech_log(text)
        if self.mode is not Mode.VOICE:
            return Spoken()
        saying = _Saying(text, id)
        self._waiting.append(saying)
        try:
            async with self._turn:
                return Spoken(cut=True) if saying.cut else await self._say_now(saying)
        finally:
            self._waiting.remove(saying)

    def stop(self) -> None:
        """A STOP: what is being said, and what waits, is cut, save ANN-016 and ANN-018."""
        for saying in self._waiting:
            if saying.id not in UNCUT:
                saying.cut = True
                saying.silence()

    async def _say_now(self, saying: _Saying) -> Spoken | Failed:
        studio = self._studio
        if studio is None:
            return Failed("VOIX_FERMEE")
        try:
            async with asyncio.timeout(ANSWER_S):
                player, clip = await studio.ready(saying.text)
                if saying.cut:
                    return Spoken(cut=True)
                saying.player, saying.number = player, player.send(play=clip)
                await player.answer(saying.number, ANSWER_S)
            return await self._hear_out(saying, player)
        except TimeoutError:
            return await self._failed(studio, saying, "VOIX_SANS_REPONSE")
        except WorkerLost as lost:
            return await self._failed(studio, saying, str(lost))
        except asyncio.CancelledError:
            saying.silence()
            raise

    async def _hear_out(self, saying: _Saying, player: Worker) -> Spoken:
        """The player gives a sign of life a few times a second until the clip is over."""
        while True:
            answer = await player.answer(saying.number, ANSWER_S)
            if answer.get("ended"):
                player.forget(saying.number)
                self._fault("")
                return Spoken(cut=answer["cut"])

    async def _failed(self, studio: Studio, saying: _Saying, cause: str) -> Failed:
        if cause == "VOIX_SANS_REPONSE" and saying.player is not None:
            await saying.player.end()  # it might wake up later and speak out of turn
        self._fault(cause)
        if self._studio is studio:
            studio.revive()
        return Failed(cause)

    def _fault(self, cause: str) -> None:
        self.cause = cause
        self._show(State.CUT if cause else State.SPEAKS)

    def _show(self, state: State) -> None:
        if state is not self.state:
            self.state = state
            if self._on_change is not None:
                self._on_change(state)

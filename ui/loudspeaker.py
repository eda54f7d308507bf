"""The voice station, `quine voice`: no screen, it says what the hall announces, in order (SPK-002).

It watches the « post » view. Each announcement is reported spoken when the room has heard it, or
failed with its cause, so that the animateur says it himself (GEN-018). A stop cuts what is being
said before « le tirage est arrêté ». Nothing is said twice, whatever the line does.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import signal
import sys
from collections.abc import Callable
from typing import Any, Protocol

import msgspec

from core.announcements import ready_made
from core.stations import StationKind
from core.views.post import ToSay
from ui import joining, words
from ui.link import Line, Link, Refused, View
from voice import Failed, Mode, Speaker, Spoken
from voice.engines import VOICES

STOP = "ANN-016"
DESCRIPTION = """La voix de la salle : dit les annonces dans l'ordre et le confirme à la salle.
Sans carte son ni moteur de voix, l'animateur est prévenu et annonce de vive voix."""


class Voice(Protocol):
    """What is needed of `voice.Speaker`."""

    async def say(self, text: str, id: str = "") -> Spoken | Failed: ...

    def stop(self) -> None: ...


class Waiting(msgspec.Struct, frozen=True):
    """The part of the « post » view that is the voice's."""

    say: tuple[ToSay, ...] = ()


class Loudspeaker:
    """One voice on one line. `tell` gets a line of text for whoever looks at the terminal."""

    def __init__(self, hall: Line, voice: Voice, tell: Callable[[str], None] = print) -> None:
        self.hall = hall
        self.voice = voice
        self.tell = tell
        self._waiting: tuple[ToSay, ...] = ()
        self._settled: set[int] = set()
        """Said, or given up: never said again."""
        self._failed: set[int] = set()
        """Given up and still wanted: what comes after waits for the animateur."""
        self._saying: ToSay | None = None
        self._changed = asyncio.Event()

    def see(self, view: View) -> None:
        """A newer view: a stop cuts, what was said aloud by the animateur is dropped."""
        known = {one.announcement for one in self._waiting}
        self._waiting = view.read(Waiting).say
        wanted = {one.announcement for one in self._waiting}
        self._failed &= wanted
        stop = any(one.id == STOP and one.announcement not in known for one in self._waiting)
        gone = self._saying is not None and self._saying.announcement not in wanted
        if stop or gone:
            self.voice.stop()
        self._changed.set()

    async def run(self) -> None:
        """Speaks for ever; ends by cancellation."""
        stop = self.hall.watch("post", "", self.see)
        try:
            while True:
                await self._changed.wait()
                self._changed.clear()
                while (one := self._next()) is not None:
                    await self._speak(one)
        finally:
            stop()

    def _next(self) -> ToSay | None:
        if self._failed:
            return None
        open_ = (one for one in self._waiting if one.announcement not in self._settled)
        return next(open_, None)

    async def _speak(self, one: ToSay) -> None:
        self._settled.add(one.announcement)
        self._saying = one
        try:
            heard = await self.voice.say(one.speech, one.id)
        finally:
            self._saying = None
        if isinstance(heard, Failed):
            self._failed.add(one.announcement)
            self.tell(f"{words.in_words('ANNONCE_EN_COURS', {})} {one.speech} ({heard.cause})")
            await self._report("ReportSpeechFailed", one.announcement, cause=heard.cause)
        else:
            await self._report("ReportSpoken", one.announcement)

    async def _report(self, order: str, announcement: int, **more: Any) -> None:
        """The line keeps the order while it is broken; a refusal means somebody said it first."""
        with contextlib.suppress(Refused):
            await self.hall.order(order, announcement=announcement, **more)


def _options(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--muet", action="store_true", help="écrit chaque texte une fois au lieu de le dire")
    add("--engine", choices=sorted(VOICES), default="pyttsx3", help="moteur de voix")
    add("--voice", choices=["FR", "BE", "CH"], default="FR", help="soixante-dix ou septante")
    add("--speed", type=float, default=1.0, help="1.0 est le débit habituel")
    add("--sound", choices=["auto", "null"], default="auto", help="null : sans carte son")


async def _serve(station: joining.Joined) -> int:
    options = station.options
    speaker = Speaker(
        Mode.MUTED if options.muet else Mode.VOICE,
        phrases=ready_made(options.voice),
        engine=options.engine,
        voice=options.voice,
        speed=options.speed,
        sound=options.sound,
        speech_log=_tell,
        on_change=lambda state: _tell(f"voix : {state}"),
    )
    ended = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(number, ended.set)
    hall = station.hall
    hall.on_state(lambda state: _tell(words.of_line(state) or "voix en ligne"))
    async with speaker:
        speaking = asyncio.create_task(Loudspeaker(hall, speaker, _tell).run())
        joining_ = asyncio.create_task(hall.connect())
        waiting = asyncio.create_task(ended.wait())
        try:
            await asyncio.wait({joining_, waiting}, return_when=asyncio.FIRST_COMPLETED)
            if hall.state is Link.REFUSED:
                refused = hall.refusal or Refused("HORS_LIGNE")
                print(words.in_words(refused.code, refused.values), file=sys.stderr)
                return joining.EXIT_NO_START
            await asyncio.wait({speaking, waiting}, return_when=asyncio.FIRST_COMPLETED)
            if speaking.done():
                speaking.result()  # a fault ends the program loudly: a supervisor starts it again
            return 0
        finally:
            for task in (speaking, joining_, waiting):
                task.cancel()
            await asyncio.gather(speaking, joining_, waiting, return_exceptions=True)
            await hall.close()


def _tell(text: str) -> None:
    print(text, flush=True)


def main(argv: list[str]) -> int:
    """Speaks until it is stopped; 0 then, 2 when it could not start."""
    station = joining.joined(argv, "voice", StationKind.VOICE, DESCRIPTION, _options)
    if isinstance(station, int):
        return station
    return asyncio.run(_serve(station))

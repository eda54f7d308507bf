"""The hall's stations: lines of stations, checked, limited, and never trusted (design §4, GEN-005).

Whatever a station sends, the worst that happens is that its line is cut.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any

import msgspec
from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed

from core.people import CloseSession, SignedIn, SignedOut
from core.rules import Refusal, Role
from core.stations import NoteStation, StationKind
from hall import protocol
from hall.access import Pairing, StationKeys
from hall.answering import Answering
from hall.answers import order_days
from hall.credentials import Credentials
from hall.door import Door, Settings
from hall.engine import Commit, Engine, Stopped
from hall.journal.copying import CopyState
from hall.keeping import Keeping, log_copy
from hall.line import IN_FLIGHT, Bucket, Line, send
from hall.protocol import read_station
from hall.publishing import VIEW_GAP_S, Publisher
from hall.questions import Questions
from hall.scribe import By
from hall.windows import Windows

SWEEP_S = 5
MOST_LINES = 1_000  # open connections, of paired stations and strangers alike

Dossier = Callable[[str], Awaitable[msgspec.Struct]]  # the séance, or empty -> what was made


class Server:
    """Everything between sockets and engine. One event loop."""

    def __init__(
        self,
        engine: Engine,
        pairing: Pairing,
        keys: StationKeys,
        views: Mapping[str, Any],
        asks: Mapping[str, Any],
        settings: Settings,
    ) -> None:
        self.engine = engine
        self.pairing = pairing
        self.keys = keys
        self.settings = settings
        self.credentials = Credentials(engine.scribe.hall.people, self.clock_ms)
        self.lines: dict[str, Line] = {}
        self.dossier: Dossier | None = None  # lays down the inspector's file, if anybody can
        self.greeting: protocol.Notice | None = None  # what a restart must tell the caller
        self._people = engine.scribe.hall.people
        windows = Windows(views, engine.scribe.hall)
        gap_s = 0 if settings.quiet else VIEW_GAP_S
        self._publisher = Publisher(engine, windows, self.lines, gap_s)
        questions = Questions(asks, self._people, about=self._about)
        self._door = Door(engine, pairing, keys, settings, self.clock_ms)
        self._answering = Answering(self, questions, self._spawn)
        self._copy: Keeping | None = None
        self._open = 0
        self._day = ""
        self._left: dict[str, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        engine.on_commit.append(self._committed)

    # -- a line from its first frame to its end ---------------------------------------------

    async def serve(self, connection: ServerConnection) -> None:
        """One connection, for `websockets.serve`."""
        line = Line(connection, Bucket(self.settings.rate, self.settings.burst))
        self._open += 1
        try:
            if self._open > MOST_LINES:
                raise Refusal("SALLE_OCCUPEE")
            await self._come_in(line)
            async for frame in connection:
                if not line.bucket.take():
                    raise Refusal("TROP_D_ORDRES")
                await self._hear(line, frame)
        except Refusal as refusal:
            line.say(protocol.Refused("", refusal.code, refusal.values))
            await line.close(refusal.code)
        except Stopped:
            await line.close("SALLE_ARRETEE")
        except (ConnectionClosed, TimeoutError):
            line.abort()
        finally:
            self._open -= 1
            await self._gone(line)

    async def _come_in(self, line: Line) -> None:
        """Recognised, noted as present, welcomed; an older line with the same key has to go."""
        await self._door.recognise(line)
        if line.kind is StationKind.SIMULATOR and self.engine.scribe.hall.rehearsal:
            line.bucket = Bucket(0, 0)
        if older := self.lines.pop(line.station, None):
            older.replaced = True
            self._spawn(older.close("REMPLACE"))
        if not (self.settings.quiet and line.kind is not StationKind.DISPLAY):
            await self.engine.give(NoteStation(line.station, online=True))
        await self.engine.read(lambda: self._enter(line))

    def _enter(self, line: Line) -> None:
        """From here on the line hears all that concerns it; welcome comes first."""
        self.lines[line.station] = line
        if timer := self._left.pop(line.station, None):
            timer.cancel()
        line.say(self._welcome(line))
        if self.greeting and line.kind in (StationKind.CALLER, StationKind.DESK):
            line.say(self.greeting)
        if self._copy and (state := self._copy.copy).fault:
            line.say(self._copy_notice(state))

    def _welcome(self, line: Line) -> protocol.Welcome:
        house = self.engine.scribe.hall.house
        now = self.engine.scribe.now()
        self._day, _ = order_days(now.at)
        if session := house.people.signed_in.get(line.station):
            line.person, line.roles = session.person, session.roles
        return protocol.Welcome(
            line.station,
            line.kind,
            line.name,
            house.site.name,
            house.site.rehearsal,
            self.settings.version,
            self.settings.build,
            now.ms,
            now.at,
            self._day,
            line.person,
            self._people.name(line.person) if line.person else "",
            line.roles,
        )

    async def _gone(self, line: Line) -> None:
        """The line is dead: what it waited for goes on without it, its session for a while."""
        if not line.station or line.replaced:
            return
        self.lines.pop(line.station, None)
        if self.settings.quiet or self.engine.stopped:
            return
        with suppress(Stopped, Refusal):
            await self.engine.give(NoteStation(line.station, online=False))
        if line.person:
            self.leave(line.station)

    def leave(self, station: str) -> None:
        """Ends the session of a station unless its line comes back in time."""
        loop = asyncio.get_running_loop()
        self._left[station] = loop.call_later(
            self.settings.grace_s, lambda: self._spawn(self._end(station, "DECONNEXION"))
        )

    async def _end(self, station: str, cause: str) -> None:
        self._left.pop(station, None)
        with suppress(Stopped, Refusal):
            await self.engine.give(CloseSession(station, cause), By("", Role.MAISON, station))

    # -- what a station says ----------------------------------------------------------------

    async def _hear(self, line: Line, frame: bytes | str) -> None:
        said = read_station(frame)
        match said:
            case protocol.Watch():
                if len(line.watched) >= IN_FLIGHT:
                    raise Refusal("TROP_D_ORDRES")
                await self._publisher.show(line, said.view, said.of)
            case protocol.Unwatch():
                line.watched.pop((said.view, said.of), None)
            case protocol.Touch():
                line.touch()
            case protocol.Order() | protocol.SignIn() | protocol.SignOut() | protocol.Ask():
                line.touch()
                self._answering.answer(line, said)
            case _:
                raise Refusal("BONJOUR_DEJA_DIT")

    # -- what the hall says of itself -------------------------------------------------------

    def _committed(self, commit: Commit) -> None:
        """Called by the engine when a commit is durable and nobody decides."""
        for fact in commit.facts:
            if isinstance(fact, SignedIn | SignedOut):
                self._session(fact)
        self._new_day()
        self._publisher.committed(commit)

    def _session(self, fact: SignedIn | SignedOut) -> None:
        line = self.lines.get(fact.station)
        if line is None:
            return
        line.touch()
        values: dict[str, Any]
        if isinstance(fact, SignedIn):
            line.person, line.roles = fact.person, fact.roles
            name = self._people.name(fact.person)
            values = {"person": fact.person, "name": name, "roles": list(fact.roles)}
        else:
            line.person, line.roles = "", ()
            values = {"person": "", "cause": fact.cause}
        line.say(protocol.Notice("SESSION", values, self.clock_ms()))

    def _new_day(self) -> None:
        """Order ids begin with the day: every station learns of a new one before its answers."""
        day, _ = order_days(self.engine.scribe.now().at)
        if day == self._day:
            return
        for line in self.lines.values():
            line.say(self._welcome(line))
        self._day = day

    async def sweep(self) -> None:
        """Locks what nobody touched for five minutes (GEN-005). Runs until cancelled."""
        while True:
            await asyncio.sleep(min(SWEEP_S, self.settings.idle_s))
            for line in tuple(self.lines.values()):
                if (
                    line.person
                    and line.idle_s() >= self.settings.idle_s
                    and not self.settings.quiet
                ):
                    await self._end(line.station, "INACTIVITE")

    def follow_copy(self, keeping: Keeping) -> None:
        """Says on every screen when the second copy fails, and when it is well again."""
        self._copy = keeping

        def changed(state: CopyState) -> None:
            log_copy(state)
            self.notify(self._copy_notice(state))

        keeping.on_copy = changed

    def _copy_notice(self, state: CopyState) -> protocol.Notice:
        code = "COPIE_EN_PANNE" if state.fault else "COPIE_RETABLIE"
        return protocol.Notice(code, msgspec.to_builtins(state), self.clock_ms())

    def _about(self) -> dict[str, Any]:
        """The hall itself, for the question `hall`: software, lines, and how the copy follows."""
        settings = self.settings
        copy = msgspec.to_builtins(self._copy.copy) if self._copy else {}
        about = {"version": settings.version, "build": settings.build, "lines": self.engine.seq}
        return about | copy

    def notify(self, notice: protocol.Notice) -> None:
        send(tuple(self.lines.values()), protocol.write(notice))

    def cut(self, station: str, code: str) -> None:
        """Ends a station's line at once."""
        if line := self.lines.get(station):
            line.say(protocol.Notice(code, {}, self.clock_ms()))
            self._spawn(line.close(code))

    def clock_ms(self) -> int:
        return self.engine.scribe.now().ms

    async def close(self, why: str) -> None:
        """Tells every station and lets go of what runs beside the engine."""
        if why:
            self.notify(protocol.Notice("SALLE_ARRETEE", {"cause": why}, 0))
        for timer in self._left.values():
            timer.cancel()
        await asyncio.gather(*(line.close("SALLE_ARRETEE") for line in tuple(self.lines.values())))
        for task in tuple(self._tasks):
            task.cancel()
        self._publisher.close()
        self.credentials.close()

    def _spawn(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

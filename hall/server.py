"""The hall's door: lines of stations, checked, limited, and never trusted (design §4, GEN-005).

Whatever a station sends, the worst that happens is that its line is cut.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

import msgspec
from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed

from core.people import CloseSession, OpenSession, SignedIn, SignedOut
from core.rules import Refusal, Role
from core.signatures import Sign
from core.stations import NoteStation, PairStation, StationKind
from hall import errands, protocol
from hall.access import IDLE_MS, POWERS, STAFF, Pairing, StationKeys, station_id
from hall.answers import gaming_day, written
from hall.credentials import Credentials
from hall.engine import Asked, Commit, Engine, Stopped
from hall.journal.copying import CopyState
from hall.keeping import Keeping, log_copy
from hall.line import BURST, IN_FLIGHT, RATE, Bucket, Line, send
from hall.protocol import read_station
from hall.publishing import VIEW_GAP_S, Publisher
from hall.questions import Question, Questions
from hall.scribe import By
from hall.windows import Windows

FIRST_FRAME_S = 5
GRACE_S = 60  # a station that lost its line keeps its session that long
SWEEP_S = 5
MOST_LINES = 1_000  # open connections, of paired stations and strangers alike

log = logging.getLogger("quine.hall")


Dossier = Callable[[str], Awaitable[msgspec.Struct]]  # the séance, or empty -> what was made


class Settings(msgspec.Struct, frozen=True):
    """`quiet`: a seeded rehearsal, where connections are not facts and time stands still."""

    version: str = ""
    build: str = ""
    rate: float = RATE
    burst: float = BURST
    quiet: bool = False
    certificate_pem: str = ""
    first_frame_s: float = FIRST_FRAME_S
    grace_s: float = GRACE_S
    idle_s: float = IDLE_MS / 1000


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
        self._questions = Questions(asks, self._people, about=self._about)
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
        """Hello with a good key, or Pair and then Hello; each within five seconds."""
        said = await self._first(line)
        if isinstance(said, protocol.Pair):
            line.say(await self._pair(said))
            said = await self._first(line)
        if not isinstance(said, protocol.Hello):
            raise Refusal("BONJOUR_ATTENDU")
        await self._recognise(line, said)
        if not (self.settings.quiet and line.kind is not StationKind.DISPLAY):
            await self.engine.give(NoteStation(line.station, online=True))
        await self.engine.read(lambda: self._enter(line))

    async def _first(self, line: Line) -> protocol.FromStation:
        async with asyncio.timeout(self.settings.first_frame_s):
            return read_station(await line.connection.recv())

    async def _pair(self, said: protocol.Pair) -> protocol.Paired:
        """Spends the code, records the station, and only then makes its key."""
        self.pairing.spend(said.code, said.kind, self.clock_ms())
        known = self.engine.scribe.hall.house.stations.known
        station = await self.engine.read(lambda: station_id(said.kind, known))
        name = " ".join(said.name.split()) or station
        await self.engine.give(PairStation(station, said.kind, name))
        key = self.keys.give(station)
        return protocol.Paired(station, key, said.kind, name, self.settings.certificate_pem)

    async def _recognise(self, line: Line, hello: protocol.Hello) -> None:
        if hello.protocol != protocol.PROTOCOL or hello.version not in ("", self.settings.version):
            raise Refusal("VERSION_DIFFERENTE", hall=self.settings.version, station=hello.version)
        if not self.keys.fits(hello.station, hello.key):
            raise Refusal("POSTE_INCONNU")
        known = self.engine.scribe.hall.house.stations.known
        station = await self.engine.read(lambda: known.get(hello.station))
        if station is None or station.revoked:
            raise Refusal("POSTE_INCONNU")
        line.station, line.kind, line.name = hello.station, station.kind, station.name
        if line.kind is StationKind.SIMULATOR and self.engine.scribe.hall.rehearsal:
            line.bucket = Bucket(0, 0)
        if older := self.lines.pop(hello.station, None):
            older.replaced = True
            self._spawn(older.close("REMPLACE"))

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
        self._day = written(gaming_day(now.at))
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
                self._answer(line, said)
            case _:
                raise Refusal("BONJOUR_DEJA_DIT")

    def _answer(
        self, line: Line, said: protocol.Order | protocol.SignIn | protocol.SignOut | protocol.Ask
    ) -> None:
        """Each in a task of its own; they reach the engine in the order they came."""
        if len(line.tasks) >= IN_FLIGHT:
            line.say(protocol.Refused(said.id, "SALLE_OCCUPEE"))
            return
        task = asyncio.create_task(self._answered(line, said))
        line.tasks.add(task)
        task.add_done_callback(line.tasks.discard)

    async def _answered(
        self, line: Line, said: protocol.Order | protocol.SignIn | protocol.SignOut | protocol.Ask
    ) -> None:
        try:
            match said:
                case protocol.Order():
                    seq, result = await self._order(line, said)
                    line.say(protocol.Done(said.id, seq, result))
                case protocol.SignIn():
                    line.say(await self._sign_in(line, said))
                case protocol.SignOut():
                    close = CloseSession(line.station, "PERSONNE")
                    done = await self.engine.give(close, By(line.person, Role.MAISON, line.station))
                    line.say(protocol.Done(said.id, done.seq, done.result))
                case protocol.Ask():
                    line.say(await self._ask(line, said))
        except Refusal as refusal:
            line.say(protocol.Refused(said.id, refusal.code, _plain(refusal.values)))
        except Stopped:
            pass  # nobody knows: the station asks again when the hall is back
        except Exception:
            log.exception("a %s could not be answered", type(said).__name__)
            line.say(protocol.Refused(said.id, "ERREUR_INTERNE", {"type": type(said).__name__}))

    async def _order(self, line: Line, said: protocol.Order) -> tuple[int, dict[str, Any]]:
        asked = Asked(
            line.station, line.kind, said.id, said.type, said.data, said.role, line.person
        )
        if said.type in errands.ERRANDS:
            with self._traced(line, said.type):
                return await errands.run(self, line, asked)
        if said.type == Sign.__name__:
            asked = await self._with_pin(line, asked)
        answered = await self.engine.ask(asked)
        return answered.seq, answered.result

    @contextmanager
    def _traced(self, line: Line, what: str) -> Iterator[None]:
        """A refusal decided outside the engine is written down like the engine's own (GEN-005)."""
        try:
            yield
        except Refusal as refusal:
            self._spawn(self._trace(By(line.person, Role.POSTE, line.station), what, refusal.code))
            raise

    async def _trace(self, by: By, what: str, code: str) -> None:
        with suppress(Stopped):
            await self.engine.trace(by, what, code)

    async def _with_pin(self, line: Line, asked: Asked) -> Asked:
        """A signature: the PIN is checked here and goes no further (GEN-006)."""
        pin = asked.data.get("pin", "")
        fits = await self.credentials.fit(
            line.station, line.person, pin if isinstance(pin, str) else ""
        )
        data = {name: value for name, value in asked.data.items() if name != "pin"}
        checked = {} if "confirmed" in data else {"confirmed": fits}
        return msgspec.structs.replace(asked, data=data, checked=checked)

    async def _sign_in(self, line: Line, said: protocol.SignIn) -> protocol.Done:
        """Unknown person, no PIN, wrong PIN: one and the same answer, in the same time."""
        if not POWERS[line.kind] & STAFF:
            raise Refusal("POSTE_SANS_SESSION", kind=line.kind)
        person = self._people.who(said.person)
        if not await self.credentials.fit(line.station, person, said.pin):
            by = By(person, Role.POSTE, line.station)
            await self.engine.trace(by, "SignIn", "CODE_PERSONNEL_FAUX")
            raise Refusal("CODE_PERSONNEL_FAUX")
        by = By(person, Role.MAISON, line.station)
        done = await self.engine.give(OpenSession(person, line.station), by)
        result = {**done.result, "person": person, "name": self._people.name(person)}
        return protocol.Done(said.id, done.seq, result)

    async def _ask(self, line: Line, said: protocol.Ask) -> protocol.Answer:
        question = Question(said.query, said.args, said.start, line.kind, line.roles)
        with self._traced(line, "Ask"):
            role = self._questions.role(question)
        if trace := self._questions.trace(question):
            await self.engine.give(trace, By(line.person, role, line.station))
        scribe = self.engine.scribe
        rows, more = await self.engine.read(
            lambda: self._questions.rows(scribe.hall.house, question)
        )
        return protocol.Answer(said.id, rows, more)

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
        day = written(gaming_day(self.engine.scribe.now().at))
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


def _plain(values: dict[str, Any]) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(values)
    return plain

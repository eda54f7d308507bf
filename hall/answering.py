"""What stations ask, and what they are told: orders, sign-ins, questions, errands (design §4)."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

import msgspec

from core.people import CloseSession, OpenSession
from core.rules import Refusal, Role
from core.signatures import Sign
from hall import errands, protocol
from hall.access import POWERS, STAFF
from hall.engine import Asked, Stopped
from hall.line import IN_FLIGHT, Line
from hall.questions import Question, Questions
from hall.scribe import By

if TYPE_CHECKING:
    from hall.server import Server

Request = protocol.Order | protocol.SignIn | protocol.SignOut | protocol.Ask
Spawn = Callable[[Coroutine[Any, Any, None]], None]
log = logging.getLogger("quine.hall")


class Answering:
    """Each request in a task of its own; they reach the engine in the order they came."""

    def __init__(self, server: Server, questions: Questions, spawn: Spawn) -> None:
        """`spawn` runs what outlives the line it came from."""
        self._server = server
        self._engine = server.engine
        self._people = server.engine.scribe.hall.people
        self._questions = questions
        self._spawn = spawn

    def answer(self, line: Line, said: Request) -> None:
        if len(line.tasks) >= IN_FLIGHT:
            line.say(protocol.Refused(said.id, "SALLE_OCCUPEE"))
            return
        task = asyncio.create_task(self._answered(line, said))
        line.tasks.add(task)
        task.add_done_callback(line.tasks.discard)

    async def _answered(self, line: Line, said: Request) -> None:
        try:
            match said:
                case protocol.Order():
                    seq, result = await self._order(line, said)
                    line.say(protocol.Done(said.id, seq, result))
                case protocol.SignIn():
                    line.say(await self._sign_in(line, said))
                case protocol.SignOut():
                    close = CloseSession(line.station, "PERSONNE")
                    done = await self._engine.give(
                        close, By(line.person, Role.MAISON, line.station)
                    )
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
                return await errands.run(self._server, line, asked)
        if said.type == Sign.__name__:
            asked = await self._with_pin(line, asked)
        answered = await self._engine.ask(asked)
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
            await self._engine.trace(by, what, code)

    async def _with_pin(self, line: Line, asked: Asked) -> Asked:
        """A signature: the PIN is checked here and goes no further (GEN-006)."""
        pin = asked.data.get("pin", "")
        fits = await self._server.credentials.fit(
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
        if not await self._server.credentials.fit(line.station, person, said.pin):
            by = By(person, Role.POSTE, line.station)
            await self._engine.trace(by, "SignIn", "CODE_PERSONNEL_FAUX")
            raise Refusal("CODE_PERSONNEL_FAUX")
        by = By(person, Role.MAISON, line.station)
        done = await self._engine.give(OpenSession(person, line.station), by)
        result = {**done.result, "person": person, "name": self._people.name(person)}
        return protocol.Done(said.id, done.seq, result)

    async def _ask(self, line: Line, said: protocol.Ask) -> protocol.Answer:
        question = Question(said.query, said.args, said.start, line.kind, line.roles)
        with self._traced(line, "Ask"):
            role = self._questions.role(question)
        if trace := self._questions.trace(question):
            await self._engine.give(trace, By(line.person, role, line.station))
        scribe = self._engine.scribe
        rows, more = await self._engine.read(
            lambda: self._questions.rows(scribe.hall.house, question)
        )
        return protocol.Answer(said.id, rows, more)


def _plain(values: dict[str, Any]) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(values)
    return plain

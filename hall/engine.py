"""The engine: one task that decides, writes, makes durable, answers, then publishes (design §4).

While a batch is being written orders gather for the next, and nobody reads the house: what is not
durable is never answered, shown, printed or spoken (GEN-016).
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

import msgspec

from core.clock import NoteClock
from core.rules import ORDERS, Fact, Order, Refusal, Role, told
from core.stations import StationKind
from hall.access import quality
from hall.answers import Answered, Answers, refused_values
from hall.clock import AdvanceClock, RehearsalClock
from hall.journal.contract import Journal, JournalFailure
from hall.scribe import THE_HALL, Broken, By, Scribe, powers
from hall.supply import must_not_fill
from hall.traces import Traces
from hall.waiting import Asked, Commit, Known, Stopped, Trace, Waiting

BATCH = 256  # orders in one commit
QUEUE = 2_000  # orders waiting; beyond, a station is told to wait
CHECKED_AFTER = frozenset({"PartieValidated", "PartieCancelled", "SeanceClosed"})
log = logging.getLogger("quine.hall")
T = TypeVar("T")

__all__ = ["BATCH", "QUEUE", "Asked", "Commit", "Engine", "Stopped"]


class Engine:
    """Owns the house while it runs. Everything else goes through `ask`, `give` and `read`."""

    def __init__(
        self, scribe: Scribe, journal: Journal, answers: Answers, *, check_always: bool
    ) -> None:
        """`check_always`, as in rehearsal: every invariant after every order."""
        self.scribe = scribe
        self.journal = journal
        self.answers = answers
        self.check_always = check_always
        self.stopped = ""  # why, once it has stopped
        self.seq = journal.head.seq  # the last durable line
        self.on_commit: list[Callable[[Commit], None]] = []
        self._urgent: deque[Waiting] = deque()
        self._queue: deque[Waiting] = deque()
        self._batch: list[Waiting] = []
        self._readers: deque[tuple[Callable[[], Any], asyncio.Future[Any]]] = deque()
        self._traces = Traces(scribe)
        self._facts: list[Fact] = []
        self._wake = asyncio.Event()
        self._closing = False
        self._halted = ""

    # -- for the rest of the hall -----------------------------------------------------------

    async def ask(self, asked: Asked) -> Answered:
        """A station's order. Raises `Refusal` (nothing happened) or `Stopped` (nobody knows)."""
        if len(self._queue) + len(self._urgent) >= QUEUE:
            raise Refusal("SALLE_OCCUPEE")
        urgent = getattr(ORDERS.get(asked.type), "urgent", False)
        return await self._enqueue(asked, THE_HALL, urgent=urgent)

    async def give(self, order: Order, by: By = THE_HALL) -> Answered:
        """An order of the hall itself. Raises `Refusal`, `Stopped`."""
        return await self._enqueue(order, by)

    async def trace(self, by: By, order_type: str, code: str) -> None:
        """Writes down a refusal decided outside the engine: a wrong PIN. Raises `Stopped`."""
        await self._enqueue(Trace(by, order_type, code), by)

    async def read(self, reading: Callable[[], T]) -> T:
        """Calls `reading` between two batches, when all that the house holds is durable."""
        if self.stopped:
            raise Stopped(self.stopped)
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._readers.append((reading, future))
        self._wake.set()
        return await future

    def close(self) -> None:
        """Ends `run` once what is waiting has been answered."""
        self._closing = True
        self._wake.set()

    def halt(self, why: str) -> None:
        """Ends `run` with `Broken`: what the house rests on is not what it seemed."""
        self._halted = why
        self._wake.set()

    async def run(self) -> None:
        """Until closed. Raises `JournalFailure` or `Broken` when the hall must stop."""
        try:
            while not (self._closing and not self._queue and not self._urgent):
                self._wake.clear()
                if self._halted:
                    raise Broken(self._halted)
                self._let_read()
                if not (self._queue or self._urgent or self._closing):
                    with suppress(TimeoutError):
                        await asyncio.wait_for(self._wake.wait(), self._until_due())
                await self._one_batch()
        except (JournalFailure, Broken) as fault:
            log.critical("the hall stops: %s", fault)
            self.stopped = f"{type(fault).__name__}: {fault}"
            raise
        finally:
            self._stop()

    # -- one batch --------------------------------------------------------------------------

    async def _one_batch(self) -> None:
        batch = self._batch = self._next_batch()
        self._note_clock()
        self._settle()
        for waiting in batch:
            waiting.outcome = self._decide(waiting)
        self._traces.flush(all=self._closing and not self._queue)
        lines = self.scribe.take()
        facts, self._facts = tuple(self._facts), []
        if lines:
            await self.journal.append(lines)
            self.seq = lines[-1].seq
        for waiting in batch:
            waiting.tell()
        if lines or batch:
            self._publish(Commit(self.seq, facts))
        if not lines:
            await asyncio.sleep(0)

    def _publish(self, commit: Commit) -> None:
        """What is durable stays so, whatever becomes of showing it."""
        for publish in self.on_commit:
            try:
                publish(commit)
            except Exception:
                log.exception("line %s could not be published", commit.seq)

    def _next_batch(self) -> list[Waiting]:
        """Stops first, then in order of arrival."""
        batch: list[Waiting] = []
        for queue in (self._urgent, self._queue):
            while queue and len(batch) < BATCH:
                batch.append(queue.popleft())
        return batch

    def _decide(self, waiting: Waiting) -> Answered | Refusal:
        what = waiting.what
        try:
            if isinstance(what, Asked):
                return self._of_station(what)
            if isinstance(what, Order):
                return self._written(self._given(what, waiting.by))
        except Refusal as refusal:
            if isinstance(what, Asked):
                self._refuse(what, refusal)
            return refusal
        self._traces.leave(what.by, what.order_type, what.code)
        return Answered(self.scribe.head.seq)

    def _of_station(self, asked: Asked) -> Answered:
        """The first answer again, or the order decided now."""
        known = self.answers.known(asked.station, asked.id, self.scribe.now().at)
        if known is not None:
            if known.code:
                raise Known(known.code, **known.result)
            return known
        advance = asked.type == AdvanceClock.__name__
        answered = self._advance(asked) if advance else self._asked(asked)
        self.answers.keep(asked.station, asked.id, answered)
        return answered

    def _asked(self, asked: Asked) -> Answered:
        house = self.scribe.hall.house
        session = house.people.signed_in.get(asked.station)
        person = session.person if session else ""
        if asked.person and asked.person != person:
            raise Refusal("SESSION_CHANGEE")
        order = self._order(asked)
        by = powers(type(order), house)
        role = quality(asked.kind, session.roles if session else (), by, asked.role)
        return self._written(self._given(order, By(person, role, asked.station, asked.id)))

    def _order(self, asked: Asked) -> Order:
        """The order as the core knows it. Refuses ORDRE_INCONNU, CHAMP_RESERVE, ORDRE_INVALIDE."""
        shape = ORDERS.get(asked.type)
        if shape is None:
            raise Refusal("ORDRE_INCONNU", type=asked.type)
        must_not_fill(shape, asked.data)
        try:
            return msgspec.convert({**asked.data, **asked.checked}, shape, str_keys=True)
        except (msgspec.ValidationError, RecursionError) as fault:
            raise Refusal("ORDRE_INVALIDE", type=asked.type, why=str(fault)[:160]) from None

    def _given(self, order: Order, by: By) -> tuple[Fact, ...]:
        """A rule that fails has changed nothing; it is a fault of ours, and told as such."""
        try:
            return self.scribe.give(order, by)
        except (Refusal, Broken):
            raise
        except Exception:
            log.exception("%s could not be decided", type(order).__name__)
            raise Refusal("ERREUR_INTERNE", type=type(order).__name__) from None

    def _written(self, facts: tuple[Fact, ...]) -> Answered:
        """What the order told, once the house has settled what it owes and been checked."""
        answered = Answered(self.scribe.head.seq, told(facts))
        self._facts.extend(facts)
        self._settle()
        if self.check_always or any(type(fact).__name__ in CHECKED_AFTER for fact in facts):
            self._check()
        return answered

    def _settle(self) -> None:
        self._facts.extend(self.scribe.settle())

    def _check(self) -> None:
        try:
            self.scribe.law.check(self.scribe.hall.house)
        except Exception as fault:
            raise Broken(f"{type(fault).__name__}: {fault}") from fault

    def _advance(self, asked: Asked) -> Answered:
        """The rehearsal's time goes on; what falls due meanwhile is done before the answer."""
        clock = self.scribe.clock
        if asked.kind is not StationKind.SIMULATOR or not isinstance(clock, RehearsalClock):
            raise Refusal("FONCTION_NON_AUTORISEE", by=[Role.SIMULATEUR])
        order = self._order(asked)
        assert isinstance(order, AdvanceClock)
        clock.advance(order.ms)
        self._settle()
        return Answered(self.scribe.head.seq, {"now": self.scribe.now().ms})

    def _refuse(self, asked: Asked, refusal: Refusal) -> None:
        """Writes it down, and remembers it as the answer of this order.

        An id of another day is neither: an honest station gives the order again under today's.
        """
        if isinstance(refusal, Known) or refusal.code == "ORDRE_PERIME":
            return
        remembered = refusal.code != "IDENTIFIANT_ILLISIBLE"
        by = By(asked.person, Role.POSTE, asked.station, asked.id if remembered else "")
        order_type = asked.type if asked.type in ORDERS else "INCONNU"
        self._traces.leave(by, order_type, refusal.code, refused_values(refusal))
        if remembered:
            answered = Answered(self.scribe.head.seq, refusal.values, refusal.code)
            self.answers.keep(asked.station, asked.id, answered)

    def _note_clock(self) -> None:
        """A civil clock that was moved is an incident; limits go on by the monotonic one."""
        if moved := self.scribe.moved_ms():
            self._facts.extend(self.scribe.give(NoteClock(moved)))

    # -- waking -----------------------------------------------------------------------------

    def _until_due(self) -> float | None:
        """Seconds until the house wants to be woken; None when only an order can wake it."""
        if self.scribe.clock.steps:
            return None
        times = [t for t in (self._traces.due_ms(), self.scribe.next_deadline()) if t is not None]
        return max(0, min(times) - self.scribe.now().ms) / 1000 + 0.001 if times else None

    def _let_read(self) -> None:
        while self._readers:
            reading, future = self._readers.popleft()
            if future.done():
                continue
            try:
                future.set_result(reading())
            except Exception as fault:
                future.set_exception(fault)

    async def _enqueue(
        self, what: Asked | Order | Trace, by: By, *, urgent: bool = False
    ) -> Answered:
        if self.stopped or self._closing:
            raise Stopped(self.stopped or "closing")
        waiting = Waiting(what, by, asyncio.get_running_loop().create_future())
        (self._urgent if urgent else self._queue).append(waiting)
        self._wake.set()
        return await waiting.answer

    def _stop(self) -> None:
        """Whoever waits learns that nobody knows; nothing is answered that is not durable."""
        self.stopped = self.stopped or "closed"
        for waiting in (*self._batch, *self._urgent, *self._queue):
            waiting.drop(self.stopped)
        for _, future in self._readers:
            if not future.done():
                future.set_exception(Stopped(self.stopped))
                future.exception()
        for queue in (self._urgent, self._queue, self._readers):
            queue.clear()

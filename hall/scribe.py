"""The scribe: an order becomes facts, facts become lines (design §3, §4).

Here the pure core meets the chain: decide, apply, write down. No file and no socket; the engine
makes the lines durable, a founding and a replay use the same scribe.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

import msgspec

from core.rules import ORDERS, Fact, Moment, Order, Refusal, Role, rule_for
from core.site import StartHall
from hall.clock import Clock, ClockGuard, gap_ms
from hall.journal.lines import Head, Line, Stamp, line
from hall.supply import Hall, supplied

MOST_DUTIES = 1000  # the house owes a few orders at a time; more is a loop
REACH_DEADLINE = "ReachDeadline"


class Law(Protocol):
    """What the hall asks of the core: `core.house`, or the tiny house of a test."""

    def decide(self, house: Any, order: Order, now: Moment) -> tuple[Fact, ...]: ...
    def apply(self, house: Any, fact: Fact) -> None: ...
    def deadlines(self, house: Any) -> Iterator[int]: ...
    def duties(self, house: Any) -> Iterator[Order]: ...
    def check(self, house: Any) -> None: ...
    def schema(self) -> str: ...


class By(msgspec.Struct, frozen=True):
    """Who gives an order: the hall itself unless told otherwise."""

    actor: str = ""
    role: Role = Role.MAISON
    station: str = ""
    order_id: str = ""


THE_HALL = By()


class Broken(Exception):  # noqa: N818 -- the end of this run
    """The house contradicts itself, or a fact could not be applied: nothing more is written."""


class Scribe:
    """Keeps the end of the chain; `take` hands over the lines that are not durable yet."""

    def __init__(self, hall: Hall, law: Law, clock: Clock, run_ms: int = 0) -> None:
        """`run_ms` are the hall milliseconds at which this run began."""
        self.hall = hall
        self.law = law
        self.clock = clock
        self.run_ms = run_ms
        self.starts = 0  # runs opened by this scribe
        self.last_at = ""  # of the last line written
        self.last_ms = 0
        self._guard = ClockGuard()
        self._lines: list[Line] = []

    @property
    def head(self) -> Head:
        return self.hall.journal_head

    def now(self, by: By = THE_HALL) -> Moment:
        """This very moment, as the core wants it."""
        reading = self.clock.read()
        ms = self.run_ms + reading.mono_ns // 1_000_000
        return Moment(reading.at, ms, by.actor, by.role, by.station)

    def start(self, order: StartHall, last_at: str, last_ms: int) -> tuple[Fact, ...]:
        """Opens a run: hall milliseconds go on where the last run stopped, by civil time."""
        self.clock.start_run(last_at)
        self.starts += 1
        self.run_ms = last_ms + (gap_ms(last_at, self.clock.read().at) if last_at else 0)
        return self.give(msgspec.structs.replace(order, stopped_ms=last_ms))

    def give(self, order: Order, by: By = THE_HALL) -> tuple[Fact, ...]:
        """Decides, applies, writes down. Raises `Refusal` and leaves nothing, or `Broken`."""
        if type(order) is StartHall:
            reading = msgspec.structs.replace(self.clock.read(), mono_ns=0)
        else:
            self.clock.tick()
            reading = self.clock.read()
        ms = self.run_ms + reading.mono_ns // 1_000_000
        now = Moment(reading.at, ms, by.actor, by.role, by.station)
        facts = self.law.decide(self.hall.house, supplied(self.hall, order, now), now)
        self._write(facts, by, reading.at, reading.mono_ns)
        return facts

    def note(self, fact: Fact, by: By) -> None:
        """Writes down what no rule decides: a refusal."""
        reading = self.clock.read()
        self._write((fact,), by, reading.at, reading.mono_ns)

    def moved_ms(self) -> int:
        """By how much the civil clock was moved since this was last asked (GEN-008)."""
        return self._guard.moved_ms(self.clock.read())

    def settle(self) -> list[Fact]:
        """Gives the orders that the house owes itself, until none is left. Raises `Broken`."""
        done: list[Fact] = []
        for _ in range(MOST_DUTIES):
            order = self._due() or next(iter(self.law.duties(self.hall.house)), None)
            if order is None:
                return done
            try:
                facts = self.give(order)
            except Refusal as refusal:
                raise Broken(
                    f"the house refuses its own {type(order).__name__}: {refusal}"
                ) from None
            if not facts:
                raise Broken(f"{type(order).__name__} settles nothing")
            done.extend(facts)
        raise Broken("the house owes more and more")

    def next_deadline(self) -> int | None:
        """Hall milliseconds at which to settle next."""
        return min(self.law.deadlines(self.hall.house), default=None)

    def take(self) -> list[Line]:
        lines, self._lines = self._lines, []
        return lines

    def _due(self) -> Order | None:
        deadline = self.next_deadline()
        if deadline is None or self.now().ms < deadline:
            return None
        return ORDERS[REACH_DEADLINE]()

    def _write(self, facts: tuple[Fact, ...], by: By, at: str, mono_ns: int) -> None:
        if facts:
            self.last_at, self.last_ms = at, self.run_ms + mono_ns // 1_000_000
        stamp = Stamp(at, mono_ns, by.order_id, by.actor, by.role, by.station)
        for fact in facts:
            made = line(self.head, stamp, fact)
            try:
                self.law.apply(self.hall.house, fact)
            except Exception as fault:
                raise Broken(f"{type(fact).__name__} could not be applied") from fault
            self._lines.append(made)
            self.hall.journal_head = made.head
            self.hall.last[type(fact).__name__] = made.head


def powers(order: type[Order], house: Any) -> frozenset[Role]:
    """Who may give this order in the *séance* in course. Refuses ORDRE_SANS_OBJET."""
    seance = house.bingo.current()
    return rule_for(order, seance.kind if seance else None).by

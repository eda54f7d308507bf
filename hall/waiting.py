"""What comes to the engine, what waits there, and what it tells when it is durable (design §4)."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

import msgspec

from core.rules import Fact, Order, Refusal, Role
from core.stations import StationKind
from hall.answers import Answered
from hall.scribe import By


class Stopped(Exception):  # noqa: N818 -- the hall no longer takes orders
    """Raised to whoever waits when the hall stops: whether the order was kept is not known."""


class Asked(msgspec.Struct, frozen=True):
    """An order as a station sent it. `person` is who stood there when it came.

    `checked` holds fields that the hall itself found out before queueing, such as a good PIN.
    """

    station: str
    kind: StationKind
    id: str
    type: str
    data: dict[str, Any] = {}
    role: Role | None = None
    person: str = ""
    checked: dict[str, Any] = {}


class Trace(msgspec.Struct, frozen=True):
    """A refusal decided outside the engine, to be written down."""

    by: By
    order_type: str
    code: str


class Commit(msgspec.Struct, frozen=True):
    """What a batch brought, durable, for whoever publishes it; perhaps only that time went on."""

    seq: int
    facts: tuple[Fact, ...]


@dataclass
class Waiting:
    """Something in the queue: a station's order, the hall's own, or a trace to leave."""

    what: Asked | Order | Trace
    by: By
    answer: asyncio.Future[Answered]
    outcome: Answered | Refusal | None = None

    def tell(self) -> None:
        if self.answer.done():
            return
        if isinstance(self.outcome, Refusal):
            self.answer.set_exception(self.outcome)
        else:
            self.answer.set_result(self.outcome or Answered(0))

    def drop(self, why: str) -> None:
        if not self.answer.done():
            self.answer.set_exception(Stopped(why))
            self.answer.exception()  # whoever waited may be gone


class Known(Refusal):
    """The refusal that this very order got the first time."""

"""What the house does when somebody moves the civil clock (GEN-008).

Limits of the law count on hall milliseconds and are not touched; that it happened is recorded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.rules import MAISON, Fact, Facts, Moment, Order, applies, rule

if TYPE_CHECKING:
    from core.house import House


class NoteClock(Order):
    """The hall saw the civil clock leave the monotonic one by this much, in milliseconds."""

    by_ms: int


class ClockMoved(Fact):
    """Negative when it went back. The incident register lists it with the moment of its line."""

    by_ms: int


@rule(NoteClock, by=MAISON, spec="GEN-008")
def note_clock(house: House, order: NoteClock, now: Moment) -> Facts:
    yield ClockMoved(order.by_ms)


@applies(ClockMoved)
def _moved(house: House, fact: ClockMoved) -> None:
    """A trace for the registers: time limits do not depend on the civil clock."""

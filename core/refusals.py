"""Refused orders leave a trace, so that nobody can try doors unseen (GEN-005, design §4).

The hall writes at most thirty a minute for a station, then one line that counts the rest. They
change nothing in the house.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.rules import Fact, applies

if TYPE_CHECKING:
    from core.house import House

MOST_A_MINUTE = 30


class OrderRefused(Fact):
    """`order_type` is an order, SignIn for a failed sign-in, Ask for a question; else INCONNU."""

    order_type: str
    code: str


class RefusalsSuppressed(Fact):
    count: int


@applies(OrderRefused)
def _refused(house: House, fact: OrderRefused) -> None:
    """A trace for the auditor: nothing in the house depends on it."""


@applies(RefusalsSuppressed)
def _suppressed(house: House, fact: RefusalsSuppressed) -> None:
    """A trace for the auditor: nothing in the house depends on it."""

"""Refused orders leave a trace, so that nobody can try doors unseen (GEN-005, design §4).

The hall writes at most thirty a minute for a station, then one line that counts the rest. They
change nothing in the house.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.rules import Fact, State, applies

if TYPE_CHECKING:
    from core.house import House

MOST_A_MINUTE = 30
SUSPECT = (
    *("RECEPISSE_NON_AUTHENTIQUE", "RECEPISSE_REMPLACE", "DEJA_ECHANGE"),
    *("BON_NON_AUTHENTIQUE", "BON_REMPLACE"),
)


class Suspicion(State):
    """A paper that was refused as forged, replaced or used: for the *directeur de séance* (FOR-049).

    The journal line of the refusal says when, where and who stood at the desk.
    """

    seance: str
    order: str
    code: str


class OrderRefused(Fact):
    """`order_type` is an order, SignIn for a failed sign-in, Ask for a question; else INCONNU.

    `values` is what the answer said beside its code, as JSON: sent twice, an order is answered
    alike, also when the hall was killed in between (design §4). Empty when there was nothing.
    """

    order_type: str
    code: str
    values: str = ""


class RefusalsSuppressed(Fact):
    count: int


@applies(OrderRefused)
def _refused(house: House, fact: OrderRefused) -> None:
    """A trace for the auditor; a suspect paper also opens a file for the *directeur de séance*."""
    if fact.code in SUSPECT:
        house.bingo.suspicions.append(Suspicion(house.bingo.course, fact.order_type, fact.code))


@applies(RefusalsSuppressed)
def _suppressed(house: House, fact: RefusalsSuppressed) -> None:
    """A trace for the auditor: nothing in the house depends on it."""

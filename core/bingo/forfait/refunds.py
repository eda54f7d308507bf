"""Who is owed back what, and out of which money: the facts that every refund is made of.

Arrêté du 14 mai 2007, art. 66-1-7, 66-1-10, 66-1-11; requirements FOR-037, FOR-042 to FOR-045, D-02,
D-32. Rounded up to the cent for each forfait; paid at the desk by `core/desk/refunds.py`.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import TYPE_CHECKING

from core.bingo.forfait.state import Registration, Status
from core.bingo.seance.state import Seance
from core.money import ceiled
from core.rules import Fact, Facts, Moment, applies

if TYPE_CHECKING:
    from core.house import House


class Cause(StrEnum):
    """Why money goes back, as REG-12 names it."""

    PARTIE_ANNULEE = "PARTIE_ANNULEE"
    ANNULATION = "ANNULATION"
    CHOIX_REPORT = "CHOIX_REPORT"
    ARRET = "ARRET"
    EXCLUSION = "EXCLUSION"
    DECISION = "DECISION"


STATUS = {
    Cause.ANNULATION: Status.REMBOURSE_TOTAL,
    Cause.CHOIX_REPORT: Status.REMBOURSE_TOTAL,
    Cause.EXCLUSION: Status.REMBOURSE_TOTAL,
    Cause.ARRET: Status.REMBOURSE_PRORATA,
}


class RefundOwed(Fact):
    """A line of REG-12 to be; `partie` is 0 unless it is for one *partie*."""

    tells = ("refund", "amount_c")

    refund: int
    seance: str
    number: int
    cause: Cause
    partie: int
    amount_c: int
    at: str
    by: str


class SaleUndone(Fact):
    """A sale taken back whole: it counts no more in the number sold, nor in the base (FOR-042)."""

    seance: str
    number: int
    cartons_c: int
    droits_c: int
    droits_of: str  # the séance that booked the registration fee


class RefundsFunded(Fact):
    """Where the cents come from, when the sale itself stays: four sources, in this order (D-56)."""

    seance: str
    partie: int
    cartons_c: int = 0
    droits_c: int = 0
    retenue_c: int = 0
    lots_c: int = 0
    maison_c: int = 0


def part_of_one_c(house: House, registration: Registration, seance: str) -> int:
    """The card part of one forfait for a *séance* it covers (FOR-015), cents."""
    offer = house.bingo.offers[registration.offer]
    return offer.parts_c[offer.seances.index(seance)]


def prorata_c(house: House, registration: Registration, seance: Seance, unplayed: int) -> int:
    """A × U / P for each forfait, rounded up (FOR-044, D-02), cents."""
    part_c = part_of_one_c(house, registration, seance.id)
    return ceiled(part_c, unplayed, seance.forfait.terms.parties) * registration.count


def fee_due_c(house: House, registration: Registration, seance: str) -> int:
    """The registration fee, due once: it goes back with the last of the *séances* it was for."""
    others = [status for name, status in registration.status.items() if name != seance]
    if any(status is not Status.REMBOURSE_TOTAL for status in others):
        return 0
    return house.bingo.offers[registration.offer].droits_c * registration.count


def undone(
    house: House, seance: Seance, number: int, cause: Cause, ahead: int, now: Moment
) -> Facts:
    """The whole participation fee of a receipt: card part, and registration fee (FOR-042)."""
    registration = house.bingo.registrations[number]
    part_c = part_of_one_c(house, registration, seance.id) * registration.count
    droits_c = fee_due_c(house, registration, seance.id)
    first = house.bingo.offers[registration.offer].seances[0]
    yield SaleUndone(seance.id, number, part_c, droits_c, first)
    yield owed(house, seance, number, cause, part_c + droits_c, now, ahead=ahead)


def owed(
    house: House,
    seance: Seance,
    number: int,
    cause: Cause,
    amount_c: int,
    now: Moment,
    *,
    partie: int = 0,
    ahead: int = 0,
) -> RefundOwed:
    refund = len(house.desk.refunds) + 1 + ahead
    return RefundOwed(refund, seance.id, number, cause, partie, amount_c, now.at, now.actor)


def all_undone(house: House, seance: Seance, cause: Cause, now: Moment) -> Facts:
    """Everybody who paid for this *séance* gets everything back."""
    for ahead, number in enumerate(refundable(house, seance)):
        yield from undone(house, seance, number, cause, ahead, now)


def refundable(house: House, seance: Seance) -> Iterable[int]:
    """Receipts that nobody has paid back yet."""
    gone = (Status.REMBOURSE_TOTAL, Status.REMBOURSE_PRORATA)
    for number in seance.forfait.numbers:
        registration = house.bingo.registrations[number]
        if registration.paid and registration.status[seance.id] not in gone:
            yield number


@applies(RefundOwed)
def _owed(house: House, fact: RefundOwed) -> None:
    house.desk.owe(
        fact.refund,
        fact.seance,
        fact.number,
        fact.cause,
        fact.partie,
        fact.amount_c,
        fact.at,
        fact.by,
    )
    registration = house.bingo.registrations[fact.number]
    registration.status[fact.seance] = STATUS.get(fact.cause, registration.status[fact.seance])
    if fact.cause is Cause.PARTIE_ANNULEE:
        registration.declined.setdefault(fact.seance, []).append(fact.partie)


@applies(SaleUndone)
def _undone(house: House, fact: SaleUndone) -> None:
    seance, registration = house.bingo.seances[fact.seance], house.bingo.registrations[fact.number]
    registration.undone.append(fact.seance)
    seance.forfait.sold -= registration.count
    seance.forfait.base_c -= fact.cartons_c
    paid_from = house.bingo.seances[fact.droits_of]
    paid_from.forfait.fees_c -= fact.droits_c
    books, owed_c = house.desk.books, seance.account("remboursements")
    books.move(seance.account("cartons"), owed_c, fact.cartons_c)
    books.move(paid_from.account("droits"), owed_c, fact.droits_c)


@applies(RefundsFunded)
def _funded(house: House, fact: RefundsFunded) -> None:
    seance = house.bingo.seances[fact.seance]
    books, target = house.desk.books, seance.account("remboursements")
    books.move(seance.account("cartons"), target, fact.cartons_c)
    books.move(seance.account("droits"), target, fact.droits_c)
    books.move(seance.account("cagnotte"), target, fact.retenue_c)
    books.move(seance.account("lots"), target, fact.lots_c)
    books.move("maison", target, fact.maison_c)
    seance.forfait.fees_c -= fact.droits_c
    if fact.partie:
        used = seance.forfait.retention_used
        used[fact.partie] = used.get(fact.partie, 0) + fact.retenue_c

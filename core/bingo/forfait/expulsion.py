"""Expulsion by the *directeur de séance*: for a time, or for good; the lots stay as announced.

Arrêté du 14 mai 2007, art. 66-1-11; requirements FOR-047, FOR-048, D-58, REG-14. The registration
fee is never paid back; the card part only by his own decision, at the casino's cost.
"""

from __future__ import annotations

from datetime import timedelta
from enum import StrEnum
from typing import TYPE_CHECKING

from core.bingo.forfait.refunds import Cause, RefundsFunded, owed, prorata_c
from core.bingo.forfait.state import Status
from core.bingo.seance.course import DecisionRecorded
from core.bingo.seance.state import Expulsion, Seance, Stage
from core.rules import DIRECTEUR_SEANCE, Fact, Facts, Moment, Order, Refusal, applies, rule

if TYPE_CHECKING:
    from core.house import House

LONGEST_MIN = 24 * 60
HELD = (Status.PAYE, Status.ECHANGE)


class Reason(StrEnum):
    """What the law allows expelling for."""

    FRAUDE = "FRAUDE"
    SCANDALE = "SCANDALE"
    ALTERATION = "ALTERATION"


class ExpelParticipant(Order):
    """Whoever holds a receipt, with all that he holds. 0 minutes: for good."""

    number: int
    reason: Reason
    text: str
    minutes: int = 0


class ReadmitParticipant(Order):
    """Before his time is over."""

    number: int


class GrantExpelled(Order):
    """The card part of the *parties* he did not play: A × U / P, nobody is obliged to (D-58)."""

    number: int
    text: str


class ParticipantExpelled(Fact):
    seance: str
    person: str
    numbers: tuple[int, ...]
    reason: Reason
    text: str
    partie: int
    unplayed: int
    since_ms: int
    until_ms: int | None
    at: str
    until: str
    by: str


class ParticipantReadmitted(Fact):
    seance: str
    person: str
    ms: int
    at: str


class ExpelledGranted(Fact):
    seance: str
    person: str
    amount_c: int


@rule(ExpelParticipant, by=DIRECTEUR_SEANCE, spec="FOR-006 FOR-047 FOR-048 FOR-049")
def expel_participant(house: House, order: ExpelParticipant, now: Moment) -> Facts:
    """A claim that was accepted stays; every later one gets SUSPENDUE or EXCLUE."""
    seance = house.bingo.seance
    seance.must_be(Stage.EN_TEST, Stage.OUVERTE, Stage.SUSPENDUE)
    person = _participant(house, seance, order.number)
    if not order.text.strip():
        raise Refusal("MOTIF_MANQUANT")
    if not 0 <= order.minutes <= LONGEST_MIN:
        raise Refusal("DUREE_D_EXPULSION", least=0, most=LONGEST_MIN)
    standing = seance.expelled(person, now.ms)
    if standing is not None and (standing.definitive or order.minutes):
        raise Refusal("DEJA_EXPULSE", number=order.number)
    minutes = timedelta(minutes=order.minutes)
    until = (now.civil + minutes).isoformat(timespec="milliseconds") if order.minutes else ""
    yield ParticipantExpelled(
        seance.id,
        person,
        tuple(_held_by(house, seance, person)),
        order.reason,
        order.text,
        seance.partie_n,
        seance.unplayed(),
        now.ms,
        now.ms + order.minutes * 60_000 if order.minutes else None,
        now.at,
        until,
        now.actor,
    )


def _participant(house: House, seance: Seance, number: int) -> str:
    registration = house.bingo.registration(number)
    if seance.id not in registration.status:
        raise Refusal("RECEPISSE_D_UNE_AUTRE_SEANCE", number=number)
    return registration.person


def _held_by(house: House, seance: Seance, person: str) -> list[int]:
    """His receipts for this *séance*."""
    registrations = house.bingo.registrations
    return [
        number
        for number in seance.forfait.numbers
        if registrations[number].person == person
        and registrations[number].status[seance.id] in HELD
    ]


@rule(ReadmitParticipant, by=DIRECTEUR_SEANCE, spec="FOR-047")
def readmit_participant(house: House, order: ReadmitParticipant, now: Moment) -> Facts:
    seance = house.bingo.seance
    person = _participant(house, seance, order.number)
    standing = seance.expelled(person, now.ms)
    if standing is None:
        raise Refusal("NON_EXPULSE", number=order.number)
    if standing.definitive:
        raise Refusal("EXPULSION_DEFINITIVE", number=order.number)
    yield ParticipantReadmitted(seance.id, person, now.ms, now.at)


@rule(GrantExpelled, by=DIRECTEUR_SEANCE, spec="FOR-008 FOR-048")
def grant_expelled(house: House, order: GrantExpelled, now: Moment) -> Facts:
    """24.00 × 5/8 from *partie* 4 of 8 on; borne by the casino, the announced lots do not move."""
    seance = house.bingo.seance
    person = _participant(house, seance, order.number)
    standing = seance.expelled(person, now.ms)
    if standing is None or not standing.definitive:
        raise Refusal("NON_EXPULSE", number=order.number)
    if standing.granted_c:
        raise Refusal("DEJA_ACCORDE", number=order.number)
    if not order.text.strip():
        raise Refusal("DECISION_VIDE")
    registrations = house.bingo.registrations
    amounts_c = {
        number: prorata_c(house, registrations[number], seance, standing.unplayed)
        for number in standing.numbers
    }
    total_c = sum(amounts_c.values())
    if not total_c:
        raise Refusal("RIEN_A_REMBOURSER", number=order.number)
    for ahead, (number, amount_c) in enumerate(amounts_c.items()):
        yield owed(house, seance, number, Cause.DECISION, amount_c, now, ahead=ahead)
    yield RefundsFunded(seance.id, 0, maison_c=total_c)
    yield ExpelledGranted(seance.id, person, total_c)
    yield DecisionRecorded(
        seance.id, "remboursement après expulsion", order.text, "66-1-11", now.at, now.actor
    )


@applies(ParticipantExpelled)
def _expelled(house: House, fact: ParticipantExpelled) -> None:
    """For good: his receipts too; for a time, the clock alone says when they count again."""
    seance = house.bingo.seances[fact.seance]
    seance.expulsions.append(
        Expulsion(
            fact.person,
            fact.numbers,
            fact.reason,
            fact.text,
            fact.at,
            fact.by,
            fact.partie,
            fact.unplayed,
            fact.since_ms,
            fact.until_ms,
            fact.until,
        )
    )
    if fact.until_ms is None:
        for number in fact.numbers:
            house.bingo.registrations[number].status[fact.seance] = Status.EXCLU


@applies(ParticipantReadmitted)
def _readmitted(house: House, fact: ParticipantReadmitted) -> None:
    standing = house.bingo.seances[fact.seance].expelled(fact.person, fact.ms)
    assert standing is not None  # the rule saw it
    standing.until_ms, standing.until = fact.ms, fact.at


@applies(ExpelledGranted)
def _granted(house: House, fact: ExpelledGranted) -> None:
    for expulsion in house.bingo.seances[fact.seance].expulsions:
        if expulsion.person == fact.person and expulsion.definitive:
            expulsion.granted_c = fact.amount_c

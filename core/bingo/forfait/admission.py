"""Whether somebody takes part: decided by the *directeur de séance*, never above the law.

Arrêté du 14 mai 2007, art. 66-1-11; requirements FOR-008, FOR-050, GEN-013 to GEN-015, REG-25.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from core.bingo.forfait.state import Status
from core.bingo.seance.course import DecisionRecorded
from core.bingo.seance.state import Stage
from core.people import Flags, must_be_admissible
from core.rules import DIRECTEUR_SEANCE, Fact, Facts, Moment, Order, Refusal, applies, rule

if TYPE_CHECKING:
    from core.house import House


class DecideAdmission(Order):
    """A dispute on a receipt: « admis », and it is exchanged without its paper; or not."""

    supplied: ClassVar = ("flags",)

    number: int
    admitted: bool
    text: str
    flags: Flags = Flags()


class AdmissionDecided(Fact):
    seance: str
    number: int
    admitted: bool


@rule(DecideAdmission, by=DIRECTEUR_SEANCE, spec="FOR-008 FOR-050")
def decide_admission(house: House, order: DecideAdmission, now: Moment) -> Facts:
    seance = house.bingo.seance
    seance.must_be(Stage.EN_TEST, Stage.OUVERTE, Stage.SUSPENDUE)
    registration = house.bingo.registration(order.number)
    status = registration.status.get(seance.id)
    if status not in (Status.PAYE, Status.ECHANGE, Status.BLOQUE_EXCLUSION):
        raise Refusal("RECEPISSE_NON_PAYE", number=order.number, status=status)
    if not order.text.strip():
        raise Refusal("DECISION_VIDE")
    if order.admitted:
        must_be_admissible(order.flags)  # no decision overrides a hard limit (FOR-008)
    elif status is Status.ECHANGE:
        raise Refusal("DEJA_ECHANGE", number=order.number)  # from here on it is an expulsion
    yield AdmissionDecided(seance.id, order.number, order.admitted)
    said = "admis" if order.admitted else "non admis"
    text = f"récépissé {order.number} : {said} — {order.text}"
    yield DecisionRecorded(seance.id, "droit à participer", text, "66-1-11", now.at, now.actor)


@applies(AdmissionDecided)
def _decided(house: House, fact: AdmissionDecided) -> None:
    """Blocked by mistake, a receipt is again what it was."""
    registration = house.bingo.registrations[fact.number]
    registration.admitted[fact.seance] = fact.admitted
    if fact.admitted and registration.status[fact.seance] is Status.BLOQUE_EXCLUSION:
        given = fact.seance in registration.exchanges
        registration.status[fact.seance] = Status.ECHANGE if given else Status.PAYE

"""Two papers of one number, or a doubtful carton: the committee's member decides (BIN-046, SM-02)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.bingo.incidents import IncidentRecorded
from core.bingo.partie.state import Verdict
from core.rules import ANIMATEUR, MCD, Fact, Facts, Moment, Order, Refusal, applies, rule

if TYPE_CHECKING:
    from core.house import House


class DisputeCarton(Order):
    number: int
    reason: str


class ArbitrateCarton(Order):
    number: int
    valid: bool
    reason: str


class CartonDisputed(Fact):
    number: int


class CartonArbitrated(Fact):
    number: int
    valid: bool
    by: str


@rule(DisputeCarton, by=ANIMATEUR, spec="BIN-046")
def dispute_carton(house: House, order: DisputeCarton, now: Moment) -> Facts:
    seance = house.bingo.seance
    partie = seance.partie
    claimed = {claim.number for claim in partie.standing.claims}
    if order.number not in claimed:
        raise Refusal("CARTON_NON_PRESENTE", number=order.number)
    if order.number in partie.disputes:
        raise Refusal("LITIGE_EN_COURS", numbers=[order.number])
    yield CartonDisputed(order.number)
    nature, text = "CARTON_EN_DOUBLE", f"{order.number} {order.reason}"
    yield IncidentRecorded(now.at, seance.id, partie.n, partie.rank, nature, text, now.actor)


@rule(ArbitrateCarton, by=MCD, spec="BIN-046")
def arbitrate_carton(house: House, order: ArbitrateCarton, now: Moment) -> Facts:
    seance = house.bingo.seance
    partie = seance.partie
    if order.number not in partie.disputes:
        raise Refusal("AUCUN_LITIGE", number=order.number)
    yield CartonArbitrated(order.number, order.valid, now.actor)
    text = f"{order.number} {'valide' if order.valid else 'rejeté'} : {order.reason}"
    yield IncidentRecorded(now.at, seance.id, partie.n, partie.rank, "ARBITRAGE", text, now.actor)


@applies(CartonDisputed)
def _disputed(house: House, fact: CartonDisputed) -> None:
    partie = house.bingo.seance.partie
    partie.disputes.append(fact.number)
    for claim in partie.standing.claims:
        if claim.number == fact.number and claim.verdict is Verdict.VALIDE:
            claim.verdict, claim.held = Verdict.LITIGE, True


@applies(CartonArbitrated)
def _arbitrated(house: House, fact: CartonArbitrated) -> None:
    partie = house.bingo.seance.partie
    partie.disputes.remove(fact.number)
    if not fact.valid:
        partie.rejected.append(fact.number)
    else:
        for claim in partie.standing.claims:
            if claim.number == fact.number and claim.held:
                claim.verdict, claim.held = Verdict.VALIDE, False

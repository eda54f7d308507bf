"""What organisers add to a lot: cash or an object, never above 250 000 € in all (FOR-033, D-38).

Arrêté du 14 mai 2007, art. 66-1-9. Not part of the 65 %, nor of the retention's base.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.bingo.forfait.state import Contribution, Registrations
from core.bingo.partie.state import Combination, Phase, together
from core.money import written
from core.rules import DIRECTEUR_SEANCE, MCD, Fact, Facts, Moment, Order, Refusal, applies, rule
from core.site import COMPLEMENT_MAX_C

if TYPE_CHECKING:
    from core.house import House


class AddContribution(Order):
    """`object` names a lot in kind with its declared value; else the cash is what counts."""

    partie: int
    combination: Combination
    cash_c: int = 0
    object: str = ""
    value_c: int = 0


class ContributionAdded(Fact):
    tells = ("total_c",)

    seance: str
    partie: int
    combination: Combination
    cash_c: int
    object: str
    value_c: int
    total_c: int


@rule(AddContribution, by=MCD | DIRECTEUR_SEANCE, spec="FOR-033 FOR-034")
def add_contribution(house: House, order: AddContribution, now: Moment) -> Facts:
    seance = house.bingo.seance
    seance.forfait.must_be(Registrations.LOTS_ALLOUES, Registrations.ANNONCEES)
    partie = seance.parties.get(order.partie)
    if partie is None or partie.phase is not Phase.LOTS_CALCULES:
        raise Refusal("LOTS_DEJA_ANNONCES", partie=order.partie)
    if min(order.cash_c, order.value_c) < 0 or not (order.cash_c or order.object):
        raise Refusal("PARTICIPATION_VIDE")
    already_c = sum(added.cash_c + added.value_c for added in seance.forfait.contributions)
    total_c = already_c + order.cash_c + order.value_c
    if total_c > COMPLEMENT_MAX_C:
        raise Refusal("PARTICIPATION_MAXIMALE", most=written(COMPLEMENT_MAX_C))
    yield ContributionAdded(
        seance.id,
        order.partie,
        order.combination,
        order.cash_c,
        order.object,
        order.value_c,
        total_c,
    )


@applies(ContributionAdded)
def _added(house: House, fact: ContributionAdded) -> None:
    seance = house.bingo.seances[fact.seance]
    seance.forfait.contributions.append(
        Contribution(fact.partie, fact.combination, fact.cash_c, fact.object, fact.value_c)
    )
    lot = seance.parties[fact.partie].lot(fact.combination)
    lot.complement_c += fact.cash_c
    lot.object = together(lot.object, fact.object)
    house.desk.books.move("maison", seance.account("lots"), fact.cash_c)

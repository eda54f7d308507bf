"""Forfaits for several *séances* at one price; the card part is split over them (FOR-015, D-46)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.bingo.forfait.state import Offer, Registrations
from core.money import by_weight
from core.rules import DIRECTEUR_RESPONSABLE, Fact, Facts, Moment, Order, Refusal, applies, rule

if TYPE_CHECKING:
    from core.house import House


class PlanOffer(Order):
    seances: tuple[str, ...]
    part_cartons_c: int
    droits_c: int


class OfferPlanned(Fact):
    tells = ("offer",)

    offer: str
    seances: tuple[str, ...]
    part_cartons_c: int
    droits_c: int
    parts_c: tuple[int, ...]


@rule(PlanOffer, by=DIRECTEUR_RESPONSABLE, spec="FOR-011 FOR-015")
def plan_offer(house: House, order: PlanOffer, now: Moment) -> Facts:
    """In proportion to the cartons each *séance* gives: 50.00 over 8 × 3 and 10 × 3 is 22.22, 27.78."""
    if len(set(order.seances)) != len(order.seances) or len(order.seances) < 2:
        raise Refusal("DEUX_SEANCES_AU_MOINS")
    if order.part_cartons_c < 1 or order.droits_c < 0:
        raise Refusal("FORFAIT_SANS_CARTON")
    ordered = sorted(order.seances, key=lambda name: house.bingo.seance_named(name).day)
    forfaits = [house.bingo.seance_named(name).forfait for name in ordered]
    for forfait in forfaits:
        forfait.must_be(Registrations.FERMEES, Registrations.OUVERTES)
    weights = tuple(forfait.terms.parties * forfait.terms.cartons for forfait in forfaits)
    yield OfferPlanned(
        "+".join(ordered),
        tuple(ordered),
        order.part_cartons_c,
        order.droits_c,
        by_weight(order.part_cartons_c, weights),
    )


@applies(OfferPlanned)
def _planned(house: House, fact: OfferPlanned) -> None:
    house.bingo.offers[fact.offer] = Offer(
        fact.seances, fact.part_cartons_c, fact.droits_c, fact.parts_c
    )

"""Winning cartons are kept twenty-eight days, then two people may have them destroyed.

Arrêté du 14 mai 2007, art. 66-1-1; requirement BIN-014, REG-04, D-08. The day of recovery does not
count: recovered on 1 March, kept until the 29th, destroyed from the 30th.
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

from core.bingo.seance import statements
from core.bingo.seance.state import Archived, Seance
from core.rules import MCD, Fact, Facts, Moment, Order, Refusal, applies, rule

if TYPE_CHECKING:
    from core.house import House


class DestroyCartons(Order):
    """All winning cartons of a *séance*, once « destruction:seance » bears its two signatures."""

    seance: str


class CartonsDestroyed(Fact):
    tells = ("count",)

    seance: str
    count: int
    at: str
    by: str
    witness: str


@rule(DestroyCartons, by=MCD, spec="BIN-014 GEN-006")
def destroy_cartons(house: House, order: DestroyCartons, now: Moment) -> Facts:
    seance = house.bingo.seance_named(order.seance)
    kept = [carton for carton in seance.archive if not carton.destroyed_at]
    if not kept:
        raise Refusal("AUCUN_CARTON_A_DETRUIRE", seance=seance.id)
    from_day = max(destroyable_from(seance, carton) for carton in kept)
    if now.day < from_day:
        raise Refusal("CONSERVATION_DES_CARTONS", from_day=from_day.isoformat())
    document = f"destruction:{seance.id}"
    digest = statements.digest_of(house, document)
    signed = digest is not None and house.signatures.is_signed(document, digest)
    hands = [signature.person for signature in house.signatures.given.get(document, ())]
    if not signed or now.actor not in hands:
        raise Refusal("DOCUMENT_NON_SIGNE", document=document)
    witness = next(person for person in hands if person != now.actor)
    yield CartonsDestroyed(seance.id, len(kept), now.at, now.actor, witness)


def destroyable_from(seance: Seance, carton: Archived) -> date:
    """The first day on which a recovered carton may be destroyed."""
    recovered = date.fromisoformat(carton.at[:10])
    return recovered + timedelta(days=seance.parameters.conservation_cartons_j + 1)


@applies(CartonsDestroyed)
def _destroyed(house: House, fact: CartonsDestroyed) -> None:
    for carton in house.bingo.seances[fact.seance].archive:
        if not carton.destroyed_at:
            carton.destroyed_at, carton.destroyed_by = fact.at, fact.by
            carton.witness = fact.witness

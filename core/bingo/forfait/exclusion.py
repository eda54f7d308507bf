"""A person barred after paying: his receipt is blocked, his cartons win nothing any more.

GEN-014, SM-05, D-32; art. 66-1-9. His cartons stay in the run: no number is ever missing. Where none
was issued, the *directeur responsable* decides that the whole participation fee goes back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from core.bingo.forfait.exchange import ReceiptBlocked
from core.bingo.forfait.refunds import (
    Cause,
    RefundsFunded,
    fee_due_c,
    owed,
    part_of_one_c,
    undone,
)
from core.bingo.forfait.state import Registration, Status
from core.bingo.seance.state import Seance
from core.people import Flags
from core.rules import (
    DIRECTEUR_RESPONSABLE,
    DIRECTEUR_SEANCE,
    MCD,
    Facts,
    Moment,
    Order,
    Refusal,
    rule,
)

if TYPE_CHECKING:
    from core.house import House


class BlockReceipt(Order):
    """The list of the minister bars a person whose forfait is paid or exchanged."""

    supplied: ClassVar = ("flags",)

    number: int
    flags: Flags = Flags()


class RefundBlocked(Order):
    """Of a receipt that is blocked, or whose holder was not admitted (D-32, FOR-050)."""

    seance: str
    number: int


@rule(BlockReceipt, by=MCD | DIRECTEUR_SEANCE, spec="GEN-014 BIN-047")
def block_receipt(house: House, order: BlockReceipt, now: Moment) -> Facts:
    """Nobody is blocked at will: only whom the list names at this moment."""
    seance = house.bingo.seance
    registration = house.bingo.registration(order.number)
    status = registration.status.get(seance.id)
    if status is Status.BLOQUE_EXCLUSION:
        raise Refusal("BLOQUE_EXCLUSION", number=order.number)
    if status not in (Status.PAYE, Status.ECHANGE):
        raise Refusal("RECEPISSE_NON_PAYE", number=order.number, status=status)
    if not order.flags.excluded:
        raise Refusal("PERSONNE_NON_EXCLUE", number=order.number)
    yield ReceiptBlocked(seance.id, order.number, "BLOQUE_EXCLUSION")


@rule(RefundBlocked, by=DIRECTEUR_RESPONSABLE, spec="GEN-014 FOR-050")
def refund_blocked(house: House, order: RefundBlocked, now: Moment) -> Facts:
    """Before the lots are drawn the sale is undone; afterwards they stay, and the casino pays."""
    seance = house.bingo.seance_named(order.seance)
    registration = house.bingo.registration(order.number)
    _must_be_kept_out(registration, seance)
    if seance.forfait.pools is None and seance.forfait.stopped is None:
        yield from undone(house, seance, order.number, Cause.EXCLUSION, 0, now)
        return
    part_c = part_of_one_c(house, registration, seance.id) * registration.count
    fee_c = fee_due_c(house, registration, seance.id)
    first = house.bingo.offers[registration.offer].seances[0] == seance.id
    droits_c = fee_c if first else 0
    yield owed(house, seance, order.number, Cause.EXCLUSION, part_c + fee_c, now)
    yield RefundsFunded(seance.id, 0, droits_c=droits_c, maison_c=part_c + fee_c - droits_c)


def _must_be_kept_out(registration: Registration, seance: Seance) -> None:
    """Whoever has had cartons in hand has taken part: nothing is decided here for him."""
    status = registration.status.get(seance.id)
    refused = registration.admitted.get(seance.id) is False and status is Status.PAYE
    if status is not Status.BLOQUE_EXCLUSION and not refused:
        raise Refusal("RECEPISSE_NON_BLOQUE", number=registration.number)
    if seance.id in registration.exchanges:
        raise Refusal("CARTONS_DEJA_REMIS", number=registration.number)

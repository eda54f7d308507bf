"""A person barred after the exchange: his receipt is blocked, his cartons win nothing any more.

GEN-014, SM-05, D-32; art. 66-1-9. His cartons stay in the run: no number is ever missing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from core.bingo.forfait.exchange import ReceiptBlocked
from core.bingo.forfait.state import Status
from core.people import Flags
from core.rules import DIRECTEUR_SEANCE, MCD, Facts, Moment, Order, Refusal, rule

if TYPE_CHECKING:
    from core.house import House


class BlockReceipt(Order):
    """The list of the minister bars a person whose forfait is paid or exchanged."""

    supplied: ClassVar = ("flags",)

    number: int
    flags: Flags = Flags()


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

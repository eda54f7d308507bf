"""What is owed back to a participant, and its payment: at the bingo desk, once, against the receipt.

Arrêté du 14 mai 2007, art. 66-1-7, 66-1-10, 66-1-11; requirements FOR-037, FOR-042 to FOR-044,
FOR-051, REG-12. Who is owed what is decided in `core/bingo`; the money waits in the account
« seance/remboursements ».
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from core.rules import CAISSIER, Fact, Facts, Moment, Order, Refusal, State, applies, rule

if TYPE_CHECKING:
    from core.house import House

ESPECES, CARTE = "ESPECES", "CARTE"


class Refund(State):
    """Cents owed to the holder of a receipt; `partie` is 0 unless one *partie* is refunded."""

    seance: str
    number: int
    cause: str
    partie: int
    amount_c: int
    at: str
    by: str
    paid_at: str = ""
    paid_by: str = ""
    means: str = ""

    @property
    def due(self) -> bool:
        return not self.paid_at


class PayRefunds(Order):
    """All that a receipt is owed. A card that paid may be credited, with its slip number.

    `code` is the paper's own when it was scanned: then its seal and its copy number count.
    """

    supplied: ClassVar = ("authentic", "copy")

    number: int
    person: str
    means: str = ESPECES
    reference: str = ""
    code: str = ""
    copy: int = 0
    authentic: bool = True


class RefundsPaid(Fact):
    tells = ("number", "amount_c")

    number: int
    refunds: tuple[int, ...]
    parts_c: dict[str, int]  # account -> cents that leave it
    amount_c: int
    means: str
    reference: str
    till: str
    at: str
    by: str


@rule(PayRefunds, by=CAISSIER, spec="FOR-037 FOR-042 FOR-043 FOR-044 FOR-051")
def pay_refunds(house: House, order: PayRefunds, now: Moment) -> Facts:
    till = house.desk.till_of(now.station)
    if till.cashier != now.actor:
        raise Refusal("CAISSE_D_UN_AUTRE", till=now.station)
    _must_be_his(house, order)
    owed = house.desk.owed(order.number)
    if not owed:
        raise Refusal("RIEN_A_REMBOURSER", number=order.number)
    if order.means not in (ESPECES, CARTE):
        raise Refusal("MOYEN_DE_PAIEMENT", means=order.means)
    if order.means == CARTE and not order.reference.strip():
        raise Refusal("TICKET_DE_CARTE_MANQUANT")
    amount_c = sum(refund.amount_c for refund in owed.values())
    if order.means == ESPECES and till.expected_c < amount_c:
        raise Refusal("CAISSE_INSUFFISANTE", amount_c=amount_c)
    parts_c: dict[str, int] = {}
    for refund in owed.values():
        account = house.bingo.seances[refund.seance].account("remboursements")
        parts_c[account] = parts_c.get(account, 0) + refund.amount_c
    yield RefundsPaid(
        order.number,
        tuple(owed),
        parts_c,
        amount_c,
        order.means,
        order.reference,
        now.station,
        now.at,
        now.actor,
    )


def _must_be_his(house: House, order: PayRefunds) -> None:
    if not order.authentic:
        raise Refusal("RECEPISSE_NON_AUTHENTIQUE", number=order.number)
    registration = house.bingo.registration(order.number)
    copy = house.papers.copy_in_force("recepisse", str(order.number))
    if order.code and order.copy != copy:
        raise Refusal("RECEPISSE_REMPLACE", number=order.number, copy=copy)
    if order.person != registration.person:
        raise Refusal("RECEPISSE_PERSONNEL", number=order.number)


@applies(RefundsPaid)
def _paid(house: House, fact: RefundsPaid) -> None:
    desk = house.desk
    for number in fact.refunds:
        refund = desk.refunds[number]
        refund.paid_at, refund.paid_by, refund.means = fact.at, fact.by, fact.means
    for account, cents in fact.parts_c.items():
        desk.books.move(account, "joueurs", cents)
    if fact.means == ESPECES:
        desk.tills[fact.till].paid_c += fact.amount_c
    else:
        desk.electronic_c -= fact.amount_c
    document, cents = str(fact.number), -fact.amount_c
    desk.note(fact.at, fact.till, "REMBOURSEMENT", document, fact.by, cents, fact.means)

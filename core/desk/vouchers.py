"""Payment of lots, at the bingo desk alone, once, against voucher and recovered carton.

Arrêté du 14 mai 2007, art. 66-1-6; requirements BIN-050, BIN-057, BIN-058, GEN-014, SCN-002, D-26.
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING, ClassVar

from core.people import Flags
from core.rules import CAISSIER, MCD, Fact, Facts, Moment, Order, Refusal, State, applies, rule

if TYPE_CHECKING:
    from core.house import House


class Voucher(State):
    """A *bon de gain*: payable once its *partie* is validated. Amounts in cents."""

    seance: str
    partie: int
    serie: int
    carton: int
    combination: str
    amount_c: int
    object: str
    issued_at: str
    paid_at: str = ""
    paid_by: str = ""
    expired_at: str = ""

    @property
    def due(self) -> bool:
        """Still owed to whoever won it."""
        return not self.paid_at and not self.expired_at


class PayLot(Order):
    """`code` is the paper's own when it was scanned: then its seal and its copy number count."""

    supplied: ClassVar = ("authentic", "copy", "flags")

    voucher: int
    code: str = ""
    copy: int = 0
    authentic: bool = True
    flags: Flags = Flags()


class LotPaid(Fact):
    tells = ("voucher", "amount_c", "object")

    voucher: int
    amount_c: int
    object: str
    account: str
    till: str
    at: str
    by: str


class ExpireVouchers(Order):
    """What nobody fetched in twenty-eight days goes to the *orphelins* (BIN-057, D-26)."""


class VoucherExpired(Fact):
    """A line of the *carnet d'orphelins* REG-08; the cents leave `account`, the *séance*'s lots."""

    tells = ("voucher",)

    voucher: int
    amount_c: int
    account: str
    reference: str
    at: str
    by: str


@rule(PayLot, by=CAISSIER, spec="BIN-050 BIN-057 BIN-058 GEN-014")
def pay_lot(house: House, order: PayLot, now: Moment) -> Facts:
    till = house.desk.till_of(now.station)
    if till.cashier != now.actor:
        raise Refusal("CAISSE_D_UN_AUTRE", till=now.station)
    if not order.authentic:
        raise Refusal("BON_NON_AUTHENTIQUE", voucher=order.voucher)
    voucher = house.desk.voucher(order.voucher)
    if voucher.paid_at:
        raise Refusal("DEJA_PAYE", voucher=order.voucher, at=voucher.paid_at)
    last_day = payable_until(house, voucher)
    if voucher.expired_at or now.day > last_day:
        raise Refusal("BON_PERIME", voucher=order.voucher, day=last_day.isoformat())
    copy = house.papers.copy_in_force("bon_de_gain", str(order.voucher))
    if order.code and order.copy != copy:
        raise Refusal("BON_REMPLACE", voucher=order.voucher, copy=copy)
    seance = house.bingo.seances[voucher.seance]
    if not seance.parties[voucher.partie].validated_at:
        raise Refusal("PARTIE_NON_VALIDEE", partie=voucher.partie)
    if order.flags.excluded:
        raise Refusal("INTERDIT_DE_JEU")
    if till.expected_c < voucher.amount_c:
        raise Refusal("CAISSE_INSUFFISANTE", amount_c=voucher.amount_c)
    yield LotPaid(
        order.voucher,
        voucher.amount_c,
        voucher.object,
        seance.account("lots"),
        now.station,
        now.at,
        now.actor,
    )


def payable_until(house: House, voucher: Voucher) -> date:
    """The last day on which it is paid; the day of the win is not counted, as for cartons (D-08)."""
    parameters = house.bingo.seances[voucher.seance].parameters
    return date.fromisoformat(voucher.issued_at[:10]) + timedelta(days=parameters.validite_bons_j)


@rule(ExpireVouchers, by=CAISSIER | MCD, spec="BIN-057 CSH-009")
def expire_vouchers(house: House, order: ExpireVouchers, now: Moment) -> Facts:
    expired = [
        (number, voucher)
        for number, voucher in house.desk.vouchers.items()
        if voucher.due and now.day > payable_until(house, voucher)
    ]
    if not expired:
        raise Refusal("AUCUN_BON_PERIME")
    for number, voucher in expired:
        account = house.bingo.seances[voucher.seance].account("lots")
        reference = f"{voucher.seance}/{voucher.partie}/bon {number}"
        yield VoucherExpired(number, voucher.amount_c, account, reference, now.at, now.actor)


@applies(VoucherExpired)
def _expired(house: House, fact: VoucherExpired) -> None:
    house.desk.vouchers[fact.voucher].expired_at = fact.at
    house.desk.deposit_orphelin(fact.at, "BON_PERIME", fact.reference, fact.amount_c)
    house.desk.books.move(fact.account, "orphelins", fact.amount_c)


@applies(LotPaid)
def _paid(house: House, fact: LotPaid) -> None:
    voucher = house.desk.vouchers[fact.voucher]
    voucher.paid_at, voucher.paid_by = fact.at, fact.by
    house.desk.books.move(fact.account, "joueurs", fact.amount_c)
    house.desk.tills[fact.till].paid_c += fact.amount_c
    house.desk.note(fact.at, fact.till, "LOT", str(fact.voucher), fact.by, -fact.amount_c)

"""Payment of lots: BIN-050, BIN-057, BIN-058, GEN-014, CSH-009, D-26."""

import pytest
from night import SEANCE

from core.bingo.seance.closing import BeginClosing, CloseSeance
from core.desk.till import OpenTill
from core.desk.vouchers import ExpireVouchers, PayLot
from core.people import Flags
from core.rules import Role


@pytest.fixture
def payable(night):
    """Voucher 1: quine of 22.00 to carton 1; voucher 2: bingo of 74.00 to carton 2."""
    return night.announced().plays()


@pytest.mark.spec("BIN-057")
def test_a_voucher_is_paid_once(payable):
    before_c = payable.house.desk.tills["caisse-1"].expected_c
    assert payable.gives(PayLot(2)).result["amount_c"] == 74_00
    assert payable.house.desk.tills["caisse-1"].expected_c == before_c - 74_00
    assert payable.account("lots") == 936_00 - 74_00
    payable.refuses(PayLot(2), "DEJA_PAYE")
    payable.refuses(PayLot(99), "BON_INCONNU")


@pytest.mark.spec("BIN-050", "BIN-058")
def test_only_the_cashier_of_an_open_till_pays(payable):
    for role in set(Role) - {Role.CAISSIER}:
        payable.refuses(PayLot(1), "FONCTION_NON_AUTORISEE", role)
    payable.refuses(PayLot(1), "CAISSE_FERMEE", station="caisse-9")
    payable.refuses(PayLot(1), "CAISSE_D_UN_AUTRE", actor="autre")


@pytest.mark.spec("BIN-057", "PRT-009")
def test_a_forged_or_replaced_voucher_is_not_paid(payable):
    payable.refuses(PayLot(1, authentic=False), "BON_NON_AUTHENTIQUE")
    payable.house.papers.copies["bon_de_gain:1"] = 1
    assert payable.refuses(PayLot(1, code="L…", copy=0), "BON_REMPLACE")["copy"] == 1
    payable.gives(PayLot(1, code="L…", copy=1))


@pytest.mark.spec("GEN-014")
def test_an_excluded_winner_is_not_paid(payable):
    barred = Flags(known=True, age=40, excluded=True)
    payable.refuses(PayLot(1, flags=barred), "INTERDIT_DE_JEU")


@pytest.mark.spec("CSH-028")
def test_a_till_pays_what_lies_in_it(payable):
    payable.gives(OpenTill({100: 1}), station="caisse-2")
    payable.refuses(PayLot(2), "CAISSE_INSUFFISANTE", station="caisse-2")


@pytest.fixture
def unpaid(night):
    """All parties played, nobody fetched anything; closed on 20/06."""
    night.announced()
    for _ in range(8):
        night.plays()
    return night.gives(BeginClosing()).heard().certified().till_closed().gives(CloseSeance())


@pytest.mark.spec("BIN-057", "FOR-029")
def test_unpaid_vouchers_are_listed_at_the_closing(unpaid):
    assert unpaid.result == {"unpaid": tuple(range(1, 17)), "remainder_c": 0}


@pytest.mark.spec("BIN-057", "CSH-009")
def test_after_twenty_eight_days_they_lie_with_the_orphelins(unpaid):
    """Won on 20/06: payable on 18/07 still, an orphelin on 19/07 with its own provenance."""
    unpaid.waits(days=28).gives(OpenTill({10_000: 10}))
    unpaid.refuses(ExpireVouchers(), "AUCUN_BON_PERIME")
    unpaid.gives(PayLot(1)).waits(days=1)
    unpaid.refuses(PayLot(2), "BON_PERIME")
    unpaid.gives(ExpireVouchers())
    assert unpaid.books.balance("orphelins") == 936_00 - 22_00
    assert unpaid.account("lots") == 0
    assert {o.provenance for o in unpaid.house.desk.orphelins} == {"BON_PERIME"}
    assert unpaid.house.desk.orphelins[0].reference == f"{SEANCE}/1/bon 2"
    unpaid.refuses(PayLot(2), "BON_PERIME")
    unpaid.refuses(ExpireVouchers(), "AUCUN_BON_PERIME")

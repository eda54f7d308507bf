"""The cashier's till: CSH-028, GEN-003."""

import pytest

from core.desk.till import CloseTill, FeedTill, OpenTill
from core.money import counted
from core.rules import Refusal


@pytest.mark.spec("CSH-028")
def test_closing_is_opening_plus_in_minus_out(night):
    """Opening 1 000.00, in 400.00, out 240.00: expected 1 160.00; counted 1 159.00: −1.00."""
    till = night.opened().house.desk.tills["caisse-1"]
    till.received_c, till.paid_c = 400_00, 240_00
    night.house.desk.books.move("joueurs", "x", 160_00)
    assert till.expected_c == 1_160_00
    short = CloseTill({100: 1_159})
    assert night.refuses(short, "ECART_A_EXPLIQUER") == {"difference_c": -1_00}
    night.gives(CloseTill({100: 1_159}, "une pièce de un euro"))
    assert night.result["difference_c"] == -1_00
    assert night.house.bingo.incidents[-1].nature == "ECART_DE_CAISSE"


@pytest.mark.spec("CSH-028")
def test_an_exact_till_closes_without_a_word(night):
    night.opened().sold(2).till_closed()
    assert night.result["counted_c"] == 1_060_00
    assert night.house.desk.open_tills() == []
    assert not night.house.bingo.incidents


@pytest.mark.spec("CSH-028")
def test_cash_brought_to_a_till_has_its_reason(night):
    night.opened().gives(FeedTill(500_00, "du coffre"))
    assert night.result == {"expected_c": 1_500_00}
    night.refuses(FeedTill(100_00, " "), "MOTIF_MANQUANT")
    night.refuses(FeedTill(-1_500_01, "au coffre"), "MOUVEMENT_DE_CAISSE")
    night.refuses(FeedTill(0, "?"), "MOUVEMENT_DE_CAISSE")
    assert night.gives(FeedTill(-500_00, "au coffre")).result == {"expected_c": 1_000_00}


@pytest.mark.spec("CSH-028")
def test_a_till_is_its_cashiers_own(night):
    night.opened().refuses(CloseTill({}), "CAISSE_D_UN_AUTRE", actor="autre")
    night.refuses(OpenTill({}), "CAISSE_DEJA_OUVERTE")
    night.refuses(CloseTill({}), "CAISSE_FERMEE", station="caisse-2")


@pytest.mark.spec("CSH-028", "GEN-001")
@pytest.mark.parametrize(
    ("pieces", "code"), [({300: 1}, "COUPURE_INCONNUE"), ({100: -1}, "NOMBRE_NEGATIF")]
)
def test_a_count_is_of_euro_money(pieces, code):
    with pytest.raises(Refusal, match=code):
        counted(pieces)


def test_a_count_adds_up():
    assert counted({50_00: 2, 2_00: 3, 1: 7}) == 106_07

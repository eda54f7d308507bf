"""Complements and lots in kind: FOR-033, FOR-034, D-38, D-52."""

import pytest

from core.bingo.forfait.allocation import AnnounceSeance
from core.bingo.forfait.contributions import AddContribution
from core.bingo.partie.closing import CloseBingo, CloseQuine
from core.bingo.partie.state import Combination

QUINE, BINGO = Combination.QUINE, Combination.BINGO


@pytest.mark.spec("FOR-033")
def test_complements_stop_at_250_000_euros(night):
    """Cash 200 000.00 and a car of 50 000.00; not a cent more."""
    night.allocated().gives(AddContribution(1, BINGO, cash_c=200_000_00))
    night.gives(AddContribution(8, BINGO, object="voiture", value_c=50_000_00))
    assert night.result == {"total_c": 250_000_00}
    night.refuses(AddContribution(2, QUINE, cash_c=1), "PARTICIPATION_MAXIMALE")


@pytest.mark.spec("FOR-033")
def test_a_complement_is_no_part_of_the_pools(night):
    """Neither retention nor the 65 %: it comes from the house's own money and is said apart."""
    night.allocated().gives(AddContribution(1, QUINE, cash_c=100_00))
    assert (night.account("cagnotte"), night.account("lots")) == (504_00, 1_036_00)
    assert night.books.balance("maison") == -100_00
    assert night.seance.forfait.pools.quine_c[0] == 22_00


@pytest.mark.spec("FOR-033")
def test_nothing_is_added_once_the_lots_were_announced(night):
    night.announced().prepared()
    night.refuses(AddContribution(1, QUINE, cash_c=1_00), "LOTS_DEJA_ANNONCES")
    night.gives(AddContribution(2, QUINE, cash_c=1_00))
    night.refuses(AddContribution(2, QUINE), "PARTICIPATION_VIDE")
    night.refuses(AddContribution(2, QUINE, cash_c=-1, object="x"), "PARTICIPATION_VIDE")


@pytest.mark.spec("FOR-034")
def test_a_scooter_goes_to_one_of_the_winners_by_lot(night):
    """Two bingo cards: the cash is shared, chance gives the scooter to one, the fact says whom."""
    night.allocated().gives(AddContribution(1, BINGO, object="scooter", value_c=3_000_00))
    night.gives(AnnounceSeance()).heard().starts().quine(1)
    night._wins(BINGO, (2, 5), CloseBingo(lot_draw=1)).recovered()
    closed = night.happened("BingoClosed")[0]
    assert (closed.shares, closed.object_to) == ({2: 37_00, 5: 37_00}, 5)
    vouchers = night.house.desk.vouchers.values()
    assert [(v.carton, v.object) for v in vouchers if v.combination == BINGO] == [
        (2, ""),
        (5, "scooter"),
    ]


@pytest.mark.spec("FOR-034")
def test_two_objects_on_one_lot_are_both_won(night):
    night.allocated().gives(AddContribution(1, QUINE, object="vélo", value_c=500_00))
    night.gives(AddContribution(1, QUINE, object="casque", value_c=50_00))
    assert night.seance.parties[1].quine.object == "vélo + casque"


@pytest.mark.spec("FOR-030", "FOR-034")
def test_an_object_that_nobody_won_goes_on_with_the_money(night):
    """With the cash of the same combination; after the last partie the register names it."""
    night.allocated().gives(AddContribution(7, QUINE, object="vélo", value_c=500_00))
    night.gives(AddContribution(8, QUINE, object="casque", value_c=50_00))
    night.gives(AnnounceSeance()).heard()
    for _ in range(6):
        night.plays()
    night.starts().without_winner().validated().prepared()
    assert night.partie.quine.object == "casque + vélo"
    night.freezes().without_winner()
    assert "casque + vélo" in night.house.bingo.incidents[-1].text


def test_a_quine_lot_without_object_is_drawn_for_nobody(night):
    night.playing()._wins(QUINE, (1, 4), CloseQuine(lot_draw=1))
    assert night.happened("QuineClosed")[0].object_to is None

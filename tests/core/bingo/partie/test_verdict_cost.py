"""A verdict costs the same whatever the number of cartons in play (SCN-003)."""

import pytest

from core.bingo.cartons import Series
from core.bingo.forfait.state import Terms
from core.bingo.partie.preparation import AnnounceLots
from core.bingo.partie.state import Combination

FULL_ROOM = Terms(
    prix_c=30_00, part_cartons_c=24_00, droits_c=6_00, cartons=3, parties=2, capacity=33_334
)


@pytest.mark.spec("SCN-003")
def test_one_carton_is_computed_for_a_verdict_among_a_hundred_thousand(night, monkeypatch):
    """Its series holds 100 002 cartons; only the one presented is rebuilt from the key."""
    night.playing(forfaits=4, terms=FULL_ROOM)
    assert night.partie.size == 100_002
    night.draws(*night.carton(5)[0]).stops(Combination.QUINE)
    computed = []
    carton = Series.carton
    monkeypatch.setattr(
        Series, "carton", lambda series, number: computed.append(number) or carton(series, number)
    )
    night.verifies(5)
    assert set(computed) == {5} and len(computed) <= 2


@pytest.mark.spec("BIN-026")
def test_lots_announced_again_are_announced_whole(night):
    """The same frozen figures, read again from the beginning (D-17); after the start no more."""
    night.announced().prepared().gives(AnnounceLots()).heard()
    said = [fact.text for fact in night.happened("Announced") if fact.id == "ANN-042"]
    assert len(said) == 2 and said[0] == said[1]
    night.freezes()
    night.refuses(AnnounceLots(), "PARTIE_DANS_UNE_AUTRE_PHASE")

"""Winning cartons are kept twenty-eight days: BIN-014, D-08, REG-04."""

import pytest
from night import SEANCE

from core.bingo.seance.archive import DestroyCartons
from core.rules import Role


@pytest.fixture
def kept(night):
    """Everything recovered on 20/06: kept until 18/07, destroyed from 19/07."""
    return night.closed()


def hands(night):
    return night.signed("destruction", (Role.MCD, "roy"), (Role.CAISSIER, "durand"))


@pytest.mark.spec("BIN-014")
def test_on_the_28th_day_nothing_is_destroyed_on_the_29th_it_is(kept):
    hands(kept.waits(days=28))
    order = DestroyCartons(SEANCE)
    assert kept.refuses(order, "CONSERVATION_DES_CARTONS") == {"from_day": "2026-07-19"}
    kept.waits(days=1).gives(order)
    assert {carton.destroyed_by for carton in kept.house.bingo.seances[SEANCE].archive} == {"roy"}


@pytest.mark.spec("BIN-014", "GEN-006")
def test_two_people_sign_the_destruction(kept):
    kept.waits(days=29).refuses(DestroyCartons(SEANCE), "DOCUMENT_NON_SIGNE")
    kept.signed("destruction", (Role.MCD, "roy"))
    kept.refuses(DestroyCartons(SEANCE), "DOCUMENT_NON_SIGNE")
    kept.signed("destruction", (Role.CAISSIER, "durand")).gives(DestroyCartons(SEANCE))
    kept.refuses(DestroyCartons(SEANCE), "AUCUN_CARTON_A_DETRUIRE")
    assert kept.happened("CartonsDestroyed")[0].witness == "durand"

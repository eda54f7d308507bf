"""Stations and the clock: GEN-005, GEN-008, GEN-022."""

import pytest

from core.clock import NoteClock
from core.stations import NoteStation, PairStation, RevokeStation, StationKind


@pytest.mark.spec("GEN-005")
def test_a_station_is_paired_once(night):
    night.founded().refuses(PairStation("tableau", StationKind.KIOSK, "x"), "POSTE_DEJA_APPAIRE")
    night.refuses(NoteStation("inconnu", True), "POSTE_INCONNU")
    night.refuses(RevokeStation("inconnu"), "POSTE_INCONNU")


@pytest.mark.spec("GEN-005")
@pytest.mark.parametrize("rehearsal", [False, True])
def test_a_simulator_is_for_a_rehearsal(night, rehearsal):
    order = PairStation("sim", StationKind.SIMULATOR, "sim")
    if rehearsal:
        night.founded(rehearsal=True).gives(order)
    else:
        night.founded().refuses(order, "REPETITION_SEULEMENT")


@pytest.mark.spec("GEN-022")
def test_only_a_change_is_a_fact(night):
    """A board seen twice came once."""
    night.founded().gives(NoteStation("tableau", True)).gives(NoteStation("tableau", False))
    assert [len(night.happened(name)) for name in ("StationBack", "StationLost")] == [1, 1]
    assert night.house.stations.boards() == 0


@pytest.mark.spec("GEN-022", "GEN-005")
def test_a_revoked_board_is_no_board(night):
    night.founded().gives(RevokeStation("tableau"))
    assert night.house.stations.boards() == 0


@pytest.mark.spec("GEN-008")
def test_a_civil_clock_that_moved_leaves_its_trace(night):
    assert (
        night.founded().gives(NoteClock(-3_600_000)).happened("ClockMoved")[0].by_ms == -3_600_000
    )

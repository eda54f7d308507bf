"""Breakdowns, cancellation, replay, restart: BIN-060, BIN-061, BIN-064, GEN-008, GEN-016, FOR-037."""

from datetime import timedelta

import pytest
from night import SEANCE

from core.bingo.partie.claims import VerifyCarton
from core.bingo.partie.closing import CloseQuine
from core.bingo.partie.disputes import ArbitrateCarton, DisputeCarton
from core.bingo.partie.draw import DrawBall
from core.bingo.partie.preparation import PreparePartie
from core.bingo.partie.state import Combination, Phase, Verdict
from core.bingo.partie.suspension import (
    CancelPartie,
    DeclareAnnouncementError,
    ReachDeadline,
    ReplayPartie,
    ResumePartie,
    SuspendPartie,
)
from core.house import deadlines
from core.rules import Role
from core.site import StartHall

MINUTE = 60_000


@pytest.fixture
def suspended(night):
    """Quine won by carton 4, then the generator stops at rank 40."""
    return night.playing().quine(4).draws_to(40).gives(SuspendPartie("panne"), Role.MCD)


def ms_since(night):
    return night.ms - night.partie.suspension.since_ms


@pytest.mark.spec("BIN-060", "GEN-008")
def test_at_900_seconds_play_resumes(suspended):
    """20:15:00.000 is accepted, at the very phase and rank of before."""
    suspended.waits(15 * MINUTE - ms_since(suspended)).gives(ResumePartie(), Role.MCD).heard()
    assert (suspended.partie.phase, suspended.partie.rank) == (Phase.TIRAGE_BINGO, 40)


@pytest.mark.spec("BIN-060", "BIN-061", "GEN-008")
def test_a_millisecond_later_the_partie_is_cancelled(suspended):
    """Refused, then cancelled by the deadline alone; the validated quine is void (D-27)."""
    limit = next(deadlines(suspended.house))
    suspended.waits(limit - 10 - suspended.ms).gives(ReachDeadline())
    assert suspended.partie.phase is Phase.SUSPENDUE
    suspended.waits(limit - suspended.ms).refuses(ResumePartie(), "QUINZE_MINUTES_DEPASSEES")
    assert suspended.gives(ReachDeadline()).partie.phase is Phase.ANNULEE
    assert not suspended.partie.quine.won
    assert not list(deadlines(suspended.house))


@pytest.mark.spec("GEN-008")
def test_the_fifteen_minutes_do_not_follow_the_civil_clock(suspended):
    """The clocks go back an hour in between: fourteen minutes are still fourteen."""
    suspended.time -= timedelta(hours=1)
    suspended.waits(14 * MINUTE).gives(ResumePartie(), Role.MCD)


@pytest.mark.spec("BIN-061")
def test_the_register_says_at_which_rank_and_that_the_quine_is_void(suspended):
    suspended.gives(CancelPartie("générateur hors service"), Role.MCD)
    line = suspended.house.bingo.incidents[-1]
    assert (line.nature, line.rank) == ("ANNULATION", 40)
    assert line.text == "générateur hors service ; quine annulée"


@pytest.mark.spec("BIN-060")
def test_the_committee_may_cancel_earlier(suspended):
    """When resuming is impossible (D-101); only a suspended partie."""
    suspended.gives(ResumePartie(), Role.MCD)
    suspended.refuses(CancelPartie("x"), "PARTIE_DANS_UNE_AUTRE_PHASE", Role.MCD)


@pytest.mark.spec("BIN-060")
def test_each_incident_has_its_own_fifteen_minutes(suspended):
    suspended.waits(14 * MINUTE).gives(ResumePartie(), Role.MCD).heard()
    suspended.gives(SuspendPartie("encore"), Role.MCD).waits(14 * MINUTE)
    suspended.gives(ResumePartie(), Role.MCD)


@pytest.mark.spec("BIN-060", "BIN-036")
def test_a_breakdown_takes_nothing_from_the_players_ten_seconds(night):
    """Suspended one second after « y a-t-il une autre ? »: nine are left after it."""
    night.playing().draws(*night.carton(4)[0]).stops().verifies(4).asks()
    left_ms = 9_000
    night.partie.standing.window_ms = night.ms + left_ms
    night.gives(SuspendPartie("panne"), Role.MCD).waits(5 * MINUTE).gives(ResumePartie(), Role.MCD)
    night.heard().refuses(CloseQuine(), "DELAI_EN_COURS")
    night.waits(left_ms).gives(CloseQuine())


@pytest.mark.spec("GEN-016")
def test_after_a_crash_eleven_minutes_are_left(night):
    """23 balls displayed, the core restarts four minutes later: 23 lit, SUSPENDUE."""
    night.playing().draws_to(23)
    crashed = night.ms
    night.waits(4 * MINUTE).gives(StartHall("b0b0", "1.0", "rules", crashed))
    assert (night.partie.rank, night.partie.phase) == (23, Phase.SUSPENDUE)
    left_ms = next(deadlines(night.house)) - 1 - (crashed + 4 * MINUTE)
    assert left_ms == 11 * MINUTE
    night.gives(ResumePartie(), Role.MCD)
    assert night.partie.phase is Phase.TIRAGE_QUINE


@pytest.mark.spec("GEN-016")
def test_a_crash_between_parties_or_while_suspended_suspends_nothing_more(suspended):
    since = suspended.partie.suspension.since_ms
    suspended.gives(StartHall("b0b0", "1.0", "rules", suspended.ms))
    assert suspended.partie.suspension.since_ms == since


@pytest.mark.spec("FOR-037")
def test_a_cancelled_partie_is_replayed_for_the_same_lots(suspended):
    """New seed, new series, the same numbers; what was won before counts no more."""
    old = suspended.presented(4)
    commitment, serie = suspended.partie.commitment, suspended.partie.serie
    suspended.gives(CancelPartie("panne"), Role.MCD).heard()
    suspended.refuses(PreparePartie(), "PARTIE_A_REJOUER")
    suspended.gives(ReplayPartie(), Role.MCD).starts()
    assert (suspended.partie.n, suspended.partie.attempt) == (1, 2)
    assert suspended.partie.commitment != commitment
    assert suspended.partie.serie == serie + 8
    lots = suspended.partie.quine, suspended.partie.bingo
    assert [lot.played_c for lot in lots] == [22_00, 74_00]
    suspended.draws(*suspended.carton(4)[0]).draws_to(15).stops()
    assert suspended.verifies(4).result["verdict"] == Verdict.VALIDE
    suspended.gives(VerifyCarton("", None, old))
    assert suspended.result["verdict"] == Verdict.REMBOURSEE


@pytest.mark.spec("FOR-037", "FOR-030")
def test_what_was_carried_is_carried_into_the_replay_once(night):
    """Partie 1 quine and bingo unclaimed; partie 2 is cancelled and replayed."""
    night.playing().without_winner().validated().starts().draws_to(5)
    night.gives(SuspendPartie("panne"), Role.MCD).gives(CancelPartie("panne"), Role.MCD)
    night.gives(ReplayPartie(), Role.MCD).heard().prepared()
    assert (night.partie.quine.played_c, night.partie.bingo.played_c) == (49_00, 189_00)


@pytest.mark.spec("BIN-064")
def test_an_announcement_error_cancels_and_nothing_is_undone(night):
    """Ball 47 drawn, 74 displayed, declared at rank 12."""
    night.playing().draws_to(12)
    night.gives(DeclareAnnouncementError("47 tirée, 74 affichée"), Role.MCD).heard()
    line = next(i for i in night.house.bingo.incidents if i.nature == "ERREUR_ANNONCE")
    assert (line.rank, night.partie.phase) == (12, Phase.ANNULEE)
    assert len(night.partie.balls) == 12
    night.refuses(DrawBall(drawn=50), "TIRAGE_IMPOSSIBLE")


@pytest.mark.spec("D-102", "BIN-039")
def test_after_the_bingo_nothing_is_cancelled(night):
    night.playing().quine(1).bingo(2)
    night.refuses(SuspendPartie("x"), "SUSPENSION_IMPOSSIBLE", Role.MCD)
    night.refuses(DeclareAnnouncementError("x"), "TIRAGE_NON_EN_COURS", Role.MCD)


@pytest.mark.spec("BIN-046", "BIN-060")
def test_a_dispute_ends_with_the_partie(night):
    """Nobody arbitrates a carton of a cancelled partie."""
    night.playing().draws(*night.carton(4)[0]).stops().verifies(4).gives(DisputeCarton(4, "?"))
    night.gives(SuspendPartie("panne"), Role.MCD).gives(CancelPartie("panne"), Role.MCD)
    night.refuses(ArbitrateCarton(4, True, "?"), "AUCUN_LITIGE")


@pytest.mark.spec("BIN-050")
def test_a_quine_of_a_cancelled_partie_was_never_paid(suspended):
    suspended.gives(CancelPartie("panne"), Role.MCD)
    assert not suspended.house.desk.vouchers
    assert suspended.account("lots") == 936_00


def test_the_quine_keeps_its_winner_while_suspended(suspended):
    assert suspended.partie.lot(Combination.QUINE).shares == {4: 22_00}
    assert SEANCE in suspended.partie.game_id

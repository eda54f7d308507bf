"""Preparation and draw: BIN-001, BIN-002, BIN-022, BIN-026 to BIN-029, BIN-048, BIN-052, GEN-010."""

import pytest
from night import secret

from core import chance
from core.bingo.partie.draw import CancelEntry, DrawBall, EnterNumber, StartDraw, StopDraw
from core.bingo.partie.preparation import (
    AnnounceLots,
    FreezePartie,
    GivePublicNumber,
    GoWithoutPublic,
    PreparePartie,
    serials,
)
from core.bingo.partie.state import Combination, Phase
from core.bingo.seance.course import EndBreak, StartBreak
from core.bingo.seance.state import Mode
from core.house import duties
from core.stations import NoteStation, PairStation, RevokeStation, StationKind

QUINE, BINGO = Combination.QUINE, Combination.BINGO


@pytest.mark.spec("BIN-052")
def test_ninety_balls_are_back_before_the_next_partie(night):
    night.announced().refuses(PreparePartie(balls=89), "QUATRE_VINGT_DIX_BOULES")
    night.plays().prepared()
    assert (night.partie.n, night.partie.balls) == (2, [])
    night.refuses(PreparePartie(), "PARTIE_EN_COURS")


@pytest.mark.spec("FOR-008", "BIN-052")
def test_a_break_stands_between_two_parties(night):
    night.announced().gives(StartBreak(15)).refuses(PreparePartie(), "PAUSE_EN_COURS")
    night.refuses(StartBreak(15), "PAUSE_EN_COURS")
    night.gives(EndBreak()).refuses(StartBreak(0), "DUREE_DE_PAUSE")
    night.prepared().refuses(StartBreak(5), "PARTIE_EN_COURS")


@pytest.mark.spec("BIN-025", "FOR-028")
def test_nothing_is_drawn_before_lots_run_and_public_number(night):
    night.announced().refuses(AnnounceLots(), "AUCUNE_PARTIE")
    night.gives(PreparePartie()).refuses(FreezePartie(), "PARTIE_DANS_UNE_AUTRE_PHASE")
    night.gives(AnnounceLots()).refuses(StartDraw(), "ANNONCE_EN_COURS")
    night.heard().refuses(StartDraw(), "VENTE_NON_CLOSE")
    night.gives(FreezePartie()).refuses(StartDraw(), "ALEA_PUBLIC_MANQUANT")
    night.refuses(FreezePartie(), "VENTE_DEJA_CLOSE")


@pytest.mark.spec("BIN-022")
def test_a_partie_without_any_carton_is_not_drawn(night):
    night.announced(forfaits=1, shown=0).prepared()
    night.refuses(FreezePartie(), "AUCUN_CARTON_REMIS")


@pytest.mark.spec("GEN-010")
def test_the_public_number_is_typed_twice(night):
    night.announced().prepared().refuses(GivePublicNumber(42), "VENTE_NON_CLOSE")
    night.gives(FreezePartie()).gives(GivePublicNumber(24))
    night.refuses(GivePublicNumber(42, confirmed=True), "NUMERO_NON_CONFIRME")
    night.gives(GivePublicNumber(42)).gives(GivePublicNumber(42, confirmed=True))
    assert night.partie.public == "salle:42"
    night.refuses(GivePublicNumber(42), "ALEA_PUBLIC_DEJA_DONNE")


@pytest.mark.spec("GEN-010")
def test_without_a_caller_the_record_says_so(night):
    night.announced().prepared().gives(FreezePartie()).gives(GoWithoutPublic("ab" * 32))
    assert night.partie.public == "journal:" + "ab" * 32


@pytest.mark.spec("GEN-010")
def test_any_player_can_check_the_draw(night):
    """Committed before the exchange, revealed after the bingo, all balls follow."""
    night.playing()
    while night.partie.rank < 40:
        night.heard().waits(5_000).gives(DrawBall())
    partie, seed = night.partie, secret(night.partie.game_id)
    sold = serials(partie.serie, partie.sold_last)
    proof = chance.proof(seed, partie.game_id, sold, partie.public, partie.balls)
    assert proof["commitment"] == partie.commitment
    chance.verify(proof)


@pytest.mark.spec("BIN-001")
def test_a_number_comes_out_once(night):
    """17 already drawn."""
    night.playing().draws(17).waits(5_000)
    night.refuses(DrawBall(drawn=17), "DEJA_SORTI")
    night.refuses(DrawBall(drawn=91), "NUMERO_HORS_TIRAGE")
    night.draws_to(90).waits(5_000).refuses(DrawBall(drawn=1), "TOUTES_LES_BOULES_SORTIES")


@pytest.mark.spec("BIN-002")
def test_a_sphere_number_is_shown_to_the_animateur_first(night):
    """4-7-Enter then Esc: nothing displayed but the cancelled entry; then 47 confirmed."""
    night.playing(mode=Mode.SPHERE).waits(5_000).gives(EnterNumber(47)).gives(CancelEntry())
    assert night.partie.balls == []
    night.refuses(DrawBall(47), "NUMERO_NON_CONFIRME").keys()
    night.refuses(CancelEntry(), "RIEN_DE_SAISI")
    night.gives(EnterNumber(47)).refuses(DrawBall(74), "NUMERO_NON_CONFIRME")
    assert night.gives(DrawBall(47)).partie.balls == [47]


@pytest.mark.spec("BIN-002")
def test_the_mode_of_the_seance_does_not_change(night):
    night.playing().waits(5_000).refuses(EnterNumber(47), "TIRAGE_ELECTRONIQUE")


@pytest.mark.spec("BIN-027")
def test_three_seconds_lie_between_two_balls(night):
    night.playing().draws(1).waits(-night.ms + night.partie.last_ball_ms + 2_999)
    assert night.refuses(DrawBall(drawn=2), "INTERVALLE_MINIMUM") == {"left_ms": 1}
    night.waits(1).gives(DrawBall(drawn=2))


@pytest.mark.spec("GEN-022")
def test_with_the_last_board_the_draw_stops(night):
    """One of two boards lost: play continues; the only one lost, or revoked: nothing is drawn."""
    night.playing().gives(PairStation("grand", StationKind.DISPLAY, "grand"))
    night.gives(NoteStation("grand", True)).gives(NoteStation("tableau", False)).draws(1)
    night.gives(RevokeStation("grand")).waits(5_000)
    night.refuses(DrawBall(drawn=2), "AUCUN_TABLEAU")
    night.gives(NoteStation("tableau", True)).gives(DrawBall(drawn=2))


@pytest.mark.spec("BIN-029")
def test_a_stop_holds_the_next_ball(night):
    """The ball displayed counts, the rank stays until the game goes on."""
    night.playing().draws_to(22).stops(QUINE).waits(60_000)
    night.refuses(DrawBall(drawn=31), "TIRAGE_IMPOSSIBLE")
    assert (night.partie.rank, night.partie.standing.rank) == (22, 22)
    night.refuses(StopDraw(), "TIRAGE_NON_EN_COURS")


@pytest.mark.spec("BIN-048")
def test_a_claim_that_cannot_be_is_told_at_once(night):
    """Quine before rank 5, bingo before rank 15."""
    night.playing().draws_to(4).refuses(StopDraw(QUINE), "TROP_TOT")
    night.draws_to(14)
    assert night.refuses(StopDraw(BINGO), "TROP_TOT") == {"rank": 14, "least": 15}
    night.draws_to(15).stops(BINGO)


@pytest.mark.spec("GEN-010")
def test_seeds_are_revealed_and_lines_sealed_after_each_partie(night):
    """The hall owes a reveal at the end of the partie and a seal at its validation."""
    night.playing().quine(1).bingo(2)
    assert [type(order).__name__ for order in duties(night.house)] == ["RevealDraw"]
    night.validated()
    for order in list(duties(night.house)):
        night.gives(order)
    assert night.partie.sealed
    assert not list(duties(night.house))
    night.refuses(order, "RIEN_A_SCELLER")


@pytest.mark.spec("SM-02")
def test_the_phase_says_what_may_come_next(night):
    assert night.playing().partie.phase is Phase.TIRAGE_QUINE
    for order in (FreezePartie(), AnnounceLots(), StartDraw()):
        night.refuses(order, "PARTIE_DANS_UNE_AUTRE_PHASE")

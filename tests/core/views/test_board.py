"""What the room sees, and what it never sees."""

import msgspec
import pytest

from core.bingo.partie.closing import CloseQuine
from core.bingo.partie.state import Combination, Verdict
from core.bingo.partie.suspension import SuspendPartie
from core.bingo.seance.course import StartBreak
from core.views.board import Scene


@pytest.mark.spec("DSP-001")
def test_every_state_has_a_scene_and_never_a_blank_one(night, sees):
    """From nothing planned to the closing, the board is always about something."""
    assert sees("board").scene is Scene.ATTENTE
    night.registering()
    assert sees("board").scene is Scene.PROGRAMME
    assert [seance.id for seance in sees("board").programme] == ["2025-001"]


@pytest.mark.spec("DSP-001")
def test_the_blank_draw_is_on_the_board(night, sees):
    """Ninety numbers, without stakes, for everybody to see."""
    night.tested()
    assert sees("board").scene is Scene.ESSAIS
    assert len(sees("board").blank) == 90


@pytest.mark.spec("DSP-001")
def test_a_break_counts_down(night, sees):
    """Ten minutes between two parties."""
    night.announced()
    assert sees("board").scene is Scene.ECHANGE
    night.gives(StartBreak(10))
    assert (sees("board").scene, sees("board").break_until_ms) == (Scene.PAUSE, night.ms + 599_990)


@pytest.mark.spec("DSP-002 BIN-027")
def test_after_three_balls_exactly_three_are_lit(night, sees):
    """All drawn numbers, in order, and nothing of the numbers to come."""
    night.playing().draws(33, 7, 90)
    board = sees("board")
    assert (board.scene, board.partie.balls) == (Scene.TIRAGE, (33, 7, 90))


@pytest.mark.spec("DSP-008 FOR-028")
def test_partie_two_shows_its_own_lots_and_no_amount_of_the_six_to_come(night, sees):
    """Partie 2 of 8: quine 27.00, bingo 115.00, and none of the amounts of parties 3 to 8."""
    night.announced().plays().prepared()
    board = sees("board")
    lots = (board.partie.n, board.partie.quine.lot_c, board.partie.bingo.lot_c)
    assert lots == (2, 27_00, 115_00)
    text = msgspec.json.encode(board).decode()
    for amount_c in (28_00, 31_00, 29_00, 30_00, 25_00, 24_00, 83_00, 103_00, 85_00, 104_00):
        assert f":{amount_c}," not in text.replace('"prix_c":3000,', "").replace(
            '"part_cartons_c":2400,', ""
        )


@pytest.mark.spec("DSP-006 BIN-031")
def test_a_valid_quine_shows_its_carton_and_its_row(night, sees):
    """The grid, the row that wins, the verdict; the drawn numbers are on the board itself."""
    night.playing()
    second = night.carton(7)[1]
    night.draws(*second).stops(Combination.QUINE).verifies(7)
    claim = sees("board").claim
    assert (claim.verdict, claim.serial, claim.carton.row) == (Verdict.VALIDE, "001-000007", 1)
    assert tuple(filter(None, claim.carton.rows[1])) == second


@pytest.mark.spec("DSP-006 GEN-023")
def test_an_unknown_carton_is_told_by_its_verdict_alone(night, sees):
    """There is no grid to show, and never a name."""
    night.playing().draws_to(5).stops().verifies(999_999)
    claim = sees("board").claim
    assert (claim.verdict, claim.carton) == (Verdict.CARTE_INCONNUE, None)


@pytest.mark.spec("DSP-005 BIN-036")
def test_the_question_counts_down_to_its_window(night, sees):
    """Ten seconds from the question: the board counts on hall milliseconds."""
    night.playing()
    night.draws(*night.carton(4)[0]).stops().verifies(4)
    asked_ms = night.ms
    night.asks()
    assert (sees("board").scene, sees("board").window_ms) == (Scene.AUTRES, asked_ms + 10_000)
    night.gives(CloseQuine())
    assert sees("board").partie.quine.shares == (("001-000004", 22_00),)


@pytest.mark.spec("DSP-007")
def test_a_suspension_says_when_its_fifteen_minutes_end(night, sees):
    """Suspended at 20:00:00; at 20:05:00 ten minutes are left."""
    night.playing().draws(1)
    began_ms = night.ms
    night.gives(SuspendPartie("panne sphère")).waits(minutes=5)
    board = sees("board")
    assert board.scene is Scene.SUSPENDUE
    assert board.resume_before_ms - (began_ms + 300_000) == 600_000


@pytest.mark.spec("GEN-023 DSP-001")
def test_names_of_the_direction_are_shown_and_those_of_players_never(night, sees):
    """The board names who answers for the séance; winners are cartons."""
    night.announced().plays()
    board = sees("board")
    assert (board.seance.mcd, board.seance.directeur) == ("Paul Roy", "Inès Blanc")
    assert "DUPONT" not in msgspec.json.encode(board).decode()

"""The animateur's console: what is possible now, and why the rest is not."""

import msgspec
import pytest

from core.bingo.partie.draw import DrawBall
from core.bingo.partie.state import Combination
from core.views.actions import Action


def why(shown, order):
    return shown.actions[order].why


@pytest.mark.spec("BIN-072 DSP-012")
def test_before_the_draw_the_key_says_why_it_is_grey(night, caller):
    """A draw before its partie is prepared, before the freeze, before the public number."""
    night.announced()
    assert why(caller(), "PreparePartie") == ""
    assert why(caller(), "DrawBall") == "AUCUNE_PARTIE"
    night.prepared()
    assert why(caller(), "StartDraw") == "VENTE_NON_CLOSE"
    assert why(caller(), "FreezePartie") == ""


@pytest.mark.spec("BIN-072 BIN-027")
def test_only_time_missing_is_said_with_its_moment(night, caller):
    """Three seconds between two balls: the key comes alive by itself at that millisecond."""
    night.playing().draws(1)
    action = caller().actions["DrawBall"]
    assert (action.why, action.at_ms) == ("INTERVALLE_MINIMUM", night.partie.last_ball_ms + 3_000)
    night.waits(3_000)
    assert caller().actions["DrawBall"] == Action("DrawBall")


@pytest.mark.spec("BIN-028 D-13")
def test_a_complete_carton_that_nobody_claims_leaves_no_trace(night, caller):
    """The console is the same whether the last ball completed a carton or not."""
    night.playing()
    row = night.carton(9)[0]
    night.draws(*row[:4]).waits(3_000)
    before = msgspec.to_builtins(caller())
    night.draws(row[4]).waits(3_000)
    after = msgspec.to_builtins(caller())
    changed = {name for name in before if before[name] != after[name]}
    assert changed <= {"board", "actions"}
    assert "001-000009" not in msgspec.json.encode(caller()).decode()


@pytest.mark.spec("GEN-018 SPK-004")
def test_what_nobody_has_heard_waits_on_the_console(night, caller):
    """Until it is spoken or confirmed aloud, the next ball waits and says why."""
    night.playing().draws(5).waits(3_000).gives(DrawBall(drawn=6))
    shown = caller()
    assert [waiting.text for waiting in shown.waiting] == ["6"]
    assert why(shown, "DrawBall") == "ANNONCE_EN_COURS"


@pytest.mark.spec("BIN-033 DSP-012")
def test_a_stop_lists_its_claims_with_their_verdicts(night, caller):
    """What is missing is said; the draw can go on, the question cannot be asked."""
    night.playing()
    row = night.carton(3)[0]
    night.draws(*row[:4]).draws_to(6, but=row[4:]).stops(Combination.QUINE).verifies(3)
    shown = caller()
    assert [claim.missing for claim in shown.claims] == [row[4:]]
    assert why(shown, "RejectClaim") == ""
    assert why(shown, "AskForOthers") == "AUCUNE_RECLAMATION_VALIDE"


@pytest.mark.spec("BIN-018 BIN-016")
def test_the_tests_show_what_is_missing(night, caller):
    """63 is missing in the blank draw, and the end of it says so."""
    night.testing().blank_drawn(but=(63,))
    shown = caller()
    assert shown.tests.missing == (63,)
    assert shown.actions["EndBlankDraw"].values == {"numbers": [63]}

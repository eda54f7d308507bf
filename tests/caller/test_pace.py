"""The timed pace: what starts, delays and ends it, on hall milliseconds alone."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from caller.pace import Pace, can_run
from core.bingo.seance.state import Mode
from core.stations import StationLost


@pytest.fixture
def paced(night):
    """Rank 22, the pace just started, the first ball asked for."""
    night.drawing(22)
    pace = Pace()
    view = night.view("caller")
    pace.start(view, night.ms)
    assert pace.due(view, night.ms)
    return night, pace


@pytest.mark.spec("BIN-027")
def test_a_ball_comes_once_the_interval_has_passed_and_once_only(paced):
    """5 s after the ball before; asked twice, given once."""
    night, pace = paced
    night.give("DrawBall")
    night.hear()
    view = night.view("caller")
    pace.see(view, night.ms)
    assert not pace.due(view, night.ms + 4_999)
    assert pace.due(view, night.ms + 5_000)
    assert not pace.due(view, night.ms + 5_100)


@pytest.mark.spec("BIN-027", "GEN-018")
def test_it_waits_for_the_voice(paced):
    """The announcement is not heard yet: no ball, however long it takes."""
    night, pace = paced
    night.give("DrawBall")
    night.ms += 60_000
    view = night.view("caller")
    pace.see(view, night.ms - 60_000)
    assert view.actions["DrawBall"].why == "ANNONCE_EN_COURS"
    assert not pace.due(view, night.ms)


@pytest.mark.spec("BIN-029")
def test_a_cry_ends_it_and_only_the_animateur_starts_it_again(paced):
    """After the stop is settled the rank stays where it was."""
    night, pace = paced
    night.give("StopDraw", word="quine")
    pace.see(night.view("caller"), night.ms)
    night.give("RejectClaim")
    night.hear()
    view = night.view("caller")
    pace.see(view, night.ms + 60_000)
    assert not pace.running and not pace.due(view, night.ms + 120_000)


@pytest.mark.spec("GEN-022")
def test_it_ends_without_a_board(paced):
    """The last board is lost."""
    night, pace = paced
    night.tell(StationLost("E1"))
    pace.see(night.view("caller"), night.ms)
    assert not pace.running


def test_a_refused_ball_may_be_asked_again(paced):
    """A refusal is not a ball."""
    night, pace = paced
    pace.refused()
    assert pace.due(night.view("caller"), night.ms)


@pytest.mark.spec("BIN-002")
def test_a_sphere_has_no_pace(nights):
    """Balls of wood come when they come."""
    assert not can_run(nights.Night(Mode.SPHERE).drawing(3).view("caller"))


def test_all_out_no_pace(night):
    """Ninety balls."""
    assert not can_run(night.drawing(90).view("caller"))


def test_what_is_left_counts_down_to_zero(paced):
    """For the person who looks at it."""
    night, pace = paced
    view = replace(night.view("caller"), intervalle_ms=5_000)
    assert pace.left_ms(view, night.ms) == 0

"""Announcements are heard before the next act, by loudspeaker or aloud: BIN-027, GEN-018."""

import pytest
from night import DAY, FORFAIT

from core.bingo.forfait.allocation import AnnounceSeance
from core.bingo.partie.draw import DrawBall
from core.bingo.seance.planning import PlanSeance
from core.site import Parameters, SetParameters
from core.speech import ConfirmSpokenAloud, ReportSpeechFailed, ReportSpoken


@pytest.fixture
def said(night):
    """Ball 34 is out; its announcement waits."""
    night.playing().waits(5_000).gives(DrawBall(drawn=34))
    night.waiting = next(iter(night.house.speech.waiting))
    return night


@pytest.mark.spec("BIN-027")
def test_the_next_ball_waits_for_the_voice(said):
    said.waits(5_000).refuses(DrawBall(drawn=42), "ANNONCE_EN_COURS")
    said.gives(ReportSpoken(said.waiting)).gives(DrawBall(drawn=42))
    said.refuses(ReportSpoken(said.waiting), "ANNONCE_DEJA_DITE")


@pytest.mark.spec("GEN-018")
def test_speech_failure_is_not_silence(said):
    """The engine crashes at ball 34; « annoncé de vive voix » lets the draw go on."""
    said.gives(ReportSpeechFailed(said.waiting, "MOTEUR")).waits(5_000)
    assert said.house.speech.fault == "MOTEUR"
    assert said.partie.balls == [34]
    said.refuses(DrawBall(drawn=42), "ANNONCE_EN_COURS")
    said.gives(ConfirmSpokenAloud(said.waiting)).gives(DrawBall(drawn=42))
    assert [fact.announcement for fact in said.happened("SpokenAloud")] == [said.waiting]


@pytest.mark.spec("GEN-018")
def test_the_animateur_confirms_what_he_has_said_so_far(night):
    """Two sentences wait; he has said the first."""
    night.allocated().gives(AnnounceSeance())
    first, second = night.house.speech.waiting
    night.gives(ConfirmSpokenAloud(first))
    assert list(night.house.speech.waiting) == [second]


@pytest.mark.spec("BIN-027")
def test_a_ball_is_said_in_words(said):
    assert said.happened("Announced")[-1].speech == "trente-quatre"


@pytest.mark.spec("SPK-001", "BIN-027")
@pytest.mark.parametrize(
    ("variant", "words"), [("FR", "soixante-dix-sept"), ("BE", "septante-sept")]
)
def test_a_house_says_its_numbers_as_its_country_does(night, variant, words):
    """Set before the séance is planned: the room hears septante where it is said."""
    night.playing().seance.parameters = Parameters(variante=variant)
    night.waits(5_000).gives(DrawBall(drawn=77))
    assert night.house.speech.last.speech == words


@pytest.mark.spec("GEN-020", "SPK-001")
def test_the_words_of_a_seance_are_those_it_was_planned_with(night):
    night.founded().gives(SetParameters(Parameters(variante="CH")))
    night.gives(PlanSeance(DAY, "20:00", FORFAIT))
    assert night.house.bingo.seances[night.result["seance"]].parameters.variante == "CH"

"""One obvious next thing in each moment of the night, and what the side panel says of it."""

from __future__ import annotations

import pytest

from caller.facts import clock, facts
from caller.keys import ACTIONS, asked, fitting
from caller.steps import Wants, step
from core.bingo.partie.suspension import PartieSuspended
from core.bingo.seance.state import Mode
from core.bingo.seance.stop import SeanceStopped
from core.bingo.seance.suspension import SeanceSuspended
from core.rules import Role
from core.speech import SpeechFailed
from core.stations import StationLost
from ui.actions import bindings


def next_of(night):
    return step(night.view("caller"))


@pytest.mark.spec("BIN-072")
@pytest.mark.parametrize(
    ("moment", "order"),
    [
        ("testing", "RecordTest"),
        ("allocated", "AnnounceSeance"),
        ("announced", "PreparePartie"),
        ("prepared", "AnnounceLots"),
        ("drawing", "DrawBall"),
        ("validated", "PreparePartie"),
    ],
)
def test_space_gives_the_one_order_that_the_rules_allow_next(night, moment, order):
    """Each moment has its order, and the rules do not refuse it."""
    getattr(night, moment)()
    assert next_of(night).order == order
    assert night.view("caller").actions[order].why == ""


def test_the_first_thing_of_the_evening_is_to_test_the_equipment(night):
    """The séance of today, by its number."""
    now = next_of(night)
    assert (now.order, now.fields) == ("StartTests", {"seance": "2025-001"})


@pytest.mark.spec("BIN-015", "FOR-021")
def test_what_others_do_is_said_and_cannot_be_pressed(night):
    """Registrations are closed by the directeur at the desk; Space has the rules' reason."""
    night.opened()
    now = next_of(night)
    assert "au guichet" in now.sentence
    tried = night.view("caller").actions[now.order]
    assert (tried.why, tried.values) == ("INSCRIPTIONS_DANS_UN_AUTRE_ETAT", {"state": "OUVERTES"})


@pytest.mark.spec("BIN-002")
def test_with_a_sphere_the_ball_is_typed_then_confirmed(nights):
    """47 typed: shown in large, Space confirms 47 and nothing else."""
    night = nights.Night(Mode.SPHERE).drawing(3)
    number = next(n for n in range(1, 91) if n not in night.balls[:3])
    assert next_of(night).wants is Wants.BALL and next_of(night).order == ""
    night.give("EnterNumber", number=number)
    now = next_of(night)
    assert (now.big, now.order, now.fields) == (number, "DrawBall", {"number": number})


@pytest.mark.spec("GEN-010")
def test_the_number_of_the_public_takes_two_steps(night):
    """Typed 17 is not yet given; confirming it is the next thing."""
    night.prepared()
    night.give("AnnounceLots")
    night.hear()
    night.give("FreezePartie")
    assert next_of(night).wants is Wants.PUBLIC
    night.give("GivePublicNumber", number=17)
    now = next_of(night)
    assert now.order == "GivePublicNumber"
    assert now.fields == {"number": 17, "confirmed": True}


@pytest.mark.spec("BIN-036", "BIN-031")
def test_from_the_cry_to_the_closing(night):
    """Scan, valid, ask for others, close: each the one next thing."""
    number = night.to_quine()
    night.give("StopDraw", word="quine")
    night.hear()
    assert next_of(night).wants is Wants.CARTON and next_of(night).order == ""
    night.give("VerifyCarton", text=night.serial(number))
    assert next_of(night).order == "AskForOthers"
    night.give("AskForOthers")
    night.hear()
    assert next_of(night).order == "CloseQuine"
    assert night.view("caller").actions["CloseQuine"].why == "DELAI_EN_COURS"
    night.ms += 10_000
    assert night.view("caller").actions["CloseQuine"].why == ""


@pytest.mark.spec("BIN-033")
def test_without_a_valid_carton_the_game_goes_on(night):
    """A carton with numbers missing: Space resumes the draw."""
    number = night.to_quine()
    night.give("StopDraw", word="quine")
    night.hear()
    other = next(n for n in range(1, 241) if n != number)
    verdict = night.give("VerifyCarton", text=night.serial(other))["verdict"]
    assert verdict == "NON_COMPLETE"
    assert next_of(night).order == "RejectClaim"


@pytest.mark.spec("GEN-018")
def test_a_mute_loudspeaker_makes_the_animateur_speak(night):
    """The text to say is the big line, Space confirms it."""
    night.drawing(33)
    night.give("DrawBall")
    night.tell(SpeechFailed(night.house.speech.count, "SANS_CARTE_SON"))
    now = next_of(night)
    assert now.order == "ConfirmSpokenAloud" and str(night.balls[33]) in now.sentence
    night.give(now.order, **now.fields)
    assert night.view("caller").waiting == ()


@pytest.mark.spec("GEN-022")
def test_without_a_board_suspension_is_proposed(night):
    """The only board is lost: drawing is refused, the sentence says what to ask for."""
    night.drawing(9)
    night.tell(StationLost("E1"))
    now = next_of(night)
    assert now.alarm and "suspension" in now.sentence
    assert night.view("caller").actions["DrawBall"].why == "AUCUN_TABLEAU"


@pytest.mark.spec("BIN-060")
def test_a_suspension_is_decided_at_the_desk(night):
    """The animateur cannot resume; the fifteen minutes are in sight."""
    night.drawing(9)
    night.tell(PartieSuspended(1, night.ms, "panne"))
    assert "au guichet" in next_of(night).sentence
    shown = {one.name: one.value for one in facts(night.view("caller"), 899_001)}
    assert shown["Reprise"] == "15:00"


@pytest.mark.spec("BIN-072", "FOR-046")
@pytest.mark.parametrize("moment", ["opened", "drawing", "validated"])
def test_a_suspended_seance_waits_for_its_directeur(moment, night):
    """Nothing to press; what must still be said can be said aloud; stopped, it says so."""
    getattr(night, moment)()
    night.tell(SeanceSuspended("x", night.ms, "alarme"))
    now = next_of(night)
    assert now.title == "Séance suspendue" and "directeur de séance" in now.sentence
    assert (now.order, now.alarm) == ("", True)
    view = night.view("caller")
    assert {one.id for one in ACTIONS if fitting(one.id, view, now)} <= {"next", "aloud"}
    night.tell(SeanceStopped("2025-001", "x", "p4", "alarme", 1, 0, 0, 0, 0, 0))
    assert next_of(night).title == "Séance arrêtée" and "remboursés" in next_of(night).sentence


@pytest.mark.spec("BIN-049")
def test_after_ninety_numbers_comes_the_last_call(night):
    """Ninety balls: Space makes the last call, then a member of the committee closes."""
    night.drawing(90)
    assert next_of(night).order == "LastCall"
    night.give("LastCall")
    night.hear()
    assert next_of(night).order == "" and "comité" in next_of(night).sentence


@pytest.mark.spec("BIN-051")
def test_winning_cartons_are_named_until_they_are_in_hand(night):
    """Both serials stand in the sentence, and scans recover them."""
    night.finished()
    view = night.view("caller")
    assert len(view.to_recover) >= 1
    now = step(view)
    assert now.wants is Wants.RECOVER and all(one in now.sentence for one in view.to_recover)


@pytest.mark.spec("BIN-028")
def test_a_complete_carton_nobody_claims_leaves_no_hint(night):
    """The quine is complete and unclaimed: the view, the step and the facts do not know."""
    number = night.to_quine()
    view = night.view("caller")
    serial = night.serial(number)
    said = [step(view).sentence, *(one.value for one in facts(view))]
    assert all(serial not in text for text in said) and view.claims == ()


@pytest.mark.spec("DSP-012")
@pytest.mark.parametrize("moment", ["testing", "opened", "prepared", "drawing", "finished"])
def test_every_key_shown_asks_an_order_with_a_reason_or_none(night, moment):
    """Whatever the phase, a key in the bar either gives an order the view knows, or acts alone."""
    getattr(night, moment)()
    view = night.view("caller")
    now = step(view)
    for action in ACTIONS:
        if fitting(action.id, view, now):
            order = asked(action.id, view, now)
            assert order == "" or order in view.actions or order == "DrawBlank"


def test_no_two_actions_share_a_key():
    """Declared once, bound once."""
    assert len(list(bindings(ACTIONS))) == len(ACTIONS)


@pytest.mark.parametrize(
    ("ms", "text"), [(900_000, "15:00"), (1, "0:01"), (0, "0:00"), (-5, "0:00")]
)
def test_a_clock_counts_the_second_that_runs(ms, text):
    """And never goes below zero."""
    assert clock(ms) == text


@pytest.mark.spec("BIN-029")
def test_in_a_rehearsal_the_simulated_room_is_heard_on_the_screen(night):
    """A shout: Space stops with the word; then Space verifies the carton that lies at hand."""
    number = night.to_quine()
    night.give("Shout", role=Role.SIMULATEUR, word="quine", serial=night.serial(number))
    now = next_of(night)
    assert now.alarm and (now.order, now.fields) == ("StopDraw", {"word": "quine"})
    night.give(now.order, **now.fields)
    now = next_of(night)
    assert now.order == "VerifyCarton" and now.fields["text"] == night.serial(number)
    assert night.give(now.order, **now.fields)["verdict"] == "VALIDE"

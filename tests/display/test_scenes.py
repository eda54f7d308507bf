"""What the board says in each state, from the views of the real rules."""

from __future__ import annotations

import pytest
from msgspec import structs

from core.bingo.partie.closing import BingoClosed, QuineClosed
from core.bingo.partie.state import Verdict
from core.bingo.partie.suspension import PartieCancelled, PartieSuspended
from core.bingo.seance.closing import ClosingBegun
from core.bingo.seance.state import Mode
from core.bingo.seance.stop import SeanceStopped
from core.bingo.seance.suspension import SeanceSuspended
from core.views.board import Scene
from display import scenes
from display.edges import proof, terms
from display.scenes import Shape


def shown(night, left_ms=None):
    view = night.view("board")
    return view, scenes.picture(view, left_ms)


def said(picture) -> str:
    return "\n".join(line.text for line in (*picture.over, *picture.under, *picture.beside))


def moments(night):
    """Every scene of the board, one after the other."""
    yield Scene.PROGRAMME, night
    night.testing()
    yield Scene.ESSAIS, night
    night.opened()
    yield Scene.ECHANGE, night


@pytest.mark.spec("DSP-001")
@pytest.mark.parametrize("scene", list(Scene))
def test_every_scene_has_a_picture_and_a_name(scene):
    """None can be forgotten: a new scene without a picture fails here."""
    assert scene in scenes.SCENES
    assert scene in scenes.NAMES or scene in scenes.IN_PARTIE or scene is Scene.ECHANGE


@pytest.mark.spec("DSP-001", "FOR-011")
def test_before_the_evening_the_programme_and_its_price(night):
    """Day, hour, 30,00 € and its two parts."""
    view, picture = shown(night)
    assert view.scene is Scene.PROGRAMME
    for part in ("10/01", "20:00", "30,00 €", "24,00 €", "6,00 €"):
        assert part in said(picture).replace("\u00a0", " ")


@pytest.mark.spec("BIN-018")
def test_the_blank_draw_says_that_nothing_is_at_stake(night):
    """TIRAGE À BLANC over the numbers that came out."""
    night.testing()
    night.give("LoadBalls", count=90)
    night.give("StartBlankDraw")
    night.give("DrawBlank")
    _, picture = shown(night)
    assert picture.shape is Shape.NUMBERS and len(picture.drawn) == 1
    assert "TIRAGE À BLANC" in said(picture) and "SANS ENJEU" in said(picture)


@pytest.mark.spec("DSP-008", "FOR-028")
def test_lots_of_this_partie_and_of_no_other(night):
    """Partie 2 of 4: 27,00 and 115,00, and none of the amounts to come."""
    night.validated()
    night.tell(*[])
    night.give("PreparePartie")
    view, picture = shown(night)
    text = said(picture).replace("\u00a0", " ")
    assert "PARTIE 2 SUR 4" in text and "27,00 €" in text and "115,00 €" in text
    for later in ("28,00", "31,00", "83,00", "103,00"):
        assert later not in text
    assert "partie 2 sur 4" in scenes.phase_name(view).lower()


@pytest.mark.spec("DSP-002")
def test_after_three_balls_exactly_three_are_lit(night):
    """In their order."""
    night.drawing(3)
    _, picture = shown(night)
    assert picture.drawn == tuple(night.balls[:3])


@pytest.mark.spec("BIN-002")
def test_a_ball_typed_and_not_confirmed_is_not_on_the_board(nights):
    """Sphere: 47 shown to the animateur alone."""
    night = nights.Night(Mode.SPHERE).drawing(3)
    number = next(n for n in range(10, 91) if n not in night.balls[:3])
    _, before = shown(night)
    night.give("EnterNumber", number=number)
    assert shown(night)[1] == before


@pytest.mark.spec("GEN-010")
def test_the_number_of_the_public_is_shown_before_it_counts(night):
    """Typed 17: « 17 ? »; confirmed: in the permanent line."""
    night.prepared()
    night.give("AnnounceLots")
    night.hear()
    night.give("FreezePartie")
    night.give("GivePublicNumber", number=17)
    assert "17 ?" in said(shown(night)[1])
    night.give("GivePublicNumber", number=17, confirmed=True)
    view, picture = shown(night)
    assert "17 ?" not in said(picture) and "public 17" in proof(view)


@pytest.mark.spec("DSP-006", "BIN-031")
def test_a_valid_quine_shows_its_carton_and_verdict(night):
    """GAGNANT, the serial, the winning row."""
    number = night.to_quine()
    night.give("StopDraw", word="quine")
    assert shown(night)[1].shape is Shape.NUMBERS
    night.give("VerifyCarton", text=night.serial(number))
    _, picture = shown(night)
    assert picture.shape is Shape.CARTON and picture.claim.carton.row >= 0
    assert "GAGNANT" in said(picture) and night.serial(number) in said(picture)


@pytest.mark.spec("BIN-033")
def test_an_incomplete_carton_names_what_it_misses(night):
    """« Il manque … »."""
    number = night.to_quine()
    night.give("StopDraw", word="quine")
    other = 1 if number != 1 else 2
    missing = night.give("VerifyCarton", text=night.serial(other))["missing"]
    text = said(shown(night)[1])
    assert "INCOMPLET" in text and all(str(n) in text for n in missing)


@pytest.mark.spec("BIN-032")
def test_a_carton_that_does_not_play_shows_no_grid(night):
    """Number 299 was never sold."""
    night.to_quine()
    night.give("StopDraw", word="quine")
    night.give("VerifyCarton", text="014-000299")
    picture = shown(night)[1]
    assert "NON VENDU" in said(picture)


@pytest.mark.spec("DSP-005", "BIN-036")
def test_the_question_counts_from_ten_to_zero(night):
    """10 s, 9,2 s, 0."""
    number = night.to_quine()
    night.give("StopDraw", word="quine")
    night.give("VerifyCarton", text=night.serial(number))
    night.give("AskForOthers")
    for left_ms, figure in ((10_000, "10"), (9_200, "10"), (9_000, "9"), (0, "0")):
        assert figure in [line.text for line in shown(night, left_ms)[1].over]
    assert scenes.deadline(night.view("board")) == night.ms + 10_000


@pytest.mark.spec("GEN-023", "BIN-038")
def test_winners_are_cartons_and_cents_never_names(night):
    """Three cartons share 22,00 €: 7,34, 7,33, 7,33."""
    night.to_quine()
    rank = night.house.bingo.seance.partie.rank
    night.give("StopDraw", word="quine")
    night.tell(
        QuineClosed(rank, {3: 7_34, 8: 7_33, 9: 7_33}, None),
        BingoClosed(rank, {4: 74_00}, None, "x"),
    )
    text = said(shown(night)[1]).replace("\u00a0", " ")
    for part in ("014-000003  7,34 €", "014-000008  7,33 €", "014-000009", "014-000004"):
        assert part in text
    assert "Martin" not in text and "Berger" not in text


def test_a_crowd_of_winners_is_counted(night):
    """Twenty cartons: six listed, « et 14 autres »."""
    night.to_quine()
    night.give("StopDraw", word="quine")
    night.tell(
        QuineClosed(20, dict.fromkeys(range(1, 21), 110), None),
        BingoClosed(20, {4: 74_00}, None, "x"),
    )
    assert "et 14 autres" in said(shown(night)[1])


@pytest.mark.spec("DSP-007", "BIN-060")
def test_a_suspension_counts_from_fifteen_minutes(night):
    """Suspended for five minutes: 10:00."""
    night.drawing(9)
    night.tell(PartieSuspended(1, night.ms, "panne"))
    view = night.view("board")
    left_ms = scenes.deadline(view) - (night.ms + 300_000)
    assert "10:00" in said(scenes.picture(view, left_ms))


@pytest.mark.spec("DSP-001", "FOR-046")
@pytest.mark.parametrize("moment", ["opened", "drawing", "validated"])
def test_a_suspended_seance_has_its_own_words_and_no_clock(moment, night):
    """Between two parties or amid a draw: by decision, no fifteen minutes, never 00:00."""
    getattr(night, moment)()
    night.tell(SeanceSuspended("x", night.ms, "alarme"))
    view, picture = shown(night)
    assert view.scene is Scene.SUSPENDUE and scenes.deadline(view) is None
    assert "SÉANCE SUSPENDUE" in said(picture) and "décision du directeur" in said(picture)
    assert "PARTIE" not in said(picture) and "0:00" not in said(picture)
    assert scenes.phase_name(view) == "Séance suspendue"


@pytest.mark.spec("DSP-001", "FOR-044")
def test_a_stopped_seance_says_that_money_goes_back(night):
    """No thanks for coming: what is refunded, where, against what."""
    night.validated()
    night.tell(SeanceStopped("2025-001", "x", "p4", "alarme", 1, 0, 0, 0, 0, 0))
    view, picture = shown(night)
    assert "SÉANCE ARRÊTÉE" in said(picture) and "prorata" in said(picture)
    assert "récépissé" in said(picture) and "MERCI" not in said(picture)
    assert scenes.phase_name(view) == "Séance arrêtée"


def test_a_break_has_its_clock(night):
    """12 minutes."""
    night.validated()
    night.give("StartBreak", minutes=12)
    view = night.view("board")
    assert "12:00" in said(scenes.picture(view, scenes.deadline(view) - night.ms))


def test_a_cancelled_partie_says_so(night):
    """Nobody has won anything."""
    night.drawing(9)
    night.tell(PartieSuspended(1, night.ms, "panne"), PartieCancelled(1, "panne", "x"))
    assert "ANNULÉE" in said(shown(night)[1])


def test_the_end_of_the_evening(night):
    """Thanks, and where lots are paid."""
    night.validated()
    night.tell(ClosingBegun("x"))
    assert "TERMINÉE" in said(shown(night)[1])


@pytest.mark.spec("DSP-001")
def test_the_permanent_lines_name_price_and_who_answers(night):
    """30,00 €, the member of the committee, the directeur, the séance, the commitment."""
    view = night.drawing(3).view("board")
    assert "30,00" in terms(view) and "Mme Berger" in terms(view) and "M. Delorme" in terms(view)
    assert "2025-001" in proof(view) and "1a2b3c4d" in proof(view)


@pytest.mark.spec("BIN-032", "DSP-006")
def test_every_verdict_has_words_of_its_own_on_the_board(night):
    """Sixteen verdicts, sixteen sentences, and never a code; the serial stands beside each."""
    number = night.to_quine()
    night.give("StopDraw", word="quine")
    night.give("VerifyCarton", text=night.serial(number))
    view = night.view("board")
    told = {}
    for verdict in Verdict:
        missing = (7, 12) if verdict is Verdict.NON_COMPLETE else ()
        for carton in (view.claim.carton, None):
            claim = structs.replace(view.claim, verdict=verdict, missing=missing, carton=carton)
            text = said(scenes.picture(structs.replace(view, claim=claim), None))
            assert claim.serial in text and "_" not in text
            told.setdefault(text, set()).add(verdict)
    assert all(len(verdicts) == 1 for verdicts in told.values())
    assert set().union(*told.values()) == set(Verdict)

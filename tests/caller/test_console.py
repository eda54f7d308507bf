"""The console under real rules: keys, reasons, typed and scanned cartons, the pace, a broken line."""

from __future__ import annotations

import asyncio
import time
from contextlib import asynccontextmanager

import pytest
from textual.events import Key, Paste

from caller.app import CallerApp
from caller.console import Console
from caller.panels import CheckList, Claims, StepPanel
from core.bingo.seance.state import Mode
from core.stations import StationKind, StationLost
from ui.board import Board
from ui.carton import CartonGrid
from ui.frame import Banner, MessageLine, Tone
from ui.hints import HintBar
from ui.link import Link


class Seat:
    """The animateur's chair: the night, its line, the program and its screen."""

    def __init__(self, nights, night, **more):
        self.night = night
        self.line = nights.NightLine(night, StationKind.CALLER, ["caller"], **more)
        self.app = CallerApp(self.line)

    @asynccontextmanager
    async def taken(self, size=(80, 24)):
        async with self.app.run_test(size=size) as pilot:
            await pilot.pause()
            await self.line.sign_in("martin", "1234")
            await pilot.pause()
            self.pilot = pilot
            yield self

    @property
    def console(self) -> Console:
        return next(s for s in self.app.screen_stack if isinstance(s, Console))

    @property
    def orders(self) -> list[str]:
        return [order for order, _ in self.line.orders]

    def text(self, widget) -> str:
        found = self.console.query_one(widget)
        return "\n".join(
            "".join(segment.text for segment in found.render_line(y))
            for y in range(found.size.height)
        )

    def hint(self, action_id: str):
        hints = self.console.query_one(HintBar).hints
        return next((hint for hint in hints if hint.action.id == action_id), None)

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        end = time.monotonic() + 30
        while self.app._scans.waiting:  # a key is held for a moment: it might begin a scan
            assert time.monotonic() < end
            await asyncio.sleep(0.01)
        await self.pilot.pause()

    def look_again(self) -> None:
        self.line.shows()

    async def space_until(self, true) -> None:
        """Space, and again when what it gave has been answered."""
        end = time.monotonic() + 30
        while not true():
            assert time.monotonic() < end
            if self.console._under_way == 0:
                await self.press("space")
            await self.pilot.pause()

    async def reaches(self, true) -> None:
        end = time.monotonic() + 30
        while not true():
            assert time.monotonic() < end, "it did not come to be"
            await asyncio.sleep(0.01)

    async def settle(self) -> None:
        """Time passes for the held-key guard."""
        await self.pilot.pause(0.26)


@pytest.fixture
def seat(nights):
    return lambda night, **more: Seat(nights, night, **more)


@pytest.mark.spec("BIN-027", "BIN-072")
async def test_space_draws_and_the_board_lights(seat, night):
    """Rank 12 becomes 13, the thirteenth ball lit; the next one has its reason: the interval."""
    chair = seat(night.drawing(12))
    async with chair.taken():
        await chair.press("space")
        assert chair.orders == ["DrawBall"]
        assert chair.console.query_one(Board).drawn == tuple(night.balls[:13])
        assert "Boule suivante" in chair.hint("next").why_not
        chair.line.ms += 3_000
        await chair.settle()
        assert chair.hint("next").why_not == ""


@pytest.mark.spec("BIN-072")
async def test_a_key_held_down_is_one_key(seat, night):
    """Ten repeats in a row: the lots are announced, the remittance is not closed with it."""
    chair = seat(night.prepared())
    chair.app.clock = lambda: 100.0  # the ten keys come within a quarter of a second
    async with chair.taken():
        await chair.press(*["space"] * 10)
        assert chair.orders == ["AnnounceLots"]


@pytest.mark.spec("BIN-029", "BIN-048")
async def test_stop_with_the_word_that_was_heard(seat, night):
    """Q before five balls says why not; after them it stops with « quine »."""
    chair = seat(night.drawing(4))
    async with chair.taken():
        await chair.press("q")
        assert "Trop tôt" in chair.console.query_one(MessageLine).said and chair.orders == []
        night.display(6)
        chair.look_again()
        await chair.press("q")
        assert chair.line.orders == [("StopDraw", {"word": "quine"})]
        assert "contrôle de la quine" in chair.text(StepPanel)


@pytest.mark.spec("BIN-029")
async def test_stop_kills_the_pace_before_anything_else(seat, night):
    """F4, then S: no ball comes however much time passes."""
    chair = seat(night.drawing(22))
    async with chair.taken():
        chair.line.ms += 10_000
        await chair.press("f4")
        await chair.settle()
        assert chair.console.pace.running and "DrawBall" in chair.orders
        drawn = chair.orders.count("DrawBall")
        await chair.press("s")
        chair.line.ms += 60_000
        await chair.settle()
        assert not chair.console.pace.running
        assert chair.orders.count("DrawBall") == drawn and "StopDraw" in chair.orders


async def test_the_pace_stops_too_early_to_claim_as_well(seat, night):
    """Two balls out and somebody cries: nothing to verify, but no ball comes either."""
    chair = seat(night.drawing(2))
    async with chair.taken():
        await chair.press("f4", "s")
        assert not chair.console.pace.running and "StopDraw" not in chair.orders
        assert "Cadence arrêtée" in chair.console.query_one(MessageLine).said


@pytest.mark.spec("BIN-029")
@pytest.mark.parametrize("key", ["S", "Q", "B"])
async def test_the_stop_does_not_ask_for_the_state_of_caps_lock(seat, night, key):
    """A capital letter is the same key."""
    chair = seat(night.drawing(22))
    async with chair.taken():
        await chair.press(key)
        assert chair.orders == ["StopDraw"]


@pytest.mark.spec("GEN-016")
async def test_a_broken_line_stops_the_pace_and_greys_all(seat, night):
    """The banner says so, every key has its reason, and nothing is sent."""
    chair = seat(night.drawing(22))
    async with chair.taken():
        await chair.press("f4")
        sent = len(chair.orders)
        chair.line.stands(Link.LOST)
        await chair.reaches(lambda: not chair.console.pace.running)
        await chair.reaches(lambda: chair.hint("next").why_not == "hors ligne")
        assert "rien n'est perdu" in chair.console.query_one(Banner).text
        await chair.settle()
        await chair.press("space", "s")
        assert len(chair.orders) == sent
        chair.line.stands(Link.READY)
        await chair.reaches(lambda: chair.console.query_one(Banner).text == "")


@pytest.mark.spec("BIN-031", "SCN-004", "DSP-006")
async def test_a_carton_typed_at_a_stop_is_compared_then_verified(seat, night):
    """Its number alone, then Enter shows the check digit, Enter verifies: grid and verdict."""
    number = night.to_quine()
    chair = seat(night)
    async with chair.taken():
        await chair.press("q")
        await chair.press(*str(number), "enter")
        assert "VerifyCarton" not in chair.orders
        assert f"014-{number:06d}-" in chair.text(StepPanel)
        await chair.settle()
        await chair.press("enter")
        assert "VerifyCarton" in chair.orders
        assert "GAGNANT" in chair.text(Claims) and chair.console.query_one(CartonGrid).display


@pytest.mark.spec("BIN-031", "SCN-001")
async def test_a_scanned_carton_is_verified_at_once(seat, night):
    """The serial with its check digit, as one burst of the scanner."""
    number = night.to_quine()
    night.give("StopDraw", word="quine")
    night.hear()
    chair = seat(night)
    async with chair.taken():
        from core.codes import Serial

        chair.app.post_message(Paste(Serial(14, number).typed))
        await chair.settle()
        assert chair.orders == ["VerifyCarton"] and "GAGNANT" in chair.text(Claims)


@pytest.mark.spec("SCN-002")
async def test_a_scan_during_the_draw_changes_nothing(seat, night):
    """The message says that it has no use here."""
    number = night.to_quine()
    chair = seat(night)
    async with chair.taken():
        from core.codes import Serial

        chair.app.post_message(Paste(Serial(14, number).typed))
        await chair.settle()
        assert chair.orders == []
        assert "ne sert à rien" in chair.console.query_one(MessageLine).said


@pytest.mark.spec("BIN-043")
async def test_the_wrong_word_may_be_restated(seat, night):
    """« Bingo » shouted with only a row complete: R makes it a quine, Space does nothing rash."""
    night.drawing()
    at = {ball: rank for rank, ball in enumerate(night.balls, 1)}
    number, rank = night.first("quine")
    rank = max(rank, 15)
    night.display(rank)
    assert any(at[n] > rank for row in night.rows(number) for n in row)
    chair = seat(night)
    async with chair.taken():
        await chair.press("b")
        await chair.press(*str(number), "enter")
        await chair.settle()
        await chair.press("enter")
        await chair.settle()
        assert "R requalifie en quine" in chair.text(Claims)
        await chair.press("space")
        assert "RejectClaim" not in chair.orders
        await chair.press("r")
        assert chair.line.orders[-1][1]["word"] == "quine" and "GAGNANT" in chair.text(Claims)


@pytest.mark.spec("BIN-036")
async def test_the_question_counts_down_and_then_may_be_closed(seat, night):
    """Closing after 6 s has its reason; after 10 s Space closes; S meanwhile is a new claim."""
    number = night.to_quine()
    night.give("StopDraw", word="quine")
    night.give("VerifyCarton", text=night.serial(number))
    night.hear()
    chair = seat(night)
    async with chair.taken():
        await chair.press("space")
        assert chair.orders == ["AskForOthers"]
        chair.line.ms += 6_000
        await chair.settle()
        assert "4 s" in chair.hint("next").why_not
        chair.line.ms += 4_000
        await chair.settle()
        await chair.press("space")
        assert chair.orders[-1] == "CloseQuine" and "bingo" in chair.text(StepPanel)


@pytest.mark.spec("BIN-036")
async def test_a_second_cry_is_a_claim_of_its_own(seat, night):
    """S in the question: the window may not be closed while it is unverified."""
    number = night.to_quine()
    night.give("StopDraw", word="quine")
    night.give("VerifyCarton", text=night.serial(number))
    night.give("AskForOthers")
    night.hear()
    chair = seat(night)
    async with chair.taken():
        await chair.press("s")
        assert chair.orders == ["NewClaim"]
        assert "Scannez le carton" in chair.text(StepPanel)


@pytest.mark.spec("BIN-002")
async def test_sphere_four_seven_enter_enter_shows_47(seat, nights):
    """And 4-7-Enter-Escape shows nothing: the order CancelEntry alone."""
    night = nights.Night(Mode.SPHERE).drawing(3)
    number = next(n for n in range(10, 91) if n not in night.balls[:3])
    chair = seat(night)
    async with chair.taken():
        await chair.press(*str(number), "enter", "escape")
        assert chair.orders == ["EnterNumber", "CancelEntry"]
        assert len(night.house.bingo.seance.partie.balls) == 3
        await chair.settle()
        await chair.press(*str(number), "enter")
        assert f"BOULE {number}" in chair.text(StepPanel)
        await chair.settle()
        await chair.press("enter")
        assert night.house.bingo.seance.partie.balls[-1] == number


async def test_a_ball_already_out_is_refused_in_words(seat, nights):
    """Nothing is shown in large."""
    night = nights.Night(Mode.SPHERE).drawing(3)
    chair = seat(night)
    async with chair.taken():
        await chair.press(*str(night.balls[0]), "enter")
        assert str(night.balls[0]) in chair.console.query_one(MessageLine).said
        assert night.house.bingo.seance.partie.typed is None


@pytest.mark.spec("GEN-010")
async def test_the_public_number_and_the_start(seat, night):
    """Space, Space, 1-7-Enter, Enter, Space: from the lots to the first ball."""
    chair = seat(night.prepared())
    async with chair.taken():
        for keys in (["space"], ["space"], ["1", "7", "enter"], ["enter"], ["space"], ["space"]):
            await chair.settle()
            await chair.press(*keys)
        assert chair.orders == [
            *("AnnounceLots", "FreezePartie", "GivePublicNumber", "GivePublicNumber"),
            *("StartDraw", "DrawBall"),
        ]
        assert night.house.bingo.seance.partie.public == "salle:17"


async def test_a_refused_public_number_is_said_and_the_next_one_typed_over_it(
    seat, night, monkeypatch
):
    """99 is no ball: the reason stands there, and 4-2 is a new number without Escape."""
    monkeypatch.setattr("caller.hands.HELD_S", 0.0)  # two Enters here are two keys, however fast
    chair = seat(night.prepared())
    async with chair.taken():
        for keys in (["space"], ["space"], ["9", "9", "enter"]):
            await chair.settle()
            await chair.press(*keys)
        said = chair.console.query_one(MessageLine).said
        assert said.startswith(Tone.REFUSAL.value) and "99" in said
        assert chair.console.entry.text == "99"
        await chair.press("4", "2", "enter")
        await chair.settle()
        assert night.house.bingo.seance.partie.typed == 42


@pytest.mark.spec("BIN-016", "BIN-017", "BIN-018", "BIN-007")
async def test_the_tests_of_the_evening_with_space_alone(seat, night, until, monkeypatch):
    """Séance started, eight elements, ninety balls, the blank draw by itself, cartons ticked."""
    monkeypatch.setattr("caller.console.BLANK_S", 0.0)
    monkeypatch.setattr("caller.hands.HELD_S", 0.0)
    monkeypatch.setattr("caller.console.TICK_S", 0.01)
    chair = seat(night)
    async with chair.taken():
        await chair.space_until(lambda: "StartBlankDraw" in chair.orders)
        assert chair.orders[0] == "StartTests" and chair.orders.count("RecordTest") == 8
        await until(lambda: night.house.bingo.seance.equipment.missing() == [], 30)
        await chair.space_until(lambda: night.house.bingo.seance.equipment.cartons_perfect)
        equipment = night.house.bingo.seance.equipment
        assert equipment.blank_draw_done and equipment.cartons_perfect
        assert "au guichet" in chair.text(StepPanel)


@pytest.mark.spec("BIN-018", "GEN-018")
async def test_the_blank_draw_runs_on_once_it_was_announced_aloud(seat, night, until, monkeypatch):
    """No loudspeaker: « C'est dit » is part of the start, and Space stops and goes on, as it says."""
    monkeypatch.setattr("caller.console.BLANK_S", 0.05)
    monkeypatch.setattr("caller.hands.HELD_S", 0.0)
    monkeypatch.setattr("caller.console.TICK_S", 0.01)
    night.tell(StationLost("V1"))
    chair = seat(night, voice=False)
    async with chair.taken():
        await chair.space_until(lambda: "StartBlankDraw" in chair.orders)
        await chair.space_until(lambda: "ConfirmSpokenAloud" in chair.orders)
        await until(lambda: len(night.house.bingo.seance.equipment.blank) > 3)
        await chair.press("space")
        await until(lambda: "est arrêté. Espace le reprend" in chair.text(StepPanel))
        await chair.press("space")
        await until(lambda: night.house.bingo.seance.equipment.missing() == [], 30)


@pytest.mark.spec("BIN-016")
async def test_a_failed_test_is_recorded_with_what_was_seen(seat, night):
    """The line is chosen with the arrows, E asks what was seen."""
    chair = seat(night.testing())
    async with chair.taken():
        await chair.press("down", "e")
        await chair.press(*"muet", "enter")
        await chair.pilot.pause()
        tests = night.house.bingo.seance.equipment.tests
        assert (tests["tableau"].passed, tests["tableau"].measure) == (False, "muet")
        assert "EN ÉCHEC" in chair.text(CheckList)


@pytest.mark.spec("BIN-018")
async def test_a_blank_ball_of_the_sphere_is_typed(seat, nights):
    """One step is enough: nothing is at stake."""
    night = nights.Night(Mode.SPHERE).testing()
    night.give("LoadBalls", count=90)
    night.give("StartBlankDraw")
    chair = seat(night)
    async with chair.taken():
        await chair.press(*["down"] * 9)
        await chair.press("6", "3", "enter")
        assert night.house.bingo.seance.equipment.blank == [63]


@pytest.mark.spec("GEN-018", "SPK-004")
async def test_without_a_voice_space_confirms_what_was_said(seat, night):
    """The text to say is on the screen; then the next ball."""
    night.tell(StationLost("V1"))
    chair = seat(night.drawing(12), voice=False)
    async with chair.taken():
        await chair.press("space")
        assert "vive voix" in chair.text(StepPanel)
        await chair.settle()
        await chair.press("space")
        assert chair.orders == ["DrawBall", "ConfirmSpokenAloud"]


@pytest.mark.spec("GEN-016")
async def test_after_a_restart_one_sentence_says_what_was_restored(seat, night):
    """Suspended with its balls, and how long the hall was away."""
    from core.bingo.partie.suspension import PartieSuspended

    night.drawing(23)
    night.tell(PartieSuspended(1, night.ms, "ARRET_DU_SYSTEME"))
    chair = seat(night)
    async with chair.taken():
        chair.line.notes("REPRISE", at="x", lines=100, since_s=240)
        await chair.pilot.pause()
        assert "suspendue" in chair.console.query_one(MessageLine).said
        chair.look_again()
        await chair.pilot.pause()
        said = chair.console.query_one(MessageLine).said
        assert "4:00" in said and "23 boules" in said and "suspendue" in said


@pytest.mark.spec("FOR-008")
async def test_a_break_is_asked_in_minutes_and_ended_by_space(seat, night):
    """F7, 12, Enter; then Space."""
    chair = seat(night.validated())
    async with chair.taken():
        await chair.press("f7", "backspace", "2", "enter")
        assert chair.line.orders == [("StartBreak", {"minutes": 12})]
        await chair.settle()
        await chair.press("space")
        assert chair.orders[-1] == "EndBreak"


async def test_hostile_keys_leave_the_console_alone(seat, night):
    """Letters, signs, control keys: no order, no fault."""
    chair = seat(night.opened())
    async with chair.taken():
        for key in ("x", "percent_sign", "ctrl+d", "tab", "9", "minus", "backspace", "escape"):
            chair.app.post_message(Key(key, None))
            await chair.press(key)
        assert chair.orders == [] and chair.app.faults == []


@pytest.mark.parametrize("moment", ["testing", "opened", "prepared", "drawing", "finished"])
@pytest.mark.parametrize("size", [(80, 24), (120, 40), (240, 67)])
async def test_every_moment_fits_every_size(seat, night, moment, size):
    """The step, the board and the keys are on the screen, whole."""
    getattr(night, moment)()
    chair = seat(night)
    async with chair.taken(size):
        for widget in (StepPanel, Board, HintBar):
            region = chair.console.query_one(widget).region
            assert region.height > 0 and region.bottom <= size[1] and region.right <= size[0]
        assert chair.text(StepPanel).strip()


@pytest.mark.spec("BIN-046")
async def test_a_doubtful_carton_goes_to_the_committee(seat, night):
    """F11 with its motive: closing is blocked, the reason says why."""
    number = night.to_quine()
    night.give("StopDraw", word="quine")
    night.give("VerifyCarton", text=night.serial(number))
    night.hear()
    chair = seat(night)
    async with chair.taken():
        await chair.press("f11")
        await chair.press(*"double", "enter")
        await chair.pilot.pause()
        assert chair.line.orders == [("DisputeCarton", {"number": number, "reason": "double"})]
        assert night.house.bingo.seance.partie.disputes == [number]


@pytest.mark.spec("GEN-010")
async def test_without_the_public_is_asked_twice(seat, night):
    """N, then Non: nothing; N, then Oui: recorded as such."""
    night.prepared()
    night.give("AnnounceLots")
    night.hear()
    night.give("FreezePartie")
    chair = seat(night)
    async with chair.taken():
        await chair.press("n")
        await chair.press("n")
        assert chair.orders == []
        await chair.press("n")
        await chair.press("o")
        await chair.pilot.pause()
        assert chair.orders == ["GoWithoutPublic"]
        assert night.house.bingo.seance.partie.public.startswith("journal:")


async def test_a_question_over_the_screen_stops_the_pace(seat, night):
    """F1 would keep S from being heard: no ball meanwhile."""
    chair = seat(night.drawing(22))
    async with chair.taken():
        await chair.press("f4")
        assert chair.console.pace.running
        await chair.press("f1")
        await chair.pilot.pause()
        assert not chair.console.pace.running


async def test_a_hall_that_stops_is_heard(seat, night):
    """The journal is out of order: the pace ends and the sentence says what to do."""
    chair = seat(night.drawing(22))
    async with chair.taken():
        await chair.press("f4")
        assert chair.console.pace.running
        chair.line.notes("SALLE_ARRETEE", cause="disque")
        await chair.reaches(lambda: not chair.console.pace.running)
        await chair.reaches(lambda: "comité" in chair.console.query_one(MessageLine).said)

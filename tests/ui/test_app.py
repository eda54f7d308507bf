"""The base program under a pilot: scans, keys, faults, the broken line, people, the lock."""

from __future__ import annotations

import pytest
from textual import events
from textual.widgets import Button, Input

from core import codes
from core.views.actions import Action as Tried
from hall.client import Link, Refused
from ui.frame import Banner, MessageLine, TopLine
from ui.help import HelpScreen
from ui.hints import HintBar
from ui.modals import Field, Form, YesNo
from ui.scan import ScanCollector
from ui.signin import SignIn

CODE = codes.make(bytes(32), codes.Kind.CARTON, 1, 14_000_251, bytes(range(1, 16)))
BADGE = codes.make(bytes(32), codes.Kind.BADGE, 1, 7, b"{}")
NAMES = {"\r": "enter", "\n": "ctrl+j", "\t": "tab", "-": "minus"}


def types(app, text):
    """A burst, as a scanner sends it: straight into the app, all at once."""
    for letter in text:
        app.post_message(events.Key(NAMES.get(letter, letter), letter))


@pytest.mark.spec("SCN-001")
@pytest.mark.parametrize("focus", ["#field", "#sell", None])
async def test_a_scan_presses_nothing_and_lands_nowhere_but_on_the_screen(room, until, focus):
    """Whatever has the focus: no digit is a command, no Enter presses the button."""
    app = room.RoomApp()
    async with app.run_test(size=(80, 24)) as pilot:
        app.room.set_focus(app.room.query_one(focus) if focus else None)
        await pilot.pause()
        types(app, CODE + "\r\n" + "014-000251-2\r")
        await until(lambda: len(app.room.heard) == 2)
        await pilot.pause()
        assert app.room.heard == [f"scan {CODE}", "scan 014-000251-2"]
        assert app.room.query_one("#field", Input).value == ""


async def test_a_foreign_barcode_is_refused_aloud(room, until):
    """A product's code in front of the scanner changes nothing and is answered."""
    app = room.RoomApp()
    app.room.takes = False
    async with app.run_test(size=(80, 24)):
        types(app, "3017620422003\r")
        await until(lambda: "illisible" in app.room.query_one(MessageLine).said)
        types(app, CODE + "\r")
        await until(lambda: "ne sert à rien" in app.room.query_one(MessageLine).said)
        assert app.room.heard == []


async def test_typing_reaches_the_field_even_when_it_could_have_begun_a_code(room, until):
    """« LB » is held for a moment and then given back, in order."""
    app = room.RoomApp()
    async with app.run_test(size=(80, 24)) as pilot:
        field = app.room.query_one("#field", Input)
        field.focus()
        await pilot.pause()
        types(app, "LB")
        await until(lambda: field.value == "LB")
        types(app, "on\r")
        await until(lambda: app.room.heard == ["field LBon"])


async def test_a_pasted_code_is_a_scan_and_a_pasted_name_is_text(room, until):
    """Browsers and tmux paste."""
    app = room.RoomApp()
    async with app.run_test(size=(80, 24)) as pilot:
        field = app.room.query_one("#field", Input)
        field.focus()
        await pilot.pause()
        app.post_message(events.Paste(CODE + "\r"))
        app.post_message(events.Paste("[/b] Zoé"))
        await until(lambda: field.value == "[/b] Zoé")
        assert app.room.heard == [f"scan {CODE}"]


@pytest.mark.spec("DSP-012")
async def test_a_disabled_action_says_why_on_the_bar_and_when_tried(room, until):
    """Given a sale not closed, then « Tirer » is in brackets with its reason and does nothing."""
    app = room.RoomApp()
    async with app.run_test(size=(80, 24)) as pilot:
        reasons = {h.action.id: h.why_not for h in app.room.query_one(HintBar).hints}
        assert reasons["draw"] == "vente non close"
        await pilot.press("f5")
        assert app.hall.orders == []
        assert app.room.query_one(MessageLine).said == "■ Tirer : vente non close"
        app.hall.says("room", {"open": True, "drawn": [42]})
        await until(lambda: not app.room.query_one(HintBar).hints[0].why_not)
        await pilot.press("f5")
        assert app.hall.orders == [("DrawBall", {})]


async def test_clicking_a_hint_does_what_its_key_does(room):
    """The bar is a row of buttons too."""
    app = room.RoomApp()
    async with app.run_test(size=(80, 24)) as pilot:
        bar = app.room.query_one(HintBar)
        from ui.hints import laid_out

        piece = next(p for p in laid_out(bar.hints, 80) if p.hint.action.id == "sell")
        await pilot.click(HintBar, offset=(piece.x + 1, piece.line))
        assert app.room.heard == ["sell"]


async def test_a_fault_is_said_logged_and_survived(room, caplog):
    """A broken handler does not take the program with it."""
    app = room.RoomApp()
    app.survives_tests = True
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f6")
        await pilot.pause()
        assert "Erreur du programme" in app.room.query_one(MessageLine).said
        assert [str(fault) for fault in app.faults] == ["boom"]
        assert "boom" in caplog.text
        await pilot.press("f2")
        assert app.room.heard == ["sell"]


async def test_a_flood_of_faults_ends_the_program_with_an_error(room):
    """Something that fails all the time must be seen by the supervisor."""
    app = room.RoomApp()
    app.survives_tests = True
    with pytest.raises(RuntimeError):
        async with app.run_test(size=(80, 24)) as pilot:
            for _ in range(25):
                app.post_message(events.Key("f6", None))
            await pilot.pause()


async def test_refusals_of_the_hall_are_sentences(room, until):
    """A code becomes words, values included, and an unknown one is still shown."""
    app = room.RoomApp()
    async with app.run_test(size=(80, 24)):
        app.hall.answers["DrawBall"] = Refused("NUMERO_HORS_TIRAGE", {"number": 91})
        app.give("DrawBall")
        said = app.room.query_one(MessageLine)
        await until(lambda: said.said == "■ Le numéro 91 n'est pas entre 1 et 90.")
        app.hall.answers["DrawBall"] = Refused("INCONNU", {"n": 1})
        app.give("DrawBall")
        await until(lambda: "INCONNU" in said.said and "n 1" in said.said)


@pytest.mark.spec("DSP-012")
async def test_why_an_order_is_not_possible_comes_from_the_view(room):
    """A code with its values; a delay only until the hall's clock has passed it."""
    app = room.RoomApp()
    async with app.run_test(size=(80, 24)):
        assert app.why(Tried("DrawBall")) == ""
        tried = Tried("DrawBall", "NUMERO_HORS_TIRAGE", {"number": 0})
        assert app.why(tried) == "Le numéro 0 n'est pas entre 1 et 90."
        later = Tried("DrawBall", "INTERVALLE_MINIMUM", {}, at_ms=2500)
        assert "3 s" in app.why(later)
        app.hall.ms = 2500
        assert app.why(later) == ""
        assert app.why(None) == "pas maintenant"
        app.lang = "en"
        assert app.why(None) == "not now"


async def test_the_broken_line_is_shown_and_goes_when_it_is_back(room, until):
    """Above everything, on every screen."""
    app = room.RoomApp()
    async with app.run_test(size=(80, 24)) as pilot:
        banner = app.room.query_one(Banner)
        await until(lambda: not banner.display)
        app.hall.stands(Link.LOST)
        await until(lambda: banner.display)
        assert "LIGNE COUPÉE" in banner.text
        app.hall.stands(Link.READY)
        await until(lambda: not banner.display)
        await pilot.pause()


@pytest.mark.spec("GEN-005")
async def test_nothing_works_until_a_person_has_signed_in(room, until):
    """A wrong PIN is refused and kept nowhere; the right one opens; a hostile name stays a name."""
    app = room.GuardedRoomApp(room.staffed())
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: isinstance(app.screen, SignIn))
        await pilot.press(*"zoe", "enter", *"1234", "enter")
        note = app.screen.query_one("#note")
        await until(lambda: "incorrect" in str(note.render()))
        assert app.screen.query_one("#pin", Input).value == ""
        await pilot.press(*"314159", "enter")
        await until(lambda: app.screen is app.room)
        await pilot.pause()
        line = "".join(s.text for s in app.room.query_one(TopLine).render_line(0))
        assert "[/b] Zoé <éàü> ${x}" in line


@pytest.mark.spec("GEN-005")
async def test_five_idle_minutes_lock_the_station(room, until):
    """The clock is ours: 299 s nothing, 300 s the sign-in screen."""
    now = [1000.0]
    app = room.GuardedRoomApp(room.staffed(), clock=lambda: now[0])
    async with app.run_test(size=(80, 24)) as pilot:
        await app.hall.sign_in("zoe", "314159")
        await until(lambda: app.screen is app.room)
        await pilot.press("f2")
        now[0] += 299
        app.on_clock_looked(None)
        await pilot.pause()
        assert app.screen is app.room
        now[0] += 1
        app.on_clock_looked(None)
        await until(lambda: isinstance(app.screen, SignIn))
        assert app.hall.person == ""


async def test_a_badge_names_its_bearer_and_the_pin_is_still_asked(room, until):
    """Kind F fills the first field; a carton does not."""
    app = room.GuardedRoomApp(room.staffed())
    async with app.run_test(size=(80, 24)):
        await until(lambda: isinstance(app.screen, SignIn))
        types(app, CODE + "\r" + BADGE + "\r")
        await until(lambda: app.screen.query_one("#person", Input).value == BADGE)
        assert app.focused is app.screen.query_one("#pin")


async def test_a_question_is_no_by_default_and_a_scan_does_not_answer_it(room, until):
    """« Non » has the focus, a code's Enter does nothing, O says yes."""
    app = room.RoomApp()
    answers = []
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(YesNo("Rembourser [/b] ?"), answers.append)
        await until(lambda: isinstance(app.screen, YesNo))
        await pilot.pause()
        assert isinstance(app.focused, Button) and app.focused.id == "no"
        types(app, CODE + "\r")
        await until(lambda: "Répondez" in str(app.screen.query_one("#note").render()))
        assert answers == []
        await pilot.press("enter")
        await until(lambda: answers == [False])
        app.push_screen(YesNo("Sûr ?"), answers.append)
        await pilot.press("o")
        await until(lambda: answers == [False, True])


FIELDS = (
    Field("given_c", "Reçu", "amount"),
    Field("count", "Nombre", "number", least=1, most=8),
    Field("carton", "Carton", "code", required=False),
)


@pytest.mark.spec("GEN-001")
async def test_a_form_gives_cents_and_numbers_and_keeps_what_was_typed(room, until):
    """2,505 is refused with its sentence; the rest stays; 2,50 goes through as 250 cents."""
    app = room.RoomApp()
    answers = []
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(Form("Encaisser", FIELDS), answers.append)
        await until(lambda: isinstance(app.screen, Form))
        await pilot.pause()
        await pilot.press(*"2", "comma", *"505", "enter", "9", "enter", "enter")
        note = app.screen.query_one("#note")
        await until(lambda: "Deux décimales" in str(note.render()))
        assert app.focused.id == "given_c" and app.focused.value == "2,505"
        await pilot.press("backspace", "f2")
        await until(lambda: "Entre 1 et 8" in str(note.render()))
        await pilot.press("backspace", "3", "f2")
        await until(lambda: answers == [{"given_c": 250, "count": 3, "carton": None}])


@pytest.mark.spec("SCN-002")
async def test_a_scan_goes_to_the_field_that_asks_for_it(room, until):
    """Wherever the focus is, and at the last field it confirms."""
    app = room.RoomApp()
    answers = []
    fields = (Field("why", "Motif", value="perdu"), Field("carton", "Carton", "code"))
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(Form("Retrouver", fields), answers.append)
        await until(lambda: isinstance(app.screen, Form))
        await pilot.pause()
        types(app, CODE + "\r")
        await until(lambda: answers == [{"why": "perdu", "carton": CODE}])


async def test_help_lists_every_key_and_leaving_asks_first(room, until):
    """F1 and F10 are everywhere."""
    app = room.RoomApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f1")
        await until(lambda: isinstance(app.screen, HelpScreen))
        text = "\n".join(str(w.render()) for w in app.screen.query("Static"))
        assert "Tirer  (vente non close)" in text and "Quitter" in text
        assert "Quine 0  empreinte inconnue  poste P1" in text
        await pilot.press("escape")
        await until(lambda: app.screen is app.room)
        await pilot.press("ctrl+q")
        await until(lambda: isinstance(app.screen, YesNo))
        await pilot.press("n")
        await until(lambda: app.screen is app.room)
        assert app.is_running


LEFT, RIGHT = ("left", None), ("right", None)
HOME, END, DELETE, BACK = ("home", None), ("end", None), ("delete", None), ("backspace", "\x7f")


@pytest.mark.parametrize(
    ("burst", "value"),
    [
        (("1", "2", BACK, "3"), "13"),
        (("1", "2", BACK, BACK, "3", "4", BACK), "3"),
        (("a", "c", LEFT, "b", RIGHT, "d"), "abcd"),
        (("b", HOME, "a", END, "c"), "abc"),
        (("x", "a", HOME, DELETE, "b"), "ba"),
    ],
)
async def test_corrections_and_letters_act_in_the_order_of_the_keys(room, until, burst, value):
    """All keys at once, as after a stall: none overtakes another, and Enter closes what came before."""
    app = room.RoomApp()
    async with app.run_test(size=(80, 24)):
        app.room.query_one("#field").focus()
        for key in (*burst, ("enter", "\r"), "9"):
            name, character = key if isinstance(key, tuple) else (key, key)
            app.post_message(events.Key(name, character))
        await until(lambda: app.room.heard)
        assert app.room.heard == [f"field {value}"]


async def test_the_same_order_still_waiting_is_not_given_twice(room, until):
    """A key held down gives one order."""
    app = room.RoomApp()
    async with app.run_test(size=(80, 24)) as pilot:
        for _ in range(5):
            app.give("DrawBall")
        app.give("DrawBall", rank=2)
        await pilot.pause()
        await until(lambda: len(app.hall.orders) == 2)


async def test_a_code_is_understood_with_its_own_end_and_waits_for_no_silence(room, until):
    """A burst of a hundred codes in one go: a hundred Enters, a hundred scans, no wait decides."""

    class Watched(ScanCollector):
        by_silence = 0

        def expire(self, now, in_field=False):
            outcome = super().expire(now, in_field)
            self.by_silence += outcome.scan is not None or bool(outcome.deliver)
            return outcome

    many = [codes.make(bytes(32), codes.Kind.CARTON, 1, n, b"") for n in range(100)]
    scans = Watched()
    app = room.RoomApp(scans=scans)
    async with app.run_test(size=(80, 24)):
        app.room.query_one("#field").focus()
        types(app, "".join(f"{code}\r" for code in many))
        await until(lambda: len(app.room.heard) == 100)
        assert app.room.heard == [f"scan {code}" for code in many]
        assert scans.by_silence == 0


async def test_a_failed_second_copy_stands_above_the_screen_until_it_is_well_again(room, until):
    """At the desk and the console only; a lasting sentence with its own mark."""
    for told in (True, False):
        app = room.RoomApp()
        app.TELLS_COPY = told
        async with app.run_test():
            await until(lambda app=app: app.room.is_mounted)
            banner = app.room.query_one(Banner)
            app.hall.notes("COPIE_EN_PANNE", file="x", fault="plein")
            await until(lambda app=app: app.copy_failed)
            app.room.show_frame()
            assert ("COPIE DU JOURNAL EN PANNE" in banner.text) is told
            app.hall.notes("COPIE_RETABLIE", file="x", fault="")
            await until(lambda banner=banner: banner.text == "")

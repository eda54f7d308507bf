"""The collector, fed with recorded sequences of keys: what is a scan and what is typing."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import codes
from ui.decode import CALIBRATION, ScanDecoder, Shape, calibrate
from ui.layouts import DEAD, LAYOUTS, between, swapped_case
from ui.scan import Outcome, ScanCollector

KEY = bytes(range(32))
CODE = codes.make(KEY, codes.Kind.CARTON, 1, 14_000_251, bytes(range(1, 16)))
OTHER = codes.make(KEY, codes.Kind.RECEPISSE, 1, 7, b"{}")


class Keyboard:
    """Types into a collector and writes down what came out."""

    def __init__(self, in_field: bool = False, prefix: str = "") -> None:
        self.collector = ScanCollector(prefix=prefix)
        self.in_field = in_field
        self.now = 100.0
        self.typed: list[str] = []
        self.scans: list[str] = []
        self.shapes: list[Shape] = []

    def key(self, key: str, character: str | None = None, gap: float = 0.001) -> None:
        self.now += gap
        self._note(self.collector.feed(character, key, self.now, in_field=self.in_field))

    def types(self, text: str, gap: float = 0.001) -> Keyboard:
        for letter in text:
            self.key(letter, letter, gap)
        return self

    def ends(self, key: str = "enter", gap: float = 0.001) -> Keyboard:
        self.key(key, {"enter": "\r", "tab": "\t", "ctrl+j": "\n"}.get(key), gap)
        return self

    def rests(self, seconds: float) -> Keyboard:
        self.now += seconds
        self._note(self.collector.expire(self.now, self.in_field))
        return self

    def _note(self, outcome: Outcome) -> None:
        self.typed += [stroke.key for stroke in outcome.deliver]
        if outcome.scan is not None:
            self.scans.append(outcome.scan.text)
            self.shapes.append(outcome.scan.shape)


@pytest.mark.spec("SCN-001")
@pytest.mark.parametrize("in_field", [False, True])
@pytest.mark.parametrize("gap", [0.0, 0.001, 0.005, 0.030])
@pytest.mark.parametrize("end", [("enter",), ("enter", "ctrl+j"), ("ctrl+j",), ("tab",)])
def test_a_code_is_one_scan_and_no_key_of_it_reaches_the_screen(in_field, gap, end):
    """CR, LF, CR LF and TAB end a code at any speed, whatever has the focus."""
    keyboard = Keyboard(in_field).types(CODE, gap)
    for key in end:
        keyboard.ends(key)
    assert (keyboard.scans, keyboard.typed) == ([CODE], [])


@pytest.mark.spec("SCN-001")
def test_a_scanner_without_suffix_is_understood_after_a_silence_and_a_late_enter_is_swallowed():
    """Silence is an end too."""
    keyboard = Keyboard().types(CODE).rests(0.3)
    assert keyboard.scans == [CODE]
    keyboard.ends(gap=0.02)
    assert keyboard.typed == []


@pytest.mark.spec("SCN-001")
def test_one_code_within_two_seconds_is_one_scan():
    """The same paper under the beam gives one command; another paper gives another."""
    keyboard = Keyboard().types(CODE).ends()
    keyboard.types(CODE).ends()
    keyboard.types(OTHER).ends()
    assert keyboard.scans == [CODE, OTHER]
    keyboard.rests(2.1)
    keyboard.types(CODE).ends()
    assert keyboard.scans == [CODE, OTHER, CODE]


def test_a_hundred_codes_back_to_back_are_a_hundred_scans():
    """A burst loses nothing: the end of one is the beginning of the next."""
    many = [codes.make(KEY, codes.Kind.CARTON, 1, n, b"") for n in range(100)]
    keyboard = Keyboard(in_field=True)
    for code in many:
        keyboard.types(code, 0.0).ends(gap=0.0)
    assert (keyboard.scans, keyboard.typed) == (many, [])


@pytest.mark.parametrize("in_field", [False, True])
def test_a_stall_of_the_machine_does_not_break_a_code(in_field):
    """Gaps of 80 ms were seen once enough characters are held."""
    keyboard = Keyboard(in_field).types(CODE[:20])
    keyboard.now += 0.080
    keyboard.types(CODE[20:]).ends()
    assert keyboard.scans == [CODE]


@pytest.mark.parametrize("in_field", [False, True])
@pytest.mark.parametrize("held", [1, 2, 5, 20, 34, 35])
@pytest.mark.parametrize("stall", [0.080, 0.200, 1.0])
def test_a_program_that_hangs_breaks_no_code(in_field, held, stall):
    """Nobody looked at the silence while it lasted: the keys had all come long before."""
    keyboard = Keyboard(in_field).types(CODE[:held])
    keyboard.now += stall
    keyboard.types(CODE[held:]).ends()
    assert (keyboard.scans, keyboard.typed) == ([CODE], [])


@pytest.mark.parametrize("in_field", [False, True])
def test_a_key_of_a_hand_before_a_stall_stays_typing(in_field):
    """« x » was meant; what came 200 ms later is a code of its own."""
    keyboard = Keyboard(in_field).types("x")
    keyboard.now += 0.200
    keyboard.types(CODE).ends()
    assert (keyboard.scans, keyboard.typed) == ([CODE], ["x"])


@pytest.mark.parametrize(
    "text", ["Bob 42", "Léa Lebon", "14-251", "014-000251-2", "12,50", "LBBB", "L", CODE]
)
@pytest.mark.parametrize("in_field", [False, True])
def test_what_a_person_types_comes_through_whole_and_in_order(text, in_field):
    """At 120 ms a key even a code letter by letter is typing: it goes to the field as typed."""
    keyboard = Keyboard(in_field)
    for letter in text:
        keyboard.key(letter, letter, 0.120)
        keyboard.rests(0.07)
    keyboard.ends(gap=0.120)
    assert keyboard.typed == [*text, "enter"]
    assert keyboard.scans == []


def test_fast_typing_into_a_field_is_kept():
    """A name typed by a program at once is text for the field that has the focus."""
    keyboard = Keyboard(in_field=True).types("Jean Dupont", 0.0).ends()
    assert keyboard.typed == [*"Jean Dupont", "enter"]


def test_a_letter_that_begins_no_code_is_not_even_delayed_in_a_field():
    """Only what may begin a code waits."""
    keyboard = Keyboard(in_field=True).types("Z")
    assert keyboard.typed == ["Z"]


@pytest.mark.parametrize("noise", ["3017620422003", "BG1|C|014|0251", "hello world", CODE[:-1]])
def test_a_foreign_barcode_presses_nothing_outside_a_field(noise):
    """No digit fires a command, no Enter presses a button; the screen hears of an unread code."""
    keyboard = Keyboard().types(noise).ends()
    assert keyboard.typed == []
    assert keyboard.shapes == [Shape.UNREADABLE]


@pytest.mark.parametrize(
    "noise", ["3017620422003", "https://example.org/x?y=1", CODE[:-1], CODE[:20] + "Q" + CODE[21:]]
)
def test_a_barcode_never_lands_in_a_field(noise):
    """A product, a link and a broken code of ours are refused, not typed."""
    keyboard = Keyboard(in_field=True).types(noise).ends()
    assert keyboard.typed == []
    assert keyboard.shapes == [Shape.UNREADABLE]


def test_a_key_held_down_is_no_scan():
    """Key repeat of one letter comes through, however fast."""
    keyboard = Keyboard().types("n" * 12, 0.030).rests(0.3)
    assert keyboard.typed == ["n"] * 12


def test_control_characters_inside_a_code_command_nothing():
    """0x11 inside a barcode used to quit the application."""
    keyboard = Keyboard().types(CODE[:12])
    keyboard.key("ctrl+q", "\x11")
    keyboard.types(CODE[12:]).ends()
    assert (keyboard.scans, keyboard.typed) == ([CODE], [])


def test_modifier_keys_between_the_letters_are_skipped():
    """Terminals of the Kitty protocol send Shift as a key of its own."""
    keyboard = Keyboard(in_field=True)
    for letter in CODE:
        keyboard.key("left_shift")
        keyboard.key(letter, letter)
    keyboard.ends()
    assert keyboard.scans == [CODE]


def test_with_a_prefix_key_everything_after_it_is_a_scan():
    """A scanner set to type F12 first: even what no check can prove is never typing."""
    keyboard = Keyboard(in_field=True, prefix="f12")
    keyboard.key("f12")
    keyboard.types("12").ends()
    assert (keyboard.typed, keyboard.shapes) == ([], [Shape.UNREADABLE])
    keyboard.types("12").ends()
    assert keyboard.typed == ["1", "2", "enter"]


@pytest.mark.parametrize("in_field", [False, True])
@pytest.mark.parametrize("before", ["x", "L", "LB", "0", "é1"])
def test_keys_pressed_just_before_a_scan_are_typing_and_the_scan_is_whole(in_field, before):
    """A hurried hand does not spoil the code that follows in the same instant."""
    keyboard = Keyboard(in_field).types(before + CODE).ends()
    assert (keyboard.scans, keyboard.typed) == ([CODE], list(before))


def test_function_keys_and_arrows_pass_at_once_and_release_what_is_held():
    """A command key never waits, and what was typed before it stays before it."""
    keyboard = Keyboard(in_field=True).types("L")
    keyboard.key("f5")
    assert keyboard.typed == ["L", "f5"]


def test_a_pasted_code_is_a_scan_and_other_pastes_belong_to_the_field():
    """A browser or tmux delivers a scan as one paste."""
    collector = ScanCollector()
    assert [scan.text for scan in collector.paste(f"{CODE}\r\n{OTHER}\r", 1.0) or ()] == [
        CODE,
        OTHER,
    ]
    assert collector.paste("Dupont", 9.0, in_field=True) is None
    assert collector.paste("Dupont", 9.0) == []


@settings(max_examples=150)
@given(st.text(st.sampled_from(codes.ALPHABET + "LAZ019é&-. "), max_size=50), st.booleans())
def test_no_key_is_ever_lost(text, in_field):
    """Whatever comes in is delivered, or is part of one scan or one refusal."""
    keyboard = Keyboard(in_field).types(text, 0.02).ends().rests(1)
    if not keyboard.scans:
        assert keyboard.typed == [*text, "enter"]
    assert not keyboard.collector.waiting


@pytest.mark.parametrize("name", LAYOUTS)
def test_every_layout_names_the_same_keys_and_can_be_undone(name):
    """Forty-eight keys each, and no character stands on two of them."""
    plain, shifted = LAYOUTS[name]
    assert len(plain) == len(shifted) == len(LAYOUTS["us"][0])
    level = [c for c in plain + shifted[:-1] if c != DEAD]
    assert len(set(level)) == len(level)


@pytest.mark.spec("SCN-001")
@pytest.mark.parametrize("host", ["fr", "be", "de", "ch", "uk"])
@pytest.mark.parametrize("caps", ["off", "linux", "windows"])
def test_a_cartons_number_is_read_through_every_keyboard(host, caps):
    """A pre-printed barcode 014-000251-2 from a US scanner on each host, with CapsLock too."""
    meant = "014-000251-2"
    keys = {
        ours: theirs for theirs, ours in between("us", host, shift_lock=caps == "windows").items()
    }
    came = "".join(keys[c] for c in meant)
    came = swapped_case(came) if caps == "linux" else came
    reading = ScanDecoder().read(came)
    assert reading is not None and reading.text == meant


@pytest.mark.spec("SCN-001")
@pytest.mark.parametrize("host", LAYOUTS)
@pytest.mark.parametrize("caps", [False, True])
def test_our_codes_survive_every_keyboard_untouched(host, caps):
    """The letters of L16 stand on the same keys everywhere."""
    keys = {ours: theirs for theirs, ours in between("us", host).items()}
    came = "".join(keys[c] for c in CODE)
    reading = ScanDecoder(hosts=()).read(came.swapcase() if caps else came)
    assert reading is not None and (reading.text, reading.layout) == (CODE, "")


def test_a_wrong_check_digit_is_no_scan():
    """014-000251-3 could be any carton: nothing is guessed."""
    assert ScanDecoder().read("014-000251-3") is None


def test_the_calibration_sheet_teaches_an_unknown_keyboard():
    """On a keyboard of no table, the digits are learnt from one scan."""
    odd = dict(zip("0123456789-", "¤¹²³¼½¾{[]\\", strict=True))
    came = "".join(odd.get(c, c) for c in CALIBRATION).swapcase()
    learnt = calibrate(came)
    assert learnt is not None and learnt.caps_lock and not learnt.confused
    reading = ScanDecoder(calibration=learnt).read("".join(odd[c] for c in "014-000251-2"))
    assert reading is not None and (reading.text, reading.layout) == ("014-000251-2", "étalonnage")


def test_another_paper_is_not_taken_for_the_calibration_sheet():
    """Nothing is learnt from a carton."""
    assert calibrate(CODE + "BB") is None


def test_the_calibration_sheet_names_what_cannot_be_told_apart():
    """Two keys that give one character leave a letter in doubt."""
    learnt = calibrate(CALIBRATION.replace("1", "0"))
    assert learnt is not None and learnt.confused == ("1",)

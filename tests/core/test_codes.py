"""L16 codes and typed numbers: nothing changed passes, nothing printed is misread."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import codes
from core.codes import ALPHABET, Kind, Serial
from core.rules import Refusal

KEY = bytes(range(32))
KINDS = st.sampled_from(list(Kind))
EVENTS = st.integers(0, (1 << 20) - 1)
SERIALS = st.integers(0, (1 << 32) - 1)
STATEMENTS = st.binary(max_size=60)
CARTONS = st.builds(Serial, st.integers(1, 4293), st.integers(1, 999_999))
# What French and German keyboards make of a scanner that types as on an American one.
AZERTY = str.maketrans("qwazmQWAZM", "azqw,AZQW?")
QWERTZ = str.maketrans("yzYZ", "zyZY")


@given(KINDS, EVENTS, SERIALS, STATEMENTS)
def test_a_code_is_read_back_and_is_authentic(kind, event, serial, statement):
    """What was made is what is read, and its MAC fits its own statement only."""
    text = codes.make(KEY, kind, event, serial, statement)
    code = codes.read(text)
    assert len(text) == 35
    assert (code.kind, code.event, code.serial) == (kind, event, serial)
    assert codes.authentic(KEY, code, statement)
    assert not codes.authentic(KEY, code, statement + b"x")
    assert not codes.authentic(bytes(32), code, statement)


@pytest.mark.spec("PRT-002")
@given(KINDS, EVENTS, SERIALS, st.integers(0, 34), st.sampled_from(ALPHABET + "LAQWZMIOU01"))
def test_any_changed_letter_is_rejected(kind, event, serial, place, letter):
    """One letter changed anywhere: unreadable, or read and not authentic."""
    text = codes.make(KEY, kind, event, serial, b"statement")
    changed = text[:place] + letter + text[place + 1 :]
    try:
        code = codes.read(changed)
    except Refusal as refusal:
        assert refusal.code == "CODE_ILLISIBLE"
    else:
        assert codes.authentic(KEY, code, b"statement") == (changed == text)


@pytest.mark.spec("SCN-001")
@given(KINDS, EVENTS, SERIALS, st.sampled_from([AZERTY, QWERTZ]), st.booleans(), st.booleans())
def test_a_code_survives_any_keyboard(kind, event, serial, layout, caps, lower):
    """Typed through the wrong layout, with CapsLock or without, the letters are the same."""
    text = codes.make(KEY, kind, event, serial, b"statement")
    typed = (text.lower() if lower else text).translate(layout)
    typed = typed.swapcase() if caps else typed
    assert codes.read(f" {typed}\r\n") == codes.read(text)


@pytest.mark.spec("PRT-002")
def test_the_bytes_of_a_code_are_those_of_the_design():
    """A code recomputed here by hand from the design's words is the code that is made."""
    from hashlib import blake2b, sha256

    said = bytes([0]) + (1).to_bytes(3, "big") + (14_000_251).to_bytes(4, "big")
    said += sha256(bytes(range(1, 16))).digest()
    mac = blake2b(said, key=KEY, digest_size=10, person=b"quine-L16-B").hexdigest()
    letters = (f"{1:05x}{14_000_251:08x}" + mac).translate(
        str.maketrans("0123456789abcdef", ALPHABET)
    )
    statement = codes.carton_statement([[1, 2, 3, 4, 5], [6, 7, 8, 9, 10], [11, 12, 13, 14, 15]])
    assert codes.make(KEY, Kind.CARTON, 1, 14_000_251, statement) == "LB" + letters


@pytest.mark.parametrize(
    "text", ["", "L", "LB" + "B" * 32, "LB" + "B" * 34, "LA" + "B" * 33, "é" * 35, "LB" + "ſ" * 33]
)
def test_what_is_not_a_code_is_unreadable(text):
    """Short, long, foreign or odd letters get CODE_ILLISIBLE and nothing else."""
    with pytest.raises(Refusal, match="CODE_ILLISIBLE"):
        codes.read(text)


@given(st.text(max_size=60))
def test_reading_anything_is_safe(text):
    """Any text is either a code, a number, or a refusal: never another error."""
    for reading in (codes.read, codes.typed):
        try:
            reading(text)
        except Refusal as refusal:
            assert refusal.code in {"CODE_ILLISIBLE", "NUMERO_ILLISIBLE", "NUMERO_HORS_LIMITES"} | {
                "CHIFFRE_DE_CONTROLE"
            }


def test_a_code_out_of_bounds_is_refused():
    """An event past 20 bits, a serial past 32 bits or a short key make no code."""
    for event, serial, key in ((1 << 20, 0, KEY), (0, 1 << 32, KEY), (-1, 0, KEY)):
        with pytest.raises(Refusal, match="CODE_HORS_LIMITES"):
            codes.make(key, Kind.CARTON, event, serial, b"")
    with pytest.raises(Refusal, match="CLE_DE_CODE_INCORRECTE"):
        codes.make(b"short", Kind.CARTON, 0, 0, b"")


@given(st.integers(2020, 2083), st.integers(0, (1 << 14) - 1))
def test_a_seance_has_one_event(season, seance):
    """Season and séance go into 20 bits and come out again."""
    event = codes.carton_event(season, seance)
    assert 0 <= event < 1 << 20
    assert codes.seance_of(event) == (season, seance)


def test_a_season_past_2083_is_refused():
    """The event has room for 64 seasons."""
    with pytest.raises(Refusal, match="SEANCE_HORS_LIMITES"):
        codes.carton_event(2084, 1)


@pytest.mark.spec("SCN-001")
def test_the_number_of_the_design_has_check_digit_2():
    """014-000251 is typed 014-000251-2."""
    assert str(Serial(14, 251)) == "014-000251"
    assert Serial(14, 251).typed == "014-000251-2"


@pytest.mark.spec("SCN-001")
@pytest.mark.parametrize(
    ("text", "with_check"),
    [
        ("014-000251-2", True),
        ("14-251-2", True),
        (" 014-0251 ", False),
        ("14 251", False),
        ("0140002512", True),
        ("014000251", False),
    ],
)
def test_zeros_and_check_digit_may_be_left_out(text, with_check):
    """Every way of typing the same carton finds it, and says whether the digit was given."""
    assert codes.typed(text) == codes.Typed(Serial(14, 251), with_check)


@given(CARTONS)
def test_a_serial_goes_through_code_and_typing(serial):
    """Printed, typed and coded, a serial comes back."""
    assert codes.typed(serial.typed) == codes.Typed(serial, True)
    assert codes.typed(str(serial)) == codes.Typed(serial, False)
    assert serial.code < 1 << 32
    assert Serial.of_code(serial.code) == serial


@pytest.mark.spec("SCN-004")
@given(CARTONS, st.data())
def test_one_wrong_digit_or_two_swapped_never_find_another_carton(serial, data):
    """The check digit tells every single wrong digit and every swap of neighbours."""
    digits = [place for place, mark in enumerate(serial.typed) if mark != "-"]
    place = data.draw(st.integers(0, len(digits) - 2))
    here, there = digits[place], digits[place + 1]
    marks = list(serial.typed)
    if data.draw(st.booleans()):
        marks[here], marks[there] = marks[there], marks[here]
    else:
        marks[here] = data.draw(st.sampled_from("0123456789"))
    wrong = "".join(marks)
    if wrong != serial.typed:
        with pytest.raises(Refusal):
            codes.typed(wrong)


def test_a_wrong_check_digit_has_its_own_refusal():
    """A slip of the finger is told from an unreadable number and from one out of limits."""
    with pytest.raises(Refusal, match="CHIFFRE_DE_CONTROLE"):
        codes.typed("014-000251-3")
    with pytest.raises(Refusal, match="NUMERO_HORS_LIMITES"):
        codes.typed("5000-1")
    with pytest.raises(Refusal, match="NUMERO_ILLISIBLE"):
        codes.typed("bonjour")


def test_statements_are_canonical():
    """Empty cells do not count; keys are sorted; money is never a float."""
    wide = [[0, 12, 23, 0, 45, 0, 0, 78, 90], [3, 0, 0, 34, 0, 56, 67, 79, 0]]
    wide.append([0, 15, 0, 38, 49, 0, 69, 0, 88])
    tight = [[number for number in row if number] for row in wide]
    assert codes.carton_statement(wide) == codes.carton_statement(tight)
    assert codes.paper_statement({"b": 1, "a": "é"}) == '{"a":"é","b":1}'.encode()
    with pytest.raises(Refusal, match="MONTANT_NON_ENTIER"):
        codes.paper_statement({"a": [{"price": 2.5}]})
    with pytest.raises(Refusal, match="CARTON_SANS_QUINZE_NUMEROS"):
        codes.carton_statement([[1, 2, 3]])

"""The scanner's trial: findings in sentences, the sheet, and what is learnt."""

from __future__ import annotations

import pytest
from textual import events

from core import codes
from ui.calibration import ScannerTrial, findings, sheet
from ui.decode import CALIBRATION, ScanDecoder
from ui.layouts import between
from ui.scan import Stroke

CODE = codes.make(bytes(32), codes.Kind.CARTON, 1, 14_000_251, bytes(range(1, 16)))


def burst(text, gap=0.001, end=("enter",), prefix=()):
    keys = [(None, key) for key in prefix] + [(c, c) for c in text] + [(None, key) for key in end]
    return [Stroke(character, key, n * gap) for n, (character, key) in enumerate(keys)]


def told(*args, **more):
    return "\n".join(findings(burst(*args, **more), ScanDecoder()))


@pytest.mark.spec("SCN-001")
def test_a_good_scanner_is_told_to_be_good():
    """Length, pace, end, and the code itself."""
    said = told(CODE)
    assert "35 caractères" in said and "1.0 ms" in said and "Fin : Entrée (CR)" in said
    assert f"● Code de la maison : {CODE}." in said and "▲" not in said


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"gap": 0.09}, "▲ Trop lent"),
        ({"end": ()}, "Fin : aucune"),
        ({"end": ("enter", "ctrl+j")}, "Fin : Entrée (CR) puis LF"),
        ({"prefix": ("f12",)}, "prefix = 'f12'"),
    ],
)
def test_each_setting_that_matters_has_its_sentence(more, sentence):
    """What an operator reads, and what to do about it."""
    assert sentence in told(CODE, **more)


def test_the_wrong_country_is_named():
    """A carton's barcode through a French keyboard."""
    keys = {ours: theirs for theirs, ours in between("us", "fr").items()}
    said = told("".join(keys[c] for c in "014-000251-2"))
    assert "● Numéro de carton : 014-000251-2, lu à travers le clavier us→fr" in said


def test_the_sheet_holds_the_calibration_string(tmp_path):
    """Read back by an independent reader."""
    zxingcpp = pytest.importorskip("zxingcpp")
    from PIL import Image

    sheet(tmp_path / "sheet.png")
    (read,) = zxingcpp.read_barcodes(Image.open(tmp_path / "sheet.png").convert("L"))
    assert read.text == CALIBRATION


async def test_scanning_the_sheet_teaches_and_leaving_gives_it_back():
    """In the trial nothing is a command but F10, whatever a code holds."""
    keys = {ours: theirs for theirs, ours in between("us", "be").items()}
    app = ScannerTrial()
    async with app.run_test(size=(80, 24)) as pilot:
        for letter in CALIBRATION:
            app.post_message(events.Key(keys[letter], keys[letter]))
        app.post_message(events.Key("ctrl+q", "\x11"))
        await pilot.pause()
        assert any("Étalonnage appris" in line for line in app.said)
        app.post_message(events.Key("f10", None))
        await pilot.pause()
    assert app.return_value is not None
    came = "".join(keys[c] for c in "014-000251-2")
    reading = ScanDecoder(hosts=(), calibration=app.return_value).read(came)
    assert reading is not None and reading.text == "014-000251-2"

"""`quine printer`: by address or by the settings, and a sentence for each thing that is wrong."""

import pytest
import zxingcpp
from PIL import Image

from core import codes
from quine.cli import main

SETTINGS = """
[printer]
url = "file:{folder}/poste.bin"
profile = "generique-80"
code_page = 71
cutter = false

[kiosk.printer]
url = "serial:{folder}/absent?baud=9600"
"""


@pytest.fixture
def station(tmp_path, monkeypatch):
    """A machine whose settings name a file for a printer, and a cable that is not there."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    (tmp_path / "quine").mkdir()
    (tmp_path / "quine" / "station.toml").write_text(SETTINGS.format(folder=tmp_path))
    return tmp_path


def test_the_printer_of_the_settings_is_tried_as_it_is_set(station, capsys):
    """Its own number for the letters, and no cut; the desk has none of its own, so the same."""
    assert main(["printer", "test"]) == 0
    assert "Page imprimée" in capsys.readouterr().out
    page = (station / "poste.bin").read_bytes()
    assert b"\x1bt\x47" in page and b"\x1dV" not in page and b"PAGE D'ESSAI" in page
    assert main(["printer", "test", "desk"]) == 0
    assert (station / "poste.bin").read_bytes().count(b"PAGE D'ESSAI") == 2
    assert main(["printer", "pages"]) == 0
    assert b"\x1bt\x35" in (station / "poste.bin").read_bytes()


@pytest.mark.spec("PRT-002")
def test_the_page_has_a_code_that_every_house_takes_for_a_test(station, capsys):
    """Read from the picture: kind H, and no house's seal."""
    assert main(["printer", "test", f"preview:{station / 'vu'}"]) == 0
    (read,) = zxingcpp.read_barcodes(Image.open(station / "vu" / "essai.png").convert("L"))
    assert codes.read(read.text).kind is codes.Kind.CALIBRATION


def test_a_printer_that_is_not_there_is_said_with_its_cause(station, capsys):
    """Nothing came out, and the code is the spool's."""
    assert main(["printer", "test", "kiosk"]) == 1
    assert (
        "Rien n'est sorti : l'imprimante est injoignable [INJOIGNABLE]" in capsys.readouterr().err
    )


def test_the_list_has_the_printers_of_the_settings_and_every_profile(station, capsys):
    """A slow line types; the seven profiles follow."""
    assert main(["printer", "list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["poste", f"file:{station}/poste.bin"]
    assert "lettres n° 71" in lines[1] and "sans massicot" in lines[1]
    assert lines[2].split() == ["kiosk", f"serial:{station}/absent?baud=9600"]
    assert "tout en lettres" in lines[3]
    assert [line.split()[0] for line in lines[4:6]] == ["epson-80", "epson-58"]


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["lpt1:"], "ADRESSE_ILLISIBLE"),
        (["caller"], "ADRESSE_ILLISIBLE"),
        (["serial:/dev/x?baud=7"], "ADRESSE_ILLISIBLE"),
        (["preview:papiers", "--profile", "laser"], "PROFIL_INCONNU"),
    ],
)
def test_what_is_no_printer_is_refused(station, capsys, words, code):
    assert main(["printer", "test", *words]) == 1
    assert f"[{code}]" in capsys.readouterr().err


def test_a_station_without_a_printer_says_so(station, capsys):
    """No file of settings, and one that cannot be read."""
    (station / "quine" / "station.toml").unlink()
    with pytest.raises(SystemExit, match="SANS_IMPRIMANTE"):
        main(["printer", "test"])
    with pytest.raises(SystemExit, match="Réglages du poste illisibles"):
        main(["printer", "list", "--settings", str(station / "nulle-part.toml")])

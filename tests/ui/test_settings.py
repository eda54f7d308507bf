"""The settings of a station: what they mean, who wins, and what a bad file is told."""

from __future__ import annotations

import argparse

import pytest

from core.stations import StationKind
from hall.client import HallClient
from ui import joining
from ui.decode import CALIBRATION
from ui.devices import printer_options, printing_from
from ui.layouts import between
from ui.readers import KeyboardReader, SerialReader
from ui.settings import BadSettings, Settings, keep_calibration, read_settings

WHOLE = """
hall = "ws://10.0.0.2:8717"
theme = "contraste"
lang = "en"

[printer]
url = "tcp://10.0.0.9:9100"
profile = "generique-80"

[scanner]
url = "serial:/dev/serial/by-id/usb-lecteur"
prefix = "f12"

[kiosk]
theme = "jour"

[kiosk.printer]
url = "usb:/dev/usb/lp1"

[kiosk.scanner]
url = "evdev:/dev/input/by-id/lecteur-event-kbd"
"""


@pytest.fixture(autouse=True)
def machine(tmp_path, monkeypatch):
    """A machine of its own, paired already."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setattr(HallClient, "paired", property(lambda _: True))
    folder = tmp_path / "quine"
    folder.mkdir()
    return folder


def joined(*argv, program="desk", kind=StationKind.DESK):
    return joining.joined(list(argv), program, kind, "", printer_options)


def test_without_a_file_all_is_as_before(machine):
    """No file, no folder: the defaults."""
    assert read_settings() == Settings()
    station = joined()
    assert station.options.hall == joining.HALL and station.options.printer == ""
    assert station.reader is None


def test_the_file_gives_the_defaults_and_a_program_its_own(machine):
    """The desk reads the common tables, the kiosk its own over them."""
    (machine / "station.toml").write_text(WHOLE)
    desk = joined()
    assert (desk.options.hall, desk.theme) == ("ws://10.0.0.2:8717", "contraste")
    assert desk.options.printer == "tcp://10.0.0.9:9100"
    assert desk.options.printer_profile == "generique-80"
    assert isinstance(desk.reader, SerialReader) and desk.reader.path.endswith("usb-lecteur")
    kiosk = joined(program="kiosk", kind=StationKind.KIOSK)
    assert (kiosk.theme, kiosk.options.printer) == ("jour", "usb:/dev/usb/lp1")
    assert kiosk.options.printer_profile == "generique-80"
    assert isinstance(kiosk.reader, KeyboardReader)


def test_an_option_wins_over_the_file(machine):
    """Even an empty one: --scanner '' is the keyboard."""
    (machine / "station.toml").write_text(WHOLE)
    station = joined("--theme", "nuit", "--printer", "file:/tmp/x", "--scanner", "")
    assert (station.theme, station.options.printer) == ("nuit", "file:/tmp/x")
    assert station.reader is None
    assert station.options.hall == "ws://10.0.0.2:8717"


def test_the_program_is_equipped_with_scanner_and_language(machine, room):
    """Prefix, calibration and language reach the app."""
    (machine / "station.toml").write_text(WHOLE)
    app = joined().equipped(room.RoomApp())
    assert app.lang == "en" and app.reader is not None
    assert app._scans.prefix == "f12"


def test_what_the_trial_learnt_is_kept_and_used(machine, room):
    """The calibration sheet through a Belgian keyboard, quotes and backslashes included."""
    keys = {ours: theirs for theirs, ours in between("us", "be").items()}
    typed = "".join(keys[letter] for letter in CALIBRATION)
    assert keep_calibration(typed) == machine / "calibration.toml"
    assert read_settings().scanner.calibration == typed
    app = joined().equipped(room.RoomApp())
    assert app._scans.decoder.calibration is not None
    app._scans.decoder.hosts = ()
    came = "".join(keys[letter] for letter in "014-000251-2")
    assert app._scans.decoder.read(came).text == "014-000251-2"


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("hall = \n", "line 1"),
        ('[printer]\nurk = "x"', "urk"),
        ("theme = 3", "theme"),
        ('theme = "rose"', "contraste"),
        ('[scanner]\nprefix = "f9"', "f9"),
        ('[scanner]\nurl = "usb:x"', "usb:x"),
        ('[printer]\nprofile = "epson"', "epson-80"),
        ('[kiosk]\nfoo = "x"', "foo"),
        ("kiosk = 3", "kiosk"),
        ('lang = "de"', "lang"),
        (b"\xff\xfe", "utf-8"),
    ],
)
def test_a_bad_file_is_named_with_the_reason_and_nothing_starts(machine, capsys, content, why):
    """One sentence, exit status 2."""
    file = machine / "station.toml"
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    assert joined() == joining.EXIT_NO_START
    said = capsys.readouterr().err
    assert str(file) in said and why in said and said.count("\n") == 1


def test_a_file_that_was_named_must_be_there(machine, tmp_path):
    """The station's own may be missing, `--settings FILE` may not."""
    with pytest.raises(BadSettings):
        read_settings(tmp_path / "nulle-part.toml")
    other = tmp_path / "autre.toml"
    other.write_text('theme = "jour"')
    assert joined("--settings", str(other)).theme == "jour"


def test_the_voice_has_its_own_table(machine):
    """Options that a program does not have are left alone."""
    (machine / "station.toml").write_text('[voice]\nvoice = "BE"\nspeed = 0.9\n')

    def options(parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--voice", choices=["FR", "BE", "CH"], default="FR")
        parser.add_argument("--speed", type=float, default=1.0)

    station = joining.joined([], "voice", StationKind.VOICE, "", options)
    assert (station.options.voice, station.options.speed) == ("BE", 0.9)
    assert "scanner" not in station.options


@pytest.mark.spec("PRT-001")
def test_a_printer_may_differ_from_its_profile(machine):
    """What the file says of its printer is laid over the profile; not over another given by hand."""
    own = '[printer]\nurl = "tcp://10.0.0.9:9100"\nprofile = "generique-80"\n'
    (machine / "station.toml").write_text(own + "code_page = 71\ncutter = false\n")
    for argv, page in (
        ((), (71, False)),
        (("--printer-profile", "epson-80"), (19, True)),
        (("--printer", "tcp://10.0.0.8:9100"), (53, True)),
    ):
        station = joined(*argv)
        printing = printing_from(station.options, None, station.settings.printer)
        profile = printing._spool.profile
        assert (profile.code_page, profile.cutter) == page


@pytest.mark.parametrize(
    "wrong", ["dots = 500", "code_page = 256", 'mode = "ink"', 'cutter = "no"']
)
def test_a_printer_setting_that_is_none_is_told(machine, capsys, wrong):
    """The program does not start, and the sentence says where."""
    (machine / "station.toml").write_text(f"[printer]\n{wrong}\n")
    assert joined() == 2
    assert f"printer.{wrong.split()[0]}" in capsys.readouterr().err

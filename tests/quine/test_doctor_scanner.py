"""`quine doctor scanner` from the sheet to what is kept, and the settings that the doctor reads."""

from __future__ import annotations

import os
import pty
import sys
import tty
from pathlib import Path

import pexpect
import pytest

from quine import doctor
from quine.machine import Level, Machine
from ui.calibration import ScannerTrial
from ui.decode import CALIBRATION, ScanDecoder, calibrate
from ui.layouts import between
from ui.readers import SerialReader
from ui.settings import read_settings

REPO = Path(__file__).parents[2]
BELGIAN = {ours: theirs for theirs, ours in between("us", "be").items()}


@pytest.fixture(autouse=True)
def config(tmp_path, monkeypatch):
    """A machine of its own."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    return tmp_path / "quine"


def test_the_sheet_is_written_and_read_back(tmp_path, capsys):
    """By an independent reader."""
    zxingcpp = pytest.importorskip("zxingcpp")
    from PIL import Image

    assert doctor.main(["scanner", "--sheet", str(tmp_path / "feuille.png")]) == 0
    assert "feuille.png" in capsys.readouterr().out
    (read,) = zxingcpp.read_barcodes(Image.open(tmp_path / "feuille.png").convert("L"))
    assert read.text == CALIBRATION
    assert doctor.main(["scanner", "--sheet", str(tmp_path / "nulle" / "part.png")]) == 1


@pytest.mark.spec("SCN-001")
def test_on_a_real_terminal_the_sheet_teaches_and_is_kept(config, tmp_path):
    """The real command, a Belgian keyboard, F10; the station then reads carton numbers through it."""
    env = {**os.environ, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "PYTHONPATH": str(REPO)}
    words = ["-m", "quine.cli", "doctor", "scanner"]
    trial = pexpect.spawn(
        sys.executable, words, env=env, cwd=str(REPO), dimensions=(24, 80), timeout=20
    )
    trial.expect("Essai du lecteur")
    trial.send("".join(BELGIAN[letter] for letter in CALIBRATION) + "\r")
    trial.expect("talonnage appris")
    trial.send("\x1b[21~")  # F10
    trial.expect("talonnage gard")
    trial.expect(pexpect.EOF)
    trial.close()
    assert trial.exitstatus == 0
    calibration = calibrate(read_settings().scanner.calibration)
    came = "".join(BELGIAN[letter] for letter in "014-000251-2")
    reading = ScanDecoder(hosts=(), calibration=calibration).read(came)
    assert reading is not None and reading.text == "014-000251-2"


def test_without_a_terminal_it_says_so(capsys, monkeypatch):
    """A scanner that types needs somewhere to type."""
    monkeypatch.setattr(sys, "stdin", open(os.devnull))  # noqa: SIM115, PTH123
    assert doctor.main(["scanner"]) == 1
    assert "terminal" in capsys.readouterr().err
    assert doctor.main(["scanner", "--scanner", "usb:x"]) == 2


async def test_a_serial_scanner_is_tried_too(tmp_path):
    """Its lines are shown, with what they mean; a line that cannot be opened is said."""
    master, slave = pty.openpty()
    tty.setraw(slave)
    trial = ScannerTrial(SerialReader("serial:x", os.ttyname(slave), again_s=0.01))
    async with trial.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        os.write(master, b"014-000251-2\r")
        for _ in range(200):
            await pilot.pause(0.01)
            if trial.said:
                break
        assert any("Numéro de carton : 014-000251-2" in line for line in trial.said)
    os.close(master)
    os.close(slave)


def test_the_doctor_reads_the_settings_and_tries_what_they_name(config, tmp_path):
    """A printer that is not there, a scanner that is, a file that is wrong."""
    config.mkdir()
    machine = Machine(tmp_path, {"TERM": "linux"}, "utf-8")
    (tmp_path / "dev").mkdir()
    (tmp_path / "dev" / "ttyACM0").write_text("")
    file = config / "station.toml"
    file.write_text(
        '[printer]\nurl = "usb:/dev/usb/lp9"\n[scanner]\nurl = "serial:/dev/ttyACM0?baud=9600"\n'
        '[kiosk.scanner]\nurl = "evdev:/dev/input/event9"\n'
    )
    told = {(one.level, one.text) for one in doctor.examine(machine, tmp_path)}
    assert (Level.OK, str(file)) in told
    assert (Level.OK, "serial:/dev/ttyACM0?baud=9600 : là, et lisible") in told
    assert any(level is Level.TO_DO and "lp9" in text for level, text in told)
    assert any(level is Level.TO_DO and "event9" in text for level, text in told)
    file.write_text("theme = 3")
    bad = [one for one in doctor.examine(machine, tmp_path) if one.subject == "réglages"]
    assert [one.level for one in bad] == [Level.TO_DO] and "theme" in bad[0].text

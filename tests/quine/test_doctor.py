"""The doctor before machines that lack this and that."""

from __future__ import annotations

import socket

import pytest

from quine import doctor
from quine.machine import Level, Machine


@pytest.fixture
def machine(tmp_path):
    """A bare machine: empty /dev and /proc, a terminal of sixteen colours."""
    return Machine(tmp_path, {"TERM": "linux", "LANG": "fr_FR.UTF-8"}, "utf-8")


def levels(findings):
    return [(finding.level, finding.subject) for finding in findings]


def test_a_bare_machine_can_still_hold_a_night(machine, tmp_path, capsys):
    """No printer, no card, no scanner: warnings, and exit 0."""
    assert doctor.main(["--data", str(tmp_path)], machine) == 0
    lines = capsys.readouterr().out.splitlines()
    assert all(line.split()[0] in ("ok", "attention", "à") for line in lines)
    assert any("de vive voix" in line for line in lines)


def test_fsync_is_measured_on_the_disk_of_the_house(tmp_path):
    """Real writes, and no scratch file stays."""
    taken = doctor.fsync_ms(tmp_path, 5)
    assert len(taken) == 5
    assert min(taken) > 0
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_not_there_yet_is_measured_above(machine, tmp_path):
    """The nearest folder that exists stands for it, and nothing is created."""
    findings = list(doctor.disk(machine, tmp_path / "a" / "b"))
    assert (Level.OK, "fsync") in levels(findings)
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_makes_the_night_impossible(machine, tmp_path, monkeypatch, capsys):
    """Exit 1, and a sentence that says why."""
    usage = type("Usage", (), {"free": 10_000_000})
    monkeypatch.setattr(doctor.shutil, "disk_usage", lambda path: usage)
    assert doctor.main(["--data", str(tmp_path)], machine) == 1
    assert "Une soirée est impossible" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("kind", "level"),
    [("ext4", Level.OK), ("nfs4", Level.TO_DO), ("tmpfs", Level.WARNING)],
)
def test_the_kind_of_filesystem_is_that_of_the_longest_mount(machine, tmp_path, kind, level):
    """A network disk is to be replaced, memory is for rehearsals."""
    (tmp_path / "proc").mkdir()
    (tmp_path / "proc/mounts").write_text(f"/dev/a / xfs rw 0 0\nb {tmp_path} {kind} rw 0 0\n")
    assert machine.filesystem(tmp_path / "house") == kind
    assert (level, "système") in levels(doctor.disk(machine, tmp_path))


def test_plugged_devices_are_named(machine, tmp_path):
    """A USB printer, a card, a serial scanner."""
    for name in ("usb/lp0", "snd/pcmC0D0p", "serial/by-id/usb-Zebra", "input/event3"):
        path = tmp_path / "dev" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    assert levels(doctor.printers(machine)) == [(Level.OK, "imprimante")]
    assert (Level.OK, "son") in levels(doctor.sound(machine))
    assert levels(doctor.scanners(machine)) == [(Level.OK, "lecteur"), (Level.OK, "lecteur")]


def test_a_network_printer_is_called(machine):
    """One that listens is ok, one that does not is to be looked at."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        url = f"tcp://127.0.0.1:{listening.getsockname()[1]}"
        assert machine.printer(url).level is Level.OK
    assert machine.printer(url).level is Level.TO_DO
    assert machine.printer("tcp://127.0.0.1:not-a-port").level is Level.TO_DO
    assert machine.printer("usb:/dev/usb/lp7").level is Level.TO_DO
    assert machine.printer("preview:/tmp/x").level is Level.OK


@pytest.mark.spec("GEN-008")
def test_both_clocks_are_looked_at(machine):
    """The civil clock is in this decade, the monotonic one runs."""
    assert {(Level.OK, "horloge"), (Level.OK, "délais")} <= set(levels(doctor.clock(machine)))


@pytest.mark.parametrize(
    ("environ", "subject", "level"),
    [
        ({"TERM": "dumb"}, "couleurs", Level.WARNING),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, "couleurs", Level.OK),
        ({"TERM": "xterm", "NO_COLOR": "1"}, "couleurs", Level.WARNING),
        ({"TERM": "xterm", "LANG": "fr_FR"}, "lettres", Level.TO_DO),
        ({"TERM": "linux"}, "police", Level.TO_DO),
    ],
)
def test_what_a_terminal_lacks_is_said(tmp_path, environ, subject, level):
    """Colours, letters and the console's font."""
    machine = Machine(tmp_path, environ, "latin-1")
    assert (level, subject) in levels(doctor.terminal(machine))


def test_a_missing_library_makes_the_night_impossible(machine, monkeypatch):
    """Named, with the command that brings it."""
    monkeypatch.setattr(doctor, "NEEDED", ("msgspec", "not_there_at_all"))
    (_, found) = doctor.software(machine)
    assert (found.level, "not_there_at_all" in found.text) == (Level.IMPOSSIBLE, True)


@pytest.mark.parametrize("words", [["--data"], ["--nothing"], ["x"]])
def test_bad_words_are_said_with_the_usage(words, capsys):
    """Exit 2."""
    assert doctor.main(words) == 2
    assert "quine doctor" in capsys.readouterr().err

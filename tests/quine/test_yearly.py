"""A year of the journal in a zip: it joins the next, and speaks without Quine (GEN-004, GEN-017)."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from core.site import HallStarted, HouseFounded
from hall.journal import Head, Stamp, lines
from quine.cli import main

NIGHTS = (
    "2025-12-30T21:00:00.000+01:00",
    "2026-01-01T01:30:00.000+01:00",  # still the night of 31 December
    "2026-01-01T21:00:00.000+01:00",
    "2026-12-31T23:59:00.000+01:00",
    "2027-01-01T02:00:00.000+01:00",
    "2027-01-02T20:00:00.000+01:00",
)


@pytest.fixture
def journal(tmp_path):
    made = [lines.line(Head(), Stamp(NIGHTS[0], 0), HouseFounded("H1", "Casino d'Été", False, "s"))]
    for at in NIGHTS:
        stamp = Stamp(at, 0, "", "durand", "CAISSIER", "desk-1")
        made.append(lines.line(made[-1].head, stamp, HallStarted(0, "b", "v", "")))
    path = tmp_path / "journal.jsonl"
    path.write_bytes(b"".join(line.text + b"\n" for line in made))
    return path


def unpacked(zipped: Path) -> Path:
    folder = zipped.with_suffix("")
    with zipfile.ZipFile(zipped) as archive:
        archive.extractall(folder)
    return folder


def verified(folder: Path, *before: str) -> subprocess.CompletedProcess[str]:
    """By another Python that knows nothing of Quine."""
    return subprocess.run(
        [sys.executable, "-I", "-S", folder / "verify.py", *before],
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.spec("GEN-004", "GEN-009", "GEN-017")
def test_years_join_and_a_night_belongs_to_the_year_it_began(journal, tmp_path, capsys):
    """2025 has three lines, 2026 three, 2027 one; each follows the year before, by its own proof."""
    folders = []
    for year in (2025, 2026, 2027):
        out = tmp_path / f"{year}.zip"
        assert (
            main(["journal", "archive", str(journal), "--year", str(year), "--out", str(out)]) == 0
        )
        assert out.stat().st_mode & 0o777 == 0o600
        folders.append(unpacked(out))
    counts = [
        len((folder / f"journal-{folder.name}.jsonl").read_bytes().splitlines())
        for folder in folders
    ]
    assert counts == [3, 3, 1]
    together = b"".join((f / f"journal-{f.name}.jsonl").read_bytes() for f in folders)
    assert together == journal.read_bytes()
    said = capsys.readouterr().out
    assert "lignes 4 à 6" in said and said.count("pas finie") == 1
    first = verified(folders[0])
    assert (first.returncode, "ENTIER : Casino d'Été, année 2025, 3 lignes" in first.stdout) == (
        0,
        True,
    )
    assert verified(folders[1], str(folders[0])).returncode == 0
    assert verified(folders[2], str(folders[0])).stdout.startswith("NON : l'année ne commence pas")


@pytest.mark.parametrize("change", ["alter", "drop", "add"])
def test_a_touched_archive_says_so(journal, tmp_path, change):
    """One byte, one line less, one line more."""
    main(["journal", "archive", str(journal), "--year", "2026", "--out", str(tmp_path / "a.zip")])
    folder = unpacked(tmp_path / "a.zip")
    path = folder / "journal-2026.jsonl"
    kept = path.read_bytes().splitlines(keepends=True)
    if change == "alter":
        kept[1] = kept[1].replace(b"durand", b"dupont")
    elif change == "drop":
        kept.pop()
    else:
        kept.append(kept[-1])
    path.write_bytes(b"".join(kept))
    said = verified(folder)
    assert said.returncode == 1 and said.stdout.startswith("NON : ")


def test_what_cannot_be_archived(journal, tmp_path, capsys):
    """A year without lines, a file that is there, a journal that was touched: nothing is left."""
    wanted = ["journal", "archive", str(journal), "--out", str(tmp_path / "x.zip"), "--year"]
    assert main([*wanted, "2019"]) == 1
    assert "[ANNEE_SANS_LIGNE]" in capsys.readouterr().err
    journal.write_bytes(journal.read_bytes().replace(b"durand", b"dupont"))
    assert main([*wanted, "2026"]) == 1
    assert "[JOURNAL_ALTERE]" in capsys.readouterr().err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["journal.jsonl"]
    (tmp_path / "x.zip").write_bytes(b"mine")
    assert main([*wanted, "2026"]) == 1
    assert "[FICHIER_DEJA_LA]" in capsys.readouterr().err
    assert (tmp_path / "x.zip").read_bytes() == b"mine"

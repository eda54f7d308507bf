"""`quine historique` reads a journal and nothing else."""

from __future__ import annotations

import json

import pytest

from core.bingo.forfait.state import Terms
from core.bingo.seance.planning import SeancePlanned
from core.bingo.seance.state import Lieu, Mode
from core.house import schema
from core.rules import Kind
from core.site import HouseFounded
from hall.journal.lines import Head, Stamp, line
from quine.historique import main

FACTS = (
    HouseFounded("CASINO", "Casino du Lac", False, schema()),
    SeancePlanned(
        *("2025-001", 2025, 1, Kind.FORFAIT, "2026-01-10", "20:00", Lieu.SALLE, ()),
        *(Mode.ELECTRONIQUE, Terms(30_00, 24_00, 6_00, 3, 8), "p-1"),
    ),
)


@pytest.fixture
def journal(tmp_path):
    """A house founded and a séance planned, as exported lines."""
    head, path = Head(), tmp_path / "journal.jsonl"
    with path.open("wb") as file:
        for fact in FACTS:
            written = line(head, Stamp("2026-01-01T10:00:00.000+01:00", 0), fact)
            head = written.head
            file.write(written.text + b"\n")
    return path


@pytest.mark.spec("FOR-032", "GEN-017")
def test_the_json_comes_from_the_journal_alone(journal, capsys):
    """The séance is found without being named."""
    assert main([str(journal), "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert list(record) == [
        *("seance", "kind", "forfaits", "base_c", "retention_c", "parties", "totals"),
    ]
    assert (record["seance"], record["kind"], len(record["parties"])) == ("2025-001", "forfait", 8)


def test_three_files_are_written(journal, tmp_path, capsys):
    """JSON, text and CSV in a new folder."""
    out = tmp_path / "out"
    assert main([str(journal), "--seance", "2025-001", "--out", str(out)]) == 0
    assert sorted(path.name for path in out.iterdir()) == [
        *("historique.csv", "historique.json", "historique.txt"),
    ]
    assert "Casino du Lac" in (out / "historique.txt").read_text(encoding="utf-8")


@pytest.mark.spec("GEN-004")
def test_an_altered_journal_gives_no_historique(journal, capsys):
    """The line that cannot be trusted is named."""
    journal.write_bytes(journal.read_bytes().replace(b"3000", b"3001"))
    assert main([str(journal), "--json"]) == 1
    shown = capsys.readouterr()
    assert (shown.out, "ligne 2" in shown.err) == ("", True)


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["--seance"], 2),
        ([], 2),
        (["a", "b"], 2),
        (["--xml", "a"], 2),
        (["/nowhere/at/all"], 1),
    ],
)
def test_what_cannot_be_done_is_one_sentence(words, code, capsys):
    """Exit 2 for bad words, 1 for what is not there."""
    assert main(words) == code
    assert capsys.readouterr().err


def test_an_unknown_seance_is_named(journal, capsys):
    """In the words of the hall."""
    assert main([str(journal), "--seance", "2025-042"]) == 1
    assert "2025-042" in capsys.readouterr().err

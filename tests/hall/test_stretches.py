"""A journal verified in stretches says what it says when read in one go (GEN-004)."""

from __future__ import annotations

import sqlite3
from itertools import pairwise
from pathlib import Path

import pytest
import tiny
from hypothesis import given
from hypothesis import strategies as st
from test_journal import some

from hall.journal import BadLine, Head, JournalFailure, SqliteJournal, stretches
from hall.journal.stretches import Stretch, cut, follow_stretch, lines_between, verified
from hall.replay import restore_file

LINES = [line.text for line in some(Head(), 24)]


class _Here:
    """The other process, in this one: what it says does not depend on where it runs."""

    def __init__(self, stretch: Stretch) -> None:
        self._stretch = stretch

    def ended(self) -> stretches.Followed:
        return follow_stretch(self._stretch)

    def give_up(self) -> None:
        """Nothing runs."""


@pytest.fixture(autouse=True)
def here(monkeypatch):
    monkeypatch.setattr(stretches, "_Beside", _Here)


def stored(folder: Path, lines: list[bytes] = LINES) -> Path:
    """A database with these rows, as somebody with another tool might leave it."""
    path = folder / "journal.db"
    SqliteJournal(path).close()
    with sqlite3.connect(path) as db:
        rows = enumerate((line.decode("utf-8", "replace") for line in lines), 1)
        db.executemany("INSERT INTO journal VALUES (?, ?)", rows)
    db.close()
    return path


@pytest.mark.parametrize("name", ["journal.db", "journal.jsonl"])
@pytest.mark.parametrize("pieces", [1, 2, 3, 7, 23, 60])
def test_stretches_overlap_by_one_line_and_miss_none(tmp_path, name, pieces):
    """However it is cut, every line is followed from the one before."""
    stored(tmp_path)
    (tmp_path / "journal.jsonl").write_bytes(b"".join(line + b"\n" for line in LINES))
    path = tmp_path / name
    parts = [list(lines_between(path, s.start, s.stop)) for s in cut(path, pieces)]
    assert len(parts) == min(pieces, 24) or name == "journal.jsonl"
    assert all(before[-1] == after[0] for before, after in pairwise(parts))
    assert parts[0] + [line for part in parts[1:] for line in part[1:]] == LINES
    assert verified(path, pieces).head == some(Head(), 24)[-1].head


@given(data=st.data(), pieces=st.integers(2, 9))
@pytest.mark.spec("GEN-004")
def test_damage_is_named_alike_however_it_is_cut(tmp_path_factory, data, pieces):
    """Lines altered, dropped, doubled or exchanged: the same first bad number, the same head."""
    lines = list(LINES)
    place = data.draw(st.integers(0, 23), "line")
    match data.draw(st.sampled_from(["alter", "drop", "double", "swap", "cut"]), "damage"):
        case "alter":
            at = data.draw(st.integers(0, len(lines[place]) - 1), "byte")
            altered = bytearray(lines[place])
            altered[at] = ord("7") if altered[at] != ord("7") else ord("8")
            lines[place] = bytes(altered)
        case "drop":
            del lines[place]
        case "double":
            lines.insert(place, lines[place])
        case "swap":
            lines[place], lines[place - 1] = lines[place - 1], lines[place]
        case "cut":
            lines[place] = lines[place][:-9]
    folder = tmp_path_factory.mktemp("damaged")
    written = folder / "journal.jsonl"
    written.write_bytes(b"".join(line + b"\n" for line in lines))
    for path in (written, stored(folder, lines)):
        whole, parts = verified(path, 1), verified(path, pieces)
        assert (parts.head, parts.bad_seq) == (whole.head, whole.bad_seq)


def test_a_row_missing_where_two_stretches_meet(tmp_path):
    """Neither half sees a gap in itself: the seam does."""
    path = stored(tmp_path)
    with sqlite3.connect(path) as db:
        db.execute("DROP TRIGGER journal_stays")
        db.execute("DELETE FROM journal WHERE seq = 12")
    db.close()
    assert [(s.start, s.stop) for s in cut(path, 2)] == [(0, 12), (12, 0)]
    assert (verified(path, 2).bad_seq, verified(path, 2).head.seq) == (12, 11)


@pytest.mark.spec("GEN-004", "GEN-016")
def test_a_house_is_rebuilt_while_the_chain_is_followed_beside(tmp_path, monkeypatch):
    """The two readings agree; an altered figure that would replay well is still found."""
    monkeypatch.setattr(stretches, "LONG", 1)
    monkeypatch.setattr(stretches, "_processors", lambda: 2)
    journal = SqliteJournal(stored(tmp_path))
    assert restore_file(journal, tiny.House(), tiny).head == some(Head(), 24)[-1].head
    journal.close()
    with sqlite3.connect(tmp_path / "journal.db") as db:
        db.execute("DROP TRIGGER journal_keeps")
        db.execute("UPDATE journal SET line = replace(line, '\"total\":9', '\"total\":8')")
    db.close()
    journal = SqliteJournal(tmp_path / "journal.db")
    with pytest.raises(BadLine) as bad:
        restore_file(journal, tiny.House(), tiny)
    assert bad.value.seq == 9
    journal.close()


def test_by_processes_for_true(tmp_path, monkeypatch):
    """Three real processes give the same report; one whose file vanished is no good news."""
    monkeypatch.undo()
    path = stored(tmp_path)
    assert verified(path, 3) == verified(path, 1)
    beside = stretches._Beside(Stretch(str(tmp_path / "gone.jsonl"), audit=False))
    with pytest.raises(JournalFailure):
        beside.ended()

"""The journal: one contract, two ways to keep it; and what an auditor finds."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tiny import Tallied

from hall.journal import (
    Head,
    Journal,
    JournalFailure,
    MemoryJournal,
    SqliteJournal,
    Stamp,
    backup,
    export,
    seal,
    verify,
)
from hall.journal import lines as journal_lines

NAME = '[/b] Zoé <éàü> ${x} " \\ \x01 \u2028 ☃'


def some(head: Head, count: int, note: str = NAME) -> list[journal_lines.Line]:
    made = []
    for n in range(count):
        stamp = Stamp("2026-01-10T20:00:00.010+01:00", n, f"o{n}", "durand", "CAISSIER", "desk-1")
        made.append(journal_lines.line(head, stamp, Tallied(1, head.seq + 1, note)))
        head = made[-1].head
    return made


@pytest.fixture(params=["memory", "sqlite"])
def journal(request, tmp_path):
    made: Journal = (
        MemoryJournal() if request.param == "memory" else SqliteJournal(tmp_path / "journal.db")
    )
    yield made
    made.close()


async def test_what_was_appended_is_read_back_to_the_byte(journal):
    """Two commits, five lines, in order, and the head is the last."""
    lines = some(Head(), 5)
    await journal.append(lines[:2])
    await journal.append(lines[2:])
    assert list(journal.read()) == [line.text for line in lines]
    assert list(journal.read(4)) == [line.text for line in lines[3:]]
    assert journal.head == lines[-1].head


async def test_a_gap_is_refused_and_ends_the_run(journal):
    """A journal that once refused a line takes no other (GEN-004)."""
    lines = some(Head(), 3)
    await journal.append(lines[:1])
    with pytest.raises(JournalFailure):
        await journal.append(lines[2:])
    with pytest.raises(JournalFailure):
        await journal.append(lines[1:2])
    assert journal.head.seq == 1


async def test_an_empty_commit_changes_nothing(journal):
    """Orders that leave no fact still get their answer."""
    await journal.append([])
    assert journal.head == Head()


@pytest.mark.spec("GEN-004")
def test_the_hash_is_the_designs():
    """hash = SHA-256(prev bytes + canonical line without hash), checked with json and hashlib."""

    prev = "0" * 64
    for line in some(Head(), 3):
        told = json.loads(line.text)
        digest = told.pop("hash")
        plain = json.dumps(told, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
        assert hashlib.sha256(bytes.fromhex(prev) + plain).hexdigest() == digest == line.hash
        assert told["prev"] == prev
        assert set(told) == {
            "seq", "at", "mono_ns", "order_id", "actor", "role", "station", "type", "data", "prev",
        }  # fmt: skip
        prev = digest


@given(st.text(), st.text(), st.integers(-(2**63), 2**63 - 1))
def test_any_text_makes_a_canonical_line(note, actor, by):
    """Whatever people are called, the line is what another JSON library would write."""
    line = journal_lines.line(Head(), Stamp("t", 0, actor=actor), Tallied(by, 1, note))
    plain = json.dumps(
        json.loads(line.text), sort_keys=True, separators=(",", ":"), ensure_ascii=False
    )
    assert plain.encode() == line.text
    journal_lines.must_be_canonical(1, line.text)
    assert journal_lines.follow(Head(), line.text).fact() == Tallied(by, 1, note)


def test_a_fact_that_could_hold_a_float_is_not_written():
    """No float ever enters the journal (GEN-001)."""
    from core.rules import FACTS, Fact

    class Weighed(Fact):
        grams: dict[str, float | None]

    del FACTS["Weighed"]
    with pytest.raises(TypeError, match="float"):
        journal_lines.line(Head(), Stamp("t", 0), Weighed({}))


def stored(folder: Path, count: int = 20) -> Path:
    journal = SqliteJournal(folder / "journal.db")
    journal.append_now(some(Head(), count))
    journal.close()
    return folder / "journal.db"


@pytest.mark.spec("GEN-004")
@pytest.mark.parametrize(
    "needle", [b'"by":1', b"durand", b'"seq":13', b'"mono_ns":12', b'"hash":"']
)
def test_one_altered_byte_is_named(tmp_path, needle):
    """Given one altered byte in line 13, the audit names 13."""
    path = stored(tmp_path)
    raw = bytearray(path.read_bytes())
    text = some(Head(), 20)[12].text
    place = raw.index(text) + text.index(needle) + len(needle) - 1
    raw[place] ^= 0x01
    path.write_bytes(raw)
    report = verify(tmp_path)
    assert (report.whole, report.bad_seq) == (False, 13), report.why


@given(place=st.integers(0, 10**9), flip=st.integers(1, 255))
def test_any_altered_byte_of_an_exported_line_is_named(place, flip):
    """Every single byte of every line counts."""
    lines = [line.text for line in some(Head(), 6)]
    whole = bytearray(b"".join(text + b"\n" for text in lines))
    place %= len(whole)
    touched = whole[:place].count(b"\n") + 1
    whole[place] ^= flip
    head, bad = Head(), None
    try:
        for text in bytes(whole).split(b"\n")[:-1]:
            read = journal_lines.follow(head, text)
            journal_lines.must_be_canonical(read.seq, text)
            head = Head(read.seq, read.hash)
    except journal_lines.BadLine as found:
        bad = found.seq
    if place == len(whole) - 1 and bad is None:
        assert head.seq == 5  # the last line end itself: the file now ends in mid-line
    else:
        assert bad == touched


def test_a_missing_line_is_named(tmp_path):
    """A row taken out with another tool is found by its number."""
    path = stored(tmp_path)
    with sqlite3.connect(path) as db:
        db.execute("DROP TRIGGER journal_stays")
        db.execute("DELETE FROM journal WHERE seq = 7")
    db.close()
    assert verify(path).bad_seq == 7


@pytest.mark.spec("GEN-004")
def test_the_file_itself_refuses_update_and_delete(tmp_path):
    """No update or delete, whatever program tries it politely."""
    db = sqlite3.connect(stored(tmp_path))
    for statement in ("UPDATE journal SET line = ''", "DELETE FROM journal"):
        with pytest.raises(sqlite3.IntegrityError):
            db.execute(statement)
    db.close()


def test_a_removed_trigger_is_noticed(tmp_path):
    """The audit also looks at the file, not only at the lines."""
    path = stored(tmp_path)
    db = sqlite3.connect(path)
    db.execute("DROP TRIGGER journal_keeps")
    db.commit()
    db.close()
    assert "not those of a journal" in verify(path).why


@pytest.mark.spec("GEN-017")
def test_export_and_audit_of_the_three_shapes(tmp_path):
    """DIR, a folder with data/, and a .jsonl give the same count and head."""
    (tmp_path / "data").mkdir()
    stored(tmp_path / "data")
    with (tmp_path / "journal.jsonl").open("wb") as out:
        assert export(tmp_path, out).whole
    reports = [verify(tmp_path / name) for name in ("data", ".", "journal.jsonl")]
    assert {(report.count, report.head, report.whole) for report in reports} == {
        (20, some(Head(), 20)[-1].hash, True)
    }
    cut = (tmp_path / "journal.jsonl").read_bytes()[:-5]
    (tmp_path / "cut.jsonl").write_bytes(cut)
    assert verify(tmp_path / "cut.jsonl").bad_seq == 20
    with pytest.raises(FileNotFoundError):
        verify(tmp_path / "nowhere")


def test_a_run_that_ended_badly_is_copied_before_it_is_trusted(tmp_path):
    """The mark of an unclean end makes the next start read everything and write it anew."""
    path = stored(tmp_path)
    inode = path.stat().st_ino
    SqliteJournal(path).close()
    assert path.stat().st_ino == inode
    (tmp_path / "journal.db.ouvert").touch()
    again = SqliteJournal(path)
    assert path.stat().st_ino != inode
    assert again.head.seq == 20
    again.append_now(some(again.head, 3))
    again.close()
    assert verify(path).count == 23
    assert path.stat().st_mode & 0o777 == 0o600


async def test_a_backup_while_the_journal_goes_on(tmp_path):
    """One step, whole, and never over an existing file."""
    journal = SqliteJournal(tmp_path / "journal.db")
    lines = some(Head(), 30)
    await journal.append(lines[:20])
    backup(journal.path, tmp_path / "copy.db")
    await journal.append(lines[20:])
    with pytest.raises(JournalFailure):
        backup(journal.path, tmp_path / "copy.db")
    journal.close()
    assert (verify(tmp_path / "copy.db").count, verify(journal.path).count) == (20, 30)


def test_a_seal_holds_for_its_line_only():
    """Ed25519 over the hash: another line, another key or one digit off, and it is void."""
    line, other = (line.hash for line in some(Head(), 2))
    secret = bytes(range(32))
    public, signature = seal.public_key(secret), seal.sign(secret, line)
    assert seal.is_sealed(public, line, signature)
    assert not seal.is_sealed(public, other, signature)
    assert not seal.is_sealed(seal.public_key(bytes(32)), line, signature)
    assert not seal.is_sealed(public, line, "00" + signature[2:])
    assert not seal.is_sealed(public, line, "not hex")


@pytest.mark.spec("GEN-004")
def test_an_audit_checks_every_seal(tmp_path):
    """A seal of another line, or not of this house's key, is named even though the chain holds."""
    from core.bingo.seance.seals import JournalSealed

    secret = bytes(range(32))
    first = some(Head(), 3)
    good = JournalSealed("seance:1", 3, first[-1].hash, seal.sign(secret, first[-1].hash))
    wrong = JournalSealed("seance:1", 3, first[1].hash, seal.sign(secret, first[1].hash))
    forged = JournalSealed("seance:1", 3, first[-1].hash, seal.sign(bytes(32), first[-1].hash))
    (tmp_path / "keys").mkdir()
    (tmp_path / "keys" / "seal.pub").write_text(seal.public_key(secret) + "\n")
    for name, fact, bad in (("good", good, None), ("wrong", wrong, 4), ("forged", forged, 4)):
        last = journal_lines.line(first[-1].head, Stamp("t", 0), fact)
        path = tmp_path / f"{name}.jsonl"
        path.write_bytes(b"".join(line.text + b"\n" for line in (*first, last)))
        assert verify(path).bad_seq == bad, name

"""Power cuts and full disks under the journal: what was acknowledged is there, whole."""

from __future__ import annotations

import os

import apsw
import powercut
import pytest
from test_journal import some

from hall.journal import Head, JournalFailure, SqliteJournal
from hall.journal.lines import follow
from hall.journal.sqlite import stored

IMAGES = int(os.environ.get("QUINE_IMAGES", "400"))


@pytest.fixture
def disk():
    made = powercut.Disk()
    yield made
    made.unregister()


def written(disk, folder, commits, *, full_sync=True):
    """Journals `commits` groups of lines, acknowledging each, over at least one checkpoint."""
    journal = SqliteJournal(folder / "journal.db", vfs=powercut.NAME)
    journal._db.execute("PRAGMA wal_autocheckpoint=50").fetchall()
    if not full_sync:
        journal._db.execute("PRAGMA synchronous=OFF").fetchall()
    disk.ack(0)
    head = Head()
    for n in range(commits):
        lines = some(head, 1 + n % 3)
        head = lines[-1].head
        journal.append_now(lines)
        disk.ack(head.seq)
    return journal


def survivors(files, folder):
    """How many lines of the chain a journal file still has after a power cut."""
    for old in folder.iterdir():
        old.unlink()
    for name, content in files.items():
        (folder / name).write_bytes(content)
    db = apsw.Connection(str(folder / "journal.db"))
    try:
        assert db.execute("PRAGMA integrity_check(1)").fetchall() == [("ok",)]
    finally:
        db.close()
    head = Head()
    for text in stored(folder / "journal.db"):
        read = follow(head, text)
        head = Head(read.seq, read.hash)
    return head.seq


@pytest.mark.spec("GEN-004", "GEN-016")
def test_no_power_cut_loses_an_acknowledged_line(disk, tmp_path):
    """Legal images after a cut at any moment: a whole file, a dense chain, every line promised."""
    (tmp_path / "run").mkdir()
    (tmp_path / "image").mkdir()
    journal = written(disk, tmp_path / "run", 120)
    cut = 0
    for acked, files in powercut.images(disk.log, IMAGES, seed=1):
        if not acked:
            continue  # the file was still being made: nothing was promised
        assert survivors(files, tmp_path / "image") >= acked
        cut += 1
    assert cut > IMAGES // 2
    journal.close()


def test_the_method_would_notice_a_journal_that_does_not_sync(disk, tmp_path):
    """With synchronous=OFF the same cuts lose lines or break the file: the test can fail."""
    (tmp_path / "run").mkdir()
    (tmp_path / "image").mkdir()
    journal = written(disk, tmp_path / "run", 60, full_sync=False)
    lost = 0
    for acked, files in powercut.images(disk.log, 60, seed=2):
        if not acked:
            continue
        try:
            lost += survivors(files, tmp_path / "image") < acked
        except Exception:
            lost += 1
    assert lost > 5
    journal.close()


@pytest.mark.parametrize("room", [0, 1, 3, 7, 20])
def test_a_full_disk_is_final_for_the_run_and_loses_nothing(disk, tmp_path, room):
    """The failed append is not half there, the next is refused, and a new run goes on."""
    journal = written(disk, tmp_path, 10)
    before = journal.head
    disk.fail_after = room
    head, failed = before, False
    for _ in range(40):
        lines = some(head, 2)
        try:
            journal.append_now(lines)
        except JournalFailure:
            failed = True
            break
        head = lines[-1].head
    assert failed
    disk.fail_after = None
    with pytest.raises(JournalFailure):
        journal.append_now(some(head, 1))
    journal.close()
    again = SqliteJournal(tmp_path / "journal.db", vfs=powercut.NAME)
    assert again.recovered
    assert again.head == head
    again.append_now(some(head, 1))
    again.close()

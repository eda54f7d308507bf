"""Power cuts and full disks under the journal: what was acknowledged is there, whole."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

import apsw
import powercut
import pytest
from test_journal import some

from hall.journal import Head, JournalFailure, SqliteJournal
from hall.journal.lines import follow
from hall.journal.sqlite import stored

IMAGES = int(os.environ.get("QUINE_IMAGES", "2000"))
SOAK = int(os.environ.get("QUINE_SOAK_IMAGES", "50000"))
PARTS = 4


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


@pytest.fixture
def images(tmp_path):
    """Where images are laid out: in memory if there is such a place, for they are many and short."""
    memory = Path("/dev/shm")
    folder = Path(tempfile.mkdtemp(dir=memory if memory.is_dir() else tmp_path))
    yield folder
    shutil.rmtree(folder)


def cuts_lose_nothing(disk, folder, images, count, seed):
    journal = written(disk, folder, 120)
    cut = 0
    for acked, files in powercut.images(disk.log, count, seed):
        if not acked:
            continue  # the file was still being made: nothing was promised
        assert survivors(files, images) >= acked
        cut += 1
    assert cut > count // 2
    journal.close()


@pytest.mark.spec("GEN-004", "GEN-016")
@pytest.mark.parametrize("part", range(PARTS))
def test_no_power_cut_loses_an_acknowledged_line(disk, tmp_path, images, part):
    """Legal images after a cut at any moment: a whole file, a dense chain, every line promised."""
    cuts_lose_nothing(disk, tmp_path, images, IMAGES // PARTS, part)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_no_power_cut_of_very_many_loses_a_line(disk, tmp_path, images, part):
    """The same, for as long as there is time."""
    cuts_lose_nothing(disk, tmp_path, images, SOAK // 10, 100 + part)


def test_the_method_would_notice_a_journal_that_does_not_sync(disk, tmp_path, images):
    """With synchronous=OFF the same cuts lose lines or break the file: the test can fail."""
    journal = written(disk, tmp_path, 60, full_sync=False)
    lost = 0
    for acked, files in powercut.images(disk.log, 60, seed=2):
        if not acked:
            continue
        try:
            lost += survivors(files, images) < acked
        except Exception:
            lost += 1
    assert lost > 5
    journal.close()


FAULTS = {
    "full": ("write", apsw.FullError),
    "unwritable": ("write", apsw.IOError),
    "unsynced": ("sync", apsw.IOError),
    "read-only": ("write", apsw.ReadOnlyError),
}


@pytest.mark.spec("GEN-004")
@pytest.mark.parametrize("room", [0, 1, 3, 7, 20])
@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_of_the_disk_is_final_for_the_run_and_loses_nothing(disk, tmp_path, fault, room):
    """The failed append is there whole or not at all, the next is refused, a new run goes on."""
    journal = written(disk, tmp_path, 10)
    disk.fails_at, disk.fault = FAULTS[fault]
    disk.fail_after = room
    head, failed = journal.head, None
    for _ in range(60):
        lines = some(head, 2)
        try:
            journal.append_now(lines)
        except JournalFailure:
            failed = lines
            break
        head = lines[-1].head
    assert failed
    assert journal.head == head
    disk.fail_after = None
    with pytest.raises(JournalFailure):
        journal.append_now(some(head, 1))
    journal.close()
    again = SqliteJournal(tmp_path / "journal.db", vfs=powercut.NAME)
    assert again.recovered
    assert again.head in (head, failed[-1].head)
    assert len(list(again.read())) == again.head.seq
    again.append_now(some(again.head, 1))
    again.close()


def test_a_disk_that_cannot_be_opened_is_a_failure_in_words(disk, tmp_path):
    """Whoever opens the house learns which file it is."""
    journal = written(disk, tmp_path, 1)
    journal.close()
    disk.fails_at, disk.fault, disk.fail_after = "open", apsw.CantOpenError, 0
    with pytest.raises(JournalFailure, match=r"journal\.db"):
        SqliteJournal(tmp_path / "journal.db", vfs=powercut.NAME)

"""The second copy: it follows, it fails without harm, it finds its place again (design §4)."""

from __future__ import annotations

import time

import pytest
import tiny  # noqa: F401 -- registers the game of these lines
from houses import hall, until
from test_journal import some

from hall.journal import Head, SqliteJournal, lines_of, verify
from hall.journal.copying import COPY, CopyState, JournalCopy


@pytest.fixture
def journal(tmp_path):
    made = SqliteJournal(tmp_path / "journal.db")
    yield made
    made.close()


@pytest.fixture
def copying(journal, tmp_path):
    """A copy that tries again at once, and all that it ever told."""
    told: list[CopyState] = []
    made = []

    def begin(folder=None) -> JournalCopy:
        copy = JournalCopy(journal.path, folder or tmp_path / "disk", told.append, again_s=0.02)
        made.append(copy)
        copy.grown(journal.head.seq)
        return copy

    begin.told = told
    yield begin
    for copy in made:
        copy.close()


def add(journal, count, head=None):
    lines = some(head or journal.head, count)
    journal.append_now(lines)
    return lines[-1].head


def reached(copy, seq, seconds=30):
    end = time.monotonic() + seconds
    while copy.state.copied != seq:
        assert time.monotonic() < end, copy.state
        time.sleep(0.005)


def said(told, faulty, seconds=30):
    end = time.monotonic() + seconds
    while not told or bool(told[-1].fault) != faulty:
        assert time.monotonic() < end, told
        time.sleep(0.005)


@pytest.mark.spec("GEN-004", "GEN-017")
def test_the_copy_is_the_journals_export(journal, copying, tmp_path):
    """Every line, byte for byte, verified like any journal; the lag falls to nothing."""
    add(journal, 20)
    copy = copying()
    reached(copy, 20)
    for count in (1, 7, 300):
        copy.grown(add(journal, count).seq)
    reached(copy, 328)
    assert copy.state == CopyState(str(tmp_path / "disk" / COPY), 328, 0, "")
    assert list(lines_of(tmp_path / "disk" / COPY)) == list(journal.read())
    assert verify(tmp_path / "disk" / COPY).whole
    assert (tmp_path / "disk" / COPY).stat().st_mode & 0o777 == 0o600


def test_a_copy_goes_on_where_it_was_and_mends_half_a_line(journal, copying, tmp_path):
    """After a power cut in the middle of a line: the rest of it is written, nothing twice."""
    add(journal, 10)
    copy = copying()
    reached(copy, 10)
    copy.close()
    whole = (tmp_path / "disk" / COPY).read_bytes()
    for torn in (1, 50, len(whole.splitlines()[-1]), len(whole)):
        (tmp_path / "disk" / COPY).write_bytes(whole[:-torn])
        again = copying()
        reached(again, 10)
        again.close()
        assert (tmp_path / "disk" / COPY).read_bytes() == whole


def test_a_full_disk_is_told_once_and_caught_up_with(journal, copying, tmp_path):
    """The copy stands still, says why and how far behind; room again, and it follows."""
    disk = tmp_path / "disk"
    disk.mkdir()
    (disk / COPY).symlink_to("/dev/full")
    add(journal, 5)
    copy = copying()
    said(copying.told, True)
    copy.grown(add(journal, 5).seq)
    assert copy.state.lag == 10
    (disk / COPY).unlink()
    reached(copy, 10)
    said(copying.told, False)
    assert [bool(state.fault) for state in copying.told] == [True, False]
    assert verify(disk / COPY).count == 10


def test_another_journals_copy_is_never_written_over(journal, copying, tmp_path):
    """A folder that holds another house's copy is left as it is."""
    other = SqliteJournal(tmp_path / "other.db")
    other.append_now(some(Head(), 3, "ailleurs"))
    other.close()
    disk = tmp_path / "disk"
    disk.mkdir()
    (disk / COPY).write_bytes(b"".join(text + b"\n" for text in other.read()))
    before = (disk / COPY).read_bytes()
    add(journal, 5)
    copying()
    said(copying.told, True)
    assert "not a copy of this journal" in copying.told[-1].fault
    assert (disk / COPY).read_bytes() == before


async def test_the_hall_copies_says_so_and_goes_on_without(tmp_path):
    """`--copy DIR`: the desk hears of the failure, late comers too, sales go on; then it is whole."""
    disk = tmp_path / "disk"
    disk.mkdir()
    (disk / COPY).symlink_to("/dev/full")
    async with hall(tmp_path / "data", copy=disk) as running:
        desk = await running.desk()
        notices: list[str] = []
        desk.on_notice(lambda notice: notices.append(notice.code))
        await until(lambda: running.servers[-1]._copy.copy.fault)
        assert await desk.order("Tally", by=1) == {"total": 1}
        rows = [row async for row in desk.ask("hall")]
        assert rows[0]["fault"] and rows[0]["lag"] == rows[0]["lines"] > 0
        await desk.close()
        again = running.client("desk")
        again.on_notice(lambda notice: notices.append(notice.code))
        await again.connect()
        await until(lambda: "COPIE_EN_PANNE" in notices)
        (disk / COPY).unlink()
        await until(lambda: "COPIE_RETABLIE" in notices, 15)
        await again.close()
    assert list(lines_of(disk / COPY)) == list(lines_of(tmp_path / "data"))

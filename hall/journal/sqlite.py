"""The journal in one SQLite file, through the library that apsw brings (design §4).

WAL with `synchronous=FULL`: a commit is on the disk before it is acknowledged. One connection in
one writer thread; reading uses connections of its own, which is safe from SQLite 3.51.3 on. An
error while writing is final for this run, since a later « success » could rest on bytes that are
not on the disk; before the file is used again it is copied, synced and renamed.
"""

from __future__ import annotations

import asyncio
import os
import queue
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import apsw

from hall.journal.contract import JournalFailure
from hall.journal.lines import BadLine, Head, Line, follow
from hall.private import sync_folder, write_private

BUSY_MS = 5_000  # a reader waits while somebody opens or closes the file
OLDEST = (3, 51, 3)  # older libraries can corrupt a WAL file
APPLICATION = 0x51554E45  # « QUNE »
LAYOUT = 1
SCHEMA = (
    "CREATE TABLE journal (seq INTEGER PRIMARY KEY, line TEXT NOT NULL) STRICT",
    "CREATE TRIGGER journal_keeps BEFORE UPDATE ON journal"
    " BEGIN SELECT RAISE(ABORT, 'a journal line never changes'); END",
    "CREATE TRIGGER journal_stays BEFORE DELETE ON journal"
    " BEGIN SELECT RAISE(ABORT, 'a journal line never goes'); END",
)
ENDLESS = (1 << 63) - 1
INSERT = "INSERT INTO journal (seq, line) VALUES (?, CAST(? AS TEXT))"
SELECT = "SELECT seq, CAST(line AS BLOB) FROM journal WHERE seq BETWEEN ? AND ? ORDER BY seq"

Work = tuple[Sequence[Line], "Future[None]"] | None


class SqliteJournal:
    """`path` is the .db file. `vfs` and `delay_s` (a slower disk) are for tests and benchmarks."""

    def __init__(self, path: Path, *, vfs: str | None = None, delay_s: float = 0) -> None:
        """Creates or opens. Raises `JournalFailure`."""
        _must_be_recent()
        self.path = path
        self._vfs = vfs
        self._delay_s = delay_s
        self._mark = path.with_name(path.name + ".ouvert")
        self.broken = ""
        self._opened()
        self._queue: queue.SimpleQueue[Work] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write, name="journal", daemon=True)
        self._thread.start()

    def _opened(self) -> None:
        try:
            self.recovered = self.path.exists() and self._mark.exists()
            if self.recovered:
                _renew(self.path, self._vfs)
            write_private(self._mark, b"")
            self._db: apsw.Connection | None = _connect(self.path, self._vfs)
            self._head = _head(self._db)
        except (apsw.Error, OSError, BadLine) as fault:
            raise JournalFailure(f"{self.path}: {fault}") from fault

    @property
    def head(self) -> Head:
        return self._head

    def read(self, start: int = 1) -> Iterator[bytes]:
        """Raises `BadLine` at the first row that is missing or cannot be read."""
        yield from stored(self.path, start, vfs=self._vfs)

    async def append(self, lines: Sequence[Line]) -> None:
        await asyncio.wrap_future(self._submit(lines))

    def append_now(self, lines: Sequence[Line]) -> None:
        self._submit(lines).result()

    def _submit(self, lines: Sequence[Line]) -> Future[None]:
        done: Future[None] = Future()
        self._queue.put((lines, done))
        return done

    def close(self) -> None:
        """Waits for what is being written, empties the WAL, and says that all went well."""
        self._queue.put(None)
        self._thread.join()
        if self._db is not None:
            try:
                self._db.close()
            except apsw.Error as fault:  # what is durable stays so; the next start looks at it
                self.broken = self.broken or f"{self.path}: {fault}"
            self._db = None
        if not self.broken:
            self._mark.unlink(missing_ok=True)
            sync_folder(self.path.parent)
            self.broken = "closed"

    def _write(self) -> None:
        """The writer thread: the only one that touches the connection."""
        while (work := self._queue.get()) is not None:
            lines, done = work
            try:
                self._commit(lines)
            except Exception as fault:  # whatever it is, this run must not write again
                self.broken = self.broken or str(fault) or type(fault).__name__
                done.set_exception(JournalFailure(self.broken))
            else:
                done.set_result(None)

    def _commit(self, lines: Sequence[Line]) -> None:
        if self.broken or self._db is None:
            raise JournalFailure(self.broken)
        if not lines:
            return
        for place, line in enumerate(lines, self._head.seq + 1):
            if line.seq != place:
                raise JournalFailure(f"line {line.seq} where {place} is due")
        self._db.execute("BEGIN IMMEDIATE")
        self._db.executemany(INSERT, ((line.seq, line.text) for line in lines))
        if self._delay_s:
            time.sleep(self._delay_s)
        self._db.execute("COMMIT")
        self._head = lines[-1].head


def stored(path: Path, start: int = 1, stop: int = 0, *, vfs: str | None = None) -> Iterator[bytes]:
    """The lines of a journal file from `start` to `stop`, both included (0: to the end).

    The file may be open elsewhere. Raises `BadLine`, `JournalFailure`.
    """
    due = start
    db = _reader(path, vfs)
    try:
        for seq, text in db.execute(SELECT, (start, stop or ENDLESS)):
            if seq != due:
                raise BadLine(due, f"missing: the next line stored is {seq}")
            yield text
            due += 1
    except apsw.Error as fault:
        raise BadLine(due, f"the file cannot be read ({fault})") from fault
    finally:
        db.close()


def last_seq(path: Path) -> int:
    """The last sequence number stored, 0 for an empty journal or one that cannot be read."""
    try:
        db = _reader(path, None)
        try:
            return int(db.execute("SELECT max(seq) FROM journal").fetchall()[0][0] or 0)
        finally:
            db.close()
    except (JournalFailure, apsw.Error):
        return 0  # whoever reads the lines will say what is wrong


def _reader(path: Path, vfs: str | None) -> apsw.Connection:
    try:
        db = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY, vfs=vfs)
    except apsw.Error as fault:
        raise JournalFailure(f"{path}: {fault}") from fault
    db.set_busy_timeout(BUSY_MS)
    return db


def sound(path: Path) -> str:
    """What SQLite itself finds wrong with the file, or nothing."""
    try:
        db = _reader(path, None)
    except JournalFailure as fault:
        return str(fault)
    try:
        found = [str(row[0]) for row in db.execute("PRAGMA integrity_check(3)")]
        schema = [row[0] for row in db.execute("SELECT sql FROM sqlite_schema ORDER BY rowid")]
    except apsw.Error as fault:
        return str(fault)
    finally:
        db.close()
    if found != ["ok"]:
        return "; ".join(found)
    return "" if schema == list(SCHEMA) else "its tables are not those of a journal"


def backup(path: Path, target: Path) -> None:
    """A whole copy while the hall goes on, in one step; refuses to overwrite."""
    if target.exists():
        raise JournalFailure(f"{target} exists")
    _copy(path, target, None)


def _must_be_recent() -> None:
    version = tuple(int(part) for part in apsw.sqlite_lib_version().split("."))
    if version < OLDEST:
        raise JournalFailure(f"SQLite {apsw.sqlite_lib_version()} is too old: 3.51.3 at least")


def _connect(path: Path, vfs: str | None) -> apsw.Connection:
    new = not path.exists()
    if new:
        path.touch(mode=0o600)
    db = apsw.Connection(str(path), vfs=vfs)
    for pragma, wanted in (
        ("journal_mode=WAL", "wal"),
        ("synchronous=FULL", 2),
        ("mmap_size=0", 0),
        ("locking_mode=NORMAL", "normal"),
    ):
        db.execute(f"PRAGMA {pragma}").fetchall()
        got = db.pragma(pragma.partition("=")[0])
        if got not in (wanted, None):
            raise JournalFailure(f"{pragma} could not be set: {got}")
    if not db.pragma("application_id"):
        db.execute("BEGIN IMMEDIATE")
        for statement in SCHEMA:
            db.execute(statement)
        db.pragma("user_version", LAYOUT)
        db.pragma("application_id", APPLICATION)
        db.execute("COMMIT")
    if (db.pragma("application_id"), db.pragma("user_version")) != (APPLICATION, LAYOUT):
        raise JournalFailure("this file is not a journal of this layout")
    if new and vfs is None:
        sync_folder(path.parent)
    return db


def _head(db: apsw.Connection) -> Head:
    """Where the file ends; whether its chain holds is for whoever reads it whole."""
    rows: list[Any] = db.execute(
        "SELECT seq, CAST(line AS BLOB) FROM journal ORDER BY seq DESC LIMIT 2"
    ).fetchall()
    if not rows:
        return Head()
    before = Head()
    if len(rows) > 1:
        seq, text = rows[1]
        before = Head(seq, _hash_of(seq, text))
    return Head(rows[0][0], follow(before, rows[0][1]).hash)


def _hash_of(seq: int, text: bytes) -> str:
    place = text.rfind(b',"hash":"') + 9
    found = text[place : place + 64].decode("ascii", "replace")
    if place < 9 or len(found) != 64:
        raise BadLine(seq, "unreadable line")
    return found


def _renew(path: Path, vfs: str | None) -> None:
    """The last run did not end well: trust only bytes that are read and written again."""
    fresh = path.with_name(path.name + ".new")
    fresh.unlink(missing_ok=True)
    _copy(path, fresh, vfs)  # the last to close the old file, it also empties and removes its WAL
    if path.with_name(path.name + "-wal").exists():
        raise JournalFailure(f"{path}: another program has it open")
    sync_folder(path.parent)  # the old WAL must be gone before the new file bears its name
    fresh.replace(path)
    sync_folder(path.parent)


def _copy(path: Path, target: Path, vfs: str | None) -> None:
    db = apsw.Connection(str(path), vfs=vfs)
    try:
        db.execute("VACUUM INTO ?", (str(target),))
    except apsw.Error as fault:
        raise JournalFailure(f"{path}: {fault}") from fault
    finally:
        db.close()
    target.chmod(0o600)
    with target.open("rb+") as file:
        os.fsync(file.fileno())
    sync_folder(target.parent)

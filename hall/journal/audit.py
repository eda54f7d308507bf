"""Reading a journal as an auditor does: verify every byte, export every line (GEN-004, GEN-017)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import msgspec

from hall.journal.lines import GENESIS, BadLine, Head, follow
from hall.journal.stretches import lines_between, verified

JOURNAL = "journal.db"


class Report(msgspec.Struct, frozen=True):
    """What an audit found. `bad_seq` is the first sequence number that cannot be trusted."""

    path: str
    count: int
    head: str = GENESIS
    bad_seq: int | None = None
    why: str = ""

    @property
    def whole(self) -> bool:
        return self.bad_seq is None

    def __str__(self) -> str:
        if self.whole:
            return f"{self.path}: {self.count} lines, head {self.head}"
        return f"{self.path}: first bad sequence number {self.bad_seq}: {self.why}"


def source(path: Path) -> Path:
    """The journal of a house DIR, of a folder with `data/`, or a .jsonl or .db file itself.

    Raises FileNotFoundError.
    """
    for candidate in (path, path / JOURNAL, path / "data" / JOURNAL):
        if candidate.is_file():
            return candidate
    raise FileNotFoundError(f"no journal in {path}")


def lines_of(path: Path) -> Iterator[bytes]:
    """The lines as stored. Raises FileNotFoundError, `BadLine`, `JournalFailure`."""
    return lines_between(source(path))


def verify(path: Path) -> Report:
    """Every line against the one before it, every seal, and the SQLite file itself. Streams.

    Seals are checked with the house's public key when it lies beside the journal. A long journal
    is verified by several processes. Raises FileNotFoundError.
    """
    found = source(path)
    said = verified(found)
    return Report(str(found), said.head.seq, said.head.hash, said.bad_seq, said.why)


def export(path: Path, out: BinaryIO) -> Report:
    """Writes the stored lines, verified on the way; stops before the first bad one."""
    found = source(path)
    head = Head()
    try:
        for text in lines_of(found):
            read = follow(head, text)
            out.write(text + b"\n")
            head = Head(read.seq, read.hash)
    except BadLine as bad:
        return Report(str(found), head.seq, head.hash, bad.seq, bad.why)
    return Report(str(found), head.seq, head.hash)

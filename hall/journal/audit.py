"""Reading a journal as an auditor does: verify every byte, export every line (GEN-004, GEN-017)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import msgspec

from hall.journal.contract import JournalFailure
from hall.journal.lines import GENESIS, BadLine, Head, Read, follow, must_be_canonical
from hall.journal.seal import is_sealed
from hall.journal.sqlite import sound, stored

JOURNAL = "journal.db"
SEAL_KEY = Path("keys", "seal.pub")


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
    found = source(path)
    return stored(found) if found.suffix == ".db" else _written(found)


def verify(path: Path) -> Report:
    """Every line against the one before it, every seal, and the SQLite file itself. Streams.

    Seals are checked with the house's public key when it lies beside the journal.
    """
    found = source(path)
    public = _public_key(found.parent)
    head: Head | Read = Head()
    try:
        for text in lines_of(found):
            read = follow(head, text)
            must_be_canonical(read.seq, text, read)
            if read.type == "JournalSealed":
                _must_be_sealed(read, public)
            head = read
        if found.suffix == ".db" and (fault := sound(found)):
            raise BadLine(head.seq + 1, f"the file is damaged: {fault}")
    except BadLine as bad:
        return Report(str(found), head.seq, head.hash, bad.seq, bad.why)
    except JournalFailure as fault:
        return Report(str(found), head.seq, head.hash, head.seq + 1, str(fault))
    return Report(str(found), head.seq, head.hash)


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


class Seal(msgspec.Struct):
    seq: int
    line: str
    signature: str


def _must_be_sealed(read: Read, public: str) -> None:
    try:
        said = msgspec.json.decode(read.data, type=Seal)
    except msgspec.MsgspecError as fault:
        raise BadLine(read.seq, f"unreadable seal ({fault})") from None
    if (said.seq, said.line) != (read.seq - 1, read.prev):
        raise BadLine(read.seq, "the seal is not of the line before")
    if public and not is_sealed(public, said.line, said.signature):
        raise BadLine(read.seq, "the seal does not fit this house's key")


def _public_key(folder: Path) -> str:
    path = folder / SEAL_KEY
    return path.read_text("ascii").strip() if path.is_file() else ""


def _written(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        for seq, text in enumerate(file, 1):
            if not text.endswith(b"\n"):
                raise BadLine(seq, "the file ends in the middle of a line")
            yield text[:-1]

"""A long journal verified in stretches, each by a process of its own (GEN-004).

A line is held by the hash of the line before, which it bears itself: a stretch can be followed from
any line, taken at its word, as long as the stretch before ends with that very line. So a journal of
years is verified as fast as there are processors, and a house is rebuilt in one process while
another follows the chain.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

import msgspec

from hall.collector import without_collector
from hall.journal.contract import JournalFailure
from hall.journal.lines import BadLine, Head, Read, follow, line_hash, must_be_canonical
from hall.journal.seal import is_sealed
from hall.journal.sqlite import last_seq, sound, stored

SEAL_KEY = Path("keys", "seal.pub")
LONG = 50_000  # lines from which a second process is worth its start
LINE_BYTES = 400  # of a text file, about


class Stretch(msgspec.Struct, frozen=True):
    """The lines from `start` to `stop`, both included; `stop` 0 is the end.

    Both are sequence numbers, or the bytes where these lines begin in a text file. `start` 0 is
    the first line; any other is taken at its word. `audit` also checks canonical JSON and seals,
    `sound` what SQLite says of its file.
    """

    path: str
    start: int = 0
    stop: int = 0
    audit: bool = True
    sound: bool = False


class Followed(msgspec.Struct, frozen=True):
    """From the line taken at its word to the last that can be trusted, and why it is the last."""

    begun: Head
    head: Head
    bad_seq: int | None = None
    why: str = ""


def verified(path: Path, pieces: int = 0) -> Followed:
    """The whole file in `pieces` processes, by default as many as its length is worth."""
    stretches = cut(path, pieces or _worth(path))
    others = [_Beside(stretch) for stretch in stretches[1:]]
    found = [follow_stretch(stretches[0]), *(other.ended() for other in others)]
    for before, after in pairwise(found):
        if before.bad_seq is not None:
            return before
        if before.head != after.begun:
            why = after.why or "does not follow the line before (prev)"
            return Followed(found[0].begun, before.head, before.head.seq + 1, why)
    return msgspec.structs.replace(found[-1], begun=found[0].begun)


def chain_beside(path: Path, lines: int) -> _Beside | None:
    """The chain alone, followed by another process while this one goes on.

    None where that would not help: a short journal, or one processor only.
    """
    if lines < LONG or _processors() < 2:
        return None
    return _Beside(Stretch(str(path), audit=False))


def follow_stretch(stretch: Stretch) -> Followed:
    """One stretch, in this process. Streams, and stops at the first line that cannot be trusted."""
    path = Path(stretch.path)
    chain = _Chain(Head())
    begun = Head()
    try:
        lines = lines_between(path, stretch.start, stretch.stop)
        if stretch.start:
            begun = chain.head = Head(*line_hash(next(lines, b"")))
        if stretch.audit:
            chain.audit(lines, _seal_key(path))
        else:
            chain.follow(lines)
        if stretch.sound and (fault := sound(path)):
            raise BadLine(chain.head.seq + 1, f"the file is damaged: {fault}")
    except BadLine as bad:
        return Followed(begun, chain.at, max(bad.seq, chain.head.seq + 1), bad.why)
    except JournalFailure as fault:
        return Followed(begun, chain.at, chain.head.seq + 1, str(fault))
    return Followed(begun, chain.at)


class _Chain:
    """The last line that held; a million lines pass through these two loops."""

    def __init__(self, head: Head | Read) -> None:
        self.head = head

    @property
    def at(self) -> Head:
        return Head(self.head.seq, self.head.hash)

    def follow(self, lines: Iterator[bytes]) -> None:
        with without_collector():
            for text in lines:
                self.head = follow(self.head, text)

    def audit(self, lines: Iterator[bytes], seal_key: str) -> None:
        """Without a `seal_key` (empty) a seal must only be of the line before."""
        with without_collector():
            for text in lines:
                read = follow(self.head, text)
                must_be_canonical(read.seq, text, read)
                if read.type == "JournalSealed":
                    _must_be_sealed(read, seal_key)
                self.head = read


# -- where lines are -------------------------------------------------------------------------------


def lines_between(path: Path, start: int = 0, stop: int = 0) -> Iterator[bytes]:
    """As a `Stretch` says. Raises `BadLine`, `JournalFailure`."""
    if path.suffix == ".db":
        return stored(path, start or 1, stop)
    return _written(path, start, stop)


def cut(path: Path, pieces: int) -> Sequence[Stretch]:
    """At most `pieces` stretches; each begins with the line that the one before ends with."""
    database = path.suffix == ".db"
    last = last_seq(path) if database else path.stat().st_size
    places = sorted({last * n // pieces for n in range(1, pieces)})
    if not database:
        places = sorted({_line_start(path, place) for place in places})
    ends = [0, *(place for place in places if 0 < place < last), 0]
    made = [Stretch(str(path), start, stop) for start, stop in pairwise(ends)]
    return [*made[:-1], msgspec.structs.replace(made[-1], sound=database)]


def _written(path: Path, start: int, stop: int) -> Iterator[bytes]:
    with path.open("rb") as file:
        place = file.seek(start)
        for seq, text in enumerate(file, 1):
            if not text.endswith(b"\n"):
                raise BadLine(seq, "the file ends in the middle of a line")
            yield text[:-1]
            if stop and place >= stop:
                return
            place += len(text)


def _line_start(path: Path, place: int) -> int:
    """Where the first line after `place` begins."""
    with path.open("rb") as file:
        file.seek(place)
        return place + len(file.readline())


# -- other processes -------------------------------------------------------------------------------


def _worth(path: Path) -> int:
    lines = last_seq(path) if path.suffix == ".db" else path.stat().st_size // LINE_BYTES
    return max(1, min(_processors(), lines // LONG))


def _processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class _Beside:
    """One stretch in a process of its own."""

    def __init__(self, stretch: Stretch) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "hall.journal", msgspec.json.encode(stretch)],
            stdout=subprocess.PIPE,
        )

    def ended(self) -> Followed:
        """Waits for it. Raises `JournalFailure` when it could not do its work."""
        said, _ = self._process.communicate()
        if self._process.returncode:
            raise JournalFailure("the journal could not be verified: its process ended early")
        return msgspec.json.decode(said, type=Followed)

    def give_up(self) -> None:
        self._process.kill()
        self._process.communicate()


# -- seals -----------------------------------------------------------------------------------------


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


def _seal_key(journal: Path) -> str:
    """The house's public key when it lies beside the journal, or nothing."""
    path = journal.parent / SEAL_KEY
    return path.read_text("ascii").strip() if path.is_file() else ""

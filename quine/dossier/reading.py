"""The journal read once: the house as it stands at the last line, and the lines worth a table.

Nothing is locked and nothing written: SQLite gives one reader one moment of a journal that goes on.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

import msgspec

import core.house as law
from core.house import House
from core.rules import Fact
from hall.journal import Head, lines_of
from hall.journal.lines import Read
from hall.opening import restore

IN_MEMORY = 64 * 1024 * 1024  # bytes of journal; a longer one lies in a temporary file meanwhile
TOLD = frozenset({
    *("BallDisplayed", "DrawStopped", "ClaimCalled", "CartonVerified", "ClaimRejected"),
    *("OthersAsked", "CartonDisputed", "CartonArbitrated", "QuineClosed", "BingoClosed"),
    *("LastCallMade", "ClosedWithoutWinner", "VoucherIssued", "LotPaid", "VoucherExpired"),
    *("OrphelinDeposited", "CartonLost", "IncidentRecorded", "PartieSuspended", "PartieResumed"),
    *("PartieCancelled", "ClockMoved", "SpeechFailed", "SpokenAloud", "PrintFailed"),
    *("PrintDoubtful", "StationLost", "OrderRefused", "RefusalsSuppressed", "ForfaitPaid"),
    *("DocumentSigned", "HallStarted", "AllocationRevealed"),
})  # fmt: skip
_read: msgspec.json.Decoder[Read] = msgspec.json.Decoder(Read)


class Told(msgspec.Struct, frozen=True):
    """A fact with its line: where in the journal, when, by whom, in which *partie* it fell.

    `seance` is the one the fact names, else the one in course; empty between *séances*.
    """

    line: Read
    fact: Fact
    seance: str
    partie: int
    attempt: int

    @property
    def type(self) -> str:
        return self.line.type


@dataclass
class Reading:
    """What one reading of a journal gave. `text` holds every line, each ended by a line end."""

    house: House
    text: IO[bytes]
    told: list[Told] = field(default_factory=list)
    head: Head = field(default_factory=Head)
    at: str = ""

    def of(self, seance: str, *types: str) -> Iterator[Told]:
        """The facts of these kinds that fell in a *séance*, in order."""
        return (one for one in self.told if one.seance == seance and one.type in types)

    def everywhere(self, *types: str) -> Iterator[Told]:
        return (one for one in self.told if one.type in types)


def read(path: Path) -> Reading:
    """Verifies and replays the journal of a house, a folder with `data/`, or a .jsonl.

    Raises FileNotFoundError, `BadLine`, `JournalFailure`; refuses SCHEMA_DIFFERENT.
    """
    text = tempfile.SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115 -- it goes with the reading
    reading = Reading(House(), text)
    done = restore(_heard(lines_of(path), reading), reading.house, law)
    reading.head, reading.at = done.head, done.last_at
    return reading


def _heard(lines: Iterable[bytes], reading: Reading) -> Iterator[bytes]:
    """Hands each line on; when the next is wanted, the house stands as this one says."""
    for text in lines:
        reading.text.write(text + b"\n")
        yield text
        line = _read.decode(text)
        if line.type in TOLD:
            reading.told.append(_placed(line, reading.house))


def _placed(line: Read, house: House) -> Told:
    fact = line.fact()
    seance = getattr(fact, "seance", "") or house.bingo.course
    known = house.bingo.seances.get(seance)
    partie = known.parties.get(known.partie_n) if known else None
    if partie is None or seance != house.bingo.course:
        return Told(line, fact, seance, getattr(fact, "partie", 0), 0)
    return Told(line, fact, seance, partie.n, partie.attempt)

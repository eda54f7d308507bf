"""What the tables of a dossier share: their columns, and how a row says where it comes from.

Each row names its line of the journal, so that every figure can be looked up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from core.registers.columns import Column, Kind, Row
from core.registers.render import Names, csv_text
from core.rules import Fact
from quine.dossier.reading import Reading, Told

LINE = Column("ligne", "Ligne du journal", Kind.COUNT)
TIME = Column("heure", "Heure", Kind.MOMENT)
PARTIE = Column("partie", "Partie", Kind.COUNT)
ATTEMPT = Column("tentative", "Tentative", Kind.COUNT)
RANK = Column("rang", "Rang", Kind.COUNT)
WHAT = Column("fait", "Fait")
BY = Column("par", "Par", Kind.PERSON)


class Table(msgspec.Struct, frozen=True):
    """A file of the dossier: its columns, and its rows for a *séance*."""

    name: str
    columns: tuple[Column, ...]
    rows: Callable[[Reading, str], Iterator[Row]]

    def csv(self, reading: Reading, seance: str, names: Names) -> str:
        return csv_text(self.columns, self.rows(reading, seance), names)


def placed(told: Told) -> Row:
    line = told.line
    return {
        "ligne": line.seq,
        "heure": line.at,
        "partie": told.partie or None,
        "tentative": told.attempt or None,
        "par": line.actor or line.station or line.role,
    }


def in_short(fact: Fact) -> str:
    """The fields of a fact that have no column, as short as they can be told."""
    parts = []
    for name, value in msgspec.to_builtins(fact, str_keys=True).items():
        if isinstance(value, dict):
            value = " ".join(f"{key}:{one}" for key, one in value.items())
        if isinstance(value, list):
            value = " ".join(map(str, value))
        if value not in (None, "") and name not in ("at", "seance", "partie", "rank"):
            parts.append(f"{name}={value}")
    return ", ".join(parts)

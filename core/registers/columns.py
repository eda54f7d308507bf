"""What a register is: its columns with the words of spec 12, who may read it, and its lines.

A line is a plain dict under the column names. Money is integer cents under names in `_c`, people
are ids, times are ISO text, so that a line can be digested, sent and compared; `render` makes it
readable. Every line has `no`, gapless in its register, `created_at`, `created_by` and `hash`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from datetime import date
from enum import StrEnum
from typing import TYPE_CHECKING, Any

import msgspec

from core.rules import Powers, Refusal

if TYPE_CHECKING:
    from core.house import House

Row = dict[str, Any]
Lines = Callable[["House"], Iterator[Row]]


class Kind(StrEnum):
    """How the content of a column is to be read."""

    TEXT = "text"
    COUNT = "count"
    MONEY = "money"  # cents
    PERSON = "person"  # a person id, shown as the name
    BIRTH = "birth"  # a person id, shown as the birth date
    PAPER = "paper"  # a person id, shown as the identity document
    MOMENT = "moment"  # ISO, with offset and milliseconds
    DAY = "day"
    YES = "yes"


class Column(msgspec.Struct, frozen=True):
    """`name` is the key of spec 12; `title` what stands above it."""

    name: str
    title: str
    kind: Kind = Kind.TEXT


NUMBER = Column("no", "N°", Kind.COUNT)
WRITTEN = (
    Column("created_at", "Inscrit le", Kind.MOMENT),
    Column("created_by", "Inscrit par", Kind.PERSON),
)


class Ask(msgspec.Struct, frozen=True):
    """A register that can be asked for (design §4). `lines` are all of it, oldest first."""

    name: str
    title: str
    allowed: Powers
    own_columns: tuple[Column, ...]
    lines: Lines

    @property
    def columns(self) -> tuple[Column, ...]:
        return (NUMBER, *self.own_columns, *WRITTEN)

    def rows(self, house: House, seance: str = "", day: str = "") -> Iterator[Row]:
        """The lines of the whole register, of a *séance*, or of a civil day (ISO).

        A line keeps its number when the register is narrowed. Refuses SEANCE_INCONNUE,
        DATE_ILLISIBLE.
        """
        if seance:
            house.bingo.seance_named(seance)
        if day:
            _must_be_day(day)
        return self._rows(house, seance, day)

    def _rows(self, house: House, seance: str, day: str) -> Iterator[Row]:
        for no, line in enumerate(self.lines(house), 1):
            if seance and seance not in line.get("seances", (line.get("seance"),)):
                continue
            if day and not line["created_at"].startswith(day):
                continue
            row = {"no": no, **line}
            yield {**row, "hash": digest(row)}


def _must_be_day(text: str) -> None:
    try:
        date.fromisoformat(text)
    except ValueError:
        raise Refusal("DATE_ILLISIBLE", text=text[:40]) from None


def digest(lines: Any) -> str:
    """SHA-256 over the canonical JSON of a line, or of many."""
    return hashlib.sha256(msgspec.json.encode(lines, order="sorted")).hexdigest()

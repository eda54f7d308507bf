"""Registers made readable: text, CSV and the pages that are printed and signed (GEN-017, PRT-008).

`names` is whoever knows people: it gives a person for an id, or None for one that was erased. The
hash of what is shown is that of its lines, so that screen, paper and file can be compared.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date, datetime
from typing import TYPE_CHECKING, Any, Protocol

from core.documents import RegisterPage, plain
from core.money import written
from core.registers.columns import Ask, Column, Kind, Row, digest

if TYPE_CHECKING:
    from core.house import House

ROWS_A_PAGE = 40
FORMULA = ("=", "+", "-", "@")  # what a spreadsheet would calculate instead of show


class Person(Protocol):
    """Somebody as the people file knows him."""

    @property
    def name(self) -> str: ...
    @property
    def birth(self) -> str: ...
    @property
    def document(self) -> str: ...


Names = Callable[[str], Person | None]


def nobody(person: str) -> Person | None:
    """For whoever reads without the people file: ids stay ids."""
    return None


def cell(column: Column, row: Row, names: Names = nobody) -> str:
    """One value as an inspector reads it; nothing at all where the register has nothing."""
    value = row.get(column.name)
    if value is None or value == "":
        return ""
    match column.kind:
        case Kind.MONEY:
            return written(value)
        case Kind.YES:
            return "oui" if value else "non"
        case Kind.MOMENT:
            return moment(value)
        case Kind.DAY:
            return day(value)
        case Kind.PERSON | Kind.BIRTH | Kind.PAPER:
            return plain(_of_person(column.kind, value, names))
        case _:
            return plain(", ".join(map(str, value)) if isinstance(value, list) else str(value))


def _of_person(kind: Kind, person: str, names: Names) -> str:
    known = names(person)
    if kind is Kind.PERSON:
        return known.name if known else person
    if known is None:
        return ""
    return day(known.birth) if kind is Kind.BIRTH else known.document


def moment(at: str) -> str:
    try:
        return f"{datetime.fromisoformat(at):%d/%m/%Y %H:%M:%S}" if "T" in at else day(at)
    except ValueError:
        return at


def day(iso: str) -> str:
    try:
        return f"{date.fromisoformat(iso):%d/%m/%Y}"
    except ValueError:
        return iso


def named(register: Ask, row: Row, names: Names) -> Row:
    """The same line with names in place of ids, for a screen whose reader may see them."""
    people = {column.name: column.kind for column in register.columns}
    kinds = (Kind.PERSON, Kind.BIRTH, Kind.PAPER)
    return {
        key: _of_person(people[key], value, names) if people.get(key) in kinds and value else value
        for key, value in row.items()
    }


def text(register: Ask, rows: Iterable[Row], names: Names = nobody, width: int = 80) -> str:
    """A table where it fits the width, else one block a line of the register."""
    lines = list(rows)
    cells = [[cell(column, row, names) for column in register.columns] for row in lines]
    titles = [column.title for column in register.columns]
    widths = [max(map(len, column)) for column in zip(titles, *cells, strict=True)]
    if sum(widths) + 2 * (len(widths) - 1) <= width:
        body = [_aligned(register, widths, entry) for entry in (titles, *cells)]
    else:
        body = [line for entry in cells for line in _block(titles, entry, width)]
    count = f"{len(lines)} ligne{'s' if len(lines) > 1 else ''}"
    heading = f"{register.name} · {register.title}"
    return "\n".join([heading, *body, count, f"SHA-256 {digest(lines)}", ""])


def _aligned(register: Ask, widths: Sequence[int], cells: Sequence[str]) -> str:
    figures = (Kind.MONEY, Kind.COUNT)
    return "  ".join(
        text.rjust(width) if column.kind in figures else text.ljust(width)
        for column, width, text in zip(register.columns, widths, cells, strict=True)
    ).rstrip()


def _block(titles: Sequence[str], cells: Sequence[str], width: int) -> Iterator[str]:
    yield "-" * width
    label = max(map(len, titles))
    for title, value in zip(titles, cells, strict=True):
        room = width - label - 2
        for start in range(0, len(value), room):
            head = title if start == 0 else ""
            yield f"{head:<{label}}  {value[start : start + room]}"


def csv_text(columns: Sequence[Column], rows: Iterable[Row], names: Names = nobody) -> str:
    """For a spreadsheet in French: « ; » between, « , » in amounts, ISO dates, names as typed.

    A text that a spreadsheet would calculate is put behind an apostrophe; amounts stay amounts.
    """
    out = _Out()
    writer = csv.writer(out, delimiter=";", lineterminator="\r\n")
    writer.writerow([column.name.removesuffix("_c") for column in columns])
    for row in rows:
        writer.writerow([_csv_cell(column, row, names) for column in columns])
    return "".join(out.parts)


class _Out:
    """All that csv wants of a file."""

    def __init__(self) -> None:
        self.parts: list[str] = []

    def write(self, part: str) -> None:
        self.parts.append(part)


def _csv_cell(column: Column, row: Row, names: Names) -> str:
    value: Any = row.get(column.name)
    if value is None:
        return ""
    if column.kind is Kind.MONEY:
        return written(value).replace(" ", "")
    if column.kind in (Kind.MOMENT, Kind.DAY, Kind.COUNT):
        return str(value)
    shown = cell(column, row, names)
    return f"'{shown}" if shown.startswith(FORMULA) else shown


def pages(
    house: House,
    register: Ask,
    rows: Iterable[Row],
    *,
    at: str = "",
    names: Names = nobody,
    subtitle: str = "",
    signatures: tuple[str, ...] = (),
    approval: str = "",
    rows_a_page: int = ROWS_A_PAGE,
) -> tuple[RegisterPage, ...]:
    """The register on paper: one hash over all its lines, at the foot of each page (PRT-008).

    An empty register is one page that says so by having no line.
    """
    lines = list(rows)
    titles = tuple(column.title for column in register.columns)
    cells = [tuple(cell(column, row, names) for column in register.columns) for row in lines]
    parts = [cells[n : n + rows_a_page] for n in range(0, len(cells), rows_a_page)] or [[]]
    return tuple(
        RegisterPage(
            house=house.site.name,
            at=at,
            rehearsal=house.site.rehearsal,
            approval=approval,
            title=f"{register.name} · {register.title}",
            subtitle=subtitle,
            columns=titles,
            rows=tuple(part),
            hash=digest(lines),
            page=page,
            pages=len(parts),
            signatures=signatures if page == len(parts) else (),
        )
        for page, part in enumerate(parts, 1)
    )

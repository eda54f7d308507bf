"""Lists that come as CSV: the staff with their functions, the persons barred from playing.

The first line names the columns, in any order: `nom, prenom, naissance`, and for the staff
`fonctions` (separated by spaces or +), and if wanted `identifiant, piece, code, badge`. Without
`fonctions` it is an exclusion list. Nothing is kept unless every line is good (GEN-005, GEN-014).
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from datetime import datetime

import msgspec

from core.rules import Refusal, Role
from hall.access import STAFF
from hall.people import Entry, PeopleFile, cleaned, folded
from hall.pins import must_be_pin

NEEDED = ("nom", "prenom", "naissance")
IDENTIFIER = re.compile(r"[a-z0-9][a-z0-9.-]{0,31}")
MOST_LINES = 100_000


class BadLine(msgspec.Struct, frozen=True):
    line: int
    code: str
    values: dict[str, str | int | list[str]] = {}


class BadList(Exception):  # noqa: N818 -- every line that must be put right
    def __init__(self, faults: list[BadLine]) -> None:
        super().__init__(
            f"line {faults[0].line}: {faults[0].code} {faults[0].values or ''}".strip()
        )
        self.faults = faults


class Employed(msgspec.Struct, frozen=True):
    """A staff member written down, to be recorded with `RecordStaff`."""

    person: str
    digest: str
    roles: tuple[Role, ...]


class Row(msgspec.Struct, frozen=True):
    line: int
    entry: Entry
    identifier: str = ""
    roles: tuple[Role, ...] = ()
    pin: str = ""
    badge: str = ""


def import_list(people: PeopleFile, content: bytes) -> tuple[list[Employed], int]:
    """The staff to record and the number of exclusions. Raises `BadList`, and keeps nothing then."""
    rows, faults = [], []
    for line, cells in _cells(content):
        try:
            rows.append(_row(line, cells))
        except Refusal as refusal:
            faults.append(BadLine(line, refusal.code, refusal.values))
    if faults:
        raise BadList(faults)
    with people.together():
        employed = [_employ(people, row) for row in rows if row.roles]
        barred = [row for row in rows if not row.roles]
        for row in barred:
            people.exclude(row.entry)
    return employed, len(barred)


def _cells(content: bytes) -> Iterator[tuple[int, dict[str, str]]]:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        line = content[: fault.start].count(b"\n") + 1
        raise BadList([BadLine(line, "PAS_EN_UTF8")]) from None
    head = text.partition("\n")[0]
    delimiter = max(";,\t", key=head.count)
    reader = csv.DictReader(text.splitlines(), delimiter=delimiter, restkey="", strict=True)
    names = [folded(name) for name in reader.fieldnames or ()]
    reader.fieldnames = names
    if missing := [name for name in NEEDED if name not in names]:
        raise BadList([BadLine(1, "COLONNE_MANQUANTE", {"columns": missing})])
    try:
        for cells in reader:
            if reader.line_num > MOST_LINES:
                raise BadList([BadLine(reader.line_num, "LISTE_TROP_LONGUE")])
            if any((value or "") for value in cells.values()):
                yield reader.line_num, {name: (cells.get(name) or "").strip() for name in names}
    except csv.Error as fault:
        raise BadList([BadLine(reader.line_num, "LIGNE_ILLISIBLE", {"why": str(fault)})]) from None


def _row(line: int, cells: dict[str, str]) -> Row:
    birth = _iso(cells["naissance"])
    entry = cleaned(Entry(cells["nom"], cells["prenom"], birth, cells.get("piece", "")))
    if "fonctions" not in cells:
        return Row(line, entry)
    roles = tuple(_role(name) for name in re.split(r"[\s+|/]+", cells["fonctions"]) if name)
    if not roles:
        raise Refusal("FONCTION_MANQUANTE")
    identifier = cells.get("identifiant") or folded(entry.family).replace(" ", "-")
    if not IDENTIFIER.fullmatch(identifier):
        raise Refusal("IDENTIFIANT_ILLISIBLE", text=identifier)
    pin = cells.get("code", "")
    if pin:
        must_be_pin(pin, roles)
    return Row(line, entry, identifier, roles, pin, cells.get("badge", ""))


def _employ(people: PeopleFile, row: Row) -> Employed:
    try:
        person = people.record(row.entry, person=row.identifier)
        people.employ(person, row.roles, pin=row.pin, badge=row.badge)
    except Refusal as refusal:
        raise BadList([BadLine(row.line, refusal.code, refusal.values)]) from None
    return Employed(person, people.digest(person), row.roles)


def _role(name: str) -> Role:
    wanted = folded(name).upper().replace(" ", "_")
    if wanted not in STAFF:
        raise Refusal("FONCTION_INCONNUE", name=name)
    return Role(wanted)


def _iso(text: str) -> str:
    """Accepts 1990-02-28 and 28/02/1990."""
    for shape in ("%Y-%m-%d", "%d/%m/%Y"):
        try:
            return datetime.strptime(text, shape).date().isoformat()
        except ValueError:
            continue
    raise Refusal("NAISSANCE_ILLISIBLE", text=text)

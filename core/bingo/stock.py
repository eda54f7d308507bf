"""Pre-printed stock: a supplier's file of cartons read, checked and reported on, all or nothing.

Requirements BIN-003, BIN-005, BIN-006, BIN-007, BIN-010, D-03. JSON Lines as `cartons.listing`
writes them, or CSV with the columns `serial` and n1..n15 (row by row) or c1..c27 (cell by cell,
blank where the grid is); plain or gzip. An optional `ecarte` gives the reason why a number must
never be sold; numbers missing between the first and the last are set aside as ABSENT.
"""

from __future__ import annotations

import csv
import zlib
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from core.bingo.cartons.grid import IN_A_ROW, ROWS, Carton, check_grid
from core.codes import typed
from core.rules import Refusal

MOST_BYTES = 1 << 28  # unpacked; a million cartons are about 80 MB of JSON Lines
MOST_FAULTS = 100  # listed one by one; the rest is counted
ABSENT = "ABSENT"


class Fault(msgspec.Struct, frozen=True):
    """Why a line (from 1) is refused: a code as a `Refusal` has, and its values."""

    line: int
    code: str
    values: dict[str, Any] = {}


class Stock(msgspec.Struct, frozen=True):
    """A series as its supplier printed it: number -> rows; the numbers never to be sold."""

    serie: int
    cartons: dict[int, Carton]
    ecartes: dict[int, str]


class Report(msgspec.Struct, frozen=True):
    """All or nothing: `stock` is there only if there is no fault."""

    lines: int
    faults: list[Fault]
    more_faults: int
    stock: Stock | None


def read_stock(data: bytes, held: Mapping[frozenset[int], str] | None = None) -> Report:
    """Reads a supplier's file. `held` are sets of numbers already in circulation, by serial.

    Codes of faults: those of `check_grid`; FICHIER_VIDE, FICHIER_TRONQUE, FICHIER_TROP_GRAND,
    FICHIER_NON_UTF8, FICHIER_BOM, FICHIER_CRLF, LIGNE_VIDE, LIGNE_ILLISIBLE, COLONNES_INCONNUES,
    NUMERO_ILLISIBLE and its like, SERIE_MELANGEE, NUMERO_EN_DOUBLE, CARTONS_JUMEAUX with the pair.
    """
    faults: list[Fault] = []
    gathering = _Gathering(dict(held or {}))
    count = 0
    try:
        for line, record in _records(_text(data)):
            count = line
            try:
                gathering.add(record() if callable(record) else record)
            except Refusal as refusal:
                faults.append(Fault(line, refusal.code, refusal.values))
        if not faults and not gathering.cartons:
            raise _Unreadable(1, "FICHIER_VIDE")
    except _Unreadable as unreadable:
        faults.append(unreadable.fault)
    stock = None if faults else gathering.stock()
    return Report(count, faults[:MOST_FAULTS], max(0, len(faults) - MOST_FAULTS), stock)


class _Unreadable(Exception):  # noqa: N818 -- the file as a whole cannot be read
    def __init__(self, line: int, code: str, **values: Any) -> None:
        super().__init__(code)
        self.fault = Fault(line, code, values)


class _Gathering:
    """The cartons so far, and who has which numbers."""

    def __init__(self, held: dict[frozenset[int], str]) -> None:
        self.cartons: dict[int, Carton] = {}
        self.ecartes: dict[int, str] = {}
        self._serie = 0
        self._held = held

    def add(self, record: tuple[str, list[list[int]], str]) -> None:
        text, rows, ecarte = record
        serial = typed(text).serial
        if self._serie not in (0, serial.series):
            raise Refusal("SERIE_MELANGEE", serial=str(serial), serie=self._serie)
        if serial.number in self.cartons:
            raise Refusal("NUMERO_EN_DOUBLE", serial=str(serial))
        carton = check_grid(rows, house_format=False)
        twin = self._held.setdefault(frozenset(carton.numbers), str(serial))
        if twin != str(serial):
            raise Refusal("CARTONS_JUMEAUX", one=twin, other=str(serial))
        self._serie = serial.series
        self.cartons[serial.number] = carton
        if ecarte:
            self.ecartes[serial.number] = ecarte

    def stock(self) -> Stock:
        every = range(min(self.cartons), max(self.cartons) + 1)
        absent = {number: ABSENT for number in every if number not in self.cartons}
        return Stock(self._serie, self.cartons, dict(sorted((self.ecartes | absent).items())))


def _text(data: bytes) -> list[str]:
    """The lines of the file, told apart by line feeds alone."""
    if data[:2] == b"\x1f\x8b":
        data = _unpacked(data)
    if len(data) > MOST_BYTES:
        raise _Unreadable(1, "FICHIER_TROP_GRAND", most=MOST_BYTES)
    if data.startswith(b"\xef\xbb\xbf") or data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise _Unreadable(1, "FICHIER_BOM")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise _Unreadable(line, "FICHIER_NON_UTF8", byte=data[error.start]) from None
    if "\r" in text:
        raise _Unreadable(text.count("\n", 0, text.index("\r")) + 1, "FICHIER_CRLF")
    lines = text.split("\n")
    return lines[:-1] if lines[-1] == "" else lines


def _unpacked(data: bytes) -> bytes:
    """The content of a gzip file of one or several members; whole, or refused."""
    parts: list[bytes] = []
    room = MOST_BYTES
    while data:
        unpack = zlib.decompressobj(wbits=31)
        try:
            part = unpack.decompress(data, room + 1)
        except zlib.error:
            raise _Unreadable(_lines_in(parts), "FICHIER_TRONQUE") from None
        parts.append(part)
        room -= len(part)
        if room < 0:
            raise _Unreadable(1, "FICHIER_TROP_GRAND", most=MOST_BYTES)
        if not unpack.eof:
            raise _Unreadable(_lines_in(parts), "FICHIER_TRONQUE")
        data = unpack.unused_data
    return b"".join(parts)


def _lines_in(parts: list[bytes]) -> int:
    return sum(part.count(b"\n") for part in parts) + 1


def _records(lines: list[str]) -> Iterator[tuple[int, Any]]:
    """Each line's number with what reads it, so that a bad line does not hide the next."""
    if not lines:
        return
    header = _header(lines[0]) if not lines[0].lstrip().startswith("{") else None
    for number, line in enumerate(lines, start=1):
        if header is None:
            yield number, lambda line=line: _json_record(line)
        elif number > 1:
            yield number, lambda line=line: _csv_record(line, header)


class _Printed(msgspec.Struct):
    serial: str
    rows: list[list[int]]
    strip: int | None = None
    ecarte: str = ""


_decode = msgspec.json.Decoder(_Printed).decode


def _json_record(line: str) -> tuple[str, list[list[int]], str]:
    if not line.strip():
        raise Refusal("LIGNE_VIDE")
    try:
        printed = _decode(line)
    except msgspec.MsgspecError as error:
        raise Refusal("LIGNE_ILLISIBLE", why=str(error)) from None
    return printed.serial, printed.rows, printed.ecarte


def _header(line: str) -> list[str]:
    names = [name.strip().lower() for name in _cells(line)]
    fifteen = [f"n{at}" for at in range(1, ROWS * IN_A_ROW + 1)]
    cells = [f"c{at}" for at in range(1, 28)]
    for wanted in (fifteen, cells):
        known = {"serial", *wanted} <= set(names) <= {"serial", "strip", "ecarte", *wanted}
        if known and len(set(names)) == len(names):
            return names
    raise _Unreadable(1, "COLONNES_INCONNUES", columns=", ".join(names)[:200])


def _cells(line: str) -> list[str]:
    return next(csv.reader([line], delimiter=";" if ";" in line else ","), [])


def _csv_record(line: str, header: list[str]) -> tuple[str, list[list[int]], str]:
    if not line.strip():
        raise Refusal("LIGNE_VIDE")
    cells = _cells(line)
    if len(cells) != len(header):
        raise Refusal("LIGNE_ILLISIBLE", why=f"{len(cells)} / {len(header)}")
    named = {name: cell.strip() for name, cell in zip(header, cells, strict=True)}
    a_row, letter = (IN_A_ROW, "n") if "n1" in named else (9, "c")
    rows = []
    for first in range(1, ROWS * a_row + 1, a_row):
        texts = [named[f"{letter}{at}"] for at in range(first, first + a_row)]
        rows.append([_number(text) for text in texts if text])
    return named["serial"], rows, named.get("ecarte", "")


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise Refusal("LIGNE_ILLISIBLE", why=text[:20])
    return int(text[:4])

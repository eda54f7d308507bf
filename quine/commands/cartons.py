"""`quine cartons`: any cartons of a series, computed from its key: JSON Lines, CSV, or A4 sheets."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from core.rules import Refusal

if TYPE_CHECKING:
    from core.bingo.cartons import Series
    from core.house import House


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", type=Path, required=True, metavar="DIR", help="la maison")
    parser.add_argument("--serie", type=int, required=True, metavar="S")
    parser.add_argument("--season", type=int, metavar="ANNÉE", help="défaut : la dernière")
    parser.add_argument("--first", type=int, default=1, metavar="A", help="premier carton")
    parser.add_argument("--count", type=int, metavar="N", help="défaut : jusqu'à la fin")
    parser.add_argument("--format", choices=("jsonl", "csv", "pdf"), default="jsonl")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from core.bingo.cartons.listing import lines
    from quine.commands.reading import house_of

    house = house_of(args.data)
    series = _series(house, args.serie, args.season)
    out = sys.stdout.buffer
    if args.format == "pdf":
        out.write(_sheets(house, series, args))
    else:
        for block in lines(series, args.serie, args.first, args.count, args.format):
            out.write(block)
    out.flush()
    return 0


def _series(house: House, serie: int, season: int | None) -> Series:
    """Of the stock, or of a *partie*; the latest season that has this number."""
    from core.bingo.cartons import Series

    found = [known for known in _headers(house) if known[1] == serie and season in (None, known[0])]
    if not found:
        raise Refusal("SERIE_INCONNUE", serie=serie)
    _, _, key, size, algorithm, exceptions = max(found, key=lambda known: known[0])
    return Series(bytes.fromhex(key), size, algorithm, exceptions)


def _headers(house: House) -> Iterator[tuple[int, int, str, int, str, dict[int, int]]]:
    for name, header in house.bingo.stock.items():
        number = int(name.partition("/")[2])
        yield (
            header.season,
            number,
            header.key,
            header.size,
            header.algorithm,
            header.exceptions,
        )
    for seance in house.bingo.seances.values():
        for partie in (*seance.past, *seance.parties.values()):
            yield (
                seance.season,
                partie.serie,
                partie.key,
                partie.size,
                partie.algorithm,
                partie.exceptions,
            )


def _sheets(house: House, series: Series, args: argparse.Namespace) -> bytes:
    """A4 sheets of strips. Without the house's key at hand they bear numbers, and no code."""
    from core.codes import Serial
    from core.documents import CartonPage, PrintedCarton
    from core.views.cartons import cells
    from printers.sheets import render_sheets

    count = args.count if args.count is not None else series.size - args.first + 1
    exceptions = tuple(sorted(series.exceptions.items()))
    cartons = tuple(
        PrintedCarton(
            str(Serial(args.serie, number)),
            cells(series.key.hex(), series.size, series.algorithm, exceptions, number),
        )
        for number in range(args.first, args.first + count)
    )
    page = CartonPage(
        house=house.site.name,
        rehearsal=house.site.rehearsal,
        seance="",
        partie=0,
        cartons=cartons,
    )
    return render_sheets(page)

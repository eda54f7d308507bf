"""`quine cartons`: any cartons of a series, computed or as delivered: JSON Lines, CSV, or A4 sheets."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from core.rules import Refusal
from hall.stock import known_series

if TYPE_CHECKING:
    from core.bingo.cartons import Series
    from core.bingo.stockroom import PrintedHeader
    from core.house import House


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", type=Path, required=True, metavar="DIR", help="la maison")
    parser.add_argument("--serie", type=int, required=True, metavar="S")
    parser.add_argument("--season", type=int, metavar="ANNÉE", help="défaut : la dernière")
    parser.add_argument(
        "--first", type=int, metavar="A", help="premier carton ; défaut : le premier"
    )
    parser.add_argument("--count", type=int, metavar="N", help="défaut : jusqu'à la fin")
    parser.add_argument("--format", choices=("jsonl", "csv", "pdf"), default="jsonl")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from quine.commands.reading import house_of

    house = house_of(args.data)
    for block in _blocks(house, args):
        sys.stdout.buffer.write(block)
    sys.stdout.buffer.flush()
    return 0


def _blocks(house: House, args: argparse.Namespace) -> Iterator[bytes]:
    """Whole lines, or the one block of a PDF; of the latest season that has this number."""
    from core.bingo.cartons.listing import lines

    ours = [known for known in known_series(house) if _wanted(known.season, known.serie, args)]
    theirs = [
        header
        for name, header in house.bingo.printed.items()
        if _wanted(header.season, int(name.partition("/")[2]), args)
    ]
    if not ours and not theirs:
        raise Refusal("SERIE_INCONNUE", serie=args.serie)
    season = max([*(known.season for known in ours), *(header.season for header in theirs)])
    for header in theirs:
        if header.season == season:
            return _printed(header, args)
    series = next(known.series for known in ours if known.season == season)
    if args.format == "pdf":
        return iter((_sheets(house, series, args),))
    return lines(
        series, args.serie, 1 if args.first is None else args.first, args.count, args.format
    )


def _wanted(season: int, serie: int, args: argparse.Namespace) -> bool:
    return serie == args.serie and args.season in (None, season)


def _printed(header: PrintedHeader, args: argparse.Namespace) -> Iterator[bytes]:
    """A supplier's cartons, as they were delivered; they are printed already, so no sheets."""
    from core.bingo.printed import lines
    from hall.opening import house_folder
    from hall.stock import read_printed

    if args.format == "pdf":
        raise Refusal("SERIE_PREIMPRIMEE", serie=args.serie)
    series = read_printed(house_folder(args.data), args.serie, header)
    first = series.first if args.first is None else args.first
    count = args.count if args.count is not None else series.last - first + 1
    return lines(series, first, count, args.format)


def _sheets(house: House, series: Series, args: argparse.Namespace) -> bytes:
    """A4 sheets of strips. Without the house's key at hand they bear numbers, and no code."""
    from core.codes import Serial
    from core.documents import CartonPage, PrintedCarton
    from core.views.cartons import cells
    from printers.sheets import render_sheets

    first = 1 if args.first is None else args.first
    count = args.count if args.count is not None else series.size - first + 1
    exceptions = tuple(sorted(series.exceptions.items()))
    cartons = tuple(
        PrintedCarton(
            str(Serial(args.serie, number)),
            cells(series.key.hex(), series.size, series.algorithm, exceptions, number),
        )
        for number in range(first, first + count)
    )
    page = CartonPage(
        house=house.site.name,
        rehearsal=house.site.rehearsal,
        seance="",
        partie=0,
        cartons=cartons,
    )
    return render_sheets(page)

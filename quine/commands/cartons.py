"""`quine cartons`: any cartons of a series, computed or as delivered: JSON Lines, CSV, or A4 sheets."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from core.rules import Refusal
from hall.stock import known_series

if TYPE_CHECKING:
    from core.bingo.cartons import Series
    from core.bingo.stockroom import PrintedHeader
    from core.documents import CartonPage
    from core.house import House
    from hall.stock import Known


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
    known = next(known for known in ours if known.season == season)
    series = known.series
    if args.format == "pdf":
        return iter((_sheets(house, series, known, args),))
    numbers = _range(series, args)
    return lines(series, args.serie, numbers.start, len(numbers), args.format)


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
    count = args.count if args.count is not None else max(1, series.last - first + 1)
    return lines(series, first, count, args.format)


def _sheets(house: House, series: Series, known: Known, args: argparse.Namespace) -> bytes:
    """A4 sheets of strips, with the codes they will be scanned by where there are any."""
    from printers.sheets import render_sheets

    return render_sheets(_coded(house, _page(house, series, known, _range(series, args)), args))


def _page(house: House, series: Series, known: Known, numbers: range) -> CartonPage:
    """The cartons of a *partie* say which; those of the stock are of none yet."""
    from core.bingo.partie.verdicts import serie_in
    from core.codes import Serial
    from core.documents import CartonPage, PrintedCarton
    from core.views.cartons import cells
    from core.views.documents import event_of

    exceptions = tuple(sorted(series.exceptions.items()))
    grid = partial(cells, series.key.hex(), series.size, series.algorithm, exceptions)
    cartons = tuple(PrintedCarton(str(Serial(known.serie, n)), grid(n)) for n in numbers)
    page = CartonPage(
        house=house.site.name,
        rehearsal=house.site.rehearsal,
        seance="",
        partie=0,
        cartons=cartons,
    )
    for seance in house.bingo.seances.values():
        partie = serie_in(seance, known.serie) if seance.season == known.season else None
        if partie is not None:
            day = "/".join(reversed(seance.day.split("-")))
            return msgspec.structs.replace(
                page,
                seance=f"{seance.id} du {day}",
                partie=partie.n,
                event=event_of(seance),
                commitment=partie.commitment[:8],
            )
    return page


def _coded(house: House, page: CartonPage, args: argparse.Namespace) -> CartonPage:
    """Sealed with the house's key, in a rehearsal only: printing here leaves no fact.

    Where money is played for, a sealed carton comes out of a print job of the hall, or not at all.
    """
    from core.documents import coded
    from hall.keys import read_keys
    from hall.opening import KEYS, house_folder
    from hall.scans import make

    if not (page.event and house.site.rehearsal):
        return page
    try:
        key = read_keys(house_folder(args.data) / KEYS).code
    except Refusal as refused:
        if refused.code not in ("PAS_UNE_MAISON", "CLE_MANQUANTE"):
            raise
        return page
    return coded(page, partial(make, key))


def _range(series: Series, args: argparse.Namespace) -> range:
    """The numbers that were asked for. Refuses CARTE_INCONNUE, NOMBRE_DE_CARTONS_INVALIDE."""
    first = 1 if args.first is None else args.first
    count = max(1, series.size - first + 1) if args.count is None else args.count
    series.must_have(first, count)
    return range(first, first + count)

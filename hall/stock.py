"""The stock of the house: the files of pre-printed series, and every series of a season beside them.

`DIR/stock/SEASON-SERIE.cartons`, fifteen bytes a carton, 0600, synced before the fact that names it;
its digest is checked each time it is read. Requirements BIN-003, BIN-006.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from core.bingo.cartons import IN_A_CARTON, Series
from core.bingo.printed import PrintedSeries, printed, shared
from core.bingo.stock import Fault, Report, Stock, read_stock
from core.bingo.stockroom import ImportSerie, PrintedHeader, SerieImported
from core.rules import Refusal
from hall.private import write_private

if TYPE_CHECKING:
    from core.house import House
    from hall.opening import OpenHouse

STOCK = "stock"
A_PIECE = 6 * 8192  # cartons of another series that are in memory at a time


class Known(msgspec.Struct, frozen=True):
    """A series that the house made: of the stock, or of a *partie*."""

    season: int
    serie: int
    key: str
    size: int
    algorithm: str
    exceptions: dict[int, int]
    digest: str = ""

    @property
    def series(self) -> Series:
        return Series(bytes.fromhex(self.key), self.size, self.algorithm, self.exceptions)


def known_series(house: House) -> Iterator[Known]:
    """Every series that the house made, of every season."""
    for name, header in house.bingo.stock.items():
        number = int(name.partition("/")[2])
        yield Known(
            header.season,
            number,
            header.key,
            header.size,
            header.algorithm,
            header.exceptions,
            header.digest,
        )
    for seance in house.bingo.seances.values():
        for partie in (*seance.past, *seance.parties.values()):
            yield Known(
                seance.season,
                partie.serie,
                partie.key,
                partie.size,
                partie.algorithm,
                partie.exceptions,
                partie.digest,
            )


def read_printed(folder: Path, serie: int, header: PrintedHeader) -> PrintedSeries:
    """The cartons of a header. Refuses SERIE_ABSENTE (no file) and SERIE_ALTEREE (another digest)."""
    try:
        content = (folder / STOCK / header.file).read_bytes()
    except OSError:
        raise Refusal("SERIE_ABSENTE", serie=serie, file=header.file) from None
    series = PrintedSeries(serie, header.first, content, header.set_aside)
    if len(content) != header.size * IN_A_CARTON or series.digest != header.digest:
        raise Refusal("SERIE_ALTEREE", serie=serie, file=header.file)
    return series


def import_series(opened: OpenHouse, data: bytes, serie: int, approval: str = "") -> SerieImported:
    """Takes a supplier's file into the stock: all of it, durably, or nothing.

    Raises `NotTaken` with the report of a file that has faults; refuses what `ImportSerie` refuses
    and what `read_printed` refuses of the season's other series.
    """
    report = read_stock(data)
    if report.stock is None:
        raise NotTaken(report)
    _must_be(report.stock, serie)
    series = printed(report.stock)
    order = ImportSerie(
        serie, series.first, series.size, series.digest, dict(series.set_aside), approval
    )
    fact = _foreseen(opened, order)
    others = _pieces(opened.hall.house, opened.folder, fact)
    if held := shared(series, others):
        raise NotTaken(read_stock(data, held))
    write_private(opened.folder / STOCK / fact.file, series.content)
    opened.give(order)
    opened.commit()
    return fact


def _foreseen(opened: OpenHouse, order: ImportSerie) -> SerieImported:
    """What the rule will answer: nothing is written before it has agreed."""
    scribe = opened.scribe
    (fact,) = scribe.law.decide(opened.hall.house, order, scribe.now())
    assert isinstance(fact, SerieImported)
    return fact


class NotTaken(Exception):  # noqa: N818 -- an answer, not an error
    """The file has faults: nothing was stored."""

    def __init__(self, report: Report) -> None:
        super().__init__("file refused")
        self.report = report


def _must_be(stock: Stock, serie: int) -> None:
    if stock.serie != serie:
        refused = {"serial": f"{stock.serie:03d}-{min(stock.cartons):06d}", "serie": serie}
        raise NotTaken(Report(1, [Fault(1, "SERIE_MELANGEE", refused)], 0, None))


def _pieces(house: House, folder: Path, ours: SerieImported) -> Iterator[tuple[int, int, Any]]:
    """The cartons of every other series of the season, a few thousand at a time."""
    for known in known_series(house):
        if known.season == ours.season:
            for first in range(1, known.size + 1, A_PIECE):
                count = min(A_PIECE, known.size - first + 1)
                yield known.serie, first, known.series.rows(first, count).reshape(-1, IN_A_CARTON)
    for name, header in house.bingo.printed.items():
        number = int(name.partition("/")[2])
        if header.season == ours.season and number != ours.serie:
            yield number, header.first, read_printed(folder, number, header).rows()

"""A carton as it is shown: nine columns, what is drawn, which row wins (DSP-006, BIN-031)."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from core.bingo.cartons import Series, column_of
from core.bingo.partie.state import Partie
from core.codes import Serial

Cells = tuple[tuple[int, ...], ...]


class ShownCarton(msgspec.Struct, frozen=True):
    """`rows` has three rows of nine cells, 0 for an empty one; `row` is the winning row or -1."""

    serial: str
    rows: Cells
    row: int = -1


@lru_cache(maxsize=4096)
def cells(
    key: str, size: int, algorithm: str, exceptions: tuple[tuple[int, int], ...], n: int
) -> Cells:
    """The grid of one carton; cached, for the same few cartons are looked at again and again."""
    series = Series(bytes.fromhex(key), size, algorithm, dict(exceptions))
    grid = [[0] * 9 for _ in range(3)]
    for row, numbers in zip(grid, series.carton(n), strict=True):
        for number in numbers:
            row[column_of(number)] = number
    return tuple(map(tuple, grid))


def cells_of(partie: Partie, number: int) -> Cells:
    exceptions = tuple(sorted(partie.exceptions.items()))
    return cells(partie.key, partie.size, partie.algorithm, exceptions, number)


def shown(partie: Partie, number: int, row: int = -1) -> ShownCarton:
    return ShownCarton(str(Serial(partie.serie, number)), cells_of(partie, number), row)

"""The 735,210 row layouts of a carton as arrays, in the order of `ranking`. Built once, on demand.

A layout says in which row each of the fifteen numbers goes, the numbers taken in ascending order.
It is one 32-bit word: two bits a number, the lowest number in the lowest bits, and 3 on top.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from core.bingo.cartons.grid import COLUMNS, IN_A_ROW
from core.bingo.cartons.ranking import MASKS, count_vectors, layouts_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

LAYOUTS = 735_210
WAYS = (1710, 639, 240, 90)  # how many layouts, by columns of three
CODES = 3**COLUMNS


class Layouts(NamedTuple):
    """`words[first[code] + l]` is layout l of the count vector with that code.

    A code has one base-3 digit a column, the first column highest: its numbers less one.
    """

    words: Array  # uint32, LAYOUTS
    first: Array  # int64, CODES: where a count vector begins
    ways: Array  # uint64, CODES: how many layouts it has, 0 if it is not one
    brief: Array  # int32, CODES: first << 2 | how many columns of three


@cache
def layouts() -> Layouts:
    """The table, in about a tenth of a second."""
    first = np.zeros(CODES, np.int64)
    ways = np.zeros(CODES, np.uint64)
    brief = np.zeros(CODES, np.int32)
    at = 0
    for counts in count_vectors()[0]:
        code = code_of(counts)
        first[code], ways[code] = at, layouts_of(counts)
        brief[code] = at << 2 | counts.count(3)
        at += layouts_of(counts)
    assert at == LAYOUTS
    return Layouts(_words(), first, ways, brief)


def code_of(counts: tuple[int, ...]) -> int:
    code = 0
    for count in counts:
        code = code * 3 + count - 1
    return code


def _words() -> Array:
    """Grows all layouts column by column, then gathers them by count vector, order kept.

    A node is what has been placed: how many numbers each row has (4 bits a row), the code of the
    counts, and the word. Its seven children follow each other, as their ranks do.
    """
    uses = [used for count in MASKS for used in MASKS[count]]
    fill = np.array([sum(1 << 4 * row for row in used) for used in uses], np.int16)
    digit = np.array([len(used) - 1 for used in uses], np.int16)
    mark = np.array([sum(row << 2 * at for at, row in enumerate(used)) for used in uses], np.uint32)
    filled, codes, words = np.zeros(1, np.int16), np.zeros(1, np.int16), np.zeros(1, np.uint32)
    for column in range(COLUMNS):
        grown = (filled[:, None] + fill).ravel()
        alive = np.flatnonzero(_can_fill(COLUMNS - 1 - column)[grown])
        parent, use = np.divmod(alive.astype(np.int32), np.int32(len(uses)))
        placed = (2 * ((filled & 15) + (filled >> 4 & 15) + (filled >> 8))).astype(np.uint32)
        words = words[parent] | mark[use] << placed[parent]
        codes = codes[parent] * np.int16(3) + digit[use]
        filled = grown[alive]
    return words[np.argsort(codes, kind="stable")] | np.uint32(3 << 30)


def _can_fill(columns: int) -> Array:
    """Which fillings of the rows can still come to five each with so many columns left."""
    filled = np.arange(1 << 12)
    rows = np.stack([filled >> 4 * row & 15 for row in range(3)])
    missing = IN_A_ROW - rows
    fits: Array = (missing.min(0) >= 0) & (missing.max(0) <= columns)
    fits &= missing.sum(0) >= columns
    return fits

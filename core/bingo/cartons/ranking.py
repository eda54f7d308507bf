"""Every valid carton is one number, and every number below `CARTONS` is one valid carton.

The order: first by how many numbers each column holds, lexicographically; inside such a count
vector the row layout is the least significant digit, then the choice of numbers of column 1, of
column 2, ... Layouts are ordered by the rows each column uses (1, 2, 3 / 1+2, 1+3, 2+3 / all), the
first column slowest. Standard library only; some ten microseconds a carton once warm.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import cache, lru_cache
from itertools import combinations, product
from math import comb

from core.bingo.cartons.grid import (
    COLUMN_SIZES,
    COLUMN_STARTS,
    COLUMNS,
    IN_A_ROW,
    ROWS,
    Carton,
    carton_of,
    check_grid,
    column_of,
)
from core.rules import Refusal

CARTONS = 3_669_688_706_217_187_500
"""How many valid cartons there are: 61.67 bits."""

MASKS: dict[int, tuple[tuple[int, ...], ...]] = {
    1: ((0,), (1,), (2,)),
    2: ((0, 1), (0, 2), (1, 2)),
    3: ((0, 1, 2),),
}
"""The rows that a column of one, two or three numbers may use, in rank order."""


def unrank(number: int) -> Carton:
    """The carton of a number from 0 to `CARTONS` - 1, else refused NUMERO_HORS_LIMITES."""
    if not 0 <= number < CARTONS:
        raise Refusal("NUMERO_HORS_LIMITES", number=number, least=0, most=CARTONS - 1)
    vectors, starts = count_vectors()
    at = bisect_right(starts, number) - 1
    counts = vectors[at]
    number, layout = divmod(number - starts[at], layouts_of(counts))
    rows: tuple[list[int], ...] = ([], [], [])
    for column, used in enumerate(unrank_layout(counts, layout)):
        subsets = subsets_of(COLUMN_SIZES[column], counts[column])
        number, choice = divmod(number, len(subsets))
        for row, offset in zip(used, subsets[choice], strict=True):
            rows[row].append(COLUMN_STARTS[column] + offset)
    return carton_of([*rows[0], *rows[1], *rows[2]])


def rank(carton: Carton) -> int:
    """The number of a carton; the exact inverse of `unrank`. Refuses what is not a valid carton."""
    carton = check_grid(carton)
    used: list[list[int]] = [[] for _ in range(COLUMNS)]
    chosen: list[list[int]] = [[] for _ in range(COLUMNS)]
    for row, numbers in enumerate(carton):
        for number in numbers:
            column = column_of(number)
            used[column].append(row)
            chosen[column].append(number - COLUMN_STARTS[column])
    counts = tuple(len(rows) for rows in used)
    number = 0
    for column in reversed(range(COLUMNS)):
        ranks = _subset_ranks(COLUMN_SIZES[column], counts[column])
        number = number * len(ranks) + ranks[tuple(chosen[column])]
    _, starts = count_vectors()
    layout = rank_layout(counts, [tuple(rows) for rows in used])
    return starts[_vector_ranks()[counts]] + number * layouts_of(counts) + layout


@cache
def count_vectors() -> tuple[list[tuple[int, ...]], list[int]]:
    """The 1,554 column-count vectors in order, and the first number of each."""
    vectors, starts, total = [], [], 0
    for counts in product((1, 2, 3), repeat=COLUMNS):
        if sum(counts) == ROWS * IN_A_ROW:
            vectors.append(counts)
            starts.append(total)
            ways = layouts_of(counts)
            for size, count in zip(COLUMN_SIZES, counts, strict=True):
                ways *= comb(size, count)
            total += ways
    assert total == CARTONS
    return vectors, starts


@cache
def _vector_ranks() -> dict[tuple[int, ...], int]:
    return {counts: at for at, counts in enumerate(count_vectors()[0])}


@cache
def subsets_of(size: int, count: int) -> tuple[tuple[int, ...], ...]:
    """The ways to take so many numbers of a column, as offsets from its first number."""
    return tuple(combinations(range(size), count))


@cache
def _subset_ranks(size: int, count: int) -> dict[tuple[int, ...], int]:
    return {subset: at for at, subset in enumerate(subsets_of(size, count))}


def layouts_of(counts: tuple[int, ...]) -> int:
    """How many row layouts a count vector has: 1710, 639, 240 or 90 by its columns of three."""
    return _ways(counts.count(1), counts.count(2), counts.count(3), (IN_A_ROW,) * ROWS)


@cache
def _ways(ones: int, twos: int, threes: int, room: tuple[int, ...]) -> int:
    """How many ways columns still to come can fill the room left in the rows."""
    if min(room) < 0:
        return 0
    for count, left in ((1, ones), (2, twos), (3, threes)):
        if left:
            after = (ones - (count == 1), twos - (count == 2), threes - (count == 3))
            return sum(_ways(*after, _less(room, used)) for used in MASKS[count])
    return int(not any(room))


def _less(room: tuple[int, ...], used: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(left - (row in used) for row, left in enumerate(room))


@lru_cache(maxsize=1 << 13)
def unrank_layout(counts: tuple[int, ...], layout: int) -> tuple[tuple[int, ...], ...]:
    """The rows used by each column, for a layout number below `layouts_of(counts)`."""
    room: tuple[int, ...] = (IN_A_ROW,) * ROWS
    columns = []
    for column, count in enumerate(counts):
        rest = counts[column + 1 :]
        for used in MASKS[count]:
            after = _less(room, used)
            ways = _ways(rest.count(1), rest.count(2), rest.count(3), after)
            if layout < ways:
                break
            layout -= ways
        room = after
        columns.append(used)
    return tuple(columns)


def rank_layout(counts: tuple[int, ...], columns: list[tuple[int, ...]]) -> int:
    room: tuple[int, ...] = (IN_A_ROW,) * ROWS
    layout = 0
    for column, count in enumerate(counts):
        rest = counts[column + 1 :]
        for used in MASKS[count]:
            if used == columns[column]:
                break
            layout += _ways(rest.count(1), rest.count(2), rest.count(3), _less(room, used))
        room = _less(room, columns[column])
    return layout

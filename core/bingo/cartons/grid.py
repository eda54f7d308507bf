"""The grid of a carton: three rows, nine columns, fifteen numbers (BIN-005, D-03)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from core.rules import Refusal

Row = tuple[int, int, int, int, int]

BALLS = 90
ROWS = 3
COLUMNS = 9
IN_A_ROW = 5
IN_A_CARTON = 15
IN_A_STRIP = 6
COLUMN_SIZES = (9, 10, 10, 10, 10, 10, 10, 10, 11)  # 1-9, 10-19, ... 80-90
COLUMN_STARTS = (1, 10, 20, 30, 40, 50, 60, 70, 80)


class Carton(NamedTuple):
    """Three rows of five ascending numbers. It travels in JSON as a list of three lists."""

    top: Row
    middle: Row
    bottom: Row

    @property
    def numbers(self) -> tuple[int, ...]:
        """The fifteen numbers, ascending."""
        return tuple(sorted(self.top + self.middle + self.bottom))

    def cells(self) -> tuple[tuple[int | None, ...], ...]:
        """Three rows of nine cells, `None` where the grid is blank (house format only)."""
        return tuple(
            tuple(placed.get(column) for column in range(COLUMNS))
            for placed in ({column_of(number): number for number in row} for row in self)
        )


def column_of(number: int) -> int:
    """The column of a number, 0 to 8: 1-9, 10-19, ... 80-90."""
    return min(number // 10, COLUMNS - 1)


def carton_of(numbers: Sequence[int]) -> Carton:
    """A carton from its fifteen numbers row by row, unchecked."""
    top, middle, bottom = (tuple(sorted(numbers[at : at + IN_A_ROW])) for at in (0, 5, 10))
    return Carton(top, middle, bottom)  # type: ignore[arg-type]  # lengths are the caller's


def check_grid(rows: Iterable[Iterable[int]], house_format: bool = True) -> Carton:
    """The carton, if these rows are one; each row may come in any order (BIN-005).

    Refuses with ROW_COUNT (not three rows of five), NUMBER_RANGE (not 1 to 90) or
    DUPLICATE_NUMBER. The house format (D-03), which our own cartons have and a supplier's need
    not, adds COLUMN_COUNT (a column without a number, a row with two in one column) and
    COLUMN_ORDER (a column that does not ascend).
    """
    grid = [tuple(sorted(row)) for row in rows]
    lengths = [len(row) for row in grid]
    if lengths != [IN_A_ROW] * ROWS:
        raise Refusal("ROW_COUNT", rows="/".join(map(str, lengths)))
    numbers = [number for row in grid for number in row]
    for number in numbers:
        if type(number) is not int or not 1 <= number <= BALLS:
            raise Refusal("NUMBER_RANGE", number=number)
    for number in numbers:
        if numbers.count(number) > 1:
            raise Refusal("DUPLICATE_NUMBER", number=number)
    if house_format:
        _check_columns(grid)
    return carton_of(numbers)


def _check_columns(grid: list[tuple[int, ...]]) -> None:
    columns: list[list[int]] = [[] for _ in range(COLUMNS)]
    for row in grid:
        taken = [column_of(number) for number in row]
        for column, number in zip(taken, row, strict=True):
            if taken.count(column) > 1:
                raise Refusal("COLUMN_COUNT", column=column + 1)
            columns[column].append(number)
    for at, column_numbers in enumerate(columns, start=1):
        if not column_numbers:
            raise Refusal("COLUMN_COUNT", column=at)
        if column_numbers != sorted(column_numbers):
            raise Refusal("COLUMN_ORDER", column=at)

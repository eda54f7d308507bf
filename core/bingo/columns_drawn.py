"""How much the columns of the balls drawn help or hinder: ten balls in one column make no row.

A row takes five columns, a carton all nine; so after so many balls a room of strips has more or
less chance according to how many of the balls fell into each column. This module spreads a mean
chance over all the ways the balls can fall (the seven columns of ten are alike, so some twenty
thousand ways are enough for all the 11^7). Which columns a row or carton takes is given by
weights fitted to the exact means of the grid: m/18 and m/6 numbers of a column of m.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement
from math import comb, factorial
from typing import TYPE_CHECKING, Any

from core.bingo.cartons.grid import BALLS, COLUMNS, IN_A_CARTON, IN_A_ROW

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

_SIZES = (9, 10, 11)  # the first column, the seven in the middle, the last
_TENS = COLUMNS - 2
_THREES_STRIP = 0.17356  # how rarer a column of three makes a carton of a strip ...
_THREES_CARD = 0.37450  # ... and a single carton (from the exact laws of `cartons.exact`)


def spread(ball: int, row: bool, strips: bool) -> tuple[Array, Array]:
    """The ways that `ball` balls fall into the columns.

    For each way its chance, and how much likelier than the mean one row (else one carton) is then.
    """
    import numpy as np

    ways = _tens()
    power, first, last = _factors(row, strips)
    chances, shapes = [], []
    for in_first in range(_SIZES[0] + 1):
        for in_last in range(_SIZES[2] + 1):
            in_tens = ball - in_first - in_last
            if not 0 <= in_tens <= 10 * _TENS:
                continue
            both = np.convolve(first[in_first], last[in_last])
            middle = _middle(row, strips)[in_tens]
            reach = min(len(both), power + 1)
            shapes.append(middle[:, power - np.arange(reach)] @ both[:reach])
            chances.append(ways[in_tens][1] * (comb(9, in_first) * comb(11, in_last)))
    chance, shape = np.concatenate(chances) / comb(BALLS, ball), np.concatenate(shapes)
    mean = float(chance @ shape)
    return chance, shape / mean if mean else shape


@cache
def _tens() -> list[tuple[Array, Array]]:
    """By balls in the seven columns of ten: how they can fall, sorted, and in how many ways."""
    import numpy as np

    falls = np.array(list(combinations_with_replacement(range(11), _TENS)))
    ways = np.full(len(falls), float(factorial(_TENS)))
    for balls in range(11):
        alike = (falls == balls).sum(axis=1)
        ways /= np.array([factorial(times) for times in range(_TENS + 1)])[alike]
        ways *= float(comb(10, balls)) ** alike
    total = falls.sum(axis=1)
    return [(falls[total == sum_], ways[total == sum_]) for sum_ in range(10 * _TENS + 1)]


@cache
def _middle(row: bool, strips: bool) -> list[Array]:
    """For each of the ways of `_tens`, the seven columns' factors multiplied out."""
    import numpy as np

    power = IN_A_ROW if row else IN_A_CARTON
    factors = _fitted(row, strips)[1]
    products = []
    for falls, _ in _tens():
        product = np.zeros((len(falls), power + 1))
        product[:, 0] = 1
        for column in range(_TENS):
            grown = np.zeros_like(product)
            for numbers in range(factors.shape[1]):
                part = product[:, : power + 1 - numbers] * factors[falls[:, column], numbers, None]
                grown[:, numbers:] += part
            product = grown
        products.append(product)
    return products


def _factors(row: bool, strips: bool) -> tuple[int, Array, Array]:
    first, _, last = _fitted(row, strips)
    return (IN_A_ROW if row else IN_A_CARTON), first, last


@cache
def _fitted(row: bool, strips: bool) -> tuple[Array, Array, Array]:
    """For the three sizes of column: [balls in it, numbers taken], what that contributes.

    That is the weight of taking so many numbers there, times the chance that they are all among
    the balls; the whole carton or row is the coefficient of its fifteen or five numbers.
    """
    import numpy as np

    if row:
        weights = np.ones((3, 2))
        wanted = np.array(_SIZES) / 18
    elif strips:
        weights = np.array([[0, 1, 1, _THREES_STRIP]] * 3)
        wanted = np.array(_SIZES) / 6
    else:
        weights = np.array(
            [[0, size, comb(size, 2), _THREES_CARD * comb(size, 3)] for size in _SIZES], float
        )
        wanted = None
    if wanted is not None:
        for _ in range(60):  # tilt each column towards its mean
            tilt = wanted / _means(weights, IN_A_ROW if row else IN_A_CARTON)
            weights = weights * tilt[:, None] ** np.arange(weights.shape[1])
    found = []
    for size, weight in zip(_SIZES, weights, strict=True):
        drawn = [
            [comb(balls, numbers) / comb(size, numbers) for numbers in range(len(weight))]
            for balls in range(size + 1)
        ]
        found.append(np.array(drawn) * weight)
    return found[0], found[1], found[2]


def _means(weights: Array, power: int) -> Array:
    """How many numbers each size of column has on average, under these weights."""
    import numpy as np

    columns = [weights[0], *[weights[1]] * _TENS, weights[2]]
    means = []
    for chosen in (0, 1, COLUMNS - 1):
        others = np.ones(1)
        for column, weight in enumerate(columns):
            if column != chosen:
                others = np.convolve(others, weight)
        numbers = np.arange(len(columns[chosen]))
        share = np.array(
            [
                columns[chosen][n] * (others[power - n] if 0 <= power - n < len(others) else 0)
                for n in numbers
            ]
        )
        means.append(float(share @ numbers / share.sum()))
    return np.array(means)

"""Fairness of single cartons, and of both laws at a million (in `make soak`)."""

from fractions import Fraction
from math import comb, erfc, sqrt

import numpy as np
import pytest

from core.bingo.cartons import CARTONS, Series
from core.bingo.cartons.grid import COLUMN_SIZES
from core.bingo.cartons.ranking import count_vectors, layouts_of

KEY = b"fair to everyone"


def p_value(observed, expected):
    """Chi-square, by the Wilson–Hilferty approximation."""
    observed, expected = np.asarray(observed, float), np.asarray(expected, float)
    freedom = observed.size - 1
    chi = float(((observed - expected) ** 2 / expected).sum())
    z = ((chi / freedom) ** (1 / 3) - (1 - 2 / (9 * freedom))) / sqrt(2 / (9 * freedom))
    return erfc(z / sqrt(2)) / 2


def vectors_of(cartons):
    """The index of each carton's count vector, 0 to 1,553."""
    columns = np.minimum(cartons.reshape(-1, 15) // 10, 8)
    codes = np.zeros(len(columns), int)
    for at in range(9):
        codes = codes * 3 + (columns == at).sum(axis=1) - 1
    index = np.full(3**9, -1)
    for at, counts in enumerate(count_vectors()[0]):
        index[int("".join(str(count - 1) for count in counts), 3)] = at
    found = index[codes]
    assert found.min() >= 0
    return found


def exact_vectors():
    """The exact chance of each count vector of a uniform carton."""
    return [
        Fraction(layouts_of(counts), CARTONS)
        * int(
            np.prod([comb(s, n) for s, n in zip(COLUMN_SIZES, counts, strict=True)], dtype=object)
        )
        for counts in count_vectors()[0]
    ]


def check_cards(cartons):
    """p-values: count vectors, numbers drawn, rows of the lone numbers of each column."""
    count, exact = len(cartons), exact_vectors()
    assert sum(exact) == 1
    seen = np.bincount(vectors_of(cartons), minlength=1554)
    common = np.array([float(p) * count > 5 for p in exact])
    law = np.array([float(p) for p in exact])
    found = [
        p_value(
            [*seen[common], seen[~common].sum() + 1],
            [*law[common] * count, law[~common].sum() * count + 1],
        )
    ]
    inside = np.bincount(cartons.ravel(), minlength=91)[1:]
    wanted = sum(
        (float(p) * np.repeat(np.array(counts) / COLUMN_SIZES, COLUMN_SIZES))
        for p, counts in zip(exact, count_vectors()[0], strict=True)
    )
    assert wanted[[0, 40, 89]] == pytest.approx([0.179165, 0.166707, 0.156186], abs=1e-6)
    spread = np.sqrt(wanted * (1 - wanted) * count)
    worst = float(np.abs((inside - wanted * count) / spread).max())
    found.append(90 * erfc(worst / sqrt(2)))
    columns = np.minimum(cartons // 10, 8)
    for at in range(9):
        held = (columns == at).sum(axis=2)
        alone = held[held.sum(axis=1) == 1].sum(axis=0)
        found.append(p_value(alone, [alone.sum() / 3] * 3))
    return found


def check_strips(cartons):
    """p-values of what every strip law fixes: numbers by carton, kinds of carton, lone numbers."""
    count = len(cartons) // 6
    strips = cartons.reshape(count, 6, 15)
    found = []
    for place in range(6):
        inside = np.bincount(strips[:, place].ravel(), minlength=91)[1:]
        worst = float(np.abs((inside - count / 6) / sqrt(count * 5 / 36)).max())
        found.append(90 * erfc(worst / sqrt(2)))
        columns = np.minimum(strips[:, place] // 10, 8)
        threes = sum(((columns == at).sum(axis=1) == 3).astype(int) for at in range(9))
        law = np.array([0.388329, 0.504372, 0.105269, 0.002030])
        found.append(p_value(np.bincount(threes, minlength=4), law * count))
    columns = np.minimum(cartons // 10, 8)
    for at in range(9):
        held = (columns == at).sum(axis=2)
        alone = held[held.sum(axis=1) == 1].sum(axis=0)
        found.append(p_value(alone, [alone.sum() / 3] * 3))
    return found


@pytest.mark.spec("GEN-010")
def test_120_000_single_cartons_have_the_exact_law():
    """All 1,554 count vectors, all 90 numbers, all rows."""
    found = check_cards(Series(KEY, 120_000, "card-1").rows())
    assert min(found) > 1e-4 / len(found)


@pytest.mark.spec("GEN-010")
def test_120_000_cartons_of_strips_have_the_exact_law():
    """Numbers by carton, kinds of carton, rows."""
    found = check_strips(Series(KEY, 120_000).rows())
    assert min(found) > 1e-4 / len(found)


@pytest.mark.spec("GEN-010")
def test_the_checks_see_an_unfair_series():
    """A series that never uses one count vector in seven is found out at once."""
    cartons = Series(KEY, 30_000, "card-1").rows()
    biased = cartons[np.flatnonzero(vectors_of(cartons) % 7 != 0)]
    assert min(check_cards(biased)) < 1e-20


@pytest.mark.slow
@pytest.mark.spec("GEN-010", "BIN-006")
def test_a_million_of_each_are_fair_and_valid():
    """A million strips and a million single cartons, no p-value below 1e-5 over their number."""
    cards = Series(KEY, 1_000_000, "card-1").rows()
    found = check_cards(cards)
    assert min(found) > 1e-5 / len(found)
    for key in (KEY, bytes(16)):
        found = check_strips(Series(key, 6_000_000).rows())
        assert min(found) > 1e-5 / len(found)


@pytest.mark.slow
@pytest.mark.spec("BIN-006")
def test_ten_million_cartons_have_no_twin():
    """The certificate needs no exception."""
    assert Series(KEY, 10_000_002).certificate().exceptions == {}

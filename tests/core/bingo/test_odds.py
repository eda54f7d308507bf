"""The laws of quine and bingo, exact and by simulation."""

import random
from fractions import Fraction
from itertools import combinations
from math import comb, factorial, prod

import numpy as np
import pytest

from core.bingo.cartons import CARTONS, Series
from core.bingo.cartons.ranking import count_vectors, layouts_of
from core.bingo.columns_drawn import _tens, spread
from core.bingo.odds import (
    _some,
    bingo_by,
    boule_maxima,
    mean_ball,
    quine_by,
    room_bingo,
    room_quine,
    table,
)
from core.bingo.winners import Games
from core.rules import Refusal


@pytest.mark.spec("JKP-007")
def test_one_carton_has_the_published_laws():
    """Mean ball of a first row 64.631, of a bingo 85.3125; C(k,15)/C(90,15)."""
    assert float(mean_ball([quine_by(ball) for ball in range(91)])) == pytest.approx(
        64.631, abs=5e-4
    )
    assert mean_ball([bingo_by(ball) for ball in range(91)]) == Fraction(853125, 10000)
    for ball in range(91):
        a5, a10, a15 = (Fraction(comb(ball, m), comb(90, m)) for m in (5, 10, 15))
        assert quine_by(ball) == 3 * a5 - 3 * a10 + a15
        assert bingo_by(ball) == a15


@pytest.mark.spec("JKP-007")
def test_inclusion_and_exclusion_count_what_a_full_list_counts():
    """Disjoint sets among ten balls, every draw listed (the formula with ninety made ten)."""
    sets = [set(range(at, at + 3)) for at in (0, 3, 6)]
    for ball in range(11):
        hit = sum(any(one <= set(draw) for one in sets) for draw in combinations(range(10), ball))
        ways = sum(
            (-1) ** (j + 1) * comb(3, j) * comb(10 - 3 * j, ball - 3 * j)
            for j in range(1, min(3, ball // 3) + 1)
        )
        assert hit == ways
    assert _some(90, 18, 5) == 1 and _some(4, 18, 5) == 0 and _some(0, 6, 15) == 0


@pytest.mark.spec("JKP-007")
def test_a_whole_strip_is_exact():
    """Six cartons share nothing: at ball 89 five of them are full; 6,000 draws agree."""
    assert bingo_by(89, 6) == 1
    assert bingo_by(84, 6) < 1
    cells = np.zeros((2, 91))
    games = Games(Series(bytes(16), 6).rows())
    chance = random.Random(4)
    for _ in range(6000):
        quine, bingo = games.play(chance.sample(range(1, 91), 90))
        cells[0, quine.min()] += 1
        cells[1, bingo.min()] += 1
    seen = cells.cumsum(axis=1) / 6000
    for ball in range(91):
        for at, law in enumerate((quine_by(ball, 6), bingo_by(ball, 6))):
            assert abs(seen[at, ball] - float(law)) < 4.5 * 0.5 / 6000**0.5


@pytest.mark.spec("JKP-007")
@pytest.mark.parametrize(
    ("cartons", "algorithm"), [(60, "strip-1"), (600, "strip-1"), (64, "card-1")]
)
def test_a_room_agrees_with_simulation(cartons, algorithm):
    """3,000 games, fresh cartons every 30: the room's bingo curve within the noise."""
    chance, seen = random.Random(5), np.zeros((2, 91))
    for game in range(3000):
        if game % 30 == 0:
            games = Games(Series(chance.randbytes(16), cartons, algorithm).rows())
        quine, bingo = games.play(chance.sample(range(1, 91), 90))
        seen[0, quine.min()] += 1
        seen[1, bingo.min()] += 1
    curve = seen.cumsum(axis=1) / 3000
    strips = algorithm == "strip-1"
    for ball in range(1, 91):
        assert abs(curve[1, ball] - room_bingo(ball, cartons, strips)) < 4.5 * 0.5 / 3000**0.5
        assert abs(curve[0, ball] - room_quine(ball, cartons, strips)) < 5 * 0.5 / 3000**0.5


@pytest.mark.spec("JKP-007")
def test_more_cartons_and_more_balls_never_lower_the_chance():
    """Strips help a little against single cartons: their rows never overlap."""
    for ball in range(15, 90):
        assert room_bingo(ball, 60) <= room_bingo(ball + 1, 60)
        assert room_bingo(ball, 60) <= room_bingo(ball, 61) <= room_bingo(ball, 66)
        assert room_bingo(ball, 60) >= room_bingo(ball, 60, strips=False) - 1e-12


@pytest.mark.spec("JKP-006", "JKP-007")
def test_the_adviser_proposes_a_ball_for_a_wanted_chance():
    """600 cartons, five chances in a hundred: ball 51; the next one would be too likely."""
    ball = boule_maxima(0.05, 600)
    assert room_bingo(ball, 600) <= 0.05 < room_bingo(ball + 1, 600)
    assert ball == 51
    assert boule_maxima(1e-30, 600) == 15
    rows = table(600)
    assert [row.ball for row in rows] == list(range(1, 91))
    assert rows[50].room_bingo == room_bingo(51, 600)
    assert rows[-1].carton_quine == rows[-1].room_bingo == 1


@pytest.mark.spec("JKP-007")
def test_questions_without_sense_are_refused():
    """Ball 91, no carton, seven cartons of one strip, a chance of one."""
    for code, of, given in (
        ("BOULE_HORS_LIMITES", quine_by, (91,)),
        ("BOULE_HORS_LIMITES", bingo_by, (-1,)),
        ("NOMBRE_DE_CARTONS_INVALIDE", quine_by, (5, 7)),
        ("NOMBRE_DE_CARTONS_INVALIDE", room_bingo, (50, 0)),
        ("CHANCE_HORS_LIMITES", boule_maxima, (1.0, 60)),
        ("CHANCE_HORS_LIMITES", boule_maxima, (0, 60)),
        ("CHANCES_INCOMPLETES", mean_ball, ([Fraction(1)],)),
    ):
        with pytest.raises(Refusal, match=code):
            of(*given)


@pytest.mark.spec("JKP-007")
@pytest.mark.parametrize("row", [True, False])
def test_the_ways_the_balls_fall_are_a_law_and_keep_the_mean(row):
    """Their chances add up to one, and on average nothing changes."""
    for ball in (5, 17, 45, 88, 90):
        chance, shape = spread(ball, row, True)
        assert chance.sum() == pytest.approx(1)
        assert chance @ shape == pytest.approx(1 if row or ball >= 15 else 0)


def place_of(fall, ball):
    """Where `spread` speaks of this fall of the balls into nine columns."""
    at, tens = 0, tuple(sorted(fall[1:8]))
    for first in range(10):
        for last in range(12):
            if not 0 <= ball - first - last <= 70:
                continue
            falls = [tuple(row) for row in _tens()[ball - first - last][0].tolist()]
            if (first, last) == (fall[0], fall[8]):
                return at + falls.index(tens)
            at += len(falls)
    raise AssertionError(fall)


@pytest.mark.spec("JKP-007")
@pytest.mark.parametrize(
    "fall",
    [
        (4, 4, 4, 4, 4, 5, 5, 5, 5),
        (5, 1, 2, 3, 4, 5, 6, 7, 7),
        (2, 3, 4, 4, 4, 4, 5, 5, 9),
        (9, 1, 1, 2, 3, 3, 4, 8, 9),
    ],
)
def test_what_a_fall_of_balls_is_worth_is_what_the_cartons_say(fall):
    """Against the exact count of all cartons inside 40 balls that fell so."""
    vectors, _ = count_vectors()
    inside = sum(layouts_of(counts) * prod(map(comb, fall, counts)) for counts in vectors)
    worth = inside / CARTONS / (comb(40, 15) / comb(90, 15))
    chance, shape = spread(40, False, False)
    at = place_of(fall, 40)
    assert shape[at] == pytest.approx(worth, rel=0.01)
    orders = factorial(7) / prod(factorial(fall[1:8].count(n)) for n in range(11))
    sizes = (9, *[10] * 7, 11)
    assert chance[at] == pytest.approx(orders * prod(map(comb, sizes, fall)) / comb(90, 40))


@pytest.mark.spec("JKP-007")
def test_a_large_room_agrees_with_simulation_from_the_first_balls():
    """1,200 cartons, 2,000 games: early quines, where the columns of the balls count most."""
    chance, seen = random.Random(8), np.zeros(91)
    for game in range(2000):
        if game % 25 == 0:
            games = Games(Series(chance.randbytes(16), 1200).rows())
        seen[games.play(chance.sample(range(1, 91), 90))[0].min()] += 1
    curve = seen.cumsum() / 2000
    for ball in range(5, 60):
        assert abs(curve[ball] - room_quine(ball, 1200)) < 4 * 0.5 / 2000**0.5

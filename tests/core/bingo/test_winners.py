"""Who wins at each ball, against a brute-force reading of the cartons."""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.bingo.cartons import Series
from core.bingo.winners import Games, Marks, Winners, radar, whole_game
from core.rules import Refusal

KEY = bytes(range(16))


def brute(cartons, order):
    """At each ball: first rows, full cartons, and the radar, from sets of numbers alone."""
    drawn = set()
    for ball in order:
        before, drawn = drawn, drawn | {ball}
        lines = [min(len(set(row) - drawn) for row in carton) for carton in cartons]
        whole = [len(set(carton.numbers) - drawn) for carton in cartons]
        had_line = [any(set(row) <= before for row in carton) for carton in cartons]
        had_all = [set(carton.numbers) <= before for carton in cartons]
        yield (
            [at for at, left in enumerate(lines) if not left and not had_line[at]],
            [at for at, left in enumerate(whole) if not left and not had_all[at]],
            [sum(left <= most for left in of) for of in (lines, whole) for most in (1, 2)],
        )


def play(cartons, seed):
    array = np.array(cartons, np.uint8)
    order = random.Random(seed).sample(range(1, 91), 90)
    marks, near, (quine, bingo) = Marks(array), radar(array, order), whole_game(array, order)
    for rank, (ball, told) in enumerate(zip(order, brute(cartons, order), strict=True), start=1):
        quines, bingos = marks.call(ball)
        assert (quines.tolist(), bingos.tolist(), marks.near) == told
        assert np.flatnonzero(quine == rank).tolist() == told[0]
        assert np.flatnonzero(bingo == rank).tolist() == told[1]
        assert near[:, rank - 1].tolist() == told[2]


@pytest.mark.spec("BIN-028", "D-13")
@pytest.mark.parametrize(
    ("algorithm", "size"), [("strip-1", 60), ("card-1", 30), ("strip-2", 6), ("strip-1", 300)]
)
def test_every_ball_says_what_the_cartons_say(algorithm, size):
    """Rows, cartons and radar, live and at once, over whole games with their ties."""
    cartons = list(Series(KEY, size, algorithm))
    for seed in range(8):
        play(cartons, seed)


@pytest.mark.spec("BIN-028")
@settings(max_examples=40, deadline=None)
@given(st.sets(st.integers(1, 60), min_size=1), st.integers(0, 2**32))
def test_any_cartons_can_be_in_play(sold, seed):
    """Gaps, half strips, single cartons: whatever was sold."""
    series = Series(KEY, 60)
    play([series.carton(number) for number in sorted(sold)], seed)


@pytest.mark.spec("BIN-028")
def test_whole_strips_followed_by_the_beginning_of_one():
    """The usual end of a sale."""
    play(list(Series(KEY, 60))[:50], 5)


@pytest.mark.spec("BIN-028")
@pytest.mark.slow
def test_thousands_of_games_agree_live_and_at_once():
    """3,000 games of 600 cartons."""
    array = Series(KEY, 600).rows()
    games = Games(array)
    for seed in range(3000):
        order = random.Random(seed).sample(range(1, 91), 90)
        quine, bingo = games.play(order)
        marks = Marks(array)
        for rank, ball in enumerate(order, start=1):
            quines, bingos = marks.call(ball)
            assert (quine[quines] == rank).all() and (bingo[bingos] == rank).all()
        assert marks.near == [600] * 4


@pytest.mark.spec("BIN-028")
def test_hundreds_of_games_agree_live_and_at_once():
    """250 games of 120 cartons: each carton has one quine and one bingo, quine first."""
    array = Series(KEY, 120).rows()
    games = Games(array)
    for seed in range(250):
        order = random.Random(seed).sample(range(1, 91), 90)
        quine, bingo = games.play(order)
        marks, told = Marks(array), np.zeros((2, 120), int)
        for rank, ball in enumerate(order, start=1):
            for at, places in enumerate(marks.call(ball)):
                told[at, places] += rank
        assert (told[0] == quine).all() and (told[1] == bingo).all()
        assert (quine < bingo).all()


@pytest.mark.spec("D-13")
def test_a_silent_winner_never_moves_the_radar():
    """A carton complete and unclaimed still counts as one with at most one missing."""
    series = Series(KEY, 60)
    winners = Winners((f"014-{n:06d}", carton) for n, carton in enumerate(series, start=1))
    mine = series.carton(17)
    called = [winners.call(number) for number in mine.middle]
    assert called[-1].quines == ("014-000017",)
    before = called[-1].quine_at_most_1
    other = next(n for n in range(1, 91) if n not in mine.numbers)
    assert winners.call(other).quine_at_most_1 >= before >= 1
    for number in mine.top + mine.bottom:
        last = winners.call(number)
    assert last.bingos == ("014-000017",)
    assert last.quines == () and winners.drawn[-1] == last.ball and last.rank == 16
    assert last.bingo_at_most_1 == 1


@pytest.mark.spec("BIN-028")
def test_equal_winners_are_all_named():
    """Two cartons that share a row complete it together."""
    one = Series(KEY, 6).carton(1)
    twin = one._replace(middle=one.bottom, bottom=one.middle)
    winners = Winners([("014-000001", one), ("015-000001", twin)])
    called = [winners.call(number) for number in one.top]
    assert called[-1].quines == ("014-000001", "015-000001")


@pytest.mark.spec("BIN-001")
def test_a_ball_is_one_of_ninety_and_comes_once():
    """Nothing moves when it is refused."""
    array = Series(KEY, 6).rows()
    marks = Marks(array)
    marks.call(5)
    before = list(marks.near)
    for ball, code in (
        (0, "BOULE_HORS_LIMITES"),
        (91, "BOULE_HORS_LIMITES"),
        (5, "BOULE_DEJA_SORTIE"),
    ):
        with pytest.raises(Refusal, match=code):
            marks.call(ball)
        with pytest.raises(Refusal, match=code):
            whole_game(array, [5, ball])
    assert marks.drawn == [5] and marks.near == before


@pytest.mark.spec("BIN-028")
def test_a_game_cut_short_tells_what_was_reached():
    """After 40 balls the rest is 255."""
    array = Series(KEY, 60).rows()
    order = random.Random(3).sample(range(1, 91), 90)
    full, short = whole_game(array, order), whole_game(array, order[:40])
    for at in range(2):
        assert (np.where(full[at] <= 40, full[at], 255) == short[at]).all()
    assert (radar(array, order)[:, :40] == radar(array, order[:40])).all()


@pytest.mark.spec("BIN-028")
def test_nobody_in_play_is_no_error():
    """A hall without cartons draws to an empty room."""
    winners = Winners([])
    called = winners.call(1)
    assert (called.quines, called.bingos, called.quine_at_most_2) == ((), (), 0)
    assert whole_game(np.empty((0, 3, 5), np.uint8), [1])[0].shape == (0,)


def test_a_carton_in_play_costs_under_twenty_bytes():
    """So a million cartons fit any machine."""
    marks = Marks(Series(KEY, 6000).rows())
    assert (marks._where.nbytes + marks._counts.nbytes) / 6000 < 20

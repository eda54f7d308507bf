"""Every carton and every strip is a number, exactly (issue: cartons, points 1 and 2)."""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.bingo.cartons import CARTONS, check_grid, rank, unrank
from core.bingo.cartons.cards import CardPermutation, _tables, unrank_many
from core.bingo.cartons.exact import STRIPS, rank_strip, unrank_strip
from core.bingo.cartons.layouts import LAYOUTS, code_of, layouts
from core.bingo.cartons.permutation import Permutation
from core.bingo.cartons.ranking import count_vectors, layouts_of, unrank_layout
from core.rules import Refusal

cartons = st.integers(0, CARTONS - 1)
strips = st.integers(0, STRIPS - 1)
keys = st.binary(min_size=16, max_size=16)


@pytest.mark.spec("BIN-005")
@pytest.mark.parametrize(
    ("number", "rows"),
    [
        (0, [[1, 10, 60, 70, 80], [20, 30, 61, 71, 81], [40, 50, 62, 72, 82]]),
        (1, [[1, 10, 60, 70, 80], [20, 40, 61, 71, 81], [30, 50, 62, 72, 82]]),
        (10**18, [[5, 46, 51, 61, 83], [10, 20, 37, 79, 87], [16, 28, 59, 66, 90]]),
        (CARTONS - 1, [[7, 17, 27, 79, 90], [8, 18, 28, 59, 69], [9, 19, 29, 39, 49]]),
        (3660408050217187500, [[1, 10, 20, 30, 40], [2, 11, 50, 60, 70], [3, 12, 51, 61, 80]]),
    ],
)
def test_the_numbering_is_the_published_one(number, rows):
    """Golden values, so that a carton can be rebuilt for ever."""
    assert unrank(number) == check_grid(rows)
    assert rank(check_grid(rows)) == number


@pytest.mark.spec("BIN-006")
@given(cartons)
def test_a_carton_and_its_number_are_exact_inverses(number):
    """No two numbers give one carton, none gives what is not a carton."""
    carton = unrank(number)
    assert check_grid(carton) == carton
    assert rank(carton) == number


@pytest.mark.spec("BIN-005")
def test_numbers_outside_are_refused():
    """Neither a carton nor a strip stands behind them."""
    for number, of in ((-1, unrank), (CARTONS, unrank), (-1, unrank_strip), (STRIPS, unrank_strip)):
        with pytest.raises(Refusal, match="NUMERO_HORS_LIMITES"):
            of(number)


@pytest.mark.spec("BIN-005")
def test_the_counts_are_those_of_the_mathematics():
    """1,554 count vectors, 735,210 layouts, 3,669,688,706,217,187,500 cartons."""
    vectors, _ = count_vectors()
    assert len(vectors) == 1554
    assert sum(layouts_of(counts) for counts in vectors) == LAYOUTS == 735_210
    assert CARTONS == 3_669_688_706_217_187_500


@pytest.mark.spec("BIN-005")
def test_the_layout_table_is_in_rank_order():
    """The arrays and the plain counting say the same of every sampled layout."""
    chance = random.Random(1)
    table = layouts()
    for counts in chance.sample(count_vectors()[0], 60):
        first, ways = int(table.first[code_of(counts)]), int(table.ways[code_of(counts)])
        assert ways == layouts_of(counts)
        for layout in (0, ways - 1, chance.randrange(ways)):
            word = int(table.words[first + layout])
            rows = [row for used in unrank_layout(counts, layout) for row in used]
            assert [word >> 2 * at & 3 for at in range(16)] == [*rows, 3]


@pytest.mark.spec("BIN-006")
def test_many_cartons_at_once_are_the_same_cartons():
    """The fast form agrees with the plain one, at every border of a count vector too."""
    chance = random.Random(2)
    _, starts = count_vectors()
    numbers = [*starts, *(start - 1 for start in starts[1:]), CARTONS - 1]
    numbers += [chance.randrange(CARTONS) for _ in range(3000)]
    fast = unrank_many(np.array(numbers, np.uint64)).tolist()
    assert fast == [[*c.top, *c.middle, *c.bottom] for c in map(unrank, numbers)]


@pytest.mark.spec("BIN-006")
def test_the_fast_form_never_leaves_the_whole_numbers():
    """Its quotients stay below 2^53, where floating point divides whole numbers exactly."""
    tables = _tables()
    cartons_of_vector = [
        int(b) - int(a) for a, b in zip(tables.starts, tables.starts[1:], strict=False)
    ]
    assert (
        max(n // int(ways) for n, ways in zip(cartons_of_vector, tables.layouts, strict=True))
        < 1 << 53
    )
    assert min(cartons_of_vector) > 1 << 45  # at most one vector begins in a bucket


@pytest.mark.spec("BIN-006")
@settings(max_examples=25, deadline=None)
@given(keys, st.integers(0, CARTONS - 2000))
def test_the_keyed_permutation_is_the_same_alone_and_in_bulk(key, first):
    """Two thousand numbers go to two thousand places, all inside."""
    permutation = CardPermutation(key)
    places = permutation.many(np.arange(first, first + 2000, dtype=np.uint64)).tolist()
    assert len(set(places)) == 2000
    assert max(places) < CARTONS
    assert places[:3] == [permutation(first + at) for at in range(3)]


@pytest.mark.spec("BIN-006")
@given(keys, st.integers(2, 10**12), st.data())
def test_the_plain_permutation_can_be_undone(key, size, data):
    """Whatever the size."""
    permutation = Permutation(key, size, b"test")
    number = data.draw(st.integers(0, size - 1))
    assert 0 <= permutation(number) < size
    assert permutation.back(permutation(number)) == number


@pytest.mark.spec("BIN-006")
def test_a_small_permutation_reaches_every_place():
    """Shown whole: 0 to 999 in another order."""
    permutation = Permutation(bytes(16), 1000, b"test")
    assert sorted(map(permutation, range(1000))) == list(range(1000))


@pytest.mark.spec("BIN-005")
@settings(max_examples=60, deadline=None)
@given(strips)
def test_a_strip_and_its_number_are_exact_inverses(number):
    """Six valid cartons that use 1 to 90 once each."""
    strip = unrank_strip(number)
    assert [check_grid(carton) for carton in strip] == list(strip)
    assert sorted(n for carton in strip for n in carton.numbers) == list(range(1, 91))
    assert rank_strip(strip) == number


@pytest.mark.spec("BIN-005")
def test_what_is_not_a_strip_has_no_number():
    """Five cartons, or six that share numbers."""
    strip = unrank_strip(0)
    with pytest.raises(Refusal, match="STRIP_COUNT"):
        rank_strip(strip[:5])
    with pytest.raises(Refusal, match="STRIP_NUMBERS"):
        rank_strip((strip[0], *strip[:5]))

"""Strips of six: valid, recomputed alone, and uniform over all ordered strips."""

import random
from collections import Counter
from fractions import Fraction
from functools import cache
from math import erfc, prod, sqrt

import numpy as np
import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from core.bingo.cartons import Series
from core.bingo.cartons.columns import spreads, walk
from core.bingo.cartons.exact import _LAYOUTS, _START, STRIPS, _after, _completions, _deals
from core.bingo.cartons.grid import COLUMN_SIZES, COLUMN_STARTS
from core.bingo.cartons.ranking import layouts_of, unrank_layout
from core.bingo.cartons.strips import strips, strips_from

KEY = bytes(range(16))
MANY = 20_000  # strips: 120,000 cartons


@pytest.fixture(scope="module")
def dealt():
    """The first 20,000 strips of a key: (20,000, 6, 3, 5)."""
    return strips(KEY, 1, MANY).reshape(MANY, 6, 3, 5).astype(int)


def p_value(observed, expected):
    """Chi-square, by the Wilson–Hilferty approximation: the chance of so large a deviation."""
    observed, expected = np.asarray(observed, float), np.asarray(expected, float)
    freedom = observed.size - 1
    chi = float(((observed - expected) ** 2 / expected).sum())
    z = ((chi / freedom) ** (1 / 3) - (1 - 2 / (9 * freedom))) / sqrt(2 / (9 * freedom))
    return erfc(z / sqrt(2)) / 2


def column(numbers):
    return np.minimum(numbers // 10, 8)


@pytest.mark.spec("BIN-005")
def test_120_000_cartons_pass_an_independent_validator(dealt):
    """Each strip uses 1 to 90 once; each carton keeps rows, columns and order."""
    flat = dealt.reshape(MANY, 90)
    assert (np.sort(flat, axis=1) == np.arange(1, 91)).all()
    columns = column(dealt)
    assert (np.diff(columns, axis=3) > 0).all()  # a row: five columns, ascending
    held = np.stack([(columns == at).sum(axis=(2, 3)) for at in range(9)])
    assert held.min() == 1 and held.max() == 3
    by_cell = np.zeros((MANY, 6, 3, 9), int)
    np.put_along_axis(by_cell, columns, dealt, axis=3)
    for upper, lower in ((0, 1), (1, 2), (0, 2)):
        top, bottom = by_cell[:, :, upper], by_cell[:, :, lower]
        assert ((top < bottom) | (bottom == 0) | (top == 0)).all()  # a column ascends


@pytest.mark.spec("BIN-006")
def test_no_two_of_120_000_cartons_are_alike(dealt):
    """Neither by their fifteen numbers nor, so, by their rows."""
    sets = np.sort(dealt.reshape(-1, 15), axis=1)
    assert len({row.tobytes() for row in sets}) == len(sets)


@pytest.mark.spec("BIN-006")
@pytest.mark.parametrize("key", [bytes(16), KEY, b"\xff" * 16])
def test_any_strip_can_be_dealt_alone(key):
    """From its number and the key; also those that were dealt again, and across chunks."""
    run = strips(key, 3000, 3000)
    numbers = np.array([3000, 3001, 4095, 4096, 4097, 5999])
    alone, attempts = strips_from(key, numbers, np.zeros(6, int))
    assert (alone == run[numbers - 3000]).all()
    every, attempts = strips_from(key, np.arange(3000, 6000), np.zeros(3000, int))
    assert (every == run).all()
    assert 0 < (attempts > 0).sum() < 80  # about 0.93 % are dealt again
    again = np.flatnonzero(attempts)[0]
    one, held = strips_from(key, np.array([3000 + again]), attempts[[again]])
    assert (one[0] == run[again]).all() and held[0] == attempts[again]


def plain_strip(key, number):
    """The definition in `strips.py` read aloud, one strip at a time, in plain Python."""
    for attempt in range(9):
        counter = attempt.to_bytes(8, "big") + (32 * (number - 1)).to_bytes(8, "big")
        stream = Cipher(algorithms.AES(key), modes.CTR(counter)).encryptor().update(bytes(512))
        rows = _plain_attempt(stream)
        if rows is not None:
            return rows
    raise AssertionError(number)


def _plain_attempt(stream):
    words = [int.from_bytes(stream[at : at + 4], "little") for at in range(0, 512, 4)]
    longs = [int.from_bytes(stream[at : at + 8], "little") for at in range(0, 512, 8)]
    tables, base, order, counts = walk(), 0, 0, []
    for at in range(9):
        if at == 8:
            move = int(tables.last[base // 128])
        else:
            slot, chance = longs[45 + at] >> 57, longs[45 + at] & (1 << 57) - 1
            odds = int(tables.odds[base + slot])
            move = slot if chance < odds >> 7 else odds & 127
        who = int(tables.turned[at][order * 128 + move])
        counts.append([1 + more for more in spreads(at)[who]])
        if at < 8:
            after = int(tables.after[base + move])
            order, base = int(tables.composed[order * 256 + after % 256]), after >> 8
    threes = Counter(sum(column[carton] == 3 for column in counts) for carton in range(6))
    if longs[53] >= int(tables.accept[threes[1] + 7 * threes[2] + 49 * threes[3]]):
        return None
    layouts = []
    for carton in range(6):
        vector = tuple(column[carton] for column in counts)
        high, low = divmod(words[108 + carton] * layouts_of(vector), 1 << 32)
        if low < (1 << 32) % layouts_of(vector):
            return None
        layouts.append(unrank_layout(vector, high))
    rows = [[[], [], []] for _ in range(6)]
    spare = [54, 58, 62, 66, 70, 74, 78, 82, 86]
    for at, column in enumerate(counts):
        extra = [carton for carton in range(6) for _ in range(column[carton] - 1)]
        places = (
            list(range(6 * at, 6 * at + 6)) + list(range(spare[at], spare[at] + 4))[: len(extra)]
        )
        places += [57] * (len(extra) == 5)
        keys = [
            (words[place] >> 3 & (1 << 25) - 1, carton)
            for place, carton in zip(places, [*range(6), *extra], strict=True)
        ]
        if len({key for key, _ in keys}) < len(keys):
            return None
        used = Counter()
        for offset, (_, carton) in enumerate(sorted(keys)):
            row = layouts[carton][at][used[carton]]
            used[carton] += 1
            rows[carton][row].append(COLUMN_STARTS[at] + offset)
    return rows


@pytest.mark.spec("BIN-005")
def test_the_fast_deal_is_its_plain_definition(dealt):
    """A second, scalar reading of the same stream gives the same strips."""
    for number in [*range(1, 200), 4096, 4097, MANY]:
        assert plain_strip(KEY, number) == dealt[number - 1].tolist()


@cache
def _chances(state):
    """The exact chance that the table gives each move in this state."""
    chances = Counter()
    for slot in range(128):
        odds = int(walk().odds[state * 128 + slot])
        own = Fraction((odds >> 7) + (odds >> 7 == (1 << 57) - 1), 1 << 57)
        chances[slot] += own / 128
        chances[odds & 127] += (1 - own) / 128
    assert sum(chances.values()) == 1
    return {move: chance for move, chance in chances.items() if chance}


@pytest.mark.spec("GEN-010")
def test_the_tables_give_every_count_of_columns_the_weight_of_its_strips():
    """Walked, kept and fair, against the exact number of strips: one ratio for 150 walks."""
    tables, chance, ratios, kinds = walk(), random.Random(9), [], set()
    for _ in range(150):
        state, order, walked, threes = 0, 0, Fraction(1), [0] * 6
        for at in range(9):
            move = int(tables.last[state])
            if at < 8:
                move = chance.choice(sorted(_chances(state)))
                walked *= _chances(state)[move]
                after = int(tables.after[state * 128 + move])
            who = spreads(at)[int(tables.turned[at][order * 128 + move])]
            threes = [count + (more == 2) for count, more in zip(threes, who, strict=True)]
            if at < 8:
                order, state = int(tables.composed[order * 256 + after % 256]), after >> 8 >> 7
        kind = Counter(threes)
        kept = int(tables.accept[kind[1] + 7 * kind[2] + 49 * kind[3]]) / Fraction(1 << 64)
        fair = prod(1 - Fraction((1 << 32) % _LAYOUTS[c], 1 << 32) for c in threes)
        strips_of = prod(Fraction(_LAYOUTS[c], 2 ** (6 - 2 * c) * 6**c) for c in threes)
        ratios.append(walked * kept * fair / strips_of)
        kinds.add(tuple(sorted(threes)))
    assert len(kinds) > 10
    assert max(ratios) / min(ratios) - 1 < 1e-12


@pytest.mark.spec("GEN-010")
def test_the_shares_of_each_column_have_their_exact_law(dealt):
    """Column 1 against the exact count of strips that begin so; others by symmetry of 2 to 8."""
    first = {
        extra: _deals(0, extra) * _completions(1, _after(_START, extra)) for extra in spreads(0)
    }
    assert sum(first.values()) == STRIPS
    held = np.stack([(column(dealt) == at).sum(axis=(2, 3)) - 1 for at in range(9)])
    seen = Counter(map(tuple, held[0].tolist()))
    p = p_value([seen[extra] for extra in first], [MANY * ways / STRIPS for ways in first.values()])
    assert p > 1e-4
    middle = Counter(spread for at in range(1, 8) for spread in map(tuple, held[at].tolist()))
    kinds = Counter()
    for spread, times in middle.items():
        kinds[spread.count(2)] += times
    exact = dict.fromkeys(range(3), 0)
    for extra, ways in first.items():
        state = _after(_START, extra)
        for second in spreads(1):
            after = _after(state, second)
            exact[second.count(2)] += (
                ways // _completions(1, state) * _deals(1, second) * _completions(2, after)
            )
    total = sum(exact.values())
    assert total == STRIPS
    for twos, ways in exact.items():
        assert abs(kinds[twos] / (7 * MANY) - ways / STRIPS) < 5 * sqrt(0.25 / (7 * MANY))


@pytest.mark.spec("GEN-010")
def test_the_kinds_of_carton_have_their_exact_law(dealt):
    """How many columns of three a carton of a uniform strip has: the exact marginal law."""
    threes = sum(((column(dealt) == at).sum(axis=(2, 3)) == 3).astype(int) for at in range(9))
    exact = _law_of_threes()
    assert [round(float(p), 6) for p in exact] == [0.388329, 0.504372, 0.105269, 0.002030]
    for carton in range(6):
        seen = np.bincount(threes[:, carton], minlength=4)
        assert p_value(seen, [MANY * float(p) for p in exact]) > 1e-4


def _law_of_threes():
    """Counts strips forwards, whatever the order of their cartons; of these one in six is ours."""
    ways = {_START: 1}
    for at in range(9):
        after_all: dict = {}
        for state, count in ways.items():
            for extra in spreads(at):
                after = _after(state, extra)
                if after is not None and max(after)[0] <= 2 * (8 - at):
                    key = tuple(sorted(after))
                    after_all[key] = after_all.get(key, 0) + count * _deals(at, extra)
        ways = after_all
    law = [0, 0, 0, 0]
    for state, count in ways.items():
        weight = count * prod(_LAYOUTS[threes] for _, threes in state)
        for _, threes in state:
            law[threes] += weight
    assert sum(law) == 6 * STRIPS
    return [one / (6 * STRIPS) for one in law]


@pytest.mark.spec("GEN-010")
def test_every_number_is_as_often_on_every_carton_of_its_strip(dealt):
    """Ninety numbers by six cartons: exactly a sixth each."""
    cells = np.zeros((91, 6))
    for at in range(90):
        np.add.at(cells, (dealt.reshape(MANY, 90)[:, at], at // 15), 1)
    chi = ((cells[1:] - MANY / 6) ** 2 / (MANY / 6)).sum()
    assert abs(chi - 90 * 5) < 6 * sqrt(2 * 90 * 5)


@pytest.mark.spec("GEN-010")
def test_the_fast_deal_and_the_exact_bijection_agree_in_law(dealt):
    """Which number stands in which row, over 1,500 strips unranked by the exact counting."""
    few = 1500
    exact = Series(KEY, 6 * few, "strip-2").rows().reshape(few, 6, 3, 5)
    tables = []
    for strips_of in (exact, dealt):
        cells = np.zeros((91, 3))
        for row in range(3):
            np.add.at(cells[:, row], strips_of[:, :, row].ravel(), 1)
        tables.append(cells[1:])
    ours, theirs = tables
    scale = sqrt(few / MANY)
    both = ours + theirs
    seen = both > 20  # 90 hardly ever stands in the top row
    chi = ((ours / scale - theirs * scale) ** 2)[seen] / both[seen]
    freedom = 90 * 2
    assert abs(chi.sum() - freedom) < 6 * sqrt(2 * freedom)


@pytest.mark.spec("GEN-010")
def test_the_layouts_of_one_count_vector_are_equally_likely(dealt):
    """Shown on where the lone numbers of each carton stand: a third in each row."""
    columns = column(dealt)
    for at in (0, 4, 8):
        held = (columns == at).sum(axis=3)  # (strips, 6, rows)
        alone = held[held.sum(axis=2) == 1].sum(axis=0)
        assert p_value(alone, [alone.sum() / 3] * 3) > 1e-4
        paired = held[held.sum(axis=2) == 2].sum(axis=0)
        assert p_value(paired, [paired.sum() / 3] * 3) > 1e-5


@pytest.mark.spec("GEN-010")
def test_two_numbers_of_one_column_meet_as_often_as_they_should(dealt):
    """All 45 pairs of column 5 share a carton equally often."""
    where = np.zeros((MANY, 91), int)
    np.put_along_axis(where, dealt.reshape(MANY, 90), np.arange(90)[None] // 15, axis=1)
    meetings = [(where[:, a] == where[:, b]).sum() for a in range(40, 50) for b in range(a + 1, 50)]
    assert p_value(meetings, [sum(meetings) / 45] * 45) > 1e-4
    assert COLUMN_SIZES[4] == 10

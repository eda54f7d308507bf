"""How many numbers of each column a carton of a strip gets: the tables of a nine-step walk.

All ordered strips being equally likely, a table of counts weighs the product over its six cartons
of g(c) = L(c) / (2^(6-2c) 6^c), c being a carton's columns of three. As g is nearly geometric, the
walk gives each column of three the weight RHO, and a finished strip is kept with probability
prod g(c) / (g(0) RHO^c), 99 % on average; what is kept has exactly the weight it should.
Only what each carton still lacks matters for the walk, whatever the order of the cartons: 208
states. Everything here is whole numbers; chances are rounded to 57 bits at the very end.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import permutations, product
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from core.bingo.cartons.grid import COLUMN_SIZES, COLUMNS, IN_A_STRIP
from core.bingo.cartons.layouts import WAYS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

Six = tuple[int, ...]  # one small number for each carton

RHO = Fraction(249_837_451, 10**9)
SLOTS = 128  # a state's moves, padded
TURNS = 256  # permutations that sort a state once a column is dealt, padded
CHANCE_BITS = 57  # what is left of 64 random bits once a slot is chosen
_WEIGHTS = [RHO.numerator**threes * RHO.denominator ** (6 - threes) for threes in range(4)]
_PERMUTATIONS = tuple(permutations(range(IN_A_STRIP)))
_PERMUTATION_RANK = {order: at for at, order in enumerate(_PERMUTATIONS)}


class Walk(NamedTuple):
    """Arrays to walk with; a base is a state times `SLOTS`, a place is base + slot.

    Moves are numbered as in `spreads(column)`, for cartons in sorted order; `turned` says what a
    move is for the cartons in their own order, given who stands where (a permutation number).
    """

    odds: Array  # uint64 by place: chance of the slot's own move << 7 | the other move
    after: Array  # int64 by place: the next base << 8 | which turn sorts it
    turned: tuple[Array, ...]  # uint8 by column: [permutation * SLOTS + move]
    composed: Array  # int16: [permutation * TURNS + turn], the permutation after that turn
    extras: tuple[Array, ...]  # uint32 by column: four cartons, one a byte, that get one more
    fifth: Array  # uint32: the fifth such carton of column 9, in the top byte
    digits: tuple[tuple[Array, Array], ...]  # uint64 by column: counts less one, 16 bits a carton
    last: Array  # int64 by state: the only move of column 9, where it is known
    accept: Array  # uint64, [ones + 7 * twos + 49 * threes]: cartons by columns of three


@cache
def spreads(column: int) -> tuple[Six, ...]:
    """The ways to spread what a column has beyond one number a carton: 0 to 2 more each."""
    beyond = COLUMN_SIZES[column] - IN_A_STRIP
    return tuple(six for six in product(range(3), repeat=IN_A_STRIP) if sum(six) == beyond)


@cache
def walk() -> Walk:
    """The tables, in about a tenth of a second."""
    states = _states()
    number = {state: at for at, state in enumerate(s for level in states for s in level)}
    weights = _weights(states)
    odds = np.zeros(len(number) * SLOTS, np.uint64)
    after = np.zeros(len(number) * SLOTS, np.int64)
    last = np.zeros(len(number), np.int64)
    turns: dict[int, int] = {}  # the permutations that sorting needs, far fewer than 720
    for column, level in enumerate(states):
        for state in level:
            base = number[state] * SLOTS
            if column == COLUMNS - 1:
                last[number[state]] = spreads(column).index(state)
                continue
            chances = [0] * SLOTS
            for move, threes, known, order in _moves(COLUMN_SIZES[column], state):
                if known in weights[column + 1]:
                    chances[move] = weights[column + 1][known] * _WEIGHTS[threes]
                    turn = turns.setdefault(order, len(turns))
                    after[base + move] = number[known] * SLOTS << 8 | turn
            odds[base : base + SLOTS] = _alias(chances)
    every = [spreads(column) for column in range(COLUMNS)]
    turned = {moves: _turned(moves) for moves in every}
    return Walk(
        odds,
        after,
        tuple(turned[moves] for moves in every),
        _composed(turns),
        tuple(_packed(moves) for moves in every),
        _fifth(every[-1]),
        tuple(_digits(moves) for moves in every),
        last,
        _acceptance(),
    )


def _states() -> list[list[Six]]:
    """What the cartons may still lack before each column, most first."""
    levels: list[list[Six]] = [[(6,) * IN_A_STRIP]]
    for column in range(COLUMNS - 1):
        most = 2 * (COLUMNS - 1 - column)
        found = {
            known
            for state in levels[-1]
            for _, _, known, _ in _moves(COLUMN_SIZES[column], state)
            if known[0] <= most
        }
        levels.append(sorted(found))
    return levels


def _weights(states: list[list[Six]]) -> list[dict[Six, int]]:
    """The total weight of all ways to finish from each state, in whole units.

    A unit is that of the column before times the denominator of RHO^6.
    """
    weights: list[dict[Six, int]] = [{} for _ in states]
    finished = {(0,) * IN_A_STRIP: 1}
    for column in reversed(range(COLUMNS)):
        after = weights[column + 1] if column < COLUMNS - 1 else finished
        for state in states[column]:
            weights[column][state] = sum(
                after.get(known, 0) * _WEIGHTS[threes]
                for _, threes, known, _ in _moves(COLUMN_SIZES[column], state)
            )
    return weights


@cache
def _moves(size: int, state: Six) -> list[tuple[int, int, Six, int]]:
    """What a column of this size can do to a state: move, threes, state after, permutation.

    The state after is sorted, most first; the permutation says who stands where in it.
    """
    moves = []
    for move, six in enumerate(spreads(COLUMN_SIZES.index(size))):
        left = [room - more for room, more in zip(state, six, strict=True)]
        if min(left) >= 0:
            moves.append((move, six.count(2), *_sorted(tuple(left))))
    return moves


@cache
def _sorted(left: Six) -> tuple[Six, int]:
    order = tuple(sorted(range(IN_A_STRIP), key=lambda carton: -left[carton]))
    return tuple(left[carton] for carton in order), _PERMUTATION_RANK[order]


def _alias(chances: list[int]) -> list[int]:
    """Vose's table: a slot of 128, then its own move with this chance (57 bits), else the other."""
    total = sum(chances)
    scaled = [chance * SLOTS for chance in chances]
    odds = [0] * SLOTS
    small = [move for move in range(SLOTS) if scaled[move] < total]
    large = [move for move in range(SLOTS) if scaled[move] >= total]
    while small and large:
        less, more = small.pop(), large.pop()
        odds[less] = (scaled[less] << CHANCE_BITS) // total << 7 | more
        scaled[more] -= total - scaled[less]
        (small if scaled[more] < total else large).append(more)
    for move in large + small:
        odds[move] = ((1 << CHANCE_BITS) - 1) << 7 | move
    return odds


def _turned(moves: tuple[Six, ...]) -> Array:
    """Who gets what in the cartons' own order, when a move speaks of the sorted order."""
    sixes, orders = np.array(moves), np.array(_PERMUTATIONS)
    back = np.argsort(orders, axis=1)  # where each carton stands
    digits = 3 ** np.arange(IN_A_STRIP)
    number = np.zeros(3**IN_A_STRIP, np.int64)
    number[sixes @ digits] = np.arange(len(sixes))
    table = np.zeros((len(orders), SLOTS), np.uint8)
    table[:, : len(sixes)] = number[sixes[:, back] @ digits].T
    return table.ravel()


def _composed(turns: dict[int, int]) -> Array:
    """Who stands where after a turn, for every permutation before it."""
    orders = np.array(_PERMUTATIONS)
    digits = 6 ** np.arange(IN_A_STRIP)
    rank = np.zeros(6**IN_A_STRIP, np.int16)
    rank[orders @ digits] = np.arange(len(orders))
    turned = orders[list(turns)]
    both = sum(orders[:, turned[:, place]] * digits[place] for place in range(IN_A_STRIP))
    composed = np.zeros((len(orders), TURNS), np.int16)
    composed[:, : len(turns)] = rank.take(both)
    return composed.ravel()


def _receivers(six: Six) -> list[int]:
    return [carton for carton, more in enumerate(six) for _ in range(more)]


def _packed(moves: tuple[Six, ...]) -> Array:
    words = [sum(c << 8 * at for at, c in enumerate(_receivers(six)[:4])) for six in moves]
    return np.array(words, np.uint32)


def _fifth(moves: tuple[Six, ...]) -> Array:
    return np.array([_receivers(six)[4] << 24 for six in moves], np.uint32)


def _digits(moves: tuple[Six, ...]) -> tuple[Array, Array]:
    low = [sum(six[carton] << 16 * carton for carton in range(3)) for six in moves]
    high = [sum(six[carton + 3] << 16 * carton for carton in range(3)) for six in moves]
    return np.array(low, np.uint64), np.array(high, np.uint64)


def _acceptance() -> Array:
    """With which chance, out of 2^64, a strip is kept, by its cartons with 1, 2, 3 threes."""
    # A layout word of 32 bits is sometimes thrown away, and the strip with it; not equally often
    # for every number of layouts, which the last factor makes good.
    fair = [Fraction(1 << 32, (1 << 32) - (1 << 32) % ways) for ways in WAYS]
    wanted = [Fraction(WAYS[c], 2 ** (6 - 2 * c) * 6**c) / RHO**c * fair[c] for c in range(4)]
    most = max(wanted)
    chance = [one / most for one in wanted]
    table = np.zeros(7**3, np.uint64)
    for ones, twos, threes in product(range(7), repeat=3):
        zeros = IN_A_STRIP - ones - twos - threes
        if zeros >= 0:
            kept = chance[0] ** zeros * chance[1] ** ones * chance[2] ** twos * chance[3] ** threes
            table[ones + 7 * twos + 49 * threes] = min(int(kept * 2**64), 2**64 - 1)
    return table

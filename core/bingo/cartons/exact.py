"""Every ordered strip is one number, and every number below `STRIPS` is one strip of six.

Plain Python with whole numbers of any size: the definition that the fast sampler of `strips.py`
is held against. About a millisecond a strip, once the counts are known.

A strip is chosen column by column. What matters of the columns already dealt is, for each carton,
how many numbers it still lacks and how many columns of three it has got, for its row layouts
depend on that alone. Counting is the same whatever the order of the cartons, so states are sorted.
"""

from __future__ import annotations

from functools import cache
from math import comb, factorial, prod

from core.bingo.cartons.grid import (
    COLUMN_SIZES,
    COLUMN_STARTS,
    COLUMNS,
    IN_A_STRIP,
    Carton,
    carton_of,
)
from core.bingo.cartons.ranking import layouts_of, rank, rank_layout, subsets_of, unrank_layout
from core.rules import Refusal

STRIPS = 467711541132248468278363019351514108076722415153589853880320000000000000000000
"""How many ordered strips there are: 258.01 bits."""

Extra = tuple[int, ...]  # for each carton, how many numbers beyond one it has in a column
State = tuple[tuple[int, int], ...]  # for each carton: extras still to come, columns of three

_START: State = ((6, 0),) * IN_A_STRIP
_LAYOUTS = (1710, 639, 240, 90)  # by columns of three


def unrank_strip(number: int) -> tuple[Carton, ...]:
    """The six cartons of a number from 0 to `STRIPS` - 1, else refused NUMERO_HORS_LIMITES."""
    if not 0 <= number < STRIPS:
        raise Refusal("NUMERO_HORS_LIMITES", number=number, least=0, most=STRIPS - 1)
    state = _START
    counts: list[list[int]] = [[] for _ in range(IN_A_STRIP)]
    chosen: list[list[tuple[int, ...]]] = [[] for _ in range(IN_A_STRIP)]
    for column in range(COLUMNS):
        for extra in _extras(column):
            after = _after(state, extra)
            rest = _completions(column + 1, after) if after else 0
            block = _deals(column, extra) * rest
            if number < block:
                break
            number -= block
        assert after is not None
        state = after
        deal, number = divmod(number, rest)
        for carton, numbers in enumerate(_deal(column, extra, deal)):
            counts[carton].append(len(numbers))
            chosen[carton].append(numbers)
    cartons = []
    for count, columns in zip(counts, chosen, strict=True):
        number, layout = divmod(number, layouts_of(tuple(count)))
        cartons.append(_lay_out(unrank_layout(tuple(count), layout), columns))
    return tuple(cartons)


def rank_strip(strip: tuple[Carton, ...]) -> int:
    """The number of a strip; the exact inverse of `unrank_strip`.

    Refuses what is not a valid carton, and with STRIP_COUNT or STRIP_NUMBERS what is not six
    cartons that use 1 to 90 once each.
    """
    if len(strip) != IN_A_STRIP:
        raise Refusal("STRIP_COUNT", cartons=len(strip))
    if sorted(n for carton in strip for n in carton.numbers) != list(range(1, 91)):
        raise Refusal("STRIP_NUMBERS")
    for carton in strip:
        rank(carton)
    columns = [carton_columns(carton) for carton in strip]
    number, state = 0, _START
    for column in range(COLUMNS):
        held = [tuple(n for n, _ in card[column]) for card in columns]
        mine = tuple(len(numbers) - 1 for numbers in held)
        before = 0
        for extra in _extras(column):
            after = _after(state, extra)
            rest = _completions(column + 1, after) if after else 0
            if extra == mine:
                break
            before += _deals(column, extra) * rest
        assert after is not None
        state = after
        number += before + _deal_rank(column, held) * rest
    layouts = 0
    for card in reversed(columns):
        rows = [tuple(row for _, row in cells) for cells in card]
        counts = tuple(len(cells) for cells in card)
        layouts = layouts * layouts_of(counts) + rank_layout(counts, rows)
    return number + layouts


def carton_columns(carton: Carton) -> list[list[tuple[int, int]]]:
    """The nine columns of a carton, each a list of (number, row)."""
    cells = carton.cells()
    return [
        [(number, row) for row in range(3) if (number := cells[row][column]) is not None]
        for column in range(COLUMNS)
    ]


def _lay_out(used: tuple[tuple[int, ...], ...], columns: list[tuple[int, ...]]) -> Carton:
    rows: tuple[list[int], ...] = ([], [], [])
    for where, numbers in zip(used, columns, strict=True):
        for row, number in zip(where, numbers, strict=True):
            rows[row].append(number)
    return carton_of([*rows[0], *rows[1], *rows[2]])


@cache
def _extras(column: int) -> tuple[Extra, ...]:
    """The ways to spread a column's numbers over six cartons, one to three each."""
    spread: list[Extra] = [()]
    for _ in range(IN_A_STRIP):
        spread = [(*one, more) for one in spread for more in range(3)]
    return tuple(one for one in spread if sum(one) == COLUMN_SIZES[column] - IN_A_STRIP)


def _after(state: State, extra: Extra) -> State | None:
    """The state once a column is dealt; nothing when a carton would hold too many."""
    after = []
    for (room, threes), more in zip(state, extra, strict=True):
        if more > room:
            return None
        after.append((room - more, threes + (more == 2)))
    return tuple(after)


def _completions(column: int, state: State) -> int:
    """How many ways the columns from this one on, and then the layouts, can go."""
    return _sorted_completions(column, tuple(sorted(state)))


@cache
def _sorted_completions(column: int, state: State) -> int:
    if column == COLUMNS:
        return prod(_LAYOUTS[threes] for _, threes in state) if not any(r for r, _ in state) else 0
    if any(room > 2 * (COLUMNS - column) for room, _ in state):
        return 0
    ways: dict[State, int] = {}
    for extra in _extras(column):
        after = _after(state, extra)
        if after is not None:
            key = tuple(sorted(after))
            ways[key] = ways.get(key, 0) + _deals(column, extra)
    return sum(deals * _sorted_completions(column + 1, after) for after, deals in ways.items())


@cache
def _deals(column: int, extra: Extra) -> int:
    """How many ways the numbers of a column go to six cartons in these quantities."""
    ways = factorial(COLUMN_SIZES[column])
    for more in extra:
        ways //= factorial(more + 1)
    return ways


def _deal(column: int, extra: Extra, deal: int) -> list[tuple[int, ...]]:
    """The numbers each carton gets, for a deal number below `_deals`; the first carton first."""
    left = [COLUMN_STARTS[column] + offset for offset in range(COLUMN_SIZES[column])]
    dealt = []
    for more in extra:
        subsets = subsets_of(len(left), more + 1)
        deal, choice = divmod(deal, len(subsets))
        numbers = tuple(left[offset] for offset in subsets[choice])
        dealt.append(numbers)
        left = [number for number in left if number not in numbers]
    return dealt


def _deal_rank(column: int, held: list[tuple[int, ...]]) -> int:
    left = [COLUMN_STARTS[column] + offset for offset in range(COLUMN_SIZES[column])]
    deal, radix = 0, 1
    for numbers in held:
        subsets = subsets_of(len(left), len(numbers))
        deal += radix * subsets.index(tuple(left.index(number) for number in numbers))
        radix *= comb(len(left), len(numbers))
        left = [number for number in left if number not in numbers]
    return deal

"""Who wins at each ball: completed rows, completed cartons, and how near the others are.

Requirements BIN-028, D-13; design §9. `Winners` follows a *partie* ball by ball; `whole_game` says
all of it at once when the order is known (audit, simulation, calibration of the lots).

Inside, cartons that share no number are packed by six, as they come from a strip: one byte a
number tells where it is marked, and one word of 64 bits counts the marks of eighteen rows, three
bits each. 16 to 17 bytes a carton of a strip; a carton that shares numbers with its neighbours
takes a pack of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec

from core.bingo.cartons.grid import BALLS, IN_A_ROW, IN_A_STRIP, Carton
from core.rules import Refusal

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

_CHUNK = 1 << 14  # packs at a time: what fits the cache
_NOBODY = IN_A_STRIP << 2 | 3  # the mark of a number that no carton of the pack has
_QUINE, _BINGO = 1 << 60, 1 << 61  # in the word that says what a mark does; below, four counters
_COUNTER = 15  # bits of a counter, enough for a chunk


class Called(msgspec.Struct, frozen=True):
    """What one ball did. Serials are those given to `Winners`, in its order.

    `quines` are the cartons whose first row this ball completes, `bingos` those it completes
    altogether. The counts are the radar, for staff only (D-13): cartons with at most one (two)
    numbers missing for a quine, or for a bingo; complete ones are included, so that a silent
    winner never moves the figure.
    """

    ball: int
    rank: int
    quines: tuple[str, ...]
    bingos: tuple[str, ...]
    quine_at_most_1: int
    quine_at_most_2: int
    bingo_at_most_1: int
    bingo_at_most_2: int


class Winners:
    """Follows every carton in play through a *partie*. A ball is only ever added."""

    def __init__(self, cartons: Iterable[tuple[str, Carton]]) -> None:
        import numpy as np

        pairs = list(cartons)
        self._serials: Sequence[str] = tuple(serial for serial, _ in pairs)
        rows = np.array([carton for _, carton in pairs], np.uint8).reshape(-1, 3, IN_A_ROW)
        self.marks = Marks(rows)

    @property
    def drawn(self) -> tuple[int, ...]:
        """The balls so far, in order."""
        return tuple(self.marks.drawn)

    def call(self, ball: int) -> Called:
        """Adds a ball. Refuses with BOULE_HORS_LIMITES or BOULE_DEJA_SORTIE."""
        quines, bingos = self.marks.call(ball)
        return Called(
            ball,
            len(self.marks.drawn),
            tuple(self._serials[place] for place in quines.tolist()),
            tuple(self._serials[place] for place in bingos.tolist()),
            *self.marks.near,
        )


class Marks:
    """The same over an array of cartons, uint8 (n, 3, 5), each named by its place from 0."""

    def __init__(self, cartons: Array) -> None:
        import numpy as np

        self.drawn: list[int] = []
        self.near = [0, 0, 0, 0]
        packs = _packs(cartons)
        self._members = packs  # int32 (packs, 6): the carton in each place, or -1
        self._where = np.full((BALLS + 1, len(packs)), _NOBODY, np.uint8)
        for place in range(IN_A_STRIP):
            here = np.flatnonzero(packs[:, place] >= 0)
            for row in range(3):
                for number in cartons[packs[here, place], row].T:
                    self._where[number, here] = place << 2 | row
        self._counts = np.zeros(len(packs), np.uint64)

    def call(self, ball: int) -> tuple[Array, Array]:
        """Adds a ball: the cartons whose first row, and those of which everything, it completes.

        Each is an ascending array of places. Refuses like `Winners.call`.
        """
        import numpy as np

        if not 1 <= ball <= BALLS:
            raise Refusal("BOULE_HORS_LIMITES", ball=ball)
        if ball in self.drawn:
            raise Refusal("BOULE_DEJA_SORTIE", ball=ball)
        self.drawn.append(ball)
        quines, bingos = [], []
        for start in range(0, len(self._counts), _CHUNK):
            where = self._where[ball, start : start + _CHUNK].astype(np.int64)
            event = _mark(self._counts[start : start + _CHUNK], where)
            near = int(event.sum())  # what overflows is above the counters
            for at in range(4):
                self.near[at] += near >> _COUNTER * at & (1 << _COUNTER) - 1
            won = np.flatnonzero(event >= np.uint64(_QUINE))
            if len(won):  # a ball is on one carton of a pack at most
                members = self._members[won + start, where[won] >> 2]
                quines.append(members[event[won] & np.uint64(_QUINE) > 0])
                bingos.append(members[event[won] & np.uint64(_BINGO) > 0])
        none = np.empty(0, np.int32)
        return np.concatenate([none, *quines]), np.concatenate([none, *bingos])


def whole_game(cartons: Array, order: Sequence[int]) -> tuple[Array, Array]:
    """For each carton (uint8 (n, 3, 5)), the rank of the ball that gives its first row, and all.

    `order` is the 90 balls, or the first of them: what is not reached then is 255.
    """
    return Games(cartons).play(order)


class Games:
    """Whole games over the same cartons, each known order at once; 15 bytes a carton."""

    def __init__(self, cartons: Array) -> None:
        import numpy as np

        columns = np.ascontiguousarray(cartons.reshape(len(cartons), 15).T)
        pairs = columns.astype(np.uint16)
        self.size = len(cartons)
        self._pairs = [  # two numbers of a row at once, 7 bits each
            [pairs[at] << np.uint16(7) | pairs[at + 1] for at in (first, first + 2)]
            for first in (0, 5, 10)
        ]
        self._fifths = [columns[first + 4].tobytes() for first in (0, 5, 10)]

    def play(self, order: Sequence[int]) -> tuple[Array, Array]:
        """See `whole_game`."""
        import numpy as np

        ranks = np.full(256, 255, np.uint8)
        for rank, ball in enumerate(_checked(order), start=1):
            ranks[ball] = rank
        both = np.maximum.outer(ranks[:128], ranks[:128]).ravel()
        table = ranks.tobytes()
        quine, bingo = (np.empty(self.size, np.uint8) for _ in range(2))
        for start in range(0, self.size, _CHUNK):
            end = start + _CHUNK
            rows = []
            for pairs, fifth in zip(self._pairs, self._fifths, strict=True):
                row = both.take(pairs[0][start:end])
                np.maximum(row, both.take(pairs[1][start:end]), out=row)
                last = np.frombuffer(fifth[start:end].translate(table), np.uint8)
                rows.append(np.maximum(row, last, out=row))
            top, middle, bottom = rows
            np.minimum(np.minimum(top, middle), bottom, out=quine[start:end])
            np.maximum(np.maximum(top, middle), bottom, out=bingo[start:end])
        return quine, bingo


def radar(cartons: Array, order: Sequence[int]) -> Array:
    """How near the cartons are after each ball: int64 (4, balls), as the counts of `Called`."""
    import numpy as np

    ranks = np.full(BALLS + 1, 255, np.uint8)
    for rank, ball in enumerate(_checked(order), start=1):
        ranks[ball] = rank
    when = ranks[cartons.reshape(-1, 3, IN_A_ROW)]
    rows = np.sort(when, axis=2)
    whole = np.sort(when.reshape(-1, 15), axis=1)
    reached = (rows[:, :, 3].min(1), rows[:, :, 2].min(1), whole[:, 13], whole[:, 12])
    counts = [np.bincount(one, minlength=256).cumsum()[1 : len(order) + 1] for one in reached]
    return np.stack(counts)


def _checked(order: Sequence[int]) -> Sequence[int]:
    for at, ball in enumerate(order):
        if not 1 <= ball <= BALLS:
            raise Refusal("BOULE_HORS_LIMITES", ball=ball)
        if ball in order[:at]:
            raise Refusal("BOULE_DEJA_SORTIE", ball=ball)
    return order


def _mark(counts: Array, where: Array) -> Array:
    """Adds one mark to each pack (counts change in place); what it does there, as a word."""
    shifts, adds, events = _tables()
    before = counts >> shifts.take(where)
    counts += adds.take(where)
    state = before.view("i8")
    state &= 511
    state <<= 2
    state |= where & 3
    return events.take(state)


@cache
def _tables() -> tuple[Array, Array, Array]:
    """By mark: where the carton's nine bits begin, and what to add; by state and row: the event."""
    import numpy as np

    shifts, adds = (np.zeros(_NOBODY + 1, np.uint64) for _ in range(2))
    for place in range(IN_A_STRIP):
        for row in range(3):
            shifts[place << 2 | row] = 9 * place
            adds[place << 2 | row] = 1 << 9 * place + 3 * row
    shifts[_NOBODY] = 9 * IN_A_STRIP
    events = np.zeros(512 << 2, np.uint64)
    for state in range(512):
        for row in range(3):
            events[state << 2 | row] = _event([state & 7, state >> 3 & 7, state >> 6], row)
    return shifts, adds, events


def _event(marks: list[int], row: int) -> int:
    """What one more mark in a row does to a carton with so many marks in its rows.

    The counters, lowest first: quine at most 1, at most 2 missing; bingo at most 1, at most 2.
    """
    if max(marks) > IN_A_ROW or marks[row] == IN_A_ROW:
        return 0  # not a state of a carton
    after = [count + (at == row) for at, count in enumerate(marks)]
    event = 0
    if max(after) == IN_A_ROW > max(marks):
        event |= _QUINE
    if sum(after) == 15:
        event |= _BINGO
    for at, missing in enumerate((1, 2)):
        if max(after) == IN_A_ROW - missing > max(marks):
            event |= 1 << _COUNTER * at
        if sum(after) == 15 - missing:
            event |= 1 << _COUNTER * (at + 2)
    return event


def _packs(cartons: Array) -> Array:
    """Which cartons are packed together: int32 (packs, 6), -1 where nobody is.

    Whole strips in order, the usual case, are seen at once; else each carton joins the pack of the
    one before it if there is room and no number in common.
    """
    import numpy as np

    count = len(cartons)
    whole = count - count % IN_A_STRIP
    strips = np.sort(cartons[:whole].reshape(-1, BALLS), axis=1)
    if whole and np.array_equal(
        strips, np.broadcast_to(np.arange(1, 91, dtype="u1"), strips.shape)
    ):
        packs = [np.arange(whole, dtype=np.int32).reshape(-1, IN_A_STRIP)]
        if count > whole:  # the first cartons of one more strip
            packs.append(_greedy(cartons[whole:], whole))
        return np.concatenate(packs)
    return _greedy(cartons, 0)


def _greedy(cartons: Array, first: int) -> Array:
    import numpy as np

    packs: list[list[int]] = []
    taken = -1
    for place, numbers in enumerate(cartons.reshape(-1, 15).tolist(), start=first):
        mask = sum(1 << number for number in numbers)
        if taken & mask or len(packs[-1]) == IN_A_STRIP:
            packs.append([])
            taken = 0
        packs[-1].append(place)
        taken |= mask
    full = [pack + [-1] * (IN_A_STRIP - len(pack)) for pack in packs]
    return np.array(full, np.int32).reshape(-1, IN_A_STRIP)

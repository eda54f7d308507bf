"""Who wins at each ball: completed rows, completed cartons, and how near the others are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from core.bingo.cartons.grid import Carton, check_grid
from core.rules import Refusal


class Called(msgspec.Struct, frozen=True):
    """What one ball did. Serials are those given to `Winners`, in its order.

    `quines` and `bingos` are the cartons that complete a first row, or everything, at this ball.
    The counts are the radar (D-13): cartons with at most one (two) numbers missing for a quine,
    or for a bingo; complete ones are included, so that a silent winner never moves the figure.
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
        self._serials: list[str] = []
        self._left: list[list[int]] = []  # for each carton: numbers missing in each row
        self._index: list[list[tuple[int, int]]] = [[] for _ in range(91)]
        self._drawn: list[int] = []
        for serial, rows in cartons:
            self._serials.append(serial)
            self._left.append([5, 5, 5])
            for row, numbers in enumerate(check_grid(rows, house_format=False)):
                for number in numbers:
                    self._index[number].append((len(self._left) - 1, row))

    def call(self, ball: int) -> Called:
        """Adds a ball. Refuses with BOULE_HORS_LIMITES or BOULE_DEJA_SORTIE."""
        if not 1 <= ball <= 90:
            raise Refusal("BOULE_HORS_LIMITES", ball=ball)
        if ball in self._drawn:
            raise Refusal("BOULE_DEJA_SORTIE", ball=ball)
        self._drawn.append(ball)
        quines, bingos = [], []
        for carton, row in self._index[ball]:
            left = self._left[carton]
            first = min(left) > 0
            left[row] -= 1
            if first and not left[row]:
                quines.append(self._serials[carton])
            if not any(left):
                bingos.append(self._serials[carton])
        return Called(ball, len(self._drawn), tuple(quines), tuple(bingos), *self._radar())

    @property
    def drawn(self) -> Sequence[int]:
        """The balls so far, in order."""
        return tuple(self._drawn)

    def _radar(self) -> tuple[int, int, int, int]:
        rows = [min(left) for left in self._left]
        whole = [sum(left) for left in self._left]
        return (
            sum(left <= 1 for left in rows),
            sum(left <= 2 for left in rows),
            sum(left <= 1 for left in whole),
            sum(left <= 2 for left in whole),
        )

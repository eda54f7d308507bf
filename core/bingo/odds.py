"""What chance gives: the exact laws of quine and bingo, and the advice on the *boule maxima*.

Requirements JKP-006, JKP-007. With a fair draw every valid carton has the same law, whatever its
numbers, for its three rows are three sets of five that share nothing. The cartons of a strip
share nothing either, so up to six cartons of one strip are exact too: eighteen rows, six cartons,
by inclusion and exclusion. A larger room multiplies what its strips miss, which know of each other
only through the balls drawn, and averages that over all ways in which the balls can fall into the
nine columns (`columns_drawn`). Simulation agrees within its own noise (docs/performance.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache, lru_cache
from math import comb
from typing import TYPE_CHECKING, Any

import msgspec

from core.bingo.cartons.grid import BALLS, IN_A_CARTON, IN_A_ROW, IN_A_STRIP, ROWS
from core.bingo.columns_drawn import spread
from core.rules import Refusal

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]


class Odds(msgspec.Struct, frozen=True):
    """Chances, 0 to 1, that something has happened when ball `ball` has been drawn.

    For one carton, and for at least one carton of the room.
    """

    ball: int
    carton_quine: float
    carton_bingo: float
    room_quine: float
    room_bingo: float


def quine_by(ball: int, cartons: int = 1) -> Fraction:
    """The exact chance that, by this ball, some row is full among 1 to 6 cartons of one strip."""
    return _some(ball, ROWS * _in_strip(cartons), IN_A_ROW)


def bingo_by(ball: int, cartons: int = 1) -> Fraction:
    """The exact chance that, by this ball, some carton is full among 1 to 6 of one strip."""
    return _some(ball, _in_strip(cartons), IN_A_CARTON)


def mean_ball(chances: Sequence[Fraction]) -> Fraction:
    """The mean rank of an event, given the chance that it has happened by ball 0, 1, ... 90."""
    if len(chances) != BALLS + 1 or chances[-1] != 1:
        raise Refusal("CHANCES_INCOMPLETES", balls=len(chances) - 1)
    return sum((1 - chance for chance in chances[:-1]), Fraction(0))


def room_quine(ball: int, cartons: int, strips: bool = True) -> float:
    """The chance that, by this ball, somebody in the room has a quine.

    `cartons` in play: whole strips and the first cartons of one more; with `strips` false, single
    cartons that know nothing of each other.
    """
    return _room(ball, cartons, strips, ROWS, IN_A_ROW)


def room_bingo(ball: int, cartons: int, strips: bool = True) -> float:
    """The chance that, by this ball, somebody in the room has a bingo; else as `room_quine`.

    With the *boule maxima* for `ball` it is the chance that the *cumulé* falls.
    """
    return _room(ball, cartons, strips, 1, IN_A_CARTON)


def table(cartons: int, strips: bool = True) -> list[Odds]:
    """The odds at every ball from the first to the ninetieth."""
    return [
        Odds(
            ball,
            float(quine_by(ball)),
            float(bingo_by(ball)),
            room_quine(ball, cartons, strips),
            room_bingo(ball, cartons, strips),
        )
        for ball in range(1, BALLS + 1)
    ]


def boule_maxima(chance: float, cartons: int, strips: bool = True) -> int:
    """The last ball at which the *cumulé* falls with no more than this chance; at least 15.

    Refuses a chance that is not between 0 and 1 with CHANCE_HORS_LIMITES.
    """
    if not 0 < chance < 1:
        raise Refusal("CHANCE_HORS_LIMITES", chance=str(chance))
    fitting = [
        ball
        for ball in range(IN_A_CARTON, BALLS + 1)
        if room_bingo(ball, cartons, strips) <= chance
    ]
    return max(fitting, default=IN_A_CARTON)


@cache
def _some(ball: int, sets: int, size: int) -> Fraction:
    """The chance that `ball` balls of ninety contain one of so many sets that share nothing."""
    if not 0 <= ball <= BALLS:
        raise Refusal("BOULE_HORS_LIMITES", ball=ball)
    ways = sum(
        (-1) ** (some + 1) * comb(sets, some) * comb(BALLS - some * size, ball - some * size)
        for some in range(1, min(sets, ball // size) + 1)
    )
    return Fraction(ways, comb(BALLS, ball))


@lru_cache(maxsize=512)
def _room(ball: int, cartons: int, strips: bool, sets: int, size: int) -> float:
    import numpy as np

    if cartons < 1:
        raise Refusal("NOMBRE_DE_CARTONS_INVALIDE", count=cartons)
    together = IN_A_STRIP if strips else 1
    whole, rest = divmod(cartons, together)
    chances = [(whole, _some(ball, together * sets, size)), (1, _some(ball, rest * sets, size))]
    if cartons <= together or ball < size:
        return float(max(chance for _, chance in chances))
    if any(times and chance == 1 for times, chance in chances):
        return 1.0
    weight, shape = spread(ball, size == IN_A_ROW, strips)
    missed = sum(times * np.log1p(-_bent(float(chance), shape)) for times, chance in chances)
    return min(1.0, float(-np.expm1(missed) @ weight))


def _bent(chance: float, shape: Array) -> Array:
    """A mean chance, made larger or smaller as the columns have it: in the odds, so below 1."""
    import numpy as np

    odds = chance / (1 - chance) * shape
    return np.asarray(odds / (1 + odds))


def _in_strip(cartons: int) -> int:
    if not 1 <= cartons <= IN_A_STRIP:
        raise Refusal("NOMBRE_DE_CARTONS_INVALIDE", count=cartons)
    return cartons

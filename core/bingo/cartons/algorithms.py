"""The four ways to make cartons from a key. The name in a series header says which one.

* `strip-1` (the default): uniform strips of six, AES; made for speed.
* `card-1`: uniform single cartons by a keyed permutation, AES; unique by construction.
* `strip-2`, `card-2`: the same two laws by keyed permutations of `exact` and `ranking`, with the
  standard library alone: for whoever wants to rebuild a carton with nothing installed.

A piece is what is dealt at once: a strip of six cartons, or one carton. A piece is dealt at
attempt 0; at a later attempt it is another one, for the rare twin.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from core.bingo.cartons.exact import STRIPS, unrank_strip
from core.bingo.cartons.grid import IN_A_CARTON, IN_A_STRIP, Carton, carton_of
from core.bingo.cartons.permutation import Permutation
from core.bingo.cartons.ranking import CARTONS, unrank
from core.rules import Refusal

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]


class Algorithm(Protocol):
    """How a series of so many pieces makes them."""

    def piece(self, number: int, attempt: int) -> tuple[Carton, ...]:
        """The cartons of one piece, numbered from 1, at this attempt or the next that holds."""

    def run(self, first: int, count: int) -> Array:
        """Consecutive pieces at attempt 0: uint8 of shape (cartons, 15), row by row."""

    def some(self, numbers: Array, attempts: Array) -> tuple[Array, Array]:
        """Any pieces at their attempts: uint8 (cartons, 15), and the attempts that held."""


class FastStrips:
    """`strip-1`."""

    def __init__(self, key: bytes, pieces: int) -> None:
        self._key = key

    def piece(self, number: int, attempt: int) -> tuple[Carton, ...]:
        import numpy as np

        rows, _ = self.some(np.array([number]), np.array([attempt]))
        return tuple(carton_of(row) for row in rows.tolist())

    def run(self, first: int, count: int) -> Array:
        from core.bingo.cartons.strips import strips

        return strips(self._key, first, count).reshape(-1, IN_A_CARTON)

    def some(self, numbers: Array, attempts: Array) -> tuple[Array, Array]:
        from core.bingo.cartons.strips import strips_from

        dealt, held = strips_from(self._key, numbers, attempts)
        return dealt.reshape(-1, IN_A_CARTON), held


class FastCards:
    """`card-1`; attempt a of carton n is where the permutation sends n-1 + a times the size."""

    def __init__(self, key: bytes, pieces: int) -> None:
        self._key = key
        self._pieces = pieces

    def piece(self, number: int, attempt: int) -> tuple[Carton, ...]:
        from core.bingo.cartons.cards import CardPermutation

        return (unrank(CardPermutation(self._key)(number - 1 + attempt * self._pieces)),)

    def run(self, first: int, count: int) -> Array:
        import numpy as np

        from core.bingo.cartons.cards import cards

        return cards(self._key, np.arange(first - 1, first - 1 + count, dtype=np.uint64))

    def some(self, numbers: Array, attempts: Array) -> tuple[Array, Array]:
        from core.bingo.cartons.cards import cards

        places = numbers - 1 + attempts * self._pieces
        return cards(self._key, places.astype("u8")), attempts


class PlainPieces:
    """`strip-2` and `card-2`: a piece is where a permutation of all pieces sends its number."""

    def __init__(
        self, permutation: Permutation, unrank: Callable[[int], tuple[Carton, ...]], pieces: int
    ) -> None:
        self._permutation = permutation
        self._unrank = unrank
        self._pieces = pieces

    def piece(self, number: int, attempt: int) -> tuple[Carton, ...]:
        return self._unrank(self._permutation(number - 1 + attempt * self._pieces))

    def run(self, first: int, count: int) -> Array:
        return self._rows((number, 0) for number in range(first, first + count))

    def some(self, numbers: Array, attempts: Array) -> tuple[Array, Array]:
        return self._rows(zip(numbers.tolist(), attempts.tolist(), strict=True)), attempts

    def _rows(self, pieces: Any) -> Array:
        import numpy as np

        cartons = (carton for number, attempt in pieces for carton in self.piece(number, attempt))
        return np.array([[*top, *middle, *bottom] for top, middle, bottom in cartons], np.uint8)


def _plain_strips(key: bytes, pieces: int) -> Algorithm:
    return PlainPieces(Permutation(key, STRIPS, b"strip-2"), unrank_strip, pieces)


def _plain_cards(key: bytes, pieces: int) -> Algorithm:
    return PlainPieces(Permutation(key, CARTONS, b"card-2"), lambda n: (unrank(n),), pieces)


_ALGORITHMS: dict[str, tuple[int, Callable[[bytes, int], Algorithm]]] = {
    "strip-1": (IN_A_STRIP, FastStrips),
    "card-1": (1, FastCards),
    "strip-2": (IN_A_STRIP, _plain_strips),
    "card-2": (1, _plain_cards),
}


def algorithm(name: str, key: bytes, size: int) -> tuple[int, Algorithm]:
    """How many cartons a piece has, and what makes them. Refuses ALGORITHME_INCONNU."""
    if name not in _ALGORITHMS:
        raise Refusal("ALGORITHME_INCONNU", algorithm=name)
    piece, make = _ALGORITHMS[name]
    return piece, make(key, size // piece)

"""A series of cartons is a key and a size; the content of every carton follows (design §9)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import msgspec

from core.bingo.cartons.algorithms import algorithm as made_by
from core.bingo.cartons.grid import IN_A_STRIP, Carton, carton_of
from core.bingo.cartons.permutation import checked_key
from core.rules import Refusal

if TYPE_CHECKING:
    from numpy.typing import NDArray

_STEP = 6 * 1024  # cartons at a time when a series is walked through


class Certificate(msgspec.Struct, frozen=True):
    """What a series header keeps beside its key: enough to rebuild and to recognise any carton.

    `digest` is SHA-256, in hex, over all cartons in order, fifteen bytes each, row by row.
    `exceptions` gives, for the rare strip (or single carton) that was dealt again, its attempt.
    `rows_unique`: no two cartons share a row, so no two can win a quine on the same numbers.
    """

    algorithm: str
    size: int
    digest: str
    exceptions: dict[int, int] = {}
    rows_unique: bool = False


class Series:
    """The cartons 1 to `size` of a key. Nothing is stored: each is computed when asked for."""

    def __init__(
        self,
        key: bytes,
        size: int,
        algorithm: str = "strip-1",
        exceptions: Mapping[int, int] = MappingProxyType({}),
    ) -> None:
        """Refuses CLE_DE_SERIE_INVALIDE (not 16 bytes), ALGORITHME_INCONNU,
        TAILLE_DE_SERIE_INVALIDE (below 1, or strips that are not whole) and
        EXCEPTION_INVALIDE (of a piece that is not there).
        """
        if size < 1:
            raise Refusal("TAILLE_DE_SERIE_INVALIDE", size=size)
        self.key = checked_key(key)
        self.size = size
        self.algorithm = algorithm
        self.exceptions = dict(exceptions)
        self.in_a_piece, self.made = made_by(algorithm, key, size)
        if size % self.in_a_piece:
            raise Refusal("TAILLE_DE_SERIE_INVALIDE", size=size, multiple=self.in_a_piece)
        for piece, attempt in self.exceptions.items():
            if not 1 <= piece <= self.pieces or attempt < 1:
                raise Refusal("EXCEPTION_INVALIDE", piece=piece, attempt=attempt)

    @classmethod
    def opened(cls, key: bytes, certificate: Certificate) -> Series:
        """The series of a header; `certificates.verify` proves that it is still the same."""
        return cls(key, certificate.size, certificate.algorithm, certificate.exceptions)

    @property
    def pieces(self) -> int:
        """How many strips; in a series of single cartons, how many cartons."""
        return self.size // self.in_a_piece

    def carton(self, number: int) -> Carton:
        """The carton of a number from 1, else refused CARTE_INCONNUE."""
        self._check(number)
        piece, place = divmod(number - 1, self.in_a_piece)
        return self._piece(piece + 1)[place]

    def strip(self, number: int) -> tuple[Carton, ...]:
        """The six cartons of a strip from 1: 6(s-1)+1 to 6s. Refused CARTE_INCONNUE beyond."""
        self._check(number * IN_A_STRIP)
        if self.in_a_piece == IN_A_STRIP:
            return self._piece(number)
        last = number * IN_A_STRIP
        return tuple(self.carton(carton) for carton in range(last - IN_A_STRIP + 1, last + 1))

    def rows(self, first: int = 1, count: int | None = None) -> NDArray[Any]:
        """Consecutive cartons at full speed: uint8 of shape (count, 3, 5)."""
        count = self.size - first + 1 if count is None else count
        self.must_have(first, count)
        start, end = (first - 1) // self.in_a_piece, -(-(first + count - 1) // self.in_a_piece)
        dealt = self.made.run(start + 1, end - start)
        if self.exceptions:
            self._except(dealt.reshape(end - start, -1), start + 1)
        skip = first - 1 - start * self.in_a_piece
        return dealt[skip : skip + count].reshape(count, 3, 5)

    def must_have(self, first: int, count: int) -> None:
        """Refuses CARTE_INCONNUE, or NOMBRE_DE_CARTONS_INVALIDE for a count below 1."""
        if count < 1:
            raise Refusal("NOMBRE_DE_CARTONS_INVALIDE", count=count)
        self._check(first)
        self._check(first + count - 1)

    def __iter__(self) -> Iterator[Carton]:
        for first in range(1, self.size + 1, _STEP):
            count = min(_STEP, self.size + 1 - first)
            for numbers in self.rows(first, count).reshape(count, -1).tolist():
                yield carton_of(numbers)

    def certificate(self, rows_unique: bool = False) -> Certificate:
        """Makes every carton once and proves that no two have the same fifteen numbers (BIN-006).

        What has a twin is dealt again and listed in `exceptions`: sell from
        `Series.opened(key, certificate)`. With `rows_unique`, no two cartons share a row either;
        refused SERIE_TROP_GRANDE beyond 100,000 cartons.
        """
        from core.bingo.cartons.certificates import certify

        return certify(self, rows_unique)

    def _piece(self, number: int) -> tuple[Carton, ...]:
        return self.made.piece(number, self.exceptions.get(number, 0))

    def _except(self, dealt: NDArray[Any], first: int) -> None:
        """Puts the pieces dealt again in their place."""
        import numpy as np

        here = [piece for piece in self.exceptions if first <= piece < first + len(dealt)]
        if here:
            attempts = np.array([self.exceptions[piece] for piece in here])
            again, _ = self.made.some(np.array(here), attempts)
            dealt[np.array(here) - first] = again.reshape(len(here), -1)

    def _check(self, number: int) -> None:
        if not 1 <= number <= self.size:
            raise Refusal("CARTE_INCONNUE", number=number, least=1, most=self.size)

"""A series of cartons is a key and a size; the content of every carton follows (design §9)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import sha256
from types import MappingProxyType

import msgspec

from core.bingo.cartons.exact import STRIPS, unrank_strip
from core.bingo.cartons.grid import IN_A_STRIP, Carton
from core.bingo.cartons.permutation import Permutation, checked_key
from core.bingo.cartons.ranking import CARTONS, unrank
from core.rules import Refusal

STRIP = "strip-2"
CARD = "card-2"


class Certificate(msgspec.Struct, frozen=True):
    """What a series header keeps beside its key: enough to rebuild and to recognise any carton.

    `digest` is SHA-256 over all the cartons in order, fifteen bytes each, row by row.
    `exceptions` gives, for the rare strip that was dealt again, at which attempt it stands.
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
        algorithm: str = STRIP,
        exceptions: Mapping[int, int] = MappingProxyType({}),
    ) -> None:
        if size < 1:
            raise Refusal("TAILLE_DE_SERIE_INVALIDE", size=size)
        if algorithm not in (STRIP, CARD):
            raise Refusal("ALGORITHME_INCONNU", algorithm=algorithm)
        if algorithm == STRIP and size % IN_A_STRIP:
            raise Refusal("TAILLE_DE_SERIE_INVALIDE", size=size, multiple=IN_A_STRIP)
        self.key = checked_key(key)
        self.size = size
        self.algorithm = algorithm
        self.exceptions = dict(exceptions)
        domain = STRIPS if algorithm == STRIP else CARTONS
        self._permutation = Permutation(key, domain, algorithm.encode())

    @property
    def strips(self) -> int:
        """How many strips of six; none in a series of single cartons."""
        return self.size // IN_A_STRIP if self.algorithm == STRIP else 0

    def carton(self, number: int) -> Carton:
        """The carton of a number from 1, else refused CARTE_INCONNUE."""
        self._check(number)
        if self.algorithm == CARD:
            return unrank(self._permutation(number - 1))
        strip, place = divmod(number - 1, IN_A_STRIP)
        return self.strip(strip + 1)[place]

    def strip(self, number: int) -> tuple[Carton, ...]:
        """The six cartons of a strip from 1: 6(s-1)+1 to 6s. Refused CARTE_INCONNUE beyond."""
        self._check(number * IN_A_STRIP)
        return unrank_strip(self._permutation(number - 1))

    def __iter__(self) -> Iterator[Carton]:
        return (self.carton(number) for number in range(1, self.size + 1))

    def certificate(self) -> Certificate:
        """Generates every carton once and proves that no two have the same fifteen numbers."""
        digest, seen = sha256(), dict[tuple[int, ...], int]()
        for number, carton in enumerate(self, start=1):
            twin = seen.setdefault(carton.numbers, number)
            if twin != number:
                raise Refusal("CARTONS_JUMEAUX", one=twin, other=number)
            digest.update(bytes(carton.top + carton.middle + carton.bottom))
        return Certificate(self.algorithm, self.size, digest.hexdigest(), self.exceptions)

    def _check(self, number: int) -> None:
        if not 1 <= number <= self.size:
            raise Refusal("CARTE_INCONNUE", number=number, least=1, most=self.size)

"""Keyed permutations: which carton stands behind a serial number, known only with the series key.

Each is a Feistel network of ten rounds, so it never sends two numbers to one: cartons are unique
by construction, and a carton can be found from its number as fast as the number from the carton.
"""

from __future__ import annotations

from hashlib import blake2b
from math import isqrt

from core.rules import Refusal

KEY_BYTES = 16
ROUNDS = 10


class Permutation:
    """A permutation of 0 to size-1 with the standard library only.

    The two halves are a number's digits in base `side`, just large enough; the round function is
    keyed BLAKE2b, much wider than a half, so that its remainder favours nobody. The few numbers
    that fall outside walk on until they come back inside.
    """

    def __init__(self, key: bytes, size: int, label: bytes) -> None:
        self.size = size
        self._side = isqrt(size - 1) + 1
        self._digest = (self._side.bit_length() + 7) // 8 + 8
        self._mix = blake2b(key=checked_key(key), person=label, digest_size=self._digest)
        self._width = (self._side.bit_length() + 7) // 8

    def __call__(self, number: int) -> int:
        """Where a number goes. `number` must be from 0 to size-1."""
        side = self._side
        while True:
            left, right = divmod(number, side)
            for turn in range(ROUNDS):
                left, right = right, (left + self._round(turn, right)) % side
            number = left * side + right
            if number < self.size:
                return number

    def back(self, number: int) -> int:
        """Where a number comes from."""
        side = self._side
        while True:
            left, right = divmod(number, side)
            for turn in reversed(range(ROUNDS)):
                left, right = (right - self._round(turn, left)) % side, left
            number = left * side + right
            if number < self.size:
                return number

    def _round(self, turn: int, half: int) -> int:
        mix = self._mix.copy()
        mix.update(bytes((turn,)) + half.to_bytes(self._width, "big"))
        return int.from_bytes(mix.digest(), "big")


def checked_key(key: bytes) -> bytes:
    """The key, if it is one: 16 bytes, else refused CLE_DE_SERIE_INVALIDE."""
    if not isinstance(key, bytes) or len(key) != KEY_BYTES:
        raise Refusal("CLE_DE_SERIE_INVALIDE", length=len(key), expected=KEY_BYTES)
    return key

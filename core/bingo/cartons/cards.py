"""Single cartons at full speed: algorithm `card-1`, uniform over all valid cartons, never twice.

Carton n of a key is the carton whose rank is P(n-1): P is a Feistel network of ten rounds on two
halves of 31 bits, walked until it comes back below `CARTONS`. Round i adds to one half, bit by
bit, the low 31 bits of AES-128 of the block (i, 0, 0, other half), four little-endian words.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from core.bingo.cartons.grid import COLUMN_SIZES, COLUMN_STARTS, IN_A_CARTON, IN_A_STRIP
from core.bingo.cartons.layouts import code_of, layouts
from core.bingo.cartons.permutation import ROUNDS, checked_key
from core.bingo.cartons.ranking import CARTONS, count_vectors
from core.bingo.cartons.strips import settle

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

CHUNK = 6 * 2048  # cartons at a time: what fits the cache
_HALF = 31
_MASK = (1 << _HALF) - 1
_BUCKET = 45  # a count vector has more than 2^45 cartons, so at most one begins in a bucket
_PIECES = ((0,), (1, 2), (3, 4), (5, 6), (7, 8))  # columns looked up together


class CardPermutation:
    """The keyed permutation P, one number or many at a time."""

    def __init__(self, key: bytes) -> None:
        self._cipher = Cipher(algorithms.AES(checked_key(key)), modes.ECB())

    def __call__(self, number: int) -> int:
        encrypt = self._cipher.encryptor().update
        while True:
            left, right = number >> _HALF, number & _MASK
            for turn in range(ROUNDS):
                block = encrypt(turn.to_bytes(12, "little") + right.to_bytes(4, "little"))
                left, right = right, left ^ int.from_bytes(block[:4], "little") & _MASK
            number = left << _HALF | right
            if number < CARTONS:
                return number

    def many(self, numbers: Array) -> Array:
        """The same for an array of uint64."""
        numbers = self._once(numbers)
        while len(outside := np.flatnonzero(numbers >= np.uint64(CARTONS))):
            numbers[outside] = self._once(numbers[outside])
        return numbers

    def _once(self, numbers: Array) -> Array:
        encrypt = self._cipher.encryptor().update_into
        left = (numbers >> np.uint64(_HALF)).astype(np.uint32)
        right = (numbers & np.uint64(_MASK)).astype(np.uint32)
        blocks = np.zeros((len(numbers), 4), "<u4")
        mixed = np.empty(16 * len(numbers) + 15, np.uint8)
        first = mixed[: 16 * len(numbers)].view("<u4")[::4]
        for turn in range(ROUNDS):
            blocks[:, 0] = turn
            blocks[:, 3] = right
            encrypt(blocks.data.cast("B"), mixed.data)
            left ^= first & np.uint32(_MASK)
            left, right = right, left
        return left.astype(np.uint64) << np.uint64(_HALF) | right


class _Tables(NamedTuple):
    buckets: Array  # uint16: the count vector at the beginning of each bucket
    starts: Array  # uint64 by vector, and one more: its first rank
    layouts: Array  # uint64: how many layouts
    words: Array  # int64: where its layout words begin
    sizes: Array  # float64 (5, vectors): how many choices of numbers a piece has
    places: Array  # int64 (5, vectors): where the choices of a piece begin
    shifts: Array  # uint64 (5, vectors): where a piece begins among the fifteen numbers, in bits
    choices: tuple[Array, ...]  # uint64 by piece: its numbers, one a byte


@cache
def _tables() -> _Tables:
    vectors, starts = count_vectors()
    bounds = np.array([*starts, CARTONS], np.uint64)
    first = np.arange((CARTONS >> _BUCKET) + 1, dtype=np.uint64) << np.uint64(_BUCKET)
    buckets = np.searchsorted(bounds, first, side="right") - 1
    codes = np.array([code_of(counts) for counts in vectors])
    table = layouts()
    tables = [_choices(piece) for piece in _PIECES]
    sizes, places, shifts = (
        np.zeros((len(_PIECES), len(vectors)), kind) for kind in ("f8", "i8", "u8")
    )
    for at, (piece, (begins, _)) in enumerate(zip(_PIECES, tables, strict=True)):
        for vector, counts in enumerate(vectors):
            place, size = begins[tuple(counts[column] for column in piece)]
            sizes[at, vector], places[at, vector] = size, place
            shifts[at, vector] = 8 * sum(counts[: piece[0]])
    return _Tables(
        buckets.astype(np.uint16),
        bounds,
        table.ways[codes],
        table.first[codes],
        sizes,
        places,
        shifts,
        tuple(words for _, words in tables),
    )


def _choices(columns: tuple[int, ...]) -> tuple[dict[tuple[int, ...], tuple[int, int]], Array]:
    """For one or two columns: where each pair of counts begins and how long it is; the choices."""
    begins: dict[tuple[int, ...], tuple[int, int]] = {}
    words: list[Array] = []
    at = 0
    for counts in _counts(len(columns)):
        word, shift = np.zeros(1, np.uint64), 0
        for column, count in zip(columns, counts, strict=True):
            start, size = COLUMN_STARTS[column], COLUMN_SIZES[column]
            subsets = list(combinations(range(start, start + size), count))
            packed = [sum(n << 8 * i for i, n in enumerate(one)) << shift for one in subsets]
            word = (np.array(packed, np.uint64)[:, None] | word).ravel()
            shift += 8 * count
        begins[counts] = at, len(word)
        words.append(word)
        at += len(word)
    return begins, np.concatenate(words)


def _counts(columns: int) -> list[tuple[int, ...]]:
    if columns == 1:
        return [(one,) for one in (1, 2, 3)]
    return [(one, other) for one in (1, 2, 3) for other in (1, 2, 3)]


def unrank_many(numbers: Array, out: Array | None = None) -> Array:
    """The cartons of many ranks (uint64): uint8 of shape (n, 15), row by row."""
    count = len(numbers)
    dealt = np.empty((count, IN_A_CARTON), np.uint8) if out is None else out
    for start in range(0, count, CHUNK):
        some = numbers[start : start + CHUNK]
        dealt[start : start + len(some)] = _unrank(some)
    return dealt


def cards(key: bytes, numbers: Array) -> Array:
    """The cartons of many numbers (uint64, from 0): uint8 of shape (n, 15), row by row."""
    permutation = CardPermutation(key)
    dealt = np.empty((len(numbers), IN_A_CARTON), np.uint8)
    for start in range(0, len(numbers), CHUNK):
        some = numbers[start : start + CHUNK]
        dealt[start : start + len(some)] = _unrank(permutation.many(some))
    return dealt


def _unrank(numbers: Array) -> Array:
    count = len(numbers)
    if count % IN_A_STRIP:  # six cartons are laid out together
        numbers = np.concatenate([numbers, np.zeros(-count % IN_A_STRIP, np.uint64)])
    tables = _tables()
    vector = tables.buckets.take((numbers >> np.uint64(_BUCKET)).view(np.int64)).astype(np.int64)
    vector += numbers >= tables.starts.take(vector + 1)
    rest = numbers - tables.starts.take(vector)
    ways = tables.layouts.take(vector)
    deal = rest // ways
    layout = (rest - deal * ways).view(np.int64) + tables.words.take(vector)
    words = layouts().words.take(layout)
    fifteen = _numbers(deal.astype(np.float64), vector)
    return settle(fifteen, words)[:count]


def _numbers(deal: Array, vector: Array) -> Array:
    """The fifteen numbers, ascending, one a byte in two words of 64 bits: (n, 2).

    Quotients of whole numbers below 2^53 by whole numbers are exact in floating point once
    rounded down, and several times faster than whole division.
    """
    tables = _tables()
    low, high = (np.zeros(len(deal), np.uint64) for _ in range(2))
    word64 = np.uint64(64)
    for at, choices in enumerate(tables.choices):
        sizes = tables.sizes[at].take(vector)
        after = np.floor(deal / sizes)
        choice = (deal - after * sizes).astype(np.int64)
        deal = after
        piece = choices.take(choice + tables.places[at].take(vector))
        shift = tables.shifts[at].take(vector)
        low |= piece << shift  # a shift of 64 bits or more gives 0
        if at == 0:
            continue
        high |= np.where(shift < word64, piece >> (word64 - shift), piece << (shift - word64))
    return np.stack([low, high], axis=1)

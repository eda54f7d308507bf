"""The proof, made once, that a series has no twins (BIN-006): no two equal sets of numbers.

Each set of fifteen numbers gets a key of 64 bits, the sum of one constant a number: equal sets have
equal keys, so if all keys differ, all sets do, and all cartons. Where two keys agree the numbers
decide. Rows have exact keys.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from hashlib import blake2b, sha256
from typing import TYPE_CHECKING, Any

import numpy as np

from core.bingo.cartons.grid import IN_A_CARTON, IN_A_ROW
from core.bingo.cartons.series import Certificate, Series
from core.rules import Refusal

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

MOST_ROUNDS = 64  # of dealing again; a row-unique series of 100,000 cartons takes about ten
MOST_ROWS_UNIQUE = 100_000  # cartons; beyond, most strips would have to be dealt again
_STEP = 6 * 4096


def certify(series: Series, rows_unique: bool = False) -> Certificate:
    """See `Series.certificate`."""
    if rows_unique and series.size > MOST_ROWS_UNIQUE:
        raise Refusal("SERIE_TROP_GRANDE", size=series.size, most=MOST_ROWS_UNIQUE)
    cartons = series.rows().reshape(-1, IN_A_CARTON)
    pieces = cartons.reshape(series.pieces, -1)
    attempts = np.zeros(series.pieces, np.int64)
    for piece, attempt in series.exceptions.items():
        attempts[piece - 1] = attempt
    for _ in range(MOST_ROUNDS):
        again = np.unique(_later_twins(cartons, rows_unique) // series.in_a_piece)
        if not len(again):
            break
        fresh, held = series.made.some(again + 1, attempts[again] + 1)
        pieces[again] = fresh.reshape(len(again), -1)
        attempts[again] = held
    else:
        raise Refusal("SERIE_TROP_GRANDE", size=series.size, most=MOST_ROWS_UNIQUE)
    exceptions = {int(piece) + 1: int(attempts[piece]) for piece in np.flatnonzero(attempts)}
    digest = sha256(np.ascontiguousarray(cartons).data).hexdigest()
    return Certificate(series.algorithm, series.size, digest, exceptions, rows_unique)


def verify(key: bytes, certificate: Certificate) -> Series:
    """Opens a series and makes all of it again: refused CERTIFICAT_DIFFERENT if one byte differs,
    CARTONS_JUMEAUX if the certificate hides a twin.
    """
    series = Series.opened(key, certificate)
    cartons = series.rows().reshape(-1, IN_A_CARTON)
    if sha256(np.ascontiguousarray(cartons).data).hexdigest() != certificate.digest:
        raise Refusal("CERTIFICAT_DIFFERENT", algorithm=series.algorithm, size=series.size)
    late = _later_twins(cartons, certificate.rows_unique)
    if len(late):
        raise Refusal("CARTONS_JUMEAUX", number=int(late[0]) + 1)
    return series


def twins(blocks: Sequence[Array]) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """The pairs of cartons with the same fifteen numbers, over all blocks of cartons (BIN-006).

    A block is uint8 (n, 15) or (n, 3, 5); a carton is named by its block and its place in it, both
    from 0. Each later twin is paired with the first.
    """
    sizes = [len(block) for block in blocks]
    cartons = np.concatenate([block.reshape(-1, IN_A_CARTON) for block in blocks])
    starts = np.cumsum([0, *sizes])
    sets = np.sort(cartons, axis=1)
    pairs = []
    for late, first in _equal_sets(sets, _set_keys(cartons)):
        here, there = (int(np.searchsorted(starts, at, side="right")) - 1 for at in (first, late))
        pairs.append(((here, first - int(starts[here])), (there, late - int(starts[there]))))
    return pairs


def _later_twins(cartons: Array, rows_unique: bool) -> Array:
    """The cartons, from 0, that repeat the set (or a row) of a carton before them."""
    late = _late(_set_keys(cartons))
    if len(late):
        pairs = _equal_sets(np.sort(cartons, axis=1), _set_keys(cartons))
        late = np.array([one for one, _ in pairs], np.int64)
    if rows_unique:
        late = np.concatenate([late, _late(_row_keys(cartons)) // 3])
    return late


def _late(keys: Array) -> Array:
    """Where a key stands that also stands before; quick when there is none."""
    ordered = np.sort(keys)
    twice = ordered[1:][ordered[1:] == ordered[:-1]]
    if not len(twice):
        return np.empty(0, np.int64)
    places = np.flatnonzero(np.isin(keys, twice))
    _, first = np.unique(keys[places], return_index=True)
    return np.delete(places, first)


def _equal_sets(sets: Array, keys: Array) -> list[tuple[int, int]]:
    """The later and the first of each pair of truly equal sets, among those with equal keys."""
    suspects = keys[_late(keys)]
    first: dict[bytes, int] = {}
    pairs = []
    for place in np.flatnonzero(np.isin(keys, suspects)).tolist():
        before = first.setdefault(sets[place].tobytes(), place)
        if before != place:
            pairs.append((place, before))
    return pairs


@cache
def _constants() -> Array:
    words = [
        blake2b(bytes((number,)), digest_size=8, person=b"carton-set").digest()
        for number in range(91)
    ]
    return np.frombuffer(b"".join(words), "<u8")


def _set_keys(cartons: Array) -> Array:
    keys = np.empty(len(cartons), np.uint64)
    for start in range(0, len(cartons), _STEP):
        some = _constants().take(cartons[start : start + _STEP])
        some.sum(axis=1, out=keys[start : start + _STEP])
    return keys


def _row_keys(cartons: Array) -> Array:
    """Five numbers of seven bits: exact, for a row is always ascending."""
    rows = cartons.reshape(-1, IN_A_ROW)
    keys = np.zeros(len(rows), np.uint64)
    for place in range(IN_A_ROW):
        keys <<= np.uint64(7)
        keys |= rows[:, place]
    return keys

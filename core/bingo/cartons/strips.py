"""Strips of six at full speed: algorithm `strip-1`, uniform over all 4.677e77 ordered strips.

Strip s of a key, at attempt a, reads the 512 bytes of AES-128 of the counter blocks
(a as 64 bits, 32(s-1) to 32(s-1)+31 as 64 bits, big-endian), as little-endian words:

* 90 words of 32 bits deal the numbers: in each column the cartons' shares are shuffled by sorting
  them by their 25 middle bits (bits 3 to 27);
* 8 words of 64 bits (from byte 360) walk through the counts of the columns, see `columns`;
* one word of 64 bits (byte 424) decides whether the walk is kept;
* 6 words of 32 bits (byte 432) choose each carton's row layout.

A strip that must be dealt again (walk not kept, two equal sort keys, a layout word that would
favour a layout) goes to the next attempt, so every strip can be recomputed alone.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from core.bingo.cartons.columns import CHANCE_BITS, SLOTS, TURNS, walk
from core.bingo.cartons.grid import COLUMN_SIZES, COLUMNS, IN_A_STRIP
from core.bingo.cartons.layouts import WAYS, layouts

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

STREAM = 512  # bytes a strip and attempt
BLOCKS = STREAM // 16
CHUNK = 2048  # strips at a time: what fits the cache

_WALK = slice(45, 53)  # in 64-bit words
_KEEP = 53
_LAYOUT = slice(108, 114)  # in 32-bit words
_PADDED = 96  # 16 places a carton
_WAYS = np.array(WAYS, np.uint64)
_BIAS = np.array([(1 << 32) % ways for ways in WAYS], np.uint64)
_THREES = np.array([0, 1, 7, 49])  # what a carton adds to the index of `Walk.accept`


class _Templates(NamedTuple):
    columns: Array  # uint32: for each of 90 places its column, and its carton where that is fixed
    places: Array  # uint16: the numbers 1 to 90, and one more for each carton, behind its fifteen
    groups: Array  # uint16: for 16 places a carton, the carton
    rows: Array  # uint32: a byte of a layout word -> four rows, one a byte; 3 becomes 255


@cache
def _templates() -> _Templates:
    fixed = [column << 28 | carton for column in range(COLUMNS) for carton in range(IN_A_STRIP)]
    extra = [
        column << 28 for column, size in enumerate(COLUMN_SIZES) for _ in range(min(4, size - 6))
    ]
    extra.insert(3, 8 << 28)  # the fifth of column 9 travels with the three of column 1
    pads = [carton << 13 | 127 for carton in range(IN_A_STRIP)]
    packed = np.arange(1 << 8, dtype=np.uint32)
    rows = np.zeros(1 << 8, np.uint32)
    for at in range(4):
        row = packed >> np.uint32(2 * at) & np.uint32(3)
        row[row == 3] = 255
        rows |= row << np.uint32(8 * at)
    return _Templates(
        np.array(fixed + extra, np.uint32),
        np.array([*range(1, 91), *pads], np.uint16),
        np.array([carton << 13 for carton in range(IN_A_STRIP) for _ in range(16)], np.uint16),
        rows,
    )


def strips(key: bytes, first: int, count: int) -> Array:
    """`count` strips from strip `first` (from 1): uint8 of shape (count, 90), row by row."""
    dealt = np.empty((count, 90), np.uint8)
    cipher = Cipher(algorithms.AES(key), modes.CTR(_counter(first))).encryptor()
    zeros = memoryview(bytes(min(count, CHUNK) * STREAM))
    again = []
    for start in range(0, count, CHUNK):
        end = min(start + CHUNK, count)
        stream = cipher.update(zeros[: (end - start) * STREAM])
        again.append(_deal(stream, dealt[start:end]) + start)
    left = np.concatenate(again)
    if len(left):
        dealt[left], _ = strips_from(key, left + first, np.ones(len(left), np.int64))
    return dealt


def strips_from(key: bytes, numbers: Array, attempts: Array) -> tuple[Array, Array]:
    """Any strips, each dealt from its attempt on: uint8 (n, 90), and the attempts that held."""
    dealt = np.empty((len(numbers), 90), np.uint8)
    attempts = attempts.copy()
    left = np.arange(len(numbers))
    while len(left):
        again = []
        for start in range(0, len(left), CHUNK):
            some = left[start : start + CHUNK]
            fresh = np.empty((len(some), 90), np.uint8)
            again.append(some[_deal(_stream(key, numbers[some], attempts[some]), fresh)])
            dealt[some] = fresh
        left = np.concatenate(again)
        attempts[left] += 1
    return dealt, attempts


def _counter(number: int) -> bytes:
    return (BLOCKS * (number - 1)).to_bytes(16, "big")


def _stream(key: bytes, numbers: Array, attempts: Array) -> bytes:
    """The same bytes as the counter mode gives, for strips that do not follow each other."""
    blocks = np.empty((len(numbers), BLOCKS, 2), ">u8")
    blocks[:, :, 0] = attempts[:, None]
    blocks[:, :, 1] = ((numbers - 1) * BLOCKS)[:, None] + np.arange(BLOCKS)
    return Cipher(algorithms.AES(key), modes.ECB()).encryptor().update(blocks.tobytes())


def _deal(stream: bytes, dealt: Array) -> Array:
    """Deals as many strips as `dealt` has rows; the indexes of those to deal again."""
    words = np.frombuffer(stream, "<u4").reshape(-1, STREAM // 4)
    extras, briefs, kept = _walk(words.view("<u8"))
    layout, fair = _layouts(words[:, _LAYOUT], briefs)
    shares, distinct = _share(words[:, :90], extras)
    _lay_out(shares, layout, dealt)
    return np.flatnonzero(~(kept & fair & distinct))


def _walk(words: Array) -> tuple[Array, Array, Array]:
    """Who gets more than one number in each column.

    Gives the extra cartons (n, 36) as bytes, the count vectors (6, n) as `Layouts.brief` has them,
    and which strips are kept.
    """
    tables = walk()
    count = len(words)
    chance = np.ascontiguousarray(words[:, _WALK].T)
    extras = np.empty((COLUMNS, count), np.uint32)
    low, high = np.zeros(count, np.uint64), np.zeros(count, np.uint64)
    base, order = np.zeros(count, np.int64), np.zeros(count, np.int64)
    for column in range(COLUMNS):
        if column < COLUMNS - 1:
            place = (chance[column] >> np.uint64(CHANCE_BITS)).view(np.int64)
            odds = tables.odds.take(place + base)
            other = (odds & np.uint64(SLOTS - 1)).view(np.int64)
            own = (chance[column] << np.uint64(7) | np.uint64(127)) < odds
            move = np.where(own, place, other)
            after = tables.after.take(base + move)
        else:
            move = tables.last.take(base >> 7)
        who = tables.turned[column].take(order * SLOTS + move).astype(np.int64)
        tables.extras[column].take(who, out=extras[column], mode="clip")
        for sums, digits in zip((low, high), tables.digits[column], strict=True):
            sums *= np.uint64(3)
            sums += digits.take(who)
        if column < COLUMNS - 1:
            order = tables.composed.take(order * TURNS + (after & (TURNS - 1))).astype(np.int64)
            base = after >> 8
    extras[0] |= tables.fifth.take(who)
    codes = np.empty((IN_A_STRIP, count), np.int64)
    for carton in range(IN_A_STRIP):
        sums = low if carton < 3 else high
        codes[carton] = sums >> np.uint64(16 * (carton % 3)) & np.uint64(0xFFFF)
    briefs = layouts().brief.take(codes)
    kept = words[:, _KEEP] < tables.accept.take(_THREES.take(briefs & 3).sum(0))
    return np.ascontiguousarray(extras.T).view(np.uint8), briefs, kept


def _layouts(words: Array, briefs: Array) -> tuple[Array, Array]:
    """Each carton's layout word (n, 6), each of its count vector's equally likely.

    Also which strips had no word to throw away (Lemire's method, exact).
    """
    threes = briefs & 3
    product = np.ascontiguousarray(words.T) * _WAYS.take(threes)
    chosen = (product >> np.uint64(32)).view(np.int64) + (briefs >> 2)
    product &= np.uint64(0xFFFFFFFF)
    fair = np.all(product >= _BIAS.take(threes), axis=0)
    return np.ascontiguousarray(layouts().words.take(chosen).T), fair


def _share(words: Array, extras: Array) -> tuple[Array, Array]:
    """Which carton has each number (n, 90), in the low bits; and where no two keys were equal."""
    keys = words & np.uint32(0x0FFFFFF8)
    keys += _templates().columns
    keys[:, 54:] += extras
    keys.sort(axis=1)
    flat = keys.ravel()
    near = (flat[1:] ^ flat[:-1]) < np.uint32(8)
    distinct = np.ones(len(keys), np.bool_)
    if near.any():
        distinct[np.flatnonzero(near) // 90] = False
    return keys, distinct


def _lay_out(keys: Array, layout: Array, dealt: Array) -> None:
    """Sorts the numbers by carton, then by carton and row. A place is carton, row, number."""
    templates = _templates()
    places = np.zeros((len(keys), _PADDED), np.uint16)
    places[:, :90] = keys  # what is above the carton falls off, here and at the shift
    places <<= np.uint16(13)
    places += templates.places
    places.sort(axis=1)
    _settle(places, layout, dealt)


def settle(fifteen: Array, words: Array) -> Array:
    """Puts the ascending numbers of cartons into their rows, six cartons at a time.

    `fifteen` has 16 bytes a carton, the last free; `words` are layout words. Gives (n, 15).
    """
    groups = len(words) // IN_A_STRIP
    places = fifteen.view(np.uint8).reshape(groups, _PADDED).astype(np.uint16)
    places += _templates().groups
    dealt = np.empty((groups, 90), np.uint8)
    _settle(places, words, dealt)
    return dealt.reshape(-1, 15)


def _settle(places: Array, layout: Array, dealt: Array) -> None:
    rows = _templates().rows.take(layout.view(np.uint8)).view(np.uint8)
    places |= np.left_shift(rows.reshape(places.shape), 8, dtype=np.uint16)
    places.sort(axis=1)
    dealt[:] = places[:, :90]  # the low byte

"""The letters a receipt printer has: code page 858, and the nearest sign for all others.

A name is printed as typed as far as the page goes; Łukasz becomes Lukasz, never a foreign glyph.
"""

from __future__ import annotations

import textwrap
import unicodedata
from functools import lru_cache

from core.documents import plain

PAGE = "cp858"
NEAREST = str.maketrans(
    {
        "’": "'", "‘": "'", "ʼ": "'", "“": '"', "”": '"', "„": '"', "–": "-", "—": "-", "−": "-",
        "…": "...", "•": "·", "œ": "oe", "Œ": "OE", "Ł": "L", "ł": "l", "Đ": "D", "đ": "d",
        "ẞ": "SS", "™": "TM", "→": "->", "←": "<-", "≤": "<=", "≥": ">=", "✂": "-",
    }
)  # fmt: skip


def printable(text: str) -> str:
    """The text in letters of code page 858: one printed cell for each."""
    return "".join(map(_nearest, plain(text).translate(NEAREST)))


@lru_cache(maxsize=4096)
def _nearest(letter: str) -> str:
    for candidate in (letter, unicodedata.normalize("NFKD", letter)[:1]):
        try:
            candidate.encode(PAGE)
        except UnicodeEncodeError:
            continue
        return candidate
    return "?"


def encoded(text: str) -> bytes:
    """Bytes of text already made printable."""
    return text.encode(PAGE, errors="replace")


def wrapped(text: str, columns: int) -> list[str]:
    """Lines of at most so many columns, cut between words, within one only if it is longer."""
    return textwrap.wrap(text, columns, break_on_hyphens=False, replace_whitespace=False) or [""]

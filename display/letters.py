"""Words as large as figures, made of background-coloured spaces: read from the back of the hall.

Two faces of square « pixels », two columns wide and one row high times a scale: 5 × 7 and 3 × 5.
Accents stand in two more rows above, taken only by words that have some.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from rich.segment import Segment
from rich.style import Style


@dataclass(frozen=True, eq=False)
class Face:
    """Shapes by letter, rows of « # » and « . »; `accents` are drawn above a letter."""

    height: int
    shapes: dict[str, tuple[str, ...]]
    accents: dict[str, tuple[str, ...]]
    space: int

    def above(self, text: str) -> int:
        """Rows that the accents of this text take above it."""
        marks = [mark for letter in text for mark in _parted(letter)[1]]
        return len(self.accents["\u0301"]) if marks else 0

    def size(self, text: str, scale: int = 1) -> tuple[int, int]:
        """Columns and rows that this text takes."""
        rows = pixels(text, self)
        return len(rows[0]) * 2 * scale, len(rows) * scale


def _parted(letter: str) -> tuple[str, str]:
    """« É » -> « E » and its acute; what the faces lack loses its mark (« Ç » -> « C »)."""
    parts = unicodedata.normalize("NFD", letter)
    return parts[0], "".join(mark for mark in parts[1:] if mark in "\u0301\u0300\u0302")


@lru_cache(maxsize=512)
def pixels(text: str, face: Face) -> tuple[str, ...]:
    """The rows of a text, letters side by side with one empty pixel between."""
    above = face.above(text)
    rows = [""] * (above + face.height)
    for letter in text.upper():
        base, mark = _parted(letter)
        shape = face.shapes.get(base, (("." * face.space,) * face.height))
        crown = face.accents.get(mark, ("",) * above) if above else ()
        width = len(shape[0])
        lines = [*(row.center(width, ".")[:width] for row in crown), *shape]
        rows = [row + line + "." for row, line in zip(rows, lines, strict=True)]
    return tuple(row[:-1] for row in rows) if text else ("",) * face.height


@lru_cache(maxsize=4096)
def runs(row: str, scale: int) -> tuple[tuple[bool, int], ...]:
    """One row of pixels as runs of ink and of field, in columns."""
    found: list[tuple[bool, int]] = []
    start = 0
    for place in range(1, len(row) + 1):
        if place == len(row) or row[place] != row[start]:
            found.append((row[start] == "#", (place - start) * 2 * scale))
            start = place
    return tuple(found)


def line_of(
    text: str, face: Face, scale: int, y: int, width: int, ink: Style, field: Style
) -> Iterable[Segment]:
    """Row `y` of a text in the middle of `width` columns."""
    rows = pixels(text, face)
    row = rows[min(y // scale, len(rows) - 1)]
    columns = len(row) * 2 * scale
    left = max((width - columns) // 2, 0)
    yield Segment(" " * left, field)
    for is_ink, length in runs(row, scale):
        yield Segment(" " * length, ink if is_ink else field)
    yield Segment(" " * max(width - left - columns, 0), field)


def _face(
    height: int, letters: str, drawn: str, accents: dict[str, tuple[str, ...]], space: int
) -> Face:
    """Blocks of `height` lines; in each, letters side by side in the order of `letters`."""
    lines = [line for line in drawn.splitlines() if line.strip()]
    shapes: dict[str, tuple[str, ...]] = {}
    names = iter(letters)
    for top in range(0, len(lines), height):
        block = [line.split() for line in lines[top : top + height]]
        for place in range(len(block[0])):
            shapes[next(names)] = tuple(row[place] for row in block)
    return Face(height, shapes, accents, space)


LARGE = _face(
    7,
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789€,.:?!'-/+×«»",
    """
    .###. ####. .#### ####. ##### ##### .#### #...# ### ..### #...# #....
    #...# #...# #.... #...# #.... #.... #.... #...# .#. ...#. #..#. #....
    #...# #...# #.... #...# #.... #.... #.... #...# .#. ...#. #.#.. #....
    ##### ####. #.... #...# ####. ####. #..## ##### .#. ...#. ##... #....
    #...# #...# #.... #...# #.... #.... #...# #...# .#. ...#. #.#.. #....
    #...# #...# #.... #...# #.... #.... #...# #...# .#. #..#. #..#. #....
    #...# ####. .#### ####. ##### #.... .###. #...# ### .##.. #...# #####

    #...# #...# .###. ####. .###. ####. .#### ##### #...# #...# #...# #...#
    ##.## ##..# #...# #...# #...# #...# #.... ..#.. #...# #...# #...# #...#
    #.#.# #.#.# #...# #...# #...# #...# #.... ..#.. #...# #...# #...# .#.#.
    #.#.# #.#.# #...# ####. #...# ####. .###. ..#.. #...# #...# #.#.# ..#..
    #...# #..## #...# #.... #.#.# #.#.. ....# ..#.. #...# #...# #.#.# .#.#.
    #...# #...# #...# #.... #..#. #..#. ....# ..#.. #...# .#.#. ##.## #...#
    #...# #...# .###. #.... .##.# #...# ####. ..#.. .###. ..#.. #...# #...#

    #...# ##### .###. ..#.. .###. .###. ...#. ##### .###. ##### .###. .###.
    #...# ....# #...# .##.. #...# #...# ..##. #.... #.... ....# #...# #...#
    .#.#. ...#. #...# ..#.. ....# ....# .#.#. ####. #.... ...#. #...# #...#
    ..#.. ..#.. #...# ..#.. ...#. ..##. #..#. ....# ####. ...#. .###. .####
    ..#.. .#... #...# ..#.. ..#.. ....# ##### ....# #...# ..#.. #...# ....#
    ..#.. #.... #...# ..#.. .#... #...# ...#. #...# #...# ..#.. #...# ....#
    ..#.. ##### .###. .###. ##### .###. ...#. .###. .###. ..#.. .###. .###.

    ..### .. . . .###. # # ... ....# ..... ..... ...... ......
    .#... .. . . #...# # # ... ....# ..... ..... ..#..# #..#..
    ####. .. . # ....# # . ... ...#. ..#.. #...# .#..#. .#..#.
    .#... .. . . ...#. # . ### ..#.. ..#.. .#.#. #..#.. ..#..#
    ####. .. . . ..#.. # . ... .#... ##### ..#.. .#..#. .#..#.
    .#... .# . # ..... . . ... #.... ..#.. .#.#. ..#..# #..#..
    ..### #. # . ..#.. # . ... #.... ..#.. #...# ...... ......
    """,
    {"\u0301": ("...#.", "..#.."), "\u0300": (".#...", "..#.."), "\u0302": ("..#..", ".#.#.")},
    3,
)
SMALL = _face(
    5,
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789€,.:?!'-/+×",
    """
    ### ##. ### ##. ### ### ### #.# # .## #.# #.. #...# #..# ### ### ###. ##. ### ###
    #.# #.# #.. #.# #.. #.. #.. #.# # ..# #.# #.. ##.## ##.# #.# #.# #.#. #.# #.. .#.
    ### ##. #.. #.# ##. ##. #.# ### # ..# ##. #.. #.#.# #.## #.# ### #.#. ##. ### .#.
    #.# #.# #.. #.# #.. #.. #.# #.# # #.# #.# #.. #...# #..# #.# #.. #.#. #.# ..# .#.
    #.# ##. ### ##. ### #.. ### #.# # ### #.# ### #...# #..# ### #.. #### #.# ### .#.

    #.# #.# #...# #.# #.# ### ### .#. ### ### #.# ### ### ### ### ### .### .. . . ### # # .. ..# ... ...
    #.# #.# #...# #.# #.# ..# #.# ##. ..# ..# #.# #.. #.. ..# #.# #.# ##.. .. . # ..# # # .. ..# .#. #.#
    #.# #.# #.#.# .#. .#. .#. #.# .#. ### ### ### ### ### ..# ### ### #... .. . . .#. # . ## .#. ### .#.
    #.# #.# ##.## #.# .#. #.. #.# .#. #.. ..# ..# ..# #.# ..# #.# ..# ##.. .# . # ... . . .. #.. .#. #.#
    ### .#. #...# #.# .#. ### ### ### ### ### ..# ### ### ..# ### ### .### #. # . .#. # . .. #.. ... ...
    """,
    {"\u0301": ("..#", ".#."), "\u0300": ("#..", ".#."), "\u0302": (".#.", "#.#")},
    2,
)

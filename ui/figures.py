"""Big figures made of background-coloured spaces: no glyph needed, any font, any distance.

A figure is a pattern of square « pixels », each two columns wide and one row high times a scale.
Two faces: 3 × 5 for the cells of the board, 5 × 7 for the last number.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from rich.segment import Segment
from rich.style import Style


@dataclass(frozen=True)
class Face:
    """The shapes of ten figures, each a row of strings where « # » is ink."""

    width: int
    height: int
    shapes: tuple[tuple[str, ...], ...]

    def size(self, text: str, scale: int = 1) -> tuple[int, int]:
        """Columns and rows that this number takes."""
        return (len(text) * (self.width + 1) - 1) * 2 * scale, self.height * scale


def _face(*rows: str) -> Face:
    """Ten figures side by side, columns separated by a blank, as drawn below."""
    figures = [row.split(" ") for row in rows]
    shapes = tuple(tuple(row[digit] for row in figures) for digit in range(10))
    return Face(len(shapes[0][0]), len(rows), shapes)


SMALL = _face(
    "### .#. ### ### #.# ### ### ### ### ###",
    "#.# ##. ..# ..# #.# #.. #.. ..# #.# #.#",
    "#.# .#. ### ### ### ### ### ..# ### ###",
    "#.# .#. #.. ..# ..# ..# #.# ..# #.# ..#",
    "### ### ### ### ..# ### ### ..# ### ###",
)
LARGE = _face(
    ".###. ..#.. .###. .###. ...#. ##### .###. ##### .###. .###.",
    "#...# .##.. #...# #...# ..##. #.... #.... ....# #...# #...#",
    "#...# ..#.. ....# ....# .#.#. ####. #.... ...#. #...# #...#",
    "#...# ..#.. ...#. ..##. #..#. ....# ####. ...#. .###. .####",
    "#...# ..#.. ..#.. ....# ##### ....# #...# ..#.. #...# ....#",
    "#...# ..#.. .#... #...# ...#. #...# #...# ..#.. #...# ....#",
    ".###. .###. ##### .###. ...#. .###. .###. ..#.. .###. .###.",
)

Runs = tuple[tuple[bool, int], ...]
"""One row of a figure: (ink?, columns) from left to right."""


@cache
def runs(text: str, face: Face, scale: int = 1) -> tuple[Runs, ...]:
    """The rows of a number, each as runs of ink and of field."""
    rows: list[Runs] = []
    for line in range(face.height):
        pixels = ".".join(face.shapes[int(digit)][line] for digit in text)
        rows.extend([tuple(_run(pixels, 2 * scale))] * scale)
    return tuple(rows)


def _run(pixels: str, columns: int) -> Iterator[tuple[bool, int]]:
    start = 0
    for place in range(1, len(pixels) + 1):
        if place == len(pixels) or pixels[place] != pixels[start]:
            yield pixels[start] == "#", (place - start) * columns
            start = place


@lru_cache(maxsize=16_384)
def row_of(
    text: str,
    face: Face,
    scale: int,
    y: int,
    size: tuple[int, int],
    ink: Style,
    field: Style,
    grain: str = " ",
) -> tuple[Segment, ...]:
    """Row `y` of a tile of `size` (columns, rows) with the number in its middle.

    `grain` fills the ink; « ░ » makes a figure that stays faint where there is no colour.
    """
    width, height = size
    columns, rows = face.size(text, scale)
    line = y - (height - rows) // 2
    if not 0 <= line < rows or columns > width:
        return (Segment(" " * width, field),)
    left = (width - columns) // 2
    drawn = (
        Segment((grain if is_ink else " ") * length, ink if is_ink else field)
        for is_ink, length in runs(text, face, scale)[line]
    )
    right = Segment(" " * (width - columns - left), field)
    return (Segment(" " * left, field), *drawn, right)


def largest(room: tuple[int, int]) -> tuple[Face, int] | None:
    """The face and scale whose two figures fill this room best. None: not even the smallest."""
    for scale in range(8, 0, -1):
        for face in (LARGE, SMALL):
            columns, rows = face.size("90", scale)
            if columns <= room[0] and rows <= room[1]:
                return face, scale
    return None

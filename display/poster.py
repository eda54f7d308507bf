"""Words on the whole board, as large as there is room: a poster of a few lines in the middle.

Three levels: what must be read from the last row, what should be, and what is for the curious.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Size
from textual.strip import Strip
from textual.widget import Widget

from display import letters


class Level(StrEnum):
    GIANT = "giant"
    LARGE = "large"
    TEXT = "text"


class Tone(StrEnum):
    PLAIN = "plain"
    ACCENT = "accent"
    CARE = "care"
    MUTED = "muted"


@dataclass(frozen=True)
class Words:
    """One line of a poster."""

    text: str
    level: Level = Level.LARGE
    tone: Tone = Tone.PLAIN


Rung = tuple[letters.Face | None, int]
LADDER: tuple[Rung, ...] = (
    (letters.LARGE, 4),
    (letters.LARGE, 3),
    (letters.LARGE, 2),
    (letters.SMALL, 2),
    (letters.LARGE, 1),
    (letters.SMALL, 1),
    (None, 1),
)
LAST_LETTERS = len(LADDER) - 2
BELOW = 2  # a large line stands so many rungs under a giant one
WRAPS_FROM = 2  # taller letters are never broken over lines


@dataclass(frozen=True)
class Placed:
    """A line with its place: `top` in rows of the poster."""

    text: str
    tone: Tone
    face: letters.Face | None
    scale: int
    top: int
    height: int


@lru_cache(maxsize=256)
def placed(lines: tuple[Words, ...], size: Size) -> tuple[Placed, ...]:
    """The largest letters in which everything fits; what does not fit even as text is cut below."""
    for rung in range(len(LADDER)):
        for wraps in (False, True):
            if wraps and rung < WRAPS_FROM:
                continue
            found = _tried(lines, size, rung, wraps)
            if found is not None:
                return found
    return _stacked(list(_set(lines, size.width, len(LADDER) - 1, True)), size)


def _tried(
    lines: tuple[Words, ...], size: Size, rung: int, wraps: bool
) -> tuple[Placed, ...] | None:
    rows = list(_set(lines, size.width, rung, wraps))
    wide = any(row[2] is not None and row[2].size(row[0], row[3])[0] > size.width for row in rows)
    plain = any(row[2] is None and len(row[0]) > size.width for row in rows)
    room = size.height - (_air(rows) if rung < LAST_LETTERS else 0)
    if wide or plain or sum(map(_height, rows)) + _gaps(rows) > room:
        return None
    return _stacked(rows, size)


Row = tuple[str, Tone, letters.Face | None, int, bool]
"""Text, tone, face, scale, and whether the next row goes on with the same line."""


def _set(lines: Iterable[Words], width: int, rung: int, wraps: bool) -> Iterator[Row]:
    """Each line in its letters, broken where that is allowed."""
    for line in lines:
        place = rung if line.level is Level.GIANT else min(rung + BELOW, len(LADDER) - 1)
        face, scale = LADDER[place] if line.level is not Level.TEXT else (None, 1)
        if face is None:
            parts = textwrap.wrap(line.text, max(width - 2, 8)) or [""]
        else:
            parts = _wrapped(line.text, face, scale, width) if wraps else [line.text]
        for count, part in enumerate(parts, 1):
            yield part, line.tone, face, scale, count < len(parts)


def _wrapped(text: str, face: letters.Face, scale: int, width: int) -> list[str]:
    parts: list[str] = []
    for word in text.split(" "):
        longer = f"{parts[-1]} {word}" if parts else word
        if parts and face.size(longer, scale)[0] <= width:
            parts[-1] = longer
        else:
            parts.append(word)
    return parts


def _air(rows: Sequence[Row]) -> int:
    """Rows left free where smaller letters are still to be had: at the edges, under plain text."""
    scale = max(row[3] for row in rows)
    return 2 * (scale > 1) + sum(row[2] is None for row in rows[:-1])


def _height(row: Row) -> int:
    text, _, face, scale, _ = row
    return 1 if face is None else face.size(text, scale)[1]


def _gap(row: Row) -> int:
    """Empty rows under a line."""
    _, _, face, scale, _ = row
    return 0 if face is None else scale


def _gaps(rows: Sequence[Row]) -> int:
    return sum(map(_gap, rows[:-1]))


def _stacked(rows: list[Row], size: Size) -> tuple[Placed, ...]:
    """In the middle from top to bottom; spare rows widen the gaps a little."""
    need = sum(map(_height, rows)) + _gaps(rows)
    spare = max(size.height - need, 0)
    apart = sum(not row[4] for row in rows[:-1])
    wider = min(spare // (len(rows) + 1), 3) if rows else 0
    top = max((spare - wider * apart) // 2, 0)
    found = []
    for row in rows:
        text, tone, face, scale, goes_on = row
        height = _height(row)
        found.append(Placed(text, tone, face, scale, top, height))
        top += height + _gap(row) + (0 if goes_on else wider)
    return tuple(found)


class Poster(Widget):
    """Shows its lines, never cut while plain text still fits.

    | component | what |
    |---|---|
    | `poster--plain`, `poster--accent`, `poster--care`, `poster--muted` | by tone |
    """

    COMPONENT_CLASSES = {f"poster--{tone}" for tone in Tone}
    DEFAULT_CSS = """
    Poster {
        width: 1fr;
        height: 1fr;
        & > .poster--plain { color: $foreground; background: $background; text-style: bold; }
        & > .poster--accent { color: $accent; background: $background; text-style: bold; }
        & > .poster--care { color: $warning; background: $background; text-style: bold; }
        & > .poster--muted { color: $text-muted; background: $background; }
    }
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.lines: tuple[Words, ...] = ()

    def show(self, lines: Sequence[Words]) -> None:
        """These lines from now on."""
        if tuple(lines) != self.lines:
            self.lines = tuple(lines)
            self.refresh()

    def render_line(self, y: int) -> Strip:
        """One row of the poster."""
        for line in placed(self.lines, self.size):
            if line.top <= y < line.top + line.height:
                return Strip(self._row(line, y - line.top)).adjust_cell_length(self.size.width)
        return Strip.blank(self.size.width, self.rich_style)

    def _row(self, line: Placed, y: int) -> Iterable[Segment]:
        style, width = self.get_component_rich_style(f"poster--{line.tone}"), self.size.width
        if line.face is None:
            yield Segment(line.text[:width].center(width), style)
            return
        ink = Style(color=style.color, bgcolor=style.bgcolor, reverse=True)
        yield from letters.line_of(line.text, line.face, line.scale, y, width, ink, self.rich_style)

"""The board: the 90 numbers as one widget, and the last ball beside them (DSP-002, DSP-015).

Lit is reverse video, never colour alone. One widget draws all cells line by line, and a ball
repaints two of them. With room enough the drawn numbers are tiles of big figures that can be read
from the back of the hall; in 80 × 24 they are two digits each.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget

from ui import figures

ACROSS, DOWN = 10, 9
TILE = (15, 7)  # columns and rows from which a cell holds a figure with a margin around it
GLOW = (15, 5)  # from which it holds a figure without margin: bright figures on no tile


class Look(Enum):
    """How much a cell has room for."""

    TEXT = "text"
    GLOW = "glow"
    TILE = "tile"


@dataclass(frozen=True)
class Grid:
    """Where the cells are: all sizes in terminal cells."""

    cell: Size
    tile: Size
    left: int
    top: int
    look: Look

    @classmethod
    @lru_cache(maxsize=16)
    def within(cls, size: Size) -> Grid:
        """The largest regular grid of 10 × 9 in this room."""
        wide, high = max(size.width // ACROSS, 1), max(size.height // DOWN, 1)
        look = Look.TEXT
        if wide - 1 >= GLOW[0] and high >= GLOW[1]:
            look = Look.TILE if wide - 1 >= TILE[0] and high >= TILE[1] else Look.GLOW
        gap = 1 if high > (TILE[1] if look is Look.TILE else 2 if look is Look.TEXT else 99) else 0
        gap = 1 if look is Look.TEXT and high == 2 else gap
        tile = Size(max(wide - 1, min(wide, 2)), high - gap)
        left = max((size.width - wide * ACROSS + 1) // 2, 0)
        return cls(Size(wide, high), tile, left, max((size.height - high * DOWN) // 2, 0), look)

    def region(self, number: int) -> Region:
        """The cell of a number, without its gaps."""
        row, column = divmod(number - 1, ACROSS)
        x, y = self.left + column * self.cell.width, self.top + row * self.cell.height
        return Region(x, y, self.tile.width, self.tile.height)


class Board(Widget):
    """The 90 numbers in nine rows of ten.

    | component | what |
    |---|---|
    | `board--unlit`, `board--unlit-figure` | a number still in the sphere, small and large |
    | `board--lit`, `board--lit-odd` | a drawn number; two shades keep neighbours apart |
    | `board--last` | the last one drawn |
    """

    COMPONENT_CLASSES = {
        "board--unlit",
        "board--unlit-figure",
        "board--lit",
        "board--lit-odd",
        "board--last",
    }
    DEFAULT_CSS = """
    Board {
        width: 1fr;
        height: 1fr;
        & > .board--unlit { color: $unlit; background: $background; }
        & > .board--unlit-figure { color: $unlit-figure; background: $background; }
        & > .board--lit { color: $lit; background: $lit-text; text-style: bold reverse; }
        & > .board--lit-odd { color: $lit-odd; background: $lit-text; text-style: bold reverse; }
        & > .board--last { color: $last; background: $last-text; text-style: bold reverse; }
    }
    """

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._drawn: tuple[int, ...] = ()
        self._lit: frozenset[int] = frozenset()

    @property
    def drawn(self) -> tuple[int, ...]:
        """The balls displayed so far, in order."""
        return self._drawn

    def show(self, drawn: Sequence[int]) -> None:
        """Lights exactly these numbers, the last of them as the last. Repaints what changed."""
        before, now = self._drawn, tuple(drawn)
        if before == now:
            return
        changed = self._lit ^ frozenset(now)
        changed |= frozenset(before[-1:]) | frozenset(now[-1:])
        self._drawn, self._lit = now, frozenset(now)
        grid = self._grid
        self.refresh(*(grid.region(number) for number in changed))

    @property
    def _grid(self) -> Grid:
        return Grid.within(self.size)

    def render_line(self, y: int) -> Strip:
        """One line of the whole board."""
        grid = self._grid
        row, line = divmod(y - grid.top, grid.cell.height)
        empty = self.rich_style
        if not 0 <= row < DOWN or line >= grid.tile.height:
            return Strip.blank(self.size.width, empty)
        segments = [Segment(" " * grid.left, empty)]
        gap = Segment(" " * (grid.cell.width - grid.tile.width), empty)
        for number in range(row * ACROSS + 1, (row + 1) * ACROSS + 1):
            segments.extend(self._cell(number, line, grid))
            segments.append(gap)
        return Strip(segments).adjust_cell_length(self.size.width, empty)

    def _cell(self, number: int, line: int, grid: Grid) -> Iterable[Segment]:
        style, lit = self._style(number), number in self._lit
        if grid.look is Look.TEXT:
            text = self._text(number, lit, grid.tile.width)
            middle = line == (grid.tile.height - 1) // 2
            return (Segment(text if middle else " " * grid.tile.width, style),)
        plain = Style(color=style.bgcolor, bgcolor=style.bgcolor)
        ink, field = (plain, style) if lit and grid.look is Look.TILE else (style, plain)
        size = (grid.tile.width, grid.tile.height)
        grain = " " if lit else "░"
        return figures.row_of(str(number), figures.SMALL, 1, line, size, ink, field, grain)

    def _text(self, number: int, lit: bool, width: int) -> str:
        last = lit and number == self._drawn[-1]
        return (f"[{number}]" if last and width >= 4 else f"{number:2d}").center(width)

    def _style(self, number: int) -> Style:
        if number not in self._lit:
            small = self._grid.look is Look.TEXT
            return self.get_component_rich_style(f"board--unlit{'' if small else '-figure'}")
        if number == self._drawn[-1]:
            return self.get_component_rich_style("board--last")
        odd = (number - 1 + (number - 1) // ACROSS) % 2
        return self.get_component_rich_style("board--lit-odd" if odd else "board--lit")

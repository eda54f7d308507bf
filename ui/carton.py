"""A carton on a screen: three rows of nine, what was drawn, and the row that wins (DSP-006).

A drawn number is underlined and bears ●; the cells of a winning row are in reverse video; a number
that a claim still misses stands in brackets. The same widget serves the board's verification, the
caller, the desk and a player's virtual cartons.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Size
from textual.strip import Strip
from textual.widget import Widget

from ui import figures

COLUMNS, ROWS = 9, 3
NARROW_CELL, SMALL_CELL, LARGE_CELL = Size(3, 1), Size(4, 1), Size(16, 7)


def grid_of(rows: Iterable[Iterable[int]]) -> tuple[tuple[int, ...], ...]:
    """Places the numbers of each row in their nine columns (1–9, 10–19, … 80–90), 0 if empty."""
    grid = []
    for row in rows:
        cells = [0] * COLUMNS
        for number in row:
            if number:
                cells[min(number // 10, COLUMNS - 1)] = number
        grid.append(tuple(cells))
    return tuple(grid)


class CartonGrid(Widget):
    """One carton. Its cells follow from the room: 37 × 7, 46 × 7, or figures from 154 × 25 on.

    | component | what |
    |---|---|
    | `carton--frame` | the lines |
    | `carton--number` | a number not drawn yet |
    | `carton--drawn` | a drawn number |
    | `carton--won` | a cell of the winning row |
    | `carton--missing` | a number that the claim misses |
    | `carton--empty` | an empty cell |
    """

    COMPONENT_CLASSES = {
        "carton--frame",
        "carton--number",
        "carton--drawn",
        "carton--won",
        "carton--missing",
        "carton--empty",
    }
    DEFAULT_CSS = """
    CartonGrid {
        width: 46;
        height: 7;
        & > .carton--frame { color: $carton-frame; background: $background; }
        & > .carton--number { color: $foreground; background: $background; }
        & > .carton--drawn { color: $lit; background: $background; text-style: bold underline; }
        & > .carton--won { color: $lit; background: $lit-text; text-style: bold reverse; }
        & > .carton--missing { color: $error; background: $background; text-style: bold; }
        & > .carton--empty { color: $carton-frame; background: $background; }
    }
    """

    def __init__(
        self,
        rows: Iterable[Iterable[int]] = (),
        *,
        id: str | None = None,
        classes: str | None = None,
    ) -> None:
        super().__init__(id=id, classes=classes)
        self._grid = grid_of(rows)
        self._drawn: frozenset[int] = frozenset()
        self._won: frozenset[int] = frozenset()
        self._missing: frozenset[int] = frozenset()

    def show(
        self,
        rows: Iterable[Iterable[int]],
        drawn: Collection[int] = (),
        won_rows: Sequence[int] = (),
        missing: Collection[int] = (),
    ) -> None:
        """Shows a carton.

        Args:
            rows: its numbers row by row; empty cells may be 0 or left out.
            drawn: the balls displayed so far.
            won_rows: winning rows, 1 to 3 from the top; all three for a *bingo*.
            missing: numbers that the claim misses.
        """
        grid = grid_of(rows)
        won = frozenset(n for place in won_rows if place <= len(grid) for n in grid[place - 1] if n)
        now = (grid, frozenset(drawn), won, frozenset(missing))
        if now != (self._grid, self._drawn, self._won, self._missing):
            self._grid, self._drawn, self._won, self._missing = now
            self.refresh()

    @property
    def _cell(self) -> Size:
        wide, high = (self.size.width - 1) // COLUMNS - 1, (self.size.height - 1) // ROWS - 1
        if wide >= LARGE_CELL.width and high >= LARGE_CELL.height:
            return LARGE_CELL
        return SMALL_CELL if wide >= SMALL_CELL.width else NARROW_CELL

    def render_line(self, y: int) -> Strip:
        """Frame lines and rows of cells in turn."""
        cell = self._cell
        row, line = divmod(y, cell.height + 1)
        frame, blank = self.get_component_rich_style("carton--frame"), self.rich_style
        if not self._grid or row > ROWS or (row == ROWS and line):
            return Strip.blank(self.size.width, blank)
        if line == 0:
            segments = [Segment(_rule(row, cell.width), frame)]
        else:
            segments = [Segment("│", frame)]
            for number in self._grid[row]:
                segments += [*self._cell_row(number, line - 1, cell), Segment("│", frame)]
        return Strip(segments).adjust_cell_length(self.size.width, blank)

    def _cell_row(self, number: int, line: int, cell: Size) -> Iterable[Segment]:
        style = self.get_component_rich_style(f"carton--{self._state(number)}")
        if not number:
            return (Segment(" " * cell.width, style),)
        if cell.height == 1:
            return self._small(number, cell.width, style)
        return self._large(number, line, cell, style)

    def _small(self, number: int, width: int, style: Style) -> Iterable[Segment]:
        plain = _unmarked(style)
        before = " " * (width - 1 - len(str(number)))
        if number in self._missing and number not in self._won:
            shown = f"({number})" if width > NARROW_CELL.width else f"{number}?"
            return (Segment(shown.rjust(width), style),)
        if self._state(number) != "drawn":
            return (Segment(f"{before}{number} ", style),)
        return (Segment(before, plain), Segment(str(number), style), Segment("●", plain))

    def _large(self, number: int, line: int, cell: Size, style: Style) -> Iterable[Segment]:
        state, plain = self._state(number), _unmarked(style)
        if line == cell.height - 1 and state in ("drawn", "missing"):
            return (Segment(("━" if state == "drawn" else "░") * cell.width, plain),)
        size, text = (cell.width, cell.height), str(number)
        if state == "won":
            ground = Style(color=style.bgcolor, bgcolor=style.bgcolor)
            return figures.row_of(text, figures.SMALL, 1, line, size, ground, style)
        ink = plain + Style(reverse=True)
        return figures.row_of(text, figures.SMALL, 1, line, size, ink, plain)

    def _state(self, number: int) -> str:
        if not number:
            return "empty"
        if number in self._won:
            return "won"
        if number in self._missing:
            return "missing"
        return "drawn" if number in self._drawn else "number"


def _rule(row: int, width: int) -> str:
    left, middle, right = ("┌┬┐", "├┼┤", "├┼┤", "└┴┘")[row]
    return left + middle.join(["─" * width] * COLUMNS) + right


def _unmarked(style: Style) -> Style:
    """The colours alone, without underline, weight or reverse."""
    return Style(color=style.color, bgcolor=style.bgcolor)

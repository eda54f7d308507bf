"""The last number as large as there is room, its rank, and the last five (DSP-002)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Size
from textual.strip import Strip
from textual.widget import Widget

from ui import figures

RANK_ROWS = 5
WORDS_BELOW = 5  # lines kept under the tile: blank, rank, blank, title, numbers
EARLIER = Size(16, 7)  # a tile of one of the four balls before the last
FIGURES_FROM = Size(36, 40)  # room from which the four are tiles and not words


class LastBall(Widget):
    """A column beside the board.

    | component | what |
    |---|---|
    | `last-ball--tile` | the last number |
    | `last-ball--earlier` | one of the four before it |
    | `last-ball--rank`, `last-ball--words` | what is written |
    """

    COMPONENT_CLASSES = {
        "last-ball--tile",
        "last-ball--earlier",
        "last-ball--rank",
        "last-ball--words",
    }
    DEFAULT_CSS = """
    LastBall {
        width: 24;
        height: 1fr;
        & > .last-ball--tile { color: $last; background: $last-text; text-style: bold reverse; }
        & > .last-ball--earlier { color: $lit; background: $lit-text; text-style: bold reverse; }
        & > .last-ball--rank { color: $foreground; background: $background; text-style: bold; }
        & > .last-ball--words { color: $text-muted; background: $background; }
    }
    """

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._drawn: tuple[int, ...] = ()

    def show(self, drawn: Sequence[int]) -> None:
        """The balls displayed so far, in order."""
        if self._drawn != tuple(drawn):
            self._drawn = tuple(drawn)
            self.refresh()

    def render_line(self, y: int) -> Strip:
        """Tile, rank, then the balls before it, from top to bottom."""
        tile = self._tile_height
        row = self._tile_row(y, tile) if y < tile else self._below(y - tile)
        return Strip(row).adjust_cell_length(self.size.width, self._style("words"))

    @property
    def _large(self) -> bool:
        return self.size.width >= FIGURES_FROM.width and self.size.height >= FIGURES_FROM.height

    @property
    def _room(self) -> Size:
        kept = WORDS_BELOW + (RANK_ROWS + 1 + 2 * (EARLIER.height + 1) if self._large else 0)
        return Size(self.size.width, max(self.size.height - kept, 1))

    @property
    def _face(self) -> tuple[figures.Face, int] | None:
        return figures.largest((self._room.width - 4, self._room.height - 2))

    @property
    def _tile_height(self) -> int:
        if self._face is None:
            return 1 if self.size.height < 8 else 3
        face, scale = self._face
        return min(face.height * scale + 2 * scale, self._room.height)

    def _tile_row(self, y: int, height: int) -> Iterable[Segment]:
        width = self.size.width
        if not self._drawn:
            return (Segment(" " * width, self._style("words")),)
        style, text = self._style("tile"), str(self._drawn[-1])
        if self._face is None:
            return (Segment(text.center(width) if y == height // 2 else " " * width, style),)
        face, scale = self._face
        return figures.row_of(text, face, scale, y, (width, height), _ground(style), style)

    def _below(self, y: int) -> Iterable[Segment]:
        if self._large and self._drawn and 1 <= y <= RANK_ROWS:
            return self._rank(y - 1)
        lines = self._lines()
        if y < len(lines):
            text, component = lines[y]
            return (Segment(text.center(self.size.width), self._style(component)),)
        return self._earlier(y - len(lines)) if self._large else ()

    def _lines(self) -> list[tuple[str, str]]:
        count = len(self._drawn)
        if not count:
            return [("", "words"), ("Aucune boule tirée", "rank")]
        rank = f"{'1re' if count == 1 else f'{count}e'} boule sur 90"
        if self._large:
            drawn = "boule tirée" if count == 1 else "boules tirées"
            room = [("", "words")] * (RANK_ROWS + 2)
            return [*room, (drawn, "words"), ("", "words"), ("avant elle", "words"), ("", "words")]
        lines = [("", "words"), (rank, "rank"), ("", "words")]
        recent = "  ".join(str(number) for number in reversed(self._drawn[-5:]))
        return [*lines, ("les cinq dernières" if count > 4 else "les dernières", "words"),
                (recent, "rank")]  # fmt: skip

    def _rank(self, y: int) -> Iterable[Segment]:
        style = self._style("rank")
        ink = Style(color=style.color, bgcolor=style.bgcolor, reverse=True)
        size = (self.size.width, RANK_ROWS)
        return figures.row_of(str(len(self._drawn)), figures.SMALL, 1, y, size, ink, style)

    def _earlier(self, y: int) -> Iterable[Segment]:
        """The four balls before the last, two by two, the most recent first."""
        row, line = divmod(y, EARLIER.height + 1)
        before = tuple(reversed(self._drawn[-5:-1]))[2 * row : 2 * row + 2]
        blank, style = self._style("words"), self._style("earlier")
        if row > 1 or line == EARLIER.height:
            return
        gap = " " * 2
        yield Segment(" " * ((self.size.width - 2 * EARLIER.width - len(gap)) // 2), blank)
        for number in before:
            size = (EARLIER.width, EARLIER.height)
            yield from figures.row_of(
                str(number), figures.SMALL, 1, line, size, _ground(style), style
            )
            yield Segment(gap, blank)

    def _style(self, component: str) -> Style:
        return self.get_component_rich_style(f"last-ball--{component}")


def _ground(style: Style) -> Style:
    return Style(color=style.bgcolor, bgcolor=style.bgcolor)

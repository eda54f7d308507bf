"""An amount or a number in figures that can be read from afar: coloured spaces, no glyph needed."""

from __future__ import annotations

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Size
from textual.strip import Strip
from textual.widget import Widget

from ui import figures

EURO = {
    figures.SMALL.height: ("###", "#..", "##.", "#..", "###"),
    figures.LARGE.height: (".###.", "#....", "####.", "#....", "####.", "#....", ".###."),
}
FACES = ((figures.LARGE, 2), (figures.LARGE, 1), (figures.SMALL, 1))


def pixels(text: str, face: figures.Face) -> tuple[str, ...]:
    """Rows of « # » and « . »; whatever is no figure, comma or euro is a gap."""
    signs = [sign for sign in (_sign(one, face) for one in text) if sign]
    return tuple(".".join(sign[row] for sign in signs) for row in range(face.height))


def _sign(one: str, face: figures.Face) -> tuple[str, ...]:
    if one.isascii() and one.isdigit():
        return face.shapes[int(one)]
    if one == "€":
        return EURO[face.height]
    if one in ",.":
        return (*("." for _ in range(face.height - 1)), "#")
    return tuple("." for _ in range(face.height))


class Figure(Widget):
    """Takes the height that its style gives it and draws as large as fits; else plain text."""

    DEFAULT_CSS = """
    Figure { height: 5; width: 1fr; color: $foreground; text-style: bold; }
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.text = ""

    def show(self, text: str) -> None:
        """Repaints only what is new."""
        if text != self.text:
            self.text = text
            self.refresh(layout=True)

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """For `width: auto`: what the largest face that fits takes."""
        found = self._fitting(
            container.width, self.styles.height.value if self.styles.height else 5
        )
        return len(found[0][0]) * 2 * found[1] if found else len(self.text)

    def _fitting(self, width: int, height: float) -> tuple[tuple[str, ...], int] | None:
        for face, scale in FACES:
            rows = pixels(self.text, face)
            if face.height * scale <= height and len(rows[0]) * 2 * scale <= width:
                return rows, scale
        return None

    def render_line(self, y: int) -> Strip:
        """In the middle of its place."""
        width, height, style = self.size.width, self.size.height, self.rich_style
        found = self._fitting(width, height)
        if found is None:
            text = self.text if y == height // 2 else ""
            return Strip([Segment(text.center(width), style)])
        rows, scale = found
        line = (y - (height - len(rows) * scale) // 2) // scale
        if not 0 <= line < len(rows):
            return Strip.blank(width, style)
        ink = Style(color=style.color, bgcolor=style.bgcolor, reverse=True)
        left = (width - len(rows[0]) * 2 * scale) // 2
        drawn = [Segment("  " * scale, ink if one == "#" else style) for one in rows[line]]
        return Strip([Segment(" " * left, style), *drawn]).adjust_cell_length(width, style)

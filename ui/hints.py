"""The hint bar: one widget that shows the keys, and why a key would do nothing (DSP-012).

What may be done has its key in reverse video. What may not stands in brackets with the reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.segment import Segment
from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from ui.actions import Hint
from ui.folding import folded

GAP = 2
MOST_LINES = 4


@dataclass(frozen=True)
class Piece:
    """A hint laid out: its line, its column, its two texts."""

    hint: Hint
    line: int
    x: int
    key: str
    words: str

    @property
    def width(self) -> int:
        return cell_len(self.key) + cell_len(self.words)


def laid_out(hints: Iterable[Hint], width: int) -> list[Piece]:
    """Flows the hints into lines of this width; one that alone is too long takes several lines."""
    pieces: list[Piece] = []
    line = x = 0
    for hint in hints:
        key, words = _texts(hint)
        room = cell_len(key) + cell_len(words)
        if x and x + room > width:
            line, x = line + 1, 0
        first, *more = folded(words, max(width - cell_len(key), 1), width)
        pieces.append(Piece(hint, line, x, key, first))
        for words in more:
            line, x, room = line + 1, 0, cell_len(words)
            pieces.append(Piece(hint, line, x, "", words))
        x += room + GAP
    return pieces


def _texts(hint: Hint) -> tuple[str, str]:
    name, label = hint.action.key_name, hint.action.label
    if hint.why_not:
        return "", f"({name} {label} : {hint.why_not.rstrip('.')})"
    return f" {name} ", f" {label}"


class HintBar(Widget):
    """Shows the actions of the screen. A click does what the key does.

    | component | what |
    |---|---|
    | `hints--key` | the key of something that may be done |
    | `hints--label` | what it does |
    | `hints--disabled` | what may not be done, and why |
    """

    COMPONENT_CLASSES = {"hints--key", "hints--label", "hints--disabled"}
    DEFAULT_CSS = """
    HintBar {
        width: 1fr;
        height: auto;
        background: $panel;
        & > .hints--key { color: $accent; background: $key-text; text-style: bold reverse; }
        & > .hints--label { color: $foreground; background: $panel; }
        & > .hints--disabled { color: $text-muted; background: $panel; }
    }
    """

    class Chosen(Message):
        """Somebody clicked a hint."""

        def __init__(self, action_id: str) -> None:
            super().__init__()
            self.action_id = action_id

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._hints: tuple[Hint, ...] = ()

    @property
    def hints(self) -> tuple[Hint, ...]:
        """What is shown now."""
        return self._hints

    def show(self, hints: Sequence[Hint]) -> None:
        """Shows these, in this order. A change in the number of lines lays the screen out anew."""
        now = tuple(hints)
        if now == self._hints:
            return
        lines = self._lines(self.size.width)
        self._hints = now
        self.refresh(layout=self._lines(self.size.width) != lines)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many lines as the hints need at this width."""
        return self._lines(width)

    def _lines(self, width: int) -> int:
        pieces = laid_out(self._hints, width) if width else []
        return min(pieces[-1].line + 1, MOST_LINES) if pieces else 1

    def render_line(self, y: int) -> Strip:
        """The hints of one line."""
        label = self.get_component_rich_style("hints--label")
        key, disabled = (self.get_component_rich_style(f"hints--{n}") for n in ("key", "disabled"))
        segments: list[Segment] = []
        x = 0
        for piece in laid_out(self._hints, self.size.width):
            if piece.line == y:
                segments.append(Segment(" " * (piece.x - x), label))
                segments.append(Segment(piece.key, key))
                words = disabled if piece.hint.why_not else label
                segments.append(Segment(piece.words, words))
                x = piece.x + piece.width
        return Strip(segments).adjust_cell_length(self.size.width, label)

    def on_click(self, event: events.Click) -> None:
        """Finds the hint under the pointer."""
        for piece in laid_out(self._hints, self.size.width):
            if piece.line == event.y and piece.x <= event.x < piece.x + piece.width:
                self.post_message(self.Chosen(piece.hint.action.id))

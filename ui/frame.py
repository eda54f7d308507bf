"""The lines around every screen: who and where, the broken line, and what was last said."""

from __future__ import annotations

from enum import Enum

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from textual.geometry import Size
from textual.strip import Strip
from textual.widget import Widget

from ui.folding import folded

REHEARSAL = "RÉPÉTITION"
HANGING = 3
MOST_SAID = 3


class TopLine(Widget):
    """Program and house on the left; rehearsal in the middle; person, station, time on the right.

    | component | what |
    |---|---|
    | `top--mark` | « RÉPÉTITION », in reverse video |
    """

    COMPONENT_CLASSES = {"top--mark"}
    DEFAULT_CSS = """
    TopLine {
        width: 1fr;
        height: 1;
        background: $panel;
        color: $foreground;
        text-style: bold;
        & > .top--mark { color: $warning; background: $key-text; text-style: bold reverse; }
    }
    """

    def __init__(self) -> None:
        super().__init__()
        self._said = ("", "", False)

    def show(self, left: str, right: str, rehearsal: bool) -> None:
        """Repaints only what is new; called every second."""
        if self._said != (left, right, rehearsal):
            self._said = (left, right, rehearsal)
            self.refresh()

    def render_line(self, y: int) -> Strip:
        """The left is cut before the right is."""
        left, right, rehearsal = self._said
        width, style = self.size.width, self.rich_style
        mark = f" {REHEARSAL} " if rehearsal else ""
        room = max(width - cell_len(right) - cell_len(mark) - 4, 0)
        left = set_cell_size(left, min(cell_len(left), room))
        between = width - cell_len(left) - cell_len(mark) - cell_len(right) - 2
        before = max(between // 2, 1) if mark else max(between, 1)
        segments = [
            Segment(f" {left}" + " " * before, style),
            Segment(mark, self.get_component_rich_style("top--mark")),
            Segment(" " * (between - before if mark else 0) + f"{right} ", style),
        ]
        return Strip(segments).adjust_cell_length(width, style)


class Tone(Enum):
    """How a sentence is meant; each has its own mark beside its colour."""

    INFO = "●"
    CARE = "▲"
    REFUSAL = "■"


class MessageLine(Widget):
    """The last thing said to the person here: an answer, a refusal, a scan. Whole, on as many
    lines as it needs up to three.

    | component | what |
    |---|---|
    | `said--info`, `said--care`, `said--refusal` | by tone; a refusal is in reverse video |
    """

    COMPONENT_CLASSES = {"said--info", "said--care", "said--refusal"}
    DEFAULT_CSS = """
    MessageLine {
        width: 1fr;
        height: auto;
        & > .said--info { color: $foreground; background: $background; }
        & > .said--care { color: $warning; background: $background; text-style: bold; }
        & > .said--refusal { color: $error; background: $key-text; text-style: bold reverse; }
    }
    """

    def __init__(self) -> None:
        super().__init__()
        self._text, self._tone, self._times = "", Tone.INFO, 1

    @property
    def said(self) -> str:
        """The sentence as it stands, with its mark; « (2) » when it was said twice in a row."""
        times = f" ({self._times})" if self._times > 1 else ""
        return f"{self._tone.value} {self._text}{times}" if self._text else ""

    def say(self, text: str, tone: Tone = Tone.INFO) -> None:
        """Replaces what was said. The same again is counted, so that it is seen to be new."""
        again = (text, tone) == (self._text, self._tone) and bool(text)
        lines = len(self._lines(self.size.width))
        self._times = self._times + 1 if again else 1
        self._text, self._tone = text, tone
        self.refresh(layout=len(self._lines(self.size.width)) != lines)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """One line, more when the sentence is longer; a screen never moves for a short one."""
        return len(self._lines(width))

    def _lines(self, width: int) -> list[str]:
        text = "".join(c if c.isprintable() else " " for c in self.said)
        return folded(f" {text}", width, width - HANGING)[:MOST_SAID] if width else [""]

    def render_line(self, y: int) -> Strip:
        """One line of the sentence; those after the first stand under its words."""
        style = self.get_component_rich_style(f"said--{self._tone.name.lower()}")
        lines = self._lines(self.size.width)
        if not self._text or y >= len(lines):
            return Strip.blank(self.size.width, self.rich_style)
        indent = " " * HANGING if y else ""
        return Strip([Segment(set_cell_size(indent + lines[y], self.size.width), style)])


class Banner(Widget):
    """What nobody may overlook: the line to the hall is broken, the hall has stopped."""

    DEFAULT_CSS = """
    Banner {
        width: 1fr;
        height: 1;
        color: $warning;
        background: $key-text;
        text-style: bold reverse;
        display: none;
    }
    """

    def __init__(self) -> None:
        super().__init__()
        self.text = ""

    def show(self, text: str) -> None:
        """Empty hides it."""
        if text != self.text:
            self.text = text
            self.display = bool(text)
            self.refresh()

    def render_line(self, y: int) -> Strip:
        """In the middle of its line."""
        width = self.size.width
        return Strip(
            [Segment(set_cell_size(self.text, width).strip().center(width), self.rich_style)]
        )

"""The parts of the console's screen: the step, the facts, a typed number in large, a claim, a list."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.segment import Segment
from rich.style import Style
from textual.content import Content
from textual.geometry import Size
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static

from caller.facts import Fact
from caller.steps import Step
from caller.trials import Task
from ui import figures
from ui.seams import plain

FACT_WIDTH = 30
MARKS = {None: "·", True: "●", False: "■"}


class StepPanel(Static):
    """The one big line: where the night stands, and what to do next."""

    def __init__(self) -> None:
        super().__init__("", id="step", markup=False)

    def show(self, step: Step, typed: str, pace: str) -> None:
        """`typed` are the figures typed so far, `pace` says that balls come by themselves."""
        title = plain(step.title)
        if pace:
            title = Content.assemble(title, "   ", (f" {pace} ", "bold reverse"))
        lines = [title, plain(step.sentence).stylize("bold $accent" if not step.alarm else "bold")]
        if typed:
            lines.append(Content.assemble(("  ▲ ", "bold"), (f" {typed} ", "bold reverse")))
        self.set_class(step.alarm, "-alarm")
        self.update(Content("\n").join(lines))


class FactsPanel(Static):
    """Names and values in as many columns as there is room for."""

    def __init__(self) -> None:
        super().__init__("", id="facts", markup=False)
        self._facts: tuple[Fact, ...] = ()

    def show(self, facts: tuple[Fact, ...]) -> None:
        """Repaints what is new."""
        if facts != self._facts:
            self._facts = facts
            self._lay_out()

    def on_resize(self) -> None:
        """More room, more columns."""
        self._lay_out()

    def _lay_out(self) -> None:
        columns = max(self.size.width // FACT_WIDTH, 1)
        rows = -(-len(self._facts) // columns)
        lines = []
        for row in range(rows):
            cells = [self._cell(fact) for fact in self._facts[row::rows]]
            lines.append(Content("").join(cells))
        self.update(Content("\n").join(lines))

    def _cell(self, fact: Fact) -> Content:
        mark = "▲" if fact.care else " "
        width = max(self.size.width // max(self.size.width // FACT_WIDTH, 1), FACT_WIDTH) - 12
        value = f"{fact.value[: width - 1]:<{width}}"
        return Content.assemble(
            (f"{mark}", "bold $warning"),
            (f"{fact.name:<10} ", "$text-muted"),
            (value, "bold $warning" if fact.care else "bold"),
        )


class TypedNumber(Widget):
    """A number typed and not confirmed, as large as there is room: nothing has happened yet."""

    COMPONENT_CLASSES = {"typed--tile", "typed--words"}
    DEFAULT_CSS = """
    TypedNumber {
        height: 1fr;
        & > .typed--tile { color: $warning; background: $background; text-style: bold; }
        & > .typed--words { color: $foreground; background: $background; text-style: bold; }
    }
    """

    def __init__(self) -> None:
        super().__init__(id="typed")
        self._text, self._words, self._grain = "", "", "░"

    def show(self, text: str, words: str, entered: bool) -> None:
        """The figures, and what Enter would do. Faint while typed, full once the hall has them."""
        now = (text, words, "█" if entered else "░")
        if now != (self._text, self._words, self._grain):
            self._text, self._words, self._grain = now
            self.refresh()

    def render_line(self, y: int) -> Strip:
        """Outlined and not filled: it is seen not to be a ball yet."""
        tile, words = (self.get_component_rich_style(f"typed--{n}") for n in ("tile", "words"))
        width, room = self.size.width, self.size.height - 2
        if y >= room:
            text = self._words if y == room else ""
            return Strip([Segment(text[:width].center(width), words)])
        face, scale = _largest(self._text, Size(width - 4, room - 2))
        if face is None:
            text = self._text if y == room // 2 else ""
            return Strip([Segment(f"[ {text} ]".center(width) if text else " " * width, tile)])
        ink = Style(color=tile.color, bgcolor=tile.bgcolor)
        rows = figures.row_of(self._text, face, scale, y, (width, room), ink, words, self._grain)
        return Strip(rows).adjust_cell_length(width, words)


def _largest(text: str, room: Size) -> tuple[figures.Face | None, int]:
    for scale in range(8, 0, -1):
        for face in (figures.LARGE, figures.SMALL):
            columns, rows = face.size(text or "0", scale)
            if columns <= room.width and rows <= room.height:
                return face, scale
    return None, 1


class Claims(Static):
    """The verdicts of this stop, the newest first."""

    def __init__(self) -> None:
        super().__init__("", id="verdicts", markup=False)

    def show(self, verdicts: Sequence[Fact], more: str = "") -> None:
        """The newest in large letters of the terminal: bold, reversed when it does not win."""
        lines: list[Content] = []
        for place, said in enumerate(reversed(verdicts)):
            style = "bold reverse" if place == 0 else ""
            mark = "■" if said.care else "●"
            lines.append(Content.assemble((f" {mark} {said.name} {said.value} ", style)))
        if more:
            lines.append(Content.assemble((more, "bold $warning")))
        self.update(Content("\n").join(lines))


class CheckList(Static):
    """The opening tests with the line that Space acts on."""

    def __init__(self) -> None:
        super().__init__("", id="trials", markup=False)

    def show(self, tasks: Iterable[Task], current: int) -> None:
        """« ▶ » and reverse video for the current line."""
        lines = []
        for place, task in enumerate(tasks):
            here = place == current
            text = f" {'→' if here else ' '} {MARKS[task.done]} {task.name:<23} {task.state:<14}"
            lines.append(Content.assemble((text, "bold reverse" if here else "")))
        self.update(Content("\n").join(lines))

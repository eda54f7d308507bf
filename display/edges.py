"""What never leaves the board: house, phase, time; price, who answers for the night, minors (DSP-001)."""

from __future__ import annotations

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from textual.strip import Strip
from textual.widget import Widget

from core.views.board import Board
from display.scenes import day, euros

MINORS = " INTERDIT AUX MINEURS "
REHEARSAL = " RÉPÉTITION - non agréé "


class Heading(Widget):
    """House on the left, phase in the middle, time on the right."""

    COMPONENT_CLASSES = {"heading--phase"}
    DEFAULT_CSS = """
    Heading {
        height: 1;
        width: 1fr;
        background: $panel;
        color: $foreground;
        & > .heading--phase { color: $accent; background: $panel; text-style: bold; }
    }
    """

    def __init__(self) -> None:
        super().__init__()
        self._said = ("", "", "")

    def show(self, house: str, phase: str, time: str) -> None:
        """Repaints only what is new."""
        if self._said != (house, phase, time):
            self._said = (house, phase, time)
            self.refresh()

    def render_line(self, y: int) -> Strip:
        """The house is cut before the phase is."""
        house, phase, time = self._said
        width, style = self.size.width, self.rich_style
        if y != self.size.height // 2:
            return Strip.blank(width, style)
        middle = phase.upper()
        sides = max((width - cell_len(middle)) // 2, cell_len(time) + 3)
        left = set_cell_size(f" {house}", min(sides, width))
        room = max(width - sides - cell_len(time) - 1, 0)
        middle = set_cell_size(middle, room)
        return Strip(
            [
                Segment(left, style),
                Segment(middle, self.get_component_rich_style("heading--phase")),
                Segment(f"{time} ", style),
            ]
        ).adjust_cell_length(width, style)


class BottomLines(Widget):
    """Two lines: what binds the house tonight, and to whom the game is closed."""

    COMPONENT_CLASSES = {"bottom--minors", "bottom--rehearsal"}
    DEFAULT_CSS = """
    BottomLines {
        height: 2;
        width: 1fr;
        background: $panel;
        color: $foreground;
        & > .bottom--minors { color: $error; background: $key-text; text-style: bold reverse; }
        & > .bottom--rehearsal { color: $warning; background: $key-text; text-style: bold reverse; }
    }
    """

    def __init__(self) -> None:
        super().__init__()
        self._lines: tuple[str, str] = ("", "")
        self._rehearsal = False

    def show(self, view: Board | None, rehearsal: bool) -> None:
        """Repaints only what is new."""
        now = (terms(view), proof(view))
        if (now, rehearsal) != (self._lines, self._rehearsal):
            self._lines, self._rehearsal = now, rehearsal
            self.refresh()

    def render_line(self, y: int) -> Strip:
        """The marks on the right are never cut; the text on the left is."""
        mark, component = (MINORS, "minors") if y == 0 else (REHEARSAL, "rehearsal")
        if y and not self._rehearsal:
            mark = ""
        width, style = self.size.width, self.rich_style
        text = set_cell_size(f" {self._lines[min(y, 1)]}", max(width - len(mark), 0))
        marked = self.get_component_rich_style(f"bottom--{component}")
        return Strip([Segment(text, style), Segment(mark, marked)])


def terms(view: Board | None) -> str:
    """« Forfait 30,00 € - MCD Mme Berger - directeur M. Delorme »."""
    seance = view.seance if view is not None else None
    if seance is None:
        return "Bingo au forfait"
    said = [f"Forfait {euros(seance.prix_c)}"]
    if seance.mcd:
        said.append(f"MCD {seance.mcd}")
    if seance.directeur:
        said.append(f"directeur {seance.directeur}")
    return " - ".join(said)


def proof(view: Board | None) -> str:
    """« R : règles - Séance 2025-001 du 10/01 - empreinte 1a2b3c4d - public 17 »."""
    if view is None:
        return ""
    said = ["R : règles"] if view.rules else []
    if view.seance is not None:
        said.append(f"Séance {view.seance.id} du {day(view.seance.day)}")
    if view.partie is not None and view.partie.commitment:
        said.append(f"empreinte {view.partie.commitment}")
        if view.partie.public.startswith("salle:"):
            said.append(f"public {view.partie.public[6:]}")
    return " - ".join(said)

"""The help page: every key of the screen below, and why some do nothing now."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from ui.actions import Action
from ui.modals import HouseModal
from ui.screen import HouseScreen
from ui.seams import plain

BUILD_CHARS = 16  # of the software's SHA-256, as the closing ticket shows it


class HelpScreen(HouseModal[None]):
    """Opened by F1 over any screen; Escape, Enter or F1 closes it."""

    ACTIONS = (Action("close", "escape,enter,f1", "Fermer"),)
    AUTO_FOCUS = "VerticalScroll"  # the arrows scroll what does not fit

    def __init__(self, below: Screen[object]) -> None:
        super().__init__()
        self._below = below

    def compose(self) -> ComposeResult:
        """Keys on the left, what they do, and the reason when they do nothing."""
        with Vertical(classes="dialog"):
            yield Static(plain("Les touches de cet écran"), classes="dialog--title")
            with VerticalScroll():
                yield Static(Content("\n").join(self._lines()), markup=False)
            yield Static(plain(self._software()), classes="dialog--note")
            yield Static(plain("↑ ↓ : suite   Échap : fermer"), classes="dialog--note")

    def _lines(self) -> list[Content]:
        below = self._below
        own = below.ACTIONS if isinstance(below, HouseScreen | HouseModal) else ()
        common = tuple(getattr(self.app, "common", ()))
        lines = [plain(getattr(below, "HELP", ""))] if getattr(below, "HELP", "") else []
        for action in (*own, *common):
            why = below.why_not(action) if isinstance(below, HouseScreen) and action in own else ""
            state = f"  ({why})" if why else ""
            lines.append(Content(f"{action.key_name:>8}  {action.label}{state}"))
        lines.append(Content("     Tab  Champ suivant"))
        return lines

    def _software(self) -> str:
        """Version and build of the hall, which wants its own version at every station (GEN-011)."""
        hall = getattr(self.app, "hall", None)
        welcome = hall.welcome if hall is not None else None
        if welcome is None:
            return "Quine : pas encore de salle"
        build = welcome.build[:BUILD_CHARS] or "inconnue"
        return f"Quine {welcome.version}  empreinte {build}  poste {welcome.station}"

    def do_close(self) -> None:
        """Back to the screen below."""
        self.finish(None)

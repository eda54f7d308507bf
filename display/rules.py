"""The rules of the game, one key away from every state of the board (GEN-019).

The text is the house's own: the hall gives it, line by line, to the question « rules ».
"""

from __future__ import annotations

from typing import Any

from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Static

from ui.actions import Action
from ui.link import Refused
from ui.modals import HouseModal
from ui.seams import plain

AWAY_S = 120  # nobody forgets the rules open over a draw


class RulesPage(HouseModal[None]):
    """Closes with Escape, Enter or R, and by itself after two minutes."""

    ACTIONS = (
        Action("close", "escape,enter,r", "Fermer"),
        Action("up", "up,pageup", "Monter"),
        Action("down", "down,pagedown", "Descendre"),
    )

    def compose(self) -> ComposeResult:
        """The text may be longer than the screen."""
        with Vertical(classes="dialog", id="rules"):
            yield Static(plain("Règles du bingo au forfait"), classes="dialog--title")
            with VerticalScroll():
                yield Static("", id="text", markup=False)
            yield Static("", id="note", classes="dialog--note")
            yield Static(plain("↑ ↓ : lire   R : fermer"), classes="dialog--note")

    def on_mount(self) -> None:
        """The hall is asked each time: the text may have been replaced."""
        self.run_worker(self._ask(), exit_on_error=False)
        self.set_timer(AWAY_S, self.do_close)

    async def _ask(self) -> None:
        app: Any = self.app
        lines: list[str] = []
        try:
            async for row in app.hall.ask("rules"):
                lines.append(str(row.get("text", "")))
        except Refused as refused:
            self.say(app.in_words(refused.code, refused.values))
            return
        self.query_one("#text", Static).update(plain("\n".join(lines)))

    def do_up(self) -> None:
        """A few lines back."""
        self.query_one(VerticalScroll).scroll_relative(y=-5, animate=False)

    def do_down(self) -> None:
        """A few lines on."""
        self.query_one(VerticalScroll).scroll_relative(y=5, animate=False)

    def do_close(self) -> None:
        """Back to the board."""
        self.finish(None)

"""The rules of the game, one key away from every state of the board (GEN-019).

The text is the one shipped with the software, whose digest the hall journals when it starts.
"""

from __future__ import annotations

from importlib import resources

from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Static

from ui.actions import Action
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
        title, *rest = paragraphs()
        with Vertical(classes="dialog", id="rules"):
            yield Static(plain(title), classes="dialog--title")
            with VerticalScroll():
                yield Static(plain("\n\n".join(rest)), id="text", markup=False)
            yield Static(plain("↑ ↓ : lire   R : fermer"), classes="dialog--note")

    def on_mount(self) -> None:
        """The game comes back by itself."""
        self.set_timer(AWAY_S, self.do_close)

    def do_up(self) -> None:
        """A few lines back."""
        self.query_one(VerticalScroll).scroll_relative(y=-5, animate=False)

    def do_down(self) -> None:
        """A few lines on."""
        self.query_one(VerticalScroll).scroll_relative(y=5, animate=False)

    def do_close(self) -> None:
        """Back to the board."""
        self.finish(None)


def paragraphs() -> list[str]:
    """The rules, each paragraph on one line: the screen breaks them where it must."""
    text = (resources.files("assets") / "rules" / "forfait.fr.txt").read_text("utf-8")
    return [" ".join(part.split()) for part in text.split("\n\n") if part.strip()]

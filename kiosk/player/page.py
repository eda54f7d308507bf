"""The frame of every page of the kiosk: a large title, few choices, the language, the way back."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, cast

from textual.containers import Vertical
from textual.widget import Widget
from textual.widgets import Static

from core.views.kiosk import Kiosk
from kiosk.player import words
from ui.actions import Action, Hint
from ui.hints import HintBar
from ui.screen import HouseScreen
from ui.seams import plain

if TYPE_CHECKING:
    from kiosk.player.app import KioskApp

CAPS = {"Échap": "Esc", "Entrée": "Enter", "Espace": "Space"}


@dataclass(frozen=True)
class Said(Action):
    """An action in the player's language."""

    lang: str = "fr"

    @property
    def key_name(self) -> str:
        """The key as its cap says in that language."""
        name = super().key_name
        return name if self.lang == "fr" else CAPS.get(name, name)


BACK = Action("back", "escape", "back")
LANGUAGE = Action("language", "f2", "language")
CONFIRM = Action("confirm", "enter", "next")


class Page(HouseScreen):
    """A page; the label of each of its actions is the key of a sentence."""

    TITLE_KEY: ClassVar[str] = "welcome"

    @property
    def kiosk_app(self) -> KioskApp:
        return cast("KioskApp", self.app)

    @property
    def lang(self) -> str:
        return self.kiosk_app.lang

    @property
    def view(self) -> Kiosk | None:
        return self.kiosk_app.kiosk

    def said(self, key: str, /, **values: object) -> str:
        return words.say(self.lang, key, **values)

    def amount(self, cents: int) -> str:
        return words.amount(self.lang, cents)

    def body(self) -> list[Widget]:
        """Title over content."""
        return [Vertical(Static("", id="head"), *self.content(), Static("", id="foot"), id="page")]

    def content(self) -> list[Widget]:
        """The middle of the page."""
        return []

    def on_mount(self) -> None:
        """Words and numbers from the first moment."""
        self.show()

    def on_view_arrived(self) -> None:
        """Seats go, printers stop: everything anew."""
        self.show()

    def show(self) -> None:
        """Everything anew in the language of the moment."""
        self.query_one("#head", Static).update(plain(self.said(self.TITLE_KEY)))
        self.show_content()
        self.refresh_hints()

    def show_content(self) -> None:
        """The middle anew."""

    def foot(self, text: str) -> None:
        """A sentence under the page."""
        self.query_one("#foot", Static).update(plain(text))

    def refresh_hints(self) -> None:
        """The keys in the player's language."""
        hints = [Hint(self._in_words(a), self.why_not(a)) for a in self.ACTIONS if a.shown]
        self.query_one(HintBar).show(hints)

    def _in_words(self, action: Action) -> Action:
        fields = {name: getattr(action, name) for name in ("id", "key", "shown")}
        return replace(Said(label=self.said(action.label), **fields), lang=self.lang)

    def do_language(self) -> None:
        """French, English, French."""
        self.kiosk_app.lang = "en" if self.lang == "fr" else "fr"
        self.show()

    def do_back(self) -> None:
        """To the start: what was typed is forgotten."""
        self.kiosk_app.start_over()

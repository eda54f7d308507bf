"""Who stands here: a name or a badge, and a PIN that is never shown nor kept (GEN-005)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input, Label, OptionList, Static
from textual.widgets.option_list import Option

from ui.actions import Action
from ui.choices import Choices
from ui.decode import Shape
from ui.frame import Tone
from ui.link import Refused
from ui.messages import LineChanged, Noticed, Scanned
from ui.modals import HouseModal
from ui.seams import plain


class SignIn(HouseModal[None]):
    """Covers the program until the hall knows who is here. Closes itself when it does."""

    ACTIONS = (Action("clear", "escape", "Effacer"), Action("leave", "f10", "Quitter"))
    AUTO_FOCUS = "#person"

    def __init__(self, people: Sequence[tuple[str, str]] = ()) -> None:
        super().__init__()
        self._people = tuple(people)
        self._asking = False

    def compose(self) -> ComposeResult:
        """People to pick from when the station knows them; a name, a PIN."""
        with Vertical(classes="dialog"):
            yield Static(plain("Qui êtes-vous ?"), classes="dialog--title")
            if self._people:
                yield Choices(*(Option(plain(name), id=id) for id, name in self._people))
            yield Label(plain("Identifiant, ou badge à scanner"))
            yield _still(Input(id="person"))
            yield Label(plain("Code secret"))
            yield _still(Input(id="pin", password=True))
            yield Static("", id="note", classes="dialog--note")
            yield Static(plain("Entrée : valider   F10 : quitter"), classes="dialog--note")

    @on(OptionList.OptionSelected)
    def _picked(self, event: OptionList.OptionSelected) -> None:
        self.query_one("#person", Input).value = event.option.id or ""
        self.query_one("#pin").focus()

    @on(Input.Submitted, "#person")
    def _named(self) -> None:
        self.query_one("#pin").focus()

    @on(Input.Submitted, "#pin")
    def _pin_typed(self) -> None:
        person, pin = self.query_one("#person", Input), self.query_one("#pin", Input)
        if self._asking:
            return
        if not person.value.strip() or not pin.value:
            self.say("Donnez un identifiant et un code secret.", Tone.CARE)
            return
        self._asking = True
        secret, pin.value = pin.value, ""
        self.run_worker(self._ask(person.value.strip(), secret), exit_on_error=False)

    async def _ask(self, person: str, pin: str) -> None:
        hall: Any = getattr(self.app, "hall")  # noqa: B009 -- any app with a line
        try:
            await hall.sign_in(person, pin)
        except Refused as refused:
            in_words: Any = getattr(self.app, "in_words")  # noqa: B009
            self.say(in_words(refused.code, refused.values), Tone.REFUSAL)
            self.query_one("#pin").focus()
            return
        finally:
            self._asking = False
        self._close()

    def _close(self) -> None:
        """Only once, and only from the top: a question above it is answered first."""
        if self._known():
            self.finish(None)

    def _known(self) -> bool:
        return bool(getattr(self.app, "hall").person)  # noqa: B009

    def on_noticed(self, _: Noticed) -> None:
        """Somebody has been recognised, here or by the hall."""
        self._close()

    def on_line_changed(self, _: LineChanged) -> None:
        """The hall may still know who was here."""
        self._close()

    def on_screen_resume(self) -> None:
        """The question above is gone."""
        self._close()

    def on_scanned(self, scanned: Scanned) -> None:
        """A badge names its bearer; the PIN is still asked."""
        scanned.stop()
        scanned.prevent_default()  # not the answer of every dialog as well
        text = scanned.reading.text
        if scanned.reading.shape is not Shape.CODE or text[1] != "F":
            self.say("Ce n'est pas un badge.", Tone.CARE)
            return
        self.query_one("#person", Input).value = text
        self.query_one("#pin").focus()

    def do_clear(self) -> None:
        """Empties both fields."""
        for field in self.query(Input):
            field.value = ""
        self.query_one("#person").focus()

    def do_leave(self) -> None:
        """Also from here a program can be left."""
        getattr(self.app, "act_leave")()  # noqa: B009


def _still(field: Input) -> Input:
    field.cursor_blink = False
    return field

"""The dialogs of the desk: a form that asks the hall, a choice that takes scans, a large answer.

A scan's meaning depends on the dialog that is open; another paper is named and changes nothing
(SCN-002).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, Input, OptionList, Static
from textual.widgets.option_list import Option

from core.codes import Kind
from core.rules import Refusal
from kiosk.desk.scans import scan_of, wrong_paper
from kiosk.figure import Figure
from ui.actions import Action
from ui.app import Station
from ui.choices import Choices
from ui.frame import Tone
from ui.link import Refused
from ui.messages import Scanned
from ui.modals import Field, Form, HouseModal
from ui.seams import plain

Then = Callable[[dict[str, Any]], Awaitable[dict[str, Any]]]
Look = Callable[[str], Awaitable[Sequence["Choice"]]]

MOST_SHOWN = 60


class Unfit(Exception):  # noqa: N818 -- a person's slip, said where it was typed
    """Values that do not go together, in words."""


class AskingForm(Form):
    """A form whose values go to the hall while it is open: a refusal loses nothing typed.

    Result: {"values": …, "result": …}, None when it was left.
    """

    def __init__(
        self,
        title: str,
        fields: Sequence[Field],
        then: Then,
        *,
        note: str = "",
        confirm: str = "Valider",
    ) -> None:
        super().__init__(title, fields, note=note, confirm=confirm)
        self._then = then
        self._asking = False

    def confirmed(self, values: Mapping[str, Any]) -> None:
        """Asks once, whatever the keys."""
        if not self._asking:
            self._asking = True
            self.app.run_worker(self._ask(dict(values)), group="flows", exit_on_error=False)

    async def _ask(self, values: dict[str, Any]) -> None:
        try:
            result = await self._then(values)
        except (Refused, Refusal) as refused:
            station = cast(Station, self.app)
            self.say(station.in_words(refused.code, refused.values), Tone.REFUSAL)
            station.bell()
            return
        except Unfit as slip:
            self.say(str(slip), Tone.REFUSAL)
            return
        finally:
            self._asking = False
        self.finish({"values": values, "result": result})


@dataclass(frozen=True)
class Choice:
    """One line to choose; `why_not` keeps it from being chosen and says so."""

    value: Any
    line: str
    why_not: str = ""


class Extra:
    """What the extra key of a choice gives."""


EXTRA = Extra()


class Chooser(HouseModal[Any]):
    """A list to choose from by arrows, by typing, or by showing a paper.

    Args:
        ask: label of the line to type on; without one there is only the list.
        wanted: kinds of paper taken here; the result is then a `Scan`.
        look: searches anew as one types; without it the lines are narrowed by what is typed.
        typed: makes a value of what was typed when it is one by itself, else gives None.
        extra: what F3 does, which gives `EXTRA`.
    """

    ACTIONS = (
        Action("extra", "f3", "Autre"),
        Action("up", "up", "Plus haut"),
        Action("down", "down", "Plus bas"),
        Action("cancel", "escape", "Annuler"),
    )

    def __init__(
        self,
        title: str,
        choices: Sequence[Choice],
        *,
        ask: str = "",
        note: str = "",
        wanted: Sequence[Kind] = (),
        look: Look | None = None,
        typed: Callable[[str], Any] | None = None,
        extra: str = "",
        empty: str = "Rien dans cette liste.",
    ) -> None:
        super().__init__()
        self._title, self._all, self._choices = title, tuple(choices), tuple(choices)
        self._ask, self._explained, self._wanted = ask, note, tuple(wanted)
        self._look, self._typed, self._extra, self._empty = look, typed, extra, empty

    def compose(self) -> ComposeResult:
        """Title, the line to type on, the list, what went wrong, the keys."""
        with Vertical(classes="dialog"):
            yield Static(plain(self._title), classes="dialog--title")
            if self._explained:
                yield Static(plain(self._explained), classes="dialog--text")
            if self._ask:
                yield Static(plain(self._ask))
                entry = Input(id="typed")
                entry.cursor_blink = False
                yield entry
            yield Choices(id="choices")
            yield Static("", id="note", classes="dialog--note")
            keys = ["↑ ↓ Entrée : choisir", f"F3 : {self._extra}" if self._extra else ""]
            yield Static(
                plain("   ".join(filter(None, [*keys, "Échap : annuler"]))), classes="dialog--note"
            )

    def on_mount(self) -> None:
        """The cursor where hands go first."""
        self._show(self._all)
        self.query_one("#typed" if self._ask else "#choices").focus()

    def _show(self, choices: Sequence[Choice]) -> None:
        self._choices = tuple(choices)[:MOST_SHOWN]
        listed = self.query_one("#choices", OptionList)
        listed.clear_options()
        listed.add_options([Option(plain(self._line(choice))) for choice in self._choices])
        listed.display = bool(self._choices)
        listed.highlighted = 0 if self._choices else None
        hidden = len(choices) - len(self._choices)
        more = f"et {hidden} autres : précisez" if hidden > 0 else ""
        self.say(more if self._choices else self._empty if self._settled() else "")

    def _settled(self) -> bool:
        """Whether an empty list means that there is nothing, and not that nothing was typed."""
        return self._look is None or (self._ask != "" and bool(self._entered()))

    @staticmethod
    def _line(choice: Choice) -> str:
        return f"({choice.line} : {choice.why_not})" if choice.why_not else choice.line

    def _entered(self) -> str:
        return self.query_one("#typed", Input).value.strip() if self._ask else ""

    @on(Input.Changed)
    def _narrow(self, event: Input.Changed) -> None:
        event.stop()
        if self._look is not None:
            self.run_worker(self._searched(event.value.strip()), exclusive=True, group="search")
            return
        words = event.value.casefold().split()
        self._show([one for one in self._all if all(w in one.line.casefold() for w in words)])

    async def _searched(self, text: str) -> None:
        assert self._look is not None
        try:
            found = await self._look(text)
        except Refused as refused:
            self.say(cast(Station, self.app).in_words(refused.code, refused.values), Tone.REFUSAL)
            return
        if text == self._entered():
            self._show(found)

    @on(Input.Submitted)
    def _entered_line(self, event: Input.Submitted) -> None:
        event.stop()
        value = self._typed(self._entered()) if self._typed and self._entered() else None
        if value is not None:
            self.finish(value)
        else:
            self._take(self.query_one("#choices", OptionList).highlighted)

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self._take(event.option_index)

    def _take(self, place: int | None) -> None:
        if place is None or place >= len(self._choices):
            self.say(self._empty, Tone.CARE)
            return
        choice = self._choices[place]
        if choice.why_not:
            self.say(choice.why_not, Tone.REFUSAL)
            return
        self.finish(choice.value)

    def on_scanned(self, scanned: Scanned) -> None:
        """A paper that is awaited here, or a sentence that says which one is."""
        scanned.stop()
        scanned.prevent_default()  # not the answer of every dialog as well
        scan = scan_of(scanned.reading)
        if scan is not None and scan.kind in self._wanted:
            self.finish(scan)
            return
        self.say(wrong_paper(scan, *self._wanted), Tone.REFUSAL)
        self.app.bell()

    def do_extra(self) -> None:
        """The other way, where there is one."""
        if self._extra:
            self.finish(EXTRA)

    def do_up(self) -> None:
        """The line above, from wherever the cursor is."""
        self.query_one("#choices", OptionList).action_cursor_up()

    def do_down(self) -> None:
        """The line below."""
        self.query_one("#choices", OptionList).action_cursor_down()

    def do_cancel(self) -> None:
        """Nothing is chosen."""
        self.finish(None)


class Large(HouseModal[bool]):
    """An amount to read across the counter; Enter closes."""

    ACTIONS = (Action("close", "enter,escape,space", "Fermer"),)
    AUTO_FOCUS = "#close"

    def __init__(self, title: str, amount: str, note: str = "") -> None:
        super().__init__()
        self._title, self._amount, self._explained = title, amount, note

    def compose(self) -> ComposeResult:
        """The amount in large figures."""
        with Vertical(classes="dialog"):
            yield Static(plain(self._title), classes="dialog--title")
            figure = Figure()
            figure.show(self._amount)
            yield figure
            yield Static(plain(self._explained))
            with Horizontal(classes="dialog--buttons"):
                yield Button(plain("Entrée  C'est fait"), id="close")
            yield Static("", id="note", classes="dialog--note")

    @on(Button.Pressed, "#close")
    def do_close(self) -> None:
        """Back to the counter."""
        self.finish(True)

    def on_scanned(self, scanned: Scanned) -> None:
        """The next customer's paper must wait until this amount is settled."""
        scanned.stop()
        scanned.prevent_default()  # not the answer of every dialog as well
        self.say("Terminez d'abord avec ce montant (Entrée).", Tone.CARE)

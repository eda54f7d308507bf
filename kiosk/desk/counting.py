"""Counting a till by notes and coins: it adds up as one types (CSH-028)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, cast

from textual import on
from textual.app import ComposeResult
from textual.containers import Grid, Horizontal, Vertical
from textual.widgets import Button, Input, Static

from core.money import EUROS_C
from core.rules import Refusal
from kiosk.desk.talk import TextField, euros
from ui.actions import Action
from ui.app import Station
from ui.frame import Tone
from ui.link import Refused
from ui.modals import Field, FormInput, HouseModal
from ui.seams import plain

Counted = Callable[[dict[int, int], str], Awaitable[dict[str, Any]]]
MOST_PIECES = 99_999


def face(value_c: int) -> str:
    """« 50 € » or « 20 c »."""
    return f"{value_c // 100} €" if value_c >= 100 else f"{value_c} c"


class Counting(HouseModal[dict[str, Any] | None]):
    """One field a note or coin; the sum, what is expected and the difference stay in sight.

    `expected_c` None: nothing to compare with, as when a float is counted. The result is the
    hall's, with `counted_c` beside it.
    """

    ACTIONS = (
        Action("confirm", "f2,ctrl+s", "Valider"),
        Action("cancel", "escape", "Annuler"),
    )
    AUTO_FOCUS = "FormInput"

    def __init__(self, title: str, then: Counted, expected_c: int | None = None) -> None:
        super().__init__()
        self._title, self._then, self._expected_c = title, then, expected_c
        self._asking = False

    def compose(self) -> ComposeResult:
        """Three columns of notes and coins, the sums, the explanation, the keys."""
        with Vertical(classes="dialog counting"):
            yield Static(plain(self._title), classes="dialog--title")
            with Grid(classes="pieces"):
                for value_c in EUROS_C:
                    with Horizontal(classes="piece"):
                        yield Static(plain(face(value_c)), classes="face")
                        yield FormInput(
                            Field(f"p{value_c}", face(value_c), "number", required=False,
                                  most=MOST_PIECES)
                        )  # fmt: skip
            yield Static("", id="sums")
            if self._expected_c is not None:
                yield Static(plain("Explication, s'il y a un écart"))
                yield FormInput(TextField("explanation", "Explication", required=False))
            yield Static("", id="note", classes="dialog--note")
            with Horizontal(classes="dialog--buttons"):
                yield Button(plain("F2  Valider"), id="confirm")
                yield Button(plain("Échap  Annuler"), id="cancel")

    def on_mount(self) -> None:
        """Nothing is counted yet."""
        self._add_up()

    @on(Input.Changed)
    def _add_up(self) -> None:
        """The sum so far; a field that cannot be read counts for nothing yet."""
        total_c = 0
        for entry in self.query(FormInput):
            if entry.field.kind == "number":
                try:
                    total_c += self._value_c(entry) * (entry.field.read(entry.value) or 0)
                except Refusal:
                    continue
        lines = f"Compté {euros(total_c):>14}"
        if self._expected_c is not None:
            difference_c = total_c - self._expected_c
            sign = "+" if difference_c > 0 else ""
            verdict = "aucun écart" if not difference_c else f"ÉCART {sign}{euros(difference_c)}"
            lines = f"{lines}   Attendu {euros(self._expected_c):>14}   {verdict}"
        self.query_one("#sums", Static).update(plain(lines))

    @staticmethod
    def _value_c(entry: FormInput) -> int:
        return int(entry.field.name.removeprefix("p"))

    @on(Input.Submitted)
    def _next(self, event: Input.Submitted) -> None:
        event.stop()
        inputs = list(self.query(FormInput))
        place = inputs.index(cast(FormInput, event.input))
        if place + 1 < len(inputs):
            inputs[place + 1].focus()
        else:
            self.do_confirm()

    @on(Button.Pressed, "#confirm")
    def do_confirm(self) -> None:
        """Everything is read; then the hall is asked, once."""
        pieces: dict[int, int] = {}
        explanation = ""
        for entry in self.query(FormInput):
            try:
                value = entry.field.read(entry.value)
            except Refusal as refusal:
                entry.focus()
                sentence = cast(Station, self.app).in_words(refusal.code, refusal.values)
                self.say(f"{entry.field.label} : {sentence}", Tone.REFUSAL)
                return
            if entry.field.kind == "number":
                if value:
                    pieces[self._value_c(entry)] = value
            else:
                explanation = value
        if not self._asking:
            self._asking = True
            self.app.run_worker(self._ask(pieces, explanation), group="flows", exit_on_error=False)

    async def _ask(self, pieces: dict[int, int], explanation: str) -> None:
        try:
            result = await self._then(pieces, explanation)
        except Refused as refused:
            self.say(cast(Station, self.app).in_words(refused.code, refused.values), Tone.REFUSAL)
            if refused.code == "ECART_A_EXPLIQUER":
                self.query("#explanation").first(FormInput).focus()
            return
        finally:
            self._asking = False
        counted_c = sum(value_c * count for value_c, count in pieces.items())
        self.finish({"counted_c": counted_c, **result})

    @on(Button.Pressed, "#cancel")
    def do_cancel(self) -> None:
        """Nothing is counted."""
        self.finish(None)

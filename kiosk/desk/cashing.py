"""Taking money: the amount due in large figures, what is given, what goes back (design §12)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, Digits, Input, Label, Static

from core.bingo.forfait.payment import CARTE, ESPECES
from core.rules import Refusal
from kiosk.desk.modals import AskingForm, Then
from kiosk.desk.talk import TextField, euros
from ui.frame import Tone
from ui.modals import Field, FormInput
from ui.seams import plain

GIVEN = Field("given", "Somme remise en espèces (vide : le compte juste)", "amount", required=False)
SLIP = TextField("slip", "ou n° du ticket de carte bancaire", required=False)


class Cashing(AskingForm):
    """Cash with change, or a card with its slip. `then` gets means, given_c and reference."""

    def __init__(self, title: str, due_c: int, note: str, then: Then) -> None:
        super().__init__(title, (GIVEN, SLIP), then, note=note, confirm="Encaisser")
        self._due_c, self._lines = due_c, note

    def compose(self) -> ComposeResult:
        """Two large amounts side by side over the two fields."""
        with Vertical(classes="dialog"):
            yield Static(plain(self._title), classes="dialog--title")
            yield Static(plain(self._lines))
            with Horizontal(classes="amounts"):
                with Vertical():
                    yield Static(plain("À PAYER"))
                    yield Digits(euros(self._due_c), classes="large")
                with Vertical():
                    yield Static(plain("À RENDRE"))
                    yield Digits("", id="change", classes="large")
            for field in (GIVEN, SLIP):
                yield Label(plain(field.label))
                yield FormInput(field)
            yield Static("", id="note", classes="dialog--note")
            with Horizontal(classes="dialog--buttons"):
                yield Button(plain("F2  Encaisser"), id="confirm")
                yield Button(plain("Échap  Annuler"), id="cancel")

    @on(Input.Changed, "#given")
    def _change(self, event: Input.Changed) -> None:
        """What would go back, as one types."""
        try:
            given_c = GIVEN.read(event.value)
        except Refusal:
            given_c = None
        due_c = self._due_c
        text = euros(given_c - due_c) if given_c is not None and given_c >= due_c else ""
        self.query_one("#change", Digits).update(text)

    @on(Input.Submitted)
    def _next(self, event: Input.Submitted) -> None:
        """An amount that was typed is enough; an empty one leads to the card."""
        event.stop()
        if event.input.id == "given" and not event.value.strip():
            self.query_one("#slip").focus()
        else:
            self.do_confirm()

    def confirmed(self, values: Mapping[str, Any]) -> None:
        """Cash or card, never both."""
        if values["slip"] and values["given"] is not None:
            self.say("Espèces ou carte : videz l'un des deux champs.", Tone.REFUSAL)
            return
        means = CARTE if values["slip"] else ESPECES
        given_c = self._due_c if values["given"] is None else values["given"]
        super().confirmed(
            {
                "means": means,
                "given_c": given_c if means == ESPECES else 0,
                "reference": values["slip"],
            }
        )

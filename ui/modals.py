"""Questions over a screen: yes or no, and a form of a few fields.

Nothing destructive has the focus first; Escape always means no.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Label, Static

from core import codes, money
from core.rules import Refusal
from ui import words
from ui.actions import Action, bindings
from ui.frame import Tone
from ui.messages import Scanned
from ui.seams import Guarded, plain

Result = TypeVar("Result")


class HouseModal(Guarded, ModalScreen[Result], Generic[Result]):
    """A dialog with its own keys and its own line to say things on (`#note`)."""

    ACTIONS: ClassVar[tuple[Action, ...]] = ()
    AUTO_FOCUS: ClassVar[str | None] = None
    ESCAPE_TO_MINIMIZE: ClassVar[bool | None] = False

    def __init_subclass__(cls, **kwargs: Any) -> None:
        if "ACTIONS" in cls.__dict__:
            cls.BINDINGS = [*bindings(cls.ACTIONS)]
        super().__init_subclass__(**kwargs)

    def action_act(self, action_id: str) -> None:
        """Keys of the dialog; those of the program (F1, F9, F10) wait until it is closed."""
        if any(action.id == action_id for action in self.ACTIONS):
            getattr(self, f"do_{action_id}")()

    def finish(self, result: Result) -> None:
        """Closes with an answer, once: a second key may already be waiting in the queue."""
        if self.is_current:
            self.dismiss(result)

    def say(self, text: str, tone: Tone = Tone.INFO) -> None:
        """On the dialog's own line."""
        for note in self.query("#note").results(Static):
            note.update(plain(f"{tone.value} {text}" if text else ""))
            note.set_class(tone is Tone.REFUSAL, "-refusal")

    def on_scanned(self, scanned: Scanned) -> None:
        """A scan answers no question."""
        scanned.stop()
        self.say("Répondez d'abord à cette question.", Tone.CARE)


class YesNo(HouseModal[bool | None]):
    """One question. « Non » has the focus; O and N answer, Escape is no.

    Where « no » does something too (`leaves`), Escape does neither and the answer is None.
    """

    ACTIONS = (
        Action("yes", "o,y", "Oui"),
        Action("no", "n", "Non"),
        Action("leave", "escape", "Annuler"),
    )
    AUTO_FOCUS = "#no"

    def __init__(
        self,
        question: str,
        *,
        yes: str = "Oui",
        no: str = "Non",
        note: str = "",
        leaves: bool = False,
    ) -> None:
        super().__init__()
        self._leaves = leaves
        self._question, self._yes, self._no, self._note = question, yes, no, note

    def compose(self) -> ComposeResult:
        """Question, details, two buttons that name their keys."""
        with Vertical(classes="dialog"):
            yield Static(plain(self._question), classes="dialog--title")
            if self._note:
                yield Static(plain(self._note))
            with Horizontal(classes="dialog--buttons"):
                yield Button(plain(f"O  {self._yes}"), id="yes")
                yield Button(plain(f"N  {self._no}"), id="no")
            yield Static("", id="note", classes="dialog--note")

    @on(Button.Pressed, "#yes")
    def do_yes(self) -> None:
        """Done."""
        self.finish(True)

    @on(Button.Pressed, "#no")
    def do_no(self) -> None:
        """Nothing happens."""
        self.finish(False)

    def do_leave(self) -> None:
        """Neither, where there are two things to do."""
        self.finish(None if self._leaves else False)


@dataclass(frozen=True)
class Field:
    """One line of a form.

    `kind`: "text", "amount" (cents), "number" (whole), "pin" (masked text), "serial" (a carton's
    number, typed or scanned, as `core.codes.Typed`), "code" (L16 or a carton's number, as text).
    """

    name: str
    label: str
    kind: str = "text"
    value: str = ""
    required: bool = True
    least: int = 0
    most: int = 999_999_999
    hint: str = ""

    def read(self, text: str) -> Any:
        """The value of what was typed. Raises `Refusal` with a code of `ui.words`."""
        text = text if self.kind == "pin" else text.strip()
        if not text:
            if self.required:
                raise Refusal("A_REMPLIR")
            return None
        if self.kind == "amount":
            return self._within(money.parse_cents(text))
        if self.kind == "number":
            if not (text.isascii() and text.isdigit()):
                raise Refusal("NOMBRE_ILLISIBLE")
            return self._within(int(text))
        return codes.typed(text) if self.kind == "serial" else text

    def _within(self, number: int) -> int:
        if not self.least <= number <= self.most:
            write = money.written if self.kind == "amount" else str
            raise Refusal("NOMBRE_HORS_LIMITES", least=write(self.least), most=write(self.most))
        return number


class FormInput(Input):
    """A field. It takes scans itself when its kind asks for a code."""

    def __init__(self, field: Field) -> None:
        super().__init__(
            value=field.value,
            placeholder=field.hint,
            password=field.kind == "pin",
            id=field.name,
            select_on_focus=False,  # a correction must not begin by wiping what was typed
        )
        self.field = field
        self.cursor_blink = False

    @property
    def takes_scans(self) -> bool:
        """Whether a scan belongs in here."""
        return self.field.kind in ("code", "serial")

    def on_scanned(self, scanned: Scanned) -> None:
        """Put in whole, as if typed and confirmed."""
        if self.takes_scans and scanned.reading.readable:
            scanned.stop()
            self.value = scanned.reading.text
            self.post_message(self.Submitted(self, self.value))


class Form(HouseModal[dict[str, Any] | None]):
    """A few fields. Enter goes to the next and at the last one confirms; Escape gives None."""

    ACTIONS = (
        Action("confirm", "f2,ctrl+s", "Valider"),
        Action("cancel", "escape", "Annuler"),
    )
    AUTO_FOCUS = "FormInput"

    def __init__(
        self, title: str, fields: Sequence[Field], *, note: str = "", confirm: str = "Valider"
    ) -> None:
        super().__init__()
        self._title, self._fields = title, tuple(fields)
        self._note, self._confirm = note, confirm

    def compose(self) -> ComposeResult:
        """Labels over fields, then what went wrong, then the two buttons."""
        with Vertical(classes="dialog"):
            yield Static(plain(self._title), classes="dialog--title")
            if self._note:
                yield Static(plain(self._note))
            with VerticalScroll(classes="dialog--fields"):
                for field in self._fields:
                    yield Label(plain(field.label))
                    yield FormInput(field)
            yield Static("", id="note", classes="dialog--note")
            with Horizontal(classes="dialog--buttons"):
                yield Button(plain(f"F2  {self._confirm}"), id="confirm")
                yield Button(plain("Échap  Annuler"), id="cancel")

    @on(Input.Submitted)
    def _next(self, event: Input.Submitted) -> None:
        event.stop()
        inputs = list(self.query(FormInput))
        place = inputs.index(event.input) if event.input in inputs else len(inputs) - 1
        if place + 1 < len(inputs):
            inputs[place + 1].focus()
        else:
            self.do_confirm()

    @on(Button.Pressed, "#confirm")
    def do_confirm(self) -> None:
        """All fields are read; the first that cannot be is named, focused, and nothing is lost."""
        values: dict[str, Any] = {}
        for field in self.query(FormInput):
            try:
                values[field.field.name] = field.field.read(field.value)
            except Refusal as refusal:
                field.focus()
                lang = getattr(self.app, "lang", "fr")
                sentence = words.in_words(refusal.code, refusal.values, lang)
                self.say(f"{field.field.label} : {sentence}", Tone.REFUSAL)
                return
        self.confirmed(values)

    def confirmed(self, values: Mapping[str, Any]) -> None:
        """What to do with good values; a subclass may ask the hall first."""
        self.finish(dict(values))

    @on(Button.Pressed, "#cancel")
    def do_cancel(self) -> None:
        """Nothing happens."""
        self.finish(None)

    def on_scanned(self, scanned: Scanned) -> None:
        """A scan goes to the field that asks for one, wherever the focus is."""
        scanned.stop()
        scanned.prevent_default()  # not the answer of every dialog as well
        for field in self.query(FormInput):
            if field.takes_scans and scanned.reading.readable:
                field.on_scanned(scanned)
                return
        self.say("Aucun champ n'attend de code ici.", Tone.CARE)

"""What the keys and the scanner do: each gives an order, or asks what the order still needs."""

from __future__ import annotations

from typing import Any

from textual import events

from caller import entry, trials
from caller.keys import asked, stopped
from caller.seat import Seat
from caller.steps import Wants
from core.rules import Refusal
from core.views.caller import Caller
from ui.frame import Tone
from ui.messages import Scanned
from ui.modals import Field, Form, YesNo

HELD_S = 0.25  # a key that repeats faster than this is one key held down


class Hands(Seat):
    """Answers every key of `caller.keys`."""

    def do_next(self) -> None:
        """What was typed is given; else the next step. A key held down is one key."""
        now, held = self._clock(), self._clock() - self._last_next < HELD_S
        self._last_next = now
        if held or self.view is None:
            return
        if self.entry.text:
            self._submit(self.view)
        elif self._task_runs(self.view):
            self.blank_runs = not self.blank_runs
            self.show()
        elif self._under_way == 0:
            if self.step.order in ("StopDraw", "NewClaim"):
                self.pace.stop()
            if self.step.order == "VerifyCarton":
                self._present(self.step.order, self.step.fields)
                return
            self._give(self.step.order, **self.step.fields)
            if self.step.order != "ConfirmSpokenAloud":  # saying it aloud is part of the start
                self.blank_runs = self.step.order == "StartBlankDraw"

    def do_stop(self) -> None:
        """Somebody called: the pace is dead before the order leaves (BIN-029)."""
        self._stop(None)

    def do_quine(self) -> None:
        """« Quine ! »"""
        self._stop("quine")

    def do_bingo(self) -> None:
        """« Bingo ! »"""
        self._stop("bingo")

    def do_pace(self) -> None:
        """Balls by themselves, or no longer."""
        if self.view is None:
            return
        if self.pace.stop():
            self.say("Cadence arrêtée.")
        else:
            self.pace.start(self.view, self._now())
            self.say("Cadence automatique : S, Q ou B l'arrête aussitôt.")
        self.show()

    def do_restate(self) -> None:
        """The player says the other word (D-21)."""
        text, word = self._restate
        self._present("VerifyCarton", {"text": text, "word": word})

    def do_others(self) -> None:
        """Asks again: the window starts anew."""
        self._give("AskForOthers")

    def do_reject(self) -> None:
        """Nobody, or nothing valid: the draw goes on (BIN-033)."""
        self._give("RejectClaim")

    def do_again(self) -> None:
        """The whole announcement once more (D-17)."""
        if self.view is not None:
            self._give(asked("again", self.view, self.step))

    def do_aloud(self) -> None:
        """The animateur has said it himself (GEN-018)."""
        if self.view is not None and self.view.waiting:
            self._give("ConfirmSpokenAloud", announcement=self.view.waiting[-1].announcement)

    def do_clear(self) -> None:
        """What is typed is forgotten; a number already shown is taken back."""
        if not self.entry.clear() and self.step.big is not None:
            self._give("CancelEntry")
        self.show()

    def do_erase(self) -> None:
        """The last figure."""
        self.entry.erase()
        self.show()

    def do_up(self) -> None:
        """Another line of the check list."""
        self._move(-1)

    def do_down(self) -> None:
        """Another line of the check list."""
        self._move(1)

    def do_without(self) -> None:
        """Nobody calls a number: recorded as « sans aléa public » (design §7)."""
        question = YesNo("Tirer sans numéro du public ?", note="Le procès-verbal le dira.")
        self.app.push_screen(question, lambda sure: self._give("GoWithoutPublic") if sure else None)

    def do_pause(self) -> None:
        """How many minutes, or the end of it."""
        if self.view is None:
            return
        if asked("pause", self.view, self.step) == "EndBreak":
            self._give("EndBreak")
            return
        minutes = Field("minutes", "Minutes", "number", "15", least=1, most=240)
        self.app.push_screen(Form("Pause", (minutes,)), self._pause)

    def do_failed(self) -> None:
        """A test that failed, with what was seen."""
        task = self._line_of(self.view) if self.view is not None else None
        if task is not None and task.element:
            seen = Field("measure", "Ce qui a été constaté", required=False)
            self.app.push_screen(
                Form(f"{task.name} : en échec", (seen,)),
                lambda values: self._failed(task.element, values),
            )

    def do_dispute(self) -> None:
        """Two papers of one number, or a doubtful one: a member of the committee decides."""
        claims = self.view.claims if self.view is not None else ()
        shown = [claim for claim in claims if claim.carton is not None]
        reason = Field("reason", f"Carton {shown[-1].serial} : motif du litige")
        number = int(shown[-1].serial.rpartition("-")[2])
        self.app.push_screen(
            Form("Litige", (reason,)), lambda values: self._disputed(number, values)
        )

    def _submit(self, view: Caller) -> None:
        wants, text = self.step.wants, self.entry.text
        try:
            order, fields = entry.order_of(text, wants, view)
            whole = entry.to_compare(fields["text"]) if "text" in fields else ""
        except Refusal as refusal:
            self.entry.refused = True
            self._refuse(refusal.code, refusal.values)
            return
        if whole:  # typed without its check digit: the animateur compares before it counts
            self.entry.text = whole
            self.say(f"Comparez avec le carton : {whole}. Entrée vérifie, Échap efface.", Tone.CARE)
            self.show()
            return
        self.entry.clear()
        self._present(order, fields)

    def _stop(self, word: str | None) -> None:
        view = self.view
        if view is None:
            return
        paced = self.pace.stop()
        order = "NewClaim" if stopped(view) else "StopDraw"
        tried = view.actions[order]
        if paced and tried.why:
            self.say(f"Cadence arrêtée. {self._why(view, order)}", Tone.CARE)
        else:
            if paced:
                self.say("Cadence arrêtée.")
            self._give(order, word=word)
        self.show()

    def _move(self, by: int) -> None:
        view = self.view
        if view is None or view.tests is None or view.board.seance is None:
            return
        tasks = trials.tasks(view.tests, view.board.seance.mode)
        self.cursor = (trials.current(tasks, self.cursor) + by) % len(tasks)
        self.show()

    def _pause(self, values: dict[str, Any] | None) -> None:
        if values is not None:
            self._give("StartBreak", minutes=values["minutes"])

    def _failed(self, element: str, values: dict[str, Any] | None) -> None:
        if values is not None:
            self._give("RecordTest", element=element, passed=False, measure=values["measure"] or "")

    def _disputed(self, number: int, values: dict[str, Any] | None) -> None:
        if values is not None:
            self._give("DisputeCarton", number=number, reason=values["reason"])

    def on_scanned(self, scanned: Scanned) -> None:
        """A carton is checked at a stop, recovered after the bingo; else it says why not."""
        wants = self.step.wants
        if wants not in (Wants.CARTON, Wants.RECOVER) or not scanned.reading.readable:
            return  # the app says it
        scanned.stop()
        self.entry.clear()
        order = "VerifyCarton" if wants is Wants.CARTON else "RecoverCarton"
        self._present(order, {"text": scanned.reading.text})

    def on_key(self, event: events.Key) -> None:
        """Figures go into the entry, wherever the focus is."""
        if event.character and self.entry.take(event.character, self.step.wants):
            event.stop()
            self.show()

"""The animateur's screen: the board, the next step, and the keys that have their place now.

It holds no truth: what it keeps is what has been typed, the pace, and the line of the check list.
Requirements BIN-002, BIN-018, BIN-027 to BIN-049, BIN-072, GEN-016, GEN-018, GEN-022, DSP-012.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from textual import events
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widget import Widget

from caller import entry, trials
from caller.facts import clock, deadline, facts, verdict
from caller.keys import ACTIONS, asked, fitting, stopped
from caller.pace import Pace, can_run
from caller.panels import CheckList, Claims, FactsPanel, StepPanel, TypedNumber
from caller.restored import sentence
from caller.steps import Step, Wants, step
from core.rules import Refusal
from core.views.caller import Caller
from ui.actions import Action, Hint
from ui.board import Board
from ui.carton import CartonGrid
from ui.frame import Tone
from ui.hints import HintBar
from ui.last_ball import LastBall
from ui.link import Link, Refused
from ui.messages import LineChanged, Noticed, Scanned, ViewArrived
from ui.modals import Field, Form, YesNo
from ui.screen import HouseScreen

TICK_S = 0.1
HELD_S = 0.25  # a key that repeats faster than this is one key held down
BLANK_S = 0.12  # between two numbers of the blank draw


WANTED = {
    Wants.NOTHING: "rien à faire ici pour l'instant",
    Wants.SEANCE: "tapez le numéro de la séance",
    Wants.BLANK: "tapez la boule",
    Wants.BALL: "tapez la boule",
    Wants.PUBLIC: "tapez le numéro du public",
    Wants.CARTON: "scannez ou tapez le carton",
    Wants.RECOVER: "scannez ou tapez le carton gagnant",
}
SHORT = {"ANNONCE_EN_COURS": "la voix parle", "AUCUN_TABLEAU": "aucun tableau en ligne"}


class Ticked(Message, bubble=False):
    """A tenth of a second has passed: countdowns, the pace, the blank draw."""


class Console(HouseScreen):
    """Everything the animateur needs on one screen."""

    HELP = "La barre d'espace fait toujours la chose suivante. S arrête le tirage."
    ACTIONS = ACTIONS

    def __init__(self) -> None:
        super().__init__()
        self.title = ""
        self.view: Caller | None = None
        self.pace = Pace()
        self.entry = entry.Entry()
        self.cursor: int | None = None
        self.blank_runs = False
        self._restate: tuple[str, str] = ("", "")  # carton, the word it would win with
        self._under_way = 0
        self._last_next = -1.0
        self._blank_asked = 0.0

    # -- what is shown ----------------------------------------------------------------------

    def body(self) -> Iterable[Widget]:
        """The step over the room."""
        yield StepPanel()
        with_claim = Vertical(CartonGrid(id="carton"), Claims(), id="claim")
        side = Vertical(TypedNumber(), LastBall(id="last"), with_claim, CheckList(), id="side")
        left = Vertical(Board(id="board"), FactsPanel(), id="left")
        yield Horizontal(left, side, id="room")

    def on_mount(self) -> None:
        """The clock of the screen."""
        self.set_interval(TICK_S, lambda: self.post_message(Ticked()))

    def on_view_arrived(self, arrived: ViewArrived) -> None:
        """All there is to show; what was typed for another moment is dropped."""
        if arrived.view.kind != "caller":
            return
        before, self.view = self.view, arrived.view.read(Caller)
        if before is not None and self._step_of(before).wants is not self.step.wants:
            self.entry.clear()
        if not stopped(self.view):
            self._restate = ("", "")
        if self.view.tests is None or self._finished_line(before):
            self.cursor = None
        self._under_way = 0
        self.pace.see(self.view, self._now())
        self.show()

    def _finished_line(self, before: Caller | None) -> bool:
        """The chosen line of the check list has been answered: back to the first open one."""
        return before is not None and self.view is not None and before.tests != self.view.tests

    @property
    def step(self) -> Step:
        """What comes next."""
        if self.view is None:
            return Step("Connexion à la salle", "")
        return self._step_of(self.view)

    def _step_of(self, view: Caller) -> Step:
        return step(view, self.cursor)

    def show(self) -> None:
        """Everything anew from the view; each widget repaints what changed."""
        view, now = self.view, self.step
        if view is None or not self.is_mounted:
            return
        self.query_one(StepPanel).show(now, self.entry.text, self._pace_text(view))
        balls = view.board.partie.balls if view.board.partie else ()
        if view.tests is not None:
            balls = view.board.blank
        self.query_one(Board).show(balls)
        self.query_one(LastBall).show(balls)
        self._show_side(view, now, balls)
        self._show_facts(view)
        self.refresh_hints()

    def _show_side(self, view: Caller, now: Step, balls: tuple[int, ...]) -> None:
        side = self.query_one("#room")
        numbers = now.wants in (Wants.BALL, Wants.PUBLIC, Wants.BLANK)
        typed = self.entry.text if self.entry.text else str(now.big or "")
        side.set_class(numbers and bool(typed), "-typing")
        side.set_class(stopped(view) and not (numbers and typed), "-claiming")
        side.set_class(view.tests is not None, "-testing")
        words = "Entrée le montre" if self.entry.text else "Entrée confirme"
        entered = not self.entry.text
        self.query_one(TypedNumber).show(typed if numbers else "", words, entered)
        if view.tests is not None and view.board.seance is not None:
            tasks = trials.tasks(view.tests, view.board.seance.mode)
            self.query_one(CheckList).show(tasks, trials.current(tasks, self.cursor))
        if stopped(view):
            self._show_claim(view, balls)

    def _show_claim(self, view: Caller, balls: tuple[int, ...]) -> None:
        last = view.claims[-1] if view.claims else None
        grid = self.query_one(CartonGrid)
        grid.display = last is not None and last.carton is not None
        if last is not None and last.carton is not None:
            bingo = last.combination == "bingo" and not last.missing
            won = (1, 2, 3) if bingo else (last.carton.row + 1,) if last.carton.row >= 0 else ()
            grid.show(last.carton.rows, balls, won, last.missing)
        word = self._restate[1]
        more = f" ▲ R requalifie en {word} si le joueur le dit" if word else ""
        self.query_one(Claims).show([verdict(claim) for claim in view.claims], more)

    def _show_facts(self, view: Caller) -> None:
        at_ms = deadline(view)
        left_ms = None if at_ms is None else max(at_ms - self._now(), 0)
        self.query_one(FactsPanel).show(facts(view, left_ms))

    def _pace_text(self, view: Caller) -> str:
        if not self.pace.running:
            return ""
        every = f"{view.intervalle_ms / 1000:g}".replace(".", ",")
        return f"CADENCE {every} s - {clock(self.pace.left_ms(view, self._now()))}"

    # -- keys and reasons -------------------------------------------------------------------

    def refresh_hints(self) -> None:
        """The keys of this phase, the first with the verb of the step."""
        now, view = self.step, self.view
        hints = [self._hint(a, now) for a in self.ACTIONS if a.shown and self._fits(a.id, now)]
        if view is None:
            hints = []
        hints += [Hint(action) for action in self.common() if action.shown]
        self.query_one(HintBar).show(hints)

    def _hint(self, action: Action, now: Step) -> Hint:
        if action.id == "next":
            key = "enter" if self.entry.text or now.big is not None else "space"
            label = f"Donner {self.entry.text}" if self.entry.text else now.label or "Suite"
            action = replace(action, key=key, label=label)
        elif action.id == "pace" and self.pace.running:
            action = replace(action, label="Arrêter la cadence")
        return Hint(action, self.why_not(action))

    def _fits(self, action_id: str, now: Step) -> bool:
        if self.view is None:
            return False
        if action_id == "clear":
            return bool(self.entry.text) or now.big is not None
        if action_id == "restate":
            return bool(self._restate[1])
        return fitting(action_id, self.view, now)

    def why_not(self, action: Action) -> str:
        """The rules' own reason; the screen adds only what it alone knows."""
        app: Any = self.app
        if app.hall.state is not Link.READY:
            return "hors ligne"
        if self.view is None:
            return str(app.in_words("PAS_MAINTENANT", {}))
        own = getattr(self, f"_why_{action.id}", None)
        if own is not None and (why := own(self.view)) is not None:
            return str(why)
        order = asked(action.id, self.view, self.step)
        return self._why(self.view, order) if order in self.view.actions else ""

    def _why_next(self, view: Caller) -> str | None:
        if self.entry.text:
            return ""
        now = self.step
        if self._restate[1] and now.order == "RejectClaim":
            return f"R requalifie en {self._restate[1]}, F6 reprend le tirage"
        if not now.order:
            return WANTED[now.wants]
        return None

    def _why_stop(self, view: Caller) -> str | None:
        return "" if self.pace.running else None

    def _why_pace(self, view: Caller) -> str | None:
        return "" if self.pace.running or can_run(view) else "pas de tirage électronique en cours"

    def _why_restate(self, view: Caller) -> str | None:
        return "" if self._restate[1] else "aucune autre combinaison complète et ouverte"

    def _why_dispute(self, view: Caller) -> str | None:
        shown = stopped(view) and any(claim.carton is not None for claim in view.claims)
        return "" if shown else "aucun carton présenté"

    def _why_failed(self, view: Caller) -> str | None:
        task = self._line_of(view)
        return "" if task is not None and task.element else "aucun essai sur cette ligne"

    def _why_clear(self, view: Caller) -> str | None:
        return "" if self.entry.text or self.step.big is not None else "rien de tapé"

    def on_key(self, event: events.Key) -> None:
        """Figures go into the entry, wherever the focus is."""
        if event.character and self.entry.take(event.character, self.step.wants):
            event.stop()
            self.show()

    # -- what the keys do -------------------------------------------------------------------

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
        elif self._under_way == 0:
            if self.step.order in ("StopDraw", "NewClaim"):
                self.pace.stop()
            if self.step.order == "VerifyCarton":
                self._present(self.step.order, self.step.fields)
                return
            self._give(self.step.order, **self.step.fields)
            self.blank_runs = self.step.order == "StartBlankDraw"

    def _submit(self, view: Caller) -> None:
        wants, text = self.step.wants, self.entry.text
        try:
            order, fields = entry.order_of(text, wants, view)
            whole = entry.to_compare(fields["text"]) if "text" in fields else ""
        except Refusal as refusal:
            self._refuse(refusal.code, refusal.values)
            return
        if whole:  # typed without its check digit: the animateur compares before it counts
            self.entry.text = whole
            self.say(f"Comparez avec le carton : {whole}. Entrée vérifie, Échap efface.", Tone.CARE)
            self.show()
            return
        self.entry.clear()
        self._present(order, fields)

    def do_stop(self) -> None:
        """Somebody called: the pace is dead before the order leaves (BIN-029)."""
        self._stop(None)

    def do_quine(self) -> None:
        """« Quine ! »"""
        self._stop("quine")

    def do_bingo(self) -> None:
        """« Bingo ! »"""
        self._stop("bingo")

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
            self._give(order, word=word)
        self.show()

    def do_pace(self) -> None:
        """Balls by themselves, or no longer."""
        if self.view is not None and not self.pace.stop():
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

    def _move(self, by: int) -> None:
        view = self.view
        if view is None or view.tests is None or view.board.seance is None:
            return
        tasks = trials.tasks(view.tests, view.board.seance.mode)
        self.cursor = (trials.current(tasks, self.cursor) + by) % len(tasks)
        self.show()

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

    def _pause(self, values: dict[str, Any] | None) -> None:
        if values is not None:
            self._give("StartBreak", minutes=values["minutes"])

    def do_failed(self) -> None:
        """A test that failed, with what was seen."""
        task = self._line_of(self.view) if self.view is not None else None
        if task is not None and task.element:
            seen = Field("measure", "Ce qui a été constaté", required=False)
            self.app.push_screen(
                Form(f"{task.name} : en échec", (seen,)),
                lambda values: self._failed(task.element, values),
            )

    def _failed(self, element: str, values: dict[str, Any] | None) -> None:
        if values is not None:
            self._give("RecordTest", element=element, passed=False, measure=values["measure"] or "")

    def do_dispute(self) -> None:
        """Two papers of one number, or a doubtful one: a member of the committee decides."""
        claims = self.view.claims if self.view is not None else ()
        shown = [claim for claim in claims if claim.carton is not None]
        reason = Field("reason", f"Carton {shown[-1].serial} : motif du litige")
        number = int(shown[-1].serial.rpartition("-")[2])
        self.app.push_screen(
            Form("Litige", (reason,)), lambda values: self._disputed(number, values)
        )

    def _disputed(self, number: int, values: dict[str, Any] | None) -> None:
        if values is not None:
            self._give("DisputeCarton", number=number, reason=values["reason"])

    # -- scans and orders -------------------------------------------------------------------

    def on_scanned(self, scanned: Scanned) -> None:
        """A carton is checked at a stop, recovered after the bingo; else it says why not."""
        wants = self.step.wants
        if wants not in (Wants.CARTON, Wants.RECOVER) or not scanned.reading.readable:
            return  # the app says it
        scanned.stop()
        self.entry.clear()
        order = "VerifyCarton" if wants is Wants.CARTON else "RecoverCarton"
        self._present(order, {"text": scanned.reading.text})

    def _present(self, order: str, fields: dict[str, Any]) -> None:
        """A carton or a number goes to the hall; a verdict comes back with what else it wins."""

        def answered(result: dict[str, Any]) -> None:
            word = result.get("restate") or ""
            self._restate = (fields.get("text", ""), word)
            self.show()

        self._give(order, then=answered, **fields)

    def _give(self, order: str, then: Any = None, **fields: Any) -> None:
        app: Any = self.app
        self._under_way += 1
        app.flow(self._given(order, fields, then))

    async def _given(self, order: str, fields: dict[str, Any], then: Any) -> None:
        app: Any = self.app
        try:
            result = await app.hall.order(order, **fields)
        except Refused:
            self._under_way = 0
            self.pace.refused()
            self.blank_runs = False
            raise
        if then is not None:
            then(result)

    def _refuse(self, code: str, values: dict[str, Any]) -> None:
        app: Any = self.app
        app.refuse(code, values)

    # -- time and the line ------------------------------------------------------------------

    def on_ticked(self, _: Ticked) -> None:
        """The pace and the blank draw give their orders here; countdowns move."""
        view, app = self.view, self.app
        if view is None or not self.is_mounted:
            return
        if self.pace.running and self.pace.due(view, self._now()):
            self._give("DrawBall")
        self._draw_blank(view)
        counts = any(tried.at_ms is not None for tried in view.actions.values())
        if app.screen is self and (counts or self.pace.running or deadline(view) is not None):
            self.query_one(StepPanel).show(self.step, self.entry.text, self._pace_text(view))
            self._show_facts(view)
            self.refresh_hints()

    def _draw_blank(self, view: Caller) -> None:
        if not self.blank_runs or view.tests is None:
            return
        if not self._task_runs(view):
            self.blank_runs = len(view.tests.missing) > 0 and view.tests.blank_started
            return
        if self._under_way == 0 and self._clock() - self._blank_asked >= BLANK_S:
            self._blank_asked = self._clock()
            self._give("DrawBlank")

    def _line_of(self, view: Caller) -> trials.Task | None:
        if view.tests is None or view.board.seance is None:
            return None
        return trials.task(view.tests, view.board.seance.mode, self.cursor)

    def _task_runs(self, view: Caller) -> bool:
        task = self._line_of(view)
        return task is not None and task.runs and self.step.order == "DrawBlank"

    def on_line_changed(self, changed: LineChanged) -> None:
        """A broken line stops the pace: it is never caught up on."""
        if changed.state is not Link.READY:
            self.blank_runs, self._under_way = False, 0
            if self.pace.stop():
                self.say("Cadence arrêtée : la ligne est coupée.", Tone.CARE)
        self.show()

    def on_screen_suspend(self) -> None:
        """A question above this screen would keep S from being heard: no ball meanwhile."""
        self.blank_runs = False
        if self.pace.stop():
            self.say("Cadence arrêtée.", Tone.CARE)

    def on_noticed(self, noticed: Noticed) -> None:
        """After a restart: one sentence of what was restored (GEN-016)."""
        if noticed.notice.code == "REPRISE":
            self.say(sentence(noticed.notice.values, self.view), Tone.CARE)
        elif noticed.notice.code == "SESSION" and not noticed.notice.values.get("person"):
            self.pace.stop()

    def _why(self, view: Caller, order: str) -> str:
        app: Any = self.app
        tried = view.actions[order]
        return SHORT.get(tried.why) or str(app.why(tried))

    def _now(self) -> int:
        app: Any = self.app
        return int(app.hall.now_ms())

    def _clock(self) -> float:
        app: Any = self.app
        return float(app.clock())

"""The animateur's screen: the board, the next step, and the keys that have their place now.

It holds no truth: what it keeps is what has been typed, the pace, and the line of the check list.
Requirements BIN-002, BIN-018, BIN-027 to BIN-049, BIN-072, GEN-016, GEN-018, GEN-022, DSP-012.
"""

from __future__ import annotations

from collections.abc import Iterable

from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widget import Widget

from caller import trials
from caller.facts import clock, deadline, facts, verdict
from caller.hands import Hands
from caller.keys import ACTIONS, stopped
from caller.panels import CheckList, Claims, FactsPanel, StepPanel, TypedNumber
from caller.reasons import Reasons
from caller.restored import sentence
from caller.steps import Step, Wants
from core.views.caller import Caller
from ui.board import Board
from ui.carton import CartonGrid
from ui.frame import Tone
from ui.last_ball import LastBall
from ui.link import Link
from ui.messages import LineChanged, Noticed, ViewArrived

TICK_S = 0.1
BLANK_S = 0.1  # between two numbers of the blank draw


class Ticked(Message, bubble=False):
    """A tenth of a second has passed: countdowns, the pace, the blank draw."""


class Console(Reasons, Hands):
    """Everything the animateur needs on one screen."""

    HELP = "La barre d'espace fait toujours la chose suivante. S arrête le tirage."
    ACTIONS = ACTIONS

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
        self._draw_blank(self.view)
        if self._restored is not None:
            self.say(sentence(self._restored, self.view), Tone.CARE)
            self._restored = None
        self.show()

    def _finished_line(self, before: Caller | None) -> bool:
        """The chosen line of the check list has been answered: back to the first open one."""
        return before is not None and self.view is not None and before.tests != self.view.tests

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
            all_out = view.tests.blank_started and not view.tests.missing
            self.blank_runs = not (all_out and self._under_way == 0)  # else it is about to start
            return
        if self._under_way == 0 and self._clock() - self._blank_asked >= BLANK_S:
            self._blank_asked = self._clock()
            self._give("DrawBlank")

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
            self._restored = noticed.notice.values  # the view that says where we stand may follow
            self.say(sentence(self._restored, self.view), Tone.CARE)
        elif noticed.notice.code == "SALLE_ARRETEE":
            self.pace.stop()
            self.say("La salle s'arrête : ne tirez plus. Prévenez le comité.", Tone.REFUSAL)
        elif noticed.notice.code == "SESSION" and not noticed.notice.values.get("person"):
            self.pace.stop()

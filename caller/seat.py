"""The animateur's seat: the last view, what has been typed, the pace, and how orders are given.

Nothing here is truth: a console that ends takes nothing with it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from caller import trials
from caller.entry import Entry
from caller.pace import Pace
from caller.steps import Step, step
from core.views.caller import Caller
from ui.frame import MessageLine, Tone
from ui.link import Refused
from ui.screen import HouseScreen


class Seat(HouseScreen):
    """What every part of the console leans on."""

    def __init__(self) -> None:
        super().__init__()
        self.title = ""
        self.view: Caller | None = None
        self.pace = Pace()
        self.entry = Entry()
        self.cursor: int | None = None
        self.blank_runs = False
        self._restate: tuple[str, str] = ("", "")  # carton, the word it would win with
        self._under_way = 0
        self._last_next = -1.0
        self._blank_asked = 0.0
        self._restored: dict[str, Any] | None = None  # said when the hall came back

    @property
    def step(self) -> Step:
        """What comes next."""
        if self.view is None:
            return Step("Connexion à la salle", "")
        return self._step_of(self.view)

    def _step_of(self, view: Caller) -> Step:
        now = step(view, self.cursor)
        if now.order == "DrawBlank" and not self.blank_runs:
            sentence = "Le tirage à blanc est arrêté. Espace le reprend."
            return replace(now, sentence=sentence, label="Reprendre")
        return now

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
        before = self.query_one(MessageLine).said
        try:
            result = await app.hall.order(order, **fields)
        except Refused:
            self._under_way = 0
            self.pace.refused()
            self.blank_runs = False
            raise
        now = self.query_one(MessageLine).said
        if now.startswith(Tone.REFUSAL.value) or (
            now == before and now.startswith(Tone.CARE.value)
        ):
            self.say("")  # what was refused or to be compared before is no longer news
        if then is not None:
            then(result)

    def _refuse(self, code: str, values: dict[str, Any]) -> None:
        app: Any = self.app
        app.refuse(code, values)

    def _why(self, view: Caller, order: str) -> str:
        app: Any = self.app
        tried = view.actions[order]
        return str(app.why(tried))

    def _now(self) -> int:
        app: Any = self.app
        return int(app.hall.now_ms())

    def _clock(self) -> float:
        app: Any = self.app
        return float(app.clock())

    def _line_of(self, view: Caller) -> trials.Task | None:
        if view.tests is None or view.board.seance is None:
            return None
        return trials.task(view.tests, view.board.seance.mode, self.cursor)

    def _task_runs(self, view: Caller) -> bool:
        task = self._line_of(view)
        return task is not None and task.runs and self.step.order == "DrawBlank"

    def show(self) -> None:
        """Everything anew from the view."""
        raise NotImplementedError

"""Which keys stand in the hint bar now, and why one would do nothing (BIN-072, DSP-012)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from caller.keys import asked, fitting, stopped
from caller.pace import can_run
from caller.seat import Seat
from caller.steps import Step, Wants
from core.views.caller import Caller
from ui.actions import Action, Hint
from ui.frame import Tone
from ui.hints import HintBar
from ui.link import Link

WANTED = {
    Wants.NOTHING: "rien à faire ici pour l'instant",
    Wants.SEANCE: "tapez le numéro de la séance",
    Wants.BLANK: "tapez la boule",
    Wants.BALL: "tapez la boule",
    Wants.PUBLIC: "tapez le numéro du public",
    Wants.CARTON: "scannez ou tapez le carton",
    Wants.RECOVER: "scannez ou tapez le carton gagnant",
}
BRIEF = {
    "ANNONCE_EN_COURS": "la voix parle",
    "AUCUN_TABLEAU": "aucun tableau en ligne",
    "TROP_TOT": "trop tôt",
}
"""Frequent reasons in three words for the hint bar; the key itself says the whole sentence."""
OFFLINE = "hors ligne"


class Reasons(Seat):
    """The rules' own reasons, and the few that the screen alone knows."""

    async def action_act(self, action_id: str) -> None:
        """The verb of the step is not worth the room that the reason needs."""
        action = next(action for action in self.ACTIONS if action.id == action_id)
        if action_id == "next" and (reason := self.why_not(action)):
            self.say(reason, Tone.REFUSAL)
            self.app.bell()
            return
        await super().action_act(action_id)

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
        return Hint(action, self._briefly(action, now))

    def _briefly(self, action: Action, now: Step) -> str:
        """The reason for the hint bar, where a sentence three times over would hide the rest."""
        why = self.why_not(action)
        if self.view is None or not why or why == OFFLINE:
            return why
        tried = self.view.actions.get(asked(action.id, self.view, now))
        return BRIEF.get(tried.why, why) if tried is not None else why

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
            return OFFLINE
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

"""The console's keys: which order each gives, and in which phase it has its place in the hint bar."""

from __future__ import annotations

from caller.steps import Step, mute
from core.bingo.partie.state import Phase
from core.bingo.seance.state import Mode, Stage
from core.views.caller import Caller
from ui.actions import Action

ACTIONS = (
    Action("next", "space,enter", "Suite"),
    Action("stop", "s,f12,delete", "STOP, on crie"),
    Action("quine", "q", "Quine !"),
    Action("bingo", "b", "Bingo !"),
    Action("pace", "f4", "Cadence"),
    Action("restate", "r", "Requalifier"),
    Action("others", "f5", "Redemander"),
    Action("reject", "f6", "Personne : reprendre"),
    Action("dispute", "f11", "Litige"),
    Action("failed", "e", "En échec"),
    Action("again", "f3", "Relire l'annonce"),
    Action("without", "n", "Sans numéro du public"),
    Action("aloud", "f2", "Dit de vive voix"),
    Action("pause", "f7", "Pause"),
    Action("clear", "escape", "Effacer"),
    Action("erase", "backspace", "Effacer un chiffre", shown=False),
    Action("up", "up", "Ligne au-dessus", shown=False),
    Action("down", "down", "Ligne au-dessous", shown=False),
)
DIRECT = {
    "others": "AskForOthers",
    "reject": "RejectClaim",
    "aloud": "ConfirmSpokenAloud",
    "without": "GoWithoutPublic",
}
"""Keys that give one order and nothing else."""


def stopped(view: Caller) -> bool:
    """The draw stands still for a claim."""
    partie = view.board.partie
    return partie is not None and (partie.phase.checking or partie.phase.waiting)


def asked(action_id: str, view: Caller, step: Step) -> str:
    """The order that this key would give now, "" for none that the rules know."""
    if action_id == "next":
        return step.order
    if action_id in ("stop", "quine", "bingo"):
        return "NewClaim" if stopped(view) else "StopDraw"
    if action_id == "again":
        partie = view.board.partie
        before = partie is None or partie.phase in (Phase.VALIDEE, Phase.ANNULEE)
        return "AnnounceSeance" if before else "AnnounceLots"
    if action_id == "pause":
        return "EndBreak" if view.board.break_until_ms is not None else "StartBreak"
    return DIRECT.get(action_id, "")


def fitting(action_id: str, view: Caller, step: Step) -> bool:
    """Whether a key has its place in the hint bar now; a greyed one then says why."""
    seance, partie = view.board.seance, view.board.partie
    if action_id == "next":
        return True
    if seance is None or seance.stage is not Stage.OUVERTE:
        stage = seance.stage if seance is not None else None
        if stage is Stage.SUSPENDUE and action_id == "aloud":
            return _aloud(view, step)
        return stage is Stage.EN_TEST and action_id == "failed"
    phase = partie.phase if partie is not None else None
    drawing = phase is not None and phase.drawing
    if action_id in ("stop", "quine", "bingo"):
        return drawing or stopped(view)
    if action_id == "pace":
        return drawing and seance.mode == Mode.ELECTRONIQUE
    if action_id in ("reject", "dispute", "restate"):
        return phase is not None and phase.checking
    if action_id == "others":
        return phase is not None and phase.waiting
    if action_id == "aloud":
        return _aloud(view, step)
    if action_id in ("again", "without"):
        return _between(action_id, view, phase)
    if action_id == "pause":
        return phase in (None, Phase.VALIDEE, Phase.ANNULEE)
    return action_id == "clear" and step.big is not None


def _aloud(view: Caller, step: Step) -> bool:
    return bool(view.waiting) and not (mute(view) and step.order == "ConfirmSpokenAloud")


def _between(action_id: str, view: Caller, phase: Phase | None) -> bool:
    partie = view.board.partie
    if action_id == "again":
        return not view.actions["AnnounceSeance"].why or phase is Phase.LOTS_ANNONCES
    return (
        phase is Phase.LOTS_ANNONCES
        and partie is not None
        and partie.frozen
        and not partie.public
        and view.board.seance is not None
        and view.board.seance.mode == Mode.ELECTRONIQUE
    )

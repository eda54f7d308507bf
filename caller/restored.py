"""What the animateur is told after the hall has come back: one sentence (GEN-016)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from caller.facts import clock
from core.bingo.partie.state import Phase
from core.views.caller import Caller


def sentence(values: Mapping[str, Any], view: Caller | None) -> str:
    """« La salle a repris après 4:00 : partie 2 suspendue, 23 boules sorties. »"""
    away = values.get("since_s")
    after = f" après {clock(away * 1000)} d'arrêt" if isinstance(away, int) else ""
    partie = view.board.partie if view is not None else None
    if partie is None or partie.phase is not Phase.SUSPENDUE:
        return f"La salle a repris{after} : rien n'est perdu."
    balls = len(partie.balls)
    out = f"{balls} boules sorties" if balls > 1 else f"{balls} boule sortie"
    return f"La salle a repris{after} : partie {partie.n} suspendue, {out}, rien n'est perdu."

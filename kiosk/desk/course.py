"""During a *partie*: suspend, resume, cancel, replay, decide (BIN-060…064, FOR-008, FOR-037)."""

from __future__ import annotations

from typing import Any

from kiosk.desk.talk import Talk, TextField


async def _said(talk: Talk, title: str, field: TextField, order: str, note: str = "") -> None:
    async def ordered(said: dict[str, Any]) -> dict[str, Any]:
        return await talk.order(order, **said)

    await talk.form(title, (field,), ordered, note=note)


async def suspend(talk: Talk) -> None:
    """The clock of fifteen minutes starts at once."""
    note = "Quinze minutes au plus : au-delà, la partie est annulée."
    cause = TextField("cause", "Cause", value="panne")
    await _said(talk, "Suspendre la partie", cause, "SuspendPartie", note)
    talk.say("Partie suspendue.")


async def resume(talk: Talk) -> None:
    """Within the fifteen minutes."""
    await talk.sure("Reprendre la partie ?", yes="Reprendre")
    await talk.order("ResumePartie")
    talk.say("La partie reprend.")


async def cancel(talk: Talk) -> None:
    """When resuming is impossible (D-101)."""
    reason = TextField("reason", "Motif")
    await _said(talk, "Annuler la partie", reason, "CancelPartie", "Elle devra être rejouée.")
    talk.say("Partie annulée : elle est à rejouer.")


async def announcement_error(talk: Talk) -> None:
    """Said is not shown, shown is not drawn: there is no undo (BIN-064)."""
    note = "La partie est annulée aussitôt et devra être rejouée."
    error = TextField("error", "Quelle erreur ?")
    await _said(talk, "Erreur d'annonce", error, "DeclareAnnouncementError", note)
    talk.say("Erreur d'annonce notée, partie annulée.")


async def replay(talk: Talk) -> None:
    """New series, new draw, the same lots; cartons print anew where they were handed out."""
    await talk.sure(
        "Rejouer la partie annulée ?",
        note="Nouveaux cartons pour tous : ils s'impriment au poste qui les a remis.",
        yes="Rejouer",
    )
    await talk.order("ReplayPartie")
    talk.say("La partie est à rejouer : remettez les nouveaux cartons.")


async def without_winner(talk: Talk) -> None:
    """Ninety balls, the last call, nobody (BIN-049)."""
    await talk.sure("Clore la partie sans gagnant ?", yes="Clore")
    await talk.order("CloseWithoutWinner")
    talk.say("Partie close sans gagnant.")


async def decide(talk: Talk) -> None:
    """A decision of the head of the evening, REG-25 (FOR-008)."""

    async def ordered(said: dict[str, Any]) -> dict[str, Any]:
        return await talk.app.hall.order("RecordDecision", **said)

    await talk.form(
        "Décision du directeur de séance",
        (
            TextField("subject", "Objet"),
            TextField("text", "Décision"),
            TextField("base", "Fondement", required=False),
        ),
        ordered,
    )
    talk.say("Décision inscrite au registre.")

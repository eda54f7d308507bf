"""The whole *séance* suspended, resumed, stopped; the authorities told (FOR-041, FOR-044, FOR-046)."""

from __future__ import annotations

from typing import Any

from core.views.desk import DeskDue
from kiosk.desk.modals import Choice
from kiosk.desk.talk import Talk, TextField, label

REASON = TextField("reason", "Motif grave")


async def suspend(talk: Talk) -> None:
    """At once, in one form: no legal limit, but the authority is told (D-57)."""
    await talk.form(
        "Suspendre la séance",
        (REASON,),
        lambda said: talk.app.hall.order("SuspendSeance", **said),
        note="Tout s'arrête. Prévenez aussitôt l'autorité ; un rapport suivra.",
        confirm="Suspendre",
    )
    talk.say("Séance suspendue : prévenez l'autorité.")


async def resume(talk: Talk) -> None:
    """Where it stood: the stop, the question, the last call keep the time they had left."""
    await talk.sure("Reprendre la séance ?", note="Le jeu reprend où il était.", yes="Reprendre")
    await talk.app.hall.order("ResumeSeance")
    talk.say("La séance reprend.")


async def stop(talk: Talk) -> None:
    """Asked twice, for there is no way back (FOR-044, FOR-045)."""
    await talk.sure(
        "Arrêter définitivement la séance ?",
        note="La partie en cours est annulée, sa quine aussi.\n"
        "Les parties non jouées sont remboursées au prorata, hors droits.\n"
        "On ne revient pas en arrière.",
        yes="Arrêter",
    )
    _, result = await talk.form(
        "Arrêter la séance pour quel motif ?",
        (REASON,),
        lambda said: talk.app.hall.order("StopSeance", **said),
        note="Dernière question. Échap : la séance n'est pas arrêtée.",
        confirm="Arrêter la séance",
    )
    unplayed = result["unplayed"]
    talk.say(f"Séance arrêtée, {unplayed} partie(s) non jouée(s) : prévenez l'autorité.")


async def inform(talk: Talk) -> None:
    """When and how an authority was told, REG-13; the red line goes."""
    due = await talk.choose(
        "Quelle autorité avez-vous prévenue ?",
        [Choice(one, due_line(one)) for one in talk.desk.due],
        empty="Aucune autorité à prévenir.",
    )

    async def ordered(said: dict[str, Any]) -> dict[str, Any]:
        return await talk.order("InformAuthority", seance=due.seance, subject=due.subject, **said)

    await talk.form(
        f"Autorité prévenue : {label('notice', due.subject)}",
        (
            TextField("means", "Moyen", value="téléphone"),
            TextField("at", "Heure (vide : maintenant)", required=False, hint="21:06"),
            TextField("attachment", "Empreinte de la pièce jointe (SHA-256)", required=False),
        ),
        ordered,
        note=f"Séance {due.seance}.",
    )
    talk.say(f"Noté au registre des avis : {label('notice', due.subject)}.")


def due_line(due: DeskDue) -> str:
    """« suspension, séance 2025-001, depuis 21:04 »."""
    return f"{label('notice', due.subject)}, séance {due.seance}, depuis {due.since[11:16]}"

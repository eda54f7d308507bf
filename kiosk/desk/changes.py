"""Another date, or none; the number of *parties*; the ministry's answer (FOR-038, FOR-040 to FOR-043)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from core.views.desk import DeskSeance
from kiosk.desk.modals import Choice
from kiosk.desk.seances import named, which
from kiosk.desk.talk import DayField, Talk, TextField
from ui.modals import Field

BEFORE, STILL_TO_PLAY = ("CREEE", "PUBLIEE"), ("PUBLIEE", "EN_TEST", "OUVERTE")
TOLD = (
    TextField("means", "Autorité prévenue par", value="courrier recommandé"),
    TextField("attachment", "Empreinte de la pièce jointe (SHA-256)", required=False),
)


async def change(talk: Talk) -> None:
    """With 72 hours' notice, or at the last hour because too few came."""
    conversation = await talk.choose(
        "Changer une séance",
        (
            Choice(_move, "Déplacer, 72 h avant au moins"),
            Choice(_cancel, "Annuler, 72 h avant au moins"),
            Choice(_postpone, "Reporter en dernière heure : participants insuffisants"),
            Choice(_cancel_last, "Annuler en dernière heure : participants insuffisants"),
        ),
    )
    await conversation(talk)


def _date(seance: DeskSeance) -> Sequence[Field]:
    return (
        DayField("day", "Nouveau jour", hint="28/06/2026"),
        TextField("time", "Heure", value=seance.time),
    )


async def _move(talk: Talk) -> None:
    seance = await which(talk, "Déplacer quelle séance ?", *BEFORE)

    async def ordered(said: dict[str, Any]) -> dict[str, Any]:
        return await talk.app.hall.order("MoveSeance", seance=seance.id, **said)

    await talk.form(
        f"Déplacer la {named(seance)}",
        (*_date(seance), *TOLD),
        ordered,
        note="Les récépissés valent pour la nouvelle date, ou sont remboursés.",
        confirm="Déplacer",
    )
    talk.say(f"Séance {seance.id} déplacée : les nouveaux récépissés s'impriment.")


async def _cancel(talk: Talk) -> None:
    seance = await which(talk, "Annuler quelle séance ?", *BEFORE)
    await _sure(talk, seance)

    async def ordered(said: dict[str, Any]) -> dict[str, Any]:
        return await talk.app.hall.order("CancelSeance", seance=seance.id, **said)

    await talk.form(
        f"Annuler la {named(seance)}",
        TOLD,
        ordered,
        note="Échap : la séance n'est pas annulée.",
        confirm="Annuler la séance",
    )
    talk.say(f"Séance {seance.id} annulée : les récépissés sont à rembourser.")


async def _sure(talk: Talk, seance: DeskSeance) -> None:
    await talk.sure(
        f"Annuler la {named(seance)} ?",
        note=f"{seance.sold} forfait(s) vendu(s), tous remboursés, droits compris.",
        yes="Annuler la séance",
    )


async def _postpone(talk: Talk) -> None:
    seance = await which(talk, "Reporter quelle séance ?", *STILL_TO_PLAY)

    async def ordered(said: dict[str, Any]) -> dict[str, Any]:
        return await talk.app.hall.order("PostponeAtLastHour", seance=seance.id, **said)

    await talk.form(
        f"Reporter la {named(seance)}",
        _date(seance),
        ordered,
        note="Participants insuffisants. L'autorité est à prévenir aussitôt.",
        confirm="Reporter",
    )
    talk.say(f"Séance {seance.id} reportée : prévenez l'autorité.")


async def _cancel_last(talk: Talk) -> None:
    seance = await which(talk, "Annuler quelle séance ?", *STILL_TO_PLAY)
    await _sure(talk, seance)
    await talk.app.hall.order("CancelAtLastHour", seance=seance.id)
    talk.say(f"Séance {seance.id} annulée : prévenez l'autorité, remboursez les récépissés.")


async def parties(talk: Talk) -> None:
    """Before anything is sold: a forfait promises its *parties* (FOR-038)."""
    await talk.form(
        "Changer le nombre de parties",
        (Field("parties", "Nombre de parties", "number", least=2, most=99),),
        lambda said: talk.app.hall.order("ChangeParties", **said),
        note="Seulement tant qu'aucun forfait n'est vendu.",
    )
    talk.say("Nombre de parties changé : la décision est inscrite.")


async def answer(talk: Talk) -> None:
    """What the ministry says of the house rules (FOR-005)."""
    seance = await which(talk, "Réponse pour quelle séance ?", *BEFORE, "EN_TEST")
    refused = await talk.choose(
        "Le ministère répond au règlement intérieur",
        (Choice(False, "Validé"), Choice(True, "Refusé : la séance ne peut pas ouvrir")),
        note=named(seance).capitalize(),
    )
    await talk.app.hall.order("RecordAnswer", seance=seance.id, refused=refused)
    talk.say(f"Réponse notée : règlement {'refusé' if refused else 'validé'}.")

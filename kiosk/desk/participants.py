"""Who takes part: expelled, readmitted, admitted after a dispute (FOR-047, FOR-048, FOR-050)."""

from __future__ import annotations

from typing import Any

from core.bingo.forfait.expulsion import LONGEST_MIN, Reason
from core.codes import Kind
from kiosk.desk import players
from kiosk.desk.modals import Choice
from kiosk.desk.talk import Talk, TextField, euros
from ui.modals import Field

PAPERS = (Kind.RECEPISSE,)
REASONS = {
    Reason.FRAUDE: "Fraude",
    Reason.SCANDALE: "Scandale",
    Reason.ALTERATION: "Tentative d'altérer le déroulement de la séance",
}


async def expel(talk: Talk) -> None:
    """For a time, or for good; with all the receipts that he holds."""
    row = await players.bulletin(talk, "Expulser qui ?", ("PAYE", "ECHANGE"), PAPERS)
    number, name = row["number"], row.get("person_name", "")
    reason = await talk.choose(
        f"Expulser {name} : pour quoi ?", [Choice(one, line) for one, line in REASONS.items()]
    )
    for_good = await talk.choose(
        f"Expulser {name} : pour combien de temps ?",
        (
            Choice(False, "Pour un temps : ses cartons ne comptent pas jusque-là"),
            Choice(True, "Définitivement : plus aucun de ses cartons ne gagne"),
        ),
    )
    minutes = Field("minutes", "Durée en minutes", "number", "15", least=1, most=LONGEST_MIN)

    async def ordered(said: dict[str, Any]) -> dict[str, Any]:
        return await talk.app.hall.order("ExpelParticipant", number=number, reason=reason, **said)

    await talk.form(
        f"Expulser {name} {'définitivement' if for_good else 'pour un temps'}",
        (TextField("text", "Faits constatés"), *(() if for_good else (minutes,))),
        ordered,
        note=f"Récépissé n° {number}. Les droits d'inscription ne sont pas remboursés.",
        confirm="Expulser",
    )
    talk.say(f"{name} est expulsé(e) {'définitivement' if for_good else 'pour un temps'}.")


async def readmit(talk: Talk) -> None:
    """Before his time is over."""
    row = await players.bulletin(talk, "Réadmettre qui ?", ("PAYE", "ECHANGE"), PAPERS)
    name = row.get("person_name", "")
    await talk.sure(f"Réadmettre {name} dès maintenant ?", yes="Réadmettre")
    await talk.app.hall.order("ReadmitParticipant", number=row["number"])
    talk.say(f"{name} est réadmis(e) : ses cartons comptent de nouveau.")


async def grant(talk: Talk) -> None:
    """The *parties* an expelled participant did not play, at the casino's cost (D-58)."""
    row = await players.bulletin(talk, "Accorder à quel expulsé ?", ("EXCLU",), PAPERS)

    async def ordered(said: dict[str, Any]) -> dict[str, Any]:
        return await talk.app.hall.order("GrantExpelled", number=row["number"], **said)

    await talk.form(
        f"Rembourser {row.get('person_name', '')}, exclu(e)",
        (TextField("text", "Décision"),),
        ordered,
        note="Les parties non jouées, aux frais du casino. Rien n'y oblige.",
    )
    talk.say(f"Accordé : récépissé n° {row['number']} à rembourser à la caisse.")


async def decide_admission(talk: Talk) -> None:
    """A dispute on a receipt; no decision overrides the law (FOR-050)."""
    statuses = ("PAYE", "ECHANGE", "BLOQUE_EXCLUSION")
    row = await players.bulletin(talk, "Droit à participer de qui ?", statuses, PAPERS)
    admitted = await talk.choose(
        f"{row.get('person_name', '')} participe ?",
        (Choice(True, "Admis(e)"), Choice(False, "Non admis(e)")),
    )

    async def ordered(said: dict[str, Any]) -> dict[str, Any]:
        return await talk.app.hall.order(
            "DecideAdmission", number=row["number"], admitted=admitted, **said
        )

    await talk.form(
        f"Décision : {'admis(e)' if admitted else 'non admis(e)'}",
        (TextField("text", "Décision"),),
        ordered,
        note=f"Récépissé n° {row['number']}, {row.get('person_name', '')}.",
    )
    talk.say(f"Récépissé n° {row['number']} : {'admis' if admitted else 'non admis'}, inscrit.")


async def refund_blocked(talk: Talk) -> None:
    """A blocked receipt, or one whose holder was not admitted, is paid back (D-32)."""
    statuses = ("BLOQUE_EXCLUSION", "PAYE")
    row = await players.bulletin(talk, "Rembourser quel récépissé bloqué ?", statuses, PAPERS)
    seance = await players.seance_of(talk, row, *statuses)
    await talk.sure(
        f"Rembourser tout le récépissé n° {row['number']} ?",
        note=f"{row.get('person_name', '')}, séance {seance}.",
        yes="Rembourser",
    )
    result = await talk.order("RefundBlocked", seance=seance, number=row["number"])
    talk.say(f"Récépissé n° {row['number']} : {euros(result['amount_c'])} à rembourser.")

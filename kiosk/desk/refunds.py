"""Money that goes back to participants, each against his own receipt (FOR-037, FOR-042 to FOR-044)."""

from __future__ import annotations

from typing import Any

from core.codes import Kind
from core.desk.refunds import CARTE, ESPECES
from kiosk.desk import players
from kiosk.desk.scans import Scan
from kiosk.desk.talk import Talk, TextField, euros

STATUSES = ("REMBOURSE_PRORATA", "REMBOURSE_TOTAL", "ECHANGE", "EXCLU", "PAYE")
SLIP = TextField("reference", "N° du ticket de la carte créditée (vide : espèces)", required=False)
PAPERS = (Kind.RECEPISSE,)


async def pay(talk: Talk, scan: Scan | None = None) -> None:
    """All that one receipt is owed, once, to its holder alone (FOR-051)."""
    owed_c = {one.number: one.amount_c for one in talk.desk.refunds}
    row, code = await players.shown(
        talk, "Rembourser un récépissé", STATUSES, PAPERS, scan, only=owed_c
    )
    number, name = row["number"], row.get("person_name", "")
    amount = euros(owed_c[number]) if number in owed_c else "ce qui est dû"

    async def ordered(said: dict[str, Any]) -> dict[str, Any]:
        return await talk.app.hall.order(
            "PayRefunds",
            number=number,
            person=row["person"],
            means=CARTE if said["reference"] else ESPECES,
            code=code,
            **said,
        )

    values, result = await talk.form(
        f"Rembourser {amount} à {name} ?",
        (SLIP,),
        ordered,
        note=f"Récépissé n° {number}. Il est personnel : est-ce bien cette personne ?",
        confirm="Rembourser",
    )
    talk.say(f"Récépissé n° {number} remboursé : {euros(result['amount_c'])}.")
    if not values["reference"]:
        await talk.large("À REMETTRE", result["amount_c"], f"Récépissé n° {number}, {name}")


async def decline_replay(talk: Talk) -> None:
    """Who does not want the replay is paid for that *partie* (FOR-037)."""
    row = await players.bulletin(talk, "Refuser la partie rejouée", ("ECHANGE",), PAPERS)
    number = row["number"]
    await talk.sure(
        f"{row.get('person_name', '')} ne rejoue pas cette partie ?",
        note=f"Récépissé n° {number} : ses cartons de la partie rejouée ne comptent pas.",
        yes="Rembourser",
    )
    result = await talk.app.hall.order("DeclineReplay", number=number)
    talk.say(f"Récépissé n° {number} : {euros(result['amount_c'])} à rembourser.")


async def decline_postponement(talk: Talk) -> None:
    """Who bought for another date gets everything back (FOR-043)."""
    row = await players.bulletin(talk, "Refuser la nouvelle date", ("PAYE",), PAPERS)
    number = row["number"]
    seance = await players.seance_of(talk, row, "PAYE")
    await talk.sure(
        f"{row.get('person_name', '')} ne vient pas à la nouvelle date ?",
        note=f"Récépissé n° {number}, séance {seance} : tout est remboursé, droits compris.",
        yes="Rembourser",
    )
    result = await talk.app.hall.order("DeclinePostponement", seance=seance, number=number)
    talk.say(f"Récépissé n° {number} : {euros(result['amount_c'])} à rembourser.")

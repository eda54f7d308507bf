"""What keeps the house running: stations paired and forgotten, one's own PIN (GEN-005)."""

from __future__ import annotations

from typing import Any

from kiosk.desk.modals import Choice, Unfit
from kiosk.desk.talk import Talk, label
from ui.modals import Field

KINDS = ("caller", "desk", "kiosk", "display", "voice")


async def pair(talk: Talk) -> None:
    """A one-time code for a new station."""
    kind = await talk.choose(
        "Appairer un poste", [Choice(kind, label("station", kind).capitalize()) for kind in KINDS]
    )
    result = await talk.order("OpenPairing", kind=kind)
    await talk.yes(
        f"Code pour un poste « {label('station', kind)} » : {result['code']}",
        note="Valable dix minutes, une seule fois : quine … --pair CODE",
        yes="Noté",
        no="Fermer",
    )


async def stations(talk: Talk) -> None:
    """All stations; one that is lost or stolen is forgotten for good."""
    rows = await talk.rows("stations")
    station = await talk.choose(
        "Postes : lequel oublier ?",
        [Choice(row["station"], _station_line(row)) for row in rows if not row["revoked"]],
        note="Un poste oublié ne peut plus se connecter.",
    )
    await talk.sure(f"Oublier le poste {station} ?", yes="Oublier")
    await talk.order("ForgetStation", station=station)
    talk.say(f"Le poste {station} est oublié.")


def _station_line(row: dict[str, Any]) -> str:
    online = "en ligne" if row["online"] else "absent"
    who = f"   {row['person_name']}" if row.get("person_name") else ""
    return f"{row['station']:12} {row['name']:20} {label('station', row['kind'])}   {online}{who}"


async def change_pin(talk: Talk) -> None:
    """Typed twice, so that nobody locks himself out."""

    async def ordered(said: dict[str, Any]) -> dict[str, Any]:
        if said["new"] != said["again"]:
            raise Unfit("Les deux saisies du nouveau code diffèrent.")
        return await talk.app.hall.order("ChangePin", old=said["old"], new=said["new"])

    await talk.form(
        "Changer mon code secret",
        (
            Field("old", "Code actuel", "pin"),
            Field("new", "Nouveau code", "pin"),
            Field("again", "Nouveau code, encore une fois", "pin"),
        ),
        ordered,
    )
    talk.say("Votre code secret est changé.")

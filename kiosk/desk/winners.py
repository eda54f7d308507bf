"""Winning cartons come back, the line is validated, disputes are decided (BIN-046…053)."""

from __future__ import annotations

from typing import Any

from core.codes import Kind, typed
from core.rules import Refusal, Role
from kiosk.desk.modals import Choice
from kiosk.desk.scans import Scan
from kiosk.desk.talk import Talk, TextField
from ui.modals import Field


async def recover(talk: Talk, scan: Scan | None = None) -> None:
    """One after the other, until none is missing; each prints its vouchers."""
    while True:
        if not talk.desk.to_recover and scan is None:
            talk.care("Aucun carton gagnant à récupérer.")
            return
        text = scan.text if scan is not None else await _winning_paper(talk)
        scan = None
        left = await _recovered(talk, text)
        talk.say(f"Carton récupéré, {_missing(left)}. Le bon de gain s'imprime.")
        if not left:
            if Role.CAISSIER in talk.roles:
                await validate(talk)
            return


async def _recovered(talk: Talk, text: str) -> tuple[str, ...]:
    """Orders it, and waits for the view that no longer asks for it: those still missing."""
    seen = talk.app.views_seen
    result = await talk.order("RecoverCarton", text=text)
    end = f"-{result['number']:06d}"

    def shown() -> bool:
        gone = not any(serial.endswith(end) for serial in talk.desk.to_recover)
        return gone and talk.app.views_seen > seen

    await talk.app.until(shown)
    return talk.desk.to_recover


def _missing(left: tuple[str, ...]) -> str:
    return f"il en reste {len(left)}" if left else "c'était le dernier"


async def _winning_paper(talk: Talk) -> str:
    chosen = await talk.choose(
        "Récupérer un carton gagnant",
        [Choice(serial, serial) for serial in talk.desk.to_recover],
        ask="Scannez le carton gagnant, ou tapez son numéro",
        wanted=(Kind.CARTON,),
        typed=_serial,
    )
    return chosen.text if isinstance(chosen, Scan) else str(chosen)


def _serial(text: str) -> str | None:
    try:
        typed(text)
    except Refusal:
        return None
    return text


async def validate(talk: Talk) -> None:
    """The accounting line of the *partie*; its vouchers are payable from then on (BIN-053)."""
    partie = talk.desk.board.partie
    await talk.sure(f"Valider la partie {partie.n if partie else ''} ?", yes="Valider")
    await talk.order("ValidatePartie")
    talk.say("Partie validée : les gains peuvent être payés.")


async def lost_carton(talk: Talk) -> None:
    """« Perte constatée », with the holder's identity (BIN-051)."""
    serial = await talk.choose(
        "Perte constatée d'un carton gagnant",
        [Choice(serial, serial) for serial in talk.desk.to_recover],
        empty="Aucun carton gagnant ne manque.",
    )

    async def ordered(said: dict[str, Any]) -> dict[str, Any]:
        number = int(str(serial).rpartition("-")[2])
        return await talk.app.hall.order("DeclareCartonLost", number=number, **said)

    await talk.form(
        f"Carton {serial} perdu",
        (TextField("holder", "Identité du porteur (nom et pièce)"),),
        ordered,
        note="Vous constatez la perte en qualité de membre du comité de direction.",
    )
    talk.say(f"Perte du carton {serial} constatée : le bon de gain s'imprime.")


async def arbitrate(talk: Talk) -> None:
    """Two papers of one number: the committee's member decides (BIN-046)."""

    async def ordered(said: dict[str, Any]) -> dict[str, Any]:
        return await talk.app.hall.order("ArbitrateCarton", valid=valid, **said)

    valid = await talk.choose(
        "Trancher un litige",
        (Choice(True, "Le carton est bon"), Choice(False, "Le carton est écarté")),
    )
    await talk.form(
        "Carton bon" if valid else "Carton écarté",
        (
            Field("number", "Numéro du carton dans sa série", "number", least=1),
            TextField("reason", "Motif"),
        ),
        ordered,
    )
    talk.say("Décision notée.")

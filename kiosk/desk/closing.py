"""The end of the evening: the *cagnotte* counted, two hands under each document, closed (FOR-036)."""

from __future__ import annotations

from typing import Any

from core.rules import Powers, Role
from core.signatures import REQUIRED
from core.views.desk import ToSign
from kiosk.desk import books
from kiosk.desk.counting import Counting
from kiosk.desk.modals import Choice
from kiosk.desk.talk import Talk, euros, label
from ui.modals import Field

READ_IN = {"essais": "REG-02", "11quinquies": "REG-06", "historique": "REG-05F"}


async def begin(talk: Talk) -> None:
    """All *parties* are validated; the closing is announced."""
    await talk.sure("Commencer la clôture de la séance ?", yes="Commencer")
    await talk.order("BeginClosing")
    talk.say("Clôture commencée : comptez la cagnotte.")


async def cagnotte(talk: Talk) -> None:
    """The retention counted by notes and coins; a difference is explained (BIN-055)."""

    async def counted(pieces: dict[int, int], explanation: str) -> dict[str, Any]:
        return await talk.app.hall.order("CountCagnotte", pieces=pieces, explanation=explanation)

    result = await talk.shown(Counting("Compter la cagnotte", counted, talk.desk.cagnotte_c or 0))
    difference_c = result["difference_c"]
    told = f"écart de {euros(difference_c)}" if difference_c else "aucun écart"
    talk.say(f"Cagnotte comptée : {euros(result['counted_c'])}, {told}. À signer.")


async def sign(talk: Talk) -> None:
    """Read, then signed with one's own PIN; the second hand within five minutes (GEN-006)."""
    document = await talk.choose(
        "Signer",
        sorted(
            (Choice(one, to_sign_line(one), _why_not(talk, one)) for one in talk.desk.to_sign),
            key=lambda choice: bool(choice.why_not),
        ),
        empty="Rien à signer.",
    )
    kind, _, seance = document.document.partition(":")
    if await talk.either("Lire le document avant de signer ?", yes="Lire", no="Signer"):
        await books.read_one(talk, READ_IN[kind], seance)

    async def ordered(said: dict[str, Any]) -> dict[str, Any]:
        return await talk.app.hall.order(
            "Sign",
            as_role=hand(talk.roles, document),
            document=document.document,
            hash=document.hash,
            pin=said["pin"],
        )

    _, result = await talk.form(
        f"Signer : {label('document', kind)}",
        (Field("pin", "Votre code secret", "pin"),),
        ordered,
        note=f"Séance {seance}, empreinte {document.hash[:16]}",
        confirm="Signer",
    )
    complete = "Le document est complet." if result["complete"] else "Il manque l'autre signature."
    talk.say(f"Signé. {complete}")


def hand(roles: tuple[Role, ...], document: ToSign) -> Role | None:
    """In which of his functions somebody fills a place that is still free; None: let the hall say."""
    return next((role for role in roles for place in _free(document) if role in place), None)


def _free(document: ToSign) -> list[Powers]:
    """The places that nobody has signed in yet."""
    free = list(REQUIRED.get(document.document.partition(":")[0], ()))
    for name in document.standing:
        taken = next((place for place in free if Role(name) in place), None)
        if taken is not None:
            free.remove(taken)
    return free


def _why_not(talk: Talk, document: ToSign) -> str:
    if document.complete:
        return "déjà signé"
    if hand(talk.roles, document):
        return ""
    places = (" ou ".join(sorted(label("role", role) for role in one)) for one in _free(document))
    return f"il attend : {', '.join(places)}"


def to_sign_line(document: ToSign) -> str:
    """« procès-verbal des essais : signé par … (1/2) »."""
    kind = document.document.partition(":")[0]
    hands = ", ".join(label("role", name) for name in document.standing)
    count = f"{len(document.standing)}/{document.places}"
    if document.complete:
        count = "complet"
    return f"{label('document', kind)} ({count})" + (f" : {hands}" if hands else "")


async def close(talk: Talk) -> None:
    """Counted, signed, every till closed: the *séance* is over (SM-01)."""
    await talk.sure("Fermer la séance ?", note="Plus rien ne change ensuite.", yes="Fermer")
    result = await talk.order("CloseSeance")
    unpaid = len(result.get("unpaid", ()))
    left = f" {unpaid} bon(s) de gain reste(nt) à payer." if unpaid else ""
    talk.say(f"Séance fermée.{left} Imprimez le ticket de clôture (T).")

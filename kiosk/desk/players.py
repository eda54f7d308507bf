"""Players at the counter: who they are, what they take, whether they may come in (FOR-012…014)."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Any

from core.codes import Kind
from core.rules import Role
from core.views.kiosk import Offered
from kiosk.desk import money
from kiosk.desk.modals import EXTRA, Choice
from kiosk.desk.scans import Scan
from kiosk.desk.talk import DayField, Left, Talk, TextField, euros, french_day, label, typed_number
from ui.modals import Field

Row = dict[str, Any]
IDENTITY = (
    TextField("name", "Nom"),
    TextField("first_name", "Prénom", required=False),
    DayField("birth", "Date de naissance", hint="28/02/1980"),
    TextField("document", "Pièce d'identité présentée", required=False, hint="CNI 123456"),
)


async def find(talk: Talk, title: str, *, ticket: bool = False) -> Row | Scan:
    """Somebody by name, a new identity, or today's admission ticket where it helps."""

    async def look(text: str) -> Sequence[Choice]:
        found = await talk.rows("people", text=text) if text else []
        return [Choice(row, _person_line(row)) for row in found]

    chosen = await talk.search(
        title,
        look,
        ask="Nom (les accents ne comptent pas)" + (", ou scannez l'admission" if ticket else ""),
        wanted=(Kind.ADMISSION,) if ticket else (),
        extra="nouvelle personne",
        empty="Personne de ce nom : F3 pour l'inscrire.",
    )
    return await enrolled(talk) if chosen is EXTRA else chosen


def _person_line(row: Row) -> str:
    document = f"   {row['document']}" if row.get("document") else ""
    return f"{row['name']}   né(e) le {french_day(row['birth'])}{document}"


async def enrolled(talk: Talk) -> Row:
    """A new identity, as read from a document; the hall gives the id."""
    values, result = await talk.form(
        "Nouvelle personne",
        IDENTITY,
        lambda said: talk.app.hall.order("EnrollPerson", **said),
        note="Recopiez la pièce d'identité.",
    )
    return {"id": result["person"], "name": f"{values['first_name']} {values['name']}".strip()}


async def register(talk: Talk, scan: Scan | None = None) -> None:
    """From a name or a ticket to a bulletin, on to the identity and the money where one may."""
    offers = talk.kiosk.offers if talk.kiosk else ()
    if not offers:
        talk.care("Aucun forfait n'est en vente.")
        return
    who = scan or await find(talk, "Inscrire un joueur", ticket=True)
    offer = offers[0] if len(offers) == 1 else await _offer(talk, offers)
    code = who.text if isinstance(who, Scan) else ""
    person = "" if isinstance(who, Scan) else str(who["id"])
    name = "porteur de l'admission" if isinstance(who, Scan) else str(who["name"])

    async def ordered(said: Row) -> Row:
        return await talk.app.hall.order(
            "PreRegister",
            person=person,
            offer=offer.offer,
            count=said["count"],
            admission_code=code,
        )

    values, result = await talk.form(
        f"Combien de forfaits pour {name} ?",
        (Field("count", "Nombre de forfaits", "number", "1", least=1, most=50),),
        ordered,
        note=_offer_lines(offer),
    )
    number = int(result["number"])
    talk.say(f"Bulletin n° {number} : {name}, {values['count']} forfait(s).")
    checked = bool(code) or await identity(talk, number, name)
    if checked and Role.CAISSIER in talk.roles and talk.desk.till is not None:
        await money.cash(talk, number)


async def _offer(talk: Talk, offers: Sequence[Offered]) -> Offered:
    choices = [Choice(offer, _offer_line(offer)) for offer in offers]
    chosen: Offered = await talk.choose("Quelle séance ?", choices)
    return chosen


def _offer_line(offer: Offered) -> str:
    days = ", ".join(f"{french_day(one.day)} {one.time}" for one in offer.seances)
    return f"{days}   {euros(offer.prix_c)}   {offer.left} places"


def _offer_lines(offer: Offered) -> str:
    lines = [_offer_line(offer)]
    lines.append(
        f"Un forfait : cartons {euros(offer.part_cartons_c)} + droits {euros(offer.droits_c)}"
    )
    lines += [f"{one.parties} parties × {one.cartons} cartons" for one in offer.seances]
    return "\n".join(lines)


async def identity(talk: Talk, number: int, name: str, code: str = "") -> bool:
    """The employee's own look at a document; without the function somebody else's (FOR-013)."""
    if Role.INSCRIPTION not in talk.roles:
        talk.say(f"Bulletin n° {number} : identité à vérifier aux inscriptions.")
        return False
    if not await talk.yes(
        f"Avez-vous vu la pièce d'identité de {name} ?",
        note="Majeur(e), photo ressemblante, pièce en cours de validité.",
        yes="Oui, vue",
    ):
        talk.care(f"Bulletin n° {number} : identité encore à vérifier.")
        return False
    await talk.order("ValidateIdentity", number=number, code=code)
    talk.say(f"Bulletin n° {number} : identité vérifiée, à payer.")
    return True


async def validate(talk: Talk) -> None:
    """A bulletin from a kiosk: the identity is checked by an employee (FOR-014)."""
    papers = (Kind.BON_A_PAYER,)
    row, code = await shown(talk, "Vérifier une identité", ("PREINSCRIT",), papers)
    number, name = row["number"], row.get("person_name", "")
    if (
        await identity(talk, number, name, code)
        and Role.CAISSIER in talk.roles
        and talk.desk.till is not None
    ):
        await money.cash(talk, number, code)


async def abandon(talk: Talk) -> None:
    """A bulletin that nobody will pay."""
    row = await bulletin(talk, "Abandonner une inscription", ("PREINSCRIT", "VALIDE"), ())
    await talk.sure(f"Abandonner le bulletin n° {row['number']} de {row.get('person_name', '')} ?")
    await talk.order("AbandonRegistration", number=row["number"])
    talk.say(f"Bulletin n° {row['number']} abandonné.")


async def block(talk: Talk) -> None:
    """Somebody the minister's list names after paying (GEN-014)."""
    row = await bulletin(talk, "Bloquer un récépissé", ("PAYE", "ECHANGE"), (Kind.RECEPISSE,))
    name = row.get("person_name", "")
    await talk.sure(
        f"Bloquer le récépissé n° {row['number']} de {name} ?",
        note="Seule une personne que la liste exclut peut être bloquée.",
    )
    await talk.order("BlockReceipt", number=row["number"])
    talk.say(f"Récépissé n° {row['number']} bloqué.")


async def admit(talk: Talk) -> None:
    """The door: identity seen, then the ticket (GEN-012)."""
    who = await find(talk, "Admettre à l'entrée")
    assert not isinstance(who, Scan)
    await talk.sure(
        f"Avez-vous vu la pièce d'identité de {who['name']} ?",
        note="Majeur(e), photo ressemblante, pièce en cours de validité.",
        yes="Oui, vue",
    )
    result = await talk.order("AdmitPerson", person=who["id"])
    talk.say(f"Admission n° {result['admission']} : {who['name']}. Le ticket s'imprime.")


async def bulletin(
    talk: Talk,
    title: str,
    statuses: Sequence[str],
    papers: Sequence[Kind],
    *,
    scan: Scan | None = None,
) -> Row:
    """One registration: its paper shown, its number typed, or picked by the holder's name."""
    row, _ = await shown(talk, title, statuses, papers, scan)
    return row


async def shown(
    talk: Talk,
    title: str,
    statuses: Sequence[str],
    papers: Sequence[Kind],
    scan: Scan | None = None,
    *,
    only: Container[int] | None = None,
) -> tuple[Row, str]:
    """The same, with the code of the paper that was shown; "" when none was.

    `only` narrows the list to these numbers, never what is scanned or typed.
    """
    chosen: Any = scan
    if chosen is None:
        rows = [
            row
            for status in statuses
            for row in await talk.rows("registrations", status=status)
            if only is None or row["number"] in only
        ]
        chosen = await talk.choose(
            title,
            [Choice(row, _bulletin_line(row)) for row in rows],
            ask="Scannez le papier, ou tapez un numéro ou un nom",
            wanted=papers,
            typed=typed_number,
            empty="Aucun bulletin ainsi.",
        )
    if isinstance(chosen, dict):
        return chosen, ""
    number = chosen.number if isinstance(chosen, Scan) else int(chosen)
    found = await talk.rows("registrations", number=number)
    if not found:
        talk.app.refuse("BULLETIN_INCONNU", {"number": number})
        raise Left
    return found[0], chosen.text if isinstance(chosen, Scan) else ""


async def seance_of(talk: Talk, row: Row, *statuses: str) -> str:
    """The *séance* of this bulletin that is in one of these states; one is not asked for."""
    names = [name for name, status in row["status"].items() if status in statuses]
    if not names:
        talk.app.refuse(
            "BULLETIN_DANS_UN_AUTRE_ETAT",
            {"number": row["number"], "status": next(iter(row["status"].values()), "")},
        )
        raise Left
    if len(names) == 1:
        return str(names[0])
    chosen: str = await talk.choose("Quelle séance ?", [Choice(name, name) for name in names])
    return chosen


def _bulletin_line(row: Row) -> str:
    status = label("status", next(iter(row["status"].values()), ""))
    count = row["count"]
    forfaits = f"{count} forfait{'s' if count > 1 else ''}"
    return f"n° {row['number']:<4} {row.get('person_name', '')}   {forfaits}   {status}"

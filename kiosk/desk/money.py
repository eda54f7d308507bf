"""Money over the counter: forfaits cashed, lots paid, the till counted (FOR-016, BIN-057, CSH-028)."""

from __future__ import annotations

from typing import Any

from core.codes import Kind
from kiosk.desk import players
from kiosk.desk.cashing import Cashing
from kiosk.desk.counting import Counting
from kiosk.desk.modals import Choice
from kiosk.desk.scans import Scan
from kiosk.desk.talk import Left, Talk, TextField, euros, label, typed_number
from ui.modals import Field


async def pay_forfait(talk: Talk, scan: Scan | None = None) -> None:
    """A *bon à payer* shown, a number, or a name; then the money."""
    papers = (Kind.BON_A_PAYER,)
    row, code = await players.shown(talk, "Encaisser un forfait", ("VALIDE",), papers, scan)
    status = next(iter(row["status"].values()))
    if status not in ("PREINSCRIT", "VALIDE"):
        values = {"number": row["number"], "status": status}
        talk.app.refuse("BULLETIN_DANS_UN_AUTRE_ETAT", values)
        return
    checked = status == "VALIDE"
    name = row.get("person_name", "")
    if checked or await players.identity(talk, row["number"], name, code):
        await cash(talk, row["number"], code)


async def cash(talk: Talk, number: int, code: str = "") -> None:
    """Cash or card for one bulletin; the receipt prints, the change stands there in large.

    `code` is that of the *bon à payer*, when one was shown.
    """
    row = (await talk.rows("registrations", number=number))[0]
    offer = next(
        (one for one in (talk.kiosk.offers if talk.kiosk else ()) if one.offer == row["offer"]),
        None,
    )
    if offer is None:
        talk.care("Ce forfait n'est plus en vente.")
        return
    due_c = offer.prix_c * row["count"]
    note = f"{row.get('person_name', '')}   {row['count']} × {euros(offer.prix_c)}"

    async def ordered(said: dict[str, Any]) -> dict[str, Any]:
        return await talk.app.hall.order("PayForfait", number=number, code=code, **said)

    paid = await talk.shown(Cashing(f"Bulletin n° {number}", due_c, note, ordered))
    result, values = paid["result"], paid["values"]
    talk.say(f"Récépissé n° {number} : {euros(result['prix_c'])} encaissés. Il s'imprime.")
    if values["means"] == "ESPECES" and result["change_c"]:
        await talk.large("À RENDRE", result["change_c"], f"Récépissé n° {number}")


async def pay_lot(talk: Talk, scan: Scan | None = None) -> None:
    """A lot against its voucher, once its *partie* is validated (BIN-050, BIN-057)."""
    chosen: Any = scan
    if chosen is None:
        chosen = await talk.choose(
            "Payer un gain",
            [_voucher(one) for one in talk.desk.vouchers],
            ask="Scannez le bon de gain, ou tapez son numéro",
            wanted=(Kind.BON_DE_GAIN,),
            typed=typed_number,
            empty="Aucun bon de gain à payer.",
        )
    code = chosen.text if isinstance(chosen, Scan) else ""
    number = chosen.number if isinstance(chosen, Scan) else int(chosen)
    known = next((one for one in talk.desk.vouchers if one.voucher == number), None)
    if known is not None:
        what = f"{label('combination', known.combination)} de la partie {known.partie}"
        kept = f" et {known.object}" if known.object else ""
        await talk.sure(
            f"Payer {euros(known.amount_c)}{kept} ?",
            note=f"Bon n° {number}, {what}, carton {known.carton}",
            yes="Payer",
        )
    result = await talk.order("PayLot", voucher=number, code=code)
    kept = f" et remettre : {result['object']}" if result.get("object") else ""
    talk.say(f"Bon n° {number} payé : {euros(result['amount_c'])}{kept}.")
    await talk.large("À REMETTRE AU GAGNANT", result["amount_c"], f"Bon n° {number}{kept}")


def _voucher(one: Any) -> Choice:
    kept = f" + {one.object}" if one.object else ""
    line = (
        f"n° {one.voucher:<4} partie {one.partie}  {label('combination', one.combination):6}"
        f" {one.carton}  {euros(one.amount_c)}{kept}"
    )
    return Choice(one.voucher, line, "" if one.payable else "partie pas encore validée")


# -- the till -----------------------------------------------------------------------------------


async def open_till(talk: Talk) -> None:
    """The float is counted in."""

    async def counted(pieces: dict[int, int], _: str) -> dict[str, Any]:
        return await talk.app.hall.order("OpenTill", pieces=pieces)

    result = await talk.shown(Counting("Ouvrir la caisse : comptez le fonds", counted))
    talk.say(f"Caisse ouverte avec {euros(result['float_c'])}.")


async def close_till(talk: Talk) -> None:
    """Counted against what is expected; a difference is explained (CSH-028)."""
    till = talk.desk.till
    if till is None:
        raise Left

    async def counted(pieces: dict[int, int], explanation: str) -> dict[str, Any]:
        return await talk.app.hall.order("CloseTill", pieces=pieces, explanation=explanation)

    result = await talk.shown(Counting("Fermer la caisse : comptez tout", counted, till.expected_c))
    difference_c = result["difference_c"]
    told = f"écart de {euros(difference_c)}" if difference_c else "aucun écart"
    talk.say(f"Caisse fermée : {euros(result['counted_c'])} comptés, {told}.")


async def feed_till(talk: Talk) -> None:
    """Cash from the safe, or back to it."""
    into = await talk.choose(
        "Apport ou retrait",
        (Choice(1, "Apport : l'argent entre dans la caisse"), Choice(-1, "Retrait : il en sort")),
    )

    async def ordered(said: dict[str, Any]) -> dict[str, Any]:
        amount_c = into * said["amount"]
        return await talk.app.hall.order("FeedTill", amount_c=amount_c, reason=said["reason"])

    _, result = await talk.form(
        "Apport" if into > 0 else "Retrait",
        (Field("amount", "Montant", "amount", least=1), TextField("reason", "Motif")),
        ordered,
    )
    talk.say(f"La caisse doit contenir {euros(result['expected_c'])}.")

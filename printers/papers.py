"""From each document to the roll: the words on receipts, vouchers, registers and tickets.

French, and amounts as the house writes them. Requirements PRT-003 to PRT-008, FOR-016, JKP-015.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from core.documents import (
    Admission,
    BonAPayer,
    BonDeGain,
    BonDePaiement,
    CartonPage,
    ClosingTicket,
    Document,
    Line,
    Paper,
    Recepisse,
    RefundReceipt,
    RegisterPage,
    SaleReceipt,
    TestPage,
)
from core.money import written
from printers.cartons import lay_cartons
from printers.layout import Block, Roll
from printers.letters import printable
from printers.trial import lay_test_page
from printers.words import MEANS, day, euros, moment, runs, spelled, spelled_marks


def lay(document: Document, columns: int, *, typed_cartons: bool = False) -> list[Block]:
    """The document on a roll so many columns wide; cartons painted, or typed in letters."""
    roll = Roll(columns)
    if isinstance(document, CartonPage):
        lay_cartons(roll, document, typed_cartons)
    else:
        LAYERS[type(document)](roll, document)
    roll.cut()
    return roll.blocks


def head(roll: Roll, document: Paper, title: str, number: int | None = None) -> None:
    """House, marks, title: how every paper but a carton begins."""
    roll.line(document.house, align="center", bold=True)
    marks(roll, document)
    roll.line(title, align="center", bold=True, big=2)
    if number is not None:
        roll.line(f"N° {number}", align="center", bold=True, big=2)
    roll.rule()


def marks(roll: Roll, document: Paper) -> None:
    for mark in spelled_marks(document):
        roll.mark(mark)


def foot(roll: Roll, document: Paper, *, by: str = "") -> None:
    """When, by whom, and what the house says of its software."""
    roll.feed(12)
    said = [part for part in (document.at and f"Émis le {moment(document.at)}", by) if part]
    if said:
        roll.line(" · ".join(said), align="center")
    if document.approval:
        roll.line(f"Logiciel {document.approval}", align="center")


def where(roll: Roll, seance: str, partie: int) -> None:
    if seance:
        roll.pair("Séance", seance)
    if partie:
        roll.pair("Partie", str(partie))


def amount(roll: Roll, amount_c: int) -> None:
    """The sum of a voucher, large and alone."""
    roll.feed(12)
    roll.line(euros(amount_c), align="center", bold=True, big=2)
    roll.feed(12)


def bill(roll: Roll, lines: tuple[Line, ...]) -> None:
    for line in lines:
        roll.pair(line.label, f"{line.count} x {written(line.price_c)} = {written(line.total_c)}")


def lay_recepisse(roll: Roll, document: Recepisse) -> None:
    head(roll, document, "RÉCÉPISSÉ DE FORFAIT", document.number)
    _forfait(roll, document)
    roll.qr(document.code)
    roll.line("Vaut titre d'admission. À échanger contre les cartons le jour de la séance.")
    roll.line("Le joueur qui quitte la salle n'est pas remboursé.")
    roll.line("Si la séance s'arrête, les parties non jouées sont remboursées au prorata.")
    foot(roll, document, by=document.seller)
    roll.cut()
    head(roll, document, "SOUCHE", document.number)
    _forfait(roll, document)
    roll.line("À conserver par l'établissement.")
    foot(roll, document, by=document.seller)


def _forfait(roll: Roll, document: Recepisse) -> None:
    if document.holder:
        roll.pair("Titulaire", document.holder, bold=True)
    for seance in document.seances:
        given = f" · {seance.cartons} cartons" if seance.cartons else ""
        roll.pair(day(seance.day), f"{seance.name}{given}")
    roll.pair("Forfaits", str(document.forfaits), bold=True)
    each_c = document.cartons_c + document.fees_c
    roll.pair(
        "Cartons + inscription",
        f"{written(document.cartons_c)} + {written(document.fees_c)} = {written(each_c)}",
    )
    roll.pair(
        f"Payé {MEANS.get(document.payment, '')}".rstrip(), euros(document.total_c), bold=True
    )
    roll.rule()


def lay_bon_a_payer(roll: Roll, document: BonAPayer) -> None:
    head(roll, document, "BON À PAYER", document.number)
    if document.holder:
        roll.pair("Joueur", document.holder)
    bill(roll, document.lines)
    amount(roll, document.total_c)
    roll.qr(document.code)
    roll.line("À régler à la caisse du bingo. Ne réserve rien.", align="center")
    if document.until:
        roll.line(f"Valable jusqu'à : {moment(document.until)}", align="center")
    foot(roll, document)


def lay_bon_de_gain(roll: Roll, document: BonDeGain) -> None:
    head(roll, document, "BON DE GAIN", document.number)
    where(roll, document.seance, document.partie)
    roll.pair("Carton", spelled(document.carton), bold=True)
    drawn = f" en {document.rank} boules" if document.rank else ""
    named = document.combination[:1].upper() + document.combination[1:]
    roll.pair("Combinaison", named + drawn, bold=True)
    if document.in_kind:
        roll.pair("Lot", document.in_kind, bold=True)
    if document.amount_c or not document.in_kind:
        amount(roll, document.amount_c)
    roll.qr(document.code)
    roll.line("Payable à la caisse du bingo.", align="center", bold=True)
    foot(roll, document)


def lay_bon_de_paiement(roll: Roll, document: BonDePaiement) -> None:
    for sheet in (1, 2):
        head(roll, document, "BON DE PAIEMENT", document.number)
        roll.line(f"Modèle 9 bingo · exemplaire {sheet}/2", align="center")
        where(roll, document.seance, document.partie)
        roll.pair("Carton", spelled(document.carton), bold=True)
        roll.pair("Combinaison", document.combination, bold=True)
        roll.pair("Le", moment(document.at))
        amount(roll, document.amount_c)
        roll.pair("Gagnant", document.winner, bold=True)
        if document.identity:
            roll.pair("Pièce d'identité", document.identity)
        if document.register_line:
            roll.pair("Registre 8 bis", document.register_line)
        roll.qr(document.code)
        roll.line("Payable à la caisse du bingo.", align="center", bold=True)
        roll.place_for("Le caissier", "Le membre du comité de direction")
        if document.approval:
            roll.line(f"Logiciel {document.approval}", align="center")
        if sheet == 1:
            roll.cut()


def lay_admission(roll: Roll, document: Admission) -> None:
    head(roll, document, "TITRE D'ADMISSION", document.number)
    if document.holder:
        roll.pair("Joueur", document.holder, bold=True)
    roll.line(day(document.day), align="center", bold=True, big=2)
    roll.qr(document.code)
    roll.line("Personnel. Valable ce jour seulement.", align="center")
    foot(roll, document)


def lay_sale(roll: Roll, document: SaleReceipt) -> None:
    head(roll, document, "REÇU DE VENTE", document.number)
    where(roll, document.seance, document.partie)
    for run in runs(document.serials):
        roll.pair("Cartons" if " à " in run else "Carton", run, bold=True)
    bill(roll, document.lines)
    roll.rule()
    roll.pair("TOTAL", euros(document.total_c), bold=True)
    if document.payment:
        roll.pair("Réglé par", MEANS.get(document.payment, document.payment))
    if document.slip:
        roll.pair("Ticket de carte", document.slip)
    if document.given_c:
        roll.pair("Reçu", euros(document.given_c))
        roll.pair("Rendu", euros(document.given_c - document.total_c))
    roll.line("Le joueur qui quitte la salle n'est pas remboursé.")
    foot(roll, document, by=document.seller)


def lay_refund(roll: Roll, document: RefundReceipt) -> None:
    exchanged = bool(document.against)
    title = "REÇU D'ÉCHANGE" if exchanged else "REÇU DE REMBOURSEMENT"
    head(roll, document, title, document.number)
    where(roll, document.seance, document.partie)
    for serial in document.serials:
        roll.pair("Carton rendu", serial)
    for serial in document.against:
        roll.pair("Carton remis", serial, bold=True)
    roll.pair("Motif", document.cause)
    if not exchanged:
        roll.pair("REMBOURSÉ", euros(document.amount_c), bold=True)
    foot(roll, document, by=document.cashier)


def lay_register(roll: Roll, document: RegisterPage) -> None:
    head(roll, document, document.title)
    if document.subtitle:
        roll.line(document.subtitle, align="center")
    rows = [[printable(cell) for cell in row] for row in (document.columns, *document.rows)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    if sum(widths) + 2 * (len(widths) - 1) <= roll.columns:
        _table(roll, rows, widths)
    else:
        _records(roll, document)
    roll.rule()
    if document.signatures:
        roll.place_for(*document.signatures)
    roll.line(f"Page {document.page}/{document.pages}", align="center")
    hexadecimal(roll, "Empreinte", document.hash)
    foot(roll, document)


def _table(roll: Roll, rows: list[list[str]], widths: list[int]) -> None:
    for place, row in enumerate(rows):
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=True)]
        roll.line("  ".join(cells).rstrip(), bold=place == 0)


def _records(roll: Roll, document: RegisterPage) -> None:
    for row in document.rows:
        for label, cell in zip(document.columns, row, strict=True):
            if cell:
                roll.pair(label, cell)
        roll.rule("·")


def lay_closing(roll: Roll, document: ClosingTicket) -> None:
    head(roll, document, document.title)
    for label, count in document.counts:
        roll.pair(label, count)
    for label, amount_c in document.totals:
        roll.pair(label, euros(amount_c), bold=True)
    roll.rule()
    roll.line(f"Ancre du journal, ligne {document.seq}", align="center", bold=True)
    hexadecimal(roll, "", document.hash)
    if document.signature:
        roll.qr(document.anchor, "M")
    roll.line("À conserver hors de la machine.", align="center")
    foot(roll, document)


def hexadecimal(roll: Roll, label: str, digits: str) -> None:
    """A hash in groups of eight, so that two people can compare it aloud."""
    groups = [digits[start : start + 8] for start in range(0, len(digits), 8)]
    per_line = max(1, (roll.columns + 1) // 9)
    per_line -= per_line > 3 and per_line % 2
    if label:
        roll.line(label)
    for start in range(0, len(groups), per_line):
        roll.line(" ".join(groups[start : start + per_line]), align="center")


def lay_test(roll: Roll, document: TestPage) -> None:
    head(roll, document, "PAGE D'ESSAI", document.number)
    lay_test_page(roll, document)
    foot(roll, document)


LAYERS: dict[type[Paper], Callable[[Roll, Any], None]] = {
    Recepisse: lay_recepisse,
    BonAPayer: lay_bon_a_payer,
    BonDeGain: lay_bon_de_gain,
    BonDePaiement: lay_bon_de_paiement,
    Admission: lay_admission,
    SaleReceipt: lay_sale,
    RefundReceipt: lay_refund,
    RegisterPage: lay_register,
    ClosingTicket: lay_closing,
    TestPage: lay_test,
}

"""What leaves the hall on paper, as pure data (spec 14, PRT-001 to PRT-008; design §6).

A document holds what is printed and nothing of how: amounts in cents, ISO dates and times, serial
texts. Layout, fonts and bytes are `printers/`. It travels as JSON, told apart by "type".
A document whose `kind` is not None carries an L16 over `statement`: `coded` asks the hall for it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from typing import Any, ClassVar, TypeVar

import msgspec

from core import codes
from core.codes import Kind
from core.rules import Refusal

Rows = tuple[tuple[int, ...], ...]  # three rows of nine cells, 0 for an empty one
Made = Callable[[Kind, int, int, bytes], str]  # kind, event, serial, statement -> 35 letters


class Paper(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", omit_defaults=True):
    """What every paper says: whose it is, when it was asked for, and whether it is the original.

    `copy` 0 is the original, n is DUPLICATA n; `rehearsal` prints RÉPÉTITION; `approval` is the
    house's word on its software (« non agréé », « à agréer »), empty once approved (GEN-011).
    """

    kind: ClassVar[Kind | None] = None

    house: str
    at: str = ""
    rehearsal: bool = False
    copy: int = 0
    approval: str = ""


class Coded(Paper, frozen=True, kw_only=True):
    """A paper with a QR: `number` is its own number, `code` the 35 letters made by the hall."""

    number: int
    event: int = 0
    code: str = ""

    @property
    def terms(self) -> dict[str, Any]:
        """What the code binds: every field the holder relies on, names and times left out."""
        raise NotImplementedError

    @property
    def statement(self) -> bytes:
        return codes.paper_statement(self.terms)


class PrintedCarton(msgspec.Struct, frozen=True, omit_defaults=True):
    """One carton: serial 014-000251, three rows of nine cells with 0 for empty, and its code."""

    serial: str
    rows: Rows
    code: str = ""


class CartonPage(Paper, frozen=True, kw_only=True, tag="CartonPage"):
    """The *k* cartons of one forfait for one *partie*, or those of one sale: one print job.

    `price_c` 0 prints « compris dans le forfait ». `commitment` is 8 hex digits (design §7).
    """

    seance: str
    partie: int
    cartons: tuple[PrintedCarton, ...]
    event: int = 0
    price_c: int = 0
    commitment: str = ""
    forfait: int = 0


class SeanceDay(msgspec.Struct, frozen=True, omit_defaults=True):
    """A *séance* a receipt is valid for: its day, its name and how many cartons it gives."""

    day: str
    name: str = ""
    cartons: int = 0


class Recepisse(Coded, frozen=True, kw_only=True, tag="Recepisse"):
    """The receipt of a forfait and its *souche* with the same number (66-1-9, PRT-003, FOR-016).

    Valid as admission, exchanged on the day for the cartons. The two parts of the price are those
    of one forfait. `holder` is the name as typed; the code binds `person`, never the name.
    """

    kind = Kind.RECEPISSE

    seances: tuple[SeanceDay, ...]
    forfaits: int
    cartons_c: int
    fees_c: int
    person: int = 0
    holder: str = ""
    seller: str = ""
    payment: str = ""

    @property
    def total_c(self) -> int:
        return self.forfaits * (self.cartons_c + self.fees_c)

    @property
    def terms(self) -> dict[str, Any]:
        return {
            "cartons_c": self.cartons_c,
            "copy": self.copy,
            "days": [seance.day for seance in self.seances],
            "fees_c": self.fees_c,
            "forfaits": self.forfaits,
            "person": self.person,
        }


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of a bill: how many of what, at which price each."""

    label: str
    count: int
    price_c: int

    @property
    def total_c(self) -> int:
        return self.count * self.price_c


class BonAPayer(Coded, frozen=True, kw_only=True, tag="BonAPayer"):
    """What a kiosk prints instead of taking cash: paid at the desk, reserves nothing (§12)."""

    kind = Kind.BON_A_PAYER

    lines: tuple[Line, ...]
    until: str = ""
    person: int = 0
    holder: str = ""

    @property
    def total_c(self) -> int:
        return sum(line.total_c for line in self.lines)

    @property
    def terms(self) -> dict[str, Any]:
        lines = [[line.label, line.count, line.price_c] for line in self.lines]
        return {"copy": self.copy, "lines": lines, "person": self.person}


class BonDeGain(Coded, frozen=True, kw_only=True, tag="BonDeGain"):
    """The winner's voucher, payable at the bingo desk only (66-1-6, PRT-006).

    `combination` is « quine », « bingo » or the lot's name; `in_kind` a lot that is not money.
    """

    kind = Kind.BON_DE_GAIN

    carton: str
    combination: str
    amount_c: int
    seance: str = ""
    partie: int = 0
    rank: int = 0
    in_kind: str = ""

    @property
    def terms(self) -> dict[str, Any]:
        return {
            "amount_c": self.amount_c,
            "carton": self.carton,
            "combination": self.combination,
            "copy": self.copy,
            "in_kind": self.in_kind,
            "partie": self.partie,
        }


class BonDePaiement(Coded, frozen=True, kw_only=True, tag="BonDePaiement"):
    """The jackpot's voucher, modèle 9: two copies, two blank signature places (JKP-015, REG-22).

    Refuses IDENTITE_DU_GAGNANT_MANQUANTE when the winner is not named.
    """

    kind = Kind.BON_DE_GAIN

    carton: str
    combination: str
    amount_c: int
    winner: str
    identity: str = ""
    seance: str = ""
    partie: int = 0
    register_line: str = ""

    def __post_init__(self) -> None:
        if not plain(self.winner).strip():
            raise Refusal("IDENTITE_DU_GAGNANT_MANQUANTE", carton=self.carton)

    @property
    def terms(self) -> dict[str, Any]:
        return {
            "amount_c": self.amount_c,
            "carton": self.carton,
            "combination": self.combination,
            "copy": self.copy,
            "partie": self.partie,
        }


class Admission(Coded, frozen=True, kw_only=True, tag="Admission"):
    """The ticket that lets a checked person in for the day (GEN-012)."""

    kind = Kind.ADMISSION

    day: str
    person: int = 0
    holder: str = ""

    @property
    def terms(self) -> dict[str, Any]:
        return {"copy": self.copy, "day": self.day, "person": self.person}


class SaleReceipt(Paper, frozen=True, kw_only=True, tag="SaleReceipt"):
    """What was sold: first and last serial, price, total, seller, means of payment (PRT-004)."""

    number: int
    lines: tuple[Line, ...]
    serials: tuple[str, ...] = ()
    seance: str = ""
    partie: int = 0
    seller: str = ""
    payment: str = ""
    given_c: int = 0
    slip: str = ""

    @property
    def total_c(self) -> int:
        return sum(line.total_c for line in self.lines)


class RefundReceipt(Paper, frozen=True, kw_only=True, tag="RefundReceipt"):
    """What was refunded, or exchanged one for one, with the serials and the cause (PRT-005).

    `against` lists the cartons given in exchange; then `amount_c` is 0.
    """

    number: int
    serials: tuple[str, ...]
    amount_c: int
    cause: str
    against: tuple[str, ...] = ()
    seance: str = ""
    partie: int = 0
    cashier: str = ""


class RegisterPage(Paper, frozen=True, kw_only=True, tag="RegisterPage"):
    """Rows of a register; the footer names their hash (PRT-008). Cells are text, ready to read."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    hash: str
    subtitle: str = ""
    page: int = 1
    pages: int = 1
    signatures: tuple[str, ...] = ()


class ClosingTicket(Paper, frozen=True, kw_only=True, tag="ClosingTicket"):
    """The totals of a *séance*, and the journal's seal: an anchor outside the machine (design §4).

    `hash` is that of line `seq`, 64 hex digits; `signature` is Ed25519 over it, 128 hex digits.
    """

    title: str
    totals: tuple[tuple[str, int], ...]
    seq: int
    hash: str
    signature: str = ""
    counts: tuple[tuple[str, str], ...] = ()

    @property
    def anchor(self) -> str:
        """What the QR holds, in capitals so that it stays small."""
        return f"QUINE:{self.seq}:{self.hash}:{self.signature}".upper()


class TestPage(Coded, frozen=True, kw_only=True, tag="TestPage"):
    """Accents, widths, digits and a QR: what to look at before a printer is trusted."""

    __test__: ClassVar[bool] = False  # pytest: this is paper

    kind = Kind.CALIBRATION

    printer: str = ""

    @property
    def terms(self) -> dict[str, Any]:
        return {"printer": self.printer}


Document = (
    CartonPage
    | Recepisse
    | BonAPayer
    | BonDeGain
    | BonDePaiement
    | Admission
    | SaleReceipt
    | RefundReceipt
    | RegisterPage
    | ClosingTicket
    | TestPage
)
Doc = TypeVar("Doc", bound=Paper)


def coded(document: Doc, make: Made) -> Doc:
    """The same document with its codes: `make` is `partial(codes.make, key)` in the hall."""
    if isinstance(document, CartonPage):
        cartons = tuple(_coded_carton(carton, document.event, make) for carton in document.cartons)
        return msgspec.structs.replace(document, cartons=cartons)
    if isinstance(document, Coded) and document.kind is not None:
        code = make(document.kind, document.event, document.number, document.statement)
        return msgspec.structs.replace(document, code=code)
    return document


def _coded_carton(carton: PrintedCarton, event: int, make: Made) -> PrintedCarton:
    serial = codes.typed(carton.serial).serial
    statement = codes.carton_statement(carton.rows)
    return msgspec.structs.replace(carton, code=make(Kind.CARTON, event, serial.code, statement))


def duplicata(document: Doc, copy: int) -> Doc:
    """The same document as DUPLICATA n. A carton keeps its code; a receipt must be coded anew."""
    again = msgspec.structs.replace(document, copy=copy)
    return msgspec.structs.replace(again, code="") if isinstance(again, Coded) else again


def encoded(document: Document) -> bytes:
    """The document as canonical JSON."""
    return msgspec.json.encode(document, order="sorted")


_DECODER: msgspec.json.Decoder[Document] = msgspec.json.Decoder(Document)


def decoded(line: bytes | str) -> Document:
    """A document from its JSON. Refuses DOCUMENT_ILLISIBLE."""
    try:
        return _DECODER.decode(line)
    except msgspec.DecodeError as fault:
        raise Refusal("DOCUMENT_ILLISIBLE", cause=str(fault)) from fault


def plain(text: str) -> str:
    """Text as typed, without what could command a printer or a terminal.

    Controls, invisible marks and unassigned characters go; tabs and line ends become spaces.
    """
    composed = unicodedata.normalize("NFC", text)
    return "".join(
        " " if letter in "\t\r\n" or unicodedata.category(letter) in ("Zs", "Zl", "Zp") else letter
        for letter in composed
        if letter in "\t\r\n" or unicodedata.category(letter)[0] != "C"
    )

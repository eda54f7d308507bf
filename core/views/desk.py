"""The staff desk: what waits for this person's hand, in each of his functions (DSP-014, CSH-028)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from core.bingo.forfait.allocation import AllocateLots
from core.bingo.forfait.exchange import ExchangeReceipt, NewSerie, OpenExchange
from core.bingo.forfait.payment import ESPECES, PayForfait
from core.bingo.forfait.registration import (
    CloseRegistrations,
    OpenRegistrations,
    PreRegister,
    ValidateIdentity,
)
from core.bingo.forfait.state import Status
from core.bingo.partie.closing import CloseWithoutWinner
from core.bingo.partie.settlement import RecoverCarton, ValidatePartie
from core.bingo.partie.state import Phase
from core.bingo.partie.suspension import (
    CancelPartie,
    DeclareAnnouncementError,
    ReplayPartie,
    ResumePartie,
    SuspendPartie,
)
from core.bingo.seance.closing import BeginClosing, CloseSeance, CountCagnotte
from core.bingo.seance.opening import AbandonSeance, OpenSeance
from core.bingo.seance.planning import AppointDirecteur, AppointMCD, PublishSeance
from core.bingo.seance.state import Seance, Stage
from core.codes import Serial
from core.desk.till import CloseTill, FeedTill, OpenTill
from core.desk.vouchers import PayLot
from core.people import AdmitPerson, Flags
from core.rules import Order, Role
from core.signatures import REQUIRED
from core.views.actions import Action, actions
from core.views.board import Board, board
from core.views.lens import Lens

if TYPE_CHECKING:
    from core.house import House

RECENT = 12
ADULT = Flags(known=True, age=30)  # somebody the rules would let in
ENOUGH_C = 10**9


class DeskSeance(msgspec.Struct, frozen=True):
    id: str
    day: str
    time: str
    stage: Stage
    registrations: str
    notices: tuple[str, ...]
    mcd: str
    directeur: str
    mode: str
    lieu: str
    parties: int
    prix_c: int
    sold: int


class ToSign(msgspec.Struct, frozen=True):
    """`standing` names the functions that have signed this very text already."""

    document: str
    hash: str
    standing: tuple[str, ...]
    places: int
    complete: bool


class DeskTill(msgspec.Struct, frozen=True):
    cashier: str
    float_c: int
    received_c: int
    paid_c: int
    expected_c: int


class DeskVoucher(msgspec.Struct, frozen=True):
    voucher: int
    partie: int
    carton: str
    combination: str
    amount_c: int
    object: str
    payable: bool


class DeskJob(msgspec.Struct, frozen=True):
    job: int
    kind: str
    ref: str
    copy: int
    state: str
    cause: str


class DeskIncident(msgspec.Struct, frozen=True):
    at: str
    nature: str
    text: str
    partie: int


class Desk(msgspec.Struct, frozen=True):
    """`cagnotte_c` is shown at closing only; sealed amounts to those who may read them (FOR-026)."""

    board: Board
    person: str
    name: str
    roles: tuple[Role, ...]
    actions: dict[str, Action]
    seances: tuple[DeskSeance, ...]
    preregistered: int
    validated: int
    paid: int
    exchanged: int
    till: DeskTill | None
    to_recover: tuple[str, ...]
    vouchers: tuple[DeskVoucher, ...]
    jobs: tuple[DeskJob, ...]
    to_sign: tuple[ToSign, ...]
    incidents: tuple[DeskIncident, ...]
    cagnotte_c: int | None
    quine_c: tuple[int, ...] = ()
    bingo_c: tuple[int, ...] = ()


def desk(house: House, lens: Lens) -> Desk:
    seance = house.bingo.current()
    partie = seance.parties.get(seance.partie_n) if seance else None
    statuses = _statuses(house, seance)
    closing = seance is not None and seance.stage is Stage.EN_CLOTURE
    quine_c, bingo_c = _sealed(seance, lens)
    return Desk(
        board(house, lens),
        lens.person,
        lens.name(lens.person),
        lens.roles,
        actions(house, lens, _orders(house, seance)),
        tuple(_seance(shown, lens) for shown in _recent(house)),
        statuses.count("PREINSCRIT"),
        statuses.count("VALIDE"),
        statuses.count("PAYE"),
        statuses.count("ECHANGE"),
        _till(house, lens),
        tuple(str(Serial(partie.serie, n)) for n in partie.to_recover())
        if partie and partie.phase is Phase.TERMINEE
        else (),
        tuple(_vouchers(house)),
        tuple(
            DeskJob(n, job.kind, job.ref, job.copy, job.state, job.cause)
            for n, job in house.papers.open_at(lens.station)[:RECENT]
        ),
        tuple(_to_sign(house, seance, lens)) if seance else (),
        tuple(
            DeskIncident(incident.at, incident.nature, incident.text, incident.partie)
            for incident in house.bingo.incidents[-RECENT:]
        ),
        house.desk.books.balance(seance.account("cagnotte")) if seance and closing else None,
        quine_c,
        bingo_c,
    )


def _recent(house: House) -> list[Seance]:
    seances = [s for s in house.bingo.seances.values() if s.stage is not Stage.ABANDONNEE]
    return sorted(seances, key=lambda seance: (seance.day, seance.time))[-RECENT:]


def _seance(seance: Seance, lens: Lens) -> DeskSeance:
    return DeskSeance(
        seance.id,
        seance.day,
        seance.time,
        seance.stage,
        seance.forfait.registrations,
        tuple(f"{notice.subject} {notice.sent_on}" for notice in seance.notices),
        lens.name(seance.mcd),
        lens.name(seance.directeur),
        seance.mode,
        seance.lieu,
        seance.forfait.terms.parties,
        seance.forfait.terms.prix_c,
        seance.forfait.sold,
    )


def _statuses(house: House, seance: Seance | None) -> list[str]:
    """Of the *séance* in course, else of all that are on sale."""
    return [
        status
        for registration in house.bingo.registrations.values()
        for name, status in registration.status.items()
        if seance is None or name == seance.id
    ]


def _till(house: House, lens: Lens) -> DeskTill | None:
    till = house.desk.tills.get(lens.station)
    if till is None:
        return None
    return DeskTill(
        lens.name(till.cashier), till.float_c, till.received_c, till.paid_c, till.expected_c
    )


def _vouchers(house: House) -> list[DeskVoucher]:
    """Those still to pay, oldest first."""
    return [
        DeskVoucher(
            number,
            voucher.partie,
            str(Serial(voucher.serie, voucher.carton)),
            voucher.combination,
            voucher.amount_c,
            voucher.object,
            bool(house.bingo.seances[voucher.seance].parties[voucher.partie].validated_at),
        )
        for number, voucher in house.desk.vouchers.items()
        if not voucher.paid_at
    ][:50]


def _to_sign(house: House, seance: Seance, lens: Lens) -> list[ToSign]:
    kinds = {Stage.EN_TEST: ("essais",), Stage.EN_CLOTURE: ("11quinquies", "historique")}
    found = []
    for kind in kinds.get(seance.stage, ()):
        document = f"{kind}:{seance.id}"
        digest = house.digest_of(document) or ""
        standing = house.signatures.standing(document, digest, lens.now.ms)
        found.append(
            ToSign(
                document,
                digest,
                tuple(signature.role for signature in standing),
                len(REQUIRED[kind]),
                house.signatures.is_signed(document, digest),
            )
        )
    return found


def _sealed(seance: Seance | None, lens: Lens) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Amounts of *parties* to come, for the direction and the auditor alone (FOR-026)."""
    readers = {Role.DIRECTEUR_SEANCE, Role.DIRECTEUR_RESPONSABLE, Role.AUDITEUR}
    if seance is None or seance.forfait.pools is None or not readers & set(lens.roles):
        return (), ()
    return seance.forfait.pools.quine_c, seance.forfait.pools.bingo_c


def _first(house: House, seance: str, status: Status) -> int:
    """The first registration in this state: what an order for one of them would be about."""
    for number, registration in house.bingo.registrations.items():
        if registration.status.get(seance) is status:
            return number
    return 0


def _holder(house: House, number: int) -> str:
    registration = house.bingo.registrations.get(number)
    return registration.person if registration is not None else ""


def _orders(house: House, seance: Seance | None) -> list[Order]:
    """One example of every order of the desk, with what would be sent now."""
    names = [shown.id for shown in _recent(house)]
    latest = seance.id if seance else (names[-1] if names else "")
    first = {status: _first(house, latest, status) for status in Status}
    paid = first[Status.PAYE]
    voucher = next((n for n, v in house.desk.vouchers.items() if not v.paid_at), 0)
    return [
        PublishSeance(latest),
        AppointMCD(latest, seance.mcd if seance else ""),
        AppointDirecteur(latest, seance.directeur if seance else ""),
        OpenRegistrations(latest),
        AdmitPerson("", ADULT),
        PreRegister("", latest, flags=ADULT),
        ValidateIdentity(first[Status.PREINSCRIT], ADULT),
        PayForfait(first[Status.VALIDE], ESPECES, ENOUGH_C, flags=ADULT),
        OpenSeance(),
        AbandonSeance("essai"),
        OpenExchange(),
        ExchangeReceipt(paid, _holder(house, paid), flags=ADULT),
        CloseRegistrations(latest),
        AllocateLots(),
        SuspendPartie("essai"),
        ResumePartie(),
        CancelPartie("essai"),
        DeclareAnnouncementError("essai"),
        ReplayPartie((NewSerie("", "", ""),)),
        CloseWithoutWinner(),
        RecoverCarton(""),
        ValidatePartie(),
        PayLot(voucher),
        OpenTill({}),
        FeedTill(1, "essai"),
        CloseTill({}),
        BeginClosing(),
        CountCagnotte({}, "essai"),
        CloseSeance(),
    ]

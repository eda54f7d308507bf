"""The staff desk: what waits for this person's hand, in each of his functions (DSP-014, CSH-028)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from core.bingo.partie.state import Phase
from core.bingo.seance.state import Seance, Stage
from core.codes import Serial
from core.rules import Role
from core.signatures import REQUIRED
from core.views.actions import Action, actions
from core.views.board import Board, board
from core.views.desk_orders import orders, recent
from core.views.lens import Lens

if TYPE_CHECKING:
    from core.house import House

RECENT = 12


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


class DeskDue(msgspec.Struct, frozen=True):
    """An authority still to be told: red until somebody enters when it was (FOR-041, FOR-046)."""

    seance: str
    subject: str
    since: str


class DeskRefund(msgspec.Struct, frozen=True):
    """What the holder of a receipt is owed, all causes together, cents."""

    number: int
    amount_c: int


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
    due: tuple[DeskDue, ...] = ()
    refunds: tuple[DeskRefund, ...] = ()
    suspicions: tuple[str, ...] = ()  # codes of suspect papers, for the directeur de séance


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
        actions(house, lens, orders(house, seance)),
        tuple(_seance(shown, lens) for shown in recent(house)),
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
        tuple(
            DeskDue(one.id, due.subject, due.since)
            for one in house.bingo.seances.values()
            for due in one.due
        ),
        tuple(_refunds(house)),
        _suspicions(house, seance, lens),
    )


def _refunds(house: House) -> list[DeskRefund]:
    """One line a receipt, oldest first."""
    owed_c: dict[int, int] = {}
    for refund in house.desk.refunds.values():
        if refund.due:
            owed_c[refund.number] = owed_c.get(refund.number, 0) + refund.amount_c
    return [DeskRefund(number, cents) for number, cents in owed_c.items()][:50]


def _suspicions(house: House, seance: Seance | None, lens: Lens) -> tuple[str, ...]:
    """Forged, replaced or twice used papers of the evening (FOR-049)."""
    if seance is None or Role.DIRECTEUR_SEANCE not in lens.roles:
        return ()
    found = [one.code for one in house.bingo.suspicions if one.seance == seance.id]
    return tuple(found[-RECENT:])


def _seance(seance: Seance, lens: Lens) -> DeskSeance:
    return DeskSeance(
        seance.id,
        seance.day,
        seance.time,
        seance.stage,
        seance.forfait.registrations,
        tuple(f"{notice.subject} {notice.sent_on[:10]}" for notice in seance.notices),
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

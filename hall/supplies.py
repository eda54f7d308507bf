"""What the hall adds to each order before it is decided: entropy, flags, scans, seals (design §3).

Seeds go to the vault, synced, before the rule is even asked: a commitment can never be journalled
without its seed (design §7). A supplier decides nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from core import chance
from core.bingo.cartons import KEY_BYTES, Series
from core.bingo.forfait.admission import DecideAdmission
from core.bingo.forfait.allocation import AllocateLots, spreads
from core.bingo.forfait.exchange import (
    ALGORITHM,
    ExchangeReceipt,
    NewSerie,
    OpenExchange,
    game_id,
    size_of,
)
from core.bingo.forfait.exclusion import BlockReceipt
from core.bingo.forfait.payment import PayAtTerminal, PayForfait
from core.bingo.forfait.registration import OpenRegistrations, PreRegister, ValidateIdentity
from core.bingo.partie.claims import VerifyCarton
from core.bingo.partie.closing import CloseBingo, CloseQuine
from core.bingo.partie.draw import DrawBall
from core.bingo.partie.preparation import GoWithoutPublic
from core.bingo.partie.settlement import RecoverCarton
from core.bingo.partie.state import BALLS, Combination, Phase
from core.bingo.partie.suspension import ReplayPartie
from core.bingo.partie.verdicts import claimants, holder_of
from core.bingo.seance.equipment import DrawBlank
from core.bingo.seance.opening import OpenSeance
from core.bingo.seance.seals import (
    AllocationRevealed,
    DrawRevealed,
    RevealAllocation,
    RevealDraw,
    SealJournal,
)
from core.bingo.seance.state import Mode, Seance, Stage
from core.bingo.stockroom import CreateSerie
from core.codes import Kind
from core.desk.refunds import PayRefunds
from core.desk.vouchers import PayLot
from core.people import AdmitPerson, EnrollPerson, Flags
from core.rules import Moment
from hall import scans
from hall.journal.seal import sign
from hall.people import Entry
from hall.supply import Hall, commits, reveals, supplies

if TYPE_CHECKING:
    from core.house import House

SEED_BYTES = 32


# People: names stay in the people file, rules get flags of the day.


@supplies(EnrollPerson)
def _enroll(hall: Hall, order: EnrollPerson, now: Moment) -> dict[str, Any]:
    entry = Entry(order.name, order.first_name, order.birth, order.document)
    person = hall.people.record(entry)
    return {"person": person, "digest": hall.people.digest(person)}


def _flags(hall: Hall, person: str, now: Moment) -> Flags:
    return hall.people.flags(person, now.day)


@supplies(AdmitPerson)
def _admit(hall: Hall, order: AdmitPerson, now: Moment) -> dict[str, Any]:
    return {"flags": _flags(hall, order.person, now)}


@supplies(PreRegister)
def _pre_register(hall: Hall, order: PreRegister, now: Moment) -> dict[str, Any]:
    if not order.admission_code:
        return {"flags": _flags(hall, order.person, now)}
    ticket = scans.read_paper(hall.house, hall.keys.code, order.admission_code, Kind.ADMISSION)
    admission = hall.house.people.admissions.get(ticket.number) if ticket.authentic else None
    if admission is None:
        return {"admission": ticket.number}
    return {
        "admission": ticket.number,
        "holder": admission.person,
        "flags": _flags(hall, admission.person, now),
    }


@supplies(ValidateIdentity)
@supplies(PayForfait)
def _at_the_desk(hall: Hall, order: ValidateIdentity | PayForfait, now: Moment) -> dict[str, Any]:
    """Whoever holds the bulletin, and whether the *bon à payer* that was shown is the house's."""
    sealed = _seal_of(hall, order.code, order.number, Kind.BON_A_PAYER)
    return _registered(hall, order.number, now) | {"authentic": sealed.get("authentic", True)}


@supplies(BlockReceipt)
@supplies(DecideAdmission)
@supplies(PayAtTerminal)
def _on_bulletin(
    hall: Hall, order: BlockReceipt | DecideAdmission | PayAtTerminal, now: Moment
) -> dict[str, Any]:
    return _registered(hall, order.number, now)


def _registered(hall: Hall, number: int, now: Moment) -> dict[str, Any]:
    registration = hall.house.bingo.registrations.get(number)
    return {"flags": _flags(hall, registration.person if registration else "", now)}


@supplies(ExchangeReceipt)
def _exchange(hall: Hall, order: ExchangeReceipt, now: Moment) -> dict[str, Any]:
    flags = {"flags": _flags(hall, order.person, now)}
    return flags | _seal_of(hall, order.code, order.number, Kind.RECEPISSE)


def _seal_of(hall: Hall, code: str, number: int, kind: Kind) -> dict[str, Any]:
    if not code:
        return {}
    paper = scans.read_paper(hall.house, hall.keys.code, code, kind)
    return {"authentic": paper.authentic and paper.number == number, "copy": paper.copy}


@supplies(PayLot)
def _pay_lot(hall: Hall, order: PayLot, now: Moment) -> dict[str, Any]:
    supplied = _seal_of(hall, order.code, order.voucher, Kind.BON_DE_GAIN)
    voucher = hall.house.desk.vouchers.get(order.voucher)
    if voucher is not None:
        bingo = hall.house.bingo
        seance = bingo.seances[voucher.seance]
        partie = seance.parties[voucher.partie]
        holder = holder_of(bingo.registrations, seance, partie, voucher.carton)
        supplied["flags"] = _flags(hall, holder.person if holder else "", now)
    return supplied


@supplies(PayRefunds)
def _pay_refunds(hall: Hall, order: PayRefunds, now: Moment) -> dict[str, Any]:
    return _seal_of(hall, order.code, order.number, Kind.RECEPISSE)


@supplies(OpenSeance)
def _open_seance(hall: Hall, order: OpenSeance, now: Moment) -> dict[str, Any]:
    seance = hall.house.bingo.current()
    return {"mcd_name": hall.people.name(seance.mcd)} if seance and seance.mcd else {}


# Chance: drawn, kept in the vault, committed to, revealed.


def allocation_label(house: House, seance: str) -> str:
    """Under what the vault keeps seed_a of a *séance*."""
    return f"{house.site.code}/{seance}/allocation"


def _kept(hall: Hall, label: str) -> bytes:
    """The seed of a label, drawn and synced at its first asking; asked again, the same."""
    if hall.vault.holds(label):
        return hall.vault.seed(label)
    seed = hall.entropy.take(f"seed {label}", SEED_BYTES)
    hall.vault.keep(label, seed)
    return seed


@supplies(OpenRegistrations)
def _open_registrations(hall: Hall, order: OpenRegistrations, now: Moment) -> dict[str, Any]:
    if order.seance not in hall.house.bingo.seances:
        return {}
    seed_a = _kept(hall, allocation_label(hall.house, order.seance))
    return {"commitment": chance.allocation_commitment(seed_a, order.seance)}


@supplies(OpenExchange)
def _open_exchange(hall: Hall, order: OpenExchange, now: Moment) -> dict[str, Any]:
    seance = hall.house.bingo.current()
    if seance is None or seance.forfait.exchange_open or seance.stage is not Stage.OUVERTE:
        return {}
    parties = range(1, seance.forfait.terms.parties + 1)
    return {"series": tuple(_new_serie(hall, seance, n, 1) for n in parties)}


@supplies(CreateSerie)
def _create_serie(hall: Hall, order: CreateSerie, now: Moment) -> dict[str, Any]:
    key = hall.entropy.take(f"serie {order.serie}", KEY_BYTES)
    certificate = Series(key, order.size, ALGORITHM).certificate()
    return {
        "key": key.hex(),
        "algorithm": ALGORITHM,
        "exceptions": certificate.exceptions,
        "digest": certificate.digest,
    }


@supplies(ReplayPartie)
def _replay(hall: Hall, order: ReplayPartie, now: Moment) -> dict[str, Any]:
    seance = hall.house.bingo.current()
    partie = seance.parties.get(seance.partie_n) if seance else None
    if seance is None or partie is None or partie.phase is not Phase.ANNULEE:
        return {}
    return {"series": (_new_serie(hall, seance, partie.n, partie.attempt + 1),)}


def _new_serie(hall: Hall, seance: Seance, partie: int, attempt: int) -> NewSerie:
    """A certified series (BIN-006) and the commitment of the draw it will play."""
    game = game_id(hall.house, seance, partie, attempt)
    key = hall.entropy.take(f"serie {game}", KEY_BYTES)
    certificate = Series(key, size_of(seance.forfait), ALGORITHM).certificate()
    commitment = chance.commitment(_kept(hall, game), game)
    return NewSerie(key.hex(), commitment, certificate.digest, certificate.exceptions)


@supplies(AllocateLots)
def _allocate(hall: Hall, order: AllocateLots, now: Moment) -> dict[str, Any]:
    seance = hall.house.bingo.current()
    if seance is None or seance.forfait.pools is not None or not seance.forfait.sold:
        return {}
    seed_a = hall.vault.seed(allocation_label(hall.house, seance.id))
    quine, bingo = spreads(seance)
    parties = seance.forfait.terms.parties
    return {
        "quine_cuts": chance.allocation_cuts(seed_a, seance.id, "quine", quine.free, parties),
        "bingo_cuts": chance.allocation_cuts(seed_a, seance.id, "bingo", bingo.free, parties),
    }


@supplies(DrawBlank)
def _draw_blank(hall: Hall, order: DrawBlank, now: Moment) -> dict[str, Any]:
    """Any number still missing, each equally likely; the blank draw has no stakes and no seed."""
    seance = hall.house.bingo.current()
    missing = seance.equipment.missing() if seance else []
    if not missing or (seance and seance.mode is Mode.SPHERE):
        return {}
    fair = 256 - 256 % len(missing)
    while (byte := hall.entropy.take("blank draw", 1)[0]) >= fair:
        pass
    return {"proposed": missing[byte % len(missing)]}


@supplies(GoWithoutPublic)
def _without_public(hall: Hall, order: GoWithoutPublic, now: Moment) -> dict[str, Any]:
    frozen = hall.last.get("SoldFrozen")
    return {"frozen_hash": frozen.hash if frozen else ""}


@supplies(DrawBall)
def _draw_ball(hall: Hall, order: DrawBall, now: Moment) -> dict[str, Any]:
    """The ball of the next rank: computed for this order alone, and nowhere kept."""
    seance = hall.house.bingo.current()
    partie = seance.parties.get(seance.partie_n) if seance else None
    if seance is None or partie is None or seance.mode is Mode.SPHERE:
        return {}
    if not partie.phase.drawing or not partie.public or partie.rank == BALLS:
        return {}
    seed = hall.vault.seed(partie.game_id)
    rank = partie.rank + 1
    return {"drawn": chance.ball(seed, partie.game_id, partie.sold_root, partie.public, rank)}


@supplies(CloseQuine)
def _close_quine(hall: Hall, order: CloseQuine, now: Moment) -> dict[str, Any]:
    return _lot_draw(hall, Combination.QUINE)


@supplies(CloseBingo)
def _close_bingo(hall: Hall, order: CloseBingo, now: Moment) -> dict[str, Any]:
    return _lot_draw(hall, Combination.BINGO)


def _lot_draw(hall: Hall, combination: Combination) -> dict[str, Any]:
    """Who takes an object that cannot be shared, from seed_a committed long before (D-52)."""
    seance = hall.house.bingo.current()
    partie = seance.parties.get(seance.partie_n) if seance else None
    winners = claimants(partie, combination) if partie else []
    if seance is None or partie is None or not winners or not partie.lot(combination).object:
        return {}
    seed_a = hall.vault.seed(allocation_label(hall.house, seance.id))
    among = len(winners)
    what = (str(partie.n), combination.value)
    return {"lot_draw": chance.lot_index(seed_a, seance.id, *what, among=among)}


@supplies(RevealDraw)
def _reveal(hall: Hall, order: RevealDraw, now: Moment) -> dict[str, Any]:
    return {"seed": hall.vault.seed(order.game_id).hex()}


@supplies(RevealAllocation)
def _reveal_allocation(hall: Hall, order: RevealAllocation, now: Moment) -> dict[str, Any]:
    return {"seed": hall.vault.seed(allocation_label(hall.house, order.seance)).hex()}


@commits
def committed(house: House) -> Iterator[str]:
    """The labels whose seed the vault must hold: committed to, and not revealed yet."""
    for seance in house.bingo.seances.values():
        if seance.forfait.commitment and not seance.seed_a_revealed:
            yield allocation_label(house, seance.id)
        for partie in (*seance.past, *seance.parties.values()):
            if partie.commitment and not partie.revealed:
                yield partie.game_id


@reveals(DrawRevealed)
def _draw_revealed(house: House, fact: DrawRevealed) -> str:
    return fact.game_id


@reveals(AllocationRevealed)
def _allocation_revealed(house: House, fact: AllocationRevealed) -> str:
    return allocation_label(house, fact.seance)


# Cartons and seals.


@supplies(VerifyCarton)
def _verify(hall: Hall, order: VerifyCarton, now: Moment) -> dict[str, Any]:
    return _presented(hall, order.text)


@supplies(RecoverCarton)
def _recover(hall: Hall, order: RecoverCarton, now: Moment) -> dict[str, Any]:
    return _presented(hall, order.text)


def _presented(hall: Hall, text: str) -> dict[str, Any]:
    seance = hall.house.bingo.current()
    if seance is None:
        return {}
    return {"presented": scans.presented(hall.house, hall.keys.code, seance, text)}


@supplies(SealJournal)
def _seal(hall: Hall, order: SealJournal, now: Moment) -> dict[str, Any]:
    head = hall.journal_head
    return {"seq": head.seq, "line": head.hash, "signature": sign(hall.keys.seal, head.hash)}

"""What can never be otherwise in the bingo: checked after every order in rehearsal (GEN-003)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from core.bingo.partie.state import BALLS, Combination, Partie, Phase
from core.bingo.seance.closing import remainder
from core.bingo.seance.state import Seance, Stage
from core.bingo.seance.stop import CALLED_OFF

if TYPE_CHECKING:
    from core.house import House


def faults(house: House) -> Iterator[str]:
    """One sentence for each contradiction, in words an auditor can follow."""
    yield from _cash(house)
    for seance in house.bingo.seances.values():
        yield from _money(house, seance)
        yield from _numbers(house, seance)
        for partie in seance.parties.values():
            yield from _partie(seance, partie)
    yield from _vouchers(house)


def _vouchers(house: House) -> Iterator[str]:
    """A voucher is the share of one carton in one lot, issued once (art. 66-1-6)."""
    issued = set()
    for number, voucher in house.desk.vouchers.items():
        what = (voucher.serie, voucher.carton, voucher.combination)
        if what in issued:
            yield f"voucher {number}: this share has another voucher"
        issued.add(what)
        partie = house.bingo.seances[voucher.seance].parties[voucher.partie]
        share_c = partie.lot(Combination(voucher.combination)).shares.get(voucher.carton)
        if share_c != voucher.amount_c:
            yield f"voucher {number}: {voucher.amount_c} cents for a share of {share_c}"


def _cash(house: House) -> Iterator[str]:
    """Money in the tills and on cards is money of the players, less what was paid back."""
    desk = house.desk
    tills = (*desk.tills.values(), *desk.closed_tills)
    cash_c = sum(till.received_c - till.paid_c for till in tills)
    players_c = -desk.books.balance("joueurs")
    if cash_c + desk.electronic_c != players_c:
        yield f"tills hold {cash_c} + {desk.electronic_c} cents, players gave {players_c}"


def _money(house: House, seance: Seance) -> Iterator[str]:
    books, forfait = house.desk.books, seance.forfait
    if books.balance(seance.account("droits")) != forfait.fees_c:
        yield f"{seance.id}: registration fees are off"
    owed_c = sum(r.amount_c for r in house.desk.refunds.values() if r.seance == seance.id and r.due)
    if books.balance(seance.account("remboursements")) != owed_c:
        yield f"{seance.id}: what is owed back is off"
    if forfait.pools is None:
        left_c = 0 if forfait.stopped else forfait.base_c
        if books.balance(seance.account("cartons")) != left_c:
            yield f"{seance.id}: the card parts are off"
        return
    pools = forfait.pools
    lots_c = sum(pools.quine_c) + sum(pools.bingo_c)
    if pools.retenue_c + lots_c != pools.base_c:
        yield f"{seance.id}: retention and lots are not the base"
    if pools.retenue_c * 10_000 > pools.base_c * 3_500:
        yield f"{seance.id}: the retention is above 35 %"
    kept_c = pools.retenue_c - forfait.retention_returned_c
    if books.balance(seance.account("cagnotte")) != kept_c:
        yield f"{seance.id}: the cagnotte is off"
    yield from _lots(house, seance, lots_c)


def _lots(house: House, seance: Seance, lots_c: int) -> Iterator[str]:
    desk = house.desk
    added_c = sum(contribution.cash_c for contribution in seance.forfait.contributions)
    paid_c = sum(v.amount_c for v in desk.vouchers.values() if v.seance == seance.id and v.paid_at)
    orphans_c = sum(
        orphelin.amount_c
        for orphelin in desk.orphelins
        if orphelin.reference.startswith(seance.id + "/") and orphelin.provenance != CALLED_OFF
    )
    stopped_c = seance.forfait.stopped.lots_c if seance.forfait.stopped else 0
    left_c = desk.books.balance(seance.account("lots"))
    if left_c != lots_c + added_c - paid_c - orphans_c - stopped_c:
        yield f"{seance.id}: the lots box is off"
    if seance.stage is Stage.FERMEE and remainder(seance):
        yield f"{seance.id}: something is left of the 65 %"


def _numbers(house: House, seance: Seance) -> Iterator[str]:
    """Cartons given out form one unbroken run (art. 66-1-1, BIN-009)."""
    runs = sorted(
        (exchange.first, exchange.last)
        for number in seance.forfait.numbers
        if (exchange := house.bingo.registrations[number].exchanges.get(seance.id))
    )
    expected = 1
    for first, last in runs:
        if first != expected:
            yield f"{seance.id}: carton {expected} is missing in the run"
        expected = last + 1
    if expected != seance.forfait.next_number:
        yield f"{seance.id}: the next carton should be {expected}"
    sold = sum(
        registration.count
        for number in seance.forfait.numbers
        if (registration := house.bingo.registrations[number]).paid
        and seance.id not in registration.undone
    )
    if sold != seance.forfait.sold:
        yield f"{seance.id}: {sold} forfaits were paid, {seance.forfait.sold} counted"


def _partie(seance: Seance, partie: Partie) -> Iterator[str]:
    where = f"{seance.id}/{partie.n}"
    if len(set(partie.balls)) != len(partie.balls) or not all(
        1 <= ball <= BALLS for ball in partie.balls
    ):
        yield f"{where}: a number was drawn twice or is none of the ninety"
    if partie.balls and not partie.frozen:
        yield f"{where}: balls before the sale was closed"
    for lot in (partie.quine, partie.bingo):
        if lot.won and sum(lot.shares.values()) != lot.played_c:
            yield f"{where}: shares are not the lot"
        if any(not 1 <= number <= partie.sold_last for number in lot.shares):
            yield f"{where}: an unsold carton won"
    if partie.sold_last > partie.size:
        yield f"{where}: more cartons than its series has"
    if partie.bingo.won and (partie.quine.rank or 0) > (partie.bingo.rank or 0):
        yield f"{where}: the quine was won after the bingo"
    if partie.bingo.won and not partie.quine.closed:
        yield f"{where}: bingo closed while the quine is open"
    if (partie.phase is Phase.SUSPENDUE) != (partie.suspension is not None):
        yield f"{where}: suspended without its clock"

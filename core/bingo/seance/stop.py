"""The *directeur de séance* stops the *séance* for a serious reason: what is owed, and out of what.

Arrêté du 14 mai 2007, art. 66-1-10 and 66-1-11; requirements FOR-044, FOR-045, FOR-046, D-02, D-55,
D-56, ANN-043. A × U / P for each forfait, never the registration fee, nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import msgspec

from core import announcements
from core.bingo.forfait.refunds import Cause, RefundsFunded, owed, prorata_c
from core.bingo.forfait.state import Registration, Registrations, Status, Stopped
from core.bingo.partie.closing import OrphelinDeposited
from core.bingo.partie.state import Phase
from core.bingo.partie.suspension import PartieCancelled
from core.bingo.seance.notices import NoticeRaised
from core.bingo.seance.state import Seance, Stage
from core.bingo.seance.suspension import must_have_reason, serious
from core.money import ceiled
from core.rules import DIRECTEUR_SEANCE, Fact, Facts, Moment, Order, applies, rule

if TYPE_CHECKING:
    from core.house import House

CALLED_OFF = "ARRET_DE_SEANCE"  # the provenance of a surplus in REG-08


class StopSeance(Order):
    urgent: ClassVar = True

    reason: str


class Sources(msgspec.Struct, frozen=True):
    """Of one stop, cents. `cartons_c` only before the lots were drawn: the sale lies there whole."""

    refunds_c: int
    cartons_c: int
    retenue_c: int
    lots_c: int
    maison_c: int
    surplus_c: int


class SeanceStopped(Fact):
    tells = ("unplayed", "refunds_c", "surplus_c")

    seance: str
    at: str
    by: str
    reason: str
    unplayed: int
    refunds_c: int
    retenue_c: int
    lots_c: int
    maison_c: int
    surplus_c: int


@rule(StopSeance, by=DIRECTEUR_SEANCE, spec="FOR-006 FOR-032 FOR-044 FOR-045 FOR-046")
def stop_seance(house: House, order: StopSeance, now: Moment) -> Facts:
    seance = house.bingo.seance
    seance.must_be(Stage.OUVERTE, Stage.SUSPENDUE)
    must_have_reason(order.reason)
    yield serious(seance, "ARRET", _with_void(seance, order.reason), now)
    if _interrupted(seance):
        yield PartieCancelled(seance.partie_n, CALLED_OFF, now.at)
    owed_c = dict(_owed(house, seance))
    for ahead, (number, amount_c) in enumerate(owed_c.items()):
        yield owed(house, seance, number, Cause.ARRET, amount_c, now, ahead=ahead)
    sources = sources_of(house, seance, sum(owed_c.values()))
    yield from _money(seance, sources, now)
    yield SeanceStopped(
        *(seance.id, now.at, now.actor, order.reason, seance.unplayed(), sources.refunds_c),
        *(sources.retenue_c, sources.lots_c, sources.maison_c, sources.surplus_c),
    )
    for subject in ("ARRET", "RAPPORT"):
        if not any(due.subject == subject for due in seance.due):
            yield NoticeRaised(seance.id, subject, now.at)
    yield house.speech.announce(announcements.seance_stopped())


def _interrupted(seance: Seance) -> bool:
    """A *partie* in course whose bingo is not closed: it is void, its quine too (D-55)."""
    partie = seance.running
    return partie is not None and partie.started and partie.phase is not Phase.TERMINEE


def _with_void(seance: Seance, reason: str) -> str:
    void = _interrupted(seance) and seance.partie.quine.won
    return f"{reason} ; quine annulée" if void else reason


def _owed(house: House, seance: Seance) -> list[tuple[int, int]]:
    """Receipt and cents, for all who paid and were not expelled; came or not (art. 66-1-10).

    Who was paid for a *partie* whose replay never came is not paid for it twice.
    """
    found = []
    for number in seance.forfait.numbers:
        registration = house.bingo.registrations[number]
        if not _entitled(registration, seance):
            continue
        unplayed = seance.unplayed() - _declined(registration, seance)
        amount_c = prorata_c(house, registration, seance, unplayed)
        if amount_c:
            found.append((number, amount_c))
    return found


def _entitled(registration: Registration, seance: Seance) -> bool:
    """Who was kept out before he had cartons is owed all, by another decision (D-32)."""
    if not registration.paid:
        return False
    status = registration.status[seance.id]
    if status is Status.PAYE:
        return registration.admitted.get(seance.id) is not False
    barred = status is Status.BLOQUE_EXCLUSION and seance.id in registration.exchanges
    return barred or status is Status.ECHANGE


def _declined(registration: Registration, seance: Seance) -> int:
    played = (Phase.TERMINEE, Phase.VALIDEE)
    declined = registration.declined.get(seance.id, ())
    return sum(seance.parties[n].phase not in played for n in declined)


def sources_of(house: House, seance: Seance, refunds_c: int) -> Sources:
    """Retention of the unplayed share, then lots nobody can win, then the casino (D-56)."""
    forfait, books = seance.forfait, house.desk.books
    if forfait.pools is None:
        sold_c = books.balance(seance.account("cartons"))
        return Sources(refunds_c, sold_c, 0, 0, 0, sold_c - refunds_c)
    retenue_c = _retention_returned_c(seance)
    lots_c = books.balance(seance.account("lots")) - _still_won_c(house, seance)
    pot_c = retenue_c + lots_c
    short_c = max(refunds_c - pot_c, 0)
    return Sources(refunds_c, 0, retenue_c, lots_c, short_c, max(pot_c - refunds_c, 0))


def _retention_returned_c(seance: Seance) -> int:
    """504.00 × 5/8 = 315.00, less what those *parties* gave back already (FOR-037)."""
    forfait = seance.forfait
    assert forfait.pools is not None
    share_c = ceiled(forfait.pools.retenue_c, seance.unplayed(), forfait.terms.parties)
    played = (Phase.TERMINEE, Phase.VALIDEE)
    used_c = sum(
        cents
        for n, cents in forfait.retention_used.items()
        if seance.parties[n].phase not in played
    )
    return max(share_c - used_c, 0)


def _still_won_c(house: House, seance: Seance) -> int:
    """Lots that were won and are not fetched yet, vouchers printed or not."""
    won_c = sum(
        sum(partie.quine.shares.values()) + sum(partie.bingo.shares.values())
        for partie in seance.parties.values()
        if partie.phase in (Phase.TERMINEE, Phase.VALIDEE)
    )
    gone_c = sum(
        voucher.amount_c
        for voucher in house.desk.vouchers.values()
        if voucher.seance == seance.id and not voucher.due
    )
    return won_c - gone_c


def _money(seance: Seance, sources: Sources, now: Moment) -> Facts:
    yield RefundsFunded(
        seance.id,
        0,
        cartons_c=sources.cartons_c,
        retenue_c=sources.retenue_c,
        lots_c=sources.lots_c,
        maison_c=sources.maison_c,
    )
    if sources.surplus_c:
        yield OrphelinDeposited(
            now.at,
            CALLED_OFF,
            f"{seance.id}/arrêt",
            seance.account("remboursements"),
            sources.surplus_c,
        )


@applies(SeanceStopped)
def _stopped(house: House, fact: SeanceStopped) -> None:
    seance = house.bingo.seances[fact.seance]
    seance.stage, seance.suspension = Stage.EN_CLOTURE, None
    seance.break_until_ms = None
    forfait = seance.forfait
    if forfait.registrations in (Registrations.FERMEES, Registrations.OUVERTES):
        forfait.registrations = Registrations.CLOSES
    forfait.stopped = Stopped(
        *(fact.at, fact.by, fact.unplayed, fact.refunds_c),
        *(fact.retenue_c, fact.lots_c, fact.maison_c, fact.surplus_c),
    )

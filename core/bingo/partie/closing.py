"""Closing the quine, closing the bingo, or ninety numbers and nobody: who shares what.

Arrêté du 14 mai 2007, art. 66-1-2, 66-1-3, 66-1-6; requirements BIN-036 to BIN-045, BIN-049,
FOR-030, FOR-034, FOR-035, D-02, D-19, D-20, D-23b.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from core import announcements
from core.bingo.incidents import IncidentRecorded
from core.bingo.partie.state import BALLS, Combination, Lot, Partie, Phase, together
from core.bingo.partie.verdicts import claimants
from core.money import even_shares, written
from core.rules import (
    ANIMATEUR,
    DIRECTEUR_SEANCE,
    MCD,
    Fact,
    Facts,
    Moment,
    Order,
    Refusal,
    applies,
    rule,
)

if TYPE_CHECKING:
    from core.house import House


ASKED = {
    Combination.QUINE: Phase.ATTENTE_AUTRES_QUINE,
    Combination.BINGO: Phase.ATTENTE_AUTRES_BINGO,
}


class CloseQuine(Order):
    """`lot_draw` picks, from seed_a, who takes an object that cannot be shared (D-52)."""

    supplied: ClassVar = ("lot_draw",)

    lot_draw: int = 0


class CloseBingo(Order):
    supplied: ClassVar = ("lot_draw",)

    lot_draw: int = 0


class LastCall(Order):
    pass


class CloseWithoutWinner(Order):
    """After the last call of the animateur, a member of the committee closes (BIN-049)."""


class QuineClosed(Fact):
    """`shares` maps carton numbers to cents; the odd cents lie with the lowest numbers."""

    tells = ("shares",)

    rank: int
    shares: dict[int, int]
    object_to: int | None


class BingoClosed(Fact):
    tells = ("shares",)

    rank: int
    shares: dict[int, int]
    object_to: int | None
    at: str


class LastCallMade(Fact):
    until_ms: int


class ClosedWithoutWinner(Fact):
    """What nobody claimed is carried, or after the last *partie* deposited with the *orphelins*."""

    quine_c: int
    bingo_c: int
    last: bool
    at: str


class OrphelinDeposited(Fact):
    """A line of the *carnet d'orphelins* REG-08; `source` is the account the cents leave."""

    at: str
    provenance: str
    reference: str
    source: str
    amount_c: int


@rule(CloseQuine, by=ANIMATEUR, spec="BIN-036 BIN-037 BIN-038 BIN-041 BIN-042 FOR-034 FOR-035")
def close_quine(house: House, order: CloseQuine, now: Moment) -> Facts:
    partie = house.bingo.seance.partie
    winners = _settled(partie, Combination.QUINE, now)
    lot = partie.quine
    yield QuineClosed(
        partie.standing.rank, _shares(lot, winners), _taker(lot, winners, order.lot_draw)
    )
    if not claimants(partie, Combination.BINGO):
        variant = house.bingo.seance.parameters.variante
        said = announcements.resume_for_bingo(len(winners), variant=variant)
        yield house.speech.announce(said)


@rule(CloseBingo, by=ANIMATEUR, spec="BIN-039 BIN-040 BIN-041 BIN-045 FOR-034 FOR-035")
def close_bingo(house: House, order: CloseBingo, now: Moment) -> Facts:
    partie = house.bingo.seance.partie
    winners = _settled(partie, Combination.BINGO, now)
    lot = partie.bingo
    yield BingoClosed(
        partie.standing.rank, _shares(lot, winners), _taker(lot, winners, order.lot_draw), now.at
    )
    variant = house.bingo.seance.parameters.variante
    said = announcements.bingo_confirmed(len(winners), partie.n, variant=variant)
    yield house.speech.announce(said)
    yield house.speech.announce(announcements.recover_cartons(), ahead=1)


def _settled(partie: Partie, combination: Combination, now: Moment) -> list[int]:
    """The winners, once the question has been asked long enough and no claim waits (BIN-036)."""
    stop = partie.stop
    if stop is not None and stop.window_ms is not None and stop.waiting:
        raise Refusal("RECLAMATION_NON_VERIFIEE", count=stop.waiting)
    partie.must_be(ASKED[combination])
    assert stop is not None  # the phase says that the question was asked
    assert stop.window_ms is not None
    if now.ms < stop.window_ms:
        raise Refusal("DELAI_EN_COURS", left_ms=stop.window_ms - now.ms)
    if partie.disputes:
        raise Refusal("LITIGE_EN_COURS", numbers=partie.disputes)
    winners = claimants(partie, combination)
    if not winners:
        raise Refusal("AUCUNE_RECLAMATION_VALIDE")
    return winners


def _shares(lot: Lot, winners: list[int]) -> dict[int, int]:
    return dict(zip(winners, even_shares(lot.played_c, len(winners)), strict=True))


def _taker(lot: Lot, winners: list[int], lot_draw: int) -> int | None:
    return winners[lot_draw] if lot.object else None


@rule(LastCall, by=ANIMATEUR, spec="BIN-049")
def last_call(house: House, order: LastCall, now: Moment) -> Facts:
    seance = house.bingo.seance
    partie = seance.partie
    partie.must_be(Phase.TIRAGE_QUINE, Phase.TIRAGE_BINGO)
    if partie.rank < BALLS:
        raise Refusal("BOULES_RESTANTES", left=BALLS - partie.rank)
    yield LastCallMade(now.ms + seance.parameters.dernier_appel_ms)
    yield house.speech.announce(announcements.final_call(seance.parameters.variante))


@rule(CloseWithoutWinner, by=MCD | DIRECTEUR_SEANCE, spec="BIN-049 FOR-030")
def close_without_winner(house: House, order: CloseWithoutWinner, now: Moment) -> Facts:
    seance = house.bingo.seance
    partie = seance.partie
    partie.must_be(Phase.TIRAGE_QUINE, Phase.TIRAGE_BINGO)
    if partie.last_call_ms is None:
        raise Refusal("DERNIER_APPEL_NON_FAIT")
    if now.ms < partie.last_call_ms:
        raise Refusal("DELAI_EN_COURS", left_ms=partie.last_call_ms - now.ms)
    quine_c = 0 if partie.quine.won else partie.quine.played_c
    bingo_c = partie.bingo.played_c
    last = partie.n == seance.forfait.terms.parties
    yield ClosedWithoutWinner(quine_c, bingo_c, last, now.at)
    kept = together(*(lot.object for lot in (partie.quine, partie.bingo) if not lot.won))
    text = f"lots non réclamés : quine {written(quine_c)}, bingo {written(bingo_c)}"
    if kept:
        text += f", {kept}"
    yield IncidentRecorded(
        now.at, seance.id, partie.n, partie.rank, "LOT_NON_RECLAME", text, now.actor
    )
    if last:
        for combination, amount_c in ((Combination.QUINE, quine_c), (Combination.BINGO, bingo_c)):
            if amount_c:
                reference = f"{seance.id}/{partie.n}/{combination}"
                yield OrphelinDeposited(
                    now.at, "LOT_BINGO", reference, seance.account("lots"), amount_c
                )


@applies(QuineClosed)
def _quine(house: House, fact: QuineClosed) -> None:
    partie = house.bingo.seance.partie
    _close(partie.quine, fact.rank, fact.shares, fact.object_to)
    if claimants(partie, Combination.BINGO):
        partie.standing.window_ms = None
        partie.phase = Phase.CONTROLE_BINGO
    else:
        partie.stop = None
        partie.phase = Phase.TIRAGE_BINGO


@applies(BingoClosed)
def _bingo(house: House, fact: BingoClosed) -> None:
    partie = house.bingo.seance.partie
    _close(partie.bingo, fact.rank, fact.shares, fact.object_to)
    partie.stop = None
    partie.phase, partie.ended_at = Phase.TERMINEE, fact.at


def _close(lot: Lot, rank: int, shares: dict[int, int], object_to: int | None) -> None:
    lot.rank, lot.shares, lot.closed, lot.object_to = rank, shares, True, object_to


@applies(LastCallMade)
def _last_call(house: House, fact: LastCallMade) -> None:
    house.bingo.seance.partie.last_call_ms = fact.until_ms


@applies(ClosedWithoutWinner)
def _without(house: House, fact: ClosedWithoutWinner) -> None:
    partie = house.bingo.seance.partie
    partie.quine.closed = partie.bingo.closed = True
    partie.phase, partie.ended_at = Phase.TERMINEE, fact.at


@applies(OrphelinDeposited)
def _orphelin(house: House, fact: OrphelinDeposited) -> None:
    house.desk.deposit_orphelin(fact.at, fact.provenance, fact.reference, fact.amount_c)
    house.desk.books.move(fact.source, "orphelins", fact.amount_c)

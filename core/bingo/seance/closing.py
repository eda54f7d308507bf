"""Closing: the *cagnotte* counted, the booklet certified, the historique issued, nothing left over.

Arrêté du 14 mai 2007, art. 66-1-5 and 66-1-9; requirements BIN-054 to BIN-057, FOR-024, FOR-029,
FOR-032, FOR-036, SM-01.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core import announcements
from core.bingo.forfait.state import Status
from core.bingo.incidents import IncidentRecorded
from core.bingo.partie.state import Phase
from core.bingo.seance import statements
from core.bingo.seance.notices import must_be_informed
from core.bingo.seance.state import CountedBox, Seance, Stage
from core.money import counted, written
from core.rules import CAISSIER, MCD, Fact, Facts, Moment, Order, Refusal, applies, rule

if TYPE_CHECKING:
    from core.house import House

SIGNED = ("11quinquies", "historique")


class BeginClosing(Order):
    pass


class CountCagnotte(Order):
    """The physical count of the retention; a difference needs its explanation (BIN-055).

    `pieces` maps the cents of each note or coin to how many lie in the *cagnotte*.
    """

    pieces: dict[int, int]
    explanation: str = ""


class CloseSeance(Order):
    pass


class ClosingBegun(Fact):
    at: str


class CagnotteCounted(Fact):
    tells = ("counted_c", "difference_c")

    counted_c: int
    difference_c: int
    explanation: str
    cashier: str
    pieces: dict[int, int] = {}


class SeanceClosed(Fact):
    """`unpaid` lists the vouchers still payable, `remainder_c` must be 0 (FOR-029)."""

    tells = ("unpaid", "remainder_c")

    seance: str
    at: str
    unpaid: tuple[int, ...]
    remainder_c: int


@rule(BeginClosing, by=MCD, spec="FOR-029 FOR-038")
def begin_closing(house: House, order: BeginClosing, now: Moment) -> Facts:
    seance = house.bingo.seance
    seance.must_be(Stage.OUVERTE)
    played = [p for p in seance.parties.values() if p.phase is Phase.VALIDEE]
    left = seance.forfait.terms.parties - len(played)
    if left:
        raise Refusal("PARTIES_A_JOUER", left=left)
    yield ClosingBegun(now.at)
    yield house.speech.announce(announcements.closing())


@rule(CountCagnotte, by=CAISSIER, spec="BIN-054 BIN-055 FOR-036")
def count_cagnotte(house: House, order: CountCagnotte, now: Moment) -> Facts:
    seance = house.bingo.seance
    seance.must_be(Stage.EN_CLOTURE)
    due_c = house.desk.books.balance(seance.account("cagnotte"))
    counted_c = counted(order.pieces)
    difference_c = counted_c - due_c
    if difference_c and not order.explanation.strip():
        raise Refusal("ECART_A_EXPLIQUER", difference_c=difference_c)
    yield CagnotteCounted(counted_c, difference_c, order.explanation, now.actor, order.pieces)
    if difference_c:
        text = f"cagnotte : écart {written(difference_c)} — {order.explanation}"
        yield IncidentRecorded(now.at, seance.id, 0, 0, "ECART_DE_CAISSE", text, now.actor)


@rule(CloseSeance, by=MCD, spec="BIN-056 BIN-057 FOR-024 FOR-029 FOR-032 FOR-036 CSH-028")
def close_seance(house: House, order: CloseSeance, now: Moment) -> Facts:
    seance = house.bingo.seance
    seance.must_be(Stage.EN_CLOTURE)
    if seance.running is not None and seance.running.phase is Phase.TERMINEE:
        raise Refusal("PARTIE_NON_VALIDEE", partie=seance.partie_n)  # a stop after its bingo
    must_be_informed(seance)
    if seance.count is None:
        raise Refusal("CAGNOTTE_NON_COMPTEE")
    for kind in SIGNED:
        document = f"{kind}:{seance.id}"
        digest = statements.digest_of(house, document)
        if digest is None or not house.signatures.is_signed(document, digest):
            raise Refusal("DOCUMENT_NON_SIGNE", document=document)
    if tills := house.desk.open_tills():
        raise Refusal("CAISSES_OUVERTES", tills=tills)
    remainder_c = remainder(seance)
    if remainder_c:
        raise Refusal("RESTE_A_REDISTRIBUER", remainder_c=remainder_c)
    unpaid = tuple(n for n, voucher in house.desk.vouchers.items() if voucher.due)
    yield SeanceClosed(seance.id, now.at, unpaid, remainder_c)


def remainder(seance: Seance) -> int:
    """What is left of the 65 % when every lot is won, or lies with the *orphelins* (FOR-029), cents."""
    parties = seance.parties.values()
    allocated_c = sum(p.quine.allocated_c + p.bingo.allocated_c for p in parties)
    added_c = sum(p.quine.complement_c + p.bingo.complement_c for p in parties)
    won_c = sum(sum(p.quine.shares.values()) + sum(p.bingo.shares.values()) for p in parties)
    last = seance.parties[max(seance.parties)] if seance.parties else None
    orphans_c = 0
    if last is not None and last.phase is Phase.VALIDEE:
        orphans_c = sum(lot.played_c for lot in (last.quine, last.bingo) if not lot.won)
    stopped_c = seance.forfait.stopped.lots_c if seance.forfait.stopped else 0
    return allocated_c + added_c - won_c - orphans_c - stopped_c


@applies(ClosingBegun)
def _begun(house: House, fact: ClosingBegun) -> None:
    house.bingo.seance.stage = Stage.EN_CLOTURE


@applies(CagnotteCounted)
def _counted(house: House, fact: CagnotteCounted) -> None:
    house.bingo.seance.count = CountedBox(
        fact.counted_c, fact.explanation, fact.cashier, fact.pieces
    )


@applies(SeanceClosed)
def _closed(house: House, fact: SeanceClosed) -> None:
    """Those who never came keep a sold forfait without cartons (D-48)."""
    seance = house.bingo.seances[fact.seance]
    seance.stage, seance.closed_at = Stage.FERMEE, fact.at
    house.bingo.course = ""
    ends = {
        Status.ECHANGE: Status.CONSOMME,
        Status.PAYE: Status.NON_PRESENTE,
        Status.PREINSCRIT: Status.ABANDONNE,
        Status.VALIDE: Status.ABANDONNE,
    }
    for number in seance.forfait.numbers:
        status = house.bingo.registrations[number].status
        status[seance.id] = ends.get(status[seance.id], status[seance.id])

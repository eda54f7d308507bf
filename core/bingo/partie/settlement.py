"""After the bingo: winning cartons recovered, vouchers issued, the accounting line validated.

Arrêté du 14 mai 2007, art. 66-1-2, 66-1-5, 66-1-6; requirements BIN-014, BIN-050 to BIN-053,
FOR-031, PRT-006, REG-04, REG-05F.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from core.bingo.incidents import IncidentRecorded
from core.bingo.partie.state import Combination, Partie, Phase
from core.bingo.partie.verdicts import Presented, holder_of
from core.bingo.seance.state import Archived, Seance
from core.rules import ANIMATEUR, CAISSIER, MCD, Fact, Facts, Moment, Order, Refusal, applies, rule

if TYPE_CHECKING:
    from core.house import House


class RecoverCarton(Order):
    """The winning paper is in our hands: scanned, or its number typed."""

    supplied: ClassVar = ("presented",)

    text: str
    presented: Presented = Presented()


class DeclareCartonLost(Order):
    """« Perte constatée » by the committee's member, with the identity of its holder (BIN-051).

    `holder` is a person's id, no name; empty, it is whoever the receipt belongs to (FOR-051).
    """

    number: int
    holder: str = ""


class ValidatePartie(Order):
    pass


class CartonRecovered(Fact):
    tells = ("number",)

    partie: int
    number: int
    at: str
    by: str


class CartonLost(Fact):
    partie: int
    number: int
    holder: str


class VoucherIssued(Fact):
    tells = ("voucher", "amount_c")

    voucher: int
    seance: str
    partie: int
    serie: int
    carton: int
    combination: Combination
    amount_c: int
    object: str
    at: str


class PartieValidated(Fact):
    """The line of REG-05F; from here on its vouchers are payable."""

    partie: int
    quine_c: int
    quine_won_c: int
    bingo_c: int
    bingo_won_c: int
    at: str
    by: str


@rule(RecoverCarton, by=ANIMATEUR | CAISSIER, spec="BIN-014 BIN-050 BIN-051 PRT-006 SCN-002")
def recover_carton(house: House, order: RecoverCarton, now: Moment) -> Facts:
    seance = house.bingo.seance
    partie = _ended(seance)
    presented = order.presented
    if not presented.authentic:
        raise Refusal("SIGNATURE_QR_INVALIDE")
    if not presented.seance or presented.serie != partie.serie:
        raise Refusal("CARTON_D_UNE_AUTRE_PARTIE", partie=partie.n)
    _must_be_due(partie, presented.number)
    yield CartonRecovered(partie.n, presented.number, now.at, now.actor)
    yield from _vouchers(house, seance, partie, presented.number, now)


def _ended(seance: Seance) -> Partie:
    partie = seance.partie
    partie.must_be(Phase.TERMINEE)
    return partie


def _must_be_due(partie: Partie, number: int) -> None:
    if number in partie.recovered or number in partie.lost:
        raise Refusal("DEJA_RECUPERE", number=number)
    if number not in partie.winners():
        raise Refusal("CARTON_NON_GAGNANT", number=number)


def _vouchers(house: House, seance: Seance, partie: Partie, number: int, now: Moment) -> Facts:
    """One voucher for each combination the carton won, printed where it was recovered."""
    ahead = 0
    for combination in Combination:
        lot = partie.lot(combination)
        if number not in lot.shares:
            continue
        voucher = len(house.desk.vouchers) + 1 + ahead
        kept = lot.object if lot.object_to == number else ""
        yield VoucherIssued(
            voucher,
            seance.id,
            partie.n,
            partie.serie,
            number,
            combination,
            lot.shares[number],
            kept,
            now.at,
        )
        yield house.papers.request(now.station, "bon_de_gain", str(voucher), ahead=ahead)
        ahead += 1


@rule(DeclareCartonLost, by=MCD, spec="BIN-051")
def declare_carton_lost(house: House, order: DeclareCartonLost, now: Moment) -> Facts:
    seance = house.bingo.seance
    partie = _ended(seance)
    _must_be_due(partie, order.number)
    known = holder_of(house.bingo.registrations, seance, partie, order.number)
    holder = order.holder or (known.person if known is not None else "")
    if holder not in house.people.digests:
        raise Refusal("PERSONNE_INCONNUE", person=holder)
    yield CartonLost(partie.n, order.number, holder)
    text = f"perte constatée du carton {order.number}"
    yield IncidentRecorded(
        now.at, seance.id, partie.n, partie.rank, "CARTON_PERDU", text, now.actor
    )
    yield from _vouchers(house, seance, partie, order.number, now)


@rule(ValidatePartie, by=CAISSIER, spec="BIN-051 BIN-053 FOR-031 FOR-035")
def validate_partie(house: House, order: ValidatePartie, now: Moment) -> Facts:
    seance = house.bingo.seance
    partie = _ended(seance)
    if numbers := partie.to_recover():
        raise Refusal("CARTONS_A_RECUPERER", numbers=numbers)
    yield PartieValidated(
        partie.n,
        partie.quine.played_c,
        sum(partie.quine.shares.values()),
        partie.bingo.played_c,
        sum(partie.bingo.shares.values()),
        now.at,
        now.actor,
    )


@applies(CartonRecovered)
def _recovered(house: House, fact: CartonRecovered) -> None:
    partie = house.bingo.seance.parties[fact.partie]
    partie.recovered.append(fact.number)
    partie.recovered_by[fact.number] = fact.by
    archived = Archived(fact.partie, partie.serie, fact.number, fact.at, fact.by)
    house.bingo.seance.archive.append(archived)


@applies(CartonLost)
def _lost(house: House, fact: CartonLost) -> None:
    house.bingo.seance.parties[fact.partie].lost.append(fact.number)


@applies(VoucherIssued)
def _issued(house: House, fact: VoucherIssued) -> None:
    house.desk.issue(
        fact.voucher,
        fact.seance,
        fact.partie,
        fact.serie,
        fact.carton,
        fact.combination,
        fact.amount_c,
        fact.object,
        fact.at,
    )


@applies(PartieValidated)
def _validated(house: House, fact: PartieValidated) -> None:
    partie = house.bingo.seance.parties[fact.partie]
    partie.phase = Phase.VALIDEE
    partie.validated_at, partie.validated_by = fact.at, fact.by

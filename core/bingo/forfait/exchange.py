"""The exchange of receipts for cartons, on the day: an unbroken run of numbers for every *partie*.

Arrêté du 14 mai 2007, art. 66-1-1 and 66-1-9; requirements FOR-014, FOR-016, FOR-018 to FOR-020,
FOR-051, BIN-009, D-32, D-48.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

import msgspec

from core.bingo.forfait.state import Exchange, Forfait, Registration, Status
from core.bingo.partie.state import Lot, Partie, Phase
from core.bingo.seance.state import Seance, Stage
from core.people import Flags
from core.rules import CAISSIER, INSCRIPTION, Fact, Facts, Moment, Order, Refusal, applies, rule

if TYPE_CHECKING:
    from core.house import House


class NewSerie(msgspec.Struct, frozen=True):
    """What the hall drew for one *partie*: the key of its series and the commitment of its draw."""

    key: str
    commitment: str
    digest: str
    exceptions: dict[int, int] = {}


class OpenExchange(Order):
    supplied: ClassVar = ("series",)

    series: tuple[NewSerie, ...] = ()


class ExchangeReceipt(Order):
    """`code` is the paper's own when it was scanned: then its seal and its copy number count.

    `person` is the holder as identified at the counter: a receipt is personal (FOR-051).
    """

    supplied: ClassVar = ("flags", "authentic", "copy")

    number: int
    person: str
    code: str = ""
    copy: int = 0
    authentic: bool = True
    flags: Flags = Flags()


class ReprintCartons(Order):
    """The cartons of one forfait for one *partie* once more, marked DUPLICATA."""

    number: int
    forfait: int
    partie: int


class ExchangeOpened(Fact):
    seance: str
    at: str


class SerieCreated(Fact):
    """The header of a series: cartons are computed from its key, for ever (design §9)."""

    serie: int
    seance: str
    partie: int
    attempt: int
    key: str
    size: int
    algorithm: str
    exceptions: dict[int, int]
    digest: str


class DrawCommitted(Fact):
    seance: str
    partie: int
    attempt: int
    game_id: str
    commitment: str


class ReceiptExchanged(Fact):
    tells = ("number", "first", "last", "from_partie")

    seance: str
    number: int
    first: int
    last: int
    from_partie: int
    at: str
    by: str


class ReceiptBlocked(Fact):
    """The holder was excluded after paying: no carton is ever issued (GEN-014, D-32)."""

    tells = ("blocked",)

    seance: str
    number: int
    blocked: str


@rule(OpenExchange, by=CAISSIER, spec="FOR-018 GEN-010")
def open_exchange(house: House, order: OpenExchange, now: Moment) -> Facts:
    seance = house.bingo.seance
    seance.must_be(Stage.OUVERTE)
    if seance.forfait.exchange_open:
        raise Refusal("ECHANGE_DEJA_OUVERT", seance=seance.id)
    yield ExchangeOpened(seance.id, now.at)
    for n, new in enumerate(order.series, start=1):
        yield from new_serie(house, seance, n, 1, new, ahead=n)


def new_serie(
    house: House, seance: Seance, partie: int, attempt: int, new: NewSerie, ahead: int = 1
) -> Facts:
    """The header of a new series and the commitment of the draw that goes with it."""
    yield SerieCreated(
        house.bingo.series_used(seance.season) + ahead,
        seance.id,
        partie,
        attempt,
        new.key,
        size_of(seance.forfait),
        ALGORITHM,
        new.exceptions,
        new.digest,
    )
    game = game_id(house, seance, partie, attempt)
    yield DrawCommitted(seance.id, partie, attempt, game, new.commitment)


ALGORITHM = "strip-1"


def size_of(forfait: Forfait) -> int:
    """Enough cartons for a full room, in whole strips of six."""
    return -(-forfait.terms.capacity * forfait.terms.cartons // 6) * 6


def game_id(house: House, seance: Seance, partie: int, attempt: int) -> str:
    return f"{house.site.code}/{seance.id}/{partie}/{attempt}"


@rule(ExchangeReceipt, by=CAISSIER | INSCRIPTION, spec="FOR-014 FOR-016 FOR-018 FOR-020 FOR-051")
def exchange_receipt(house: House, order: ExchangeReceipt, now: Moment) -> Facts:
    seance = house.bingo.seance
    registration = _receipt(house, seance, order)
    if seance.expelled(registration.person, now.ms) is not None:
        raise Refusal("EXPULSE", number=order.number)
    if order.flags.excluded:
        yield ReceiptBlocked(seance.id, registration.number, "BLOQUE_EXCLUSION")
        return
    if order.flags.age < 18:
        raise Refusal("MINEUR", age=order.flags.age)
    if order.flags.staff:
        raise Refusal("PERSONNEL_NON_ADMIS")
    start = first_open(seance)
    forfait = seance.forfait
    first = forfait.next_number
    last = first + registration.count * forfait.terms.cartons - 1
    yield ReceiptExchanged(seance.id, registration.number, first, last, start, now.at, now.actor)
    yield from _prints(house, seance, registration, start, now)


def _receipt(house: House, seance: Seance, order: ExchangeReceipt) -> Registration:
    """The receipt that is presented, if it may be exchanged: a *séance* in course is of its day."""
    registration = house.bingo.registrations.get(order.number)
    admitted = registration.admitted.get(seance.id) if registration is not None else None
    if not (order.authentic or admitted):
        raise Refusal("RECEPISSE_NON_AUTHENTIQUE", number=order.number)
    registration = house.bingo.registration(order.number)
    if seance.id not in registration.status:
        raise Refusal("RECEPISSE_D_UNE_AUTRE_SEANCE", number=order.number)
    if admitted is False:
        raise Refusal("NON_ADMIS", number=order.number)
    if not seance.forfait.exchange_open:
        raise Refusal("ECHANGE_NON_OUVERT")
    status = registration.status[seance.id]
    if status is Status.ECHANGE:
        raise Refusal("DEJA_ECHANGE", number=order.number)
    if status is Status.BLOQUE_EXCLUSION:
        raise Refusal("BLOQUE_EXCLUSION", number=order.number)
    if status is not Status.PAYE:
        raise Refusal("RECEPISSE_NON_PAYE", number=order.number, status=status)
    copy = house.papers.copy_in_force("recepisse", str(order.number))
    if order.code and order.copy != copy and not admitted:
        raise Refusal("RECEPISSE_REMPLACE", number=order.number, copy=copy)
    if order.person != registration.person:
        raise Refusal("RECEPISSE_PERSONNEL", number=order.number)
    return registration


def first_open(seance: Seance) -> int:
    """The first *partie* whose cartons are still issued; missed ones are lost (FOR-020)."""
    for n, partie in sorted(seance.parties.items()):
        if not partie.frozen and partie.phase is not Phase.ANNULEE:
            return n
    raise Refusal("PLUS_DE_PARTIE_A_VENIR")


def _prints(
    house: House, seance: Seance, registration: Registration, start: int, now: Moment
) -> Facts:
    """One job holds the cartons of one forfait for one *partie* (design §6)."""
    ahead = 0
    for n in range(start, seance.forfait.terms.parties + 1):
        for forfait in range(1, registration.count + 1):
            ref = carton_ref(seance, n, seance.parties[n].attempt, registration.number, forfait)
            yield house.papers.request(now.station, "cartons", ref, ahead=ahead)
            ahead += 1


def carton_ref(seance: Seance, partie: int, attempt: int, number: int, forfait: int) -> str:
    return f"{seance.id}/{partie}/{attempt}/{number}/{forfait}"


@rule(ReprintCartons, by=CAISSIER, spec="PRT-009 BIN-046")
def reprint_cartons(house: House, order: ReprintCartons, now: Moment) -> Facts:
    """A carton keeps its code; the paper says DUPLICATA, and two papers of one number are a dispute."""
    seance = house.bingo.seance
    registration = house.bingo.registration(order.number)
    exchange = registration.exchanges.get(seance.id)
    partie = seance.parties.get(order.partie)
    declined = order.partie in registration.declined.get(seance.id, ())
    if exchange is None or partie is None or declined or order.partie < exchange.from_partie:
        raise Refusal("CARTONS_NON_REMIS", number=order.number)
    if not 1 <= order.forfait <= registration.count:
        raise Refusal("FORFAIT_INCONNU", forfait=order.forfait)
    ref = carton_ref(seance, order.partie, partie.attempt, order.number, order.forfait)
    copy = house.papers.next_copy("cartons", ref)
    yield house.papers.request(now.station, "cartons", ref, copy)


def given(house: House, seance: Seance) -> Iterator[Exchange]:
    """Every exchange of a *séance*: a replay is for all of them, who came late too (FOR-020)."""
    for number in seance.forfait.numbers:
        exchange = house.bingo.registrations[number].exchanges.get(seance.id)
        if exchange is not None:
            yield exchange


@applies(ExchangeOpened)
def _opened(house: House, fact: ExchangeOpened) -> None:
    house.bingo.seances[fact.seance].forfait.exchange_open = True


@applies(SerieCreated)
def _serie(house: House, fact: SerieCreated) -> None:
    seance = house.bingo.seances[fact.seance]
    house.bingo.season, house.bingo.series = seance.season, fact.serie
    cancelled = seance.parties.get(fact.partie)
    if cancelled is not None:
        seance.past.append(cancelled)
    seance.parties[fact.partie] = Partie(
        n=fact.partie,
        attempt=fact.attempt,
        game_id="",
        serie=fact.serie,
        key=fact.key,
        size=fact.size,
        algorithm=fact.algorithm,
        commitment="",
        exceptions=fact.exceptions,
        digest=fact.digest,
    )
    set_lots(seance, fact.partie)
    if cancelled is not None:
        for exchange in given(house, seance):
            exchange.from_partie = min(exchange.from_partie, fact.partie)
        seance.parties[fact.partie].replays(cancelled)


@applies(DrawCommitted)
def _committed(house: House, fact: DrawCommitted) -> None:
    partie = house.bingo.seances[fact.seance].parties[fact.partie]
    partie.game_id, partie.commitment = fact.game_id, fact.commitment


def set_lots(seance: Seance, n: int) -> None:
    """The allocated lots of one *partie*, once the pools are drawn and the series exists."""
    pools, partie = seance.forfait.pools, seance.parties.get(n)
    if pools is not None and partie is not None:
        partie.quine, partie.bingo = Lot(pools.quine_c[n - 1]), Lot(pools.bingo_c[n - 1])


@applies(ReceiptExchanged)
def _exchanged(house: House, fact: ReceiptExchanged) -> None:
    registration = house.bingo.registrations[fact.number]
    registration.status[fact.seance] = Status.ECHANGE
    registration.exchanges[fact.seance] = Exchange(
        fact.first, fact.last, fact.from_partie, fact.at, fact.from_partie
    )
    house.bingo.seances[fact.seance].forfait.next_number = fact.last + 1


@applies(ReceiptBlocked)
def _blocked(house: House, fact: ReceiptBlocked) -> None:
    house.bingo.registrations[fact.number].status[fact.seance] = Status.BLOQUE_EXCLUSION

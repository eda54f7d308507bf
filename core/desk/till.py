"""A cashier's till: opened with a counted float, closed with a count by denomination (CSH-028)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.money import counted, written
from core.rules import CAISSIER, Fact, Facts, Moment, Order, Refusal, State, applies, rule

if TYPE_CHECKING:
    from core.house import House


class Till(State):
    """Cents: float, cash received, cash paid out; `counted_c` once closed."""

    station: str
    cashier: str
    float_c: int
    opened_at: str
    received_c: int = 0
    paid_c: int = 0
    counted_c: int | None = None
    explanation: str = ""
    closed_at: str = ""

    @property
    def expected_c(self) -> int:
        return self.float_c + self.received_c - self.paid_c


class Movement(State):
    """A line of the cash journal: cents in or out of a till (empty for a kiosk), why, on what paper.

    `counted_c` is the count of a closing. Only ESPECES lies in the till.
    """

    at: str
    till: str
    cause: str  # FONDS, APPORT, FORFAIT, LOT, REMBOURSEMENT, CLOTURE
    document: str
    by: str
    in_c: int = 0
    out_c: int = 0
    means: str = "ESPECES"
    counted_c: int | None = None


class OpenTill(Order):
    """`pieces` maps the cents of each note or coin to how many lie in the till."""

    pieces: dict[int, int]


class FeedTill(Order):
    """Cash brought to a running till from the safe, or taken back with a negative amount."""

    amount_c: int
    reason: str


class CloseTill(Order):
    pieces: dict[int, int]
    explanation: str = ""


class TillOpened(Fact):
    tells = ("float_c",)

    station: str
    cashier: str
    pieces: dict[int, int]
    float_c: int
    at: str


class TillFed(Fact):
    tells = ("expected_c",)

    station: str
    amount_c: int
    expected_c: int
    reason: str
    at: str


class TillClosed(Fact):
    tells = ("expected_c", "counted_c", "difference_c")

    station: str
    cashier: str
    pieces: dict[int, int]
    expected_c: int
    counted_c: int
    difference_c: int
    explanation: str
    at: str


@rule(OpenTill, by=CAISSIER, spec="CSH-028")
def open_till(house: House, order: OpenTill, now: Moment) -> Facts:
    if now.station in house.desk.tills:
        raise Refusal("CAISSE_DEJA_OUVERTE", station=now.station)
    yield TillOpened(now.station, now.actor, order.pieces, counted(order.pieces), now.at)


@rule(FeedTill, by=CAISSIER, spec="CSH-028")
def feed_till(house: House, order: FeedTill, now: Moment) -> Facts:
    till = _own(house, now)
    expected_c = till.expected_c + order.amount_c
    if not order.amount_c or expected_c < 0:
        raise Refusal("MOUVEMENT_DE_CAISSE", amount_c=order.amount_c, expected_c=till.expected_c)
    if not order.reason.strip():
        raise Refusal("MOTIF_MANQUANT")
    yield TillFed(now.station, order.amount_c, expected_c, order.reason, now.at)


def _own(house: House, now: Moment) -> Till:
    till = house.desk.till_of(now.station)
    if till.cashier != now.actor:
        raise Refusal("CAISSE_D_UN_AUTRE", till=now.station)
    return till


@rule(CloseTill, by=CAISSIER, spec="CSH-028 BIN-055")
def close_till(house: House, order: CloseTill, now: Moment) -> Facts:
    """Opening 1 000.00, in 400.00, out 240.00: expected 1 160.00, and −1.00 is to be explained."""
    till = _own(house, now)
    counted_c = counted(order.pieces)
    difference_c = counted_c - till.expected_c
    if difference_c and not order.explanation.strip():
        raise Refusal("ECART_A_EXPLIQUER", difference_c=difference_c)
    yield TillClosed(
        now.station,
        now.actor,
        order.pieces,
        till.expected_c,
        counted_c,
        difference_c,
        order.explanation,
        now.at,
    )
    if difference_c:
        yield house.difference(now, f"caisse {now.station} : écart {written(difference_c)}")


@applies(TillOpened)
def _opened(house: House, fact: TillOpened) -> None:
    house.desk.tills[fact.station] = Till(fact.station, fact.cashier, fact.float_c, fact.at)
    house.desk.note(fact.at, fact.station, "FONDS", "", fact.cashier, fact.float_c)


@applies(TillFed)
def _fed(house: House, fact: TillFed) -> None:
    till = house.desk.tills[fact.station]
    till.float_c += fact.amount_c
    house.desk.note(fact.at, fact.station, "APPORT", fact.reason, till.cashier, fact.amount_c)


@applies(TillClosed)
def _closed(house: House, fact: TillClosed) -> None:
    till = house.desk.tills.pop(fact.station)
    till.counted_c, till.explanation, till.closed_at = fact.counted_c, fact.explanation, fact.at
    house.desk.closed_tills.append(till)
    house.desk.movements.append(
        Movement(
            *(fact.at, fact.station, "CLOTURE", fact.explanation, fact.cashier),
            counted_c=fact.counted_c,
        )
    )

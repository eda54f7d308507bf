"""A house as small as can be, so that the hall is tested without the whole game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import msgspec

from core import papers, people, signatures, site, speech, stations
from core.registers.columns import Ask, Column, Row
from core.rules import (
    ANIMATEUR,
    APPLIERS,
    CAISSIER,
    DIRECTEUR_RESPONSABLE,
    FACTS,
    MAISON,
    ORDERS,
    POSTE,
    RULES,
    SIMULATEUR,
    Fact,
    Facts,
    Moment,
    Order,
    Refusal,
    Role,
    State,
    applies,
    rule,
    rule_for,
)
from core.stations import StationKind
from core.views.lens import Lens, View

REGISTRIES: tuple[dict, ...] = (FACTS, ORDERS, RULES, APPLIERS)
_before = [set(registry) for registry in REGISTRIES]


class Tallied(Fact):
    tells = ("total",)

    by: int
    total: int
    note: str = ""


class Tally(Order):
    """Sells `by` units; there are a thousand in all."""

    by: int
    note: str = ""


class TallyOnce(Order):
    """The same place can be taken once: two stations race for it."""

    place: int


class PlaceTaken(Fact):
    tells = ("place", "station")

    place: int
    station: str


class StopTally(Order):
    urgent: ClassVar = True


class TallyStopped(Fact):
    after: int


class DrawTally(Order):
    supplied: ClassVar = ("chance",)

    chance: int = -1


class TallyDrawn(Fact):
    tells = ("chance",)

    chance: int


class ShowTally(Order):
    """Allowed to a station itself."""


class TallyShown(Fact):
    station: str


class WreckTally(Order):
    """Breaks an invariant on purpose."""


class TallyWrecked(Fact):
    pass


class Game(State):
    total: int = 0
    notes: list[str] = []
    places: dict[int, str] = {}
    stops: int = 0
    wrecked: bool = False

    def current(self) -> None:
        return None


class House(State):
    site: site.Site = msgspec.field(default_factory=site.Site)
    people: people.People = msgspec.field(default_factory=people.People)
    stations: stations.Stations = msgspec.field(default_factory=stations.Stations)
    signatures: signatures.Signatures = msgspec.field(default_factory=signatures.Signatures)
    papers: papers.Papers = msgspec.field(default_factory=papers.Papers)
    speech: speech.Speech = msgspec.field(default_factory=speech.Speech)
    bingo: Game = msgspec.field(default_factory=Game)

    def digest_of(self, document: str) -> str | None:
        return None


class Breach(Exception):  # noqa: N818
    pass


@rule(Tally, by=CAISSIER | ANIMATEUR | SIMULATEUR | MAISON)
def tally(house: House, order: Tally, now: Moment) -> Facts:
    if house.bingo.total + order.by > 1000:
        raise Refusal("TOUT_VENDU", left=1000 - house.bingo.total)
    yield Tallied(order.by, house.bingo.total + order.by, order.note)


@rule(TallyOnce, by=CAISSIER | POSTE)
def tally_once(house: House, order: TallyOnce, now: Moment) -> Facts:
    if order.place in house.bingo.places:
        raise Refusal("PLACE_PRISE", place=order.place)
    yield PlaceTaken(order.place, now.station)


@rule(StopTally, by=ANIMATEUR | CAISSIER)
def stop_tally(house: House, order: StopTally, now: Moment) -> Facts:
    yield TallyStopped(house.bingo.total)


@rule(DrawTally, by=CAISSIER | MAISON)
def draw_tally(house: House, order: DrawTally, now: Moment) -> Facts:
    yield TallyDrawn(order.chance)


@rule(ShowTally, by=POSTE)
def show_tally(house: House, order: ShowTally, now: Moment) -> Facts:
    yield TallyShown(now.station)


@rule(WreckTally, by=CAISSIER | DIRECTEUR_RESPONSABLE)
def wreck_tally(house: House, order: WreckTally, now: Moment) -> Facts:
    yield TallyWrecked()


@applies(Tallied)
def _(house: House, fact: Tallied) -> None:
    house.bingo.total = fact.total
    house.bingo.notes.append(fact.note)


@applies(PlaceTaken)
def _(house: House, fact: PlaceTaken) -> None:
    house.bingo.places[fact.place] = fact.station


@applies(TallyStopped)
def _(house: House, fact: TallyStopped) -> None:
    house.bingo.stops += 1


@applies(TallyDrawn)
def _(house: House, fact: TallyDrawn) -> None:
    house.bingo.total += 0


@applies(TallyShown)
def _(house: House, fact: TallyShown) -> None:
    pass


@applies(TallyWrecked)
def _(house: House, fact: TallyWrecked) -> None:
    house.bingo.wrecked = True


def start_hall(house: House, order: site.StartHall, now: Moment) -> Facts:
    yield site.HallStarted(now.ms, order.build, order.version, order.rules_digest)


_mine = [
    {key: registry[key] for key in registry if key not in before}
    for registry, before in zip(REGISTRIES, _before, strict=True)
]


def move_in() -> None:
    """Registers this game; other tests' registries stay free of it."""
    for registry, mine in zip(REGISTRIES, _mine, strict=True):
        registry.update(mine)
    if site.StartHall not in RULES:
        rule(site.StartHall, by=MAISON)(start_hall)


def move_out() -> None:
    for registry, mine in zip(REGISTRIES, _mine, strict=True):
        for key in mine:
            registry.pop(key, None)
    if (rules := RULES.get(site.StartHall)) and rules[0].decide is start_hall:
        del RULES[site.StartHall]


move_out()


def decide(house: House, order: Order, now: Moment) -> tuple[Fact, ...]:
    chosen = rule_for(type(order), None)
    if now.role not in chosen.by:
        raise Refusal("FONCTION_NON_AUTORISEE", role=now.role, order=type(order).__name__)
    return tuple(chosen.decide(house, order, now))


def apply(house: House, fact: Fact) -> None:
    APPLIERS[type(fact)](house, fact)


def deadlines(house: House) -> Iterator[int]:
    yield from ()


def duties(house: House) -> Iterator[Order]:
    """Every tenth unit owes a draw."""
    return iter(())


def check(house: House) -> None:
    if house.bingo.wrecked:
        raise Breach("wrecked")


def schema() -> str:
    return "tiny"


class Board(msgspec.Struct):
    total: int
    stops: int
    station: str
    names: dict[str, str] = {}


def draw_board(house: House, lens: Lens) -> Board:
    if lens.of == "wrong":
        raise Refusal("PARTIE_INCONNUE")
    if lens.of == "bug":
        raise ZeroDivisionError
    if lens.of == "loud":
        return Board(house.bingo.total, house.bingo.stops, "x" * 1_000_000)
    names = {lens.person: lens.name(lens.person)} if lens.person else {}
    return Board(house.bingo.total, house.bingo.stops, lens.station, names)


VIEWS = {
    "board": View(frozenset({StationKind.DISPLAY, StationKind.DESK}), draw_board, shared=True),
    "mine": View(frozenset({StationKind.DESK}), draw_board),
}


def lines(house: House) -> Iterator[Row]:
    for note in house.bingo.notes:
        yield {"note": note, "created_at": "2026-01-10T20:00:00+01:00", "created_by": "durand"}


NOTES = Ask("CSH-028", "Notes", CAISSIER, (Column("note", "Note"),), lines)
ASKS = {"CSH-028": NOTES}

STAFF: dict[str, tuple[Role, ...]] = {
    "durand": (Role.CAISSIER, Role.MCD),
    "anne": (Role.ANIMATEUR,),
    "rita": (Role.DIRECTEUR_RESPONSABLE,),
}

PINS = {"durand": "314159", "anne": "2718", "rita": "161803"}

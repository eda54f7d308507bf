"""The stations: what is paired with the hall, and which boards hang in the room (GEN-022)."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from core.rules import MAISON, Fact, Facts, Moment, Order, Refusal, State, applies, rule

if TYPE_CHECKING:
    from core.house import House


class StationKind(StrEnum):
    CALLER = "caller"
    DESK = "desk"
    KIOSK = "kiosk"
    DISPLAY = "display"
    VOICE = "voice"
    SIMULATOR = "simulator"


class Station(State):
    kind: StationKind
    name: str
    online: bool = False
    revoked: bool = False


class Stations(State):
    known: dict[str, Station] = {}

    def boards(self) -> int:
        """How many boards the room can see now."""
        return self._online(StationKind.DISPLAY)

    def voices(self) -> int:
        return self._online(StationKind.VOICE)

    def _online(self, kind: StationKind) -> int:
        return sum(
            station.online and not station.revoked and station.kind is kind
            for station in self.known.values()
        )

    def must_show(self) -> None:
        """The board is mandatory: without one nothing is drawn (art. 66-1-2, GEN-022)."""
        if not self.boards():
            raise Refusal("AUCUN_TABLEAU")


class PairStation(Order):
    station: str
    kind: StationKind
    name: str


class RevokeStation(Order):
    station: str


class NoteStation(Order):
    """The hall saw a station come or go."""

    station: str
    online: bool


class StationPaired(Fact):
    tells = ("station",)

    station: str
    kind: StationKind
    name: str


class StationRevoked(Fact):
    station: str


class StationLost(Fact):
    station: str


class StationBack(Fact):
    station: str


@rule(PairStation, by=MAISON, spec="GEN-005")
def pair_station(house: House, order: PairStation, now: Moment) -> Facts:
    if order.station in house.stations.known:
        raise Refusal("POSTE_DEJA_APPAIRE", station=order.station)
    if order.kind is StationKind.SIMULATOR and not house.site.rehearsal:
        raise Refusal("REPETITION_SEULEMENT")
    yield StationPaired(order.station, order.kind, order.name)


@rule(RevokeStation, by=MAISON, spec="GEN-005")
def revoke_station(house: House, order: RevokeStation, now: Moment) -> Facts:
    if order.station not in house.stations.known:
        raise Refusal("POSTE_INCONNU", station=order.station)
    yield StationRevoked(order.station)


@rule(NoteStation, by=MAISON, spec="GEN-022")
def note_station(house: House, order: NoteStation, now: Moment) -> Facts:
    """Only what changes is a fact: a station that comes back twice came back once."""
    station = house.stations.known.get(order.station)
    if station is None:
        raise Refusal("POSTE_INCONNU", station=order.station)
    if station.online != order.online:
        yield StationBack(order.station) if order.online else StationLost(order.station)


@applies(StationPaired)
def _paired(house: House, fact: StationPaired) -> None:
    house.stations.known[fact.station] = Station(fact.kind, fact.name)


@applies(StationRevoked)
def _revoked(house: House, fact: StationRevoked) -> None:
    house.stations.known[fact.station].revoked = True


@applies(StationLost)
def _lost(house: House, fact: StationLost) -> None:
    house.stations.known[fact.station].online = False


@applies(StationBack)
def _back(house: House, fact: StationBack) -> None:
    house.stations.known[fact.station].online = True

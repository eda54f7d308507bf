"""Who may come in: a station with its key, or with a one-time code to get one (GEN-005, GEN-007)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import msgspec

from core.rules import Refusal
from core.stations import PairStation
from hall import protocol
from hall.access import IDLE_MS, Pairing, StationKeys, station_id
from hall.engine import Engine
from hall.line import BURST, RATE, Line
from hall.protocol import read_station

FIRST_FRAME_S = 5
GRACE_S = 60  # a station that lost its line keeps its session that long


class Settings(msgspec.Struct, frozen=True):
    """`quiet`: a seeded rehearsal, where connections are not facts and time stands still."""

    version: str = ""
    build: str = ""
    rate: float = RATE
    burst: float = BURST
    quiet: bool = False
    certificate_pem: str = ""
    first_frame_s: float = FIRST_FRAME_S
    grace_s: float = GRACE_S
    idle_s: float = IDLE_MS / 1000


class Door:
    """Every line passes here before anything else is heard of it."""

    def __init__(
        self,
        engine: Engine,
        pairing: Pairing,
        keys: StationKeys,
        settings: Settings,
        clock_ms: Callable[[], int],
    ) -> None:
        self._engine = engine
        self._pairing = pairing
        self._keys = keys
        self._settings = settings
        self._clock_ms = clock_ms

    async def recognise(self, line: Line) -> None:
        """Hello with a good key, or Pair and then Hello; each within five seconds.

        The line then bears its station, kind and name. Raises `Refusal`, `Stopped`, TimeoutError.
        """
        said = await self._first(line)
        if isinstance(said, protocol.Pair):
            line.say(await self._pair(said))
            said = await self._first(line)
        if not isinstance(said, protocol.Hello):
            raise Refusal("BONJOUR_ATTENDU")
        await self._known(line, said)

    async def _first(self, line: Line) -> protocol.FromStation:
        async with asyncio.timeout(self._settings.first_frame_s):
            return read_station(await line.connection.recv())

    async def _pair(self, said: protocol.Pair) -> protocol.Paired:
        """Spends the code, records the station, and only then makes its key."""
        self._pairing.spend(said.code, said.kind, self._clock_ms())
        known = self._engine.scribe.hall.house.stations.known
        station = await self._engine.read(lambda: station_id(said.kind, known))
        name = " ".join(said.name.split()) or station
        await self._engine.give(PairStation(station, said.kind, name))
        key = self._keys.give(station)
        return protocol.Paired(station, key, said.kind, name, self._settings.certificate_pem)

    async def _known(self, line: Line, hello: protocol.Hello) -> None:
        if hello.protocol != protocol.PROTOCOL or hello.version not in ("", self._settings.version):
            raise Refusal("VERSION_DIFFERENTE", hall=self._settings.version, station=hello.version)
        if not self._keys.fits(hello.station, hello.key):
            raise Refusal("POSTE_INCONNU")
        known = self._engine.scribe.hall.house.stations.known
        station = await self._engine.read(lambda: known.get(hello.station))
        if station is None or station.revoked:
            raise Refusal("POSTE_INCONNU")
        line.station, line.kind, line.name = hello.station, station.kind, station.name

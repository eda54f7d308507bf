"""An `Evening`: a rehearsal house on the real clock, its hall, its people, and a tap on their lines.

The people are those of `quine demo`; here they know in addition what people know when a hall has
died: to wait until it is back, to have the direction resume, to look whether the paper came out.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import random
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from halls import HallHere, HallProcess
from tap import Tap

from core.house import House, check
from core.site import Parameters
from core.stations import StationKind
from hall.client import HallClient, Link, Refused
from hall.founding import Founded, found
from hall.opening import open_house
from hall.protocol import Done, Notice
from quine.simulator import night
from quine.simulator.night import Night, Script
from quine.simulator.stage import Stage
from quine.simulator.stations import Room, Station

QUICK = Parameters(
    tirage_intervalle_ms=100, tirage_minimum_ms=20, autres_gagnants_ms=200, dernier_appel_ms=300
)
RATE, BURST = 18.0, 30.0  # a little below what the hall allows a station
PATIENCE_S = 60
NIGHT_S = 280  # no night of ours is as long as that: something waits for ever
LATER = {"DELAI_EN_COURS", "INTERVALLE_MINIMUM"}


class Evening:
    """`registered`, `announced`, `play(n)`, `closed`: as far into the night as a test wants."""

    def __init__(self, folder: Path, script: Script, hall: HallProcess | HallHere) -> None:
        self.folder = folder
        self.script = script
        self.hall = hall
        self.tap = Tap()
        self.kills = 0
        self.notices: list[Notice] = []
        self.founded: Founded
        self.room: EveningRoom
        self.stage: EveningStage
        self._back: asyncio.Task[None] | None = None

    @property
    def data(self) -> Path:
        return self.folder / "data"

    @property
    def seance(self) -> str:
        return self.founded.seance

    @property
    def url(self) -> str:
        return self.room.url

    # -- how far -----------------------------------------------------------------------------

    async def everybody(self) -> None:
        """The hall is open, every station paired, everybody signed in."""
        await self.hall.start()
        url = await self.tap.open()
        self.tap.strike = self.struck
        self.tap.hall_is_at(self.hall.port)
        self.room = EveningRoom(self, url, night.codes_of(dict(self.hall.codes)))
        made = await night.everybody(self.script, self.founded, self.room, EveningStage)
        assert isinstance(made, EveningStage)
        self.stage = made
        made.caller.client.on_notice(self.notices.append)

    async def registered(self) -> None:
        await self.everybody()
        await night.registrations(self.stage, self.seance)

    async def announced(self) -> None:
        """Cartons are in people's hands and the lots are drawn."""
        await self.registered()
        await night.the_day(self.stage, self.seance)

    async def drawing(self, balls: int) -> None:
        """The first *partie* is being drawn; nobody has shouted."""
        await self.announced()
        for order in ("PreparePartie", "AnnounceLots", "FreezePartie"):
            await self.stage.say(order)
        for confirmed in (False, True):
            await self.stage.say("GivePublicNumber", number=38, confirmed=confirmed)
        await self.stage.say("StartDraw")
        for _ in range(balls):
            await self.stage.say("DrawBall")

    async def exchanging(self) -> None:
        """The doors are open, receipts may be exchanged, and nobody has done so."""
        await self.registered()
        await self.stage.test_and_open(self.seance)
        await self.room.order(self.stage.counter.cashier, "OpenExchange")

    async def whole(self) -> Night:
        """From the first registration to the closing ticket."""
        await self.announced()
        for n in range(1, self.script.parties + 1):
            await self.stage.play(n)
        await night.closing(self.stage, self.seance)
        stage = self.stage
        return Night(self.seance, stage.players, stage.counter, stage, self.room.orders)

    async def auditor(self) -> Station:
        """One more desk, for whoever reads everything and changes nothing."""
        desk = await self.room.open(StationKind.DESK, "audit")
        pin = next(one.pin for one in self.founded.staff if one.person == "lenoir")
        await desk.client.sign_in("lenoir", pin)
        return desk

    # -- a hall that dies --------------------------------------------------------------------

    def struck(self) -> None:
        """kill -9, now; the operator starts the same command again."""
        assert isinstance(self.hall, HallProcess)
        self.tap.hall_is_at(None)
        self.kills += 1
        self.hall.kill()
        self._back = asyncio.create_task(self._again())

    async def _again(self) -> None:
        assert isinstance(self.hall, HallProcess)
        await self.hall.gone()
        await self.hall.start()
        self.tap.hall_is_at(self.hall.port)

    async def back(self) -> None:
        """Until the hall serves again after a kill."""
        if self._back is not None:
            await asyncio.wait_for(asyncio.shield(self._back), PATIENCE_S)

    async def close(self) -> None:
        await self.back()
        if hasattr(self, "room"):
            await self.room.close()
        await self.tap.close()
        await self.hall.stop()

    # -- afterwards --------------------------------------------------------------------------

    def house(self) -> House:
        """What the journal alone says once the hall is gone; every invariant holds."""
        opened = open_house(self.data)
        try:
            house: House = opened.hall.house
        finally:
            opened.close()
        check(house)
        return house


class EveningRoom(Room):
    """Stations go through the tap, no faster than people; orders outlive a hall."""

    def __init__(self, evening: Evening, url: str, code: Any) -> None:
        folder = evening.folder / "stations"
        folder.mkdir()
        super().__init__(url, folder, code)
        self.evening = evening
        self.paced = isinstance(evening.hall, HallProcess)
        self._resumed = 0  # the kill after which the direction last looked

    async def open(self, kind: StationKind, name: str) -> Station:
        number = len(self.stations) + 1
        ids = (f"{number:03d}-{n:05d}" for n in itertools.count(1))
        client = PacedClient(self.url, self.folder / f"{number:03d}.key", order_ids=ids)
        client.paced = self.paced
        await client.pair(await self.code(kind), kind, name)
        await client.connect()
        station = EveningStation(client, kind, self)
        if kind in (StationKind.DESK, StationKind.KIOSK, StationKind.VOICE):
            station.watch_post()
        self.stations.append(station)
        return station

    async def given(self, station: Station, type: str, /, **fields: Any) -> Done:
        """Given again for as long as the reason it was refused for is one that passes."""
        while True:
            try:
                return await station.client.order_done(type, **fields)
            except Refused as refused:
                if not await self._passes(refused):
                    raise

    async def _passes(self, refused: Refused) -> bool:
        if refused.code in LATER:
            # As long as the hall says; after a crash it remembers what it said, not how long.
            await asyncio.sleep(refused.values.get("left_ms", 100) / 1000)
            return True
        if self.evening.kills == self._resumed:
            return False
        await self.evening.back()
        stage = self.evening.stage
        if refused.code == "AUCUN_TABLEAU":
            await ready(stage.wall_station)
            return True
        return await self._resumes(stage)

    async def _resumes(self, stage: EveningStage) -> bool:
        """Once after each kill the direction looks whether something must be resumed."""
        self._resumed = self.evening.kills
        await ready(stage.wall_station)
        try:
            await self.order(stage.members["MCD"], "ResumePartie")
        except Refused:
            return False
        return True


class EveningStage(Stage):
    """Real time passes by itself; the hall says how long is left."""

    async def wait(self, ms: int) -> None:
        """The windows are waited for where the hall refuses to close them."""

    @property
    def wall_station(self) -> Station:
        return self.room.stations[0]


class EveningStation(Station):
    """A station whose printer may have been at work when the hall died (design §6)."""

    def __init__(self, client: HallClient, kind: StationKind, room: EveningRoom) -> None:
        super().__init__(client, kind)
        self.room = room
        self.came_out: list[int] = []

    async def print_from(self, seq: int) -> None:
        post = await self.post_after(seq, lambda post: bool(post.jobs))
        while post.jobs:
            for job in post.jobs:
                await self.client.order_done("StartPrint", job=job.job)
                assert job.document is not None, job
                assert self.printed is not None, job
                self.came_out.append(job.job)
                self.printed(job.kind, job.ref, job.copy, job.document)
                seq = await self._finished(job.job)
            last = post.jobs[-1].job
            post = await self.post_after(seq, lambda post, last=last: _beyond(post, last))

    async def _finished(self, job: int) -> int:
        """After a crash the job is doubtful: somebody looks, and the paper lies there."""
        try:
            return (await self.client.order_done("FinishPrint", job=job)).seq
        except Refused as refused:
            if refused.code != "IMPRESSION_DANS_UN_AUTRE_ETAT":
                raise
        cashier = self.room.evening.stage.counter.cashier.client
        return (await cashier.order_done("ResolvePrint", job=job, printed=True)).seq


def _beyond(post: Any, last: int) -> bool:
    return all(job.job > last for job in post.jobs)


class PacedClient(HallClient):
    """Speaks no faster than the hall allows a station: nobody here wants to be cut."""

    paced = False
    _left, _at = BURST, 0.0

    async def _answered(self, id: str, frame: Any) -> Any:
        if self.paced:
            now = time.monotonic()
            self._left = min(BURST, self._left + (now - self._at) * RATE)
            self._at = now
            self._left -= 1
            if self._left < 0:
                await asyncio.sleep(-self._left / RATE)
        return await super()._answered(id, frame)


async def ready(station: Station) -> None:
    """Until the line of a station is up again."""
    async with asyncio.timeout(PATIENCE_S):
        while station.client.state is not Link.READY:
            await station.client.changed()


@contextlib.asynccontextmanager
async def evening(
    folder: Path,
    *,
    players: int = 3,
    parties: int = 2,
    seed: str = "soirée",
    process: bool = False,
    script: Script | None = None,
    parameters: Parameters = QUICK,
) -> AsyncIterator[Evening]:
    """A founded house and nobody there yet; everything is over when the block ends."""
    script = script or Script(players, parties, seed)
    data, log = folder / "data", folder / "salle.log"
    made = Evening(folder, script, (HallProcess if process else HallHere)(data, log))
    made.founded = found(data, rehearsal=True, terms=script.terms, parameters=parameters)
    async with asyncio.timeout(NIGHT_S):
        try:
            yield made
        finally:
            await made.close()


def dice(seed: object) -> random.Random:
    return random.Random(f"nights {seed}")

"""Who plays the histories: buyers at kiosks, the door, the cash desk, the caller, the voice, a director.

They use the real client and give an order again only through it.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from simbase import PIN, STAFF, station_file

from core.views.post import Post
from hall.client import HallClient, Refused
from hall.protocol import View

SALES = 4  # of each kiosk
BALLS = 8


class Someone:
    """A station with its person, who signs in again whenever the hall has forgotten."""

    def __init__(self, world: Any, station: str) -> None:
        self.world = world
        self.person = STAFF.get(station, "")
        ids = (f"{station}-{n}" for n in itertools.count(1))
        path = station_file(world.folder, station)
        self.client = HallClient(f"ws://{station}", path, order_ids=ids)
        self.station = station

    async def come(self) -> Someone:
        await self.client.connect()
        return self

    async def give(self, type: str, /, **fields: Any) -> dict[str, Any]:
        """Raises `Refused` for what is the order's own refusal."""
        while True:
            await self._signed_in()
            try:
                return await self.client.order(type, **fields)
            except Refused as refused:
                asleep = refused.code == "FONCTION_NON_AUTORISEE" and not self.client.person
                if not asleep and refused.code not in ("SESSION_CHANGEE", "SALLE_OCCUPEE"):
                    raise
                await asyncio.sleep(0.2)

    async def _signed_in(self) -> None:
        while self.person and self.client.person != self.person:
            try:
                await self.client.sign_in(self.person, PIN)
            except Refused:
                await asyncio.sleep(1)
            else:
                return

    async def pause(self, most_s: float) -> None:
        await asyncio.sleep(self.world.chance.uniform(0, most_s))


class Counter:
    """Registrations under way between kiosk, door and cash desk."""

    def __init__(self) -> None:
        self.at_door: asyncio.Queue[tuple[int, int]] = asyncio.Queue()
        self.at_desk: asyncio.Queue[tuple[int, int]] = asyncio.Queue()
        self.paid = 0


async def selling(world: Any) -> None:
    """Three kiosks register people, the door checks them, the cash desk takes their money."""
    counter = Counter()
    for view, station in (("desk", "desk-4"), ("board", "display-1")):
        watcher = Someone(world, station)
        watcher.client.watch(view, "", lambda view: None)
        asyncio.get_running_loop().create_task(watcher.come())
    kiosks = [Someone(world, f"kiosk-{n}") for n in (1, 2, 3)]
    work = [
        *(_kiosk(one, n, counter) for n, one in enumerate(kiosks)),
        _door(Someone(world, "desk-3"), counter, len(kiosks) * SALES),
        _cash(Someone(world, "desk-2"), counter, len(kiosks) * SALES),
    ]
    await _all(work)
    assert counter.paid == len(kiosks) * SALES


async def _kiosk(kiosk: Someone, number: int, counter: Counter) -> None:
    await kiosk.come()
    kiosk.client.watch("kiosk", "", lambda view: None)
    for n in range(SALES):
        who = {"name": f"Client{chr(65 + number)}", "first_name": f"N{chr(65 + n)}"}
        enrolled = await kiosk.give(
            "EnrollPerson", birth="1970-01-01", document=f"S-{number}-{n}", **who
        )
        count = 1 + n % 2
        registered = await kiosk.give(
            "PreRegister", person=enrolled["person"], offer=kiosk.world.base.seance, count=count
        )
        counter.at_door.put_nowait((registered["number"], count))
        await kiosk.pause(0.4)


async def _door(door: Someone, counter: Counter, sales: int) -> None:
    await door.come()
    for _ in range(sales):
        number, count = await counter.at_door.get()
        await door.give("ValidateIdentity", number=number)
        counter.at_desk.put_nowait((number, count))


async def _cash(desk: Someone, counter: Counter, sales: int) -> None:
    await desk.come()
    desk.client.watch("desk", "", lambda view: None)
    for n in range(sales):
        number, count = await counter.at_desk.get()
        paid = await desk.give("PayForfait", number=number, means="ESPECES", given_c=count * 50_00)
        assert paid["change_c"] == count * 20_00
        counter.paid += 1
        if n % 4 == 3:
            rows = [row async for row in desk.client.ask("tills")]
            assert rows


async def drawing(world: Any) -> None:
    """The caller draws, the voice speaks, a director resumes after every stop of the system."""
    wall = await Someone(world, "display-1").come()
    wall.client.watch("board", "", lambda view: None)
    caller = await Someone(world, "caller-1").come()
    caller.client.watch("caller", "", lambda view: None)
    voice = await Someone(world, "voice-1").come()
    director = await Someone(world, "desk-4").come()
    others = [
        asyncio.create_task(_speak(voice)),
        asyncio.create_task(_resume(director)),
    ]
    balls = asyncio.create_task(_draw(caller))
    await asyncio.wait((balls, *others), return_when=asyncio.FIRST_COMPLETED)
    for task in (balls, *others):
        if task.done():
            task.result()
        task.cancel()


async def _draw(caller: Someone) -> None:
    drawn: dict[int, int] = {}
    while len(drawn) < BALLS:
        try:
            told = await caller.give("DrawBall")
            assert drawn.setdefault(told["rank"], told["ball"]) == told["ball"]
            assert len(set(drawn.values())) == len(drawn)
        except Refused as refused:
            wait_ms = int(refused.values.get("left_ms", 700))
            await asyncio.sleep(wait_ms / 1000 + 0.01)
            if refused.code == "TIRAGE_IMPOSSIBLE":  # a claim was open when the power went
                await _tried(caller, "RejectClaim")
        else:
            if caller.world.chance.random() < 0.2:
                await _tried(caller, "StopDraw")
                await _tried(caller, "RejectClaim")


async def _tried(someone: Someone, order: str) -> None:
    with suppress(Refused):
        await someone.give(order)


async def _speak(voice: Someone) -> None:
    """Says what waits, as the view of the station tells it."""
    said: asyncio.Queue[View] = asyncio.Queue()
    voice.client.watch("post", "", said.put_nowait)
    while True:
        view = await said.get()
        while not said.empty():
            view = said.get_nowait()
        for waiting in view.read(Post).say:
            await voice.pause(0.8)
            try:
                await voice.give("ReportSpoken", announcement=waiting.announcement)
            except Refused:
                continue


async def _resume(director: Someone) -> None:
    director.client.watch("desk", "", lambda view: None)
    while True:
        try:
            await director.give("ResumePartie")
        except Refused:
            await director.pause(4)


async def _all(work: list[Awaitable[None]]) -> None:
    async with asyncio.TaskGroup() as group:
        for one in work:
            group.create_task(one)  # type: ignore[arg-type]


STORIES: dict[str, Callable[[Any], Awaitable[None]]] = {"vente": selling, "tirage": drawing}

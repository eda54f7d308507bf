"""Houses for tests: founded on disk with the tiny game, run in this process or in another."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace

import tiny

from core.people import RecordStaff
from core.site import FoundHouse
from core.stations import StationKind
from hall import running
from hall.client import HallClient
from hall.clock import RehearsalClock
from hall.opening import OpenHouse, found_house, open_house
from hall.people import Entry
from hall.server import Server


def found(folder: Path, *, rehearsal: bool = True, seed: str | None = None) -> None:
    """A house with three people and nobody signed in."""
    clock = RehearsalClock() if seed else None
    house = found_house(
        folder, rehearsal=rehearsal, seed=seed, clock=clock, law=tiny, house=tiny.House()
    )
    house.give(FoundHouse("ESSAI", "Casino d'essai", rehearsal, tiny.schema()))
    people = house.hall.people
    for name, roles in tiny.STAFF.items():
        people.record(Entry(name.title(), "Zoé", "1980-02-03"), person=name)
        people.employ(name, roles, pin=tiny.PINS[name])
        house.give(RecordStaff(name, people.digest(name), roles))
    house.commit()
    house.close()


def opened(folder: Path, **how) -> OpenHouse:
    return open_house(folder, law=tiny, house=tiny.House(), **how)


def plan(folder: Path, **more) -> running.Plan:
    return running.Plan(
        folder,
        port=more.pop("port", 0),
        law=tiny,
        new_house=tiny.House,
        views=tiny.VIEWS,
        asks=tiny.ASKS,
        **more,
    )


class Running(SimpleNamespace):
    """A hall in this loop: `ready`, `folder`, `task`, `stop`."""

    def client(self, name: str, **how) -> HallClient:
        return HallClient(self.ready.url, self.folder / f"{name}.station", **how)

    async def paired(self, kind: StationKind, name: str, **how) -> HallClient:
        client = self.client(name, **how)
        await client.pair(self.ready.codes.pop(kind), kind, name)
        await client.connect()
        return client

    def lines(self) -> dict:
        """The lines that the hall in this process holds open, by station."""
        return self.servers[-1].lines

    async def desk(self, name: str = "desk", person: str = "durand") -> HallClient:
        client = await self.paired(StationKind.DESK, name)
        await client.sign_in(person, tiny.PINS[person])
        return client


@contextlib.asynccontextmanager
async def hall(folder: Path, **how) -> AsyncIterator[Running]:
    """Runs a hall until the block ends; founds the house when there is none."""
    if not (folder / "journal.db").exists():
        found(folder, seed=how.get("seed"))
    ready: asyncio.Future[running.Ready] = asyncio.get_running_loop().create_future()

    def on_ready(said: running.Ready) -> None:
        if not ready.done():
            ready.set_result(said)

    servers: list[Server] = []
    made_server = running._server

    def keep_server(*of):
        servers.append(made_server(*of))
        return servers[-1]

    running._server = keep_server
    stop = asyncio.Event()
    task = asyncio.create_task(running.run(plan(folder, **how), ready=on_ready, stop=stop))
    await asyncio.wait({task, ready}, timeout=10, return_when=asyncio.FIRST_COMPLETED)
    if task.done():
        await task
    made = Running(servers=servers, ready=ready.result(), folder=folder, task=task, stop=stop)
    try:
        yield made
    finally:
        running._server = made_server
        stop.set()
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.wait_for(task, 10)


async def until(condition, seconds: float = 30) -> None:
    """Waits for a state, with a deadline."""
    async with asyncio.timeout(seconds):
        while not condition():  # noqa: ASYNC110 -- any state, not an event
            await asyncio.sleep(0.005)

"""A real rehearsal hall for the counter's tests, and how to wait for a state."""

from __future__ import annotations

import asyncio
import contextlib
import time

import pytest

from core.stations import StationKind
from hall import running
from hall.client import HallClient
from hall.founding import found
from printers import Pace, open_transport
from quine import rules
from ui.devices import Printing


class House:
    """A served rehearsal house: pair stations, know everybody's PIN, see what was printed."""

    def __init__(self, folder, founded, ready):
        self.folder, self.founded, self.ready = folder, founded, ready
        self.pins = {one.person: one.pin for one in founded.staff}
        self.seance = founded.seance
        self.clients = []
        self._codes = dict(ready.codes)
        self.papers = folder / "papers"

    async def station(self, kind=StationKind.DESK, name="caisse 1"):
        """A paired client whose line is not opened yet."""
        code = self._codes.pop(kind, None) or await self._new_code(kind)
        client = HallClient(self.ready.url, self.folder / f"{len(self.clients)}.key")
        await client.pair(code, kind, name)
        self.clients.append(client)
        return client

    async def _new_code(self, kind):
        direction = await self.signed_in("marchand")
        return (await direction.order("OpenPairing", kind=kind))["code"]

    async def signed_in(self, person, kind=StationKind.DESK):
        """A connected client where this person stands."""
        if person == "marchand" and hasattr(self, "_direction"):
            return self._direction
        client = await self.station(kind, f"poste de {person}")
        await client.connect()
        await client.sign_in(person, self.pins[person])
        if person == "marchand":
            self._direction = client
        return client

    def printing(self, client, where="papers"):
        """Glue to a preview printer."""
        transport = open_transport(f"preview:{self.folder / where}")
        return Printing(client, transport, pace=Pace(again_s=0.05))

    def printed(self, where="papers"):
        """The texts of what came out, in order of the jobs."""
        files = (self.folder / where).glob("*.txt")
        return [file.read_text("utf-8") for file in sorted(files, key=lambda f: int(f.stem))]


@contextlib.asynccontextmanager
async def _serving(folder):
    founded = found(folder / "data", rehearsal=True)
    ready = asyncio.get_running_loop().create_future()
    stop = asyncio.Event()
    plan = running.Plan(folder / "data", port=0, rules=rules.forfait())
    task = asyncio.create_task(
        running.run(plan, ready=lambda said: ready.done() or ready.set_result(said), stop=stop)
    )
    await asyncio.wait({task, ready}, timeout=20, return_when=asyncio.FIRST_COMPLETED)
    if task.done():
        await task
    house = House(folder, founded, ready.result())
    try:
        yield house
    finally:
        for client in house.clients:
            await client.close()
        stop.set()
        await asyncio.wait_for(task, 10)


@pytest.fixture
def serving(tmp_path):
    """`async with serving() as house:` a hall in this loop until the block ends."""
    return lambda: _serving(tmp_path)


@pytest.fixture
def until():
    """Waits for a condition, eight seconds at most."""

    async def wait(true, why=None):
        end = time.monotonic() + 8
        while True:
            try:
                if found := true():
                    return found
            except LookupError:
                pass
            assert time.monotonic() < end, why() if why else "it did not come to be"
            await asyncio.sleep(0.01)

    return wait


@pytest.fixture(autouse=True)
def still(monkeypatch):
    """No animation in any test."""
    monkeypatch.setenv("TEXTUAL_ANIMATIONS", "none")


def shown(app):
    """All that stands on the screen on top, as text."""
    lines = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in line) for line in lines)


@pytest.fixture
def screen_text():
    """The text of the screen on top."""
    return shown

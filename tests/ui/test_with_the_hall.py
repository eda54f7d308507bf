"""The base program joined to a real hall over a real socket: sign in, see, be refused, reconnect."""

from __future__ import annotations

import asyncio
import contextlib

import pytest

from core.stations import StationKind
from hall import running
from hall.client import HallClient
from hall.founding import found
from ui.frame import Banner, MessageLine, TopLine
from ui.screen import HouseScreen
from ui.signin import SignIn


@contextlib.asynccontextmanager
async def serving(folder, port=0):
    """A hall in this loop until the block ends."""
    ready = asyncio.get_running_loop().create_future()
    stop = asyncio.Event()

    def on_ready(said):
        if not ready.done():
            ready.set_result(said)

    plan = running.Plan(folder, port=port)
    task = asyncio.create_task(running.run(plan, ready=on_ready, stop=stop))
    await asyncio.wait({task, ready}, timeout=20, return_when=asyncio.FIRST_COMPLETED)
    if task.done():
        await task
    try:
        yield ready.result()
    finally:
        stop.set()
        await asyncio.wait_for(task, 10)


def shown(line):
    """The text of the top line."""
    return "".join(segment.text for segment in line.render_line(0))


@pytest.mark.spec("GEN-005", "GEN-016")
async def test_a_person_signs_in_sees_and_stays_through_a_restart_of_the_hall(
    tmp_path, room, until
):
    """The view comes, a refusal is a sentence, the banner comes and goes with the line."""
    founded = found(tmp_path, rehearsal=True)
    cashier = next(one for one in founded.staff if one.person == "durand")

    class Desk(room.GuardedRoomApp):
        FOLLOWS = (("desk", ""),)

        def begin(self):
            self.first = HouseScreen()
            self.push_screen(self.first)

    first = contextlib.AsyncExitStack()
    ready = await first.enter_async_context(serving(tmp_path))
    client = HallClient(ready.url, tmp_path / "desk.station")
    await client.pair(ready.codes[StationKind.DESK], StationKind.DESK, "caisse 1")
    app = Desk(client)
    async with app.run_test(size=(100, 30)) as pilot:
        await until(lambda: isinstance(app.screen, SignIn))
        await pilot.press(*"durand", "enter", *cashier.pin, "enter")
        await until(lambda: app.screen is app.first)
        await until(lambda: ("desk", "") in app.views)
        line, banner = app.first.query_one(TopLine), app.first.query_one(Banner)
        await until(
            lambda: "Lucie Durand - caisse 1" in shown(line) and "RÉPÉTITION" in shown(line)
        )
        app.give("CloseRegistrations", seance="jamais-vue")
        await until(lambda: app.first.query_one(MessageLine).said.startswith("■"))
        await first.aclose()
        await until(lambda: banner.display)
        port = int(ready.url.rpartition(":")[2].strip("/"))
        async with serving(tmp_path, port):
            await until(lambda: not banner.display)
            await client.close()
        assert app.faults == []

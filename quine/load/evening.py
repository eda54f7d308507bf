"""The night of a load: kiosks that sell at once, then balls on every board."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

from core.site import Parameters
from core.stations import StationKind
from core.views.board import Board
from hall.founding import Founded
from quine.load.room import Boards, LoadRoom
from quine.simulator import night
from quine.simulator.night import Script
from quine.simulator.players import Player, crowd
from quine.simulator.stage import WINDOW_MS, Stage
from quine.simulator.stations import ANSWER_S, Station

QUICK = Parameters(
    tirage_intervalle_ms=100, tirage_minimum_ms=60, autres_gagnants_ms=150, dernier_appel_ms=150
)  # a ball every 60 ms: every board shows each, at twenty views a second
MARGIN_S = 0.02


@dataclass
class LoadStage(Stage):
    """The animateur of a load: as fast as the hall allows, and no ball before all have seen."""

    boards: Boards = field(default_factory=Boards)
    given: list[tuple[int, float]] = field(default_factory=list)  # each ball: its line, when asked

    async def wait(self, ms: int) -> None:
        """Only the window for other claims takes real time."""
        if ms == WINDOW_MS:
            await asyncio.sleep(QUICK.autres_gagnants_ms / 1000 + MARGIN_S)

    async def _one_ball(self, n: int) -> Board:
        if self.given:
            since = time.perf_counter() - self.given[-1][1]
            await asyncio.sleep(max(0.0, QUICK.tirage_minimum_ms / 1000 + MARGIN_S - since))
        assert isinstance(self.room, LoadRoom)
        left = time.perf_counter()
        done = await self.room.given(self.caller, "DrawBall")
        self.given.append((done.seq, left))
        await self.boards.all_show(done.seq, ANSWER_S)
        await self.room.spoken_after(done)
        return await self.wall.until(
            lambda board: (
                board.partie is not None
                and board.partie.n == n
                and len(board.partie.balls) == done.result["rank"]
            )
        )


@dataclass
class Course:
    """How far the night has come: when its parts began and ended, and its people."""

    sale: tuple[float, float] = (0.0, 0.0)
    draw: tuple[float, float] = (0.0, 0.0)
    stage: LoadStage | None = None


async def play(
    script: Script, founded: Founded, room: LoadRoom, kiosks: int, boards: int, course: Course
) -> None:
    """The whole night. Raises `Refused`, TimeoutError or AssertionError where it goes wrong."""
    stage = await night.everybody(Script(0, script.parties, script.seed), founded, room, LoadStage)
    assert isinstance(stage, LoadStage)
    course.stage = stage
    for number in range(1, boards + 1):
        stage.boards.hang(await room.open(StationKind.DISPLAY, f"tableau de charge {number}"))
    posts = [await room.open(StationKind.KIOSK, f"borne {n}") for n in range(1, kiosks + 1)]
    stage.players = crowd(script.players, random.Random(f"quine {script.seed}"))
    await stage.counter.open_till()
    course.sale = (time.perf_counter(), 0.0)
    await _sold(stage, posts, founded.seance)
    course.sale = (course.sale[0], time.perf_counter())
    await _opened(stage, founded.seance)
    course.draw = (time.perf_counter(), 0.0)
    for n in range(1, script.parties + 1):
        await stage.play(n)
    course.draw = (course.draw[0], time.perf_counter())
    await night.closing(stage, founded.seance)


async def _sold(stage: LoadStage, posts: list[Station], seance: str) -> None:
    """Every kiosk serves the next player of one queue, all of them at once."""
    queue = iter(stage.players)
    async with asyncio.TaskGroup() as tasks:
        for post in posts:
            stage.counter.keeps(post)
            tasks.create_task(_serves(stage, post, queue, seance))


async def _serves(stage: LoadStage, post: Station, queue: Iterator[Player], seance: str) -> None:
    for player in queue:
        player.kiosk = post
        room = stage.room
        enrolled = await room.order(
            *(post, "EnrollPerson"), name=player.name, first_name=player.first_name,
            birth=player.birth, document=f"CNI-{player.number:05d}",
        )  # fmt: skip
        player.person = enrolled["person"]
        bulletin = await room.order(
            post, "PreRegister", person=player.person, offer=seance, count=player.count
        )
        player.bulletin = number = bulletin["number"]
        await room.order(stage.counter.door, "ValidateIdentity", number=number)
        await room.order(post, "PayAtTerminal", number=number, reference=f"SIM-{number:05d}")
        player.receipt_code = stage.counter.recepisses[number].code


async def _opened(stage: LoadStage, seance: str) -> None:
    """Tests, opening, every receipt exchanged, the lots drawn, cash for them brought to the till."""
    counter, room = stage.counter, stage.room
    await stage.test_and_open(seance)
    await room.order(counter.cashier, "OpenExchange")
    for player in stage.players:
        await counter.exchange(player)
    await room.order(stage.members["DIRECTEUR_SEANCE"], "CloseRegistrations", seance=seance)
    await room.order(counter.cashier, "AllocateLots")
    lots_c = sum(player.count for player in stage.players) * 24_00
    await room.order(counter.cashier, "FeedTill", amount_c=lots_c, reason="charge")
    await stage.say("AnnounceSeance")

"""Behind the scenes of `quine demo`: the hall and its simulated people, while a person calls the game.

Everybody but the animateur is played here: the players register and come in, the desk pays, the
direction signs. Then the room watches the board, and shouts when it has something.

    python -m quine.simulator.backstage --data DIR --players N --parties P --ready FILE
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import signal
import sys
import tempfile
from pathlib import Path

import msgspec

from core.bingo.partie.state import Phase
from core.rules import Refusal
from core.stations import StationKind
from core.views.board import Board
from hall.client import Refused
from hall.founding import Founded
from hall.private import write_private
from hall.running import Plan, Ready, run
from quine import rules
from quine.simulator import night
from quine.simulator.night import Script
from quine.simulator.players import Paper
from quine.simulator.stage import Stage
from quine.simulator.stations import Room, Station, said_until

THINKING_S = 1.0  # how long a player looks at his cartons before he shouts
LETTER_S = 0.03  # how long the loudspeaker takes for a letter
TOUCH_S = 60.0  # well under the five minutes after which a station locks
RESUME_S = 5.0  # how long the direction looks at a breakdown before it resumes
PAIRING_MINUTES = 120  # whoever follows the demo takes his time


class Opened(msgspec.Struct, frozen=True):
    """What the foreground needs: where the hall is, and a code for each kind of station."""

    url: str
    codes: dict[str, str]


class LiveStage(Stage):
    """The same people on the real clock: nobody moves it."""

    async def wait(self, ms: int) -> None:
        """Time passes by itself."""


async def backstage(data: Path, founded: Founded, script: Script, ready_file: Path) -> None:
    """Serves the house and plays everybody but the animateur, until cancelled."""
    ready: asyncio.Future[Ready] = asyncio.get_running_loop().create_future()
    stop = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(name, stop.set)
    plan = Plan(data, port=0, rules=rules.forfait(), pairing_minutes=PAIRING_MINUTES, rate=0)
    hall = asyncio.create_task(run(plan, ready=ready.set_result, stop=stop))
    await asyncio.wait((hall, ready), return_when=asyncio.FIRST_COMPLETED)
    if hall.done():
        hall.result()
    people = asyncio.create_task(_people(script, founded, ready.result(), ready_file))
    people.add_done_callback(_fallen)
    await stop.wait()
    people.cancel()
    with contextlib.suppress(asyncio.CancelledError, Refused):
        await people
    await hall


def _fallen(people: asyncio.Task[None]) -> None:
    """The hall goes on without its simulated people; the log says why they left."""
    if not people.cancelled() and (fault := people.exception()):
        print(f"les personnes simulées se sont arrêtées : {fault!r}", file=sys.stderr, flush=True)


async def _people(script: Script, founded: Founded, ready: Ready, ready_file: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        room = Room(ready.url, Path(folder), night.codes_of(dict(ready.codes)))
        try:
            stage = await night.everybody(script, founded, room, LiveStage)
            await night.registrations(stage, founded.seance)
            await night.the_day(stage, founded.seance)
            await stage.caller.client.sign_out()
            await _tell(stage, ready, ready_file)
            voice, room.voice = room.voice, None
            async with asyncio.TaskGroup() as tasks:
                beside = [tasks.create_task(_speak(voice)), tasks.create_task(_awake(room))]
                await _evening(stage, founded.seance, script.parties)
                await asyncio.gather(*beside)  # until the console is left
        finally:
            await room.close()


async def _tell(stage: Stage, ready: Ready, ready_file: Path) -> None:
    """New codes for whoever joins: the first ones have been spent by the simulated stations."""
    director = stage.director.client
    codes = {}
    for kind in (StationKind.CALLER, StationKind.DISPLAY, StationKind.DESK, StationKind.KIOSK):
        opened = await director.order("OpenPairing", kind=kind)
        codes[kind.value] = str(opened["code"])
    told = msgspec.json.encode(Opened(ready.url, codes))
    await asyncio.to_thread(write_private, ready_file, told)


async def _awake(room: Room) -> None:
    """Nobody behind the counter walks away: their stations do not lock (GEN-005)."""
    while True:
        await asyncio.sleep(TOUCH_S)
        for station in room.stations:
            station.client.touch()


async def _speak(voice: Station | None) -> None:
    """A loudspeaker without sound: it takes the time of the words, and says that it said them."""
    assert voice is not None
    while True:
        post = await voice.post_after(0, lambda post: bool(post.say), None)
        said = post.say[0]
        await asyncio.sleep(len(said.speech) * LETTER_S)
        done = await voice.client.order_done("ReportSpoken", announcement=said.announcement)
        await voice.post_after(done.seq, said_until(said.announcement))


async def _evening(stage: Stage, seance: str, parties: int) -> None:
    """Answers what the animateur does, until the last *partie* is paid and the *séance* closed."""
    settled: set[int] = set()
    while len(settled) < parties:
        board = await stage.wall.until(lambda board: _calls_for_us(stage, board, settled), None)
        partie = board.partie
        assert partie is not None
        try:
            if partie.phase is Phase.TERMINEE:
                await stage.settle(partie.n, tuple(_winners(board)))
                settled.add(partie.n)
            elif partie.phase is Phase.SUSPENDUE:
                await asyncio.sleep(RESUME_S)
                await stage.room.order(stage.members["MCD"], "ResumePartie")
            else:
                await asyncio.sleep(THINKING_S)
                await _shout(stage, partie.n)
        except (Refused, Refusal):
            await asyncio.sleep(THINKING_S)  # the moment has passed: look again
    await night.closing(stage, seance)


def _calls_for_us(stage: Stage, board: Board, settled: set[int]) -> bool:
    partie = board.partie
    if partie is None or partie.n in settled:
        return False
    if partie.phase in (Phase.TERMINEE, Phase.SUSPENDUE):
        return True
    return bool(_callers(stage, board))


def _callers(stage: Stage, board: Board) -> list[tuple[str, Paper]]:
    """Who has something to shout now, and has not shouted it yet."""
    partie = board.partie
    if partie is None or partie.phase not in SHOUTING:
        return []
    word = "bingo" if partie.quine.closed else "quine"
    claims = stage.claims(partie.n, set(partie.balls), word)
    return [(word, paper) for paper in claims if (partie.n, word, paper.serial) not in stage.said]


SHOUTING = (
    Phase.TIRAGE_QUINE,
    Phase.TIRAGE_BINGO,
    Phase.ATTENTE_AUTRES_QUINE,
    Phase.ATTENTE_AUTRES_BINGO,
)


async def _shout(stage: Stage, n: int) -> None:
    board = stage.wall.board
    assert board is not None
    for word, paper in _callers(stage, board):
        await stage.simulator.client.order("Shout", word=word, serial=paper.serial)
        stage.said.add((n, word, paper.serial))


def _winners(board: Board) -> set[str]:
    partie = board.partie
    assert partie is not None
    return {serial for lot in (partie.quine, partie.bingo) for serial, _ in lot.shares}


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--founded", type=Path, required=True)
    parser.add_argument("--players", type=int, required=True)
    parser.add_argument("--parties", type=int, required=True)
    parser.add_argument("--seed", default="0")
    parser.add_argument("--ready", type=Path, required=True)
    args = parser.parse_args()
    founded = msgspec.json.decode(args.founded.read_bytes(), type=Founded)
    script = Script(args.players, args.parties, args.seed)
    asyncio.run(backstage(args.data, founded, script, args.ready))
    return 0


if __name__ == "__main__":
    sys.exit(main())

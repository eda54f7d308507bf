"""The animateur and the direction: tests, opening, each *partie* from its lots to its payments."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from core.bingo.seance.equipment import ELEMENTS
from core.views.board import Board
from quine.simulator.counter import Counter
from quine.simulator.players import Paper, Player
from quine.simulator.stations import Room, Station, Wall

BALL_MS = 3_000
WINDOW_MS = 10_000
LAST_CALL_MS = 30_000


@dataclass
class Found:
    """What the players themselves found in a *partie*: rank and serials of each combination."""

    quine_rank: int | None = None
    quine: tuple[str, ...] = ()
    bingo_rank: int | None = None
    bingo: tuple[str, ...] = ()
    balls: tuple[int, ...] = ()


@dataclass
class Stage:
    room: Room
    caller: Station
    wall: Wall
    counter: Counter
    simulator: Station
    members: dict[str, Station]  # MCD and DIRECTEUR_SEANCE at their desks
    pins: dict[str, str]
    director: Station
    players: list[Player]
    said: set[tuple[int, str, str]] = field(default_factory=set)  # live: what was shouted
    found: dict[int, Found] = field(default_factory=dict)
    false_claims: int = 0

    async def say(self, order: str, **fields: Any) -> dict[str, Any]:
        return await self.room.order(self.caller, order, **fields)

    async def wait(self, ms: int) -> None:
        """Lets the rehearsal clock go on."""
        await self.simulator.client.order("AdvanceClock", ms=ms)

    # Before the first partie.

    async def test_and_open(self, seance: str) -> None:
        """Art. 66-1-2: every element, ninety balls, the blank draw, two hands, and open."""
        await self.say("StartTests", seance=seance)
        for element in ELEMENTS:
            await self.say("RecordTest", element=element, passed=True, measure="répétition")
        await self.say("LoadBalls", count=90)
        await self.say("StartBlankDraw")
        for _ in range(90):
            await self.say("DrawBlank")
        await self.say("EndBlankDraw")
        await self.say("TickCartons")
        await self.sign("MCD", f"essais:{seance}")
        await self.room.order(self.members["MCD"], "OpenSeance")

    async def sign(self, quality: str, document: str) -> None:
        """One hand under the text as it stands, confirmed by a PIN."""
        station = self.members[quality]
        digest = await self._digest(station, document)
        await self.room.order(
            station, "Sign", document=document, hash=digest, pin=self.pins[quality]
        )

    async def _digest(self, station: Station, document: str) -> str:
        async for row in station.client.ask("signatures", document=document):
            return str(row["hash"])
        raise AssertionError(document)

    # One partie.

    async def play(self, n: int) -> None:
        await self.say("PreparePartie")
        await self.say("AnnounceLots")
        await self.say("FreezePartie")
        number = 1 + (n * 37) % 90  # somebody in the room calls a number
        await self.say("GivePublicNumber", number=number)
        await self.say("GivePublicNumber", number=number, confirmed=True)
        await self.say("StartDraw")
        found = self.found[n] = Found()
        await self._draw_until(n, found, "quine")
        await self._draw_until(n, found, "bingo")
        await self.settle(n, (*self.found[n].quine, *self.found[n].bingo))

    async def _draw_until(self, n: int, found: Found, word: str) -> None:
        """Balls until somebody has it; everybody who has it at that stop claims."""
        while True:
            board = await self._one_ball(n)
            drawn = set(board.partie.balls) if board.partie else set()
            claims = self.claims(n, drawn, word)
            if claims:
                await self._claimed(n, claims, word)
                rank, serials = len(drawn), tuple(sorted(paper.serial for paper in claims))
                if word == "quine":
                    found.quine_rank, found.quine = rank, serials
                else:
                    found.bingo_rank, found.bingo = rank, serials
                found.balls = board.partie.balls if board.partie else ()
                return
            await self._wrong(n, drawn)

    async def _one_ball(self, n: int) -> Board:
        drawn = await self.say("DrawBall")
        await self.wait(BALL_MS)
        return await self.wall.until(
            lambda board: (
                board.partie is not None
                and board.partie.n == n
                and len(board.partie.balls) == drawn["rank"]
            )
        )

    def claims(self, n: int, drawn: set[int], word: str) -> list[Paper]:
        pick = Player.quines if word == "quine" else Player.bingos
        return [paper for player in self.players for paper in pick(player, n, drawn)]

    async def _claimed(self, n: int, claims: list[Paper], word: str) -> None:
        await self.say("StopDraw", word=word)
        for place, paper in enumerate(claims):
            if place == 1:
                await self.say("AskForOthers")
            if place >= 1:
                await self.say("NewClaim", word=word)
            verdict = await self.say("VerifyCarton", text=paper.code, word=word)
            assert verdict["verdict"] == "VALIDE", (paper, verdict)
        if len(claims) == 1:
            await self.say("AskForOthers")
        await self.wait(WINDOW_MS)
        await self.say("CloseQuine" if word == "quine" else "CloseBingo")

    async def _wrong(self, n: int, drawn: set[int]) -> None:
        """Somebody shouts « quine » with a number missing: the game goes on (BIN-033)."""
        for player in self.players:
            if player.wrong == n and len(drawn) >= 8 and player.cartons.get(n):
                player.wrong = 0
                await self.say("StopDraw", word=None)
                paper = player.cartons[n][0]
                verdict = await self.say("VerifyCarton", text=paper.code, word="quine")
                assert verdict["verdict"] == "NON_COMPLETE" and verdict["missing"], verdict
                await self.say("RejectClaim")
                self.false_claims += 1

    async def settle(self, n: int, winners: tuple[str, ...]) -> None:
        """Winning cartons come back, vouchers come out, the line is validated, the lots are paid."""
        papers = {
            paper.serial: paper for player in self.players for paper in player.cartons.get(n, [])
        }
        cashier = self.counter.cashier
        before = len(self.counter.papers)
        for serial in sorted(set(winners)):
            await self.room.order(cashier, "RecoverCarton", text=papers[serial].code)
        await self.room.order(cashier, "ValidatePartie")
        for _, ref, _, _ in self.counter.papers[before:]:
            await self.counter.pay(self.counter.vouchers[int(ref)])

"""The voice station: in order, once, cut by a stop, and silent failures are told to the hall."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import pytest

from core.stations import StationKind
from ui.link import Refused
from ui.loudspeaker import Loudspeaker
from ui.standin import StandIn
from voice import Failed, Spoken


class Throat:
    """A voice that says what it is told when the test lets it."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.stops = 0
        self.fails: dict[str, str] = {}
        self.slow: asyncio.Event | None = None

    async def say(self, text: str, id: str = "") -> Spoken | Failed:
        self.said.append(text)
        if self.slow is not None and id == "ANN-015":
            await self.slow.wait()
            return Spoken(cut=True)
        return Failed(self.fails[text]) if text in self.fails else Spoken()

    def stop(self) -> None:
        self.stops += 1
        if self.slow is not None:
            self.slow.set()


class Booth:
    """The station with its line, running."""

    def __init__(self) -> None:
        self.hall = StandIn(StationKind.VOICE)
        self.throat = Throat()
        self.heard: list[str] = []

    async def __aenter__(self) -> Booth:
        await self.hall.connect()
        self.task = asyncio.create_task(
            Loudspeaker(self.hall, self.throat, self.heard.append).run()
        )
        await asyncio.sleep(0)
        return self

    async def __aexit__(self, *_: object) -> None:
        self.task.cancel()
        with suppress(asyncio.CancelledError):
            await self.task

    def wants(self, *said: tuple[int, str, str]) -> None:
        say = [{"announcement": n, "id": id, "speech": speech} for n, id, speech in said]
        self.hall.says("post", {"jobs": [], "more": 0, "say": say})


@pytest.mark.spec("SPK-002", "BIN-027")
async def test_in_order_and_each_reported(until):
    """Two announcements: said one after the other, then both reported."""
    async with Booth() as booth:
        booth.wants((1, "ANN-012", "deux cents"), (2, "ANN-014", "quine"))
        await until(lambda: len(booth.hall.orders) == 2)
        assert booth.throat.said == ["deux cents", "quine"]
        assert booth.hall.orders == [
            ("ReportSpoken", {"announcement": 1}),
            ("ReportSpoken", {"announcement": 2}),
        ]


@pytest.mark.spec("SPK-005")
async def test_nothing_is_said_twice(until):
    """The same view again, as after a reconnection."""
    async with Booth() as booth:
        for _ in range(3):
            booth.wants((1, "ANN-012", "deux cents"))
            await until(lambda: booth.hall.orders)
        assert booth.throat.said == ["deux cents"]


@pytest.mark.spec("SPK-002")
async def test_a_stop_cuts_the_ball_and_is_said(until):
    """While « quarante-deux » runs, ANN-016 comes: cut, then said."""
    async with Booth() as booth:
        booth.throat.slow = asyncio.Event()
        booth.wants((1, "ANN-015", "quarante-deux"))
        await until(lambda: booth.throat.said)
        booth.wants((1, "ANN-015", "quarante-deux"), (2, "ANN-016", "arrêté"))
        await until(lambda: len(booth.hall.orders) == 2)
        assert booth.throat.stops == 1 and booth.throat.said == ["quarante-deux", "arrêté"]


@pytest.mark.spec("GEN-018", "SPK-004")
async def test_a_failure_is_reported_and_what_follows_waits_for_the_animateur(until):
    """Failed with its cause; the next one is said only when the first was confirmed aloud."""
    async with Booth() as booth:
        booth.throat.fails["un"] = "SANS_CARTE_SON"
        booth.wants((1, "ANN-015", "un"), (2, "ANN-019", "une autre"))
        await until(lambda: booth.hall.orders)
        assert booth.hall.orders == [
            ("ReportSpeechFailed", {"announcement": 1, "cause": "SANS_CARTE_SON"})
        ]
        assert booth.throat.said == ["un"]
        booth.wants((2, "ANN-019", "une autre"))
        await until(lambda: len(booth.hall.orders) == 2)
        assert booth.throat.said == ["un", "une autre"]


async def test_what_the_animateur_said_himself_is_cut(until):
    """It vanished from the view while it was being said."""
    async with Booth() as booth:
        booth.throat.slow = asyncio.Event()
        booth.wants((1, "ANN-015", "quarante-deux"))
        await until(lambda: booth.throat.said)
        booth.wants()
        await until(lambda: booth.throat.stops == 1)


async def test_a_report_that_comes_too_late_ends_nothing(until):
    """ANNONCE_DEJA_DITE: the animateur was faster; the voice goes on."""
    async with Booth() as booth:
        booth.hall.answers["ReportSpoken"] = Refused("ANNONCE_DEJA_DITE")
        booth.wants((1, "ANN-012", "deux cents"))
        await until(lambda: booth.hall.orders)
        booth.wants((2, "ANN-014", "quine"))
        await until(lambda: len(booth.hall.orders) == 2)
        assert not booth.task.done()

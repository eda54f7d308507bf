"""The real hall under load: its own process, real sockets, kiosks at once, figures that add up."""

from __future__ import annotations

import asyncio
import json
import os
import time

import msgspec
import pytest

from hall.protocol import View
from quine.cli import main
from quine.load import driving, evening
from quine.load.driving import Load, drive
from quine.load.figures import Figures, spread
from quine.load.room import Boards, Stopwatch

KIOSKS, BOARDS, PLAYERS = 3, 2, 6


@pytest.fixture(scope="module")
def figures() -> Figures:
    """One small night under load, read by every test of it."""
    return drive(Load(KIOSKS, BOARDS, PLAYERS, 2, seconds=120))


@pytest.mark.spec("GEN-016")
def test_the_whole_night_is_played_and_every_cent_is_right(figures):
    """The closing went through, which counts cash, lots and cartons; the journal verifies."""
    assert figures.complete and figures.journal == "entier" and not figures.refused
    sold = figures.by_order_ms["PayAtTerminal"]
    assert sold.count == PLAYERS == figures.by_order_ms["ExchangeReceipt"].count
    assert figures.by_order_ms["CloseSeance"].count == 1


def test_orders_answers_and_commits_are_counted(figures):
    """Eight orders a sale; every order lies in a phase; commits are fewer than their lines."""
    assert figures.sale.orders == 8 * PLAYERS
    assert figures.all.orders == sum(one.count for one in figures.by_order_ms.values())
    assert figures.all.orders > figures.draw.orders > 2 * figures.by_order_ms["DrawBall"].count
    for phase in (figures.sale, figures.draw, figures.all):
        assert 0 < phase.answer_ms.p50 <= phase.answer_ms.p99 <= phase.answer_ms.most
        assert phase.orders_a_second == pytest.approx(phase.orders / phase.seconds, rel=0.05)
    hall = figures.hall
    assert 0 < hall.commits <= hall.lines and hall.commit_ms.count == hall.commits
    assert hall.journal_bytes > 100 * hall.lines


def test_every_ball_is_timed_on_every_board(figures):
    """From the order to the view, on each board; never less than nothing."""
    balls = figures.by_order_ms["DrawBall"].count
    assert figures.view_ms.count == balls * BOARDS <= figures.views
    assert 0 < figures.view_ms.p50 <= figures.view_ms.p99


@pytest.mark.skipif(not os.path.exists("/proc/self/io"), reason="only Linux tells")  # noqa: PTH110
def test_the_hall_is_another_process_with_its_own_cost(figures):
    """Its memory, processor and lines on the wire are its own, and none is made up."""
    assert figures.hall.memory_mb > 20 and figures.hall.cpu_s > 0
    assert figures.sent_bytes > 50 * figures.all.orders and figures.received_bytes > 100_000


def test_the_command_refuses_what_is_out_of_bounds(capsys):
    """A slip of the hand starts nothing."""
    for words in (["--kiosks", "100000"], ["--parties", "1"], ["--seconds", "1"], ["--rate", "-1"]):
        assert main(["simulate", *words]) == 1
        assert "[CHARGE_HORS_LIMITES]" in capsys.readouterr().err


def test_when_time_is_up_the_figures_say_so(monkeypatch, capsys):
    """Nothing hangs and nothing is left running; exit 1, and what was measured is printed."""
    monkeypatch.setitem(driving.BOUNDS, "seconds", (1, 10))
    began = time.monotonic()
    words = ["--kiosks", "2", "--boards", "1", "--players", "6", "--parties", "2"]
    assert main(["simulate", *words, "--seconds", "3", "--json"]) == 1
    told = msgspec.convert(json.loads(capsys.readouterr().out), Figures)
    assert not told.complete and "temps" in told.failed
    assert told.journal == "entier" and told.all.orders > 0
    assert time.monotonic() - began < 40


def test_what_goes_wrong_is_told_beside_what_was_measured(monkeypatch):
    """A child in the queue ends the load: the figures say which refusal, and nothing hangs."""
    people = evening.crowd

    def with_a_child(*of):
        players = people(*of)
        players[0].birth = "2020-01-01"
        return players

    monkeypatch.setattr(evening, "crowd", with_a_child)
    told = drive(Load(2, 1, 3, 2, seconds=60))
    assert not told.complete and told.failed.startswith("Refused: MINEUR")
    assert told.refused == {"MINEUR": 1} and told.all.orders > 0 and told.journal == "entier"


def test_percentiles_by_nearest_rank():
    """Of a hundred the ninety-ninth, of one itself, of none nothing."""
    assert (spread(range(1, 101)).p50, spread(range(1, 101)).p99) == (50, 99)
    assert (spread([7.0]).p50, spread([7.0]).p99, spread([]).count) == (7.0, 7.0, 0)


def test_a_delay_is_from_the_order_to_the_first_view_that_shows_it():
    """A view that came before, or a newer one that shows two balls at once."""

    class Client:
        def watch(self, view, of, callback):
            self.came = callback

    class Station:
        client = Client()

    boards, station = Boards(), Station()
    boards.hang(station)
    for seq in (10, 20, 40):
        station.client.came(View("board", "", seq, 0, msgspec.Raw(b"{}")))
    moments = dict(boards.seen[0])
    delays = boards.delays_ms([(20, moments[20] - 1), (30, moments[40] - 2), (40, moments[40] - 3)])
    assert delays == pytest.approx([1000, 2000, 3000])


async def test_a_pace_is_kept_and_lateness_is_told():
    """Twenty orders at two hundred a second take a tenth of a second, and no less."""
    watch, began = Stopwatch(rate=200), time.perf_counter()
    await asyncio.gather(*(watch.turn() for _ in range(21)))
    assert time.perf_counter() - began >= 0.099
    assert len(watch.behind_ms) == 21 and min(watch.behind_ms) >= 0

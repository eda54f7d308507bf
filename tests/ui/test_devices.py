"""The glue to paper: every job once, in order, each step told before and after (design §6)."""

from __future__ import annotations

import argparse
import asyncio
import contextlib

import pytest

from core.documents import TestPage as Page
from core.papers import JobState
from core.stations import StationKind
from core.views.post import Post, PostJob
from printers import Pace, Profile
from ui.devices import Printing, cause_in_words, printer_options, printing_from
from ui.link import Refused
from ui.standin import StandIn

PAGE = Page(house="Casino", number=1, printer="[/b] Zoé <éàü> ${x}")
QUICK = Pace(answer_s=0.02, fence_s=0.1, again_s=0.02)


def job(number, state=JobState.WAITING, document=PAGE):
    return PostJob(number, state, "essai", "1", 0, "", document)


class Paper:
    """A printer of cardboard: takes bytes, breaks, hangs or is not there, as told."""

    two_way, remembers, url = False, False, "cardboard"

    def __init__(self):
        self.sent, self.there, self.breaks, self.hangs = 0, True, False, None
        self.pages = 0

    async def open(self):
        if not self.there:
            raise OSError("not there")

    async def write(self, data):
        if self.hangs is not None:
            self.sent += 1
            await self.hangs.wait()
        if self.breaks:
            self.sent += 1
            raise ConnectionResetError("cut")
        self.sent += len(data)
        self.pages += 1

    async def read(self, timeout_s):
        return b""

    async def close(self):
        return


@contextlib.asynccontextmanager
async def printing(*jobs, hall=None):
    """A station that prints what its post says."""
    hall = hall or StandIn(StationKind.DESK)
    paper = Paper()
    glue = Printing(hall, paper, Profile(), QUICK)
    hall.says("post", Post(tuple(jobs)))
    await glue.start()
    try:
        yield hall, paper, glue
    finally:
        await glue.close()


def told(hall):
    return [(order, said["job"], said.get("cause", "")) for order, said in hall.orders]


@pytest.mark.spec("PRT-009")
async def test_jobs_go_out_in_order_each_started_before_and_finished_after(until):
    """The same view again and again prints nothing twice."""
    async with printing(job(1), job(2)) as (hall, paper, _):
        await until(lambda: len(hall.orders) == 4)
        for _ in range(3):
            hall.says("post", Post((job(1), job(2), job(3))))
        await until(lambda: len(hall.orders) == 6)
        await asyncio.sleep(0)
    assert told(hall) == [
        (order, number, "") for number in (1, 2, 3) for order in ("StartPrint", "FinishPrint")
    ]
    assert paper.pages == 3


@pytest.mark.spec("PRT-009", "GEN-022")
async def test_a_printer_that_is_away_is_told_once_and_the_job_goes_out_later(until):
    """Nothing was printed: the job waits, and is still the original."""
    async with printing() as (hall, paper, _):
        paper.there = False
        hall.says("post", Post((job(1),)))
        await until(lambda: told(hall) == [("FailPrint", 1, "INJOIGNABLE")])
        hall.says("post", Post((job(1, JobState.FAILED),)))
        paper.there = True
        await until(lambda: len(hall.orders) == 3)
    assert told(hall)[1:] == [("StartPrint", 1, ""), ("FinishPrint", 1, "")]


@pytest.mark.spec("PRT-009")
async def test_a_start_the_hall_refuses_prints_nothing(until):
    """Another run has it, or a person dropped it."""
    hall = StandIn(StationKind.DESK)
    hall.answers["StartPrint"] = Refused("IMPRESSION_DANS_UN_AUTRE_ETAT", {"job": 1})
    async with printing(job(1), hall=hall) as (_, paper, glue):
        await until(lambda: hall.orders)
        await glue._spool.drained()
        assert paper.pages == 0
    assert {order for order, _ in hall.orders} == {"StartPrint"}


@pytest.mark.spec("PRT-009")
async def test_a_line_cut_within_a_page_is_doubtful_and_not_printed_again(until):
    """Some of it may lie there: a person decides."""
    async with printing() as (hall, paper, _):
        paper.breaks = True
        hall.says("post", Post((job(1),)))
        await until(lambda: ("DoubtPrint", 1, "LIAISON_COUPEE") in told(hall))
        paper.breaks = False
        hall.says("post", Post((job(1, JobState.DOUBTFUL), job(2))))
        await until(lambda: ("FinishPrint", 2, "") in told(hall))
    assert paper.pages == 1


@pytest.mark.spec("PRT-009")
async def test_a_job_started_before_this_run_is_doubtful(until):
    """The station was restarted between the first byte and the fence."""
    async with printing(job(4, JobState.STARTED)) as (hall, paper, _):
        await until(lambda: told(hall) == [("DoubtPrint", 4, "POSTE_REDEMARRE")])
    assert paper.pages == 0


@pytest.mark.spec("PRT-009")
async def test_a_document_that_does_not_exist_is_failed_once(until):
    """It never comes out of this printer, and keeps no other job waiting."""
    async with printing(job(1, document=None), job(2)) as (hall, paper, _):
        await until(lambda: ("FinishPrint", 2, "") in told(hall))
        hall.says("post", Post((job(1, JobState.FAILED, None),)))
        await asyncio.sleep(0)
    assert told(hall).count(("FailPrint", 1, "DOCUMENT_INCONNU")) == 1
    assert paper.pages == 1


@pytest.mark.spec("PRT-009")
async def test_leaving_in_the_middle_of_a_page_is_told_before_the_line_closes(until):
    """The hall knows that this paper is doubtful."""
    async with printing() as (hall, paper, glue):
        paper.hangs = asyncio.Event()
        hall.says("post", Post((job(1),)))
        await until(lambda: paper.sent)
        await glue.close()
        assert told(hall)[-1] == ("DoubtPrint", 1, "ARRETE")


def test_the_options_name_a_printer_or_none():
    """No URL is no printer; a bad one is an error before any screen opens."""
    parser = argparse.ArgumentParser()
    printer_options(parser)
    hall = StandIn(StationKind.DESK)
    assert printing_from(parser.parse_args([]), hall) is None
    assert printing_from(parser.parse_args(["--printer", "tcp://h:9100"]), hall) is not None
    with pytest.raises(ValueError, match="lpt1"):
        printing_from(parser.parse_args(["--printer", "lpt1"]), hall)


def test_causes_are_said_in_french():
    """An unknown one is shown as it is."""
    assert cause_in_words("PLUS_DE_PAPIER") == "il n'y a plus de papier"
    assert cause_in_words("X") == "X"

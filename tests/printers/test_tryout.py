"""Trying a printer: printed and confirmed, or nothing printed and the reason."""

import pytest
from papers_of_a_night import ALL

from printers import Pace, Profile, try_printer

PACE = Pace(answer_s=0.1, fence_s=1.0, again_s=0.05)
PAGE = ALL[11]


@pytest.mark.parametrize(
    ("manner", "printed", "cause"),
    [("ready", True, ""), ("hush", False, "PAS_DE_REPONSE"), ("fin", False, "LIAISON_COUPEE")],
)
async def test_a_printer_is_tried_once(nasty, manner, printed, cause):
    """The outcome and the cause are the spool's; a printer not ready gets not a byte."""
    async with nasty(manner) as printer:
        tried = await try_printer(printer.url, Profile(), PAGE, PACE)
        assert (tried.printed, tried.cause) == (printed, cause)
        assert tried.confirmed == printed
        assert (b"PAGE D'ESSAI" in printer.got) == (manner != "hush")


async def test_an_unreachable_printer_says_so(nasty):
    """Nobody there: INJOIGNABLE, at once."""
    async with nasty("ready") as printer:
        url = printer.url
    tried = await try_printer(url, Profile(), PAGE, PACE)
    assert (tried.printed, tried.cause, tried.state.known) == (False, "INJOIGNABLE", False)


async def test_a_file_cannot_confirm_but_is_written(tmp_path):
    """A file holds the page; the line has no voice, and what was written is there."""
    tried = await try_printer(f"file:{tmp_path / 'out'}", Profile(), PAGE, PACE)
    assert tried.printed
    assert b"PAGE D'ESSAI" in (tmp_path / "out").read_bytes()

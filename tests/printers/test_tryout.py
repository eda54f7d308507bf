"""Trying a printer: printed and confirmed, or nothing printed and the reason."""

import pytest
from papers_of_a_night import ALL

from printers import PROFILES, Pace, Profile, profile_for, try_code_pages, try_printer

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


async def test_a_page_cut_short_may_lie_there(nasty):
    """Hung up after the first bytes: begun, so somebody has to look; before them: not begun."""
    async with nasty("fin") as printer:
        assert (await try_printer(printer.url, Profile(), PAGE, PACE)).begun
    async with nasty("hush") as printer:
        assert not (await try_printer(printer.url, Profile(), PAGE, PACE)).begun


async def test_the_strip_of_code_pages_goes_to_the_printer_itself(nasty, tmp_path):
    """Each number that was tried stands on it; nobody at the address is said."""
    async with nasty("ready") as printer:
        assert await try_code_pages(printer.url) == ""
        await printer.until(b"\x1dV\x00")
        url = printer.url
    assert all(b"\x1bt" + bytes((number,)) in printer.got for number in (19, 53, 4))
    assert await try_code_pages(url) == "INJOIGNABLE"


@pytest.mark.spec("PRT-001")
@pytest.mark.parametrize(
    ("url", "mode"),
    [
        ("serial:/dev/ttyS0", "letters"),
        ("serial:/dev/ttyS0?baud=9600", "letters"),
        ("serial:/dev/ttyS0?baud=115200", "mixed"),
        ("tcp://10.0.0.9", "mixed"),
    ],
)
def test_a_slow_line_types_its_cartons(url, mode):
    """Painted, a carton takes 39 s at 9 600 baud; whoever wants that says so."""
    assert profile_for(url, "epson-80", {}).mode == mode
    assert profile_for(url, "epson-80", {"mode": "dots"}).mode == "dots"
    assert profile_for(url, "serie-lente-58", {"cutter": False}) == Profile(
        dots=384, mode="letters", cutter=False
    )
    assert PROFILES["epson-80"] == Profile()


@pytest.mark.parametrize("url", ["serial:/dev/x?baud=0", "serial:/dev/x?baud=fast"])
def test_a_speed_that_is_none_is_an_error(url):
    """Before the night, not when the first paper is due."""
    with pytest.raises(ValueError, match=r"speed|fast"):
        profile_for(url, "epson-80", {})

"""The board on a screen: complete in every size, last picture kept, readable without colours."""

from __future__ import annotations

import time

import pytest
from textual.containers import VerticalScroll

from core.bingo.partie.suspension import PartieSuspended
from core.stations import StationKind
from display.app import DisplayApp
from display.edges import MINORS, BottomLines, Heading
from display.poster import Poster
from display.rules import RulesPage, paragraphs
from display.wall import Wall
from ui.board import Board
from ui.carton import CartonGrid
from ui.frame import Banner
from ui.link import Link

SIZES = [(80, 24), (120, 40), (240, 67)]


def lines_of(widget) -> list[str]:
    return [
        "".join(segment.text for segment in widget.render_line(y))
        for y in range(widget.size.height)
    ]


def board_of(nights, night):
    line = nights.NightLine(night, StationKind.DISPLAY, ["board"])
    return line, DisplayApp(line)


def wall_of(app) -> Wall:
    return next(screen for screen in app.screen_stack if isinstance(screen, Wall))


async def reaches(pilot, true) -> None:
    end = time.monotonic() + 30
    while not true():
        assert time.monotonic() < end
        await pilot.pause(0.05)


@pytest.mark.spec("DSP-001", "DSP-015")
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    "moment", ["testing", "opened", "announced", "prepared", "drawing", "finished", "validated"]
)
async def test_every_state_shows_its_phase_the_time_and_who_may_not_play(
    nights, night, moment, size
):
    """The permanent lines are whole, and the picture between them is not empty."""
    getattr(night, moment)()
    _, app = board_of(nights, night)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        wall = wall_of(app)
        heading = lines_of(wall.query_one(Heading))[0]
        assert "20:00" in heading and heading.split("20:00")[0].strip()
        bottom = lines_of(wall.query_one(BottomLines))
        assert MINORS in bottom[0] and "RÉPÉTITION - non agréé" in bottom[1]
        stage = wall.query_one("#stage")
        assert any(child.display and child.size.height > 2 for child in stage.children)


@pytest.mark.spec("DSP-002")
async def test_a_new_ball_is_lit_and_is_the_last(nights, night):
    """Rank 3 becomes 4."""
    line, app = board_of(nights, night.drawing(3))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        night.display(4)
        line.shows()
        await pilot.pause()
        assert wall_of(app).query_one(Board).drawn == tuple(night.balls[:4])


@pytest.mark.spec("DSP-006")
async def test_the_winning_row_is_in_reverse_video(nights, night):
    """Five cells of the row, none of the others."""
    number = night.to_quine()
    night.give("StopDraw", word="quine")
    night.give("VerifyCarton", text=night.serial(number))
    _, app = board_of(nights, night)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        grid = wall_of(app).query_one(CartonGrid)
        reversed_ = [
            int(segment.text)
            for y in range(grid.size.height)
            for segment in grid.render_line(y)
            if segment.style and segment.style.reverse and segment.text.strip().isdigit()
        ]
        row = night.view("board").claim.carton.row
        assert sorted(reversed_) == sorted(night.rows(number)[row])


@pytest.mark.spec("GEN-022")
async def test_a_cut_line_keeps_the_last_picture_and_says_so(nights, night):
    """And the next view takes over when the line is back."""
    line, app = board_of(nights, night.drawing(3))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        line.stands(Link.LOST)
        await pilot.pause()
        wall = wall_of(app)
        assert "dernière image" in wall.query_one(Banner).text
        assert wall.query_one(Board).drawn == tuple(night.balls[:3])
        line.stands(Link.READY)
        await pilot.pause()
        assert wall.query_one(Banner).text == ""


@pytest.mark.spec("DSP-007")
async def test_the_clock_of_a_suspension_moves_by_itself(nights, night):
    """15:00, then 14:59, without any new view."""
    night.drawing(9)
    night.tell(PartieSuspended(1, night.ms, "panne"))
    line, app = board_of(nights, night)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        over = wall_of(app).query_one("#over", Poster)
        assert "15:00" in [words.text for words in over.lines]
        line.ms += 1_000
        await reaches(pilot, lambda: "14:59" in [words.text for words in over.lines])


@pytest.mark.spec("GEN-019")
async def test_the_rules_are_one_key_away(nights, night):
    """R opens the house's text, R closes it; it can be read to its end at 80 × 24."""
    night.house.site.rules_digest = "a" * 64
    _, app = board_of(nights, night.drawing(3))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("r")
        await reaches(pilot, lambda: isinstance(app.screen, RulesPage))
        scroll = app.screen.query_one(VerticalScroll)
        await reaches(pilot, lambda: scroll.max_scroll_y > 0)
        for _ in range(30):
            await pilot.press("down")
        assert scroll.scroll_y == scroll.max_scroll_y
        assert paragraphs()[0].startswith("RÈGLEMENT")
        await pilot.press("r")
        await reaches(pilot, lambda: isinstance(app.screen, Wall))


async def test_before_the_hall_answers_the_board_is_not_blank(nights, night):
    """The word of the game, and « connexion »."""
    _, app = board_of(nights, night)
    app.hall.shows = lambda: None
    app.hall._said.clear()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        wall = wall_of(app)
        assert wall.query_one("#over", Poster).lines[0].text == "BINGO"
        assert "CONNEXION" in lines_of(wall.query_one(Heading))[0]


async def test_a_house_with_a_strange_name_is_shown_as_written(nights, night):
    """No markup is read."""
    night.house.site.name = "[/b] Zoé <éàü> ${x}"
    _, app = board_of(nights, night)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "[/b] Zoé <éàü>" in lines_of(wall_of(app).query_one(Heading))[0]

"""The board, the last ball and a carton: what is lit, in every size and without any colour."""

from __future__ import annotations

import pytest
from textual.app import App
from textual.containers import Horizontal
from textual.geometry import Size

from ui import figures, themes
from ui.board import ACROSS, DOWN, Board, Grid, Look
from ui.carton import CartonGrid, grid_of
from ui.last_ball import LastBall

NIGHT = (5, 17, 33, 42, 58, 90, 1, 76, 77, 88, 66, 67, 68, 23, 24, 34, 35, 11, 9, 82, 41, 51, 13)
ROWS = ((4, 17, 33, 58, 81), (1, 12, 45, 67, 90), (8, 25, 49, 70, 88))


class Wall(App[None]):
    """A board and the last ball, in a theme."""

    CSS = "LastBall { margin: 0 1; } .-huge LastBall { width: 56; }"
    HORIZONTAL_BREAKPOINTS = [(0, "-small"), (200, "-huge")]

    def __init__(self, drawn=(), theme=themes.NIGHT):
        super().__init__()
        self.drawn, self.wanted = drawn, theme

    def get_theme_variable_defaults(self):
        return dict(themes.DEFAULTS)

    def compose(self):
        yield Horizontal(Board(), LastBall())

    def on_mount(self):
        for theme in themes.THEMES:
            self.register_theme(theme)
        self.theme = self.wanted
        for widget in self.query("Board, LastBall"):
            widget.show(self.drawn)


class Verified(Wall):
    """A carton under verification."""

    CSS = ".-huge CartonGrid { width: 154; height: 25; }"

    def __init__(self, *shown, **more):
        super().__init__(**more)
        self.shown = shown

    def compose(self):
        yield CartonGrid()

    def on_mount(self):
        self.query_one(CartonGrid).show(*self.shown)


def reversed_numbers(board):
    """The numbers whose cell has reverse video somewhere: what a screen without colour shows."""
    grid = Grid.within(board.size)
    lit = set()
    for number in range(1, 91):
        region = grid.region(number)
        for y in range(region.y, region.bottom):
            cells = board.render_line(y).crop(region.x, region.right)
            if any(s.style and s.style.reverse for s in cells):
                lit.add(number)
    return lit


@pytest.mark.spec("DSP-002", "DSP-015")
@pytest.mark.parametrize("theme", themes.NAMES)
@pytest.mark.parametrize("size", [(80, 24), (120, 40), (240, 67)])
async def test_exactly_the_drawn_numbers_are_lit_by_reverse_video(size, theme):
    """After 3 balls exactly 3 are lit, in every theme and size, without looking at colours."""
    app = Wall((42, 7, 90), theme)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        assert reversed_numbers(app.query_one(Board)) == {42, 7, 90}
        app.query_one(Board).show((42, 7, 90, 1))
        assert reversed_numbers(app.query_one(Board)) == {42, 7, 90, 1}
        app.query_one(Board).show(())
        assert reversed_numbers(app.query_one(Board)) == set()


@pytest.mark.spec("DSP-002")
async def test_a_ball_repaints_the_two_cells_that_changed_and_nothing_else(monkeypatch):
    """The new last and the one that was last."""
    app = Wall((42,))
    async with app.run_test(size=(240, 67)) as pilot:
        await pilot.pause()
        board, asked = app.query_one(Board), []
        monkeypatch.setattr(board, "refresh", lambda *regions, **_: asked.extend(regions))
        board.show((42, 7))
        grid = Grid.within(board.size)
        assert sorted(asked) == sorted([grid.region(42), grid.region(7)])
        asked.clear()
        board.show((42, 7))
        assert asked == []


@pytest.mark.spec("DSP-002")
async def test_the_last_ball_says_its_rank_and_the_last_five():
    """Rank 23 and five numbers, the most recent first."""
    app = Wall(NIGHT)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        text = "\n".join(app.query_one(LastBall).render_line(y).text for y in range(24))
        assert "23e boule sur 90" in text and "13  51  41  82  9" in text


@pytest.mark.parametrize("width", [80, 100, 160, 200, 240, 320])
@pytest.mark.parametrize("height", [9, 17, 24, 40, 63, 67, 90])
def test_the_cells_fill_their_room_and_never_overlap(width, height):
    """Ninety regions inside the widget, in rows and columns, disjoint."""
    grid = Grid.within(Size(width, height))
    cells = [grid.region(n) for n in range(1, 91)]
    taken = [(x, y) for r in cells for x in range(r.x, r.right) for y in range(r.y, r.bottom)]
    assert len(taken) == len(set(taken))
    assert all(x < width and y < height for x, y in taken)
    assert (grid.cell.width, grid.cell.height) == (width // ACROSS, height // DOWN)


def test_a_big_hall_screen_gets_figures_and_a_small_one_text():
    """Two digits in 80 × 24, tiles of five-row figures in 240 × 67."""
    assert Grid.within(Size(56, 22)).look is Look.TEXT
    assert Grid.within(Size(182, 64)).look is Look.TILE


@pytest.mark.parametrize("face", [figures.SMALL, figures.LARGE])
def test_every_figure_is_different_and_has_its_size(face):
    """Ten shapes, no two alike, rows of equal length."""
    assert len(set(face.shapes)) == 10
    for digit in range(10):
        rows = figures.runs(str(digit), face, 2)
        assert len(rows) == face.size(str(digit), 2)[1]
        assert {sum(length for _, length in row) for row in rows} == {face.size(str(digit), 2)[0]}


def test_a_cartons_numbers_stand_in_their_columns():
    """1–9, 10–19, … 80–90; empty cells given or not."""
    assert grid_of(ROWS)[0] == (4, 17, 0, 33, 0, 58, 0, 0, 81)
    assert grid_of(grid_of(ROWS)) == grid_of(ROWS)


@pytest.mark.spec("DSP-006")
@pytest.mark.parametrize("size", [(40, 24), (80, 24), (240, 67)])
async def test_a_valid_quine_on_row_2_is_in_reverse_and_other_hits_are_underlined(size):
    """The five cells of row 2 in reverse video, the other drawn numbers underlined or barred."""
    drawn = {1, 12, 45, 67, 90, 4, 88}
    app = Verified(ROWS, drawn, [2])
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        carton = app.query_one(CartonGrid)
        lines = [carton.render_line(y) for y in range(carton.size.height)]
        height = (carton.size.height - 1) // 3
        won = [seg for line in lines[height + 1 : 2 * height] for seg in line]
        if size[0] < 200:
            reverse = "".join(seg.text for seg in won if seg.style.reverse).split()
            assert reverse == ["1", "12", "45", "67", "90"]
            marked = [s.text for line in lines for s in line if s.style.underline]
            assert marked == ["4", "88"]
        else:
            assert sum("━" in line.text for line in lines) == 2


async def test_a_missing_number_stands_in_brackets():
    """NON_COMPLETE: the number that the claim misses is seen without colour."""
    app = Verified(ROWS, {4, 17, 33, 81}, (), {58})
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "(58)" in app.query_one(CartonGrid).render_line(1).text
        assert " 4●│ 17●" in app.query_one(CartonGrid).render_line(1).text


@pytest.mark.parametrize("size", [(80, 24), (240, 67)])
def test_the_board_looks_like_this(snap_compare, size):
    """A picture of it, small and large."""
    assert snap_compare(Wall(NIGHT), terminal_size=size)


@pytest.mark.parametrize("size", [(80, 24), (240, 67)])
def test_a_carton_looks_like_this(snap_compare, size):
    """A winning row, other hits."""
    assert snap_compare(Verified(ROWS, set(NIGHT) | {4, 81}, [1]), terminal_size=size)

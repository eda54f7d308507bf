"""What is too long for one line of 80 columns is said on several, and never cut."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from ui.actions import Action, Hint
from ui.folding import folded
from ui.frame import MessageLine, Tone
from ui.help import HelpScreen
from ui.hints import HintBar, laid_out

ABSENT = "Le membre du comité de direction désigné n'est pas connecté : il doit être présent."


@given(st.text(st.characters(min_codepoint=32, max_codepoint=0x2FF)), st.integers(2, 90))
def test_folding_loses_nothing_but_spaces_and_fits(text, width):
    """Every character but blanks comes back in order, no line is wider than its place."""
    lines = folded(text, width, width)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert all(cell_len(line) <= width for line in lines)


def test_a_reason_too_long_for_the_bar_goes_on_below():
    """All of it stands in the bar, and the next key after it."""
    hints = [Hint(Action("next", "space", "Essais"), ABSENT), Hint(Action("help", "f1", "Aide"))]
    pieces = laid_out(hints, 80)
    first = " ".join(p.words for p in pieces if p.hint.action.id == "next")
    assert first == f"(Espace Essais : {ABSENT.rstrip('.')})"
    assert all(p.x + p.width <= 80 for p in pieces)
    assert [p.line for p in pieces] == [0, 1, 1]


@pytest.mark.spec("DSP-012")
async def test_a_long_refusal_is_read_whole_at_80_columns(room, until):
    """The line grows for it and is one line again afterwards."""
    app = room.RoomApp()
    async with app.run_test(size=(80, 24)):
        line = app.room.query_one(MessageLine)
        app.room.say(ABSENT, Tone.REFUSAL)
        await until(lambda: line.size.height == 2)
        shown = " ".join(line.render_line(y).text.strip() for y in range(2))
        assert shown == f"■ {ABSENT}"
        bar = app.room.query_one(HintBar)
        assert bar.region.bottom == 24
        app.room.say("Fait.")
        await until(lambda: line.size.height == 1)


async def test_the_help_page_scrolls_and_says_how_to_close_it(room, until):
    """A list longer than 24 lines keeps its last line in sight, and the arrows go through it."""
    app = room.RoomApp()
    app.room.HELP = "\n".join(f"ligne {n}" for n in range(60))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f1")
        await until(lambda: isinstance(app.screen, HelpScreen))
        await until(lambda: app.screen.focused is not None)
        note = app.screen.query(".dialog--note").last()
        assert note.region.bottom < 24
        await pilot.press("down")
        await until(lambda: app.screen.focused.scroll_offset.y > 0)

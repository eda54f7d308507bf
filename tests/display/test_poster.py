"""Large letters: what fits is as large as it can be, and nothing is ever lost."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.geometry import Size

from display import letters
from display.poster import Level, Words, placed

TEXT = st.text(
    st.characters(codec="latin-1", exclude_categories=["C", "Z"]), min_size=1, max_size=12
)
LINE = st.builds(Words, TEXT, st.sampled_from(Level))


@pytest.mark.parametrize("face", [letters.LARGE, letters.SMALL])
def test_every_letter_is_as_high_as_its_face(face):
    """And its rows are of one width."""
    for shape in face.shapes.values():
        assert len(shape) == face.height and len({len(row) for row in shape}) == 1


@pytest.mark.parametrize("face", [letters.LARGE, letters.SMALL])
def test_what_the_board_writes_can_be_drawn(face):
    """No letter of its words is missing from either face."""
    for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789€,.:?!'-/":
        assert letter in face.shapes


def test_accents_stand_above_and_only_where_there_are_some():
    """« É » is higher than « E » by its accent, and holds it."""
    plain, acute = letters.pixels("E", letters.LARGE), letters.pixels("É", letters.LARGE)
    assert acute[-7:] == plain and len(acute) == 9 and "#" in acute[0] + acute[1]


def test_letters_grow_with_the_room():
    """PAUSE on 80 × 24, 120 × 40 and 240 × 67."""
    heights = [
        placed((Words("PAUSE", Level.GIANT),), Size(*size))[0].height
        for size in ((80, 20), (120, 36), (240, 63))
    ]
    assert heights == sorted(heights) and heights[0] >= 5 and heights[2] >= 14


@pytest.mark.spec("DSP-015")
@given(st.lists(LINE, min_size=1, max_size=5), st.integers(40, 240), st.integers(16, 67))
def test_nothing_overlaps_or_leaves_the_board(lines, width, height):
    """Whatever the words and the room: rows in order, every letter of the text still there."""
    found = placed(tuple(lines), Size(width, height))
    row = 0
    for line in found:
        assert line.top >= row
        row = line.top + line.height
        if line.face is not None:
            assert line.face.size(line.text, line.scale)[0] <= width and row <= height
    kept = "".join(line.text for line in found).replace(" ", "")
    assert kept == "".join(line.text for line in lines).replace(" ", "")

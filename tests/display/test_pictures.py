"""A few pictures, so that a change of looks is seen and meant."""

from __future__ import annotations

import pytest

from core.stations import StationKind
from display.app import DisplayApp


def app_of(nights, night):
    return DisplayApp(nights.NightLine(night, StationKind.DISPLAY, ["board"]), theme="nuit")


@pytest.mark.spec("DSP-002", "DSP-015")
def test_the_draw_looks_like_this(snap_compare, nights, night):
    """Seventeen balls at 240 × 67."""
    night.to_quine()
    assert snap_compare(app_of(nights, night), terminal_size=(240, 67))


@pytest.mark.spec("DSP-006")
def test_a_verification_looks_like_this(snap_compare, nights, night):
    """A valid quine at 80 × 24."""
    number = night.to_quine()
    night.give("StopDraw", word="quine")
    night.give("VerifyCarton", text=night.serial(number))
    assert snap_compare(app_of(nights, night), terminal_size=(80, 24))

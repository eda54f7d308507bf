"""One picture of the console, so that a change of looks is seen and meant."""

from __future__ import annotations

import pytest

from caller.app import CallerApp
from core.stations import StationKind


@pytest.mark.spec("DSP-012")
def test_a_stop_looks_like_this(snap_compare, nights, night):
    """A valid quine under verification at 80 × 24."""
    number = night.to_quine()
    night.give("StopDraw", word="quine")
    night.give("VerifyCarton", text=night.serial(number))
    night.hear()
    line = nights.NightLine(night, StationKind.CALLER, ["caller"])
    line.person, line.person_name = "martin", "Zoé Martin"
    assert snap_compare(CallerApp(line, theme="nuit"), terminal_size=(80, 24))

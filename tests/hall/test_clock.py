"""The two clocks of a house and what happens when somebody moves one (GEN-008)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.rules import Refusal
from hall.clock import ClockGuard, Reading, RealClock, RehearsalClock, gap_ms


def test_the_real_clock_is_civil_in_the_houses_zone():
    """Offset and milliseconds are written; monotonic time starts again with a run."""
    clock = RealClock("Europe/Paris")
    first, second = clock.read(), clock.read()
    assert len(first.at) == len("2026-01-10T20:00:00.000+01:00")
    assert first.at[-6:] in ("+01:00", "+02:00")
    assert 0 <= first.mono_ns <= second.mono_ns
    clock.start_run()
    assert clock.read().mono_ns < 1_000_000_000
    assert RealClock("Pacific/Noumea").read().at.endswith("+11:00")
    with pytest.raises(Refusal) as refusal:
        RealClock("Nowhere/At-All")
    assert refusal.value.code == "FUSEAU_INCONNU"


@pytest.mark.spec("GEN-008")
def test_a_change_of_season_is_not_an_incident():
    """When summer time ends the wall goes back an hour, and nothing moved."""
    guard = ClockGuard()
    assert guard.moved_ms(Reading("2026-10-25T02:59:59.000+02:00", 0)) == 0
    assert guard.moved_ms(Reading("2026-10-25T02:00:01.000+01:00", 2_000_000_000)) == 0


@pytest.mark.spec("GEN-008")
@given(moved=st.integers(-10_000_000, 10_000_000))
def test_more_than_a_second_is_noticed_once(moved):
    """Backwards or forwards by more than 1 s: told by how much, and then it is the new time."""
    from datetime import datetime, timedelta

    start = datetime.fromisoformat("2026-01-10T20:00:00.000+01:00")

    def at(ms):
        return (start + timedelta(milliseconds=ms)).isoformat(timespec="milliseconds")

    guard = ClockGuard()
    guard.moved_ms(Reading(at(0), 0))
    told = guard.moved_ms(Reading(at(1_000 + moved), 1_000_000_000))
    assert told == (moved if abs(moved) > 1_000 else 0)
    assert guard.moved_ms(Reading(at(2_000 + moved), 2_000_000_000)) == 0


def test_time_between_runs_is_civil_and_never_negative():
    """A clock set back while the house was closed takes nothing from a limit that runs."""
    assert gap_ms("2026-01-10T20:00:00.000+01:00", "2026-01-10T20:04:00.500+01:00") == 240_500
    assert gap_ms("2026-01-10T20:00:00.000+01:00", "2026-01-10T19:00:00.000+01:00") == 0
    clock = RehearsalClock()
    clock.start_run("2026-01-10T21:00:00.000+01:00")
    assert clock.read() == Reading("2026-01-10T21:00:00.010+01:00", 0)

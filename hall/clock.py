"""Time, read by the hall and given to the core (GEN-008).

The monotonic clock measures limits, the civil clock dates registers. A headless rehearsal has a
clock of its own, so that the same night can be played to the byte (design §10).
"""

from __future__ import annotations

import time
from datetime import datetime, timedelta, tzinfo
from typing import ClassVar, Protocol
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec

from core.rules import Order, Refusal

ZONE = "Europe/Paris"
REHEARSAL_START = "2026-01-10T20:00:00.000+01:00"
REHEARSAL_STEP_MS = 10
LONGEST_ADVANCE_MS = 400 * 86_400_000
MOVED_MS = 1_000


class Reading(msgspec.Struct, frozen=True):
    """`at` is local time with offset and milliseconds; `mono_ns` counts from the run's start."""

    at: str
    mono_ns: int


class Clock(Protocol):
    @property
    def steps(self) -> bool:
        """Whether time stands still between orders: then nobody waits for a deadline."""

    def start_run(self, last_at: str = "") -> None:
        """A run begins: `mono_ns` is 0. `last_at` is the civil time of the last line, if any."""

    def read(self) -> Reading: ...

    def tick(self) -> None:
        """An order is about to be decided."""


class AdvanceClock(Order):
    """Lets the rehearsal clock go on; only a simulator of a rehearsal house gives it."""

    ms: int


class RealClock:
    """The machine's clocks."""

    steps: ClassVar[bool] = False

    def __init__(self, zone: str = ZONE) -> None:
        """`zone` is a name of the tz database. Refuses FUSEAU_INCONNU."""
        self._zone = _zone(zone)
        self.start_run()

    def start_run(self, last_at: str = "") -> None:
        self._zero_ns = time.monotonic_ns()

    def read(self) -> Reading:
        civil = datetime.now(self._zone)
        return Reading(
            civil.isoformat(timespec="milliseconds"), time.monotonic_ns() - self._zero_ns
        )

    def tick(self) -> None:
        """Time passes by itself."""


class RehearsalClock:
    """Ten milliseconds an order, and what the simulator adds."""

    steps: ClassVar[bool] = True

    def __init__(self, start: str = REHEARSAL_START) -> None:
        self._start = datetime.fromisoformat(start)
        self._mono_ms = 0

    def start_run(self, last_at: str = "") -> None:
        if last_at:
            self._start = datetime.fromisoformat(last_at)
            self._start += timedelta(milliseconds=REHEARSAL_STEP_MS)
        self._mono_ms = 0

    def read(self) -> Reading:
        civil = self._start + timedelta(milliseconds=self._mono_ms)
        return Reading(civil.isoformat(timespec="milliseconds"), self._mono_ms * 1_000_000)

    def tick(self) -> None:
        self._mono_ms += REHEARSAL_STEP_MS

    def advance(self, ms: int) -> None:
        """Refuses DUREE_HORS_LIMITES: a clock only goes on, and not for ever."""
        if not 0 < ms <= LONGEST_ADVANCE_MS:
            raise Refusal("DUREE_HORS_LIMITES", ms=ms, most=LONGEST_ADVANCE_MS)
        self._mono_ms += ms


class ClockGuard:
    """Compares the two clocks from one reading to the next."""

    def __init__(self) -> None:
        self._civil_ms = 0
        self._mono_ms: int | None = None

    def moved_ms(self, reading: Reading) -> int:
        """By how much somebody moved the civil clock since the last reading; 0 within a second."""
        civil_ms = ms_of(reading.at)
        mono_ms = reading.mono_ns // 1_000_000
        before, self._mono_ms = self._mono_ms, mono_ms
        drift = civil_ms - self._civil_ms - (mono_ms - before) if before is not None else 0
        self._civil_ms = civil_ms
        return drift if abs(drift) > MOVED_MS else 0


def ms_of(at: str) -> int:
    """Civil time as milliseconds of the epoch, whatever the offset: for differences only."""
    return round(datetime.fromisoformat(at).timestamp() * 1000)


def gap_ms(earlier: str, later: str) -> int:
    """Civil milliseconds between two lines, never negative (design §4)."""
    return max(0, ms_of(later) - ms_of(earlier))


def _zone(name: str) -> tzinfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        raise Refusal("FUSEAU_INCONNU", zone=name) from None

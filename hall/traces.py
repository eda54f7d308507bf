"""What is written down of refusals: thirty a minute for a station, then how many more (GEN-005)."""

from __future__ import annotations

from dataclasses import dataclass

from core.refusals import MOST_A_MINUTE, OrderRefused, RefusalsSuppressed
from core.rules import Role
from hall.scribe import By, Scribe

MINUTE_MS = 60_000


@dataclass
class Minute:
    since_ms: int
    count: int = 0
    suppressed: int = 0


class Traces:
    def __init__(self, scribe: Scribe) -> None:
        self._scribe = scribe
        self._minutes: dict[str, Minute] = {}

    def leave(self, by: By, order_type: str, code: str, values: str = "") -> None:
        """One line, or one more to count; `values` as `OrderRefused` keeps them."""
        now_ms = self._scribe.now().ms
        minute = self._minutes.setdefault(by.station, Minute(now_ms))
        if now_ms - minute.since_ms >= MINUTE_MS:
            self._count(by.station, minute)
            minute = self._minutes[by.station] = Minute(now_ms)
        minute.count += 1
        if minute.count > MOST_A_MINUTE:
            minute.suppressed += 1
        else:
            self._scribe.note(OrderRefused(order_type, code, values), by)

    def flush(self, *, all: bool = False) -> None:
        """Counts what was left out of minutes that are over; `all` when the hall closes."""
        if not self._minutes:
            return
        now_ms = self._scribe.now().ms
        for station, minute in tuple(self._minutes.items()):
            if all or now_ms - minute.since_ms >= MINUTE_MS:
                self._count(station, minute)
                del self._minutes[station]

    def due_ms(self) -> int | None:
        """Hall milliseconds at which something will have to be counted."""
        times = (m.since_ms + MINUTE_MS for m in self._minutes.values() if m.suppressed)
        return min(times, default=None)

    def _count(self, station: str, minute: Minute) -> None:
        if minute.suppressed:
            self._scribe.note(RefusalsSuppressed(minute.suppressed), By("", Role.MAISON, station))
            minute.suppressed = 0

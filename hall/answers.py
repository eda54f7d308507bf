"""What was answered to whom: an order sent twice is executed once and answered alike (GEN-016).

Answers are kept for the gaming day and the one before, by station and order id. They are rebuilt
from the journal: the result of an order is what its facts tell. An order id begins with its day,
so that one too old to be remembered is known as such, and refused rather than executed again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from functools import lru_cache
from typing import Any

import msgspec

from core.refusals import OrderRefused
from core.rules import Fact, Refusal, told

DAY_TURNS = timedelta(hours=8)  # after the last closing, before the first opening
HOUR = len("2026-01-10T20")
VALUES_CHARS = 500
ORDER_ID = re.compile(r"(\d{8})-[0-9A-Za-z-]{1,50}")


class Answered(msgspec.Struct, frozen=True):
    """`seq` is the last line the order wrote; with a `code` it was refused."""

    seq: int
    result: dict[str, Any] = {}
    code: str = ""


Journalled = tuple[int, tuple[Fact, ...]]  # told only when somebody asks again


def gaming_day(at: str) -> date:
    """The day a moment belongs to for order ids: nights end in the morning."""
    return (datetime.fromisoformat(at) - DAY_TURNS).date()


def order_days(at: str) -> tuple[str, str]:
    """The days whose order ids are good at this moment: this gaming day, and the one before."""
    return _days_of(at[:HOUR])


@lru_cache(maxsize=4)
def _days_of(hour: str) -> tuple[str, str]:
    """This gaming day and the one before, as order ids write them; it turns on the hour."""
    today = gaming_day(f"{hour}:00")
    return written(today), written(today - timedelta(days=1))


def written(day: date) -> str:
    return day.strftime("%Y%m%d")


class Answers:
    """Keyed by the order id's own day, then (station, id)."""

    def __init__(self, last_at: str = "") -> None:
        """`last_at`, where known, is the last moment of the journal these are rebuilt from."""
        self._days: dict[str, dict[tuple[str, str], Answered | Journalled]] = {}
        self._wanted = frozenset(order_days(last_at)) if last_at else None

    def known(self, station: str, order_id: str, at: str) -> Answered | None:
        """The first answer, or None for a new order.

        Refuses IDENTIFIANT_ILLISIBLE, and ORDRE_PERIME for a day that is neither this one nor
        the last.
        """
        match = ORDER_ID.fullmatch(order_id)
        if match is None:
            raise Refusal("IDENTIFIANT_ILLISIBLE")
        good = order_days(at)
        if match[1] not in good:
            raise Refusal("ORDRE_PERIME", day=good[0])
        answered = self._days.get(match[1], {}).get((station, order_id))
        return _told(*answered) if isinstance(answered, tuple) else answered

    def keep(self, station: str, order_id: str, answered: Answered) -> None:
        self._day(order_id[:8]).setdefault((station, order_id), answered)

    def rebuild(self, station: str, order_id: str, seq: int, facts: tuple[Fact, ...]) -> None:
        """From the journal: the lines that one order wrote."""
        day = order_id[:8]
        if self._wanted is None or day in self._wanted:
            self._day(day).setdefault((station, order_id), (seq, facts))

    def all(self) -> Iterator[tuple[str, str, Answered]]:
        """(station, order id, answer), days and answers in the order they came."""
        for day in self._days.values():
            for (station, order_id), answered in day.items():
                told_now = _told(*answered) if isinstance(answered, tuple) else answered
                yield station, order_id, told_now

    def _day(self, day: str) -> dict[tuple[str, str], Answered | Journalled]:
        found = self._days.get(day)
        if found is None:
            found = self._days[day] = {}
            for old in sorted(self._days)[:-2]:
                del self._days[old]
        return found

    def __len__(self) -> int:
        return sum(map(len, self._days.values()))


def refused_values(refusal: Refusal) -> str:
    """What `OrderRefused` keeps of a refusal; nothing where a stranger chose the length."""
    if not refusal.values:
        return ""
    text = msgspec.json.encode(refusal.values, order="sorted").decode()
    return text if len(text) <= VALUES_CHARS else ""


def _told(seq: int, facts: tuple[Fact, ...]) -> Answered:
    for fact in facts:
        if isinstance(fact, OrderRefused):
            return Answered(seq, msgspec.json.decode(fact.values or "{}"), fact.code)
    return Answered(seq, told(facts))

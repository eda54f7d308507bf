"""What a load measured, as plain numbers: milliseconds, bytes, orders a second."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec


class Spread(msgspec.Struct, frozen=True):
    """How long something took, in milliseconds. All zero when nothing was measured."""

    count: int = 0
    p50: float = 0.0
    p99: float = 0.0
    most: float = 0.0


def spread(took_ms: Sequence[float]) -> Spread:
    """Nearest rank: the p99 of a hundred is the ninety-ninth."""
    if not took_ms:
        return Spread()
    ordered = sorted(took_ms)

    def rank(percent: int) -> float:
        return round(ordered[max(0, -(-len(ordered) * percent // 100) - 1)], 3)

    return Spread(len(ordered), rank(50), rank(99), round(ordered[-1], 3))


class Phase(msgspec.Struct, frozen=True):
    """A part of the night: how many orders in how long, and from order to answer."""

    orders: int
    seconds: float
    orders_a_second: float
    answer_ms: Spread


class HallCost(msgspec.Struct, frozen=True):
    """What the hall's own process took. `written_bytes` went to its disk."""

    cpu_s: float
    cpu_share: float
    memory_mb: float
    commits: int
    lines: int
    lines_a_commit: float
    commits_a_second: float
    commit_ms: Spread
    written_bytes: int
    journal_bytes: int


class Figures(msgspec.Struct, frozen=True):
    """All of a run, or of what was played until it `failed`.

    `behind_ms` is how late orders left when a rate was asked for.
    """

    kiosks: int
    boards: int
    players: int
    parties: int
    rate: float
    complete: bool
    failed: str
    sale: Phase
    draw: Phase
    all: Phase
    by_order_ms: dict[str, Spread]
    behind_ms: Spread
    view_ms: Spread
    views: int
    sent_bytes: int
    received_bytes: int
    hall: HallCost
    stations_cpu_s: float
    journal: str
    refused: dict[str, int]

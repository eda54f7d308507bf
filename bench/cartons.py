"""Cartons, winners, odds and the draw: CPU time on one core, medians (docs/performance.md).

References, measured in the same run: strips and cartons against plain Python that unranks the same
kind of number; winners against sets of numbers scanned at each ball, as programs usually do.
"""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from statistics import median
from typing import Any

Measured = dict[str, Any]
KEY = bytes(range(16))
COLD = """
import time
start = time.process_time()
from core.bingo.cartons import Series
Series(bytes(16), 6).rows()
print(time.process_time() - start)
"""
LIGHT = "import time; start = time.process_time()\nimport core.bingo.cartons, core.bingo.winners\n"


def run() -> Iterator[Measured]:
    """About half a minute."""
    yield from _starting()
    yield from _dealing()
    yield from _certifying()
    yield from _listing()
    for size in (10_002, 100_002, 1_000_002):
        yield from _calling(size)
    yield from _drawing()


def seconds(act: Callable[[], object], times: int = 7) -> float:
    """The median CPU time of an act, once warm."""
    act()
    spent = []
    for _ in range(times):
        start = time.process_time()
        act()
        spent.append(time.process_time() - start)
    return median(spent)


def measured(name: str, value: float, unit: str, ratio: float | None = None) -> Measured:
    told: Measured = {"name": name, "value": float(f"{value:.4g}"), "unit": unit}
    return told if ratio is None else told | {"ratio": float(f"{ratio:.3g}")}


def _alone(program: str) -> float:
    command = [sys.executable, "-c", program]
    return median(float(subprocess.check_output(command, text=True)) for _ in range(5))


def _starting() -> Iterator[Measured]:
    yield measured("cartons.cold", _alone(COLD), "s to import, build tables and deal a strip")
    light = _alone(LIGHT + "print(time.process_time() - start)")
    yield measured("cartons.import", light, "s paid by a screen that deals nothing")


def _dealing() -> Iterator[Measured]:
    from core.bingo.cartons import Series
    from core.bingo.cartons.cards import unrank_many
    from core.bingo.cartons.ranking import CARTONS

    slow = seconds(lambda: Series(KEY, 300, "strip-2").rows(), 3) / 50
    fast = seconds(lambda: Series(KEY, 600_000).rows()) / 100_000
    yield measured("strips", 1 / fast, "strips/s", slow / fast)
    yield measured("strips.10000", seconds(lambda: Series(KEY, 60_000).rows()) * 1e3, "ms")
    slow = seconds(lambda: Series(KEY, 1000, "card-2").rows(), 3) / 1000
    fast = seconds(lambda: Series(KEY, 400_000, "card-1").rows()) / 400_000
    yield measured("cards.keyed", 1 / fast, "cartons/s", slow / fast)
    import numpy as np

    ranks = np.random.default_rng(1).integers(0, CARTONS, 200_000, np.uint64)
    yield measured("cards.unrank", 200_000 / seconds(lambda: unrank_many(ranks)), "cartons/s")
    for name, algorithm in (
        ("card.plain", "card-2"),
        ("card.aes", "card-1"),
        ("strip.plain", "strip-2"),
        ("strip.numpy", "strip-1"),
    ):
        series = Series(KEY, 6000, algorithm)
        of, most = (series.carton, 6000) if name[0] == "c" else (series.strip, 1000)
        wanted = random.Random(2).sample(range(1, most + 1), 200)
        spent = seconds(lambda of=of, wanted=wanted: [of(number) for number in wanted], 5)
        yield measured(name, spent / 200 * 1e6, "µs each")


def _certifying() -> Iterator[Measured]:
    from core.bingo.cartons import Series

    for size in (60_000, 1_000_002):
        series = Series(KEY, size)
        spent = seconds(lambda series=series: series.certificate(), 3)
        yield measured(f"certificate.{size}", spent, "s")
    spent = seconds(lambda: Series(KEY, 99_996).certificate(rows_unique=True), 3)
    yield measured("certificate.rows.99996", spent, "s")


def _listing() -> Iterator[Measured]:
    from core.bingo.cartons import Series
    from core.bingo.cartons.listing import lines

    series = Series(KEY, 120_000)
    for fmt in ("jsonl", "csv"):
        spent = seconds(lambda fmt=fmt: sum(map(len, lines(series, 14, fmt=fmt))))
        yield measured(f"listing.{fmt}", 120_000 / spent, "cartons/s")


def _calling(size: int) -> Iterator[Measured]:
    from core.bingo.cartons import Series
    from core.bingo.winners import Games, Marks

    cartons = Series(KEY, size).rows()
    orders = [random.Random(seed).sample(range(1, 91), 90) for seed in range(3)]
    spent: list[float] = []
    for order in orders:
        marks = Marks(cartons)
        start = time.process_time()
        for ball in order:
            marks.call(ball)
        spent.append((time.process_time() - start) / 90)
    call = median(spent)
    naive = _naive(cartons[:6000].tolist(), orders[0]) * size / 6000
    yield measured(f"call.{size}", call * 1e3, "ms a ball, mean of a game", naive / call)
    weight = (marks._where.nbytes + marks._counts.nbytes) / size
    yield measured(f"call.{size}.memory", weight, "bytes a carton")
    games = Games(cartons)
    game = seconds(lambda: games.play(orders[0]), 5)
    yield measured(f"game.{size}", game * 1e3, "ms a game of 90 balls", 90 * naive / game)


def _naive(cartons: list[list[list[int]]], order: list[int]) -> float:
    """Seconds a ball with sets of numbers, every carton looked at: the usual way."""
    rows = [[set(row) for row in carton] for carton in cartons]
    drawn: set[int] = set()
    start = time.process_time()
    near = 0
    for ball in order[:45:9]:
        drawn.add(ball)
        near += sum(min(len(row - drawn) for row in carton) <= 1 for carton in rows)
        near += sum(sum(len(row - drawn) for row in carton) <= 1 for carton in rows)
    return (time.process_time() - start) / 5


def _drawing() -> Iterator[Measured]:
    from core import chance
    from core.bingo.odds import table

    seed, root = bytes(32), chance.sold_root(["014-000001"])
    draw = seconds(lambda: [list(chance.balls(seed, "g/1", root, "salle:1")) for _ in range(200)])
    yield measured("draw", draw / 200 * 1e6, "µs a draw of 90 balls")
    fresh = iter(range(600, 700))
    spent = seconds(lambda: table(next(fresh)), 3)
    yield measured("odds.table", spent, "s for a new number of cartons")

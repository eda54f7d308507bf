"""The hall under load, in a process of its own: the real one, with a counter on its commits.

python -m quine.load.serving DIR        one JSON line when it serves, one when it has stopped
"""

from __future__ import annotations

import asyncio
import signal
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

import hall.opening
import hall.running
from hall import loop
from hall.engine import Engine
from hall.journal import Line, SqliteJournal
from hall.running import Plan, Ready, run
from quine import rules
from quine.load.figures import Spread, spread

PAIRING_MINUTES = 60


class Serving(msgspec.Struct, frozen=True):
    """Where it listens, and the first code of each kind of station."""

    url: str
    codes: dict[str, str]


class Commits(msgspec.Struct, frozen=True):
    """What the journal did: one commit is one fsync of its WAL; `took` in milliseconds."""

    commits: int
    lines: int
    took: Spread


class CountedJournal(SqliteJournal):
    """The journal itself; each commit is counted where it happens, in the writer thread."""

    commits: list[tuple[int, float]] = []

    def _commit(self, lines: Sequence[Line]) -> None:
        began = time.perf_counter()
        super()._commit(lines)
        if lines:
            self.commits.append((len(lines), (time.perf_counter() - began) * 1000))


class RealHouseEngine(Engine):
    """A rehearsal checks every invariant after every order; a real house after every *partie*.

    What is measured here is what a real house would feel.
    """

    def __init__(self, *of: Any, **how: Any) -> None:
        super().__init__(*of, **{**how, "check_always": False})


def serve(data: Path) -> None:
    hall.running.Engine = RealHouseEngine  # type: ignore[attr-defined]  # it runs with this one
    hall.opening.SqliteJournal = CountedJournal  # type: ignore[attr-defined]  # the house opens this one
    loop.run(_serve(data))
    counted = CountedJournal.commits
    lines = sum(count for count, _ in counted)
    _say(Commits(len(counted), lines, spread([took for _, took in counted])))


async def _serve(data: Path) -> None:
    stop = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(name, stop.set)
    plan = Plan(data, port=0, rules=rules.forfait(), pairing_minutes=PAIRING_MINUTES, rate=0)
    await run(plan, ready=_ready, stop=stop)


def _ready(ready: Ready) -> None:
    _say(Serving(ready.url, {kind.value: code for kind, code in ready.codes.items()}))


def _say(told: msgspec.Struct) -> None:
    sys.stdout.write(msgspec.json.encode(told).decode() + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    serve(Path(sys.argv[1]))

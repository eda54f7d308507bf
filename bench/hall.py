"""How fast the hall is: journal, engine, sockets (guides: 50 kiosks, a slow disk, 100 boards).

The hall runs in a process of its own under the real rules, with one order more: a sale that costs
one line. `python -m bench.hall` prints a line a figure.
"""

from __future__ import annotations

import asyncio
import functools
import json
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from core import house as law
from core.house import House
from core.rules import CAISSIER, POSTE, Fact, Facts, Moment, Order, applies, rule
from core.site import FoundHouse
from core.stations import StationKind
from hall import loop, opening, running, snapshot
from hall.answers import Answers, gaming_day, written
from hall.client import HallClient
from hall.collector import without_collector
from hall.engine import Asked, Engine
from hall.journal import Head, Line, MemoryJournal, SqliteJournal, Stamp, verify
from hall.journal.lines import line
from hall.opening import found_house
from hall.protocol import View
from hall.replay import restore_file

Figure = dict[str, Any]
LINES = 240_000
A_NIGHT = 4_000  # lines
SLOW_DISK_S = 0.005


class BenchSell(Order):
    number: int


class BenchSold(Fact):
    tells = ("number",)

    number: int
    price_c: int
    at: str


@rule(BenchSell, by=POSTE | CAISSIER)
def bench_sell(house: House, order: BenchSell, now: Moment) -> Facts:
    yield BenchSold(order.number, 30_00, now.at)


@applies(BenchSold)
def _sold(house: House, fact: BenchSold) -> None:
    house.bingo.series += 0


def run() -> Iterator[Figure]:
    """Every figure, in about half a minute."""
    yield from _journal()
    yield from loop.run(_engine())
    for stations, delay_s in ((1, 0), (10, 0), (50, 0), (1, SLOW_DISK_S), (50, SLOW_DISK_S)):
        yield from loop.run(_sales(stations, delay_s))
    for delay_s in (0, SLOW_DISK_S):
        yield from loop.run(_sales(50, delay_s, rate=100))
    for boards in (100, 500):
        yield from loop.run(_boards(boards))


def _journal() -> Iterator[Figure]:
    head, lines = Head(), []
    start = time.perf_counter()
    for n in range(LINES):
        day = date(2026, 1, 10) + timedelta(n // A_NIGHT)
        at, order_id = f"{day}T20:00:00.010+01:00", f"{day:%Y%m%d}-{n}"
        stamp = Stamp(at, n * 1_000_000, order_id, "durand", "CAISSIER", "desk-1")
        lines.append(line(head, stamp, BenchSold(n, 30_00, at)))
        head = lines[-1].head
    yield _figure("hall.lines_written", LINES / (time.perf_counter() - start), "lines/s")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "journal.db")
        journal = SqliteJournal(path)
        yield _figure("hall.append_256", _append(journal, lines, 256), "lines/s")
        journal.close()
        start = time.perf_counter()
        assert verify(path).whole
        yield _figure("hall.verify", LINES / (time.perf_counter() - start), "lines/s")
        start = time.perf_counter()
        restored = restore_file(journal, House(), law)
        yield _figure("hall.restore", LINES / (time.perf_counter() - start), "facts/s")
        restored.answers = Answers()  # a real house remembers those of two days
        snapshot.keep(Path(folder), b"bench", snapshot.taken(restored, law, "bench"))
        start = time.perf_counter()
        assert snapshot.resumed(Path(folder), b"bench", journal, House, law, "bench")
        yield _figure("hall.resume_from_snapshot", (time.perf_counter() - start) * 1000, "ms")
        yield _figure("hall.bytes_a_line", path.stat().st_size / LINES, "bytes")
        single = SqliteJournal(Path(folder, "single.db"))
        yield _figure("hall.commit_1", _append(single, lines[:2_000], 1), "commits/s")
        single.close()


def _append(journal: SqliteJournal, lines: list[Line], group: int) -> float:
    start = time.perf_counter()
    for place in range(0, len(lines), group):
        journal.append_now(lines[place : place + group])
    return len(lines) / (time.perf_counter() - start)


async def _engine() -> list[Figure]:
    """What the engine itself costs an order: decided, checked for role, chained, answered."""
    with tempfile.TemporaryDirectory() as folder:
        house = _found(Path(folder))
        house.journal.close()
        journal = MemoryJournal(head=house.journal.head)
        engine = Engine(house.scribe, journal, Answers(), check_always=False)
        work = asyncio.create_task(engine.run())
        day = written(gaming_day(house.scribe.now().at))
        count = 10_000
        start = time.perf_counter()
        for first in range(0, count, 200):
            asked = (
                Asked("kiosk-1", StationKind.KIOSK, f"{day}-{n}", "BenchSell", {"number": n})
                for n in range(first, first + 200)
            )
            await asyncio.gather(*map(engine.ask, asked))
        spent = time.perf_counter() - start
        engine.close()
        await work
        house.close()
    return [_figure("hall.engine_order", spent / count * 1e6, "us")]


async def _sales(stations: int, delay_s: float, rate: float = 0) -> list[Figure]:
    """Durable sales a second, and order to answer, from stations that each wait for their answer.

    `rate` is orders a second from all of them together; 0 is no pause at all.
    """
    spent: list[float] = []
    seconds = 2.0
    async with _hall(delay_s) as (url, codes, folder):
        clients = await _stations(url, codes, folder, stations)
        end = time.perf_counter() + seconds

        async def sell(client: HallClient) -> None:
            n = 0
            await asyncio.sleep(clients.index(client) / rate if rate else 0)
            while (start := time.perf_counter()) < end:
                await client.order("BenchSell", number=n)
                spent.append(time.perf_counter() - start)
                n += 1
                if rate:
                    await asyncio.sleep(stations / rate)

        with without_collector():  # one process stands for all these machines
            await asyncio.gather(*map(sell, clients))
        for client in clients:
            await client.close()
    name = f"hall.sales_{stations}_stations" + ("_5ms_disk" if delay_s else "")
    name += f"_{rate:.0f}_a_second" if rate else ""
    return [
        _figure(name, len(spent) / seconds, "sales/s"),
        *_percentiles(f"{name}_answer", spent),
    ]


async def _boards(count: int) -> list[Figure]:
    """From the order to the last of the boards: every board watches a view that changes."""
    spent: list[float] = []
    async with _hall(0) as (url, codes, folder):
        clients = await _stations(url, codes, folder, count)
        seen: dict[HallClient, int] = {}
        for client in clients:
            client.watch("board", "", functools.partial(_saw, seen, client))
        giver = clients[0]
        for n in range(20):
            await asyncio.sleep(0.06)  # balls are seconds apart: no view waits for its turn
            before = dict(seen)
            start = time.perf_counter()
            await giver.order("BenchSell", number=n)
            while any(seen.get(client) == before.get(client) for client in clients):
                if time.perf_counter() - start > 1:
                    break
                await asyncio.sleep(0)
            spent.append(time.perf_counter() - start)
        for client in clients:
            await client.close()
    return _percentiles(f"hall.view_to_{count}_boards", spent)


def _saw(seen: dict[HallClient, int], client: HallClient, view: View) -> None:
    seen[client] = view.seq


async def _stations(url: str, codes: dict[str, str], folder: Path, count: int) -> list[HallClient]:
    clients = []
    for n in range(count):
        client = HallClient(url, folder / f"{n}.station")
        await client.pair(codes["kiosk"].split()[n], StationKind.KIOSK, str(n))
        await client.connect()
        clients.append(client)
    return clients


@asynccontextmanager
async def _hall(delay_s: float) -> AsyncIterator[tuple[str, dict[str, str], Path]]:
    """A real hall in another process; its house is thrown away afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        _found(Path(folder, "data")).close()
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bench.hall", "serve", folder, str(delay_s)),
            stdout=asyncio.subprocess.PIPE,
        )
        assert process.stdout is not None
        said = json.loads(await process.stdout.readline())
        try:
            yield said["url"], said["codes"], Path(folder)
        finally:
            process.terminate()
            await process.wait()


def _found(folder: Path) -> opening.OpenHouse:
    house = found_house(folder, rehearsal=False)
    house.give(FoundHouse("BENCH", "Banc d'essai", False, law.schema()))
    house.commit()
    return house


def _serve(folder: Path, delay_s: float) -> None:
    """The hall's process: real rules, real disk, as slow as told."""
    opening.SqliteJournal = functools.partial(SqliteJournal, delay_s=delay_s)  # type: ignore[assignment, misc]
    plan = running.Plan(folder / "data", port=0, rate=0, law=law, new_house=House)
    plan.views = {"board": _View()}
    running.Pairing = _ManyCodes  # type: ignore[assignment, misc]

    def ready(said: running.Ready) -> None:
        codes = {"kiosk": " ".join(f"{n:08d}" for n in range(500))}
        print(json.dumps({"url": said.url, "codes": codes}), flush=True)

    loop.run(running.run(plan, ready=ready))


class _ManyCodes:
    """Pairs whoever comes: the bench measures sales, not pairing."""

    def __init__(self, *_: Any) -> None:
        """Neither entropy nor certificate is needed."""

    def open(self, *_: Any, **__: Any) -> str:
        return ""

    def spend(self, *_: Any) -> None:
        return None


class _View:
    """A small view that changes with every sale."""

    allowed = frozenset(StationKind)
    shared = True

    def render(self, house: House, lens: Any) -> Any:
        return {"balls": list(range(1, 46)), "ms": lens.now.ms}


def _percentiles(name: str, spent: list[float]) -> list[Figure]:
    ordered = sorted(spent)
    return [
        _figure(f"{name}_p50", ordered[len(ordered) // 2] * 1000, "ms"),
        _figure(f"{name}_p99", ordered[int(len(ordered) * 0.99)] * 1000, "ms"),
    ]


def _figure(name: str, value: float, unit: str) -> Figure:
    return {"name": name, "value": round(value, 3), "unit": unit}


if __name__ == "__main__":
    if sys.argv[1:2] == ["serve"]:
        _serve(Path(sys.argv[2]), float(sys.argv[3]))
    else:
        for figure in run():
            print(json.dumps(figure), flush=True)

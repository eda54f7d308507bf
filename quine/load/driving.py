"""One run of a load: a house founded, its hall started beside us, the night played, all measured."""

from __future__ import annotations

import asyncio
import contextlib
import os
import resource
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from core.bingo.forfait.state import Terms
from core.rules import Refusal
from core.stations import StationKind
from hall import loop
from hall.founding import Founded, found
from hall.journal import verify
from quine.load.evening import QUICK, Course, play
from quine.load.figures import Figures, HallCost, Phase, Spread, spread
from quine.load.room import LoadRoom, Stopwatch
from quine.load.serving import Commits, Serving
from quine.simulator import night
from quine.simulator.night import Script

START_S, STOP_S = 30, 30
CARTONS = 3
CLOCK_TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


class Load(msgspec.Struct, frozen=True):
    """What to put on the hall. `rate` is orders a second from all kiosks together, 0 for no limit."""

    kiosks: int = 20
    boards: int = 10
    players: int = 100
    parties: int = 2
    rate: float = 0.0
    seconds: int = 300


BOUNDS = {
    "kiosks": (1, 200),
    "boards": (1, 500),
    "players": (1, 5_000),
    "parties": (2, 20),
    "rate": (0, 100_000),
    "seconds": (10, 3_600),
}  # bounded, so that nobody brings a machine down by a slip of the hand


def must_be_bounded(load: Load) -> None:
    """Refuses CHARGE_HORS_LIMITES, naming what."""
    for what, (least, most) in BOUNDS.items():
        value = getattr(load, what)
        if not least <= value <= most:
            raise Refusal("CHARGE_HORS_LIMITES", what=what, value=value, least=least, most=most)


@dataclass
class Taken:
    """What was seen while it ran, whole or not."""

    watch: Stopwatch
    course: Course = field(default_factory=Course)
    failed: str = ""
    serving_s: float = 0.0
    cpu_s: float = 0.0
    memory_kb: int = 0
    written: int = 0
    commits: Commits = field(default_factory=lambda: Commits(0, 0, Spread()))


def drive(load: Load) -> Figures:
    """Plays `load` and measures it; when time runs out the figures say `complete: false`.

    Refuses CHARGE_HORS_LIMITES, DEMONSTRATION_EN_PANNE (the hall did not start).
    """
    must_be_bounded(load)
    with tempfile.TemporaryDirectory(prefix="quine-charge-") as folder:
        data = Path(folder, "data")
        terms = Terms(30_00, 24_00, 6_00, CARTONS, load.parties, capacity=3 * load.players + 6)
        founded = found(data, rehearsal=True, terms=terms, parameters=QUICK)
        taken = Taken(Stopwatch(load.rate))
        cpu_before = _own_cpu_s()
        loop.run(_driven(load, founded, data, Path(folder), taken))
        own_cpu_s = _own_cpu_s() - cpu_before
        report = verify(data)
        size = sum(path.stat().st_size for path in data.glob("journal.db*"))
        return _figures(load, taken, own_cpu_s, report.whole, size)


async def _driven(load: Load, founded: Founded, data: Path, folder: Path, taken: Taken) -> None:
    script = Script(load.players, load.parties, "charge")
    async with _hall(data, folder, taken) as serving:
        codes = {StationKind(kind): code for kind, code in serving.codes.items()}
        (folder / "postes").mkdir()
        room = LoadRoom(serving.url, folder / "postes", night.codes_of(codes), watch=taken.watch)
        try:
            async with asyncio.timeout(load.seconds):
                await play(script, founded, room, load.kiosks, load.boards, taken.course)
        except TimeoutError:
            taken.failed = f"le temps est écoulé ({load.seconds} s)"
        except Exception as fault:  # told in the figures, beside what was measured until then
            taken.failed = _first(fault)
        finally:
            await room.close()


def _first(fault: BaseException) -> str:
    """Of many kiosks that failed together, the first."""
    while isinstance(fault, BaseExceptionGroup):
        fault = fault.exceptions[0]
    return f"{type(fault).__name__}: {fault}"[:300]


@asynccontextmanager
async def _hall(data: Path, folder: Path, taken: Taken) -> AsyncIterator[Serving]:
    """The hall's own process, on loopback; its cost is read before it goes."""
    log = (folder / "salle.log").open("wb")
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "quine.load.serving", str(data)),
        stdout=asyncio.subprocess.PIPE, stderr=log,
    )  # fmt: skip
    assert process.stdout is not None
    try:
        said = await asyncio.wait_for(process.stdout.readline(), START_S)
        if not said:
            raise Refusal("DEMONSTRATION_EN_PANNE", log=str(folder / "salle.log"))
        began, before = time.perf_counter(), _cpu_s(process.pid)
        yield msgspec.json.decode(said, type=Serving)
        taken.serving_s = time.perf_counter() - began
        taken.cpu_s = _cpu_s(process.pid) - before
        taken.memory_kb = _status_kb(process.pid, "VmHWM")
        taken.written = _written(process.pid)
        process.terminate()
        rest = await asyncio.wait_for(process.stdout.readline(), STOP_S)
        if rest:
            taken.commits = msgspec.json.decode(rest, type=Commits)
    finally:
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
        await process.wait()
        log.close()


def _figures(load: Load, taken: Taken, own_cpu_s: float, whole: bool, size: int) -> Figures:
    took = taken.watch.took
    by_order: dict[str, list[float]] = defaultdict(list)
    for order, left, answered in took:
        by_order[order].append((answered - left) * 1000)
    stage = taken.course.stage
    delays = stage.boards.delays_ms(stage.given) if stage else []
    views = sum(map(len, stage.boards.seen)) if stage else 0
    ends = (took[0][1], max(answered for _, _, answered in took)) if took else (0.0, 0.0)
    return Figures(
        kiosks=load.kiosks,
        boards=load.boards,
        players=load.players,
        parties=load.parties,
        rate=load.rate,
        complete=not taken.failed,
        failed=taken.failed,
        sale=_phase(took, *taken.course.sale),
        draw=_phase(took, *taken.course.draw),
        all=_phase(took, *ends),
        by_order_ms={order: spread(all_) for order, all_ in sorted(by_order.items())},
        behind_ms=spread(taken.watch.behind_ms),
        view_ms=spread(delays),
        views=views,
        sent_bytes=taken.watch.sent_bytes,
        received_bytes=taken.watch.received_bytes,
        hall=_cost(taken, size),
        stations_cpu_s=round(own_cpu_s, 2),
        journal="entier" if whole else "altéré",
        refused=dict(taken.watch.refused),
    )


def _phase(took: Sequence[tuple[str, float, float]], began: float, ended: float) -> Phase:
    inside = [(answered - left) * 1000 for _, left, answered in took if began <= left <= ended]
    seconds = max(ended - began, 0.0)
    each = len(inside) / seconds if seconds else 0.0
    return Phase(len(inside), round(seconds, 2), round(each, 1), spread(inside))


def _cost(taken: Taken, size: int) -> HallCost:
    commits, seconds = taken.commits, taken.serving_s or 1.0
    return HallCost(
        cpu_s=round(taken.cpu_s, 2),
        cpu_share=round(taken.cpu_s / seconds, 3),
        memory_mb=round(taken.memory_kb / 1024, 1),
        commits=commits.commits,
        lines=commits.lines,
        lines_a_commit=round(commits.lines / commits.commits, 2) if commits.commits else 0.0,
        commits_a_second=round(commits.commits / seconds, 1),
        commit_ms=commits.took,
        written_bytes=taken.written,
        journal_bytes=size,
    )


# The hall's process, as Linux tells it; elsewhere these are 0.


def _cpu_s(pid: int) -> float:
    fields = _read(pid, "stat").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / CLOCK_TICKS if len(fields) > 12 else 0.0


def _status_kb(pid: int, name: str) -> int:
    found = [line for line in _read(pid, "status").splitlines() if line.startswith(f"{name}:")]
    return int(found[0].split()[1]) if found else 0


def _written(pid: int) -> int:
    found = [line for line in _read(pid, "io").splitlines() if line.startswith("write_bytes:")]
    return int(found[0].split()[1]) if found else 0


def _read(pid: int, name: str) -> str:
    try:
        return Path(f"/proc/{pid}/{name}").read_text("utf-8")
    except OSError:
        return ""


def _own_cpu_s() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime

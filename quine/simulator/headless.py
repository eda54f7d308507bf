"""`quine demo --headless`: a house founded, a night played, everything checked and written down."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
import time
from pathlib import Path

from core.rules import Refusal
from hall.clock import RehearsalClock
from hall.founding import Founded, found
from hall.running import Plan, Ready, run
from quine import rules
from quine.simulator.checks import Check, all_checks
from quine.simulator.night import Night, Script, play
from quine.simulator.output import write


def headless(script: Script, seed: str | None, out: Path) -> tuple[list[Check], Night, float]:
    """Plays `script` into `out`. Returns the checks, the night and the seconds it took.

    Refuses DOSSIER_NON_VIDE where something else than an earlier night lies in `out`.
    """
    began = time.perf_counter()
    _make_room(out)
    data = out / "data"
    founded = found(data, rehearsal=True, seed=seed, terms=script.terms, clock=RehearsalClock())
    night = asyncio.run(_served(script, founded, data, seed))
    checks, house = all_checks(script, night, data)
    write(night, house, out)
    return checks, night, time.perf_counter() - began


def _make_room(out: Path) -> None:
    """An earlier night is replaced; anything else is left alone."""
    if out.exists() and any(out.iterdir()):
        if not (out / "data" / "journal.db").exists():
            raise Refusal("DOSSIER_NON_VIDE", folder=str(out))
        shutil.rmtree(out)
    out.mkdir(parents=True, exist_ok=True)


async def _served(script: Script, founded: Founded, data: Path, seed: str | None) -> Night:
    """The hall and its people on one event loop, talking through real sockets."""
    ready: asyncio.Future[Ready] = asyncio.get_running_loop().create_future()
    stop = asyncio.Event()
    # Simulated people are quicker than any hand: at the usual rate their lines would be cut.
    plan = Plan(data, port=0, seed=seed, headless=True, rules=rules.forfait(), rate=0)
    hall = asyncio.create_task(run(plan, ready=ready.set_result, stop=stop))
    try:
        await asyncio.wait((hall, ready), return_when=asyncio.FIRST_COMPLETED)
        if hall.done():
            hall.result()
        opened = ready.result()
        with tempfile.TemporaryDirectory() as folder:
            return await play(script, founded, opened.url, Path(folder), dict(opened.codes))
    finally:
        stop.set()
        await hall

"""A headless rehearsal with a seed is the same night to the byte (design §10)."""

from __future__ import annotations

import io
import itertools
import json

import pytest
from houses import found, hall
from tiny import PINS

from core.rules import Refusal
from core.stations import StationKind
from hall.client import Refused
from hall.journal import export, lines_of
from hall.opening import found_house


async def night(folder, seed):
    """One desk, one board, one simulator; orders one at a time; a restart in the middle."""
    count = itertools.count(1)

    def ids(name):
        return (f"{name}-{n}" for n in count)

    for part in range(2):
        async with hall(folder, seed=seed, headless=True) as running:
            if not part:
                board = await running.paired(StationKind.DISPLAY, "board", order_ids=ids("b"))
                desk = await running.paired(StationKind.DESK, "desk", order_ids=ids("d"))
                sim = await running.paired(StationKind.SIMULATOR, "sim", order_ids=ids("s"))
            else:
                board, desk, sim = (
                    running.client(name, order_ids=ids(name[0]))
                    for name in ("board", "desk", "sim")
                )
                for client in (board, desk, sim):
                    await client.connect()
            await desk.sign_in("durand", PINS["durand"])
            assert await desk.order("Tally", by=1, note="é")
            with pytest.raises(Refused):
                await desk.order("Tally", by=5000)
            await sim.order("AdvanceClock", ms=36 * 3_600_000)
            await desk.order("Tally", by=1)
            assert desk.welcome.day == ("20260112", "20260113")[part]
            for client in (desk, sim, board):
                await client.close()
    out = io.BytesIO()
    assert export(folder, out).whole
    return out.getvalue()


@pytest.mark.spec("GEN-010")
async def test_the_same_seed_gives_the_same_journal_byte_for_byte(tmp_path):
    """Connections, threads and wall time leave no mark; another seed changes only what it must."""
    first = await night(tmp_path / "a", "S")
    assert first == await night(tmp_path / "b", "S")
    types = [json.loads(text)["type"] for text in lines_of(tmp_path / "a")]
    assert types.count("StationBack") == 2  # the board is a fact: without it nothing is drawn
    assert types.count("HallStarted") == 2


@pytest.mark.spec("GEN-010")
def test_a_real_house_takes_no_seed(tmp_path):
    """Neither at its founding nor at any start."""
    with pytest.raises(Refusal) as refusal:
        found_house(tmp_path / "x", rehearsal=False, seed="S")
    assert refusal.value.code == "SEED_IN_REAL_HOUSE"
    assert not (tmp_path / "x").exists()
    found(tmp_path / "y", rehearsal=False)
    from houses import opened

    with pytest.raises(Refusal) as refusal:
        opened(tmp_path / "y", seed="S")
    assert refusal.value.code == "SEED_IN_REAL_HOUSE"
    opened(tmp_path / "y").close()
    with pytest.raises(Refusal) as refusal:
        found_house(tmp_path / "y", rehearsal=False)
    assert refusal.value.code == "MAISON_DEJA_FONDEE"

"""A hundred histories by seed: power cuts at every await, bad lines, bad disk; every promise kept."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent / "simulation"))

from simbase import bases
from simpeople import STORIES
from simworld import Faults, World

from hall.answers import Answers
from hall.engine import Commit

NAMES = ("vente", "tirage")
GROUP = 10
SEEDS = int(os.environ.get("QUINE_SEEDS", "100"))
SOAK = int(os.environ.get("QUINE_SOAK_SEEDS", "3000"))


@pytest.fixture(scope="module")
def nights(tmp_path_factory):
    return bases(tmp_path_factory.mktemp("bases"))


def played(nights, folder: Path, seed: int, **how) -> tuple[World, str]:
    """Even seeds sell, odd ones draw. A history that fails names its seed."""
    name = NAMES[seed % 2]
    home = folder / f"{seed}"
    home.mkdir()
    world = World(nights[name], seed, home, **how)
    try:
        return world, world.run(STORIES[name])
    except BaseException as fault:
        fault.add_note(f"seed {seed}, « {name} »")
        raise
    finally:
        shutil.rmtree(home)


def many(nights, folder: Path, seeds) -> None:
    crashes = suspended = readings = sales = resumed = 0
    for seed in seeds:
        world, _ = played(nights, folder, seed)
        crashes += len(world.crashes)
        suspended += world.oracles.suspended
        readings += world.oracles.readings
        sales += len(world.oracles.done)
        resumed += world.resumed
    count = len(seeds)
    assert crashes >= 2 * count, "the power hardly ever went"
    assert suspended >= count / 2
    assert readings >= 50 * count
    assert sales >= 10 * count
    assert resumed >= count


@pytest.mark.spec("GEN-003", "GEN-004", "GEN-016")
@pytest.mark.parametrize("first", range(0, SEEDS, GROUP))
def test_every_promise_is_kept_in_every_history(nights, tmp_path, first):
    """Nothing acknowledged is lost or doubled, nothing shown too early, a partie stands suspended."""
    many(nights, tmp_path, range(first, first + GROUP))


@pytest.mark.slow
@pytest.mark.parametrize("first", range(1000, 1000 + SOAK, 100))
def test_every_promise_is_kept_in_thousands_of_histories(nights, tmp_path, first):
    """The same, for as long as there is time."""
    many(nights, tmp_path, range(first, first + 100))


@pytest.mark.parametrize("seed", [3, 4])
def test_a_seed_is_one_history(nights, tmp_path, seed):
    """Same seed, same frames, same commits, same crashes at the same microsecond."""
    first, again = (played(nights, tmp_path, seed) for _ in range(2))
    other = played(nights, tmp_path, seed + 2)
    assert first[1] == again[1] != other[1]
    assert first[0].disk.head == again[0].disk.head


@pytest.mark.spec("GEN-016")
@pytest.mark.parametrize(
    "where", ["run awaits wait_for", "awaits SimJournal.append", "awaits sleep"]
)
def test_the_power_goes_at_every_await_of_the_engine(nights, tmp_path, where):
    """There are three: waiting for work, for the disk, and letting others run."""
    for seed in (0, 1):
        world, _ = played(nights, tmp_path, seed, faults=Faults(crashes=5, where=where))
        assert world.crashes and all(where in crash for crash in world.crashes)


def test_an_answer_before_its_time_is_found(nights, tmp_path):
    """A planted bug: the engine answers while the disk still writes."""

    def early(process) -> None:
        for waiting in process.engine._batch:
            waiting.tell()

    found = 0
    for seed in range(4):
        try:
            played(nights, tmp_path, seed, planted=early)
        except AssertionError:
            found += 1
    assert found == 4


def test_a_view_before_its_time_is_found(nights, tmp_path):
    """A planted bug: the screens are shown what the disk does not hold yet."""

    def early(process) -> None:
        process.engine._publish(Commit(process.engine.seq, ()))

    found = 0
    for seed in range(4):
        try:
            played(nights, tmp_path, seed, planted=early)
        except AssertionError:
            found += 1
    assert found >= 2


def test_a_forgotten_answer_is_found(nights, tmp_path, monkeypatch):
    """A planted bug: a hall that starts again does not remember what it answered."""
    monkeypatch.setattr(Answers, "rebuild", lambda *_: None)
    found = 0
    for seed in range(8):
        try:
            played(nights, tmp_path, seed)
        except (AssertionError, ExceptionGroup):
            found += 1
    assert found

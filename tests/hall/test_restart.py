"""A real night cut at any order: the house opens again, whole, and the partie stands suspended."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

import core.house as law
import hall.supplies  # noqa: F401 -- the real game's suppliers
from core.site import StartHall
from hall.clock import RehearsalClock
from hall.entropy import SeededEntropy
from hall.journal import lines_of
from hall.keys import read_keys
from hall.opening import restore
from hall.people import PeopleFile
from hall.scribe import Scribe
from hall.supply import Hall
from hall.vault import Vault

CUTS = 40


@pytest.fixture(scope="module")
def night(tmp_path_factory) -> Path:
    """A short night, played by the simulator through a real hall."""
    folder = tmp_path_factory.mktemp("night")
    root = Path(__file__).parents[2]
    played = subprocess.run(
        [sys.executable, "-m", "quine.cli", "demo", "--headless", "--players", "3",
         "--parties", "2", "--rehearsal-seed", "coupe", "--out", folder],
        cwd=root, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert played.returncode == 0, played.stdout + played.stderr
    return folder / "data"


def between_orders(lines: list[bytes]) -> list[int]:
    """How many lines may be on the disk after a crash: a commit holds whole orders."""
    told = [json.loads(text) for text in lines]
    ends = []
    for count in range(1, len(told)):
        last, following = told[count - 1], told[count]
        same = last["order_id"] and last["order_id"] == following["order_id"]
        owed = following["role"] == "MAISON" and not following["station"]
        if not same and (not owed or following["type"] == "HallStarted"):
            ends.append(count)
    return [*ends, len(told)]


def shown(lines: list[bytes]) -> list[int]:
    """The balls of the partie whose draw was the last to start."""
    balls: list[int] = []
    for text in lines:
        line = json.loads(text)
        if line["type"] == "DrawStarted":
            balls = []
        if line["type"] == "BallDisplayed":
            balls.append(line["data"]["ball"])
    return balls


def test_a_seed_is_forgotten_as_soon_as_it_is_public(night):
    """The hall that revealed them has erased them itself: no start was needed."""
    lines = [json.loads(text) for text in lines_of(night)]
    revealed = [line for line in lines if line["type"] in ("DrawRevealed", "AllocationRevealed")]
    assert len(revealed) == 3
    assert sum(line["type"] == "HallStarted" for line in lines) == 1
    assert list((night / "vault").iterdir()) == []


@pytest.mark.spec("GEN-016", "GEN-003")
def test_a_night_cut_at_any_order_opens_again(night):
    """Every invariant holds, every ball is lit, and a running partie is suspended since the crash."""
    lines = list(lines_of(night))
    keys, entropy = read_keys(night / "keys"), SeededEntropy("coupe")
    people = PeopleFile(
        night / "people.db", pepper=keys.people, exclusion=keys.exclusion, entropy=entropy,
        cheap=True,
    )  # fmt: skip
    vault = Vault(night / "vault", keys.vault, entropy)
    ends = between_orders(lines)
    during = [count for count in ends if b'"BallDisplayed"' in lines[count - 1]]
    suspended = lit = 0
    for count in [*random.Random(16).sample(ends, CUTS), *during[:3]]:
        restored = restore(lines[:count], law.House(), law)
        balls = shown(lines[:count])
        hall_ = Hall(restored.house, vault, people, keys, entropy, True)
        hall_.journal_head, hall_.last = restored.head, restored.last
        scribe = Scribe(hall_, law, RehearsalClock())
        scribe.start(StartHall("b", "v", ""), restored.last_at, restored.last_ms)
        scribe.settle()
        law.check(restored.house)
        written = [json.loads(line.text) for line in scribe.take()]
        for line in written:
            if line["type"] == "PartieSuspended":
                suspended += 1
                assert line["data"]["since_ms"] == restored.last_ms
        seance = restored.house.bingo.current()
        if seance is not None and seance.running is not None and seance.running.balls:
            assert seance.running.balls == balls
            lit += 1
    people.close()
    assert suspended >= 3 and lit >= 3

"""The real house under a snapshot: kept at any moment of a night, checked beside the hall."""

from __future__ import annotations

import shutil
import subprocess
import sys

import apsw
import msgspec
import pytest

import core.house as law
from hall import snapshot
from hall.journal import lines_of
from hall.replay import restore
from quine.simulator.headless import headless
from quine.simulator.night import Script


@pytest.fixture(scope="module")
def night(tmp_path_factory):
    folder = tmp_path_factory.mktemp("night")
    headless(Script(3, 2, "instantane"), "instantane", folder / "out")
    return folder / "out" / "data"


def mutable_twice(thing, path, seen):
    """A part of the state that can be reached on two ways: a snapshot would tear it apart."""
    if isinstance(thing, msgspec.Struct):
        changes = not thing.__struct_config__.frozen
        parts = [(name, getattr(thing, name)) for name in thing.__struct_fields__]
    elif isinstance(thing, dict | list | set | tuple | frozenset):
        changes = not isinstance(thing, tuple | frozenset)
        parts = list(thing.items() if isinstance(thing, dict) else enumerate(thing))
    else:
        return
    if changes:
        assert seen.setdefault(id(thing), path) == path, f"{path} is also {seen[id(thing)]}"
    for name, part in parts:
        mutable_twice(part, f"{path}.{name}", seen)


def test_the_real_house_can_be_kept_at_any_moment_of_a_night(night):
    """Every part of the state is owned once, and comes back equal from its JSON."""
    lines = list(lines_of(night))
    for count in range(30, len(lines) + 1, 37):
        house = restore(lines[:count], law.House(), law).house
        mutable_twice(house, "house", {})
        assert msgspec.json.decode(msgspec.json.encode(house), type=law.House) == house


@pytest.mark.spec("GEN-004")
def test_the_check_beside_the_hall_names_the_line(night, tmp_path):
    """`python -m hall.snapshot DIR`: 0 for a whole journal, 1 and the altered line otherwise."""
    shutil.copytree(night, tmp_path / "data")
    assert (tmp_path / "data" / snapshot.SNAPSHOT).exists()

    def check():
        return subprocess.run(
            [sys.executable, "-m", "hall.snapshot", tmp_path / "data"],
            capture_output=True, text=True, check=False,
        )  # fmt: skip

    done = check()
    assert (done.returncode, done.stdout) == (0, "")
    db = apsw.Connection(str(tmp_path / "data" / "journal.db"))
    db.execute("DROP TRIGGER journal_keeps")
    seq = next(n for n, text in enumerate(lines_of(night), 1) if b'"ForfaitPaid"' in text)
    altered = "replace(line, '_c\":', '_d\":')"
    db.execute(f"UPDATE journal SET line = {altered} WHERE seq = {seq}")
    db.close()
    done = check()
    assert done.returncode == 1 and f"line {seq}: altered" in done.stdout

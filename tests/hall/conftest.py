"""A tiny house: the parts of the core that stand alone, and a game of one counter."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import tiny

from hall.supply import COMMITTED, SUPPLIERS

TINY = ("tiny", "houses", "test_journal", "test_engine")


@pytest.fixture(autouse=True)
def tiny_house(request: pytest.FixtureRequest) -> Iterator[None]:
    """Tests that use the tiny game have it registered, without the real game's suppliers."""
    used = vars(request.module).values()
    if not any(it is tiny or getattr(it, "__module__", "") in TINY for it in used):
        yield
        return
    suppliers, committed = dict(SUPPLIERS), list(COMMITTED)
    SUPPLIERS.clear()
    COMMITTED.clear()
    tiny.move_in()
    yield
    tiny.move_out()
    SUPPLIERS.update(suppliers)
    COMMITTED.extend(committed)

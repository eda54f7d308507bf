"""A tiny house: the parts of the core that stand alone, and a game of one counter."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import tiny


@pytest.fixture(autouse=True)
def tiny_house() -> Iterator[None]:
    """The tiny game is registered during these tests only."""
    tiny.move_in()
    yield
    tiny.move_out()

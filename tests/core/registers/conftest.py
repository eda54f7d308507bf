"""An evening told as facts, for every test of the registers."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from told_evening import Evening


@pytest.fixture
def evening() -> Evening:
    """Opened, nothing sold."""
    told = Evening()
    told.open()
    return told


@pytest.fixture
def sixty() -> Evening:
    """FOR-025's evening: sixty forfaits of 24.00 + 6.00, eight parties, 216.00 and 720.00."""
    told = Evening(parties=8)
    told.open()
    for number in range(1, 61):
        told.sell(number, f"p-{100 + number}")
    told.create_series()
    for number in range(1, 61):
        told.exchange(number, 3 * number - 2, 3 * number)
    told.allocate()
    return told

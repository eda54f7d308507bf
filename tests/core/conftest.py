"""A night at the bingo, without a hall: `night` gives orders to the pure core."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from night import Night


@pytest.fixture
def night():
    return Night()

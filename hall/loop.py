"""The event loop of the hall, and of whatever stands in for fifty stations at once.

uvloop where it runs: the same contract as asyncio's own loop, a fifth more orders a second
(`python -m bench hall`). Screens keep asyncio's.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

try:
    import uvloop
except ImportError:  # not for Windows
    uvloop = None  # type: ignore[assignment]

T = TypeVar("T")


def run(main: Coroutine[Any, Any, T]) -> T:
    """As `asyncio.run`."""
    return uvloop.run(main) if uvloop else asyncio.run(main)

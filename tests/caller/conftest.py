"""The night in memory, as a module, for the tests of the animateur's console."""

from __future__ import annotations

import asyncio
import importlib.util
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import ModuleType

import pytest

NIGHT = Path(__file__).with_name("night.py")


def _load() -> ModuleType:
    name = "quine_tests_night"
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, NIGHT)
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
    return sys.modules[name]


@pytest.fixture
def nights() -> ModuleType:
    """The module of the night: `Night`, `NightLine`."""
    return _load()


@pytest.fixture
def night(nights):
    """A published séance of today."""
    return nights.Night()


@pytest.fixture
def until() -> Callable[..., Awaitable[None]]:
    """Waits for a condition; the deadline is patience on a busy machine, never a measure."""

    async def wait(true: Callable[[], object], seconds: float = 30) -> None:
        end = time.monotonic() + seconds
        while not true():
            assert time.monotonic() < end, "it did not come to be"
            await asyncio.sleep(0.01)

    return wait


@pytest.fixture(autouse=True)
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """No animation in any test."""
    monkeypatch.setenv("TEXTUAL_ANIMATIONS", "none")

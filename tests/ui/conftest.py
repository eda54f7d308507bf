"""The room, as a module, for tests that live in files of their own."""

from __future__ import annotations

import asyncio
import importlib.util
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import ModuleType

import pytest

ROOM = Path(__file__).with_name("room.py")


def _load() -> ModuleType:
    name = "quine_tests_room"
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, ROOM)
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
    return sys.modules[name]


@pytest.fixture
def room() -> ModuleType:
    """The module of the small test program."""
    return _load()


@pytest.fixture
def room_file() -> Path:
    """Its path, to run it on a terminal."""
    return ROOM


@pytest.fixture
def until() -> Callable[[Callable[[], object]], Awaitable[None]]:
    """Waits for a condition; the deadline is patience on a busy machine, never a measure."""

    async def wait(true: Callable[[], object]) -> None:
        end = time.monotonic() + 30
        while not true():
            assert time.monotonic() < end, "it did not come to be"
            await asyncio.sleep(0.01)

    return wait


@pytest.fixture(autouse=True)
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """No animation in any test."""
    monkeypatch.setenv("TEXTUAL_ANIMATIONS", "none")

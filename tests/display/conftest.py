"""The same night in memory as the caller's tests, for the board."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

NIGHT = Path(__file__).parents[1] / "caller" / "night.py"


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


@pytest.fixture(autouse=True)
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """No animation in any test."""
    monkeypatch.setenv("TEXTUAL_ANIMATIONS", "none")

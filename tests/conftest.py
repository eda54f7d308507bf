"""What holds for every test: where nothing may be missing, a skip is a failure."""

import os
import sys

import pytest
from hypothesis import HealthCheck, settings

# The same examples each time, however busy the machine; `make soak` looks for new ones.
settings.register_profile(
    "quine", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("soak", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile(os.environ.get("QUINE_HYPOTHESIS", "quine"))

REQUIRE_ALL = os.environ.get("QUINE_REQUIRE_ALL") == "1"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """In CI tmux, Chromium and the printer emulator are there: nothing has a reason to be left out."""
    report = yield
    if REQUIRE_ALL and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"skipped where nothing may be missing: {report.longrepr}"
    return report


HOPS = 5  # app, screen, dialog, field, and what bubbles back
PATIENCE_S = 60.0


@pytest.fixture(autouse=True)
def settled(monkeypatch):
    """Textual's pilot takes a program that gets no processor for an idle one, and goes on too early.

    Here it looks at the queues instead: whatever one message gave rise to, five hops far, is through.
    """
    if "textual.pilot" not in sys.modules:
        return
    pilot = sys.modules["textual.pilot"].Pilot
    once = pilot._wait_for_screen

    async def wait(self):
        return all([await once(self, PATIENCE_S) for _ in range(HOPS)])

    monkeypatch.setattr(pilot, "_wait_for_screen", wait)

"""What holds for every test: where nothing may be missing, a skip is a failure."""

import os

import pytest

REQUIRE_ALL = os.environ.get("QUINE_REQUIRE_ALL") == "1"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """In CI tmux, Chromium and the printer emulator are there: nothing has a reason to be left out."""
    report = yield
    if REQUIRE_ALL and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"skipped where nothing may be missing: {report.longrepr}"
    return report

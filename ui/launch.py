"""How a program with a screen starts and ends: a log file, UTF-8, and an honest exit status."""

from __future__ import annotations

import locale
import logging
import os
import sys
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Any, NoReturn

from textual.app import App

LOG_BYTES, LOG_FILES = 2_000_000, 5


def log_to(path: Path) -> None:
    """Faults go to this file, never to the terminal; five files of 2 MB are kept."""
    path.parent.mkdir(parents=True, exist_ok=True)
    to_file = RotatingFileHandler(path, maxBytes=LOG_BYTES, backupCount=LOG_FILES, encoding="utf-8")
    to_file.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s %(message)s"))
    root = logging.getLogger()
    for other in root.handlers[:]:
        root.removeHandler(other)
    root.addHandler(to_file)
    root.setLevel(logging.INFO)


def run(app: App[Any], log: Path | None = None) -> NoReturn:
    """Runs the app and ends the process: 0 when it was left, 1 when it broke.

    Textual gives 0 even to an app that crashed; a supervisor must be told the truth.
    """
    if log is not None:
        log_to(log)
    _speak_utf8()
    app.run()
    sys.exit(app.return_code or 0)


def _speak_utf8() -> None:
    """A terminal without UTF-8 would turn « é » into a byte that nobody can read."""
    if "utf" in locale.getpreferredencoding(False).lower():
        return
    for name in ("C.UTF-8", "fr_FR.UTF-8", "en_US.UTF-8"):
        try:
            locale.setlocale(locale.LC_CTYPE, name)
        except locale.Error:
            continue
        os.environ["LC_CTYPE"] = name
        return

"""Which software runs: its version and the hash of its files (GEN-011, design §12)."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib import metadata
from pathlib import Path

PACKAGES = (
    "assets",
    "caller",
    "core",
    "display",
    "hall",
    "kiosk",
    "printers",
    "quine",
    "ui",
    "voice",
)
PASSING = ("__pycache__", ".pyc")


def listing() -> str:
    """A line an installed file, its path and its SHA-256, sorted: what the build hash is of."""
    root = Path(__file__).parent.parent
    lines = []
    for package in PACKAGES:
        for path in (root / package).rglob("*"):
            name = path.relative_to(root).as_posix()
            if path.is_file() and not any(mark in name for mark in PASSING):
                lines.append(f"{name} {hashlib.sha256(path.read_bytes()).hexdigest()}\n")
    return "".join(sorted(lines))


@cache
def build_hash() -> str:
    """SHA-256 over the sorted (path, SHA-256) of the installed files, 64 hex digits."""
    return hashlib.sha256(listing().encode()).hexdigest()


def version() -> str:
    try:
        return metadata.version("quine")
    except metadata.PackageNotFoundError:
        return "0"

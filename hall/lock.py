"""Whoever holds the lock of a house writes its journal, and nobody else (design §4)."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from core.rules import Refusal


def take(path: Path) -> int:
    """One process a house. Refuses MAISON_DEJA_OUVERTE with the other's process number."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        _lock(descriptor)
    except OSError:
        other = os.read(descriptor, 20).decode("ascii", "replace").strip()
        os.close(descriptor)
        raise Refusal("MAISON_DEJA_OUVERTE", process=other) from None
    os.truncate(descriptor, 0)
    os.pwrite(descriptor, str(os.getpid()).encode(), 0)
    return descriptor


def release(lock: int) -> None:
    with contextlib.suppress(OSError):
        os.close(lock)


def _lock(descriptor: int) -> None:
    try:
        import fcntl
    except ImportError:  # not a POSIX system: the journal's own lock must do
        return
    fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)

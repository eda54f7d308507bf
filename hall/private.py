"""Files for nobody else's eyes: whole or not at all, on the disk before anything goes on."""

from __future__ import annotations

import contextlib
import ctypes
import os
import sys
from pathlib import Path

PR_SET_DUMPABLE = 4


def write_private(path: Path, content: bytes) -> None:
    """Mode 0600, file and folder synced; a reader sees the old content or the new, never half."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    partial = path.with_name(path.name + ".new")
    partial.unlink(missing_ok=True)
    descriptor = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        written = 0
        while written < len(content):
            written += os.write(descriptor, content[written:])
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
    partial.replace(path)
    sync_folder(path.parent)


def refuse_core_dumps() -> None:
    """Keys and seeds live in this process: its memory is never written to a file, by anybody.

    Where the system cannot promise it (not a POSIX system, not Linux) nothing is changed.
    """
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)


def sync_folder(folder: Path) -> None:
    """Makes names in a folder durable; without it a power cut may bring back what was removed."""
    if os.name != "posix":
        return  # other systems neither need nor allow it
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)

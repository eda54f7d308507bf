"""Python's cycle collector, out of the way of long readings."""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Iterator


@contextlib.contextmanager
def without_collector() -> Iterator[None]:
    """What a long reading makes is no garbage; looking for some would take a third of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


@contextlib.contextmanager
def rare_collector() -> Iterator[None]:
    """A house stands for the whole night: it is not looked through again and again while it sells.

    Without it the slowest answers in a hundred wait for a search through all of it.
    """
    before = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(20_000, 50, 100)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()

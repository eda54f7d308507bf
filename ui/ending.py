"""How a program notices that it must end, and ends even when its screen is stuck.

A terminal that vanishes sends SIGHUP only to the session it controls. Elsewhere the program must
look for itself: reading a dead terminal gives nothing at once, for ever.
"""

from __future__ import annotations

import asyncio
import os
import select
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress

GRACE_S = 5.0
"""Between being told to end and ending anyway: a terminal that nobody reads holds the loop up."""


def last_resort() -> None:
    """Ends the process after `GRACE_S` whatever still hangs; a clean end comes first."""
    timer = threading.Timer(GRACE_S, os._exit, (1,))
    timer.daemon = True
    timer.start()


def on_signals(leave: Callable[[], object]) -> None:
    """SIGTERM and SIGHUP call `leave` in the running loop, and end the process if it cannot run.

    Python's own handler, for it also runs while the loop waits for a terminal that takes nothing.
    """
    loop = asyncio.get_running_loop()

    def told(*_: object) -> None:
        last_resort()
        with suppress(RuntimeError):  # the loop has ended already
            loop.call_soon_threadsafe(leave)

    for number in (signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)):
        with suppress(NotImplementedError, RuntimeError, ValueError):
            loop.add_signal_handler(number, leave)  # so that a signal wakes the loop
            signal.signal(number, told)


def terminal_watch() -> Callable[[], bool]:
    """A question to ask now and then: is the terminal of the start gone? Never without one."""
    stdin = sys.__stdin__
    try:
        if stdin is None or not stdin.isatty() or not hasattr(select, "poll"):
            return lambda: False
        poll = select.poll()
        poll.register(stdin.fileno(), 0)  # hang-ups are told even to who asks for nothing
    except (OSError, ValueError):
        return lambda: False
    return lambda: any(seen & (select.POLLHUP | select.POLLNVAL) for _, seen in poll.poll(0))

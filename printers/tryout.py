"""Trying a printer before the night: the test page, and what the printer said (guide in docs)."""

from __future__ import annotations

import asyncio

import msgspec

from core.documents import TestPage
from printers.events import Done, Doubtful, Event, Failed, Job, Started, Waiting
from printers.profiles import Profile
from printers.spool import Pace, Spool
from printers.status import State
from printers.transports import open_transport


class Tried(msgspec.Struct, frozen=True):
    """`printed` only when the fence came, or where the line cannot answer; else `cause` says why.

    `state` is what the printer said before the page: known, cause, low.
    """

    printed: bool
    confirmed: bool
    cause: str
    state: State


async def try_printer(
    url: str, profile: Profile, page: TestPage, pace: Pace | None = None
) -> Tried:
    """Prints the test page once and waits for the outcome; a printer not ready gets nothing.

    Raises ValueError for an address that is none (see `open_transport`).
    """
    settled: asyncio.Future[Event] = asyncio.get_running_loop().create_future()

    async def told(event: Event) -> bool | None:
        if settled.done():
            return False
        if isinstance(event, Waiting | Done | Failed | Doubtful):
            settled.set_result(event)
        return isinstance(event, Started) or None

    async with Spool(open_transport(url), profile, told, pace) as spool:
        await spool.submit(Job("essai", page))
        outcome = await settled
        spool.withdraw("essai")
        state = spool.state
    confirmed = isinstance(outcome, Done) and outcome.confirmed
    cause = "" if isinstance(outcome, Done) else getattr(outcome, "cause", "")
    return Tried(isinstance(outcome, Done), confirmed, cause, state)

"""Trying a printer before the night: the test page, and what the printer said (guide in docs)."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import msgspec

from core.documents import TestPage
from printers.composer import render_code_pages
from printers.events import Done, Doubtful, Event, Failed, Job, Started, Waiting
from printers.profiles import Profile
from printers.spool import Pace, Spool
from printers.status import State
from printers.transports import open_transport


class Tried(msgspec.Struct, frozen=True):
    """`printed` only when the fence came, or where the line cannot answer; else `cause` says why.

    `begun`: the first byte may have left. `state` is what the printer said: known, cause, low.
    """

    printed: bool
    confirmed: bool
    cause: str
    state: State
    begun: bool = False


async def try_printer(
    url: str, profile: Profile, page: TestPage, pace: Pace | None = None
) -> Tried:
    """Prints the test page once and waits for the outcome; a printer not ready gets nothing.

    Raises ValueError for an address that is none (see `open_transport`).
    """
    settled: asyncio.Future[Event] = asyncio.get_running_loop().create_future()
    begun = False

    async def told(event: Event) -> bool | None:
        nonlocal begun
        if settled.done():
            return False
        begun = begun or isinstance(event, Started)
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
    return Tried(isinstance(outcome, Done), confirmed, cause, state, begun)


async def try_code_pages(url: str) -> str:
    """Prints the strip that tries every known number of CP858; "" or why it did not leave.

    Its lines are looked at by a person, so no fence is waited for. Raises ValueError as above.
    """
    transport = open_transport(url)
    strip = await asyncio.to_thread(render_code_pages)
    try:
        await transport.open()
        await transport.write(strip)
    except TimeoutError:
        return "NE_PREND_PLUS_RIEN"
    except OSError:
        return "LIAISON_COUPEE" if transport.sent else "INJOIGNABLE"
    finally:
        with suppress(OSError):
            await transport.close()
    return ""

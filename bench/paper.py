"""Paper: a carton painted and typed, codes made and checked, receipts through the spool."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from core import codes
from core.documents import CartonPage, Line, PrintedCarton, SaleReceipt, coded
from printers import Done, Event, Job, Profile, Spool, open_transport, render_escpos, render_png

KEY = bytes(range(32))
ROWS = (
    (4, 0, 23, 0, 45, 0, 0, 78, 90),
    (0, 12, 0, 34, 0, 56, 67, 79, 0),
    (7, 15, 0, 38, 49, 0, 69, 0, 0),
)
RECEIPT = SaleReceipt(house="Casino", number=1, lines=(Line("Cartons", 3, 2_00),), seller="Durand")


def run() -> Iterator[dict[str, Any]]:
    """Measurements as {"name", "value", "unit"}; about five seconds."""
    statement = codes.carton_statement(ROWS)
    text = codes.make(KEY, codes.Kind.CARTON, 1, 14_000_251, statement)
    read = codes.read(text)
    yield _each("code.make", lambda: codes.make(KEY, codes.Kind.CARTON, 1, 14_000_251, statement))
    yield _each("code.read", lambda: codes.read(text))
    yield _each("code.authentic", lambda: codes.authentic(KEY, read, statement))
    for name, profile in (
        ("painted-80", Profile()),
        ("painted-58", Profile(dots=384)),
        ("typed-80", Profile(mode="letters")),
        ("typed-58", Profile(dots=384, mode="letters")),
    ):
        yield from _cartons(name, profile)
    yield _cost("receipt.escpos", lambda n: render_escpos(RECEIPT, Profile()), 300)
    yield _cost("receipt.png", lambda n: render_png(RECEIPT), 30)
    yield asyncio.run(_spooled(200))


def _cartons(name: str, profile: Profile) -> Iterator[dict[str, Any]]:
    """Each carton has another serial and code, as on a night."""
    sizes: list[int] = []
    pages = [_page(number) for number in range(1, 61)]
    yield _cost(f"carton.{name}", lambda n: sizes.append(len(render_escpos(pages[n], profile))), 60)
    yield {"name": f"carton.{name}.size", "value": sizes[-1], "unit": "bytes"}


def _page(number: int) -> CartonPage:
    carton = PrintedCarton(f"014-{number:06d}", ROWS)
    page = CartonPage(house="Casino", seance="Loto", partie=1, event=9, cartons=(carton,))
    return coded(page, partial(codes.make, KEY))


def _each(name: str, call: Callable[[], object]) -> dict[str, Any]:
    times = 5_000
    begun = time.perf_counter()
    for _ in range(times):
        call()
    spent = (time.perf_counter() - begun) / times
    return {"name": name, "value": round(spent * 1e6, 2), "unit": "us"}


def _cost(name: str, call: Callable[[int], object], times: int) -> dict[str, Any]:
    call(0)
    begun = time.perf_counter()
    for number in range(times):
        call(number)
    spent = (time.perf_counter() - begun) / times
    return {"name": name, "value": round(spent * 1e3, 3), "unit": "ms"}


async def _spooled(count: int) -> dict[str, Any]:
    """Receipts to a printer on the network that answers status and fence at once."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(4096):
            writer.write(b"\x12" * data.count(b"\x10\x04") + b"\x00" * data.count(b"\x1dr\x01"))
            await writer.drain()
        writer.close()

    done = 0

    async def told(event: Event) -> None:
        nonlocal done
        done += isinstance(event, Done)

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    begun = time.perf_counter()
    async with Spool(open_transport(f"tcp://127.0.0.1:{port}"), Profile(), told) as spool:
        for number in range(count):
            await spool.submit(Job(str(number), RECEIPT))
        await spool.drained()
    server.close()
    assert done == count, "every receipt must be confirmed"
    rate = count / (time.perf_counter() - begun)
    return {"name": "spool.receipts", "value": round(rate, 1), "unit": "documents/s"}

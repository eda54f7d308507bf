"""A whole night's cartons through one spool, without a pause (issue 5, point 4)."""

import asyncio
import gc
from functools import partial
from pathlib import Path

import pytest

from core import codes
from core.bingo.cartons import Series
from core.documents import CartonPage, PrintedCarton, coded
from printers import Done, Job, Pace, Profile, Spool, Started, open_transport

CARTONS, WARM = 2_000, 400
MOST_GROWN = 6_000_000  # bytes; the painted cartons are 75 MB in all
STATM = Path("/proc/self/statm")
SERIES = Series(bytes(range(16)), 2_004)


def page(number):
    """Carton n of series 14, as the hall would send it."""
    cells = tuple(tuple(cell or 0 for cell in row) for row in SERIES.carton(number).cells())
    carton = PrintedCarton(f"014-{number:06d}", cells)
    blank = CartonPage(house="Casino", seance="Loto", partie=1, event=9, cartons=(carton,))
    return coded(blank, partial(codes.make, bytes(32)))


class Printer:
    """Answers every question and every fence at once; keeps nothing but counts."""

    def __init__(self):
        self.taken = self.cuts = self.clients = self.most = 0

    async def serve(self, reader, writer):
        self.clients += 1
        self.most = max(self.most, self.clients)
        while data := await reader.read(4096):
            self.taken += len(data)
            fences = data.count(b"\x1dr\x01")  # one a job, and the last thing in it
            self.cuts += fences
            writer.write(b"\x12" * data.count(b"\x10\x04") + b"\x00" * fences)
            await writer.drain()
        self.clients -= 1
        writer.close()


def resident():
    """The memory of this process, in bytes."""
    return int(STATM.read_text().split()[1]) * 4096


@pytest.mark.slow
@pytest.mark.skipif(not STATM.exists(), reason="only Linux says how much memory a process has")
@pytest.mark.spec("PRT-009", "PRT-010")
async def test_two_thousand_cartons_in_a_row_leave_no_memory_behind():
    """Each another carton, in order, started once and done once; what was taken is let go."""
    printer, told, sizes = Printer(), [], []
    room = asyncio.Semaphore(50)  # as a station's view brings them: never all at once

    async def tell(event):
        told.append((type(event), int(event.job.id)))
        if isinstance(event, Done):
            room.release()
        if told[-1] in ((Done, WARM), (Done, CARTONS)):
            gc.collect()
            sizes.append(resident())

    server = await asyncio.start_server(printer.serve, "127.0.0.1", 0)
    url = f"tcp://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    async with (
        server,
        Spool(open_transport(url), Profile(), tell, Pace(answer_s=30.0, fence_s=60.0)) as spool,
    ):
        for number in range(1, CARTONS + 1):
            await room.acquire()
            assert await spool.submit(Job(str(number), page(number)))
        async with asyncio.timeout(300):
            await spool.drained()
        assert not await spool.submit(Job("1", page(1))), "once is once, a night later too"
    assert told == [(kind, n) for n in range(1, CARTONS + 1) for kind in (Started, Done)]
    assert (printer.cuts, printer.most) == (CARTONS, 1) and printer.taken > 40_000_000
    warm, end = sizes
    print(f"{(end - warm) / 1e6:.1f} MB more after {CARTONS - WARM} cartons")
    assert end - warm < MOST_GROWN, f"{(end - warm) / 1e6:.1f} MB more"

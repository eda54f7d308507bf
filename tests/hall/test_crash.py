"""Real processes that die: nothing acknowledged is lost, nothing is done twice (GEN-016)."""

from __future__ import annotations

import asyncio
import json
import random
import resource
import signal
import socket
import sys
from pathlib import Path

import pytest
import tiny
from houses import found, opened, until

from core.stations import StationKind
from hall.client import HallClient, Link
from hall.journal import lines_of, verify

PROCESSES = Path("/proc")
PROCESS = Path(__file__).parent / "hall_process.py"


class HallProcess:
    """A hall that can be killed and started again on the same port."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.process = None
        self.codes = {}

    async def start(self):
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, str(PROCESS), str(self.folder), str(self.port),
            stdout=asyncio.subprocess.PIPE,
            stderr=(self.folder.parent / "hall.log").open("ab"),
        )  # fmt: skip
        await self.ready()

    async def ready(self):
        async with asyncio.timeout(20):
            line = await self.process.stdout.readline()
        assert line, (self.folder.parent / "hall.log").read_text()
        self.codes = json.loads(line)["codes"]

    async def kill(self):
        self.process.send_signal(signal.SIGKILL)
        await self.process.wait()

    def client(self, name):
        return HallClient(f"ws://127.0.0.1:{self.port}", self.folder.parent / f"{name}.station")

    async def desk(self, person="durand"):
        client = self.client("desk")
        await client.pair(self.codes[StationKind.DESK], StationKind.DESK, "desk")
        await client.connect()
        await client.sign_in(person, tiny.PINS[person])
        return client


@pytest.fixture
async def process(tmp_path):
    found(tmp_path / "data")
    made = HallProcess(tmp_path / "data")
    await made.start()
    yield made
    if made.process.returncode is None:
        await made.kill()


def tallied(folder):
    return [json.loads(text) for text in lines_of(folder) if b'"type":"Tallied"' in text]


@pytest.mark.spec("GEN-016")
async def test_kill_at_any_moment_loses_nothing_acknowledged(process):
    """Six kills under load: every acknowledged sale is there once, every retry is the same sale."""
    desk = await process.desk()
    chance = random.Random(20260110)
    acknowledged = {}
    going = True

    async def sell(n):
        while going:
            note = f"{n}-{len(acknowledged)}"
            done = await desk.order_done("Tally", by=0, note=note)
            acknowledged[note] = done.seq

    sellers = [asyncio.create_task(sell(n)) for n in range(8)]
    for _ in range(6):
        seen = len(acknowledged)
        await until(lambda seen=seen: len(acknowledged) > seen + chance.randrange(1, 60), 10)
        await process.kill()
        await process.start()
        await until(lambda: desk.state is Link.READY, 10)
        assert desk.person == "durand"
    going = False
    await asyncio.wait_for(asyncio.gather(*sellers), 10)
    await desk.close()
    await process.kill()
    report = verify(process.folder)
    assert report.whole, report
    lines = tallied(process.folder)
    notes = [line["data"]["note"] for line in lines]
    assert len(notes) == len(set(notes)), "a sale was executed twice"
    kept = {line["data"]["note"]: line["seq"] for line in lines}
    assert acknowledged.items() <= kept.items()
    assert len(acknowledged) > 6


@pytest.mark.spec("GEN-016")
async def test_an_answer_lost_with_the_hall_is_given_again(process):
    """Killed after the commit and before the answer, the repeated order is not a second sale."""
    desk = await process.desk()
    first = await desk.order("Tally", by=11)
    order = f"{desk.welcome.day}-again"
    from hall import protocol

    frame = protocol.Order(order, "Tally", {"by": 4})
    done = await desk._answered(order, frame)
    await process.kill()
    repeated = (
        asyncio.create_task(desk._answered(order, frame)) if desk.state is Link.READY else None
    )
    await process.start()
    await until(lambda: desk.state is Link.READY, 10)
    again = await (repeated or desk._answered(order, frame))
    assert (first, done.result, again.result) == ({"total": 11}, {"total": 15}, {"total": 15})
    assert again.seq == done.seq
    await desk.close()


@pytest.mark.skipif(not PROCESSES.exists(), reason="only Linux tells")
async def test_the_halls_memory_is_never_written_to_a_file(process):
    """Keys and seeds are in it: no core dump, and nobody attaches to the process."""
    limits = (PROCESSES / str(process.process.pid) / "limits").read_text()
    core = next(line for line in limits.splitlines() if line.startswith("Max core file size"))
    assert core.split()[4:6] == ["0", "0"]
    said = "from hall.private import refuse_core_dumps as r; r(); import ctypes;"
    said += "print(ctypes.CDLL(None).prctl(3, 0, 0, 0, 0))"  # PR_GET_DUMPABLE
    told = await asyncio.create_subprocess_exec(sys.executable, "-c", said, stdout=-1)
    assert (await told.communicate())[0].strip() == b"0"


@pytest.mark.spec("GEN-004")
async def test_a_house_is_opened_by_one_hall_only(process):
    """The lock names the process that holds it."""
    from core.rules import Refusal

    with pytest.raises(Refusal) as refusal:
        opened(process.folder)
    assert refusal.value.code == "MAISON_DEJA_OUVERTE"
    assert refusal.value.values["process"] == str(process.process.pid)


async def test_a_full_disk_stops_the_hall_and_a_freed_one_brings_it_back(process):
    """No room for the journal: every screen is told; room again: the order waiting is kept once."""
    desk = await process.desk()
    notices = []
    desk.on_notice(notices.append)
    await desk.order("Tally", by=1)
    pid = process.process.pid
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (16_384, resource.RLIM_INFINITY))
    waiting = asyncio.create_task(desk.order("Tally", by=2, note="x" * 30_000))
    await until(lambda: any(notice.code == "SALLE_ARRETEE" for notice in notices), 10)
    assert not waiting.done()
    await until(lambda: desk.state is Link.LOST, 10)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    assert await asyncio.wait_for(waiting, 20) == {"total": 3}
    await process.ready()
    assert await desk.order("Tally", by=1) == {"total": 4}
    await desk.close()
    await process.kill()
    assert verify(process.folder).whole
    assert [line["data"]["by"] for line in tallied(process.folder)] == [1, 2, 1]


@pytest.mark.spec("GEN-004", "GEN-016")
async def test_a_disk_that_fails_to_sync_stops_the_hall_until_it_is_well(process):
    """EIO on a sync: no answer, every screen told; the disk is back: each order is kept once."""
    desk = await process.desk()
    notices = []
    desk.on_notice(notices.append)
    assert await desk.order("Tally", by=1) == {"total": 1}
    process.process.send_signal(signal.SIGUSR1)
    waiting = [asyncio.create_task(desk.order("Tally", by=n)) for n in (2, 3)]
    await until(lambda: any(notice.code == "SALLE_ARRETEE" for notice in notices), 10)
    await until(lambda: desk.state is not Link.READY, 10)
    assert not any(order.done() for order in waiting)
    process.process.send_signal(signal.SIGUSR2)
    await process.ready()
    totals = await asyncio.wait_for(asyncio.gather(*waiting), 20)
    assert max(total["total"] for total in totals) == 6
    await desk.close()
    await process.kill()
    assert verify(process.folder).whole
    assert sorted(line["data"]["by"] for line in tallied(process.folder)) == [1, 2, 3]


@pytest.mark.spec("GEN-004")
def test_a_hall_refuses_a_house_with_one_altered_byte(tmp_path):
    """Given one altered byte, when the house is opened, then it names the sequence number."""
    from hall.journal import BadLine

    found(tmp_path)
    raw = bytearray((tmp_path / "journal.db").read_bytes())
    place = raw.index(b'"person":"anne"') + 11
    raw[place] ^= 1
    (tmp_path / "journal.db").write_bytes(raw)
    expected = verify(tmp_path)
    with pytest.raises(BadLine) as bad:
        opened(tmp_path)
    assert bad.value.seq == expected.bad_seq is not None


def test_a_journal_of_another_software_is_refused_in_words(tmp_path):
    """Facts that this software does not write are not guessed at."""
    from core.rules import Refusal

    found(tmp_path)
    house = type("Law", (), {**vars(tiny), "schema": staticmethod(lambda: "other")})
    from hall.opening import open_house

    with pytest.raises(Refusal) as refusal:
        open_house(tmp_path, law=house, house=tiny.House())
    assert refusal.value.code == "SCHEMA_DIFFERENT"


@pytest.mark.spec("GEN-016", "GEN-008")
def test_hall_milliseconds_go_on_across_a_restart(tmp_path):
    """Each run's HallStarted continues the last line's ms by the civil gap; lines are recomputable."""
    from core.site import StartHall

    found(tmp_path)
    for _ in range(2):
        house = opened(tmp_path)
        before, at = house.restored.last_ms, house.restored.last_at
        house.start(StartHall("b", "v", ""))
        house.commit()
        assert house.scribe.run_ms >= before
        again_at = house.scribe.now().at
        assert at <= again_at
        house.close()
    ms, last = 0, 0
    for text in lines_of(tmp_path):
        line = json.loads(text)
        if line["type"] == "HallStarted":
            assert line["mono_ns"] == 0
            ms = line["data"]["ms"]
        assert ms + line["mono_ns"] // 1_000_000 >= last
        last = ms + line["mono_ns"] // 1_000_000

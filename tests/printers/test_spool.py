"""The spool before printers that behave, that do not, and that vanish: nothing lost, nothing twice."""

import asyncio
import gc
import os
import tracemalloc
import tty

import msgspec
import pytest
from papers_of_a_night import ALL, MAKE, SALE

from core.documents import coded
from printers import (
    Done,
    Doubtful,
    Failed,
    Job,
    Pace,
    Profile,
    RollLow,
    Spool,
    Started,
    Waiting,
    open_transport,
    render_escpos,
    render_text,
)

PACE = Pace(answer_s=0.1, fence_s=1.5, again_s=0.05)
PROFILE = Profile()
RECEIPT, CARTONS = ALL[2], ALL[0]


class Heard:
    """What the spool told, and how to wait for it."""

    def __init__(self, answer=None):
        self.events = []
        self._answer = answer
        self._new = asyncio.Event()

    async def __call__(self, event):
        self.events.append(event)
        self._new.set()
        return self._answer(event) if self._answer else None

    async def until(self, kind, count=1):
        """Waits, with a deadline, until so many events of this kind were told."""
        async with asyncio.timeout(15):
            while len(self.of(kind)) < count:
                self._new.clear()
                await self._new.wait()
        return self.of(kind)[count - 1]

    def of(self, kind):
        return [event for event in self.events if isinstance(event, kind)]

    def names(self):
        return [type(event).__name__ for event in self.events]


async def outcome(url, document=RECEIPT, profile=PROFILE):
    """One job through a fresh spool, until it is settled; what was told."""
    heard = Heard()
    async with Spool(open_transport(url), profile, heard, PACE) as spool:
        await spool.submit(Job("1", document))
        async with asyncio.timeout(15):
            await spool.drained()
    return heard


@pytest.mark.spec("PRT-009")
async def test_a_job_is_started_then_done_by_the_fence(nasty):
    """Status first, then Started, then the bytes, then the printer's own word."""
    async with nasty("ready") as printer:
        heard = await outcome(printer.url)
    assert heard.names() == ["Started", "Done"]
    assert heard.events[1].confirmed
    job = printer.jobs[0]
    assert job.startswith(b"\x10\x04\x01\x10\x04\x02\x10\x04\x04\x1b@")
    assert job.endswith(render_escpos(RECEIPT, PROFILE) + b"\x1dr\x01")


@pytest.mark.spec("PRT-009")
async def test_not_a_byte_leaves_before_started_is_heard(nasty):
    """The callback is waited for: what it says comes before the first byte."""
    async with nasty("ready") as printer:
        seen = []
        heard = Heard(lambda event: seen.append((type(event), b"\x1b@" in printer.got)))
        async with Spool(open_transport(printer.url), PROFILE, heard, PACE) as spool:
            await spool.submit(Job("1", RECEIPT))
            await heard.until(Done)
    assert seen == [(Started, False), (Done, True)]


@pytest.mark.spec("PRT-009")
@pytest.mark.parametrize("answer", ["no", "raise"])
async def test_a_job_the_hall_does_not_want_is_not_printed(nasty, answer):
    """False, or a hall that cannot be reached: nothing is printed, and the job may come again."""

    def decide(event):
        if isinstance(event, Started) and len(heard.events) == 1:
            if answer == "raise":
                raise ConnectionError("no hall")
            return False
        return None

    async with nasty("ready") as printer:
        heard = Heard(decide)
        async with Spool(open_transport(printer.url), PROFILE, heard, PACE) as spool:
            await spool.submit(Job("1", RECEIPT))
            await spool.drained()
            assert b"\x1b@" not in printer.got
            assert await spool.submit(Job("1", RECEIPT))
            await heard.until(Done)
    assert heard.names() == ["Started", "Started", "Done"]


@pytest.mark.spec("PRT-009")
@pytest.mark.parametrize(
    ("manner", "cause"),
    [
        ("fin", "LIAISON_COUPEE"),
        ("rst", "LIAISON_COUPEE"),
        ("no-fence", "SANS_CONFIRMATION"),
    ],
)
async def test_a_line_that_breaks_within_a_job_leaves_doubt(nasty, manner, cause):
    """FIN, RST or silence after the first byte: Doubtful, and the job is not sent again."""
    async with nasty(manner, after=600) as printer:
        heard = await outcome(printer.url, CARTONS)
    doubt = heard.events[-1]
    assert heard.names() == ["Started", "Doubtful"]
    assert isinstance(doubt, Doubtful)
    assert doubt.cause == cause
    assert 0 < doubt.sent <= len(render_escpos(CARTONS, PROFILE)) + 3
    assert printer.got.count(b"\x1b@") == 1


@pytest.mark.spec("PRT-009")
@pytest.mark.parametrize("manner", ["hush", "garbage"])
async def test_no_answer_or_noise_is_never_ready(nasty, manner):
    """Nothing is sent to a printer that does not say how it is; the job waits untouched."""
    async with nasty(manner) as printer:
        heard = Heard()
        async with Spool(open_transport(printer.url), PROFILE, heard, PACE) as spool:
            await spool.submit(Job("1", RECEIPT))
            waiting = await heard.until(Waiting, 3)
            assert waiting.cause == "PAS_DE_REPONSE"
            assert spool.withdraw("1")
            await asyncio.wait_for(spool.drained(), 5)
    assert heard.of(Started) == []
    assert b"\x1b@" not in printer.got


async def test_a_printer_that_stops_reading_is_given_up(nasty):
    """It swallows nothing more: after the stall the job is doubtful and the spool lives on."""
    document = msgspec.structs.replace(CARTONS, cartons=CARTONS.cartons * 60)
    async with nasty("deaf") as printer:
        transport = open_transport(printer.url)
        transport.stall_s = 0.3
        heard = Heard()
        async with Spool(transport, PROFILE, heard, PACE) as spool:
            await spool.submit(Job("1", document))
            doubt = await heard.until(Doubtful)
    assert doubt.cause == "NE_PREND_PLUS_RIEN"


async def test_a_late_fence_still_counts(nasty):
    """Slow is not doubtful."""
    async with nasty("late") as printer:
        heard = await outcome(printer.url)
    assert heard.names() == ["Started", "Done"]


@pytest.mark.spec("PRT-009")
async def test_paper_out_within_a_job_is_failed(nasty):
    """The printer itself says that it stopped: to be printed again as DUPLICATA."""
    async with nasty("paper-out", after=600) as printer:
        heard = Heard()
        async with Spool(open_transport(printer.url), PROFILE, heard, PACE) as spool:
            await spool.submit(Job("1", CARTONS))
            failed = await heard.until(Failed)
    assert failed == Failed(Job("1", CARTONS), "PLUS_DE_PAPIER")


@pytest.mark.spec("PRT-009")
async def test_the_same_job_is_never_printed_twice(nasty):
    """Submitted again while waiting, printing or gone: it is printed once."""
    async with nasty("ready") as printer:
        heard = Heard()
        async with Spool(open_transport(printer.url), PROFILE, heard, PACE) as spool:
            assert await spool.submit(Job("1", RECEIPT))
            assert not await spool.submit(Job("1", RECEIPT))
            await heard.until(Done)
            assert not await spool.submit(Job("1", RECEIPT))
            assert not spool.withdraw("1")
            await spool.drained()
    assert len(printer.jobs) == 1


async def test_jobs_keep_their_order_and_the_line_has_one_writer(nasty):
    """Forty receipts at once come out one by one, in order, over one line at a time."""
    async with nasty("ready") as printer:
        heard = Heard()
        async with Spool(open_transport(printer.url), PROFILE, heard, PACE) as spool:
            for number in range(40):
                receipt = msgspec.structs.replace(SALE, number=number)
                await spool.submit(Job(str(number), receipt))
            async with asyncio.timeout(20):
                await spool.drained()
    assert [event.job.id for event in heard.of(Done)] == [str(number) for number in range(40)]
    assert printer.most == 1
    for number, job in enumerate(printer.jobs):
        assert f"N\xf8 {number}\n".encode("latin-1") in job


async def test_a_printer_that_is_switched_on_later_gets_the_original(nasty):
    """Unreachable first: it waits and says so; then the job goes out whole, as it was."""
    async with nasty("ready") as printer:
        port = printer.port
    heard = Heard()
    async with Spool(open_transport(f"tcp://127.0.0.1:{port}"), PROFILE, heard, PACE) as spool:
        await spool.submit(Job("1", RECEIPT))
        assert (await heard.until(Waiting, 2)).cause == "INJOIGNABLE"
        later = nasty("ready")
        later._server = await asyncio.start_server(later._serve, "127.0.0.1", port)
        await heard.until(Done)
        later._server.close()
    assert b"DUPLICATA" not in later.jobs[0]
    assert later.jobs[0].endswith(render_escpos(RECEIPT, PROFILE) + b"\x1dr\x01")


@pytest.mark.spec("PRT-009")
async def test_a_printer_that_serves_another_program_is_waited_for(nasty):
    """It hangs up on a second client: not a byte is sent, and the original goes out when it is free."""
    heard = Heard()
    async with nasty("one-client") as printer:
        _, other = await asyncio.open_connection("127.0.0.1", printer.port)
        async with Spool(open_transport(printer.url), PROFILE, heard, PACE) as spool:
            await spool.submit(Job("1", RECEIPT))
            assert (await heard.until(Waiting, 2)).cause == "INJOIGNABLE"
            assert not printer.jobs and b"DUPLICATA" not in printer.got
            other.close()
            await heard.until(Done)
    assert heard.names()[-2:] == ["Started", "Done"] and len(printer.jobs) == 1
    assert printer.jobs[0].endswith(render_escpos(RECEIPT, PROFILE) + b"\x1dr\x01")


@pytest.mark.spec("PRT-009")
async def test_stopping_within_a_job_leaves_it_doubtful(nasty):
    """The station goes down between the first byte and the fence: that is said, not forgotten."""
    async with nasty("no-fence") as printer:
        heard = Heard()
        spool = Spool(open_transport(printer.url), PROFILE, heard, PACE)
        async with spool:
            await spool.submit(Job("1", RECEIPT))
            await spool.submit(Job("2", RECEIPT))
            await heard.until(Started)
            await printer.until(b"\x1dr\x01")
    assert heard.names() == ["Started", "Doubtful"]
    assert heard.events[-1].cause == "ARRETE"


async def test_a_document_that_cannot_be_composed_does_not_block_the_printer(nasty):
    """It fails by name, and the next one is printed."""
    broken = msgspec.structs.replace(SALE, serials=("not a serial",))
    async with nasty("ready") as printer:
        heard = Heard()
        async with Spool(open_transport(printer.url), PROFILE, heard, PACE) as spool:
            await spool.submit(Job("1", broken))
            await spool.submit(Job("2", RECEIPT))
            await heard.until(Done)
    assert heard.events[0] == Failed(Job("1", broken), "COMPOSITION", started=False)
    assert [event.job.id for event in heard.of(Done)] == ["2"]


async def test_a_printer_that_never_answers_is_used_when_the_house_says_so(nasty):
    """status and fence off: the job goes out and is done, unconfirmed."""
    mute = Profile(status=False, fence=False)
    async with nasty("hush") as printer:
        heard = await outcome(printer.url, RECEIPT, mute)
        await printer.until(render_escpos(RECEIPT, mute))
    assert heard.names() == ["Started", "Done"]
    assert not heard.events[-1].confirmed
    assert bytes(printer.got) == render_escpos(RECEIPT, mute)


@pytest.mark.spec("PRT-010")
async def test_the_file_driver_writes_identical_bytes(tmp_path):
    """Two runs of the same cartons give the same file."""
    for name in ("a", "b"):
        heard = await outcome(f"file:{tmp_path / name}", CARTONS)
        assert heard.names() == ["Started", "Done"]
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    assert (tmp_path / "a").read_bytes() == render_escpos(CARTONS, PROFILE)


async def test_the_preview_shows_a_picture_and_a_text(tmp_path):
    """A folder holds JOB.png and JOB.txt; a strange id stays inside the folder."""
    heard = Heard()
    folder = tmp_path / "papers"
    async with Spool(open_transport(f"preview:{folder}"), PROFILE, heard, PACE) as spool:
        await spool.submit(Job("../7", RECEIPT))
        await heard.until(Done)
    names = sorted(path.name for path in folder.iterdir())
    assert names == ["_7.png", "_7.txt"]
    assert (folder / "_7.txt").read_text() == render_text(RECEIPT)
    assert (folder / "_7.png").read_bytes().startswith(b"\x89PNG")
    assert [path.name for path in tmp_path.iterdir()] == ["papers"]


async def test_a_serial_printer_gets_every_byte_and_answers(tmp_path):
    """Over a pseudo-terminal: status, job, fence."""
    ours, theirs = os.openpty()
    tty.setraw(ours)
    tty.setraw(theirs)
    name = os.ttyname(theirs)
    got = bytearray()

    def answer():
        got.extend(os.read(ours, 4096))
        asked = got.count(b"\x10\x04") + got.count(b"\x1dr\x01")
        while answered[0] < asked:
            fence = answered[0] >= got.count(b"\x10\x04")
            os.write(ours, b"\x00" if fence else b"\x12")
            answered[0] += 1

    answered = [0]
    loop = asyncio.get_running_loop()
    loop.add_reader(ours, answer)
    try:
        heard = await outcome(f"serial:{name}?baud=115200", CARTONS)
    finally:
        loop.remove_reader(ours)
        os.close(ours)
        os.close(theirs)
    assert heard.names() == ["Started", "Done"]
    assert bytes(got).endswith(render_escpos(CARTONS, PROFILE) + b"\x1dr\x01")


@pytest.mark.spec("PRT-009")
@pytest.mark.parametrize(
    ("fault", "cause"),
    [
        ("cover-open", "CAPOT_OUVERT"),
        ("paper-out", "PLUS_DE_PAPIER"),
        ("offline", "HORS_LIGNE"),
    ],
)
async def test_a_fault_before_the_job_makes_it_wait_as_the_original(emulator, fault, cause):
    """The emulator's cover, paper and line: nothing printed, then printed once and whole."""
    before = len(emulator.receipts(576, 10_000))
    heard = Heard()
    url = f"tcp://127.0.0.1:{emulator.ports[576]}"
    emulator.fault(576, fault)
    async with Spool(open_transport(url), PROFILE, heard, PACE) as spool:
        await spool.submit(Job("1", RECEIPT))
        assert (await heard.until(Waiting)).cause == cause
        assert heard.of(Started) == []
        emulator.fault(576, fault, on=False)
        await heard.until(Done)
    receipts = emulator.receipts(576, 10_000)
    assert len(receipts) == before + 1
    assert "DUPLICATA" not in receipts[-1][0]


@pytest.mark.spec("PRT-009")
async def test_paper_out_in_the_middle_of_a_carton(emulator):
    """Carton 0255 fails in mid-print; printed again it has the same code and says DUPLICATA."""
    heard = Heard()
    url = f"tcp://127.0.0.1:{emulator.ports[576]}"
    carton = msgspec.structs.replace(CARTONS.cartons[0], serial="014-000255")
    page = coded(msgspec.structs.replace(CARTONS, cartons=(carton,)), MAKE)
    again = coded(msgspec.structs.replace(page, copy=2), MAKE)

    def decide(event):
        if event == Started(Job("1", page)):
            emulator.fault(576, "paper-out")  # between the status and the first dot

    heard = Heard(decide)
    async with Spool(open_transport(url), PROFILE, heard, PACE) as spool:
        await spool.submit(Job("1", page))
        assert (await heard.until(Failed)).cause == "PLUS_DE_PAPIER"
        await spool.submit(Job("1b", again))
        assert (await heard.until(Waiting)).cause == "PLUS_DE_PAPIER"
        emulator.fault(576, "paper-out", on=False)
        await heard.until(Done)
    assert again.cartons[0].code == page.cartons[0].code


async def test_a_low_roll_is_told_once_and_printing_goes_on(emulator):
    """Near end: printed all the same, told when it begins and when it is over."""
    heard = Heard()
    url = f"tcp://127.0.0.1:{emulator.ports[384]}"
    profile = Profile(dots=384)
    emulator.fault(384, "paper-near-end")
    async with Spool(open_transport(url), profile, heard, PACE) as spool:
        for number in range(2):
            await spool.submit(Job(str(number), RECEIPT))
        await heard.until(Done, 2)
        assert heard.of(RollLow) == [RollLow(True)]
        assert (await spool.check()).low
        emulator.fault(384, "paper-near-end", on=False)
        assert not (await spool.check()).low
    assert heard.of(RollLow) == [RollLow(True), RollLow(False)]
    assert len(heard.of(Done)) == 2


async def test_two_hundred_jobs_leave_no_memory_behind(tmp_path):
    """A night's cartons pass through; what stays is a list of ids, not of paper."""
    heard = Heard()
    page = msgspec.structs.replace(CARTONS, cartons=CARTONS.cartons[:1])
    async with Spool(open_transport("file:/dev/null"), PROFILE, heard, PACE) as spool:
        sizes = []
        for night in range(3):
            tracemalloc.start()
            for number in range(70):
                await spool.submit(Job(f"{night}-{number}", page))
            async with asyncio.timeout(60):
                await spool.drained()
            heard.events.clear()
            gc.collect()
            sizes.append(tracemalloc.get_traced_memory()[0])
            tracemalloc.stop()
    assert sizes[2] < 400_000


@pytest.mark.parametrize(
    "address", ["", "lpr:x", "tcp://", "http://host", "serial:", "C:\\printer", "preview:"]
)
def test_an_address_that_is_none_is_an_error(address):
    """A typing slip in a settings file is said at once."""
    with pytest.raises(ValueError, match="not the address"):
        open_transport(address)


async def test_a_plain_file_is_no_usb_device(tmp_path):
    """usb: wants a device; otherwise the job waits as unreachable."""
    (tmp_path / "lp0").write_bytes(b"")
    heard = Heard()
    async with Spool(open_transport(f"usb:{tmp_path / 'lp0'}"), PROFILE, heard, PACE) as spool:
        await spool.submit(Job("1", RECEIPT))
        assert (await heard.until(Waiting)).cause == "INJOIGNABLE"

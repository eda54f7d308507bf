"""Scans typed at full speed into the real programs, on real terminals, before a real hall.

Nothing is lost, no key of a code is a command, no letter of it lands in a field. What reached the hall
is read from the journal: every line that came from the program's own station.
"""

from __future__ import annotations

import asyncio
import fcntl
import json
import os
import pty
import re
import struct
import sys
import termios
import threading
import time
from contextlib import suppress
from pathlib import Path
from subprocess import Popen

import pyte
import pytest

from core import codes
from core.stations import StationKind
from core.views.documents import event_of, statement_of
from hall import scans
from hall.journal.audit import lines_of
from hall.keys import read_keys
from quine.historique import read_house

REPO = Path(__file__).parents[2]
SPEEDS = [0.0, 0.001, 0.005]
ENDS = ["\r", "\r\n", "\t"]
BURST = 18
STALLED = 0.050  # no scanner rests so long inside a code
TYPIST = """
import os, sys, time
terminal, gap, text = int(sys.argv[1]), float(sys.argv[2]), sys.argv[3]
try:
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))  # a scanner has its own processor
except (AttributeError, OSError):
    pass  # where the machine lets us
worst, last = 0.0, time.monotonic()
for piece in (text if gap else [text]):
    os.write(terminal, piece.encode())
    now = time.monotonic()
    worst, last = max(worst, now - last), now
    time.sleep(gap)
print(worst)
"""


class Program:
    """`quine NAME` on a terminal of its own, as a person starts it."""

    def __init__(self, name: str, folder: Path, *words: str) -> None:
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
        env = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "PYTHONPATH": str(REPO)}
        env |= {"TERM": "xterm-256color", "TEXTUAL_ANIMATIONS": "none", "HOME": str(folder)}
        key = ("--station-file", str(folder / f"{name}.key"))
        self.process = Popen(
            [sys.executable, "-m", "quine.cli", name, *key, *words],
            stdin=slave, stdout=slave, stderr=slave, env=env, start_new_session=True, cwd=REPO,
        )  # fmt: skip
        os.close(slave)
        self.output = bytearray()
        self._shown, self._fed = pyte.Screen(100, 30), 0
        self._stream = pyte.ByteStream(self._shown)
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        with suppress(OSError):
            while data := os.read(self.master, 65536):
                self.output += data

    def screen(self) -> str:
        """What stands on the terminal now."""
        data, self._fed = bytes(self.output[self._fed :]), len(self.output)
        self._stream.feed(data)
        return "\n".join(self._shown.display)

    async def shows(self, text: str) -> None:
        end = time.monotonic() + 60
        while text not in self.screen():
            assert self.process.poll() is None and time.monotonic() < end, self.screen()
            await asyncio.sleep(0.02)

    async def types(self, text: str, gap: float = 0.0) -> None:
        """As a scanner or a hand does, from a process of its own: nothing of ours slows it down."""
        typist = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", TYPIST, str(self.master), str(gap), text),
            pass_fds=[self.master],
            stdout=asyncio.subprocess.PIPE,
        )
        worst, _ = await typist.communicate()
        if gap <= max(SPEEDS) and float(worst) > STALLED:
            pytest.xfail(f"this machine stalled the scanner itself for {float(worst):.3f} s")

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self.master)


@pytest.fixture
def started(tmp_path):
    """`await started(house, "desk", kind)`: paired and open; all are ended."""
    running: list[Program] = []

    async def start(house, name: str, kind: StationKind, *words: str) -> Program:
        code = house._codes.pop(kind, None) or await house._new_code(kind)
        words = ("--hall", house.ready.url, "--pair", code, "--name", f"{name} d'essai", *words)
        running.append(Program(name, tmp_path, *words))
        await running[-1].shows("F10" if name != "kiosk" else "F3")
        return running[-1]

    yield start
    for one in running:
        one.close()


async def signs_in(program: Program, house, person: str) -> None:
    """By hand, as fast as a hand may be."""
    await program.shows("dentifi")
    await program.types(f"{person}\r", 0.03)
    await program.types(f"{house.pins[person]}\r", 0.03)


def written(house, name: str) -> list[tuple[str, dict]]:
    """(type, data) of every line that came from the station of that name, whoever stood there."""
    lines = [json.loads(text) for text in lines_of(house.folder / "data")]
    paired = [one["data"] for one in lines if one["type"] == "StationPaired"]
    station = next(one["station"] for one in paired if one["name"] == name)
    return [(one["type"], one["data"]) for one in lines if one["station"] == station]


def codes_of(house, kind: codes.Kind, *numbers: int) -> list[str]:
    """What the QR of these papers says; cartons are those of the first *partie*."""
    state = read_house(house.folder / "data")
    seance = state.bingo.seances[house.seance]
    key = read_keys(house.folder / "data" / "keys").code
    made = []
    for number in numbers:
        if kind is codes.Kind.CARTON:
            number += seance.parties[1].serie * 1_000_000
        bare = codes.Code(kind, event_of(seance), number, b"")
        statement = statement_of(state, bare, 0) or b"none of ours"
        made.append(scans.make(key, kind, bare.event, number, statement))
    return made


async def scanned(program: Program, texts: list[str], gap: float) -> None:
    """One after the other without a breath, with every kind of end."""
    if gap:
        for n, text in enumerate(texts):
            await program.types(text + ENDS[n % len(ENDS)], gap)
    else:
        await program.types("".join(text + ENDS[n % 3] for n, text in enumerate(texts)))


def alone(typed: str, screen: str) -> bool:
    """What was typed stands there once, and nothing of a code beside it or anywhere."""
    return len(re.findall(rf"(?<!\w){typed}(?!\w)", screen)) == 1 and "LF" not in screen


@pytest.mark.spec("SCN-001", "SCN-002", "BIN-031")
@pytest.mark.parametrize("gap", SPEEDS)
async def test_at_the_caller_every_carton_of_a_burst_gets_its_verdict(
    serving, evening, until, started, gap
):
    """Eighteen cartons at a stop: eighteen verdicts, in order, and no other order than those."""
    async with serving() as house:
        room = await evening(house)
        await room.tests()
        digest = [
            row async for row in room.member.ask("signatures", document=f"essais:{house.seance}")
        ]
        signed = {"document": f"essais:{house.seance}", "hash": digest[0]["hash"]}
        await room.member.order("Sign", **signed, pin=house.pins["roy"])
        await room.member.order("OpenSeance")
        await room.heard()
        desk, head = await house.signed_in("durand"), await house.signed_in("caron")
        await desk.order("OpenTill", pieces={1000: 100})
        number = await room.sold(desk, 6)
        await desk.order("OpenExchange")
        person = read_house(house.folder / "data").bingo.registrations[number].person
        await desk.order("ExchangeReceipt", number=number, person=person)
        await head.order("CloseRegistrations", seance=house.seance)
        await desk.order("AllocateLots")
        for order in ("AnnounceSeance", "PreparePartie", "AnnounceLots", "FreezePartie"):
            await room.says(order)
        await room.says("GivePublicNumber", number=42)
        await room.says("GivePublicNumber", number=42, confirmed=True)
        await room.says("StartDraw")
        for _ in range(5):
            await room.says("DrawBall")
        await room.says("StopDraw", word="quine")
        await room.caller.sign_out()
        caller = await started(house, "caller", StationKind.CALLER)
        await signs_in(caller, house, "benali")
        await caller.shows("Scannez le carton")
        cartons = codes_of(house, codes.Kind.CARTON, *range(1, BURST + 1))
        await scanned(caller, cartons, gap)
        serial = f"{read_house(house.folder / 'data').bingo.seance.partie.serie:03d}"
        name = "caller d'essai"
        await until(
            lambda: sum(kind == "CartonVerified" for kind, _ in written(house, name)) == BURST,
            lambda: f"{[kind for kind, _ in written(house, name)]}\n{caller.screen()}",
        )
        verified = [data for kind, data in written(house, name) if kind == "CartonVerified"]
        assert [one["serial"] for one in verified] == [
            f"{serial}-{number:06d}" for number in range(1, BURST + 1)
        ]
        assert {one["verdict"] for one in verified} == {"NON_COMPLETE"}
        assert {kind for kind, _ in written(house, name)} == {"SignedIn", "CartonVerified"}


@pytest.mark.spec("SCN-001", "SCN-002")
@pytest.mark.parametrize("gap", SPEEDS)
async def test_at_the_desk_scans_press_nothing_and_land_in_no_field(serving, started, gap):
    """On the counter, then in the form of a new player, whose name has the focus."""
    async with serving() as house:
        desk = await started(house, "desk", StationKind.DESK)
        await signs_in(desk, house, "petit")
        await desk.shows("nscri")
        foreign = codes_of(house, codes.Kind.BADGE, *range(1, BURST + 1))
        await scanned(desk, foreign, gap)
        await desk.shows("■")
        await desk.types("i", 0.1)
        await desk.shows("F3")
        await desk.types("\x1bOR", 0.0)  # F3: a new identity
        await desk.shows("Date de naissance")
        await scanned(desk, codes_of(house, codes.Kind.BADGE, *range(101, 101 + BURST)), gap)
        await desk.types("Zoe", 0.1)
        await desk.shows("Zoe")
        assert alone("Zoe", desk.screen())
        assert [kind for kind, _ in written(house, "desk d'essai")] == ["SignedIn"]


@pytest.mark.spec("SCN-001", "SCN-002")
@pytest.mark.parametrize("gap", SPEEDS)
async def test_at_the_kiosk_only_an_admission_opens_the_way(serving, started, tmp_path, gap):
    """Cartons scanned in the field of the name leave it empty; then the ticket is taken."""
    async with serving() as house:
        door = await house.signed_in("petit")
        enrolled = await door.order(
            "EnrollPerson", name="Léa", first_name="Zoé", birth="1980-01-01"
        )
        await door.order("AdmitPerson", person=enrolled["person"])
        printer = ("--printer", f"preview:{tmp_path / 'papier'}")
        kiosk = await started(house, "kiosk", StationKind.KIOSK, *printer)
        await kiosk.shows("30,00")
        await kiosk.types("\r")
        await kiosk.shows("Nom")
        await scanned(kiosk, codes_of(house, codes.Kind.BADGE, *range(1, BURST + 1)), gap)
        await kiosk.types("Ana", 0.1)
        await kiosk.shows("Ana")
        assert alone("Ana", kiosk.screen())
        (ticket,) = codes_of(house, codes.Kind.ADMISSION, 1)
        await scanned(kiosk, [ticket], gap)
        await kiosk.shows("Combien")
        assert written(house, "kiosk d'essai") == []

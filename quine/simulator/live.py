"""`quine demo` in a terminal: everything is ready, and you are the animateur."""

from __future__ import annotations

import asyncio
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import msgspec

from core.rules import Refusal
from core.stations import StationKind
from hall.build import version
from hall.client import HallClient
from hall.founding import Founded, Founder, found
from hall.private import write_private
from quine.commands.house import quicker
from quine.simulator.backstage import Opened
from quine.simulator.night import Script

READY_S = 90
FOLDER = Path("build/soiree")
CONSOLE_KEY = "pupitre.key"


def live(players: int, parties: int, speed: int, seed: str | None, out: Path | None) -> int:
    """Founds, starts the hall and its people behind, and opens the console in this terminal."""
    folder = out or FOLDER
    _make_room(folder)
    script = Script(players, parties, seed or "0")
    founded = found(
        folder / "data",
        rehearsal=True,
        seed=seed,
        terms=script.terms,
        parameters=quicker(speed) if speed > 1 else None,
    )
    print(f"{players} joueurs s'inscrivent, paient, échangent leurs récépissés…", flush=True)
    for name in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(name, lambda *_: sys.exit(1))  # whatever ends us ends what runs behind
    behind = _start(folder, founded, script)
    try:
        opened = _wait(behind, folder)
        _tell(opened, founded)
        asyncio.run(_signed_in(folder, opened, founded))
        return _console(folder, opened)
    finally:
        behind.terminate()
        behind.wait(timeout=20)
        print(f"La soirée est dans {folder} : quine journal verify {folder}")


def _make_room(folder: Path) -> None:
    if folder.exists() and any(folder.iterdir()):
        if not (folder / "data" / "journal.db").exists():
            raise Refusal("DOSSIER_NON_VIDE", folder=str(folder))
        shutil.rmtree(folder)
    folder.mkdir(parents=True, exist_ok=True)


def _start(folder: Path, founded: Founded, script: Script) -> subprocess.Popen[bytes]:
    """The hall's own process: a console that dies takes nothing with it."""
    staff = folder / "personnel.json"
    write_private(staff, msgspec.json.encode(founded))
    log = (folder / "coulisses.log").open("wb")
    command = [
        *(sys.executable, "-m", "quine.simulator.backstage"),
        *("--data", str(folder / "data"), "--founded", str(staff)),
        *("--players", str(script.players), "--parties", str(script.parties)),
        *("--seed", script.seed, "--ready", str(folder / "pret.json")),
    ]
    return subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True)


def _wait(behind: subprocess.Popen[bytes], folder: Path) -> Opened:
    until = time.monotonic() + READY_S
    while time.monotonic() < until and behind.poll() is None:
        if (folder / "pret.json").exists():
            return msgspec.json.decode((folder / "pret.json").read_bytes(), type=Opened)
        time.sleep(0.1)
    said = (folder / "coulisses.log").read_text(errors="replace")[-2000:]
    print(said, file=sys.stderr)
    raise Refusal("DEMONSTRATION_EN_PANNE", log=str(folder / "coulisses.log"))


def _tell(opened: Opened, founded: Founded) -> None:
    """What else can be opened, and the one line on what to press."""
    caller, cashier = _member(founded, "benali"), _member(founded, "durand")
    quine = shutil.which("quine") or str(Path(sys.executable).parent / "quine")
    print("\nDans d'autres terminaux, si vous voulez :")
    for kind, name in (("display", "tableau"), ("kiosk", "borne"), ("desk", "caisse")):
        print(f"  {name:8} {quine} {kind} --hall {opened.url} --pair {opened.codes[kind]}")
    print(f"  à la caisse : {cashier.person}, code {cashier.pin}")
    print(f"\nVous êtes l'animateur ({caller.person}, code {caller.pin} si on vous le demande).")
    print("Espace fait toujours la chose suivante ; S arrête le tirage ; F10 quitte.")
    input("Entrée pour ouvrir le pupitre… ")


def _member(founded: Founded, person: str) -> Founder:
    return next(member for member in founded.staff if member.person == person)


async def _signed_in(folder: Path, opened: Opened, founded: Founded) -> None:
    """Pairs the console and signs its animateur in: a station that comes back keeps its session."""
    caller = _member(founded, "benali")
    console = HallClient(opened.url, folder / CONSOLE_KEY, version=version())
    await console.pair(opened.codes["caller"], StationKind.CALLER, "pupitre")
    async with console:
        await console.sign_in(caller.person, caller.pin)


def _console(folder: Path, opened: Opened) -> int:
    """The console in a process of its own, on this very terminal."""
    command = [
        *(sys.executable, "-m", "quine.cli", "caller"),
        *("--hall", opened.url, "--station-file", str(folder / CONSOLE_KEY)),
    ]
    return subprocess.call(command)

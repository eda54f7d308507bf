"""Where every history begins: a real night of the simulator, cut while selling or while drawing."""

from __future__ import annotations

import hashlib
import json
import shutil
from dataclasses import dataclass
from pathlib import Path

import core.house as law
from core.stations import StationKind
from hall.client import StationFile
from hall.entropy import SystemEntropy
from hall.journal import Head, lines_of
from hall.keys import read_keys
from hall.opening import KEYS, PEOPLE, STATIONS, VAULT, restore
from hall.people import PeopleFile
from hall.private import write_private
from hall.vault import Vault
from quine.simulator.headless import headless
from quine.simulator.night import Script

PIN = "314159"
STAFF = {
    "caller-1": "benali",
    "desk-2": "durand",
    "desk-3": "petit",
    "desk-4": "roy",
}


@dataclass(frozen=True)
class Base:
    """A house that can be copied, and the lines of its journal up to the cut."""

    folder: Path
    lines: tuple[bytes, ...]
    head: Head
    at: str
    seance: str

    def furnish(self, folder: Path) -> None:
        """A copy of the house in `folder`; its journal is elsewhere."""
        shutil.copytree(self.folder, folder)
        (folder / "journal.db").touch()


def bases(folder: Path) -> dict[str, Base]:
    """« vente » stands before the equipment test, « tirage » after five balls."""
    headless(Script(3, 2, "simulation"), "simulation", folder / "night")
    data = folder / "night" / "data"
    lines = tuple(lines_of(data))
    told = [json.loads(text) for text in lines]
    _prepare(data, folder / "house", told)
    types = [line["type"] for line in told]
    balls = [n for n, name in enumerate(types) if name == "BallDisplayed"]
    cuts = {"vente": types.index("TestsStarted"), "tirage": balls[5]}
    return {name: _cut(folder / "house", lines, count) for name, count in cuts.items()}


def _prepare(data: Path, house: Path, told: list[dict]) -> None:
    """Keys that the tests know, and the seeds that the end of the night revealed and erased."""
    house.mkdir(mode=0o700)
    shutil.copytree(data / KEYS, house / KEYS)
    shutil.copy(data / PEOPLE, house / PEOPLE)
    keys = read_keys(house / KEYS)
    entropy = SystemEntropy()
    vault = Vault(house / VAULT, keys.vault, entropy)
    for line in told:
        if line["type"] == "DrawRevealed":
            vault.keep(line["data"]["game_id"], bytes.fromhex(line["data"]["seed"]))
        if line["type"] == "AllocationRevealed":
            label = f"{told[0]['data']['code']}/{line['data']['seance']}/allocation"
            vault.keep(label, bytes.fromhex(line["data"]["seed"]))
    people = PeopleFile(
        house / PEOPLE, pepper=keys.people, exclusion=keys.exclusion, entropy=entropy, cheap=True
    )
    for person in STAFF.values():
        people.set_pin(person, PIN)
    people.close()
    paired = [line["data"]["station"] for line in told if line["type"] == "StationPaired"]
    digests = {name: hashlib.sha256(name.encode()).hexdigest() for name in paired}
    write_private(house / STATIONS, json.dumps(digests).encode())


def station_file(folder: Path, station: str) -> Path:
    """As pairing would have written it: in these tests a station's key is its name."""
    path = folder / f"{station}.key"
    kind = StationKind(station.partition("-")[0])
    path.write_text(
        json.dumps(
            {"station": station, "key": station, "kind": kind, "name": station, "certificate": ""}
        )
    )
    assert StationFile
    return path


def _cut(house: Path, lines: tuple[bytes, ...], count: int) -> Base:
    restored = restore(lines[:count], law.House(), law)
    seance = next(iter(restored.house.bingo.seances))
    return Base(house, lines[:count], restored.head, restored.last_at, seance)

"""Lines that lie, shout or send rubbish: cut, and nobody else notices (GEN-005)."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from evening import Evening, dice, evening
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from core.stations import StationKind
from hall.client import Link

CUT_S = 60  # patience on a busy machine
GROWN_KB = 150_000


async def cut(url: str, *frames: bytes | str | dict[str, Any]) -> list[dict[str, Any]]:
    """Sends all of it and listens meanwhile, until the line is cut: what was said before."""
    heard = []
    line = await connect(url, max_size=None, compression=None, close_timeout=1)
    speaking = asyncio.create_task(_speak(line, frames))
    try:
        async with asyncio.timeout(CUT_S):
            while True:
                heard.append(json.loads(await line.recv()))
    except (ConnectionClosed, OSError):
        return heard
    finally:
        speaking.cancel()
        await asyncio.wait({speaking})
        with suppress(AttributeError):  # the other end may have taken even the transport away
            line.transport.abort()


async def _speak(line: ClientConnection, frames: tuple[bytes | str | dict[str, Any], ...]) -> None:
    """A hall that has heard enough cuts in the middle: what it said is for the listener."""
    with suppress(ConnectionClosed, OSError):
        for frame in frames:
            await line.send(json.dumps(frame) if isinstance(frame, dict) else frame)


def keys(night: Evening, kind: StationKind) -> dict[str, Any]:
    """What lies in a station's key file, as a thief would read it."""
    files = sorted(Path(night.folder / "stations").glob("*.key"))
    found = (json.loads(path.read_bytes()) for path in files)
    return next(kept for kept in found if kept["kind"] == kind)


def memory_kb(night: Evening) -> int:
    status = Path(f"/proc/{night.hall.process.pid}/status").read_text()  # type: ignore[union-attr]
    return int(status.split("VmRSS:")[1].split()[0])


@pytest.mark.spec("GEN-005", "GEN-007")
async def test_a_bad_line_is_cut_and_the_others_go_on(tmp_path):
    """Rubbish, ten megabytes, a flood, stolen names: each ends, and the desk works through it all."""
    async with evening(tmp_path, process=True) as night:
        await night.everybody()
        url = f"ws://127.0.0.1:{night.hall.port}"
        desk = night.stage.counter.door.client
        worked, going = 0, True
        states: list[Link] = []
        desk.on_state(states.append)

        async def work() -> None:
            nonlocal worked
            while going:
                await desk.order(
                    "EnrollPerson", name=f"N{worked}", first_name="Zoé", birth="1980-02-03"
                )
                worked += 1
                await asyncio.sleep(1 / 15)  # as fast as a hall lets a desk speak

        working = asyncio.create_task(work())
        before_kb = memory_kb(night)
        hello = greeting(keys(night, StationKind.KIOSK))
        await rubbish(url, hello)
        await ten_megabytes(url, hello)
        await liars(night, url)
        await flood(url, hello)
        going = False
        await working
        assert worked > 10 and states == []
        assert memory_kb(night) - before_kb < GROWN_KB
        assert night.hall.alive
    house = night.house()
    assert len(house.people.digests) >= worked


def greeting(kept: dict[str, Any]) -> dict[str, Any]:
    return {"say": "Hello", "station": kept["station"], "key": kept["key"]}


async def rubbish(url: str, hello: dict[str, Any]) -> None:
    """Before and after a good greeting; random bytes, broken JSON, deep nesting, wrong frames."""
    chance = dice("frames")
    bad: list[bytes | str | dict[str, Any]] = [
        *(chance.randbytes(chance.randint(0, 3_000)) for _ in range(10)),
        *("", "{", "null", "[]", "[" * 20_000, '{"say":"Order"}', '{"say":"View"}', "\x00"),
        {"say": "Order", "id": 5, "type": "DrawBall"},
        {"say": "Order", "id": "x" * 65, "type": "DrawBall"},
        {"say": "Ask", "id": "q", "query": "people", "start": -1},
        {"say": "Pair", "code": "0000-0000", "kind": "desk", "name": "x"},
        hello | {"surplus": 1, "protocol": 9},
    ]
    for frame in bad:
        assert all(said["say"] == "Refused" for said in await cut(url, frame)), frame
        heard = await cut(url, hello, frame)
        assert [said["say"] for said in heard if said["say"] not in ("View", "Notice")] == [
            "Welcome",
            "Refused",
        ], frame


async def ten_megabytes(url: str, hello: dict[str, Any]) -> None:
    order = '{"say":"Order","id":"20260110-1","type":"EnrollPerson","data":{"name":"%s"}}'
    for first in ((), (hello,)):
        heard = await cut(url, *first, order % ("A" * 10_000_000))
        assert not [said for said in heard if said["say"] == "Done"]


async def liars(night: Evening, url: str) -> None:
    """A kiosk's key under a desk's name, a name nobody has, another version of the program."""
    kiosk, desk = keys(night, StationKind.KIOSK), keys(night, StationKind.DESK)
    for said, code in (
        (greeting(kiosk) | {"station": desk["station"]}, "POSTE_INCONNU"),
        (greeting(kiosk) | {"station": "desk-99"}, "POSTE_INCONNU"),
        (greeting(kiosk) | {"key": kiosk["key"][:-1]}, "POSTE_INCONNU"),
        (greeting(kiosk) | {"version": "0.0.0"}, "VERSION_DIFFERENTE"),
    ):
        heard = await cut(url, said)
        assert [one["code"] for one in heard] == [code]


async def flood(url: str, hello: dict[str, Any]) -> None:
    """Faster than any hand: cut after what is allowed at once."""
    frames = [{"say": "Order", "id": f"20200101-{n}", "type": "DrawBall"} for n in range(500)]
    heard = await cut(url, hello, *frames)
    answers = [said for said in heard if said["say"] == "Refused"]
    # An order taken just before the cut may still be answered after it has been announced.
    assert [said["code"] for said in answers if not said.get("id")] == ["TROP_D_ORDRES"]
    assert len(answers) < 100

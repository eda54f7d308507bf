"""What nobody may know during a draw: no file, log, frame or view holds a ball not yet displayed."""

from __future__ import annotations

import asyncio
import base64
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from evening import Evening, evening, ready

from core import chance
from core.registers import ASKS
from core.site import SUSPENSION_MAX_MS
from core.views import LISTS, VIEWS
from core.views.board import Scene
from hall.client import Refused
from hall.journal import lines_of
from hall.keys import read_keys
from hall.supplies import allocation_label
from hall.vault import Vault

DISPLAYED = 12
RUN = 5  # so many undisplayed balls in a row, in their order, are no accident


class Hidden:
    """What must not be found, and where it was looked for. The test knows it from the vault."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        data = evening.data
        vault = Vault(data / "vault", read_keys(data / "keys").vault, None)  # type: ignore[arg-type]
        self.seeds = {name: vault.seed(name) for name in vault.game_ids()}
        self.order: tuple[int, ...] = ()
        self.key = b""

    def of_the_draw(self, game: str, root: str, public: str) -> None:
        self.order = tuple(chance.balls(self.seeds[game], game, root, public))
        self.key = chance.draw_key(self.seeds[game], game, root, public)

    def places(self) -> Iterator[tuple[str, bytes]]:
        """Every file of the house, its stations and its log; the process; every byte a line carried."""
        for path in sorted(self.evening.folder.rglob("*")):
            if path.is_file():
                yield str(path), path.read_bytes()
        for name in ("cmdline", "environ"):
            pid = self.evening.hall.process.pid  # type: ignore[union-attr]
            yield name, Path(f"/proc/{pid}/{name}").read_bytes()
        for station, heard in self.evening.tap.heard.items():
            yield station, bytes(heard)

    def found(self, shown: int) -> list[tuple[str, str]]:
        """(what, where) for everything that lies open after `shown` balls."""
        seen = []
        run = pattern(self.order[shown:]) if self.order else None
        for where, content in self.places():
            for name, secret in {**self.seeds, "clé du tirage": self.key}.items():
                if secret and any(form in content for form in forms(secret)):
                    seen.append((name, where))
            if run is not None and run.search(content):
                seen.append(("boules à venir", where))
        return seen


def forms(secret: bytes) -> Iterator[bytes]:
    """Raw, hexadecimal, Base64 at each of its three alignments and in both alphabets."""
    yield from (secret, secret.hex().encode(), secret.hex().upper().encode())
    for shift in range(3):
        whole = base64.b64encode(bytes(shift) + secret)[4 if shift else 0 : -4]
        yield whole
        yield whole.translate(bytes.maketrans(b"+/", b"-_"))


def pattern(future: tuple[int, ...]) -> re.Pattern[bytes]:
    """Any few balls to come, in a row: as numbers with anything small between, or as plain bytes."""
    runs = [future[at : at + RUN] for at in range(len(future) - RUN + 1)]
    written = [b"\\D{1,4}".join(b"0?%d" % ball for ball in run) for run in runs]
    plain = [re.escape(bytes(future[at : at + RUN + 1])) for at in range(len(future) - RUN)]
    return re.compile(b"(?<!\\d)(?:" + b"|".join(written) + b")(?!\\d)|" + b"|".join(plain), re.S)


@pytest.mark.spec("GEN-010", "DSP-008", "GEN-016", "BIN-060")
async def test_nothing_and_nobody_holds_a_ball_that_was_not_displayed(tmp_path):
    """Every place, during the draw and after a crash in it; what is revealed later is found at once."""
    async with evening(tmp_path, process=True) as night:
        await night.drawing(DISPLAYED)
        board = night.stage.wall.board
        hidden = Hidden(night)
        labels = {allocation(night), *(game(night, n) for n in (1, 2))}
        assert hidden.seeds.keys() == labels
        drawn = board.partie.balls
        frozen = only(night, "SoldFrozen")
        hidden.of_the_draw(game(night, 1), frozen["sold_root"], board.partie.public)
        assert drawn == hidden.order[:DISPLAYED]
        await everything_is_asked(night)
        assert hidden.found(DISPLAYED) == []
        committed = chance.commitment(hidden.seeds[game(night, 1)], game(night, 1))
        assert board.partie.commitment == committed[:8]
        assert committed in (line["commitment"] for line in all_of(night, "DrawCommitted"))

        night.struck()
        await night.back()
        await ready(night.stage.caller)
        board = await night.stage.wall.until(lambda board: board.scene is Scene.SUSPENDUE)
        since_ms = only(night, "PartieSuspended")["since_ms"]
        assert board.resume_before_ms == since_ms + SUSPENSION_MAX_MS
        left_ms = board.resume_before_ms - night.stage.caller.client.now_ms()
        assert SUSPENSION_MAX_MS - 60_000 < left_ms < SUSPENSION_MAX_MS
        await everything_is_asked(night)
        assert hidden.found(DISPLAYED) == []

        await night.room.order(night.stage.members["MCD"], "CancelPartie", reason="essai")
        revealed = only(night, "DrawRevealed")
        assert revealed["seed"] == hidden.seeds.pop(game(night, 1)).hex()
        assert hidden.found(DISPLAYED) == []  # the others are as secret as before
        hidden.seeds["révélée"] = bytes.fromhex(revealed["seed"])
        assert {what for what, _ in hidden.found(DISPLAYED)} == {"révélée"}
        (tmp_path / "fuite.txt").write_text(json.dumps(hidden.order[20:30]))
        assert ("boules à venir", str(tmp_path / "fuite.txt")) in hidden.found(DISPLAYED)


def game(night: Evening, n: int) -> str:
    return f"REPETITION/{night.seance}/{n}/1"


def allocation(night: Evening) -> str:
    class Named:
        class site:  # noqa: N801 -- stands for the house's own
            code = "REPETITION"

    return allocation_label(Named, night.seance)  # type: ignore[arg-type]


def all_of(night: Evening, type: str) -> list[dict]:
    """Of the stored lines, read beside the running hall."""
    read = (json.loads(text) for text in lines_of(night.data))
    return [line["data"] for line in read if line["type"] == type]


def only(night: Evening, type: str) -> dict:
    (data,) = all_of(night, type)
    return data


async def everything_is_asked(night: Evening) -> None:
    """Each station watches every view there is and asks every question; no is an answer too."""
    shown, refused = 0, 0
    for station in night.room.stations:
        for view in VIEWS:
            if (view, "") not in station.client._watchers:
                station.client.watch(view, "", lambda view: None)
        for query in (*ASKS, *LISTS, "people"):
            try:
                async with asyncio.timeout(30):
                    async for _ in station.client.ask(query, seance=night.seance, text="a"):
                        shown += 1
            except Refused as no:
                refused += 1
                assert no.code in ("FONCTION_NON_AUTORISEE", "QUESTION_INVALIDE"), no
    assert shown > 50 and refused > 50

"""kill -9 at any moment of a night: nothing acknowledged is lost, and the money is the same (GEN-016)."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from datetime import datetime
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any

import pytest
from evening import Evening, dice, evening
from tap import Moment

from core.registers.historique import historique
from core.rules import FACTS
from hall.journal import lines_of, verify
from hall.opening import open_house
from quine.simulator.checks import all_checks
from quine.simulator.headless import headless
from quine.simulator.night import Night, Script

PLAYERS, PARTIES = 6, 2
WHERE = (  # what is going on, and how many such orders the night has at least
    ("EnrollPerson", 5),
    ("PreRegister", 5),
    ("PayForfait", 2),
    ("ExchangeReceipt", 3),
    ("AllocateLots", 1),
    ("DrawBall", 12),
    ("StopDraw", 1),
    ("VerifyCarton", 1),
    ("CloseQuine", 2),
    ("RecoverCarton", 2),
    ("ValidatePartie", 2),
    ("PayLot", 3),
    ("Sign", 4),
)
HOWS = ("LOST", "RACE", "UNANSWERED")
EXPECTED_REFUSALS = 6


def moments(seed: int) -> list[Moment]:
    """Seeded moments, each at another kind of order; printing is struck in two places more."""
    chance = dice(seed)
    drawn = []
    for place, (type, most) in enumerate(WHERE):
        how = HOWS[(place + seed) % len(HOWS)]
        drawn.append(Moment(type, chance.randint(1, most), how, chance.random() * 0.01))
    for type in ("StartPrint", "FinishPrint"):
        nth = chance.randint(3, 15)
        drawn.append(Moment(type, nth, chance.choice(HOWS), chance.random() * 0.01))
    return drawn


@pytest.mark.spec("GEN-016", "GEN-003", "PRT-009")
@pytest.mark.parametrize(
    "seed", [1, *(pytest.param(n, marks=pytest.mark.slow) for n in range(2, 9))]
)
async def test_a_night_killed_again_and_again_ends_with_the_same_money(tmp_path, seed):
    """Fifteen kills in one night; the books, the tills and the papers are those of a calm one."""
    script = Script(PLAYERS, PARTIES, str(seed))
    async with evening(tmp_path, script=script, process=True) as struck:
        planned = struck.tap.moments = moments(seed)
        wanted = len(planned)
        played = await struck.whole()
    assert struck.kills == wanted == len(struck.tap.struck), planned
    assert {notice.code for notice in struck.notices} >= {"REPRISE"}
    checks, house = all_checks(script, played, struck.data)
    assert not [check for check in checks if not check.holds]
    assert money(historique(house, played.seance), house) == await calm(script, tmp_path / "calme")
    assert verify(struck.data).whole
    lines = [json.loads(text) for text in lines_of(struck.data)]
    must_keep_every_word(struck, lines)
    must_count_minutes_from_the_crash(lines)
    must_print_once(struck, played)


def money(told: dict[str, Any], house: Any) -> dict[str, int]:
    """What must not depend on how often the hall died: not who won, but every total."""
    totals = told["totals"]
    return {
        "sold": told["forfaits"]["sold"],
        "base_c": told["base_c"],
        "retention_c": told["retention_c"],
        "lots_c": totals["quine_c"] + totals["bingo_c"],
        "out_c": totals["paid_c"] + totals["orphelins_c"],
        "fees_c": totals["fees_c"],
        "till_c": house.desk.closed_tills[-1].counted_c,
        "due_c": house.desk.closed_tills[-1].expected_c,
    }


async def calm(script: Script, out: Path) -> dict[str, int]:
    """The same people on a night when nothing happened; its loop is in a thread of its own."""
    checks, night, _ = await asyncio.to_thread(headless, script, script.seed, out)
    assert all(check.holds for check in checks)
    opened = open_house(out / "data")
    opened.close()
    house = opened.hall.house
    return money(historique(house, night.seance), house)


def must_keep_every_word(struck: Evening, lines: list[dict[str, Any]]) -> None:
    """Every order that was answered stands in the journal once, and says what was answered."""
    groups: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for key, group in groupby(lines, key=lambda line: (line["station"], line["order_id"])):
        if all(key):
            assert key not in groups, f"{key} was executed twice"
            groups[key] = list(group)
    assert struck.tap.said.keys() >= groups.keys()
    answered: Counter[str] = Counter()
    for key, said in struck.tap.said.items():
        assert said.answers, f"{said.type} was never answered"
        assert all(answer == said.answers[0] for answer in said.answers), said
        answer, written = said.answers[0], groups.get(key, [])
        answered[answer["say"]] += 1
        if answer["say"] == "Refused":
            assert {line["type"] for line in written} <= {"OrderRefused"}, said
        elif said.type not in ("OpenPairing",):
            assert written, f"{said.type} was acknowledged and lost"
            assert written[-1]["seq"] == answer["seq"], said
            assert told(written) == answer.get("result", {}), said
    assert answered["Done"] > 200 and answered["Refused"] >= EXPECTED_REFUSALS


def told(written: list[dict[str, Any]]) -> dict[str, Any]:
    """What the facts of an order tell, read from the stored lines."""
    result: dict[str, Any] = {}
    for line in written:
        for name in FACTS[line["type"]].tells:
            result.setdefault(name, line["data"][name])
    return result


def must_count_minutes_from_the_crash(lines: list[dict[str, Any]]) -> None:
    """Suspended since the last line before the crash; the time it was down is not given back."""
    suspended = 0
    base_ms = 0
    for before, line in pairwise(lines):
        if line["type"] == "HallStarted":
            stopped_ms = base_ms + before["mono_ns"] // 1_000_000
            base_ms = line["data"]["ms"]
            gap = datetime.fromisoformat(line["at"]) - datetime.fromisoformat(before["at"])
            assert abs(base_ms - stopped_ms - gap.total_seconds() * 1000) < 250  # read twice
        if line["type"] == "PartieSuspended":
            suspended += 1
            assert line["data"]["cause"] == "ARRET_DU_SYSTEME"
            assert line["data"]["since_ms"] == stopped_ms
            since_ms = stopped_ms  # a second crash before the resumption does not start it anew
        if line["type"] == "PartieResumed":
            now_ms = base_ms + line["mono_ns"] // 1_000_000
            assert line["data"]["lost_ms"] == now_ms - since_ms > 0
            assert line["actor"] == "roy" and line["role"] == "MCD"
    resumed = sum(line["type"] == "PartieResumed" for line in lines)
    assert suspended == resumed >= 2


def must_print_once(struck: Evening, played: Night) -> None:
    """No paper came out twice, whatever was happening to the hall."""
    came_out = [job for station in struck.room.stations for job in station.came_out]
    assert len(came_out) == len(set(came_out)) == len(played.counter.papers)

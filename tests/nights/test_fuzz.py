"""Whatever a station sends: Done or Refused, and the house holds (GEN-005, GEN-003)."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from typing import Any

import msgspec
import pytest
from evening import Evening, dice, evening
from garbage import fields, hints, some_order

from core.bingo.partie.claims import VerifyCarton
from core.registers import ASKS
from core.rules import ORDERS, RULES, Role
from core.stations import StationKind
from hall.access import POWERS
from hall.client import Link, Refused
from hall.journal import lines_of, verify
from quine.simulator.stations import Station

ORDERS_GIVEN = 1_600
TOGETHER = 8
STATES = {
    "inscriptions": Evening.registered,
    "échange": Evening.exchanging,
    "lots annoncés": Evening.announced,
    "tirage": lambda night: night.drawing(20),
}


@pytest.mark.spec("GEN-003", "GEN-005", "GEN-007")
@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("seed", [1, *(pytest.param(n, marks=pytest.mark.slow) for n in (2, 3, 4))])
async def test_any_order_from_any_station_is_done_or_refused(tmp_path, state, seed):
    """Every kind of station and every function at once; no rule fails, no invariant breaks."""
    chance = dice((state, seed))
    codes: Counter[str] = Counter()
    async with evening(tmp_path, seed=f"{seed}") as night:
        await STATES[state](night)
        await night.auditor()
        ours = known(night)
        for _ in range(ORDERS_GIVEN // TOGETHER):
            orders = [some_order(chance, ours) for _ in range(TOGETHER)]
            tries = [
                given(somebody(night, name, chance), name, data, chance) for name, data in orders
            ]
            codes.update(await asyncio.gather(*tries))
        assert night.hall.alive
        assert all(station.client.state is Link.READY for station in night.room.stations)
    assert "ERREUR_INTERNE" not in codes, codes
    assert codes["done"] > 20 and len(codes) > 25, codes
    night.house()
    assert verify(night.data).whole


def known(night: Evening) -> dict[str, tuple[str, ...]]:
    """What the fields of these names may mean in this house."""
    players = night.stage.players
    cartons = [
        paper for player in players for papers in player.cartons.values() for paper in papers
    ]
    people = (*(player.person for player in players), "durand", "roy", "caron")
    codes = (*(player.receipt_code for player in players), *(paper.code for paper in cartons[:6]))
    return {
        "seance": (night.seance,),
        "offer": (night.seance,),
        "person": people,
        "code": codes,
        "text": (*codes, *(paper.serial for paper in cartons[:6])),
        "serial": tuple(paper.serial for paper in cartons[:6]) or ("001-000001",),
        "station": tuple(station.name for station in night.room.stations),
        "document": (f"11quinquies:{night.seance}", f"essais:{night.seance}"),
        "means": ("ESPECES", "CARTE"),
        "day": ("2031-12-01",),
        "time": ("20:30",),
        "birth": ("1980-02-03",),
    }


def somebody(night: Evening, name: str, chance: Any) -> Station:
    """Two times of three a station that may give this order, so that rules get to be asked."""
    order = ORDERS.get(name)
    powers = {role for rule in RULES.get(order, ()) for role in rule.by} if order else set()
    able = [
        one
        for one in night.room.stations
        if powers & POWERS[one.kind] & {*one.client.roles, Role.JOUEUR, Role.POSTE, Role.SIMULATEUR}
    ]
    everybody = night.room.stations
    return chance.choice(able if able and chance.random() < 0.67 else everybody)


async def given(station: Station, order: str, data: dict[str, Any], chance: Any) -> str:
    """The code of the refusal, or « done ». Anything else fails the test."""
    role = chance.choice(tuple(Role)) if chance.random() < 0.15 else None
    try:
        async with asyncio.timeout(30):
            await station.client.order_done(order, as_role=role, **data)
    except Refused as refused:
        assert refused.code.isupper() and refused.code.isascii(), refused
        return refused.code
    except TypeError:
        assert "type" in data or "as_role" in data
        return "done"
    return "done"


@pytest.mark.spec("GEN-005", "GEN-007")
async def test_a_station_without_people_does_only_what_its_kind_does(tmp_path):
    """Every order of the house from a kiosk, a board and a loudspeaker, fields and all."""
    chance = dice("kinds")
    async with evening(tmp_path) as night:
        await night.exchanging()
        for station in one_of_each(
            night, StationKind.KIOSK, StationKind.DISPLAY, StationKind.VOICE
        ):
            own = POWERS[station.kind]
            for name, order in sorted(ORDERS.items()):
                may = any(rule.by & own for rule in RULES.get(order, ()))
                if may or name not in journalled():
                    continue
                data = convertible(order, chance)
                with pytest.raises(Refused) as refused:
                    await station.client.order(name, **data)
                assert refused.value.code in ("FONCTION_NON_AUTORISEE", "ORDRE_SANS_OBJET"), name
            with pytest.raises(Refused) as refused:
                await station.client.sign_in("durand", night.stage.pins["CAISSIER"])
            assert refused.value.code == "POSTE_SANS_SESSION"
            for errand, said in (
                ("OpenPairing", {"kind": "desk"}),
                ("ForgetStation", {"station": "desk-1"}),
            ):
                with pytest.raises(Refused) as refused:
                    await station.client.order(errand, **said)
                assert refused.value.code == "FONCTION_NON_AUTORISEE"
    written = [json.loads(text) for text in lines_of(night.data)]
    theirs = {line["type"] for line in written if line["station"] in ("display-1", "voice-1")}
    assert theirs <= {"OrderRefused", "RefusalsSuppressed", "Spoken", "StationBack", "StationLost"}


@pytest.mark.spec("GEN-005", "GEN-017")
async def test_the_auditor_reads_all_and_changes_nothing(tmp_path):
    """Every register and list is open; every order but the print of a paper is refused."""
    chance = dice("audit")
    async with evening(tmp_path) as night:
        await night.exchanging()
        desk = await night.auditor()
        for name, order in sorted(ORDERS.items()):
            powers = {role for rule in RULES.get(order, ()) for role in rule.by}
            if not powers or powers & {Role.AUDITEUR, Role.POSTE}:
                continue
            with pytest.raises(Refused) as refused:
                await desk.client.order(name, **convertible(order, chance))
            assert refused.value.code in ("FONCTION_NON_AUTORISEE", "ORDRE_SANS_OBJET"), name
        for register in (*ASKS, "people"):
            rows = [row async for row in desk.client.ask(register, seance=night.seance, text="a")]
            assert all(rows), register
    read = [
        json.loads(text)["data"] for text in lines_of(night.data) if b"RegisterConsulted" in text
    ]
    assert {one["register"] for one in read} == set(ASKS)


def one_of_each(night: Evening, *kinds: StationKind) -> list[Station]:
    return [next(one for one in night.room.stations if one.kind is kind) for kind in kinds]


def journalled() -> set[str]:
    """Orders with a rule; the others travel another way."""
    return {order.__name__ for order in RULES}


def convertible(order: type, chance: Any) -> dict[str, Any]:
    """Fields that pass the hall's own reading, so that only the function can be the reason."""
    for _ in range(200):
        data = fields(order, chance)
        try:
            msgspec.convert(data, order, str_keys=True)
        except msgspec.ValidationError:
            continue
        return data
    raise AssertionError(order)


@pytest.mark.spec("GEN-005", "GEN-010")
async def test_what_only_the_hall_may_fill_is_refused_from_everybody(tmp_path):
    """A chosen ball, a good seal, a clean record: CHAMP_RESERVE, whoever says so."""
    chance = dice("reserved")
    reserved = [(name, field) for name in sorted(ORDERS) for field in ORDERS[name].supplied]
    assert (VerifyCarton.__name__, "presented") in reserved and len(reserved) > 30
    async with evening(tmp_path) as night:
        await night.everybody()
        everybody = night.room.stations
        for place, (name, field) in enumerate(reserved):
            order = ORDERS[name]
            data = fields(order, chance)
            data[field] = convertible_field(order, field, chance)
            with pytest.raises(Refused) as refused:
                await everybody[place % len(everybody)].client.order(name, **data)
            assert (refused.value.code, refused.value.values["field"]) in (
                ("CHAMP_RESERVE", field),
            ), (name, field, refused.value)


def convertible_field(order: type, field: str, chance: Any) -> Any:
    from garbage import fitting

    return fitting(hints(order)[field], chance)

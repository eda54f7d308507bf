"""Two stations, one thing: exactly one gets it, and the money says so (GEN-003, GEN-016)."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable
from dataclasses import dataclass
from typing import Any

import pytest
from evening import Evening, evening

from core.bingo.forfait.state import Terms
from core.documents import BonDeGain
from core.stations import StationKind
from hall.client import Refused
from hall.journal import lines_of
from quine.simulator.counter import FLOAT, Counter
from quine.simulator.night import Script
from quine.simulator.players import Player
from quine.simulator.stations import Station

PRICE_C = 30_00


async def at_once(*tries: Awaitable[Any]) -> tuple[list[Any], list[str]]:
    """All started together: what was done, and the codes of what was refused."""
    ended = await asyncio.gather(*tries, return_exceptions=True)
    done = [end for end in ended if not isinstance(end, BaseException)]
    refused = [end.code for end in ended if isinstance(end, Refused)]
    assert len(done) + len(refused) == len(tries), ended
    return done, refused


def facts(night: Evening, type: str) -> list[dict[str, Any]]:
    read = (json.loads(text) for text in lines_of(night.data))
    return [line["data"] for line in read if line["type"] == type]


@pytest.mark.spec("FOR-016", "FOR-018")
async def test_a_receipt_presented_at_two_counters_is_exchanged_once(tmp_path):
    """One of them hands out the cartons; the other says « déjà échangé »; numbers have no gap."""
    async with evening(tmp_path, players=4) as night:
        await night.exchanging()
        counter = night.stage.counter
        for player in night.stage.players:
            said = {
                "number": player.bulletin,
                "person": player.person,
                "code": player.receipt_code,
            }
            desks = (counter.cashier, counter.door, counter.cashier, counter.door)
            done, refused = await at_once(
                *(desk.client.order("ExchangeReceipt", **said) for desk in desks)
            )
            assert (len(done), refused) == (1, ["DEJA_ECHANGE"] * 3)
    exchanged = facts(night, "ReceiptExchanged")
    assert sorted(one["number"] for one in exchanged) == [1, 2, 3, 4]
    handed = [n for one in exchanged for n in range(one["first"], one["last"] + 1)]
    assert handed == list(range(1, 3 * sum(player.count for player in night.stage.players) + 1))
    night.house()


@pytest.mark.spec("BIN-050", "BIN-058", "GEN-003")
async def test_a_voucher_presented_at_two_tills_is_paid_once(tmp_path):
    """Two tills and a hasty hand: paid once, and only that till is lighter."""
    async with evening(tmp_path, players=3) as night:
        await night.announced()
        second = await another_till(night)
        first = night.stage.counter.cashier
        kept: list[BonDeGain] = []
        keeps_vouchers(night.stage.counter, kept)
        await night.stage.play(1)
        assert len(kept) >= 2
        for voucher in kept:
            said = {"voucher": voucher.number, "code": voucher.code}
            done, refused = await at_once(
                *(till.client.order("PayLot", **said) for till in (second, first, second, first))
            )
            assert ([one["amount_c"] for one in done], refused) == (
                [voucher.amount_c],
                ["DEJA_PAYE"] * 3,
            )
    house = night.house()
    paid = facts(night, "LotPaid")
    assert sorted(one["voucher"] for one in paid) == sorted(one.number for one in kept)
    for till in (first, second):
        theirs_c = sum(one["amount_c"] for one in paid if one["till"] == till.name)
        assert house.desk.tills[till.name].paid_c == theirs_c
    lots_c = sum(voucher.amount_c for voucher in kept)
    assert sum(till.paid_c for till in house.desk.tills.values()) == lots_c


async def another_till(night: Evening) -> Station:
    second = await night.room.open(StationKind.DESK, "caisse 2")
    pin = night.stage.pins["CAISSIER"]
    await second.client.sign_in("durand", pin)
    await night.room.order(second, "OpenTill", pieces=FLOAT)
    return second


def keeps_vouchers(counter: Counter, kept: list[BonDeGain]) -> None:
    """Nobody comes to the desk yet."""

    async def pay(voucher: BonDeGain) -> int:
        kept.append(voucher)
        return 0

    counter.pay = pay  # type: ignore[method-assign]


@dataclass(frozen=True)
class SmallRoom(Script):
    """A *séance* that is full with `seats` forfaits."""

    seats: int = 4

    @property
    def terms(self) -> Terms:
        return Terms(PRICE_C, 24_00, 6_00, cartons=3, parties=2, capacity=self.seats)


@pytest.mark.spec("FOR-011", "FOR-012", "GEN-003")
async def test_the_last_seats_are_sold_once_each(tmp_path):
    """Nine people with identity checked, four seats, a desk and nine kiosks paying at once."""
    script = SmallRoom(9, 2, "places", seats=4)
    async with evening(tmp_path, script=script) as night:
        await night.everybody()
        counter, players = night.stage.counter, night.stage.players
        await counter.open_till()
        for player in players:
            await identified(night, player)
        assert not facts(night, "ForfaitPaid")
        done, refused = await at_once(*(pays(night, player) for player in players))
        assert (len(done), refused) == (4, ["SEANCE_COMPLETE"] * 5)
        with pytest.raises(Refused) as late:
            await identified(night, players[0])
        assert late.value.code == "SEANCE_COMPLETE"
    house = night.house()
    forfait = house.bingo.seances[night.seance].forfait
    assert (forfait.sold, forfait.base_c, forfait.fees_c) == (4, 4 * 24_00, 4 * 6_00)
    sold = facts(night, "ForfaitPaid")
    cash = [one for one in sold if one["means"] == "ESPECES"]
    assert house.desk.tills[counter.cashier.name].received_c == len(cash) * PRICE_C
    assert len({one["number"] for one in sold}) == len(sold) == 4


async def identified(night: Evening, player: Player) -> None:
    """One forfait wanted, identity checked, nothing paid."""
    assert player.kiosk is not None
    who = {"name": player.name, "first_name": player.first_name, "birth": player.birth}
    player.person = (await player.kiosk.client.order("EnrollPerson", **who))["person"]
    told = await player.kiosk.client.order(
        "PreRegister", person=player.person, offer=night.seance, count=1
    )
    player.bulletin = told["number"]
    door = night.stage.counter.door
    await door.client.order("ValidateIdentity", number=player.bulletin)


async def pays(night: Evening, player: Player) -> dict[str, Any]:
    """Every other one at his kiosk."""
    assert player.kiosk is not None
    number = player.bulletin
    if player.number % 2:
        return await player.kiosk.client.order("PayAtTerminal", number=number, reference="SIM-1")
    cashier = night.stage.counter.cashier.client
    return await cashier.order("PayForfait", number=number, means="ESPECES", given_c=PRICE_C)

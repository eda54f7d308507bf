"""The people behind the counter: door, registration, cash, exchange, payment."""

from __future__ import annotations

from typing import Any

from core.documents import Admission, BonAPayer, BonDeGain, CartonPage, Document, Recepisse
from hall.client import Refused
from quine.simulator.players import Player
from quine.simulator.stations import Room, Station

FLOAT = {5000: 10, 2000: 20, 1000: 20, 500: 20, 200: 50, 100: 100, 50: 40, 20: 50, 10: 50, 5: 40}
FLOAT_MORE = {1: 100, 2: 50}


class Counter:
    """The desks of the house, each with its person, and the drawer of what was printed there."""

    def __init__(self, room: Room, cashier: Station, door: Station) -> None:
        self.room = room
        self.cashier = cashier
        self.door = door
        self.papers: list[tuple[str, str, int, Document]] = []
        self.recepisses: dict[int, Recepisse] = {}
        self.vouchers: dict[int, BonDeGain] = {}
        self.refused: list[str] = []
        for station in (cashier, door):
            self.keeps(station)

    def keeps(self, station: Station) -> None:
        """Whatever this station prints lands in the drawer, in order."""
        station.printed = self._printed

    def _printed(self, kind: str, ref: str, copy: int, document: Document) -> None:
        self.papers.append((kind, ref, copy, document))
        if isinstance(document, Recepisse):
            self.recepisses[document.number] = document
        if isinstance(document, BonDeGain):
            self.vouchers[document.number] = document

    def last(self) -> Document:
        return self.papers[-1][3]

    async def must_refuse(self, code: str, station: Station, order: str, /, **fields: Any) -> None:
        """What the house should refuse, and with which code."""
        try:
            await self.room.order(station, order, **fields)
        except Refused as refused:
            assert refused.code == code, (order, refused.code, code)
            self.refused.append(code)
            return
        raise AssertionError(f"{order} should have been refused {code}")

    async def open_till(self) -> None:
        await self.room.order(self.cashier, "OpenTill", pieces=FLOAT | FLOAT_MORE)

    async def welcome(self, player: Player, offer: str) -> None:
        """From the street to the receipt, by one of three ways."""
        assert player.kiosk is not None
        enrolled = await self.room.order(
            player.kiosk if player.way != "DOOR" else self.door,
            "EnrollPerson",
            name=player.name,
            first_name=player.first_name,
            birth=player.birth,
            document=f"CNI-{player.number:05d}",
        )
        player.person = enrolled["person"]
        if player.way == "DOOR":
            await self.room.order(self.door, "AdmitPerson", person=player.person)
            ticket = self.last()
            assert isinstance(ticket, Admission)
            player.admission_code = ticket.code
        self.keeps(player.kiosk)
        registered = await self.room.order(
            player.kiosk,
            "PreRegister",
            person=player.person,
            offer=offer,
            count=player.count,
            admission_code=player.admission_code,
        )
        player.bulletin = registered["number"]
        assert isinstance(self.last(), BonAPayer)
        if player.way != "DOOR":
            await self.room.order(self.door, "ValidateIdentity", number=player.bulletin)
        await self._pays(player)
        player.receipt_code = self.recepisses[player.bulletin].code

    async def _pays(self, player: Player) -> None:
        assert player.kiosk is not None
        if player.way == "TERMINAL":
            reference = f"SIM-{player.bulletin:05d}"
            await self.room.order(
                player.kiosk, "PayAtTerminal", number=player.bulletin, reference=reference
            )
            return
        due_c = player.count * 30_00
        given_c = -(-due_c // 50_00) * 50_00
        paid = await self.room.order(
            self.cashier, "PayForfait", number=player.bulletin, means="ESPECES", given_c=given_c
        )
        assert paid["change_c"] == given_c - due_c, paid

    async def exchange(self, player: Player) -> None:
        """The receipt against cartons, and the cartons into the player's hand."""
        before = len(self.papers)
        await self.room.order(
            self.cashier,
            "ExchangeReceipt",
            number=player.bulletin,
            person=player.person,
            code=player.receipt_code,
        )
        for _, _, _, document in self.papers[before:]:
            assert isinstance(document, CartonPage)
            player.takes(document)

    async def lost_receipt(self, player: Player) -> None:
        """Found by name and printed again: the older copy is then refused by its code (FOR-016)."""
        found = [
            row
            async for row in self.cashier.client.ask("people", text=player.name)
            if row["id"] == player.person
        ]
        assert found, player.name
        old = player.receipt_code
        job = await self._job("recepisse", str(player.bulletin))
        await self.room.order(self.cashier, "Reprint", job=job)
        player.receipt_code = self.recepisses[player.bulletin].code
        assert player.receipt_code != old
        await self.must_refuse(
            "RECEPISSE_REMPLACE",
            self.cashier,
            "ExchangeReceipt",
            number=player.bulletin,
            person=player.person,
            code=old,
        )

    async def _job(self, kind: str, ref: str) -> int:
        async for row in self.cashier.client.ask("jobs", kind=kind, ref=ref):
            return int(row["job"])
        raise AssertionError(f"no job for {kind} {ref}")

    async def pay(self, voucher: BonDeGain) -> int:
        paid = await self.room.order(
            self.cashier, "PayLot", voucher=voucher.number, code=voucher.code
        )
        return int(paid["amount_c"])

"""A whole evening through the desk's own screens, against a real hall, with real papers."""

from __future__ import annotations

import msgspec
import pytest
from textual.widgets import Input

from core.documents import BonDeGain, CartonPage, Recepisse
from kiosk.desk.app import DeskApp
from kiosk.desk.counter import Counter
from kiosk.desk.counting import Counting
from kiosk.desk.modals import AskingForm, Chooser, Large
from kiosk.desk.reader import Reader
from ui.frame import MessageLine
from ui.modals import YesNo
from ui.signin import SignIn


class Hands:
    """A person at the desk: keys, and eyes on the screen."""

    def __init__(self, app, pilot, until, house, text):
        self.app, self.pilot, self.until, self.house, self.text = app, pilot, until, house, text
        self.papers = []

    async def signs_in(self, person):
        """Whoever stood here has gone."""
        if self.app.hall.person:
            await self.pilot.press("f9")
        await self.sees(SignIn, "pin")
        await self.pilot.press(*person, "enter", *self.house.pins[person], "enter")
        app = self.app
        await self.until(
            lambda: isinstance(app.screen, Counter) and app.desk and app.desk.person == person
        )

    async def sees(self, kind, field=""):
        """A dialog of this kind, with this field in it."""
        await self.until(
            lambda: (
                isinstance(self.app.screen, kind)
                and (not field or self.app.screen.query(f"#{field}"))
            ),
            lambda: f"{kind} {field} not seen:\n{self.text(self.app)}",
        )

    async def does(self, task, kind=None, field=""):
        """Starts a task by its key once it is possible."""
        app = self.app
        counter = app.screen_stack[1]
        found = next(one for one in counter.tasks if one.id == task)
        await self.until(lambda: not counter.reason(found), lambda: counter.reason(found))
        await self.pilot.press(found.key)
        if kind is not None:
            await self.sees(kind, field)

    async def presses(self, *keys, said=""):
        """Keys, then the counter again with these words on it."""
        await self.pilot.press(*keys)
        if said:
            await self.hears(said)

    async def hears(self, words):
        line = lambda: self.app.screen_stack[1].query_one(MessageLine).said  # noqa: E731
        await self.until(lambda: words in line(), lambda: f"{words!r}: {self.text(self.app)}")

    async def says_yes(self, task, words):
        """A task of one question."""
        await self.does(task, YesNo)
        await self.presses("o", said=words)

    def types(self, **fields):
        for name, text in fields.items():
            self.app.screen.query_one(f"#{name}", Input).value = text

    def scans(self, code):
        """As a scanner does, in one burst."""
        self.app._scanned(self.app._scans.decoder.read(code))

    async def paper(self, kind, count=1):
        """The newest papers of this kind out of the printer."""
        await self.until(lambda: len([p for p in self.papers if isinstance(p, kind)]) >= count)
        return [paper for paper in self.papers if isinstance(paper, kind)]

    def keeps_papers(self, printing):
        """Whatever the printer shows lands here as well."""
        show = printing._spool.transport.show

        async def kept(job, document):
            await show(job, document)
            self.papers.append(document)

        printing._spool.transport.show = kept


@pytest.mark.spec(
    "FOR-016", "FOR-018", "FOR-019", "FOR-021", "FOR-026", "FOR-036", "BIN-050", "BIN-053",
    "BIN-054", "BIN-055", "BIN-057", "CSH-028", "GEN-006", "GEN-007", "SCN-002", "DSP-014",
    "PRT-008", "PRT-009", "GEN-017",
)  # fmt: skip
async def test_an_evening_at_the_desk(serving, evening, until, screen_text, tmp_path):
    """Tests signed, opened, sold, exchanged, won, paid, counted, signed twice, closed."""
    async with serving() as house:
        client = await house.station()
        printing = house.printing(client)
        app = DeskApp(client, printing=printing, exports=tmp_path / "exports")
        async with app.run_test(size=(80, 24)) as pilot:
            hands = Hands(app, pilot, until, house, screen_text)
            hands.keeps_papers(printing)
            room = await evening(house)
            await _opened(hands, room)
            await _sold_and_exchanged(hands, room, client)
            await _played_and_paid(hands, room)
            await _closed(hands, room)
            assert app.faults == []


@pytest.mark.spec("FOR-041", "FOR-044", "FOR-046", "FOR-047", "FOR-051", "SCN-002", "DSP-014")
async def test_an_evening_that_is_stopped_at_the_desk(serving, evening, until, screen_text):
    """Expelled for a time, suspended, resumed, stopped; authorities told; a receipt paid back once."""
    async with serving() as house:
        client = await house.station()
        printing = house.printing(client)
        app = DeskApp(client, printing=printing)
        async with app.run_test(size=(80, 24)) as pilot:
            hands = Hands(app, pilot, until, house, screen_text)
            hands.keeps_papers(printing)
            room = await evening(house)
            await _opened(hands, room)
            await _sold_and_exchanged(hands, room, client)
            await _stopped(hands)
            await _paid_back(hands)
            assert app.faults == []


async def _stopped(hands):
    """All by the head of the evening, each with its reason; what must be told stands in red."""
    await hands.signs_in("caron")
    await hands.does("expel", Chooser)
    await hands.presses("enter")
    await hands.until(lambda: "pour quoi" in hands.text(hands.app))
    await hands.presses("enter")
    await hands.until(lambda: "combien de temps" in hands.text(hands.app))
    await hands.presses("enter")
    await hands.sees(AskingForm, "minutes")
    hands.types(text="triche")
    await hands.presses("f2", said="expulsé(e) pour un temps")
    await hands.does("readmit", Chooser)
    await hands.presses("enter")
    await hands.sees(YesNo)
    await hands.presses("o", said="réadmis(e)")
    await hands.does("suspend_seance", AskingForm, "reason")
    hands.types(reason="alarme")
    await hands.presses("f2", said="Séance suspendue")
    await hands.says_yes("resume_seance", "La séance reprend")
    await hands.does("stop_seance", YesNo)
    await hands.presses("o")
    await hands.sees(AskingForm, "reason")
    hands.types(reason="alarme incendie")
    await hands.presses("f2", said="Séance arrêtée, 2 partie(s)")
    await hands.until(lambda: len(hands.app.desk.due) == 3)  # suspension, stop, report
    for left in (2, 1, 0):
        await hands.does("inform", Chooser)
        await hands.presses("enter")
        await hands.sees(AskingForm, "means")
        await hands.presses("f2", said="Noté au registre")
        await hands.until(lambda: len(hands.app.desk.due) == left)  # noqa: B023


async def _paid_back(hands):
    """2 of 2 not played: 24,00 €, against the paper in force, once."""
    await hands.signs_in("durand")
    receipt = (await hands.paper(Recepisse, 3))[1]
    hands.scans(receipt.code)
    await hands.sees(AskingForm, "reference")
    await hands.until(lambda: "Rembourser 24,00" in hands.text(hands.app))
    await hands.presses("f2")
    await hands.sees(Large)
    await hands.presses("enter", said="remboursé : 24,00")
    await hands.until(lambda: len(hands.app.desk.refunds) == 1)


async def _opened(hands, room):
    """The member signs what he has read, with his PIN, and opens."""
    await room.tests()
    await hands.signs_in("roy")
    await hands.does("sign", Chooser)
    await hands.presses("enter")
    await hands.sees(YesNo)
    await hands.presses("escape")  # neither to read nor to sign
    await hands.sees(Counter)
    await hands.does("sign", Chooser)
    await hands.presses("enter")
    await hands.sees(YesNo)
    await hands.presses("o")
    await hands.sees(Reader)
    await hands.presses("escape")
    await hands.sees(AskingForm, "pin")
    hands.types(pin="000000")
    await hands.presses("f2")
    await hands.until(lambda: "Code personnel incorrect" in hands.text(hands.app))
    hands.types(pin=hands.house.pins["roy"])
    await hands.presses("f2", said="Le document est complet")
    await hands.says_yes("open", "La séance est ouverte")
    await room.heard()


async def _sold_and_exchanged(hands, room, client):
    """Money in, receipts out, one lost and found, cartons for both; another paper is refused."""
    await hands.signs_in("durand")
    await hands.does("open_till", Counting, "p1")
    hands.types(p5000="40")
    await hands.presses("f2", said="Caisse ouverte avec 2")
    first = await room.sold(client, 1, "Albert")
    await room.sold(client, 1, "Berthe")
    receipts = await hands.paper(Recepisse, 2)
    await hands.says_yes("open_exchange", "L'échange est ouvert")

    hands.scans(receipts[1].code)
    await hands.sees(YesNo)
    await hands.until(lambda: "Berthe" in hands.text(hands.app))
    await hands.presses("o", said="cartons 1 à 3")

    await hands.does("lost", Chooser)
    await hands.presses(*"alb")
    await hands.presses("enter")
    await hands.sees(YesNo)
    await hands.presses("o", said="DUPLICATA du récépissé")
    again = (await hands.paper(Recepisse, 3))[-1]
    assert again.number == first and again.copy == 1

    hands.scans(receipts[0].code)
    await hands.sees(YesNo)
    await hands.presses("o", said="est remplacé par le DUPLICATA 1")
    hands.scans(again.code)
    await hands.sees(YesNo)
    await hands.presses("o", said="cartons 4 à 6")
    pages = await hands.paper(CartonPage, 4)
    assert {page.partie for page in pages} == {1, 2}

    await hands.signs_in("caron")
    await hands.says_yes("close_registrations", "Inscriptions closes : 2")
    await hands.signs_in("durand")
    await hands.says_yes("allocate", "Lots répartis et scellés")
    await room.says("AnnounceSeance")


async def _played_and_paid(hands, room):
    """Winning cartons come back by scan; vouchers are payable after validation only, once."""
    for n in (1, 2):
        pages = await hands.paper(CartonPage, 4)
        winners = await room.plays(n, pages)
        before = len([paper for paper in hands.papers if isinstance(paper, BonDeGain)])
        for place, carton in enumerate(winners):
            hands.scans(carton.code) if place == 0 else None
            if place:
                await hands.sees(Chooser, "typed")
                hands.scans(carton.code)
            left = len(winners) - place - 1
            await hands.hears(f"il en reste {left}" if left else "c'était le dernier")
        await hands.sees(YesNo)
        await hands.presses("o", said="Partie validée")
        bons = (await hands.paper(BonDeGain, before + 2))[before:]
        await hands.does("pay", Chooser)
        hands.scans(winners[0].code)
        await hands.until(
            lambda: "scannez le bon de gain" in hands.text(hands.app), lambda: hands.text(hands.app)
        )
        hands.scans(bons[0].code)
        await _hands_over(hands, bons[0])
        hands.scans(bons[1].code)
        await _hands_over(hands, bons[1])


async def _hands_over(hands, bon):
    await hands.sees(YesNo)
    await hands.presses("o")
    await hands.sees(Large)
    await hands.presses("enter", said=f"Bon n° {bon.number} payé")


async def _closed(hands, room):
    """The cagnotte with a difference to explain, two hands under each document, the ticket."""
    await hands.signs_in("roy")
    await hands.says_yes("begin_closing", "Clôture commencée")
    await room.heard()
    await hands.signs_in("durand")
    await hands.does("cagnotte", Counting, "p1")
    due_c = hands.app.desk.cagnotte_c
    hands.types(p100=str(due_c // 100 - 1), p1=str(due_c % 100))
    await hands.until(lambda: "ÉCART -1,00" in hands.text(hands.app))
    await hands.presses("f2")
    await hands.until(lambda: "expliquez-le" in hands.text(hands.app))
    hands.types(explanation="pièce perdue")
    await hands.presses("f2", said="écart de -1,00")
    for person, documents in (("durand", 2), ("roy", 1), ("caron", 1)):
        if hands.app.desk.person != person:
            await hands.signs_in(person)
        for _ in range(documents):
            await hands.does("sign", Chooser)
            await hands.presses("enter")  # what waits for one's own hand stands first
            await hands.sees(YesNo)
            await hands.presses("n")
            await hands.sees(AskingForm, "pin")
            hands.types(pin=hands.house.pins[person])
            await hands.presses("f2", said="Signé")
            await hands.until(lambda: hands.text(hands.app))
    await hands.signs_in("durand")
    await hands.does("close_till", Counting, "p1")
    expected_c = hands.app.desk.till.expected_c
    hands.types(p100=str(expected_c // 100), p1=str(expected_c % 100))
    await hands.presses("f2", said="aucun écart")
    await hands.signs_in("roy")
    await hands.says_yes("close", "Séance fermée")
    await hands.does("ticket", Chooser)
    await hands.presses("enter", said="Le ticket de clôture")
    await hands.until(lambda: "CLÔTURE" in hands.house.printed()[-1].upper())
    await hands.does("registers", Chooser, "choices")
    await hands.until(lambda: "REG-26" in hands.text(hands.app))
    await hands.presses(*["down"] * 2, "enter")
    await hands.until(lambda: "Tout le registre" in hands.text(hands.app))
    await hands.presses("enter")
    await hands.sees(Reader)
    await hands.presses("f3", said="Écrit")
    (file,) = (hands.app.exports).glob("*.csv")
    assert file.stat().st_mode & 0o077 == 0
    assert msgspec.json.encode(file.name)

"""The player's kiosk before a real hall: buy, be refused, be forgotten."""

from __future__ import annotations

import pytest
from textual.widgets import Input, OptionList

from core.stations import StationKind
from core.views.kiosk import Kiosk, Offered, OfferedSeance
from kiosk.player.app import KioskApp
from kiosk.player.basket import Basket, iso_day
from kiosk.player.pages import Rules, Start, Who
from kiosk.player.purchase import Confirm, Count, Done, Pay
from kiosk.player.terminal import Answer, Payment
from ui.standin import StandIn

NASTY = "[/b] Zoé <éàü> ${x}"
DAY = OfferedSeance("2025-001", "2026-06-20", "20:30", 3, 3, "SALLE")
OFFER = Offered("2025-001", (DAY,), 30_00, 24_00, 6_00, 40)
VIEW = Kiosk("Casino", True, (OFFER,), True, True, 0, "")


class Paper:
    """A printer of cardboard."""

    async def start(self):
        """Nothing to start."""

    async def close(self):
        """Nothing to close."""


class Terminal:
    """A payment port that answers as told."""

    def __init__(self, answer):
        self.answer = answer

    async def ask(self, amount_c, purpose):
        return Payment(self.answer, f"REF-{purpose}" if self.answer is Answer.ACCEPTED else "")


def standing(view=VIEW, printing=True, **more):
    """A kiosk before a hall of cardboard."""
    hall = StandIn(StationKind.KIOSK, rehearsal=True)
    hall.says("kiosk", view)
    hall.answers = {"EnrollPerson": {"person": "p-9"}, "PreRegister": {"number": 12}}
    return hall, KioskApp(hall, printing=Paper() if printing else None, **more)


async def typed_identity(app, pilot, until, family=NASTY, given="Zoé", birth="28/02/1980"):
    """From the start to the count."""
    await until(lambda: isinstance(app.screen, Start) and app.kiosk)
    await pilot.press("enter")
    await until(lambda: isinstance(app.screen, Who))
    for name, text in (("family", family), ("given", given), ("birth", birth)):
        app.screen.query_one(f"#{name}", Input).value = text
    await pilot.press("f5")


@pytest.mark.spec("FOR-012", "FOR-013", "FOR-011", "DSP-013")
async def test_a_player_buys_two_forfaits_and_gets_a_bill_at_a_real_hall(
    serving, until, screen_text
):
    """The paper bears the name as typed, the two parts of the price and the total."""
    async with serving() as house:
        client = await house.station(StationKind.KIOSK, "borne 1")
        app = KioskApp(client, printing=house.printing(client))
        async with app.run_test(size=(80, 24)) as pilot:
            await until(lambda: app.kiosk and app.kiosk.offers)
            await typed_identity(app, pilot, until)
            await until(lambda: isinstance(app.screen, Count))
            await pilot.press("2")
            await until(lambda: "48,00" in screen_text(app) and "12,00" in screen_text(app))
            await pilot.press("enter")
            await until(lambda: isinstance(app.screen, Confirm) and NASTY in screen_text(app))
            await pilot.press("enter")
            await until(lambda: isinstance(app.screen, Done))
            await until(lambda: house.printed() and not app.kiosk.printing)
            paper = house.printed()[0]
            assert "60,00" in paper and NASTY in paper
            assert app.faults == []


@pytest.mark.spec("GEN-013")
async def test_a_minor_is_told_so_and_nothing_is_printed(serving, until, screen_text):
    """The refusal stands on the page in words; the way back is open."""
    async with serving() as house:
        client = await house.station(StationKind.KIOSK, "borne 1")
        app = KioskApp(client, printing=house.printing(client))
        async with app.run_test(size=(80, 24)) as pilot:
            await until(lambda: app.kiosk and app.kiosk.offers)
            await typed_identity(app, pilot, until, birth="01/01/2020")
            await until(lambda: isinstance(app.screen, Count))
            await pilot.press("enter")
            await until(lambda: isinstance(app.screen, Confirm))
            await pilot.press("enter")
            await until(lambda: "Personne mineure" in screen_text(app))
            assert house.printed() == []


@pytest.mark.spec("DSP-013")
async def test_sixty_idle_seconds_forget_everything(until):
    """Name, number and language are gone; the offers stand there again."""
    now = [0.0]
    _hall, app = standing()
    app.clock = lambda: now[0]
    app._last_key = 0.0
    async with app.run_test(size=(80, 24)) as pilot:
        await typed_identity(app, pilot, until)
        await until(lambda: isinstance(app.screen, Count))
        await pilot.press("f2")
        assert app.lang == "en"
        now[0] = 61.0
        await until(lambda: isinstance(app.screen, Start))
        assert app.basket == Basket() and app.lang == "fr"


@pytest.mark.spec("GEN-022")
@pytest.mark.parametrize("cause", ["PLUS_DE_PAPIER", ""])
async def test_without_paper_nothing_is_sold(cause, until, screen_text):
    """A printer that stopped, or none at all: the player is sent to the desk, no order leaves."""
    view = Kiosk("Casino", False, (OFFER,), False, True, 1 if cause else 0, cause)
    hall, app = standing(view, printing=bool(cause))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: app.kiosk and "caisse du bingo" in screen_text(app))
        assert not app.screen.query_one("#offers", OptionList).display
        await pilot.press("enter")
        app.basket.offer = OFFER
        app.buy()
        await pilot.pause()
        assert hall.orders == []


@pytest.mark.spec("FOR-011", "GEN-021")
async def test_an_admission_ticket_and_the_simulated_terminal(until, screen_text):
    """A scanned ticket needs no name; the terminal's yes gives a receipt."""
    code = "LE" + "B" * 33
    hall, app = standing(port=Terminal(Answer.ACCEPTED))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: isinstance(app.screen, Start) and app.kiosk)
        app._scanned(app._scans.decoder.read(code))
        await until(lambda: app.basket.admission == code)
        await pilot.press("enter")
        await until(lambda: isinstance(app.screen, Count))
        await pilot.press("enter")
        await until(lambda: isinstance(app.screen, Confirm))
        await pilot.press("enter")
        await until(lambda: isinstance(app.screen, Pay))
        assert "paiement simulé" in screen_text(app)
        await pilot.press("enter")
        await until(lambda: isinstance(app.screen, Done))
        assert app.basket.paid and "récépissé" in screen_text(app)
    assert [order for order, _ in hall.orders] == ["PreRegister", "PayAtTerminal"]
    assert hall.orders[0][1]["admission_code"] == code
    assert hall.orders[1][1] == {"number": 12, "reference": "REF-00012"}


@pytest.mark.parametrize("answer", [Answer.REFUSED, Answer.UNKNOWN])
@pytest.mark.spec("FOR-011")
async def test_a_terminal_that_does_not_say_yes_leaves_a_bill(answer, until, screen_text):
    """No payment is ordered: a person decides at the desk."""
    hall, app = standing(port=Terminal(answer))
    app.basket.admission = "LE" + "B" * 33
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: isinstance(app.screen, Start) and app.kiosk)
        await pilot.press("enter")
        await until(lambda: isinstance(app.screen, Count))
        await pilot.press("enter")
        await until(lambda: isinstance(app.screen, Confirm))
        await pilot.press("enter")
        await until(lambda: isinstance(app.screen, Pay))
        await pilot.press("enter")
        await until(lambda: isinstance(app.screen, Done))
        assert "bon à payer" in screen_text(app) and not app.basket.paid
    assert [order for order, _ in hall.orders] == ["PreRegister"]


@pytest.mark.spec("SCN-002")
async def test_another_paper_is_no_admission(until, screen_text):
    """A carton shown at the start changes nothing."""
    _hall, app = standing()
    async with app.run_test(size=(80, 24)):
        await until(lambda: isinstance(app.screen, Start) and app.kiosk)
        app._scanned(app._scans.decoder.read("LB" + "C" * 33))
        await until(lambda: "pas un ticket d'admission" in screen_text(app))
        assert app.basket == Basket()


@pytest.mark.spec("GEN-019", "GEN-021")
async def test_the_rules_and_the_other_language(until, screen_text):
    """F3 shows the text on display; F2 says everything in English."""
    _hall, app = standing()
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: isinstance(app.screen, Start) and app.kiosk)
        await pilot.press("f2")
        await until(lambda: "Choose your session" in screen_text(app))
        await pilot.press("f3")
        await until(lambda: isinstance(app.screen, Rules) and "FORFAIT" in screen_text(app))
        await pilot.press("escape")
        await until(lambda: isinstance(app.screen, Start))
        assert app.lang == "fr"


@pytest.mark.spec("DSP-013")
async def test_a_player_cannot_leave_and_the_staff_can(until):
    """Ctrl Q, Ctrl C and half a chord do nothing; Ctrl G then Ctrl T leaves."""
    _hall, app = standing()
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: isinstance(app.screen, Start) and app.kiosk)
        await pilot.press("ctrl+q", "ctrl+c", "f10", "ctrl+t")
        assert app._exit is False
        await pilot.press("ctrl+g", "ctrl+t")
        await until(lambda: app._exit)


def test_birth_dates_are_read_as_people_write_them():
    """Day first, any separator; nonsense is nothing."""
    written = ("28/02/1980", "28.02.1980", "28021980", "1980-02-28", " 28-02-1980 ")
    assert {iso_day(text) for text in written} == {"1980-02-28"}
    assert {iso_day(text) for text in ("30/02/1980", "hier", "")} == {""}

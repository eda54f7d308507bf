"""The staff desk before a real hall."""

from __future__ import annotations

import pytest
from textual.widgets import Input

from kiosk.desk.app import DeskApp
from kiosk.desk.cashing import Cashing
from kiosk.desk.counter import Counter
from kiosk.desk.counting import Counting
from kiosk.desk.modals import AskingForm, Chooser, Large
from ui.frame import MessageLine
from ui.modals import YesNo
from ui.signin import SignIn

NASTY = "[/b] Zoé <éàü> ${x}"


async def signs_in(app, pilot, until, house, person):
    """By name and PIN."""
    await until(lambda: isinstance(app.screen, SignIn))
    await pilot.press(*person, "enter", *house.pins[person], "enter")
    await until(lambda: isinstance(app.screen, Counter) and app.desk and app.desk.person == person)


def said(app):
    """What the message line of the counter says."""
    return app.screen_stack[1].query_one(MessageLine).said


@pytest.mark.spec("FOR-013", "FOR-014", "FOR-016", "CSH-028", "GEN-012")
async def test_a_player_is_registered_and_pays_and_the_till_adds_up(serving, until, screen_text):
    """One conversation from the name to the receipt; the change stands there in large."""
    async with serving() as house:
        client = await house.station()
        app = DeskApp(client, printing=house.printing(client))
        async with app.run_test(size=(80, 24)) as pilot:
            await signs_in(app, pilot, until, house, "durand")
            await pilot.press("o")
            await until(lambda: isinstance(app.screen, Counting) and app.screen.query("#p5000"))
            app.screen.query_one("#p5000", Input).value = "4"
            await until(lambda: "200,00" in screen_text(app))
            await pilot.press("f2")
            await until(lambda: isinstance(app.screen, Counter) and app.desk.till)
            await pilot.press("i")
            await until(lambda: isinstance(app.screen, Chooser))
            await pilot.press("f3")
            await until(lambda: isinstance(app.screen, AskingForm) and app.screen.query("#birth"))
            for name, text in (("name", NASTY), ("first_name", "Ana"), ("birth", "28/02/1980")):
                app.screen.query_one(f"#{name}", Input).value = text
            await pilot.press("f2")
            await until(lambda: isinstance(app.screen, AskingForm) and app.screen.query("#count"))
            await pilot.press("backspace", "2", "enter")
            await until(lambda: isinstance(app.screen, YesNo) and NASTY in screen_text(app))
            await pilot.press("o")
            await until(lambda: isinstance(app.screen, Cashing) and app.screen.query("#change"))
            await pilot.press(*"100")
            await until(lambda: app.screen.query_one("#change").value.startswith("40"))
            await pilot.press("enter")
            await until(lambda: isinstance(app.screen, Large))
            await pilot.press("enter")
            await until(lambda: app.desk.till.expected_c == 260_00)
            await until(lambda: house.printed() and not app.desk.jobs)
            assert NASTY in house.printed()[0]
            assert app.faults == []

"""How many, is it right, how is it paid, take your paper (FOR-011 to FOR-014)."""

from __future__ import annotations

from textual import on
from textual.containers import Horizontal
from textual.widget import Widget
from textual.widgets import OptionList, Static

from core.views.kiosk import Offered
from kiosk.figure import Figure
from kiosk.player import words
from kiosk.player.basket import MOST
from kiosk.player.page import BACK, CONFIRM, LANGUAGE, Page
from ui.actions import Action
from ui.choices import Choices
from ui.seams import plain


def contents(page: Page, offer: Offered) -> str:
    """The two parts of the price, and what a forfait holds, one line a *séance*."""
    lines = [
        f"{page.amount(offer.prix_c)} {page.said('each')} ="
        f" {page.said('part_cartons')} {page.amount(offer.part_cartons_c)}"
        f" + {page.said('fee')} {page.amount(offer.droits_c)}"
    ]
    for seance in offer.seances:
        held = {"parties": seance.parties, "cartons": seance.cartons}
        lines.append(page.said("contains", **held, all=seance.parties * seance.cartons))
    return "\n".join(lines)


class Count(Page):
    """One key for the number, the price at once."""

    TITLE_KEY = "count"
    ACTIONS = (
        CONFIRM,
        Action("more", "plus,up,right", "+", shown=False),
        Action("less", "minus,down,left", "-", shown=False),
        *(Action(f"take_{n}", str(n), str(n), shown=False) for n in range(1, MOST + 1)),
        BACK,
        LANGUAGE,
    )

    def content(self) -> list[Widget]:
        """Large figures, the sum under them."""
        figures = Horizontal(Figure(id="count"), Figure(id="price"), id="figures")
        return [Static("", id="lead"), figures, Static("", id="sum"), Static("", id="content")]

    def show_content(self) -> None:
        """The number, the price in its two parts, what it holds."""
        basket = self.kiosk_app.basket
        self.query_one("#lead", Static).update(plain(self.said("count_note")))
        self.query_one("#count", Figure).show(str(basket.count))
        self.query_one("#price", Figure).show(self.amount(basket.total_c))
        if basket.offer is None:
            return
        parts = ((basket.offer.part_cartons_c, "part_cartons"), (basket.offer.droits_c, "fee"))
        told = "   ".join(
            f"{self.said(key)} {self.amount(cents * basket.count)}" for cents, key in parts
        )
        self.query_one("#sum", Static).update(plain(told))
        self.query_one("#content", Static).update(plain(contents(self, basket.offer)))

    async def action_act(self, action_id: str) -> None:
        """A digit is the number itself."""
        if action_id.startswith("take_"):
            self._take(int(action_id.removeprefix("take_")))
            return
        await super().action_act(action_id)

    def _take(self, count: int) -> None:
        basket = self.kiosk_app.basket
        basket.count = max(1, min(count, basket.most))
        self.show_content()

    def do_more(self) -> None:
        """One more."""
        self._take(self.kiosk_app.basket.count + 1)

    def do_less(self) -> None:
        """One fewer."""
        self._take(self.kiosk_app.basket.count - 1)

    def do_confirm(self) -> None:
        """On to the last look."""
        self.kiosk_app.go(Confirm())


class Confirm(Page):
    """Everything once more, and the one key that asks the hall."""

    TITLE_KEY = "confirm"
    ACTIONS = (Action("confirm", "enter", "yes"), BACK, LANGUAGE)

    def content(self) -> list[Widget]:
        """What will be asked for."""
        return [Static("", id="lead"), Figure(id="price"), Static("", id="content")]

    def show_content(self) -> None:
        """Name, *séance*, number, price."""
        basket = self.kiosk_app.basket
        offer = basket.offer
        if offer is None:
            return
        days = ", ".join(f"{words.day(self.lang, s.day)} {s.time}" for s in offer.seances)
        who = f"{basket.name}\n" if basket.name else ""
        lead = f"{who}{days}\n{self.said('of', n=basket.count)}"
        self.query_one("#lead", Static).update(plain(lead))
        self.query_one("#price", Figure).show(self.amount(basket.total_c))
        self.query_one("#content", Static).update(plain(contents(self, offer)))
        self.foot(self.said("nothing"))

    def do_confirm(self) -> None:
        """The hall decides; a refusal stays on this page, in words."""
        self.say(self.said("one_moment"))
        self.kiosk_app.buy()


class Pay(Page):
    """Only where a payment port is wired, and the identity was checked at the door."""

    TITLE_KEY = "how"
    ACTIONS = (Action("choose", "enter", "choose"), LANGUAGE)
    AUTO_FOCUS = "#ways"

    def content(self) -> list[Widget]:
        """Two ways."""
        return [Figure(id="price"), Choices(id="ways")]

    def show_content(self) -> None:
        """In the language of the moment."""
        self.query_one("#price", Figure).show(self.amount(self.kiosk_app.basket.total_c))
        ways = self.query_one("#ways", OptionList)
        ways.clear_options()
        ways.add_options([plain(self.said("pay_here")), plain(self.said("pay_desk"))])
        ways.highlighted = 0

    @on(OptionList.OptionSelected)
    def do_choose(self) -> None:
        """The terminal, or the desk."""
        if self.query_one("#ways", OptionList).highlighted == 0:
            self.kiosk_app.pay()
        else:
            self.kiosk_app.go(Done())


class Done(Page):
    """Take your paper; back to the start by itself."""

    ACTIONS = (Action("back", "enter,escape", "start_over"), LANGUAGE)

    def content(self) -> list[Widget]:
        """What to do with it."""
        return [Static("", id="lead"), Figure(id="price"), Static("", id="content")]

    def show(self) -> None:
        """The title says which paper it is."""
        self.TITLE_KEY = "receipt" if self.kiosk_app.basket.paid else "bill"  # type: ignore[misc]  # of this page only
        super().show()

    def show_content(self) -> None:
        """Number, price, where to go."""
        basket = self.kiosk_app.basket
        price = self.amount(basket.total_c)
        self.query_one("#lead", Static).update(plain(self.said("number", number=basket.number)))
        self.query_one("#price", Figure).show(price)
        lines = [self.said("receipt_more" if basket.paid else "bill_more", price=price)]
        if not basket.paid and not basket.admission:
            lines.append(self.said("bill_identity"))
        if basket.unsure:
            lines.insert(0, self.said(basket.unsure))
        self.query_one("#content", Static).update(plain("\n".join(lines)))
        view = self.view
        stuck = self.kiosk_app.why_no_sale()
        self.foot(
            self.said("stuck", cause=stuck) + " " + self.said("stuck_more")
            if stuck
            else self.said("printing")
            if view and view.printing
            else ""
        )

"""The pages of a purchase: who, how many, is it right, take your paper (FOR-012 to FOR-014)."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widget import Widget
from textual.widgets import Input, Label, OptionList, Static
from textual.widgets.option_list import Option

from core.codes import Kind
from core.views.kiosk import Offered
from kiosk.figure import Figure
from kiosk.player import words
from kiosk.player.basket import MOST, iso_day
from kiosk.player.page import BACK, CONFIRM, LANGUAGE, Page
from ui.actions import Action
from ui.choices import Choices
from ui.decode import Shape
from ui.frame import Tone
from ui.messages import Scanned
from ui.seams import plain

TALL = 40  # rows from which an offer takes three lines


class Start(Page):
    """What is on sale; an admission ticket may be shown right away."""

    ACTIONS = (
        Action("choose", "enter", "choose"),
        LANGUAGE,
        Action("rules", "f3,r", "rules"),
    )
    AUTO_FOCUS = "#offers"

    def content(self) -> list[Widget]:
        """The offers, or why there are none."""
        return [
            Static("", id="rehearsal"),
            Static("", id="lead"),
            Choices(id="offers"),
            Static("", id="content"),
        ]

    def show_content(self) -> None:
        """Offers with day, price and seats."""
        view = self.view
        rehearsal = self.query_one("#rehearsal", Static)
        rehearsal.display = bool(view and view.rehearsal)
        rehearsal.update(plain(self.said("rehearsal")))
        offers = view.offers if view else ()
        stuck = self.kiosk_app.why_no_sale()
        lead = self.said("offers") if offers and not stuck else self.said("none")
        if stuck:
            lead = self.said("stuck", cause=stuck)
        self.query_one("#lead", Static).update(plain(lead))
        choices = self.query_one("#offers", OptionList)
        place = choices.highlighted or 0
        choices.clear_options()
        choices.display = bool(offers) and not stuck
        tall = "\n" if self.app.size.height >= TALL else ""
        choices.add_options(
            [Option(plain(tall + self._line(one) + tall), disabled=one.left < 1) for one in offers]
        )
        choices.highlighted = min(place, len(offers) - 1) if offers else None
        self.foot(self.said("stuck_more") if stuck else "" if offers else self.said("none_more"))
        self._show_contents()

    def _line(self, offer: Offered) -> str:
        days = ", ".join(words.day(self.lang, seance.day) for seance in offer.seances)
        left = self.said("left" if offer.left != 1 else "left_one", n=offer.left)
        price = self.amount(offer.prix_c)
        if offer.left < 1:
            left = self.said("full")
        return self.said("offer", day=days, time=offer.seances[0].time, price=price, left=left)

    @on(OptionList.OptionHighlighted)
    def _show_contents(self) -> None:
        """What the highlighted forfait holds."""
        offer = self._highlighted()
        self.query_one("#content", Static).update(
            plain(contents(self, offer)) if offer and not self.kiosk_app.why_no_sale() else ""
        )

    def _highlighted(self) -> Offered | None:
        place = self.query_one("#offers", OptionList).highlighted
        offers = self.view.offers if self.view else ()
        return offers[place] if place is not None and place < len(offers) else None

    @on(OptionList.OptionSelected)
    async def do_choose(self) -> None:
        """On to who it is for, or straight to how many when a ticket was shown."""
        offer = self._highlighted()
        if offer is None or offer.left < 1 or self.kiosk_app.why_no_sale():
            return
        self.kiosk_app.basket.offer = offer
        self.kiosk_app.go(Count() if self.kiosk_app.basket.admission else Who())

    def on_scanned(self, scanned: Scanned) -> None:
        """An admission ticket opens the way."""
        if take_admission(self, scanned):
            self.say(self.said("offers"))

    def do_rules(self) -> None:
        """The rules of the house."""
        self.kiosk_app.go(Rules())


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


def take_admission(page: Page, scanned: Scanned) -> bool:
    """Takes an admission ticket; says so when it is another paper (SCN-002)."""
    scanned.stop()
    text, shape = scanned.reading.text, scanned.reading.shape
    if shape is not Shape.CODE or text[1] != Kind.ADMISSION.value:
        page.say(page.said("not_admission"), Tone.CARE)
        return False
    page.kiosk_app.basket.admission = text
    return True


class Who(Page):
    """A ticket scanned, or an identity typed: three lines."""

    TITLE_KEY = "who"
    ACTIONS = (Action("next", "f5", "next"), BACK, LANGUAGE)
    AUTO_FOCUS = "#family"
    FIELDS: ClassVar[tuple[str, ...]] = ("family", "given", "birth")

    def content(self) -> list[Widget]:
        """Labels over fields."""
        fields: list[Widget] = [Static("", id="lead")]
        for name in self.FIELDS:
            entry = Input(id=name, max_length=60)
            entry.cursor_blink = False
            fields += [Label("", id=f"{name}-label"), entry]
        return fields

    def show_content(self) -> None:
        """The labels in the language of the moment."""
        self.query_one("#lead", Static).update(plain(self.said("who_note")))
        for name in self.FIELDS:
            self.query_one(f"#{name}-label", Label).update(plain(self.said(name)))
        self.query_one("#birth", Input).placeholder = self.said("birth_hint")

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        event.stop()
        place = self.FIELDS.index(event.input.id or "birth")
        if place + 1 < len(self.FIELDS):
            self.query_one(f"#{self.FIELDS[place + 1]}").focus()
        else:
            self.do_next()

    def do_next(self) -> None:
        """On, when every line can be read; the first that cannot be is named."""
        values = {name: self.query_one(f"#{name}", Input).value.strip() for name in self.FIELDS}
        for name, value in values.items():
            if not value:
                self._wrong(name, self.said("fill", field=self.said(name)))
                return
        birth = iso_day(values["birth"])
        if not birth:
            self._wrong("birth", self.said("birth_bad"))
            return
        basket = self.kiosk_app.basket
        basket.family, basket.given, basket.birth = values["family"], values["given"], birth
        self.kiosk_app.go(Count())

    def _wrong(self, name: str, sentence: str) -> None:
        self.query_one(f"#{name}").focus()
        self.say(sentence, Tone.REFUSAL)

    def on_scanned(self, scanned: Scanned) -> None:
        """The ticket says who it is."""
        if take_admission(self, scanned):
            self.kiosk_app.go(Count())


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


class Rules(Page):
    """The rules of the house, as they are on display (GEN-019)."""

    TITLE_KEY = "rules"
    ACTIONS = (BACK, LANGUAGE)
    AUTO_FOCUS = "#rules"

    def content(self) -> list[Widget]:
        """The text, to be scrolled."""
        return [VerticalScroll(Vertical(Static("", id="text")), id="rules")]

    def show_content(self) -> None:
        """Always in French: it is the text that binds."""
        text = self.kiosk_app.rules_text()
        self.query_one("#text", Static).update(plain(text or self.said("rules_missing")))

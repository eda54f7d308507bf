"""The first pages: what is on sale, who it is for, the rules (FOR-012 to FOR-014, GEN-019)."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.containers import Vertical, VerticalScroll
from textual.widget import Widget
from textual.widgets import Input, Label, OptionList, Static
from textual.widgets.option_list import Option

from core.codes import Kind
from core.views.kiosk import Offered
from kiosk.player import words
from kiosk.player.basket import iso_day
from kiosk.player.page import BACK, LANGUAGE, Page
from kiosk.player.purchase import Count, contents
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

"""The kiosk's program: the basket of whoever stands there, and the orders he may give."""

from __future__ import annotations

from importlib.resources import files
from typing import ClassVar

from textual.screen import Screen

from core.views.kiosk import Kiosk
from kiosk.player import words
from kiosk.player.basket import Basket
from kiosk.player.page import Page
from kiosk.player.pages import Start
from kiosk.player.purchase import Done, Pay
from kiosk.player.terminal import Answer, Port, RehearsalPort
from ui import joining
from ui.actions import Action
from ui.app import Station
from ui.devices import Printing, cause_in_words
from ui.frame import Tone
from ui.link import Line, Link
from ui.messages import ClockLooked, ViewArrived

IDLE_S, DONE_S = 60, 25  # without a key; the last page soon makes room for the next player
WARNING_S = 15
CHORD_S = 3.0  # between the two halves of the staff's way out


class KioskApp(Station):
    """One player at a time. Nothing he typed outlives his visit; he cannot leave the program."""

    PROGRAM = "Bingo"
    FOLLOWS = (("kiosk", ""),)
    CSS_PATH = joining.styles("house", "kiosk")  # type: ignore[assignment]  # Textual takes a list
    COMMON: ClassVar[tuple[Action, ...]] = (
        Action("staff", "ctrl+g", "Personnel", shown=False),
        Action("quit", "ctrl+t", "Quitter", shown=False),
    )

    def __init__(
        self,
        hall: Line,
        *,
        theme: str = "",
        printing: Printing | None = None,
        port: Port | None = None,
    ) -> None:
        super().__init__(hall, theme=theme)
        self.printing = printing
        self.port = port or RehearsalPort()
        self.basket = Basket()
        self.kiosk: Kiosk | None = None
        self.first_lang = self.lang
        self._chord = float("-inf")
        self._buying = False

    def begin(self) -> None:
        """The offers, in the language of this station's settings."""
        self.first_lang = self.lang
        self.push_screen(Start())
        if self.printing is not None:
            self.flow(self.printing.start())

    async def on_unmount(self) -> None:
        """The printer first, while the line still stands to hear what became of its job."""
        if self.printing is not None:
            await self.printing.close()

    def on_view_arrived(self, arrived: ViewArrived) -> None:
        """Taken in before the pages see it."""
        if arrived.view.kind == "kiosk":
            self.kiosk = arrived.view.read(Kiosk)

    # -- the way through --------------------------------------------------------------------

    def go(self, page: Screen[object]) -> None:
        """To the next page; there is no stack to get lost in."""
        self.switch_screen(page)

    def start_over(self) -> None:
        """Forgets everything, the language too."""
        self.basket = Basket()
        self.lang = self.first_lang
        self.go(Start())

    def why_no_sale(self) -> str:
        """Why nothing can be bought here; "" when it can. No paper, no sale."""
        if self.printing is None:
            return words.say(self.lang, "no_printer")
        if self.kiosk is not None and self.kiosk.stuck:
            return cause_in_words(self.kiosk.stuck)
        return ""

    def rules_text(self) -> str:
        """The text on display; empty when the hall has none."""
        text = files("assets") / "rules" / "forfait.fr.txt"
        shown = self.kiosk is not None and self.kiosk.rules and text.is_file()
        return text.read_text("utf-8") if shown else ""

    # -- orders -----------------------------------------------------------------------------

    def buy(self) -> None:
        """Pre-registers once, whatever the keys; then the paper, or the terminal.

        Without a line nothing is kept for later: the player would be gone when it came back.
        """
        if self.hall.state is not Link.READY:
            self.refuse("HORS_LIGNE")
        elif not self._buying:
            self._buying = True
            self.flow(self._bought(self.basket))

    async def _bought(self, basket: Basket) -> None:
        try:
            if (stuck := self.why_no_sale()) or basket.offer is None:
                self.say(words.say(self.lang, "stuck", cause=stuck), Tone.REFUSAL)
                return
            person = "" if basket.admission else await self._enrolled(basket)
            result = await self.hall.order(
                "PreRegister",
                person=person,
                offer=basket.offer.offer,
                count=basket.count,
                admission_code=basket.admission,
            )
        finally:
            self._buying = False
        basket.number = int(result["number"])
        terminal = self.kiosk is not None and self.kiosk.terminal
        if basket is self.basket:  # he has not gone in the meantime
            self.go(Pay() if terminal and basket.admission else Done())

    async def _enrolled(self, basket: Basket) -> str:
        enrolled = await self.hall.order(
            "EnrollPerson", name=basket.family, first_name=basket.given, birth=basket.birth
        )
        return str(enrolled["person"])

    def pay(self) -> None:
        """At the terminal; anything but a clear yes leaves the *bon à payer* as it is."""
        if not self._buying:
            self._buying = True
            self.flow(self._paid(self.basket))

    async def _paid(self, basket: Basket) -> None:
        try:
            payment = await self.port.ask(basket.total_c, f"{basket.number:05d}")
            if payment.answer is Answer.ACCEPTED:
                await self.hall.order(
                    "PayAtTerminal", number=basket.number, reference=payment.reference
                )
                basket.paid = True
            else:
                refused = payment.answer is Answer.REFUSED
                basket.unsure = "pay_refused" if refused else "pay_unknown"
        finally:
            self._buying = False
        if basket is self.basket:
            self.go(Done())

    # -- alone ------------------------------------------------------------------------------

    def on_clock_looked(self, _: ClockLooked) -> None:
        """A player who has gone leaves nothing behind."""
        if (
            isinstance(self.screen, Start)
            and self.basket == Basket()
            and self.lang == self.first_lang
        ):
            return
        patience = DONE_S if isinstance(self.screen, Done) else IDLE_S
        left = patience - (self.clock() - self._last_key)
        if left <= 0:
            self.start_over()
        elif left <= WARNING_S and isinstance(self.screen, Page):
            self.screen.say(words.say(self.lang, "idle", s=int(left) + 1), Tone.CARE)

    def act_staff(self) -> None:
        """The first half of the way out; nothing shows."""
        self._chord = self.clock()

    def act_quit(self) -> None:
        """The second half, soon after the first."""
        if self.clock() - self._chord <= CHORD_S:
            self.exit()

"""The desk's program: one screen, one person, one conversation at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

from core.views.desk import Desk
from core.views.kiosk import Kiosk
from kiosk.desk.counter import Counter
from kiosk.desk.talk import Left, Talk
from kiosk.desk.tasks import Conversation
from ui import joining
from ui.app import Station
from ui.devices import Printing
from ui.link import Line
from ui.messages import Noticed, ViewArrived
from ui.modals import HouseModal
from ui.signin import SignIn

NEWS_S = 3.0  # how long a conversation waits for the view that follows its own order


class DeskApp(Station):
    """Whoever is signed in sees the tasks of his functions; another person starts afresh."""

    PROGRAM = "Guichet"
    TELLS_COPY = True
    FOLLOWS = (("desk", ""), ("kiosk", ""))
    NEEDS_PERSON = True
    CSS_PATH = joining.styles("house", "desk")  # type: ignore[assignment]  # Textual takes a list

    def __init__(
        self,
        hall: Line,
        *,
        theme: str = "",
        printing: Printing | None = None,
        exports: Path | None = None,
        people: tuple[tuple[str, str], ...] = (),
    ) -> None:
        super().__init__(hall, theme=theme, people=people)
        self.printing = printing
        self.exports = exports or joining.state_folder() / "exports"
        self.desk: Desk | None = None
        self.kiosk: Kiosk | None = None
        self.views_seen = 0
        self._whose = ""
        self._talking = False
        self._news = asyncio.Event()

    def begin(self) -> None:
        """The counter."""
        self.push_screen(Counter())
        if self.printing is not None:
            self.flow(self.printing.start())

    async def on_unmount(self) -> None:
        """The printer first, while the line still stands to hear what became of its job."""
        if self.printing is not None:
            await self.printing.close()

    def on_view_arrived(self, arrived: ViewArrived) -> None:
        """Taken in before the screens see it."""
        if arrived.view.kind == "desk":
            self.desk = arrived.view.read(Desk)
            self.views_seen += 1
            self._news.set()
        elif arrived.view.kind == "kiosk":
            self.kiosk = arrived.view.read(Kiosk)

    async def until(self, true: Callable[[], bool]) -> bool:
        """Waits for the view that shows what has just been ordered; False when it does not come."""
        try:
            async with asyncio.timeout(NEWS_S):
                while not true():
                    self._news.clear()
                    await self._news.wait()
        except TimeoutError:
            return False
        return True

    # -- conversations ----------------------------------------------------------------------

    def converse(self, conversation: Conversation) -> None:
        """Starts one, unless one is under way: two keys in a hurry are one."""
        if not self._talking:
            self._talking = True
            self.flow(self._conversed(conversation))

    async def _conversed(self, conversation: Conversation) -> None:
        try:
            await conversation(Talk(self))
        except Left:
            return
        finally:
            self._talking = False

    def on_noticed(self, _: Noticed) -> None:
        """What one person had begun is not for the next one to finish."""
        person = self.hall.person
        if person and self._whose and person != self._whose:
            self.call_later(self._drop_conversation)
        self._whose = person or self._whose

    def _drop_conversation(self) -> None:
        if isinstance(self.screen, SignIn):
            self.set_timer(0.02, self._drop_conversation)
        elif isinstance(self.screen, HouseModal):
            self.screen.dismiss(None)
            self.call_later(self._drop_conversation)

"""The base of every program with a screen: the line, scanning, themes, sign-in, faults, clean exit.

An app holds no truth: it shows the last view and gives orders (design §5). A subclass sets
`PROGRAM`, `FOLLOWS` and `NEEDS_PERSON`, and pushes its first screen in `begin`.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any, ClassVar

from textual.binding import Binding
from textual.message import Message
from textual.screen import Screen
from textual.worker import Worker, WorkerState

import assets
from hall.client import Link
from ui import ending, seams, themes
from ui.actions import Action, bindings
from ui.help import HelpScreen
from ui.link import Line, Refused, View
from ui.listening import Listening
from ui.messages import ClockLooked, LineChanged, Noticed, ViewArrived
from ui.modals import YesNo
from ui.readers import Reader
from ui.scan import ScanCollector
from ui.signin import SignIn

IDLE_S = 5 * 60  # GEN-005
COPY_FAILED = {"COPIE_EN_PANNE": True, "COPIE_RETABLIE": False}
STYLES = Path(assets.__file__).parent / "styles"


class Station(Listening, inherit_bindings=False):
    """A program of the house, joined to the hall by its line.

    Args:
        hall: the line; `hall.client.HallClient`, or a stand-in.
        clock: seconds that never go backwards, the clock of Textual's key events.
        scans: how scans are told from typing; a station sets its scanner's prefix here.
        lang: language of the sentences, "fr" or "en"; a kiosk changes it with `lang`.
        theme: a name of `ui.themes`; chosen by the terminal when empty.
        people: (id, name) of those who may sign in here, to pick from; empty: they type.
    """

    FOLLOWS: ClassVar[tuple[tuple[str, str], ...]] = ()
    """Views to watch from the start: (kind, of)."""
    NEEDS_PERSON: ClassVar[bool] = False
    """Whether nothing works until somebody has signed in; then five idle minutes lock it."""
    COMMON: ClassVar[tuple[Action, ...]] = (
        Action("help", "f1", "Aide"),
        Action("theme", "f8", "Couleurs", shown=False),
        Action("lock", "f9", "Verrouiller"),
        Action("leave", "f10", "Quitter"),
        Action("stop", "ctrl+c,ctrl+q", "Quitter aussi", shown=False),
    )
    ENABLE_COMMAND_PALETTE = False
    CSS_PATH = STYLES / "house.tcss"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (120, "-wide"), (200, "-huge")]
    VERTICAL_BREAKPOINTS = [(0, "-low"), (40, "-high"), (60, "-tall")]
    AUTO_FOCUS = None

    def __init_subclass__(cls, **kwargs: Any) -> None:
        kwargs.setdefault("inherit_bindings", False)
        cls.BINDINGS = [*bindings(cls.COMMON)]
        super().__init_subclass__(**kwargs)

    BINDINGS: ClassVar[list[Binding]] = [*bindings(COMMON)]  # type: ignore[assignment]  # narrower than Textual's

    def __init__(
        self,
        hall: Line,
        *,
        clock: Callable[[], float] = time.monotonic,
        scans: ScanCollector | None = None,
        lang: str = "fr",
        theme: str = "",
        people: tuple[tuple[str, str], ...] = (),
    ) -> None:
        seams.install()
        super().__init__()
        self.hall = hall
        self.clock = clock
        self.people = people
        self.views: dict[tuple[str, str], View] = {}
        """The newest view of each kind followed: a screen that comes later reads it here."""
        self._scans = scans or ScanCollector()
        self.lang = lang
        self._theme_wanted = theme
        self._last_touch = self._last_key = clock()
        self._pending: set[str] = set()
        self._terminal_gone: Callable[[], bool] = lambda: False
        for one in themes.THEMES:
            self.register_theme(one)

    # -- start and end ----------------------------------------------------------------------

    def equip(self, scans: ScanCollector, reader: Reader | None, lang: str) -> None:
        """What the settings of this machine say, before the program runs."""
        self._scans, self.reader, self.lang = scans, reader, lang

    def begin(self) -> None:
        """The line stands for the first time: push the first screen."""

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """So that a theme of somebody else's lacks nothing."""
        return dict(themes.DEFAULTS)

    def on_mount(self) -> None:
        """Signals, colours, the line."""
        self.theme = self._theme_wanted or themes.fitting(self.console.color_system)
        ending.on_signals(self.exit)
        self._terminal_gone = ending.terminal_watch()
        self.set_interval(1.0, lambda: self.post_message(ClockLooked()))
        self.hall.on_state(lambda state: self._later(LineChanged(state)))
        self.hall.on_notice(lambda notice: self._later(Noticed(notice)))
        for kind, of in self.FOLLOWS:
            self.follow(kind, of)
        self.begin()
        self.listen()
        self.run_worker(self._join(), group="line", exit_on_error=False)

    async def _join(self) -> None:
        try:
            await self.hall.connect()
        except Refused as refused:
            self.refuse(refused.code, refused.values)
            return
        self._ask_who()

    async def on_unmount(self) -> None:
        """The line is closed before the terminal is given back."""
        with suppress(Exception):  # nothing that fails here may keep the terminal
            await asyncio.wait_for(self.hall.close(), 1.0)

    @property
    def common(self) -> tuple[Action, ...]:
        """What every screen of this program can do: no lock where nobody signs in."""
        return tuple(a for a in self.COMMON if a.id != "lock" or self.NEEDS_PERSON)

    # -- the hall ---------------------------------------------------------------------------

    def follow(self, kind: str, of: str = "") -> Callable[[], None]:
        """Watches a view; screens get `ViewArrived`. Returns how to stop."""
        return self.hall.watch(kind, of, lambda view: self._later(ViewArrived(view)))

    def give(
        self, order: str, /, *, then: Callable[[dict[str, Any]], None] | None = None, **fields: Any
    ) -> None:
        """Gives an order without waiting. A refusal is said on the screen; `then` gets the result.

        The same order still under way is not given twice: a key held down gives one.
        """
        same = f"{order} {sorted(fields.items())}"
        if same in self._pending:
            return
        self._pending.add(same)

        async def given() -> None:
            try:
                result = await self.hall.order(order, **fields)
            finally:
                self._pending.discard(same)
            if then is not None:
                then(result)

        self.flow(given())

    def flow(self, steps: Coroutine[Any, Any, None]) -> Worker[None]:
        """Runs a conversation (questions, orders) beside the screen; refusals are said."""
        return self.run_worker(self._flowing(steps), group="flows", exit_on_error=False)

    async def _flowing(self, steps: Coroutine[Any, Any, None]) -> None:
        try:
            await steps
        except Refused as refused:
            self.refuse(refused.code, refused.values)

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """A conversation that failed is a fault, never silence."""
        error = event.worker.error
        if (
            event.state is WorkerState.ERROR
            and isinstance(error, Exception)
            and not self.take_fault(error)
        ):
            raise error

    def _later(self, message: Message) -> None:
        """From the line's task to ours: nothing of the screens is touched in between."""
        self.post_message(message)

    def on_view_arrived(self, arrived: ViewArrived) -> None:
        """To every screen of the stack, so that none below a modal grows stale."""
        view = arrived.view
        self.views[view.kind, view.of] = view
        for screen in self.screen_stack:
            screen.post_message(ViewArrived(view))

    def on_line_changed(self, changed: LineChanged) -> None:
        """Likewise; a line that is back may have forgotten who was here."""
        for screen in self.screen_stack:
            screen.post_message(LineChanged(changed.state))
        self._ask_who()

    def on_noticed(self, noticed: Noticed) -> None:
        """Likewise; somebody who was signed out must sign in again."""
        if noticed.notice.code in COPY_FAILED:
            self.copy_failed = COPY_FAILED[noticed.notice.code]
        for screen in self.screen_stack:
            screen.post_message(Noticed(noticed.notice))
        self._ask_who()

    # -- who is here ------------------------------------------------------------------------

    def _ask_who(self) -> None:
        if self.NEEDS_PERSON and self.hall.state is Link.READY and not self.hall.person:
            self.push_once(SignIn(self.people))

    def push_once(self, screen: Screen[Any]) -> bool:
        """Pushes a modal unless one of its class is already open."""
        if any(type(open_) is type(screen) for open_ in self.screen_stack):
            return False
        self.push_screen(screen)
        return True

    def on_clock_looked(self, message: ClockLooked) -> None:
        """Every second: the time on the screens, and the lock after five idle minutes."""
        if self._terminal_gone():
            ending.last_resort()
            self.exit()
            return
        for screen in self.screen_stack:
            screen.post_message(ClockLooked())
        if self.hall.person and self.NEEDS_PERSON and self.clock() - self._last_key >= IDLE_S:
            self._last_key = self.clock()
            self.act_lock()

    # -- the actions of every program -------------------------------------------------------

    def action_act(self, action_id: str) -> None:
        """What the keys of `COMMON` do."""
        getattr(self, f"act_{action_id}")()

    def act_help(self) -> None:
        """All keys of this screen, with reasons."""
        self.push_once(HelpScreen(self.screen))

    def act_theme(self) -> None:
        """The next way to light the hall."""
        place = themes.NAMES.index(self.theme) if self.theme in themes.NAMES else -1
        self.theme = themes.NAMES[(place + 1) % len(themes.NAMES)]
        self.say(f"Couleurs : {self.theme}")

    def act_lock(self) -> None:
        """Signs out; the hall forgets who stood here, and the screen asks again."""
        if self.hall.person:
            self.say("")  # what was said to one person is not for the next
            self.flow(self.hall.sign_out())

    def act_leave(self) -> None:
        """Asks first."""
        if not any(isinstance(screen, YesNo) for screen in self.screen_stack):
            self.push_screen(YesNo("Quitter ce programme ?"), self._left)

    act_stop = act_leave

    def _left(self, sure: bool | None) -> None:
        if sure:
            self.exit()

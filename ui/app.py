"""The base of every program with a screen: the line, scanning, themes, sign-in, faults, clean exit.

An app holds no truth: it shows the last view and gives orders (design §5). A subclass sets
`PROGRAM`, `FOLLOWS` and `NEEDS_PERSON`, and pushes its first screen in `begin`.
"""

from __future__ import annotations

import asyncio
import logging
import signal
import time
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, ClassVar

from textual import events
from textual.app import App
from textual.binding import Binding
from textual.screen import Screen
from textual.widgets import Input, TextArea
from textual.worker import Worker, WorkerState

import assets
from hall.client import Link
from ui import seams, themes, words
from ui.actions import Action, bindings
from ui.decode import Reading
from ui.frame import Tone
from ui.help import HelpScreen
from ui.link import Line, Notice, Refused, View
from ui.messages import ClockLooked, HoldLooked, LineChanged, Noticed, Scanned, ViewArrived
from ui.modals import YesNo
from ui.scan import Outcome, ScanCollector, Stroke
from ui.signin import SignIn

LOG = logging.getLogger("quine.ui")
IDLE_S = 5 * 60  # GEN-005
TOUCH_S = 20  # how often at most the hall hears that somebody is here
MANY_FAULTS, IN_SECONDS = 20, 10.0  # more than this and the program is not worth keeping alive
STYLES = Path(assets.__file__).parent / "styles"


class Station(seams.Guarded, App[None], inherit_bindings=False):
    """A program of the house, joined to the hall by its line.

    Args:
        hall: the line; `hall.client.HallClient`, or a stand-in.
        clock: seconds that never go backwards, the clock of Textual's key events.
        scans: how scans are told from typing; a station sets its scanner's prefix here.
        more_words: sentences for the codes of the hall.
        theme: a name of `ui.themes`; chosen by the terminal when empty.
        people: (id, name) of those who may sign in here, to pick from; empty: they type.
    """

    PROGRAM: ClassVar[str] = "Quine"
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
        more_words: words.Words | None = None,
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
        self.faults: list[Exception] = []
        self.survives_tests = False  # a fault under test is raised, unless the test is about it
        self._scans = scans or ScanCollector()
        self._more_words = more_words
        self._theme_wanted = theme
        self._last_touch = self._last_key = clock()
        self._fault_times: list[float] = []
        self._pending: set[str] = set()
        for one in themes.THEMES:
            self.register_theme(one)

    # -- start and end ----------------------------------------------------------------------

    def begin(self) -> None:
        """The line stands for the first time: push the first screen."""

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """So that a theme of somebody else's lacks nothing."""
        return dict(themes.DEFAULTS)

    def on_mount(self) -> None:
        """Signals, colours, the line."""
        self.theme = self._theme_wanted or themes.fitting(self.console.color_system)
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)):
            with suppress(NotImplementedError, RuntimeError, ValueError):
                loop.add_signal_handler(number, self.exit)
        self.set_interval(1.0, lambda: self.post_message(ClockLooked()))
        self.hall.on_state(lambda state: self._tell(LineChanged(state)))
        self.hall.on_notice(lambda notice: self._tell(Noticed(notice)))
        for kind, of in self.FOLLOWS:
            self.follow(kind, of)
        self.begin()
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
        return self.hall.watch(kind, of, lambda view: self._tell(ViewArrived(view)))

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

    def _tell(self, message: ViewArrived | LineChanged | Noticed) -> None:
        """To every screen of the stack, so that none below a modal grows stale."""
        if isinstance(message, ViewArrived):
            self.views[message.view.kind, message.view.of] = message.view
        for screen in self.screen_stack:
            screen.post_message(message)
        if isinstance(message, Noticed):
            self._heed(message.notice)
        elif isinstance(message, LineChanged) and message.state is Link.READY:
            self._ask_who()

    def _heed(self, notice: Notice) -> None:
        if notice.code == "SESSION" and not notice.values.get("person"):
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
        for screen in self.screen_stack:
            screen.post_message(ClockLooked())
        if self.hall.person and self.NEEDS_PERSON and self.clock() - self._last_key >= IDLE_S:
            self._last_key = self.clock()
            self.act_lock()

    # -- what is said -----------------------------------------------------------------------

    def say(self, text: str, tone: Tone = Tone.INFO) -> None:
        """One sentence to the person, on whichever screen is on top."""
        for screen in reversed(self.screen_stack):
            if (say := getattr(screen, "say", None)) is not None and screen.is_mounted:
                say(text, tone)
                return

    def refuse(self, code: str, values: Mapping[str, Any] | None = None) -> None:
        """Says why not, and rings."""
        self.say(self.in_words(code, values or {}), Tone.REFUSAL)
        self.bell()

    def in_words(self, code: str, values: Mapping[str, Any]) -> str:
        """A code of the hall or of a screen as a French sentence."""
        return words.in_words(code, values, self._more_words)

    def frame_of(self, screen: Screen[Any]) -> tuple[tuple[str, str, bool], str]:
        """What the top line of a screen shows (left, right, rehearsal), and the banner's text."""
        welcome = self.hall.welcome
        house = f" - {welcome.house}" if welcome else ""
        who = " - ".join(filter(None, (self.hall.person_name, welcome.name if welcome else "")))
        left = f"{self.PROGRAM}{house}" + (f" - {screen.title}" if screen.title else "")
        right = f"{who}  {self.hall_time()}" if who else self.hall_time()
        return (left, right, bool(welcome and welcome.rehearsal)), words.LINE[self.hall.state]

    def hall_time(self) -> str:
        """The hall's civil time, « 20:05 »; "" before it has said it."""
        from datetime import datetime, timedelta

        welcome = self.hall.welcome
        if welcome is None:
            return ""
        since = timedelta(milliseconds=self.hall.now_ms() - welcome.now)
        return f"{datetime.fromisoformat(welcome.at) + since:%H:%M}"

    # -- keys and scans ---------------------------------------------------------------------

    async def on_event(self, event: events.Event) -> None:
        """Every key and paste passes here first, before any binding or widget."""
        if isinstance(event, events.Key) and not event.is_forwarded:
            self._somebody()
            outcome = self._scans.feed(
                event.character, event.key, event.time, event, self._in_field()
            )
            await self._act_on(outcome)
            self._look_later()
        elif isinstance(event, events.Paste) and not event.is_forwarded:
            self._somebody()
            readings = self._scans.paste(event.text, event.time, self._in_field())
            if readings is None:
                await super().on_event(event)
            for reading in readings or ():
                self._scanned(reading)
        else:
            await super().on_event(event)

    async def _act_on(self, outcome: Outcome) -> None:
        for stroke in outcome.deliver:
            await self._deliver(stroke)
        if outcome.scan is not None:
            self._scanned(outcome.scan)

    async def _deliver(self, stroke: Stroke) -> None:
        await super().on_event(stroke.event)

    def _in_field(self) -> bool:
        return isinstance(self.focused, Input | TextArea)

    def _look_later(self) -> None:
        if self._scans.waiting:
            last, wait = self._scans.last, self._scans.patience + 0.005
            self.set_timer(wait, lambda: self.post_message(HoldLooked(1, last)))

    async def on_hold_looked(self, looked: HoldLooked) -> None:
        """A silence is believed when a second look finds no key queued behind the first."""
        if looked.last != self._scans.last or not self._scans.waiting:
            return
        if looked.asked == 1:
            self.set_timer(0.002, lambda: self.post_message(HoldLooked(2, looked.last)))
            return
        await self._act_on(self._scans.expire(time.monotonic(), self._in_field()))
        self._look_later()

    def _scanned(self, reading: Reading) -> None:
        target = self.screen
        if self.focused is not None and getattr(self.focused, "takes_scans", False):
            self.focused.post_message(Scanned(reading))
        else:
            target.post_message(Scanned(reading))

    def on_scanned(self, scanned: Scanned) -> None:
        """No screen wanted it."""
        self.refuse("CODE_SANS_USAGE" if scanned.reading.readable else "CODE_ILLISIBLE")

    def _somebody(self) -> None:
        self._last_key = self.clock()
        if self.hall.person and self._last_key - self._last_touch >= TOUCH_S:
            self._last_touch = self._last_key
            self.hall.touch()

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
            self.flow(self.hall.sign_out())

    def act_leave(self) -> None:
        """Asks first."""
        if not any(isinstance(screen, YesNo) for screen in self.screen_stack):
            self.push_screen(YesNo("Quitter ce programme ?"), self._left)

    act_stop = act_leave

    def _left(self, sure: bool | None) -> None:
        if sure:
            self.exit()

    # -- faults -----------------------------------------------------------------------------

    def take_fault(self, fault: Exception) -> bool:
        """The one error policy: logged with its trace, said in French, survived.

        Returns False under test, so that it is raised, and when faults come in a flood.
        """
        if isinstance(fault, Refused):
            self.refuse(fault.code, fault.values)
            return True
        LOG.error("fault in %s", self.PROGRAM, exc_info=fault)
        self.faults.append(fault)
        del self.faults[:-MANY_FAULTS]
        now = self.clock()
        self._fault_times = [at for at in self._fault_times if now - at < IN_SECONDS] + [now]
        if (self.is_headless and not self.survives_tests) or len(self._fault_times) > MANY_FAULTS:
            return False
        self.say(words.FAULT, Tone.REFUSAL)
        return True

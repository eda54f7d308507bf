"""What every screen of the house is made of: a top line, its own body, a message, its keys."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import Screen
from textual.widget import Widget

from ui.actions import Action, Hint, bindings
from ui.frame import Banner, MessageLine, Tone, TopLine
from ui.hints import HintBar
from ui.messages import ClockLooked, LineChanged, Noticed, Scanned, ViewArrived
from ui.seams import Guarded


class HouseScreen(Guarded, Screen[Any]):
    """A full screen.

    Subclasses give `ACTIONS`, `body`, `why_not` and `do_<id>`, and listen to
    `on_view_arrived(ViewArrived)`, `on_scanned(Scanned)`, `on_line_changed`, `on_noticed`.
    """

    ACTIONS: ClassVar[tuple[Action, ...]] = ()
    AUTO_FOCUS: ClassVar[str | None] = None  # nothing is pressed by an Enter that nobody meant
    ESCAPE_TO_MINIMIZE: ClassVar[bool | None] = False

    def __init_subclass__(cls, **kwargs: Any) -> None:
        cls.BINDINGS = [*bindings(cls.ACTIONS)]
        super().__init_subclass__(**kwargs)

    def compose(self) -> ComposeResult:
        """Frame lines around the body."""
        yield TopLine()
        yield Banner()
        yield Vertical(*self.body(), id="body")
        yield MessageLine()
        yield HintBar()

    def body(self) -> Iterable[Widget]:
        """The widgets between the frame lines."""
        return ()

    def why_not(self, action: Action) -> str:
        """The reason why this action is not possible now, in words; "" when it is."""
        return ""

    def say(self, text: str, tone: Tone = Tone.INFO) -> None:
        """Tells the person at this screen one sentence."""
        self.query_one(MessageLine).say(text, tone)

    def refresh_hints(self) -> None:
        """To be called when what is possible may have changed; views do it by themselves."""
        hints = [Hint(a, self.why_not(a)) for a in (*self.ACTIONS, *self.common()) if a.shown]
        self.query_one(HintBar).show(hints)

    def common(self) -> tuple[Action, ...]:
        """The actions of the program itself: help, lock, leave."""
        return tuple(getattr(self.app, "common", ()))

    async def action_act(self, action_id: str) -> None:
        """What a key or a click does: the action, or the reason why not."""
        action = next(action for action in self.ACTIONS if action.id == action_id)
        if reason := self.why_not(action):
            self.say(f"{action.label} : {reason}", Tone.REFUSAL)
            self.app.bell()
            return
        answer = getattr(self, f"do_{action_id}")()
        if answer is not None:
            await answer

    async def on_hint_bar_chosen(self, chosen: HintBar.Chosen) -> None:
        """A click on a hint."""
        if any(action.id == chosen.action_id for action in self.ACTIONS):
            await self.action_act(chosen.action_id)
        else:
            await self.app.run_action(f"act('{chosen.action_id}')")

    def on_mount(self) -> None:
        """The frame is true from the first moment, and views that came before it are seen."""
        self.show_frame()
        self.refresh_hints()
        for view in tuple(getattr(self.app, "views", {}).values()):
            self.post_message(ViewArrived(view))

    def on_screen_resume(self) -> None:
        """And again when a modal has gone."""
        self.show_frame()

    def show_frame(self) -> None:
        """Top line and banner as the app sees them."""
        show = getattr(self.app, "frame_of", None)
        if show is not None and self.is_mounted:
            top, banner = show(self)
            self.query_one(TopLine).show(*top)
            self.query_one(Banner).show(banner)

    def _on_clock_looked(self, _: ClockLooked) -> None:
        self.show_frame()

    def _on_line_changed(self, _: LineChanged) -> None:
        self.show_frame()
        self.refresh_hints()

    def _on_noticed(self, _: Noticed) -> None:
        self.show_frame()
        self.refresh_hints()

    def _on_view_arrived(self, _: ViewArrived) -> None:
        self.refresh_hints()  # after the subclass, which has taken the view in

    def _on_scanned(self, _: Scanned) -> None:
        """Bubbles to the app, which says that this code has no use here."""

"""The big board as one screen: permanent lines above and below, and one picture between them.

Nobody sits in front of it: it needs no key, keeps its last picture when the line is cut, and says
so. Requirements DSP-001 to DSP-008, DSP-015, GEN-019, GEN-022.
"""

from __future__ import annotations

from typing import Any

from textual.app import ComposeResult
from textual.containers import Center, Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from core.bingo.partie.state import Combination
from core.views.board import Board as BoardView
from core.views.board import ShownClaim
from display import scenes
from display.edges import BottomLines, Heading
from display.poster import Poster, Words
from display.rules import RulesPage
from display.scenes import Picture, Shape
from ui.actions import Action
from ui.board import Board
from ui.carton import CartonGrid
from ui.frame import Banner, Tone
from ui.last_ball import LastBall
from ui.messages import ClockLooked, LineChanged, ViewArrived
from ui.screen import HouseScreen
from ui.seams import plain

TICK_S = 0.2
CONNECTING = Picture(Shape.POSTER, (Words("BINGO", scenes.GIANT, scenes.ACCENT),))


class Ticked(Message, bubble=False):
    """Time to see whether a countdown has moved."""


class Wall(HouseScreen):
    """What the room looks at."""

    HELP = "Le tableau se conduit seul : rien n'est à faire ici."
    ACTIONS = (Action("rules", "r", "Règles du jeu"),)

    def __init__(self) -> None:
        super().__init__()
        self.view: BoardView | None = None
        self._shown: Picture | None = None

    def compose(self) -> ComposeResult:
        """The frame of a station has keys and messages; the board has neither."""
        yield Heading()
        yield Banner()
        with Vertical(id="stage"):
            yield Poster(id="over")
            with Horizontal(id="numbers"):
                yield Board(id="board")
                with Vertical(id="beside"):
                    yield LastBall(id="last")
                    yield Poster(id="lots")
            with Center(id="middle"):
                yield CartonGrid(id="carton")
            yield Poster(id="under")
        yield Static("", id="said", markup=False)
        yield BottomLines()

    def on_mount(self) -> None:
        """The clock of the countdowns."""
        self.set_interval(TICK_S, lambda: self.post_message(Ticked()))
        self.call_after_refresh(self.show)

    def on_view_arrived(self, arrived: ViewArrived) -> None:
        """The newest view is all there is to know."""
        if arrived.view.kind == "board":
            self.view = arrived.view.read(BoardView)
            self.show()

    def on_ticked(self, _: Ticked) -> None:
        """Only a countdown changes by itself."""
        if self.view is not None and scenes.deadline(self.view) is not None:
            self.show()

    def on_clock_looked(self, _: ClockLooked) -> None:
        """The time of day."""
        self.show_frame()

    def on_line_changed(self, _: LineChanged) -> None:
        """The last picture stays; the banner says that it is the last known."""
        self.show_frame()

    # -- what is shown ----------------------------------------------------------------------

    def show(self) -> None:
        """Everything from the view; a picture that has not changed is not drawn again."""
        if not self.is_mounted:
            return
        now = CONNECTING if self.view is None else scenes.picture(self.view, self._left_ms())
        if now != self._shown:
            self._shown = now
            self._draw(now)
        self.show_frame()
        said = self.view.announcement if self.view is not None else ""
        text = f"« {said} »" if said and not said.isdigit() else ""
        self.query_one("#said", Static).update(plain(text))

    def _left_ms(self) -> int | None:
        app: Any = self.app
        at_ms = scenes.deadline(self.view) if self.view is not None else None
        return None if at_ms is None else max(at_ms - app.hall.now_ms(), 0)

    def _draw(self, now: Picture) -> None:
        stage = self.query_one("#stage")
        for shape in Shape:
            stage.set_class(shape is now.shape, f"-{shape}")
        stage.set_class(bool(now.over), "-titled")
        for name, lines in (("over", now.over), ("under", now.under), ("lots", now.beside)):
            self.query_one(f"#{name}", Poster).show(lines)
        if now.shape is Shape.NUMBERS:
            self.query_one(Board).show(now.drawn)
            self.query_one(LastBall).show(now.drawn)
        if now.claim is not None and now.claim.carton is not None:
            self._show_carton(now.claim, now.drawn)

    def _show_carton(self, claim: ShownClaim, drawn: tuple[int, ...]) -> None:
        carton = claim.carton
        assert carton is not None
        whole = claim.combination is Combination.BINGO and not claim.missing
        won = (1, 2, 3) if whole else (carton.row + 1,) if carton.row >= 0 else ()
        self.query_one(CartonGrid).show(carton.rows, drawn, won, claim.missing)

    def show_frame(self) -> None:
        """The permanent lines and the banner."""
        app: Any = self.app
        if not self.is_mounted:
            return
        welcome = app.hall.welcome
        house = self.view.house if self.view is not None else welcome.house if welcome else ""
        phase = scenes.phase_name(self.view) if self.view is not None else "Connexion à la salle"
        self.query_one(Heading).show(house, phase, app.hall_time())
        rehearsal = self.view.rehearsal if self.view is not None else False
        self.query_one(BottomLines).show(self.view, rehearsal)
        _, banner = app.frame_of(self)
        if banner and self.view is not None:
            banner = f"{banner.partition(' - ')[0]} - dernière image reçue, rien n'est perdu"
        self.query_one(Banner).show(banner)

    # -- what a station has and the board has not -------------------------------------------

    def refresh_hints(self) -> None:
        """No hint bar: the bottom lines name the one key of the public, R."""

    def say(self, text: str, tone: Tone = Tone.INFO) -> None:
        """What is said to whoever set the board up stands where announcements do."""
        self.query_one("#said", Static).update(Content(f"{tone.value} ") + plain(text))

    def why_not(self, action: Action) -> str:
        """The rules are always a key away, when the house has laid them down (GEN-019)."""
        laid = self.view is not None and self.view.rules
        return "" if laid else "la maison n'a pas déposé de règlement"

    def do_rules(self) -> None:
        """Opens the rules over the board."""
        self.app.push_screen(RulesPage())

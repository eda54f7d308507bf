"""A small program of the house for the tests: a board, a field, a button that must not be pressed.

Run as a script it logs to the file named first what reached it, for the tests on a real terminal.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from textual.containers import Horizontal
from textual.widgets import Button, Input

from core.rules import Role
from core.stations import StationKind
from ui.actions import Action
from ui.app import Station
from ui.board import Board
from ui.last_ball import LastBall
from ui.launch import run
from ui.messages import Scanned, ViewArrived
from ui.screen import HouseScreen
from ui.standin import StandIn


class Room(HouseScreen):
    """Draws, sells, and writes down what it hears."""

    HELP = "Écran d'essai."
    ACTIONS = (
        Action("draw", "f5,d", "Tirer"),
        Action("sell", "f2", "Vendre"),
        Action("fail", "f6", "Échouer"),
        Action("one", "1", "Un", shown=False),
    )

    def __init__(self, takes: bool = True) -> None:
        super().__init__()
        self.takes = takes
        self.heard: list[str] = []

    def body(self) -> Any:
        yield Horizontal(Board(), LastBall())
        yield Input(id="field")
        yield Button("Vendre", id="sell")

    def why_not(self, action: Action) -> str:
        view = self.app.views.get(("room", ""))
        if action.id == "draw" and (view is None or not view.read(dict)["open"]):
            return "vente non close"
        return ""

    def on_view_arrived(self, arrived: ViewArrived) -> None:
        drawn = arrived.view.read(dict)["drawn"]
        self.query_one(Board).show(drawn)
        self.query_one(LastBall).show(drawn)

    def on_scanned(self, scanned: Scanned) -> None:
        if self.takes:
            scanned.stop()
            self.note(f"scan {scanned.reading.text}")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.note(f"field {event.value}")
        event.input.value = ""

    def on_button_pressed(self) -> None:
        self.note("pressed")

    def do_draw(self) -> None:
        self.app.give("DrawBall")

    def do_sell(self) -> None:
        self.note("sell")

    def do_one(self) -> None:
        self.note("one")

    def do_fail(self) -> None:
        raise RuntimeError("boom")

    def note(self, what: str) -> None:
        self.heard.append(what)
        self.app.note(what)


class RoomApp(Station):
    """The program around it."""

    PROGRAM = "Essai"
    FOLLOWS = (("room", ""),)

    def __init__(self, hall: StandIn | None = None, log: Path | None = None, **more: Any) -> None:
        super().__init__(hall or StandIn(StationKind.DESK, rehearsal=True), **more)
        self.room = Room()
        self.log_file = log

    def begin(self) -> None:
        self.push_screen(self.room)
        self.note("ready")

    def note(self, what: str) -> None:
        if self.log_file is not None:
            with self.log_file.open("a", encoding="utf-8") as out:
                out.write(json.dumps(what) + "\n")


class GuardedRoomApp(RoomApp):
    """The same, for people who sign in."""

    NEEDS_PERSON = True


def staffed() -> StandIn:
    """A hall that knows Zoé."""
    hall = StandIn(StationKind.DESK)
    hall.knows("zoe", "[/b] Zoé <éàü> ${x}", "314159", Role.CAISSIER)
    return hall


def main() -> None:
    app = RoomApp(log=Path(sys.argv[1]))
    app.hall.says("room", {"open": True, "drawn": [42, 7]})
    focus = sys.argv[2] if len(sys.argv) > 2 else ""
    if focus:
        app.room.AUTO_FOCUS = focus
    run(app)


if __name__ == "__main__":
    main()

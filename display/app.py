"""The big board's program: `quine display`."""

from __future__ import annotations

from core.stations import StationKind
from display.wall import Wall
from ui import joining
from ui.app import Station
from ui.launch import run

DESCRIPTION = """Le tableau d'affichage de la salle : il se conduit seul et n'attend aucune touche.
240 × 67 lettres se lisent du fond de la salle ; 80 × 24, même sans couleurs, disent tout."""


class DisplayApp(Station):
    """One board; nobody signs in."""

    PROGRAM = "Tableau"
    FOLLOWS = (("board", ""),)
    CSS_PATH = joining.styles("house", "display")  # type: ignore[assignment]  # Textual takes a list

    def begin(self) -> None:
        """The board is the only screen."""
        self.push_screen(Wall())


def main(argv: list[str]) -> int:
    """Runs the board; 0 when it was left, 1 when it broke, 2 when it could not start."""
    station = joining.joined(argv, "display", StationKind.DISPLAY, DESCRIPTION)
    if isinstance(station, int):
        return station
    run(station.equipped(DisplayApp(station.hall, theme=station.theme)), station.log)

"""The animateur's program: `quine caller`."""

from __future__ import annotations

from caller.console import Console
from core.stations import StationKind
from ui import joining
from ui.app import Station
from ui.launch import run

DESCRIPTION = """Le pupitre de l'animateur : annoncer, tirer, arrêter, vérifier, clore.
La barre d'espace fait toujours la chose suivante ; S arrête le tirage ; F1 dit toutes les touches."""


class CallerApp(Station):
    """One console, for whoever is signed in as ANIMATEUR."""

    PROGRAM = "Pupitre"
    TELLS_COPY = True
    FOLLOWS = (("caller", ""),)
    NEEDS_PERSON = True
    CSS_PATH = joining.styles("house", "caller")  # type: ignore[assignment]  # Textual takes a list

    def begin(self) -> None:
        """The console is the only screen."""
        self.push_screen(Console())


def main(argv: list[str]) -> int:
    """Runs the console; 0 when it was left, 1 when it broke, 2 when it could not start."""
    station = joining.joined(argv, "caller", StationKind.CALLER, DESCRIPTION)
    if isinstance(station, int):
        return station
    run(station.equipped(CallerApp(station.hall, theme=station.theme)), station.log)

"""`quine desk`: the staff desk."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from core.stations import StationKind
from kiosk.desk.app import DeskApp
from ui import joining
from ui.devices import printer_options, printing_from
from ui.launch import run

DESCRIPTION = """Le guichet : inscrire, encaisser, échanger, payer, planifier, signer, clore.
Chacun s'identifie et voit les tâches de ses fonctions : une lettre, ou les flèches et Entrée."""


def main(argv: Sequence[str]) -> int:
    """Runs the desk; 0 when it was left, 1 when it broke, 2 when it could not start."""
    station = joining.joined(list(argv), "desk", StationKind.DESK, DESCRIPTION, more=_options)
    if isinstance(station, int):
        return station
    try:
        printing = printing_from(station.options, station.hall, station.settings.printer)
    except ValueError as fault:
        print(f"--printer : {fault}", file=sys.stderr)
        return joining.EXIT_NO_START
    app = DeskApp(
        station.hall,
        theme=station.theme,
        printing=printing,
        exports=station.options.exports,
    )
    run(station.equipped(app), station.log)


def _options(parser: argparse.ArgumentParser) -> None:
    printer_options(parser)
    parser.add_argument(
        "--exports",
        type=Path,
        default=joining.state_folder() / "exports",
        metavar="DOSSIER",
        help="où vont les registres exportés (%(default)s)",
    )

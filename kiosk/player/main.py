"""`quine kiosk`: the player's kiosk."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from core.stations import StationKind
from kiosk.player.app import KioskApp
from ui import joining
from ui.devices import printer_options, printing_from
from ui.launch import run

DESCRIPTION = """La borne des joueurs : choisir une séance, compter ses forfaits, recevoir son papier.
Le personnel quitte par Ctrl G puis Ctrl T. Sans --printer, la borne ne vend rien."""


def main(argv: Sequence[str]) -> int:
    """Runs the kiosk; 0 when it was left, 1 when it broke, 2 when it could not start."""
    station = joining.joined(
        list(argv), "kiosk", StationKind.KIOSK, DESCRIPTION, more=printer_options
    )
    if isinstance(station, int):
        return station
    try:
        printing = printing_from(station.options, station.hall, station.settings.printer)
    except ValueError as fault:
        print(f"--printer : {fault}", file=sys.stderr)
        return joining.EXIT_NO_START
    app = KioskApp(station.hall, theme=station.theme, printing=printing)
    run(station.equipped(app), station.log)

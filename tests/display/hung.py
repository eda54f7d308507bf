"""The board on a real terminal, at one moment of a night in memory: `python hung.py MOMENT`."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "caller"))

from night import Night, NightLine

from core.stations import StationKind
from display.app import DisplayApp
from ui.launch import run


def main() -> None:
    night = Night()
    getattr(night, sys.argv[1])()
    run(DisplayApp(NightLine(night, StationKind.DISPLAY, ["board"])))


if __name__ == "__main__":
    main()

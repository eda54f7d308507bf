"""The console on a real terminal over a night in memory: writes each order and its moment to a file.

python tests/caller/seat.py LOG
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from msgspec.structs import replace
from night import Night, NightLine

from caller.app import CallerApp
from core.stations import StationKind
from ui.launch import run


class TimedLine(NightLine):
    """Hall milliseconds that pass by themselves."""

    def __init__(self, night: Night, log: Path) -> None:
        self.log = log
        super().__init__(night, StationKind.CALLER, ["caller"])
        self.began = time.monotonic() - night.ms / 1000
        self.person, self.person_name = "martin", "Zoé Martin"

    def now_ms(self) -> int:
        return int((time.monotonic() - self.began) * 1000)

    async def order(self, type: str, /, **fields: Any) -> dict[str, Any]:
        with self.log.open("a", encoding="utf-8") as out:
            out.write(f"{type} {time.monotonic()}\n")
        self.night.ms = self.now_ms()
        return await super().order(type, **fields)


def main() -> None:
    night = Night().drawing(22)
    seance = night.house.bingo.seance
    seance.parameters = replace(seance.parameters, tirage_intervalle_ms=300, tirage_minimum_ms=100)
    line = TimedLine(night, Path(sys.argv[1]))
    run(CallerApp(line, theme="nuit"))


if __name__ == "__main__":
    main()

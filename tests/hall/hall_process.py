"""A real hall in a process of its own, over the tiny game: `hall_process.py DIR PORT`.

SIGUSR1 breaks its disk, every sync fails from then on; SIGUSR2 mends it.
"""

from __future__ import annotations

import asyncio
import functools
import json
import signal
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parent.parent.parent))

import apsw
import powercut
import tiny
from houses import plan

from hall import opening, running
from hall.journal import SqliteJournal


class Forgetful(list):
    """Nobody cuts the power of this disk."""

    def append(self, _: object) -> None:
        """Nothing is remembered."""


def main() -> None:
    tiny.move_in()
    folder, port = Path(sys.argv[1]), int(sys.argv[2])
    running.AGAIN_S = 0.1
    disk = powercut.Disk()
    disk.log = Forgetful()
    disk.fails_at, disk.fault = "sync", apsw.IOError
    opening.SqliteJournal = functools.partial(SqliteJournal, vfs=powercut.NAME)
    signal.signal(signal.SIGUSR1, lambda *_: setattr(disk, "fail_after", 0))
    signal.signal(signal.SIGUSR2, lambda *_: setattr(disk, "fail_after", None))

    def ready(said: running.Ready) -> None:
        print(json.dumps({"url": said.url, "codes": said.codes, "lines": said.lines}), flush=True)

    asyncio.run(running.run(plan(folder, port=port, rate=0), ready=ready))


if __name__ == "__main__":
    main()

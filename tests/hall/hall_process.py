"""A real hall in a process of its own, over the tiny game: `hall_process.py DIR PORT`."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parent.parent.parent))

import tiny
from houses import plan

from hall import running


def main() -> None:
    tiny.move_in()
    folder, port = Path(sys.argv[1]), int(sys.argv[2])
    running.AGAIN_S = 0.1

    def ready(said: running.Ready) -> None:
        print(json.dumps({"url": said.url, "codes": said.codes, "lines": said.lines}), flush=True)

    asyncio.run(running.run(plan(folder, port=port, rate=0), ready=ready))


if __name__ == "__main__":
    main()

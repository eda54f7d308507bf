"""The running hall: one writer, one journal, many stations (design §4).

`await run(DIR, host, port)` serves a house; `hall.opening` founds and opens one without serving;
`hall.client` is the stations' side; `hall.journal` verifies and exports.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any


async def run(data: Path, host: str = "127.0.0.1", port: int = 8717, **plan: Any) -> None:
    """Serves the house in `data` until `stop` (an asyncio.Event) is set.

    `ready` is called with `hall.running.Ready` (address, pairing codes) once stations may come.
    Other keywords are the fields of `hall.running.Plan`. Raises `Refusal` (PAS_UNE_MAISON,
    MAISON_DEJA_OUVERTE, SEED_IN_REAL_HOUSE, SCHEMA_DIFFERENT...), `journal.BadLine` naming the
    first bad sequence number, `journal.JournalFailure`, `scribe.Broken`, OSError for the port.
    """
    from hall import running

    ready, stop = plan.pop("ready", None), plan.pop("stop", None)
    await running.run(running.Plan(Path(data), host, port, **plan), ready=ready, stop=stop)

"""The dossier asked for at the desk while the night goes on: made beside the hall, not in it.

A process of its own, out of the way of the engine: no ball waits for a zip.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
from pathlib import Path
from typing import Any

import msgspec

from core.rules import Refusal
from quine.dossier import Made

MOST_S = 120  # a night takes a second; a journal of years takes longer


class Unmade(msgspec.Struct, frozen=True):
    """Why there is no file: the code and values of a refusal."""

    code: str
    values: dict[str, Any] = {}


async def dossier_of(house: Path, seance: str) -> Made:
    """For the running hall: into the house's own folder `dossiers`, named by *séance* and line."""
    folder = house / "dossiers"
    folder.mkdir(mode=0o700, exist_ok=True)
    return await make_aside(house, folder, seance)


async def make_aside(path: Path, out: Path, seance: str = "") -> Made:
    """As `quine.dossier.make`, in another process. Refuses as it does, and DOSSIER_IMPOSSIBLE."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "quine.dossier", str(path), str(out), seance),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        async with asyncio.timeout(MOST_S):
            said, _ = await process.communicate()
    except TimeoutError:
        raise Refusal("DOSSIER_IMPOSSIBLE", why=f"{MOST_S} s") from None
    finally:
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
    try:
        if process.returncode == 0:
            return msgspec.json.decode(said, type=Made)
        unmade = msgspec.json.decode(said, type=Unmade)
    except msgspec.MsgspecError:
        raise Refusal("DOSSIER_IMPOSSIBLE", why=f"fin {process.returncode}") from None
    raise Refusal(unmade.code, **unmade.values)

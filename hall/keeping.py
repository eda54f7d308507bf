"""What a running hall keeps beside its journal: the vault, snapshots, a second copy (design §4, §7)."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hall import snapshot
from hall.engine import Commit
from hall.journal.audit import JOURNAL
from hall.journal.copying import CopyState, JournalCopy
from hall.supply import forget_revealed

if TYPE_CHECKING:
    from hall.engine import Engine
    from hall.opening import OpenHouse

KEPT_AFTER = frozenset({"SeanceClosed"})
COPY_ENDS_S = 5
log = logging.getLogger("quine.hall")


class Keeping:
    """Follows the commits of one run."""

    def __init__(self, opened: OpenHouse, engine: Engine, copy: Path | None = None) -> None:
        """`copy` is the folder of the second copy; `on_copy` hears when it fails and is well."""
        self._opened = opened
        self._engine = engine
        self._snapshot_seq = opened.restored.unverified
        self._task: asyncio.Task[None] | None = None
        self._check: asyncio.subprocess.Process | None = None
        self.on_copy: Callable[[CopyState], None] = log_copy
        self._loop = asyncio.get_running_loop()
        self._copy = None
        if copy is not None:
            self._copy = JournalCopy(opened.folder / JOURNAL, copy, self._copy_changed)
            self._copy.grown(engine.seq)
        engine.on_commit.append(self._committed)

    @property
    def copy(self) -> CopyState:
        """How far the second copy is; empty when the house has none."""
        return self._copy.state if self._copy else CopyState("")

    def _copy_changed(self, state: CopyState) -> None:
        """Told by the copy's own thread."""
        self._loop.call_soon_threadsafe(lambda: self.on_copy(state))

    def _committed(self, commit: Commit) -> None:
        if self._copy is not None:
            self._copy.grown(commit.seq)
        forget_revealed(self._opened.hall, commit.facts)
        told = any(type(fact).__name__ in KEPT_AFTER for fact in commit.facts)
        if told or commit.seq - self._snapshot_seq >= snapshot.EVERY:
            self._keep()

    def _keep(self) -> None:
        """Taken now, while all is durable and nobody decides; written by a thread."""
        if self._task is not None and not self._task.done():
            return
        self._snapshot_seq = self._engine.seq
        writing = asyncio.to_thread(self._write, self._opened.snapshot())
        self._task = asyncio.get_running_loop().create_task(writing)

    def _write(self, content: bytes) -> None:
        try:
            snapshot.keep(self._opened.folder, self._opened.hall.keys.seal, content)
        except OSError as fault:  # the next start reads the whole journal instead
            log.warning("no snapshot could be written: %s", fault)

    async def verify(self) -> str:
        """Reads the whole journal again beside the hall; what differs from the snapshot, or nothing."""
        folder = str(self._opened.folder)
        self._check = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "hall.snapshot", folder, stdout=asyncio.subprocess.PIPE
        )
        said, _ = await self._check.communicate()
        return said.decode(errors="replace").strip() if self._check.returncode else ""

    async def close(self, *, well: bool) -> None:
        """`well`: the engine has ended as it should, and the house stands as the journal says."""
        if self._check is not None and self._check.returncode is None:
            with suppress(ProcessLookupError):
                self._check.terminate()
            await self._check.wait()
        if self._task is not None:
            await asyncio.wait((self._task,))
        if self._copy is not None:
            with suppress(TimeoutError):  # a disk that hangs keeps nobody here
                await asyncio.wait_for(asyncio.to_thread(self._copy.close), COPY_ENDS_S)
        if well:
            self._write(self._opened.snapshot())


def log_copy(state: CopyState) -> None:
    if state.fault:
        log.error("the second copy stands still at line %s: %s", state.copied, state.fault)
    else:
        log.info("the second copy is well again, at line %s", state.copied)


def watch(keeping: Keeping, engine: Any) -> asyncio.Task[None]:
    """Verifies while the hall serves; a journal that differs stops it, loudly."""

    async def watching() -> None:
        if fault := await keeping.verify():
            snapshot.throw_away(keeping._opened.folder)
            engine.halt(f"the journal does not say what the snapshot says: {fault}")

    return asyncio.get_running_loop().create_task(watching())

"""The journal a second time, on another disk, line by line as it grows (design §4).

A thread of its own reads what is durable and appends it, synced, to `journal.jsonl`: the file that
`quine journal export` would write, and that `quine journal verify` reads. It never holds up the
hall; when it fails it says so, and tries again from where the file really ends.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from itertools import islice
from pathlib import Path

import msgspec

from hall.journal.contract import JournalFailure
from hall.journal.lines import BadLine, line_hash
from hall.journal.sqlite import stored
from hall.private import sync_folder

COPY = "journal.jsonl"
AGAIN_S = 5.0
AT_ONCE = 5_000  # lines between two syncs while catching up
TAIL = 1 << 20  # bytes from the end in which the last line must begin


class CopyState(msgspec.Struct, frozen=True):
    """How far the copy is; `fault` says why it stands still, and is empty while it follows."""

    file: str
    copied: int = 0
    lag: int = 0
    fault: str = ""


class JournalCopy:
    """Follows the journal `path` into `folder`. `changed` is called, in the thread, when it fails
    and when it is well again.
    """

    def __init__(
        self,
        path: Path,
        folder: Path,
        changed: Callable[[CopyState], None],
        again_s: float = AGAIN_S,
    ) -> None:
        self._journal = path
        self._file = folder / COPY
        self._changed = changed
        self._again_s = again_s
        self._durable = 0
        self._copied = -1  # unknown: the file has to be looked at
        self._fault = ""
        self._wake = threading.Event()
        self._ended = False
        self._thread = threading.Thread(target=self._follow, name="copy", daemon=True)
        self._thread.start()

    @property
    def state(self) -> CopyState:
        copied = max(0, self._copied)
        return CopyState(str(self._file), copied, max(0, self._durable - copied), self._fault)

    def grown(self, seq: int) -> None:
        """The journal is durable up to this line; costs nothing."""
        self._durable = seq
        self._wake.set()

    def close(self) -> None:
        """Copies what is left, if it can, and ends."""
        self._ended = True
        self._wake.set()
        self._thread.join()

    def _follow(self) -> None:
        while not self._ended:
            self._wake.wait(self._again_s if self._fault else None)
            self._wake.clear()
            self._try()
            if self._fault and not self._ended:
                threading.Event().wait(0.01)  # a hall that sells fast does not make it spin

    def _try(self) -> None:
        try:
            if self._copied < 0:
                self._copied = self._where_it_ends()
            while self._copied < self._durable:
                self._append()
        except (OSError, BadLine, JournalFailure) as fault:
            self._copied = -1  # whatever was written must be looked at again
            self._tell(str(fault) or type(fault).__name__)
        else:
            self._tell("")

    def _tell(self, fault: str) -> None:
        before, self._fault = self._fault, fault
        if bool(before) != bool(fault):
            self._changed(self.state)

    def _append(self) -> None:
        """The next lines, on the disk when it returns."""
        most = min(AT_ONCE, self._durable - self._copied)
        lines = tuple(islice(stored(self._journal, self._copied + 1), most))
        new = not self._file.exists()
        descriptor = os.open(self._file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        try:
            content = b"".join(line + b"\n" for line in lines)
            written = 0
            while written < len(content):
                written += os.write(descriptor, content[written:])
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        if new:
            sync_folder(self._file.parent)
        self._copied += len(lines)

    def _where_it_ends(self) -> int:
        """How many lines the copy has; half a line at its end is cut off.

        Raises BadLine when it is not a copy of this journal: nothing is ever written over.
        """
        if not self._file.exists():
            self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            return 0
        with self._file.open("rb+") as file:
            size = file.seek(0, os.SEEK_END)
            start = file.seek(max(0, size - TAIL))
            tail = file.read(TAIL)
            whole = tail.rfind(b"\n") + 1
            if whole < len(tail):
                file.truncate(start + whole)
                os.fsync(file.fileno())
        if not whole:
            return 0
        last = tail[tail.rfind(b"\n", 0, whole - 1) + 1 : whole - 1]
        seq, _ = line_hash(last)
        ours = next(stored(self._journal, seq), None)
        if ours != last:
            raise BadLine(seq, f"{self._file} is not a copy of this journal")
        return seq

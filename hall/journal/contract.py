"""What a journal must do, whatever it is written on (design §4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from hall.journal.lines import Head, Line


class JournalFailure(Exception):  # noqa: N818 -- a broken machine, and the end of this run
    """The journal cannot be written or read. Nothing is retried on the same journal."""


class Journal(Protocol):
    """Append-only lines, dense from 1. One process writes, one append at a time."""

    @property
    def head(self) -> Head:
        """The last durable line."""

    def read(self, start: int = 1) -> Iterator[bytes]:
        """The stored bytes of every durable line from `start` on, in order."""

    async def append(self, lines: Sequence[Line]) -> None:
        """All lines or none, durable when it returns. Raises `JournalFailure`, then always."""

    def append_now(self, lines: Sequence[Line]) -> None:
        """The same outside any event loop, for a founding or an import."""

    def close(self) -> None:
        """Ends the run cleanly. What was not yet durable stays unsaid."""

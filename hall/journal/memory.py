"""A journal that forgets: for tests and for trying orders without a house on disk."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hall.journal.contract import JournalFailure
from hall.journal.lines import Head, Line


class MemoryJournal:
    """Durable as long as the object lives; `break_down` makes it fail as a full disk would."""

    def __init__(self, lines: Sequence[bytes] = (), head: Head | None = None) -> None:
        self._lines = list(lines)
        self._head = head or Head()
        self.broken = ""
        self.appends: list[int] = []

    @property
    def head(self) -> Head:
        return self._head

    def read(self, start: int = 1) -> Iterator[bytes]:
        yield from self._lines[start - 1 :]

    async def append(self, lines: Sequence[Line]) -> None:
        self.append_now(lines)

    def append_now(self, lines: Sequence[Line]) -> None:
        if self.broken:
            raise JournalFailure(self.broken)
        for place, line in enumerate(lines, self._head.seq + 1):
            if line.seq != place:
                self.break_down(f"line {line.seq} where {place} is due")
                raise JournalFailure(self.broken)
        self._lines.extend(line.text for line in lines)
        self.appends.append(len(lines))
        if lines:
            self._head = lines[-1].head

    def break_down(self, why: str) -> None:
        self.broken = why

    def close(self) -> None:
        self.broken = self.broken or "closed"

"""A snapshot of the house: it shortens a start, and can be thrown away at any time (design §4).

Used only when software, schema and the journal's own line agree with it, and when this house's key
made it. What it says is checked against the whole journal afterwards, by a process of its own that
no order waits for: `python -m hall.snapshot DIR` ends with 0, or says what differs and ends with 1.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from core.rules import Refusal
from hall.answers import Answered, Answers
from hall.journal import BadLine, Head, JournalFailure
from hall.journal.contract import Journal
from hall.journal.sqlite import stored
from hall.keys import read_keys
from hall.private import write_private
from hall.replay import Restored, restore
from hall.scribe import Law

SNAPSHOT = "snapshot.json"
EVERY = 20_000  # lines after which a start would take long enough to write another
PERSON = b"quine-snapshot"
MAC_BYTES = 32
NICE = 10


class Kept(msgspec.Struct, frozen=True):
    """One answer of the last two gaming days."""

    station: str
    order_id: str
    answered: Answered


class Snapshot(msgspec.Struct, frozen=True):
    """The house after the line `head`, and what else a replay would have found."""

    schema: str
    build: str
    head: Head
    last_at: str
    last_ms: int
    base_ms: int
    runs: int
    last: dict[str, Head]
    answers: tuple[Kept, ...]
    house: msgspec.Raw


def taken(restored: Restored, law: Law, build: str) -> bytes:
    """The house as it stands; to be called when all that it holds is durable."""
    answers = tuple(Kept(*answer) for answer in restored.answers.all())
    return msgspec.json.encode(
        Snapshot(
            law.schema(),
            build,
            restored.head,
            restored.last_at,
            restored.last_ms,
            restored.base_ms,
            restored.runs,
            restored.last,
            answers,
            msgspec.Raw(msgspec.json.encode(restored.house)),
        )
    )


def keep(folder: Path, key: bytes, content: bytes) -> None:
    """Writes it whole or not at all; may run in a thread. Raises OSError."""
    write_private(folder / SNAPSHOT, _mac(key, content) + content)


def throw_away(folder: Path) -> None:
    (folder / SNAPSHOT).unlink(missing_ok=True)


def resumed(
    folder: Path, key: bytes, journal: Journal, shape: Any, law: Law, build: str
) -> Restored | None:
    """A `Restored` from the snapshot, or None when it is not to be used, for whatever reason."""
    try:
        raw = (folder / SNAPSHOT).read_bytes()
        mac, content = raw[:MAC_BYTES], raw[MAC_BYTES:]
        if not hmac.compare_digest(mac, _mac(key, content)):
            return None
        said = msgspec.json.decode(content, type=Snapshot)
        if (said.schema, said.build) != (law.schema(), build):
            return None
        if not _is_line(journal.read(said.head.seq), said.head):
            return None
        return _restored(said, shape)
    except (OSError, msgspec.MsgspecError, BadLine, JournalFailure):
        return None


def checked(folder: Path, law: Law, shape: Any) -> str:
    """What the journal says against the snapshot: the first difference, or nothing."""
    keys = read_keys(folder / "keys")
    raw = (folder / SNAPSHOT).read_bytes()
    if not hmac.compare_digest(raw[:MAC_BYTES], _mac(keys.seal, raw[MAC_BYTES:])):
        return "it was not made by this house"
    said = msgspec.json.decode(raw[MAC_BYTES:], type=Snapshot)
    lines = islice(stored(folder / "journal.db"), said.head.seq)
    try:
        restored = restore(lines, shape(), law)
    except BadLine as bad:
        return f"line {bad.seq}: {bad.why}"
    if restored.head != said.head:
        return f"the journal has another line {said.head.seq}"
    if restored.house != _restored(said, shape).house:
        return "the journal tells another house"
    return ""


def _restored(said: Snapshot, shape: Any) -> Restored:
    answers = Answers()
    for kept in said.answers:
        answers.keep(kept.station, kept.order_id, kept.answered)
    house = msgspec.json.decode(said.house, type=shape)
    return Restored(
        house,
        answers,
        said.head,
        said.last_at,
        said.last_ms,
        said.runs,
        said.schema,
        dict(said.last),
        said.base_ms,
        unverified=said.head.seq,
    )


def _is_line(lines: Iterator[bytes], head: Head) -> bool:
    text = next(iter(lines), b"")
    return f'"hash":"{head.hash}"'.encode() in text


def _mac(key: bytes, content: bytes) -> bytes:
    return hashlib.blake2b(content, key=key, digest_size=MAC_BYTES, person=PERSON).digest()


def main() -> int:
    """Checks the snapshot of a real house, without hurry."""
    import core.house as law
    import hall.supplies  # noqa: F401 -- every fact of the real game

    os.nice(NICE)
    try:
        fault = checked(Path(sys.argv[1]), law, law.House)
    except (OSError, Refusal, JournalFailure, msgspec.MsgspecError) as problem:
        fault = str(problem)
    if fault:
        print(fault)
    return 1 if fault else 0


if __name__ == "__main__":
    raise SystemExit(main())

"""A journal read from its first line: verified, replayed, its answers remembered (GEN-004, GEN-016)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from core.rules import Fact, Refusal
from core.site import HallStarted, HouseFounded
from hall.answers import Answers
from hall.collector import without_collector
from hall.journal.lines import BadLine, Head, Read, follow, moment, place
from hall.journal.sqlite import SqliteJournal
from hall.journal.stretches import Followed, chain_beside
from hall.scribe import Law


class Restored(msgspec.Struct):
    """What the journal says, once read whole; `base_ms` are the hall milliseconds of its last run.

    `unverified` lines, the first ones, were taken from a snapshot.
    """

    house: Any
    answers: Answers
    head: Head = Head()
    last_at: str = ""
    last_ms: int = 0
    runs: int = 0
    schema: str = ""
    last: dict[str, Head] = {}
    base_ms: int = 0
    unverified: int = 0


Step = Callable[[Head | Read, bytes], Read]


def restore(lines: Iterable[bytes], house: Any, law: Law) -> Restored:
    """Verifies and replays. Raises `BadLine` naming the first line that cannot be trusted.

    Refuses SCHEMA_DIFFERENT for a journal whose facts this software does not write.
    """
    done = Restored(house, Answers())
    replay(lines, done, law)
    return done


def restore_file(journal: SqliteJournal, house: Any, law: Law) -> Restored:
    """The same, of a journal on the disk: another process follows the chain of a long one.

    What this process read is what that one verified: both end with the same hash, or neither is
    believed. Raises as `restore`, and `JournalFailure`.
    """
    done = Restored(house, Answers(_last_at(journal)))
    beside = chain_beside(journal.path, journal.head.seq)
    if beside is None:
        replay(journal.read(), done, law)
        return done
    try:
        replay(journal.read(), done, law, step=place)
    except (BadLine, Refusal):
        _must_hold(beside.ended())  # a broken chain says more than what came of it
        raise
    except BaseException:
        beside.give_up()
        raise
    if _must_hold(beside.ended()) != done.head:
        raise BadLine(done.head.seq, "two readings of the journal do not end alike")
    return done


def replay(lines: Iterable[bytes], done: Restored, law: Law, step: Step = follow) -> None:
    """Goes on from `done` with the lines that follow. Raises as `restore`."""
    with without_collector():
        _rebuild(lines, done, law, step)


def _last_at(journal: SqliteJournal) -> str:
    return moment(next(journal.read(journal.head.seq))) if journal.head.seq else ""


def _must_hold(followed: Followed) -> Head:
    if followed.bad_seq is not None:
        raise BadLine(followed.bad_seq, followed.why)
    return followed.head


def _rebuild(lines: Iterable[bytes], done: Restored, law: Law, step: Step) -> None:
    """One loop over all lines: a million of them pass here when a house opens."""
    apply, house, heads = law.apply, done.house, {}
    before: Head | Read = done.head
    station = order_id = ""
    written: list[Fact] = []  # by the order at hand
    for text in lines:
        read = step(before, text)
        try:
            fact = read.fact()
        except (KeyError, msgspec.MsgspecError) as fault:
            raise _unreadable(read, fault) from None
        if type(fact) in _REMARKABLE:
            _remark(fact, done, law)
        try:
            apply(house, fact)
        except Exception as fault:
            raise BadLine(read.seq, f"{read.type} does not fit the house ({fault!r})") from fault
        if read.order_id != order_id or read.station != station:
            if written:
                done.answers.rebuild(station, order_id, before.seq, tuple(written))
                written = []
            order_id, station = read.order_id, read.station
        if order_id and station:
            written.append(fact)
        heads[read.type] = before = read
    if written:
        done.answers.rebuild(station, order_id, before.seq, tuple(written))
    done.last.update((name, Head(line.seq, line.hash)) for name, line in heads.items())
    if isinstance(before, Read):
        done.head = Head(before.seq, before.hash)
        done.last_at, done.last_ms = before.at, done.base_ms + before.mono_ns // 1_000_000


_REMARKABLE = frozenset({HallStarted, HouseFounded})


def _remark(fact: Fact, done: Restored, law: Law) -> None:
    if isinstance(fact, HouseFounded) and fact.schema != law.schema():
        ours = law.schema()
        raise Refusal("SCHEMA_DIFFERENT", journal=fact.schema[:12], software=ours[:12])
    if isinstance(fact, HallStarted):
        done.base_ms = fact.ms
        done.runs += 1


def _unreadable(read: Read, fault: Exception) -> Exception:
    if isinstance(fault, KeyError):
        return Refusal("SCHEMA_DIFFERENT", fact=read.type)
    return BadLine(read.seq, f"{read.type} cannot be read ({fault})")

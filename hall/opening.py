"""Opening a house: its folder, its lock, its journal read and verified, its state rebuilt.

The same house is opened by the running hall, by a founding and by an import: whoever holds the
lock writes (design §4). GEN-004, GEN-016.
"""

from __future__ import annotations

import contextlib
import gc
import os
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec

from core.rules import Fact, Order, Refusal
from core.site import HallStarted, HouseFounded, StartHall
from hall.answers import Answers
from hall.clock import Clock, RealClock
from hall.entropy import Entropy, SystemEntropy, entropy_for
from hall.journal import BadLine, Head, Journal, JournalFailure, SqliteJournal
from hall.journal.audit import JOURNAL
from hall.journal.lines import Read, follow
from hall.keys import found_keys, read_keys
from hall.people import PeopleFile
from hall.scribe import THE_HALL, By, Law, Scribe
from hall.supply import COMMITTED, Hall
from hall.vault import Reconciled, Vault

KEYS, VAULT, PEOPLE, LOCK, STATIONS = "keys", "vault", "people.db", "hall.lock", "stations.json"


class Restored(msgspec.Struct):
    """What the journal says, once read whole."""

    house: Any
    answers: Answers
    head: Head = Head()
    last_at: str = ""
    last_ms: int = 0
    runs: int = 0
    schema: str = ""
    last: dict[str, Head] = {}


def house_folder(path: Path) -> Path:
    """The house itself: `path`, or `path/data`. Refuses PAS_UNE_MAISON."""
    for folder in (path, path / "data"):
        if (folder / JOURNAL).is_file():
            return folder
    raise Refusal("PAS_UNE_MAISON", folder=str(path))


def restore(lines: Iterable[bytes], house: Any, law: Law) -> Restored:
    """Verifies and replays. Raises `BadLine` naming the first line that cannot be trusted.

    Refuses SCHEMA_DIFFERENT for a journal whose facts this software does not write.
    """
    done = Restored(house, Answers())
    with _without_collector():
        _rebuild(lines, done, law)
    return done


@contextlib.contextmanager
def _without_collector() -> Iterator[None]:
    """Nothing that a replay makes is garbage; looking for some would take a third of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _rebuild(lines: Iterable[bytes], done: Restored, law: Law) -> None:
    for (station, order_id), group in groupby(_replayed(lines, done, law), key=_sender):
        if station and order_id:
            written = tuple(group)
            seq = written[-1][0].seq
            done.answers.rebuild(station, order_id, seq, tuple(fact for _, fact in written))
        else:
            deque(group, maxlen=0)


def _replayed(lines: Iterable[bytes], done: Restored, law: Law) -> Iterator[tuple[Read, Fact]]:
    base_ms = 0
    for text in lines:
        read = follow(done.head, text)
        fact = _fact(read, law)
        if isinstance(fact, HouseFounded):
            _must_be_ours(fact.schema, law)
        if isinstance(fact, HallStarted):
            base_ms = fact.ms
            done.runs += 1
        try:
            law.apply(done.house, fact)
        except Exception as fault:
            raise BadLine(read.seq, f"{read.type} does not fit the house ({fault!r})") from fault
        done.head = Head(read.seq, read.hash)
        done.last[read.type] = done.head
        done.last_at, done.last_ms = read.at, base_ms + read.mono_ns // 1_000_000
        yield read, fact


def _sender(replayed: tuple[Read, Fact]) -> tuple[str, str]:
    return replayed[0].station, replayed[0].order_id


def _fact(read: Read, law: Law) -> Fact:
    try:
        return read.fact()
    except KeyError:
        raise Refusal("SCHEMA_DIFFERENT", fact=read.type) from None
    except msgspec.MsgspecError as fault:
        raise BadLine(read.seq, f"{read.type} cannot be read ({fault})") from None


def _must_be_ours(schema: str, law: Law) -> None:
    if schema != law.schema():
        raise Refusal("SCHEMA_DIFFERENT", journal=schema[:12], software=law.schema()[:12])


class OpenHouse:
    """A house whose lock we hold. `give` and `commit` write outside an engine."""

    def __init__(
        self, folder: Path, lock: int, scribe: Scribe, journal: Journal, restored: Restored
    ) -> None:
        self.folder = folder
        self.scribe = scribe
        self.journal = journal
        self.restored = restored
        self.reconciled = Reconciled((), ())
        self._lock = lock

    @property
    def hall(self) -> Hall:
        return self.scribe.hall

    @property
    def journal_recovered(self) -> bool:
        """Whether the last run did not end well."""
        return getattr(self.journal, "recovered", False)

    @property
    def stations_file(self) -> Path:
        return self.folder / STATIONS

    def start(self, order: StartHall) -> tuple[Fact, ...]:
        """Opens a run (not yet durable: `commit`, or the engine's first batch)."""
        return self.scribe.start(order, self.restored.last_at, self.restored.last_ms)

    def give(self, order: Order, by: By = THE_HALL) -> tuple[Fact, ...]:
        """Decides and applies; raises `Refusal`. Durable only after `commit`."""
        return self.scribe.give(order, by)

    def settle(self) -> None:
        self.scribe.settle()

    def commit(self) -> Head:
        """Makes durable what was given. Raises `JournalFailure`."""
        self.journal.append_now(self.scribe.take())
        return self.journal.head

    def close(self) -> None:
        self.journal.close()
        self.hall.people.close()
        _release(self._lock)


def found_house(
    folder: Path,
    *,
    rehearsal: bool,
    seed: str | None = None,
    clock: Clock | None = None,
    law: Law | ModuleType | None = None,
    house: Any = None,
) -> OpenHouse:
    """A new folder with keys, empty journal and people file; give it `FoundHouse` first.

    Refuses MAISON_DEJA_FONDEE when a house lies there, SEED_IN_REAL_HOUSE, MAISON_DEJA_OUVERTE.
    """
    entropy = entropy_for(rehearsal=rehearsal, seed=seed)
    if (folder / JOURNAL).exists():
        raise Refusal("MAISON_DEJA_FONDEE", name=str(folder))
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder.chmod(0o700)
    lock = _take(folder / LOCK)
    try:
        found_keys(folder / KEYS, entropy)
        return _open(folder, lock, entropy, rehearsal, clock, _law(law), _house(house))
    except BaseException:
        _release(lock)
        raise


def open_house(
    path: Path,
    *,
    seed: str | None = None,
    clock: Clock | None = None,
    law: Law | ModuleType | None = None,
    house: Any = None,
) -> OpenHouse:
    """An existing house, its lock taken, its whole journal verified and replayed.

    Raises `BadLine` or `JournalFailure`; refuses PAS_UNE_MAISON, MAISON_DEJA_OUVERTE,
    SCHEMA_DIFFERENT, SEED_IN_REAL_HOUSE, CLE_MANQUANTE...
    """
    folder = house_folder(path)
    lock = _take(folder / LOCK)
    try:
        return _open(folder, lock, seed, None, clock, _law(law), _house(house))
    except BaseException:
        _release(lock)
        raise


def _open(
    folder: Path,
    lock: int,
    entropy: Entropy | str | None,
    rehearsal: bool | None,
    clock: Clock | None,
    law: Law,
    house: Any,
) -> OpenHouse:
    keys = read_keys(folder / KEYS)
    journal = SqliteJournal(folder / JOURNAL)
    try:
        restored = restore(journal.read(), house, law)
        if rehearsal is None:
            rehearsal = restored.house.site.rehearsal
        if entropy is None or isinstance(entropy, str):
            entropy = entropy_for(rehearsal=rehearsal, seed=entropy, run=restored.runs)
        people = PeopleFile(
            folder / PEOPLE,
            pepper=keys.people,
            exclusion=keys.exclusion,
            entropy=entropy,
            cheap=rehearsal,
        )
        vault = Vault(folder / VAULT, keys.vault, SystemEntropy())
        hall = Hall(restored.house, vault, people, keys, entropy, rehearsal)
        hall.journal_head, hall.last = restored.head, restored.last
        scribe = Scribe(hall, law, clock or RealClock())
        opened = OpenHouse(folder, lock, scribe, journal, restored)
        if COMMITTED:
            wanted = {name for committed in COMMITTED for name in committed(restored.house)}
            opened.reconciled = vault.reconcile(wanted)
        return opened
    except BaseException:
        journal.close()
        raise


def _law(law: Law | ModuleType | None) -> Law:
    if law is None:
        import core.house

        law = core.house
    return law


def _house(house: Any) -> Any:
    if house is None:
        from core.house import House

        house = House()
    return house


def _take(path: Path) -> int:
    """One process a house. Refuses MAISON_DEJA_OUVERTE with the other's process number."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        _lock(descriptor)
    except OSError:
        other = os.read(descriptor, 20).decode("ascii", "replace").strip()
        os.close(descriptor)
        raise Refusal("MAISON_DEJA_OUVERTE", process=other) from None
    os.truncate(descriptor, 0)
    os.pwrite(descriptor, str(os.getpid()).encode(), 0)
    return descriptor


def _lock(descriptor: int) -> None:
    try:
        import fcntl
    except ImportError:  # not a POSIX system: the journal's own lock must do
        return
    fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _release(lock: int) -> None:
    with contextlib.suppress(OSError):
        os.close(lock)


__all__ = [
    "BadLine",
    "JournalFailure",
    "OpenHouse",
    "Restored",
    "found_house",
    "house_folder",
    "open_house",
    "restore",
]

"""Opening a house: its folder, its lock, its journal read and verified, its state rebuilt.

The same house is opened by the running hall, by a founding and by an import: whoever holds the
lock writes (design §4). GEN-004, GEN-016.
"""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Any

from core.rules import Fact, Order, Refusal
from core.site import StartHall
from hall import lock, snapshot
from hall.build import build_hash
from hall.clock import Clock, RealClock
from hall.entropy import Entropy, SystemEntropy, entropy_for
from hall.journal import BadLine, Head, Journal, JournalFailure, SqliteJournal
from hall.journal.audit import JOURNAL
from hall.keys import Keys, found_keys, read_keys
from hall.people import PeopleFile
from hall.replay import Restored, replay, restore, restore_file
from hall.scribe import THE_HALL, By, Law, Scribe
from hall.supply import COMMITTED, Hall
from hall.vault import Reconciled, Vault

KEYS, VAULT, PEOPLE, LOCK, STATIONS = "keys", "vault", "people.db", "hall.lock", "stations.json"


def house_folder(path: Path) -> Path:
    """The house itself: `path`, or `path/data`. Refuses PAS_UNE_MAISON."""
    for folder in (path, path / "data"):
        if (folder / JOURNAL).is_file():
            return folder
    raise Refusal("PAS_UNE_MAISON", folder=str(path))


class OpenHouse:
    """A house whose lock we hold. `give` and `commit` write outside an engine."""

    def __init__(
        self, folder: Path, held: int, scribe: Scribe, journal: Journal, restored: Restored
    ) -> None:
        self.folder = folder
        self.scribe = scribe
        self.journal = journal
        self.restored = restored
        self.reconciled = Reconciled((), ())
        self._lock = held

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

    def snapshot(self) -> bytes:
        """The house as it stands, all of it durable; `hall.snapshot.keep` puts it on the disk."""
        scribe, before = self.scribe, self.restored
        now = Restored(
            self.hall.house,
            before.answers,
            scribe.head,
            scribe.last_at or before.last_at,
            scribe.last_ms if scribe.last_at else before.last_ms,
            before.runs + scribe.starts,
            before.schema,
            self.hall.last,
            scribe.run_ms if scribe.starts else before.base_ms,
        )
        return snapshot.taken(now, scribe.law, build_hash())

    def close(self) -> None:
        try:
            self.journal.close()
            self.hall.people.close()
        finally:
            lock.release(self._lock)


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
    held = lock.take(folder / LOCK)
    try:
        found_keys(folder / KEYS, entropy)
        return _open(folder, held, entropy, rehearsal, clock, _law(law), _house(house))
    except BaseException:
        lock.release(held)
        raise


def open_house(
    path: Path,
    *,
    seed: str | None = None,
    clock: Clock | None = None,
    law: Law | ModuleType | None = None,
    house: Any = None,
    quick: bool = False,
) -> OpenHouse:
    """An existing house, its lock taken, its whole journal verified and replayed.

    `quick` begins from a snapshot where one fits: `restored.unverified` lines are then still to be
    verified, by `python -m hall.snapshot DIR`. Raises `BadLine` or `JournalFailure`; refuses
    PAS_UNE_MAISON, MAISON_DEJA_OUVERTE, SCHEMA_DIFFERENT, SEED_IN_REAL_HOUSE, CLE_MANQUANTE...
    """
    folder = house_folder(path)
    held = lock.take(folder / LOCK)
    try:
        return _open(folder, held, seed, None, clock, _law(law), _house(house), quick)
    except BaseException:
        lock.release(held)
        raise


def _open(
    folder: Path,
    held: int,
    entropy: Entropy | str | None,
    rehearsal: bool | None,
    clock: Clock | None,
    law: Law,
    house: Any,
    quick: bool = False,
) -> OpenHouse:
    keys = read_keys(folder / KEYS)
    journal = SqliteJournal(folder / JOURNAL)
    try:
        restored = _restored(folder, keys, journal, house, law, quick)
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
        opened = OpenHouse(folder, held, scribe, journal, restored)
        if COMMITTED:
            wanted = {name for committed in COMMITTED for name in committed(restored.house)}
            opened.reconciled = vault.reconcile(wanted)
        return opened
    except BaseException:
        journal.close()
        raise


def _restored(
    folder: Path, keys: Keys, journal: SqliteJournal, house: Any, law: Law, quick: bool
) -> Restored:
    if quick:
        shape, build = type(house), build_hash()
        begun = snapshot.resumed(folder, keys.seal, journal, shape, law, build)
        if begun is not None:
            try:
                replay(journal.read(begun.head.seq + 1), begun, law)
            except BadLine:
                snapshot.throw_away(folder)  # the whole journal says which line it is
            else:
                return begun
    return restore_file(journal, house, law)


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

"""A copy of the journal somewhere else, while the hall goes on (GEN-004, GEN-016).

The copy bears its name only once it has been read back: whole, and the same chain as the house's.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from core.rules import Refusal
from hall.journal import JournalFailure, Report, backup, source, verify
from hall.journal.lines import moment
from hall.journal.sqlite import stored
from hall.journal.stretches import SEAL_KEY
from hall.private import write_private
from quine.dossier.archive import publish

SUFFIX = ".db"


def backed_up(house: Path, target: Path) -> Report:
    """Copies in one step and verifies; `target` is a .db file, or a folder that names its copies.

    In a folder each copy is named by the day and number of its last line, and the public key of the
    seals lies beside, so that `quine journal verify` checks them too. Refuses FICHIER_DEJA_LA;
    raises FileNotFoundError (no database there), OSError, `JournalFailure`.
    """
    journal = source(house)
    if journal.suffix != SUFFIX:
        raise FileNotFoundError(f"{journal} is no database")
    folder = target.parent if target.suffix == SUFFIX else target
    if target.suffix == SUFFIX and target.exists():
        raise Refusal("FICHIER_DEJA_LA", file=str(target))
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    partial = folder / f".{target.stem}.partiel{SUFFIX}"
    partial.unlink(missing_ok=True)  # a copy that was cut short
    try:
        backup(journal, partial)
        report = _must_be_the_same(partial, journal)
        final = target if target.suffix == SUFFIX else _named(folder, partial, report.count)
        publish(partial, final)
    finally:
        partial.unlink(missing_ok=True)
    if target.suffix != SUFFIX:
        _key_beside(journal.parent, folder)
    return msgspec.structs.replace(report, path=str(final))


def _must_be_the_same(copy: Path, journal: Path) -> Report:
    """Whole, and its last line is the house's own line of that number: then so is every other."""
    report = verify(copy)
    if not report.whole:
        raise JournalFailure(f"the copy is not whole: {report}")
    if report.count and _line(copy, report.count) != _line(journal, report.count):
        raise JournalFailure("the copy is not of this journal")
    return report


def _line(path: Path, seq: int) -> bytes:
    return next(stored(path, seq))


def _named(folder: Path, copy: Path, count: int) -> Path:
    day = moment(_line(copy, count))[:10] if count else "vide"
    return folder / f"journal-{day}-{count:07d}{SUFFIX}"


def _key_beside(house: Path, folder: Path) -> None:
    key, beside = house / SEAL_KEY, folder / SEAL_KEY
    if key.is_file() and not beside.exists():
        write_private(beside, key.read_bytes())

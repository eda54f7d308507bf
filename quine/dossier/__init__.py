"""The file for the inspector: one zip that says all of a *séance* and proves it (GEN-017, FOR-032).

At any moment, also in the middle of a *partie* and beside a running hall: the journal is read, never
locked. `verify.py` inside checks it with Python alone.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from core.registers.historique_paper import last_held
from core.registers.render import nobody
from hall.journal import source
from quine.dossier import archive
from quine.dossier.contents import files, public_key_of
from quine.dossier.names import names_of
from quine.dossier.reading import read

FORMAT = "quine-dossier-1"


class Made(msgspec.Struct, frozen=True):
    """What was written: `lines` of journal up to `head`; `masked` when people stayed ids."""

    path: str
    seance: str
    lines: int
    head: str
    bytes: int
    masked: bool


def make(path: Path, out: Path, seance: str = "") -> Made:
    """Writes the dossier of a *séance*, by default the one in course, else the last held.

    `path` is a house, a folder with `data/`, or a .jsonl. Where `out` is a folder the file is named
    there by its *séance* and the last line it holds. Refuses SEANCE_INCONNUE, AUCUNE_SEANCE,
    FICHIER_DEJA_LA, SCHEMA_DIFFERENT; raises FileNotFoundError, `BadLine`, `JournalFailure`.
    """
    reading = read(path)
    with reading.text as journal:
        held = reading.house.bingo.seance_named(seance or last_held(reading.house))
        names, site = names_of(path), reading.house.site
        told = {
            "format": FORMAT,
            "house": site.name,
            "code": site.code,
            "rehearsal": site.rehearsal,
            "seance": held.id,
            "day": held.day,
            "stage": held.stage.value,
            "at": reading.at,
            "lines": reading.head.seq,
            "head": reading.head.hash,
            "build": site.build,
            "names": "masques" if names is nobody else "en clair",
        }
        if out.is_dir():
            out = out / f"dossier-{held.id}-{reading.head.seq:07d}.zip"
        contents = files(reading, held, names, public_key_of(source(path).parent))
        size = archive.write(out, contents, journal, told)
    masked = names is nobody
    return Made(str(out), held.id, reading.head.seq, reading.head.hash, size, masked)


__all__ = ["FORMAT", "Made", "make"]

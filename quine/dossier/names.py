"""Names for a file that leaves the house: read beside the running hall, never written.

Birth dates, identity documents and personal codes stay in the house. Without the people file, or
without the right to read it, people are their ids.
"""

from __future__ import annotations

from pathlib import Path

import apsw
import msgspec

from core.registers.render import Names, nobody
from core.registers.render import Person as Known
from hall.journal import source
from hall.opening import PEOPLE

NAMES = "SELECT id, given, family FROM person WHERE erased = 0"


class Named(msgspec.Struct, frozen=True):
    """A name and no more, whatever a register would show beside it."""

    name: str
    birth: str = ""
    document: str = ""


def names_of(path: Path) -> Names:
    """Who is who, or `nobody` where the people file is not to be read."""
    file = source(path).parent / PEOPLE
    if not file.is_file():
        return nobody
    try:
        db = apsw.Connection(str(file), flags=apsw.SQLITE_OPEN_READONLY)
        try:
            known = {
                person: Named(f"{given} {family}".strip())
                for person, given, family in db.execute(NAMES)
            }
        finally:
            db.close()
    except apsw.Error:
        return nobody

    def name(person: str) -> Known | None:
        return known.get(person)

    return name

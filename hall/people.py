"""The people file: names, birth dates, papers and PINs, kept apart from the journal (design §4).

`people.db`, 0600. Facts carry person ids and the salted digest of an entry, so that erasing a
person leaves chain and money intact and nobody can guess a name from the journal. GEN-005,
GEN-013, GEN-014, GEN-015, GEN-023.
"""

from __future__ import annotations

import hashlib
import hmac
import unicodedata
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

import apsw
import msgspec

from core.people import Flags
from core.rules import Refusal, Role
from hall.entropy import Entropy
from hall.pins import Pins, must_be_pin

LONGEST_TEXT = 120
MOST_FOUND = 50
SALT_BYTES = 16
TABLES = """
CREATE TABLE IF NOT EXISTS person (
    id TEXT PRIMARY KEY, number INTEGER NOT NULL, family TEXT NOT NULL, given TEXT NOT NULL,
    birth TEXT NOT NULL, document TEXT NOT NULL, identity TEXT NOT NULL, search TEXT NOT NULL,
    salt BLOB NOT NULL, roles TEXT NOT NULL, pin TEXT NOT NULL, badge TEXT NOT NULL,
    erased INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE INDEX IF NOT EXISTS person_identity ON person (identity);
CREATE TABLE IF NOT EXISTS exclusion (identity TEXT PRIMARY KEY) STRICT;
"""
COLUMNS = "id, family, given, birth, document, roles"


class Entry(msgspec.Struct, frozen=True):
    """Who somebody is. `birth` is an ISO date; `document` what was shown at the door."""

    family: str
    given: str
    birth: str
    document: str = ""


class Person(msgspec.Struct, frozen=True):
    id: str
    family: str
    given: str
    birth: str
    document: str
    roles: tuple[Role, ...] = ()

    @property
    def name(self) -> str:
        return f"{self.given} {self.family}".strip()


class PeopleFile:
    """One connection, used from the hall's own task only; PINs are compared elsewhere."""

    def __init__(
        self, path: Path, *, pepper: bytes, exclusion: bytes, entropy: Entropy, cheap: bool = False
    ) -> None:
        """`cheap` is for rehearsals: PINs are hashed fast. Raises apsw.Error."""
        self._exclusion = exclusion
        self._entropy = entropy
        self.pins = Pins(pepper, cheap=cheap)
        if not path.exists():
            path.touch(mode=0o600)
        self._db = apsw.Connection(str(path))
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "secure_delete=ON"):
            self._db.execute(f"PRAGMA {pragma}").fetchall()
        self._db.execute(TABLES)

    def close(self) -> None:
        self._db.close()

    # -- entries ------------------------------------------------------------------------------

    def record(self, entry: Entry, *, person: str = "") -> str:
        """Writes a person down and returns the id, the old one for the same person again.

        Refuses NOM_MANQUANT, NAISSANCE_ILLISIBLE, TEXTE_TROP_LONG, PERSONNE_DEJA_LA (the id is
        another person's).
        """
        entry = cleaned(entry)
        identity = self.identity(entry)
        known = self._row("identity = ? AND document = ? AND erased = 0", identity, entry.document)
        if known and person in ("", known.id):
            return known.id
        if person and self._one("SELECT identity FROM person WHERE id = ?", person) == identity:
            self._db.execute(
                "UPDATE person SET document = ? WHERE id = ?", (entry.document, person)
            )
            return person
        if person and self._row("id = ?", person):
            raise Refusal("PERSONNE_DEJA_LA", person=person)
        number = self._one("SELECT coalesce(max(number), 0) + 1 FROM person")
        person = person or f"p-{number}"
        salt = self._entropy.take("person-salt", SALT_BYTES)
        self._db.execute(
            "INSERT INTO person (id, number, family, given, birth, document, identity, search, salt,"
            " roles, pin, badge) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, '[]', '', '')",
            (person, number, entry.family, entry.given, entry.birth, entry.document, identity,
             folded(f"{entry.family} {entry.given} {entry.family}"), salt),
        )  # fmt: skip
        return person

    def person(self, person: str) -> Person | None:
        """None for an id never given, and for an erased person."""
        return self._row("id = ? AND erased = 0", person)

    def name(self, person: str) -> str:
        """As said and shown; the id itself when the person has been erased."""
        found = self.person(person)
        return found.name if found else person

    def search(self, text: str, limit: int = MOST_FOUND) -> list[Person]:
        """By any part of the name, whatever the accents and capitals, or by document number."""
        wanted = folded(text)
        if not wanted:
            return []
        rows = self._db.execute(
            f"SELECT {COLUMNS} FROM person WHERE erased = 0 AND"
            " (instr(search, ?) OR document = ?) ORDER BY family, given, number LIMIT ?",
            (wanted, text.strip(), min(limit, MOST_FOUND)),
        )
        return [_person(row) for row in rows]

    def digest(self, person: str) -> str:
        """What a fact says of an entry: SHA-256 over a salt of its own and the entry."""
        found = self.person(person)
        if found is None:
            raise Refusal("PERSONNE_INCONNUE", person=person)
        salt = self._one("SELECT salt FROM person WHERE id = ?", person)
        entry = Entry(found.family, found.given, found.birth, found.document)
        return hashlib.sha256(salt + msgspec.json.encode(entry, order="sorted")).hexdigest()

    def erase(self, person: str) -> None:
        """Forgets who it was, for good; the id stays used. Refuses PERSONNE_INCONNUE."""
        if self.person(person) is None:
            raise Refusal("PERSONNE_INCONNUE", person=person)
        self._db.execute(
            "UPDATE person SET family = '', given = '', birth = '', document = '', identity = '',"
            " search = '', salt = x'', roles = '[]', pin = '', badge = '', erased = 1 WHERE id = ?",
            (person,),
        )
        self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    # -- staff --------------------------------------------------------------------------------

    def employ(self, person: str, roles: Sequence[Role], *, pin: str = "", badge: str = "") -> None:
        """Gives functions, and a PIN and badge if told. Refuses PERSONNE_INCONNUE, CODE_TROP_COURT."""
        if self.person(person) is None:
            raise Refusal("PERSONNE_INCONNUE", person=person)
        kept = msgspec.json.encode([role.value for role in roles]).decode()
        self._db.execute("UPDATE person SET roles = ? WHERE id = ?", (kept, person))
        if pin:
            self.set_pin(person, pin)
        if badge:
            self._db.execute("UPDATE person SET badge = ? WHERE id = ?", (badge, person))

    def set_pin(self, person: str, pin: str) -> None:
        """Refuses CODE_TROP_COURT (six digits for functions that touch money), CODE_NON_NUMERIQUE."""
        found = self.person(person)
        if found is None:
            raise Refusal("PERSONNE_INCONNUE", person=person)
        must_be_pin(pin, found.roles)
        self.keep_pin(person, self.pins.hash(pin))

    def keep_pin(self, person: str, pin_hash: str) -> None:
        """For whoever has hashed the PIN elsewhere, since that is slow."""
        self._db.execute("UPDATE person SET pin = ? WHERE id = ?", (pin_hash, person))

    def pin_hash(self, person: str) -> str:
        """What `Pins.fits` compares with; empty when there is none."""
        return self._one("SELECT pin FROM person WHERE id = ? AND erased = 0", person) or ""

    def staff(self) -> list[Person]:
        rows = self._db.execute(
            f"SELECT {COLUMNS} FROM person WHERE roles <> '[]' ORDER BY family, given, number"
        )
        return [_person(row) for row in rows]

    def who(self, text: str) -> str:
        """The staff member meant by an id, a badge code or a whole name; empty when not just one."""
        wanted, plain = folded(text), text.strip()
        found = set()
        for person in self.staff():
            names = {
                folded(person.name),
                folded(f"{person.family} {person.given}"),
                folded(person.family),
            }
            if plain == person.id or wanted in names:
                found.add(person.id)
        badge = self._one("SELECT id FROM person WHERE badge = ? AND badge <> ''", plain)
        if badge:
            found.add(badge)
        return found.pop() if len(found) == 1 else ""

    # -- what the core may know ---------------------------------------------------------------

    def exclude(self, entry: Entry) -> None:
        """Bars an identity from playing (GEN-014): only its keyed hash is kept."""
        self._db.execute(
            "INSERT OR IGNORE INTO exclusion VALUES (?)", (self.identity(cleaned(entry)),)
        )

    def readmit(self, entry: Entry) -> None:
        self._db.execute(
            "DELETE FROM exclusion WHERE identity = ?", (self.identity(cleaned(entry)),)
        )

    def flags(self, person: str, day: date) -> Flags:
        """Age on the day of the operation, excluded, staff (D-31): what a rule may decide upon."""
        found = self.person(person)
        if found is None:
            return Flags()
        identity = self._one("SELECT identity FROM person WHERE id = ?", person)
        excluded = self._one("SELECT 1 FROM exclusion WHERE identity = ?", identity)
        staff = self._one(
            "SELECT 1 FROM person WHERE roles <> '[]' AND (identity = ? OR"
            " (document = ? AND document <> ''))",
            identity,
            found.document,
        )
        age = age_on(date.fromisoformat(found.birth), day)
        return Flags(known=True, age=age, excluded=bool(excluded), staff=bool(staff))

    def identity(self, entry: Entry) -> str:
        """The same person has the same hash, however the name is accented or capitalised."""
        said = "\n".join((folded(entry.family), folded(entry.given), entry.birth))
        return hmac.new(self._exclusion, said.encode(), hashlib.sha256).hexdigest()

    def together(self) -> Any:
        """A transaction: all that happens in this `with` or nothing."""
        return self._db

    def _row(self, where: str, *values: str) -> Person | None:
        row: Any = next(
            self._db.execute(f"SELECT {COLUMNS} FROM person WHERE {where} LIMIT 1", values), None
        )
        return _person(row) if row else None

    def _one(self, query: str, *values: str) -> Any:
        row: Any = next(self._db.execute(query, values), None)
        return row[0] if row else None


def cleaned(entry: Entry) -> Entry:
    """Control characters and stray spaces out; nothing else is touched: names are as written."""
    texts = {
        name: _clean(getattr(entry, name)) for name in ("family", "given", "birth", "document")
    }
    if any(len(text) > LONGEST_TEXT for text in texts.values()):
        raise Refusal("TEXTE_TROP_LONG", most=LONGEST_TEXT)
    if not texts["family"]:
        raise Refusal("NOM_MANQUANT")
    try:
        texts["birth"] = date.fromisoformat(texts["birth"]).isoformat()
    except ValueError:
        raise Refusal("NAISSANCE_ILLISIBLE", text=texts["birth"]) from None
    return Entry(**texts)


def folded(text: str) -> str:
    """A name without accents, capitals or punctuation, for comparing only."""
    plain = unicodedata.normalize("NFKD", text).casefold()
    letters = "".join(c if c.isalnum() else " " for c in plain if not unicodedata.combining(c))
    return " ".join(letters.split())


def age_on(birth: date, day: date) -> int:
    """Whole years; someone born on 29 February is a year older on 1 March."""
    return day.year - birth.year - ((day.month, day.day) < (birth.month, birth.day))


def _clean(text: str) -> str:
    printable = "".join(" " if unicodedata.category(c) in ("Cc", "Zl", "Zp") else c for c in text)
    return " ".join(printable.split())


def _person(row: Any) -> Person:
    roles = tuple(Role(role) for role in msgspec.json.decode(row[5]))
    return Person(row[0], row[1], row[2], row[3], row[4], roles)

"""A year of the journal in one zip, readable and verifiable without Quine (GEN-004, GEN-017).

An archive begins with the first night of its year and ends where the next year begins; each bears
the hash that it follows and the hash it ends with, so that years join without a gap. Nothing leaves
the journal: an archive is a copy to be kept elsewhere.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path

import msgspec

from core.rules import Refusal
from hall.answers import gaming_day
from hall.journal import BadLine, Head, lines_of, source
from hall.journal.lines import Read, follow
from hall.journal.stretches import SEAL_KEY
from quine import yearly_verify
from quine.dossier.archive import entry, whole

README = """Archive du journal, année {year} : {house}

{journal}    une ligne par fait, JSON, dans l'ordre
ANNEE.json    première et dernière ligne, empreinte d'avant, empreinte de fin
seal.pub      clé publique Ed25519 des sceaux (faits « JournalSealed »), si la maison en a une
verify.py     python3 verify.py [dossier de l'année d'avant]

Chaque ligne : "seq" son numéro, "at" l'heure civile, "actor", "role", "station" qui l'a voulu et
d'où, "type" et "data" le fait, "prev" l'empreinte de la ligne d'avant, "hash" la sienne :
SHA-256 des 32 octets de "prev" suivis de la ligne sans "hash" (clés triées, sans espace, UTF-8).
Les montants finissant par "_c" sont en centimes.
"""


class Year(msgspec.Struct, frozen=True):
    """What ANNEE.json says: lines `first` to `last`, after `prev`, ending with `head`."""

    house: str
    year: int
    journal: str
    first: int
    last: int
    prev: str
    head: str


class Kept(msgspec.Struct, frozen=True):
    """An archive as it was written; `ended` when a later year has begun in the journal."""

    file: str
    about: Year
    ended: bool


def archived(house: Path, year: int, out: Path) -> Kept:
    """Writes `out` whole or not at all, mode 0600.

    Refuses ANNEE_SANS_LIGNE, FICHIER_DEJA_LA; raises FileNotFoundError, OSError, `BadLine`.
    """
    name = f"journal-{year}.jsonl"
    reading = _Reading(house, year)
    with whole(out) as partial, zipfile.ZipFile(partial, "w", zipfile.ZIP_DEFLATED) as archive:
        with archive.open(entry(name), "w", force_zip64=True) as journal:
            for text in reading.lines():
                journal.write(text + b"\n")
        about = reading.about(name)
        for beside, content in _beside(house, about):
            archive.writestr(entry(beside), content)
    return Kept(str(out), about, reading.ended)


class _Reading:
    """The whole chain, verified from its first line; only the lines of one year go out."""

    def __init__(self, house: Path, year: int) -> None:
        self._path = house
        self._year = year
        self._house = ""
        self._before = self._first = self._last = Head()
        self.ended = False

    def lines(self) -> Iterator[bytes]:
        head: Head | Read = Head()
        begun = False
        for text in lines_of(self._path):
            read = follow(head, text)
            if read.type == "HouseFounded":
                self._house = msgspec.json.decode(read.data)["name"]
            year = gaming_day(read.at).year
            if year > self._year:  # whatever a clock set back said afterwards
                self.ended = True
                return
            if not begun and year == self._year:
                begun, self._before = True, Head(head.seq, head.hash)
            if begun:
                self._last = Head(read.seq, read.hash)
                yield text
            head = read

    def about(self, journal: str) -> Year:
        if not self._last.seq:
            raise Refusal("ANNEE_SANS_LIGNE", year=self._year)
        before, last = self._before, self._last
        first = before.seq + 1
        return Year(self._house, self._year, journal, first, last.seq, before.hash, last.hash)


def _beside(house: Path, about: Year) -> Iterator[tuple[str, bytes]]:
    yield yearly_verify.ABOUT, msgspec.json.format(msgspec.json.encode(about)) + b"\n"
    text = README.format(year=about.year, house=about.house, journal=about.journal)
    yield "LISEZMOI.txt", text.encode()
    yield "verify.py", Path(yearly_verify.__file__).read_bytes()
    key = source(house).parent / SEAL_KEY
    if key.is_file():
        yield "seal.pub", key.read_bytes()


__all__ = ["BadLine", "Kept", "Year", "archived"]

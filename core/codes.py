"""Codes on paper: the 35 letters of a QR (L16) and the short number people type (design §8).

A code identifies and never decides; it holds no name, no amount, no secret (PRT-002). What it
states is bound by its MAC: change one number of a carton, or one term of a receipt, and the code
no longer fits. Requirements PRT-002, SCN-001, GEN-022.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Any

import msgspec

from core.rules import Refusal

ALPHABET = "BCDEFGHJKNPRSTVX"  # typed alike on QWERTY, AZERTY and QWERTZ, with or without CapsLock
SENTINEL = "L"  # outside the alphabet: begins every code and stands nowhere else in it
LENGTH = 35
EVENT_BITS, SERIAL_BITS, MAC_BYTES = 20, 32, 10

FIRST_SEASON = 2020
SEANCE_BITS = 14
SERIES, NUMBERS = 4293, 999_999  # the largest that fit in 32 bits as series * 1 000 000 + number

LETTERS = re.compile(f"{SENTINEL}[BCDEFGH][{ALPHABET}]{{33}}")
TYPED = re.compile(r"(\d{1,4})[-./ ](\d{1,6})(?:[-./ ](\d))?")
RUN_TOGETHER = re.compile(r"(\d{3})(\d{6})(\d)?")
DAMM = (
    (0, 3, 1, 7, 5, 9, 8, 6, 4, 2),
    (7, 0, 9, 2, 1, 5, 4, 8, 6, 3),
    (4, 2, 0, 6, 8, 7, 1, 3, 5, 9),
    (1, 7, 5, 0, 9, 8, 3, 4, 2, 6),
    (6, 1, 2, 3, 0, 4, 5, 9, 7, 8),
    (3, 6, 7, 4, 2, 0, 9, 5, 8, 1),
    (5, 8, 6, 9, 7, 2, 0, 1, 3, 4),
    (8, 9, 4, 5, 3, 6, 2, 0, 1, 7),
    (9, 4, 3, 8, 6, 1, 7, 2, 0, 5),
    (2, 5, 8, 1, 4, 3, 6, 7, 9, 0),
)


class Kind(StrEnum):
    """What a code stands on. The letter is the second of the code."""

    CARTON = "B"
    RECEPISSE = "C"
    BON_DE_GAIN = "D"
    ADMISSION = "E"
    BADGE = "F"
    BON_A_PAYER = "G"
    CALIBRATION = "H"

    @property
    def rank(self) -> int:
        """The kind index that goes into the MAC: 0 for a carton."""
        return ALPHABET.index(self.value)


class Code(msgspec.Struct, frozen=True):
    """What a code says: a kind, an event of 20 bits, a serial of 32 bits, a MAC of 10 bytes."""

    kind: Kind
    event: int
    serial: int
    mac: bytes


def make(key: bytes, kind: Kind, event: int, serial: int, statement: bytes) -> str:
    """The 35 letters to print. `key` has 32 bytes; `statement` is what the paper binds itself to.

    Refuses CODE_HORS_LIMITES (event 0..2^20-1, serial 0..2^32-1), CLE_DE_CODE_INCORRECTE.
    """
    if not (0 <= event < 1 << EVENT_BITS and 0 <= serial < 1 << SERIAL_BITS):
        raise Refusal("CODE_HORS_LIMITES", event=event, serial=serial)
    mac = _mac(key, kind, event, serial, statement)
    whole = event << SERIAL_BITS | serial
    whole = whole << 8 * MAC_BYTES | int.from_bytes(mac, "big")
    return SENTINEL + kind.value + _letters(whole, 33)


def read(text: str) -> Code:
    """What a scan or a patient typist gave, authentic or not. Refuses CODE_ILLISIBLE."""
    letters = normal(text)
    if not LETTERS.fullmatch(letters):
        raise Refusal("CODE_ILLISIBLE", text=text[:80])
    whole = _number(letters[2:])
    mac = (whole & (1 << 8 * MAC_BYTES) - 1).to_bytes(MAC_BYTES, "big")
    whole >>= 8 * MAC_BYTES
    return Code(Kind(letters[1]), whole >> SERIAL_BITS, whole & (1 << SERIAL_BITS) - 1, mac)


def authentic(key: bytes, code: Code, statement: bytes) -> bool:
    """Whether this key made this code over this statement, in a time that tells nothing."""
    expected = _mac(key, code.kind, code.event, code.serial, statement)
    return hmac.compare_digest(expected, code.mac)


def normal(text: str) -> str:
    """The letters of a code as printed: capitals, without spaces, dashes or line ends."""
    return re.sub(r"[\s-]", "", text).upper() if text.isascii() else text


def _mac(key: bytes, kind: Kind, event: int, serial: int, statement: bytes) -> bytes:
    if len(key) != 32:
        raise Refusal("CLE_DE_CODE_INCORRECTE", bytes=len(key))
    said = bytes((kind.rank,)) + event.to_bytes(3, "big") + serial.to_bytes(4, "big")
    said += hashlib.sha256(statement).digest()
    person = b"quine-L16-" + kind.value.encode()
    return hashlib.blake2b(said, key=key, digest_size=MAC_BYTES, person=person).digest()


HEXADECIMAL = "0123456789ABCDEF"
TO_LETTERS, TO_HEX = str.maketrans(HEXADECIMAL, ALPHABET), str.maketrans(ALPHABET, HEXADECIMAL)


def _letters(number: int, count: int) -> str:
    return f"{number:0{count}X}".translate(TO_LETTERS)


def _number(letters: str) -> int:
    return int(letters.translate(TO_HEX), 16)


def carton_statement(rows: Iterable[Iterable[int]]) -> bytes:
    """A carton's 15 numbers row by row; empty cells, written 0, are left out."""
    numbers = bytes(number for row in rows for number in row if number)
    if len(numbers) != 15 or max(numbers) > 90:
        raise Refusal("CARTON_SANS_QUINZE_NUMEROS", count=len(numbers))
    return numbers


def paper_statement(terms: Mapping[str, Any]) -> bytes:
    """The terms of a paper as canonical JSON: sorted keys, no spaces, UTF-8; no float may enter."""
    if _has_float(terms):
        raise Refusal("MONTANT_NON_ENTIER")
    return msgspec.json.encode(terms, order="sorted")


def _has_float(value: Any) -> bool:
    if isinstance(value, Mapping):
        return any(map(_has_float, value.values()))
    if isinstance(value, list | tuple):
        return any(map(_has_float, value))
    return isinstance(value, float)


def carton_event(season: int, seance: int) -> int:
    """The event of every carton of a *séance*; `season` is the year in which its season begins."""
    years = (1 << EVENT_BITS - SEANCE_BITS) + FIRST_SEASON
    if not (FIRST_SEASON <= season < years and 0 <= seance < 1 << SEANCE_BITS):
        raise Refusal("SEANCE_HORS_LIMITES", season=season, seance=seance)
    return (season - FIRST_SEASON << SEANCE_BITS) + seance


def seance_of(event: int) -> tuple[int, int]:
    """Season's first year and number of the *séance* in it."""
    return (event >> SEANCE_BITS) + FIRST_SEASON, event & (1 << SEANCE_BITS) - 1


class Serial(msgspec.Struct, frozen=True, order=True):
    """A carton's number within its season: series 1..4293 and number 1..999 999."""

    series: int
    number: int

    def __str__(self) -> str:
        return f"{self.series:03d}-{self.number:06d}"

    @property
    def check(self) -> int:
        """The Damm digit over series and number: it tells any one wrong or any two swapped digits.

        A series past 999 has ten digits, all of which count.
        """
        return damm(f"{self.series:03d}{self.number:06d}")

    @property
    def typed(self) -> str:
        """As printed for people to type: 014-000251-2."""
        return f"{self}-{self.check}"

    @property
    def code(self) -> int:
        """The 32-bit serial of the QR."""
        return self.series * 1_000_000 + self.number

    @classmethod
    def of_code(cls, serial: int) -> Serial:
        return checked(*divmod(serial, 1_000_000))


class Typed(msgspec.Struct, frozen=True):
    """A number typed by hand. Without its check digit the screen shows the carton and asks."""

    serial: Serial
    with_check: bool


def typed(text: str) -> Typed:
    """Reads 014-000251-2, 14-251-2, 14-251 or the digits run together.

    Refuses NUMERO_ILLISIBLE, NUMERO_HORS_LIMITES, CHIFFRE_DE_CONTROLE.
    """
    plain = text.strip()
    match = TYPED.fullmatch(plain) or RUN_TOGETHER.fullmatch(plain) if plain.isascii() else None
    if match is None:
        raise Refusal("NUMERO_ILLISIBLE", text=text[:80])
    serial = checked(int(match[1]), int(match[2]))
    if match[3] is not None and int(match[3]) != serial.check:
        raise Refusal("CHIFFRE_DE_CONTROLE", text=text)
    return Typed(serial, match[3] is not None)


def checked(series: int, number: int) -> Serial:
    """A serial within its limits, else NUMERO_HORS_LIMITES."""
    if not (1 <= series <= SERIES and 1 <= number <= NUMBERS):
        raise Refusal("NUMERO_HORS_LIMITES", series=series, number=number)
    return Serial(series, number)


def damm(digits: str) -> int:
    """The check digit of Damm (2004) over a run of digits."""
    check = 0
    for digit in digits:
        check = DAMM[check][int(digit)]
    return check

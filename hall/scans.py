"""What a scanned or typed text stands for: read, and its seal checked with the house's key.

Design §8, SCN-002: the code identifies, the hall decides. Kinds of paper are told apart here, so
that every wrong paper gets a sentence of its own.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import msgspec

from core import codes
from core.bingo.partie.verdicts import Presented
from core.bingo.seance.state import Seance
from core.codes import Code, Kind
from core.rules import Refusal
from core.views.documents import KINDS, event_of, statement_of

if TYPE_CHECKING:
    from core.house import House


def season_key(key: bytes, event: int) -> bytes:
    """The key of one season's papers, from the house's own: a new one each 1 November (D-24).

    Keys of past seasons need no keeping: they are derived again from the event of the old paper.
    """
    season, _ = codes.seance_of(event)
    return hashlib.blake2b(str(season).encode(), key=key, person=b"quine-L16-season").digest()[:32]


def make(key: bytes, kind: Kind, event: int, serial: int, statement: bytes) -> str:
    """The 35 letters of a paper of this house."""
    return codes.make(season_key(key, event), kind, event, serial, statement)


class Paper(msgspec.Struct, frozen=True):
    """A paper of the house: which one, whether its seal holds, and which copy it is."""

    kind: Kind
    number: int
    authentic: bool
    copy: int = 0


def is_code(text: str) -> bool:
    """A scanned code rather than a number typed by hand."""
    return len(text.strip()) > 20


def read_paper(house: House, key: bytes, text: str, *expected: Kind) -> Paper:
    """A receipt, voucher, admission or *bon à payer*. Refuses CODE_ILLISIBLE, AUTRE_PAPIER.

    An older copy has a good seal too: the rules then say by which copy it was replaced.
    """
    code = codes.read(text)
    if code.kind not in expected:
        raise Refusal("AUTRE_PAPIER", scanned=code.kind.name, expected=expected[0].name)
    newest = house.papers.copy_in_force(KINDS[code.kind], str(code.serial))
    for copy in range(newest, -1, -1):
        if _binds(house, key, code, copy):
            return Paper(code.kind, code.serial, True, copy)
    return Paper(code.kind, code.serial, False)


def seal_holds(house: House, key: bytes, code: Code) -> bool:
    """Whether any copy of this paper was ever issued by the house."""
    newest = 0
    if code.kind in KINDS:
        newest = house.papers.copy_in_force(KINDS[code.kind], str(code.serial))
    return any(_binds(house, key, code, copy) for copy in range(newest, -1, -1))


def _binds(house: House, key: bytes, code: Code, copy: int) -> bool:
    statement = statement_of(house, code, copy)
    return statement is not None and codes.authentic(season_key(key, code.event), code, statement)


def presented(house: House, key: bytes, seance: Seance, text: str) -> Presented:
    """A carton, scanned or typed « 014-000251-2 ». Refuses what cannot be read, or is no carton."""
    if not is_code(text):
        serial = codes.typed(text).serial
        return Presented(serial.series, serial.number)
    code = codes.read(text)
    if code.kind is not Kind.CARTON:
        raise Refusal("AUTRE_PAPIER", scanned=code.kind.name, expected=Kind.CARTON.name)
    serie, number = divmod(code.serial, 1_000_000)
    authentic = _binds(house, key, code, 0)
    return Presented(serie, number, authentic, code.event == event_of(seance))

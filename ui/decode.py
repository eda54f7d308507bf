"""What a burst of characters says: one of our codes, somebody else's barcode, or nothing.

Candidates are tried in turn: as received, as the calibration of this keyboard reads it, then each
known pair of layouts. Only content that proves itself counts: the shape of L16 (design §8), the
check digit of a carton's number, the string of the calibration sheet. Pure; knows no screen.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum

from core import codes
from core.rules import Refusal
from ui import layouts

HOSTS = ("fr", "be", "de", "ch", "uk")
CALIBRATION = "LHBCDEFGJKNPRSTVX0123456789-AIMOQUWYZ"
"""What the calibration sheet holds: first the letters that every layout leaves alone."""

FIXED = 17  # letters of CALIBRATION that arrive unchanged, case apart
LEAST_OF_A_CODE = 20  # from here on a broken code is still seen to be one

SERIAL = re.compile(r"\d{3,4}-\d{6}-\d")
SERIAL_BEGUN = re.compile(r"\d{1,4}|\d{3,4}-\d{0,6}|\d{3,4}-\d{6}-\d?")
CODE_BEGUN = re.compile(f"L(?:[BCDEFGH][{codes.ALPHABET}]{{0,33}})?")
CODE_BROKEN = re.compile(f"L[BCDEFGH][{codes.ALPHABET}]{{10}}")
PRODUCT_BEGUN = re.compile(r"\d{1,13}")
PRODUCT = re.compile(r"\d{12,13}")


class Shape(Enum):
    """What kind of text was read."""

    CODE = "L16"
    SERIAL = "numero"
    CALIBRATION = "etalonnage"
    UNREADABLE = "illisible"


@dataclass(frozen=True)
class Reading:
    """One scan: the text as it was printed, and how it had to be read."""

    text: str
    shape: Shape
    raw: str
    """The characters as they came in."""
    layout: str = ""
    """Name of the layout map that was needed, "" when none was."""

    @property
    def readable(self) -> bool:
        return self.shape is not Shape.UNREADABLE


@dataclass(frozen=True)
class Calibration:
    """What one scan of the calibration sheet taught about this keyboard."""

    pairs: Mapping[str, str]
    """What was meant, by what arrived."""
    caps_lock: bool
    confused: tuple[str, ...] = ()
    """Characters that cannot be told apart here: two keys give the same."""


@dataclass
class ScanDecoder:
    """Reads text through the layouts it knows. Without a calibration it tries them all."""

    hosts: tuple[str, ...] = HOSTS
    calibration: Calibration | None = None
    _maps: list[tuple[str, dict[int, str], bool]] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        self._maps = [("", {}, False)]
        if self.calibration is not None:
            pairs = self.calibration.pairs.items()
            self._maps.append(("étalonnage", {ord(came): meant for came, meant in pairs}, False))
        self._maps.extend(layouts.candidates(self.hosts))

    def read(self, raw: str) -> Reading | None:
        """The one text that proves itself. None if nothing does, or if two layouts disagree."""
        found: dict[str, Reading] = {}
        for name, text in self._readings(raw):
            if (shape := proven(text)) is not None:
                clean = text if shape is Shape.SERIAL else codes.normal(text)
                if shape is Shape.CALIBRATION:
                    clean = CALIBRATION
                reading = Reading(clean, shape, raw, name)
                if name in ("", "étalonnage"):
                    return reading
                found.setdefault(clean, reading)
        return next(iter(found.values())) if len(found) == 1 else None

    def may_begin(self, raw: str) -> bool:
        """Whether a code, ours or a shop's, may still come of these characters."""
        return any(_begun(text) for _, text in self._readings(raw))

    def refuses(self, raw: str) -> bool:
        """Whether this is surely a barcode though none of ours: broken, a product's, a link."""
        upper = raw.upper()
        if CODE_BROKEN.match(upper) and len(raw) >= LEAST_OF_A_CODE:
            return True
        if upper.startswith(("HTTP://", "HTTPS://")):
            return True
        return any(PRODUCT.fullmatch(text) and gs1(text) for _, text in self._readings(raw))

    def _readings(self, raw: str) -> Iterable[tuple[str, str]]:
        for name, table, swap in self._maps:
            text = layouts.swapped_case(raw) if swap else raw
            yield name, text.translate(table) if table else text


def proven(text: str) -> Shape | None:
    """What this text is, if its content proves it."""
    letters = codes.normal(text)
    if codes.LETTERS.fullmatch(letters):
        return Shape.CODE
    if text.upper() == CALIBRATION:
        return Shape.CALIBRATION
    if SERIAL.fullmatch(text) and text.isascii():
        try:
            return Shape.SERIAL if codes.typed(text).with_check else None
        except Refusal:
            return None
    return None


def _begun(text: str) -> bool:
    upper = text.upper()
    return bool(
        CODE_BEGUN.fullmatch(upper)
        or CALIBRATION.startswith(upper)
        or SERIAL_BEGUN.fullmatch(text)
        or PRODUCT_BEGUN.fullmatch(text)
        or upper.startswith(("HTTP://", "HTTPS://"))
        or "HTTPS://".startswith(upper)
        or "HTTP://".startswith(upper)
    )


def gs1(digits: str) -> bool:
    """Whether the last digit is the check digit of a product's barcode (GS1)."""
    weighted = (int(d) * (3, 1)[place % 2] for place, d in enumerate(reversed(digits[:-1])))
    return (sum(weighted) + int(digits[-1])) % 10 == 0


def calibrate(raw: str) -> Calibration | None:
    """Learns the keyboard from one scan of the calibration sheet; None if it is not that sheet."""
    if len(raw) != len(CALIBRATION) or raw[:FIXED].upper() != CALIBRATION[:FIXED]:
        return None
    caps_lock = raw[:FIXED].islower()
    pairs: dict[str, str] = {}
    confused: list[str] = []
    for came, meant in zip(raw, CALIBRATION, strict=True):
        if pairs.setdefault(came, meant) != meant:
            confused.append(meant)
    for came, meant in tuple(pairs.items()):
        pairs.setdefault(layouts.swapped_case(came), meant)
    return Calibration(pairs, caps_lock, tuple(confused))

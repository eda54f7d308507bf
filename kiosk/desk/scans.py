"""Which paper was shown, and which one is awaited: a scan means what is open (SCN-002)."""

from __future__ import annotations

from dataclasses import dataclass

from core.codes import Kind, read
from core.rules import Refusal
from ui.decode import Reading, Shape

THIS_IS = {
    Kind.CARTON: "un carton",
    Kind.RECEPISSE: "un récépissé",
    Kind.BON_DE_GAIN: "un bon de gain",
    Kind.ADMISSION: "un ticket d'admission",
    Kind.BADGE: "un badge",
    Kind.BON_A_PAYER: "un bon à payer",
    Kind.CALIBRATION: "un code d'essai",
}
SCAN_THE = {
    Kind.CARTON: "le carton gagnant",
    Kind.RECEPISSE: "le récépissé",
    Kind.BON_DE_GAIN: "le bon de gain",
    Kind.ADMISSION: "le ticket d'admission",
    Kind.BON_A_PAYER: "le bon à payer",
}


@dataclass(frozen=True)
class Scan:
    """A paper that was shown: its text, its kind, its own number (0 for a typed carton)."""

    text: str
    kind: Kind
    number: int


def scan_of(reading: Reading) -> Scan | None:
    """What a reading says; None when it is no paper of ours."""
    if reading.shape is Shape.SERIAL:
        return Scan(reading.text, Kind.CARTON, 0)
    if reading.shape is not Shape.CODE:
        return None
    try:
        code = read(reading.text)
    except Refusal:
        return None
    return Scan(reading.text, code.kind, code.serial)


def wrong_paper(scan: Scan | None, *wanted: Kind) -> str:
    """« Ceci est un carton : scannez le bon de gain. »"""
    asked = " ou ".join(SCAN_THE[kind] for kind in wanted)
    if scan is None:
        return f"Code illisible : scannez {asked}." if asked else "Code illisible."
    this = f"Ceci est {THIS_IS[scan.kind]}"
    return f"{this} : scannez {asked}." if asked else f"{this} : il ne sert à rien ici."

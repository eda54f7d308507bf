"""The words that papers share: dates, amounts, serials and marks as people read them."""

from __future__ import annotations

from datetime import date, datetime

from core.codes import typed
from core.documents import Paper
from core.money import written

MEANS = {"ESPECES": "espèces", "CARTE": "carte bancaire", "COMPTE": "compte du joueur"}


def spelled_marks(document: Paper) -> tuple[str, ...]:
    """The marks a paper bears: RÉPÉTITION and DUPLICATA n."""
    rehearsal = ("RÉPÉTITION - SANS VALEUR",) if document.rehearsal else ()
    return rehearsal + ((f"DUPLICATA {document.copy}",) if document.copy else ())


def day(iso: str) -> str:
    """2026-06-20 -> 20/06/2026; anything else as it stands."""
    try:
        return f"{date.fromisoformat(iso):%d/%m/%Y}"
    except ValueError:
        return iso


def moment(at: str) -> str:
    """A civil time as exact as it was given: 20/06/2026 20:41:07, or without the seconds."""
    try:
        civil = datetime.fromisoformat(at)
    except ValueError:
        return at
    return f"{civil:%d/%m/%Y %H:%M:%S}" if len(at) > 16 else f"{civil:%d/%m/%Y %H:%M}"


def euros(amount_c: int) -> str:
    return f"{written(amount_c)} €"


def spelled(serial: str) -> str:
    """A serial with its check digit, to be typed."""
    return typed(serial).serial.typed


def runs(serials: tuple[str, ...]) -> list[str]:
    """Serials that follow one another are named by the first and the last."""
    found: list[list[str]] = []
    for serial in serials:
        here = typed(serial).serial
        if found and typed(found[-1][-1]).serial.code + 1 == here.code:
            found[-1].append(serial)
        else:
            found.append([serial])
    return [run[0] if len(run) == 1 else f"{run[0]} à {run[-1]}" for run in found]

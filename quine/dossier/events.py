"""What went wrong and what was refused (GEN-005, REG-26)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from core.registers.columns import Column, Kind, Row
from quine.dossier.columns import ATTEMPT, BY, LINE, PARTIE, RANK, TIME, WHAT, in_short, placed
from quine.dossier.reading import Reading

INCIDENTS = (
    *(LINE, TIME, PARTIE, ATTEMPT, RANK, WHAT),
    Column("nature", "Nature"),
    Column("texte", "Texte"),
    BY,
)
WRONG = {
    "IncidentRecorded": "INCIDENT",
    "PartieSuspended": "SUSPENSION",
    "PartieResumed": "REPRISE",
    "PartieCancelled": "ANNULATION",
    "CartonLost": "CARTON_PERDU",
    "ClockMoved": "HORLOGE_DEPLACEE",
    "SpeechFailed": "VOIX_EN_PANNE",
    "SpokenAloud": "ANNONCE_DE_VIVE_VOIX",
    "PrintFailed": "IMPRESSION_MANQUEE",
    "PrintDoubtful": "IMPRESSION_DOUTEUSE",
    "StationLost": "POSTE_PERDU",
}
REFUSALS = (
    *(LINE, TIME, PARTIE),
    Column("poste", "Poste"),
    Column("role", "Qualité"),
    BY,
    Column("ordre", "Ordre"),
    Column("code", "Code du refus"),
    Column("nombre", "Nombre", Kind.COUNT),
)


def incidents(reading: Reading, seance: str) -> Iterator[Row]:
    for told in reading.of(seance, *WRONG):
        fact: Any = told.fact
        recorded = told.type == "IncidentRecorded"
        yield {
            **placed(told),
            "rang": getattr(fact, "rank", None),
            "fait": WRONG[told.type],
            "nature": fact.nature if recorded else getattr(fact, "cause", ""),
            "texte": fact.text if recorded else in_short(fact),
        }


def refusals(reading: Reading, seance: str) -> Iterator[Row]:
    """Orders that were refused while the *séance* was in course or on its day (GEN-005)."""
    day = reading.house.bingo.seances[seance].day
    for told in reading.everywhere("OrderRefused", "RefusalsSuppressed"):
        if told.seance != seance and not (not told.seance and told.line.at.startswith(day)):
            continue
        fact: Any = told.fact
        yield {
            **placed(told),
            "poste": told.line.station,
            "role": told.line.role,
            "ordre": getattr(fact, "order_type", ""),
            "code": getattr(fact, "code", "AUTRES_REFUS"),
            "nombre": getattr(fact, "count", 1),
        }

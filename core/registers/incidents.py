"""The register of incidents REG-26, *modèle 26 bingo* (art. 66-1-7; BIN-066, FOR-037)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from core.bingo.seance.state import Seance
from core.registers.columns import Column, Kind, Row
from core.registers.seances import PARTIE, SEANCE

if TYPE_CHECKING:
    from core.house import House

INCIDENTS = (
    Column("heure", "Heure", Kind.MOMENT),
    SEANCE,
    PARTIE,
    Column("rang", "Rang", Kind.COUNT),
    Column("nature", "Nature"),
    Column("erreur_constatee", "Erreur constatée"),
    Column("series", "Série"),
    Column("nb_cartons_rembourses", "Cartons remboursés", Kind.COUNT),
    Column("montant_rembourse_c", "Montant remboursé", Kind.MONEY),
    Column("nb_cartons_echanges", "Cartons échangés", Kind.COUNT),
    Column("animateur", "Animateur", Kind.PERSON),
)


def incidents(house: House) -> Iterator[Row]:
    """REG-26, *modèle 26 bingo* (BIN-066), with what was paid back because of it (FOR-037)."""
    for at, incident in enumerate(house.bingo.incidents):
        seance = house.bingo.seances.get(incident.seance)
        cartons, refunds_c = _paid_back(house, at)
        yield {
            "heure": incident.at,
            "seance": incident.seance,
            "partie": incident.partie,
            "rang": incident.rank,
            "nature": incident.nature,
            "erreur_constatee": incident.text,
            "series": _serie(seance, incident.partie, incident.at) if seance else "",
            "nb_cartons_rembourses": cartons,
            "montant_rembourse_c": refunds_c,
            "nb_cartons_echanges": 0,
            "animateur": seance.animateur if seance else "",
            "created_at": incident.at,
            "created_by": incident.author,
        }


VOID = ("ANNULATION", "ERREUR_ANNONCE")


def _paid_back(house: House, at: int) -> tuple[int, int]:
    """Cartons and cents: who declined this replay, before the *partie* was cancelled once more."""
    incident = house.bingo.incidents[at]
    if incident.nature not in VOID:
        return 0, 0
    seance = house.bingo.seances[incident.seance]
    again = [
        later.at
        for later in house.bingo.incidents[at + 1 :]
        if later.nature in VOID and (later.seance, later.partie) == (seance.id, incident.partie)
    ]
    paid_back = [
        refund
        for refund in house.desk.refunds.values()
        if (refund.seance, refund.partie) == (seance.id, incident.partie)
        and incident.at <= refund.at
        and not (again and refund.at >= again[0])
    ]
    forfaits = sum(house.bingo.registrations[refund.number].count for refund in paid_back)
    cents = sum(refund.amount_c for refund in paid_back)
    return forfaits * seance.forfait.terms.cartons, cents


def _serie(seance: Seance, n: int, at: str) -> str:
    """The series in play then: that of the attempt that had not ended yet."""
    attempts = [partie for partie in seance.past if partie.n == n]
    if n in seance.parties:
        attempts.append(seance.parties[n])
    for partie in attempts:
        if not partie.ended_at or partie.ended_at >= at:
            return f"{partie.serie:03d}"
    return f"{attempts[-1].serie:03d}" if attempts else ""

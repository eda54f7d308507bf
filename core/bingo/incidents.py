"""The incident register REG-26, *modèle 26 bingo* (art. 66-1-7, BIN-066)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.rules import Fact, State, applies

if TYPE_CHECKING:
    from core.house import House


class Incident(State):
    """`nature` is a stable code: PANNE, CRASH, ERREUR_ANNONCE, CARTON_EN_DOUBLE, ECART_DE_CAISSE…"""

    at: str
    seance: str
    partie: int
    rank: int
    nature: str
    text: str
    author: str


class IncidentRecorded(Fact):
    at: str
    seance: str
    partie: int
    rank: int
    nature: str
    text: str
    author: str


@applies(IncidentRecorded)
def _recorded(house: House, fact: IncidentRecorded) -> None:
    house.bingo.incidents.append(
        Incident(fact.at, fact.seance, fact.partie, fact.rank, fact.nature, fact.text, fact.author)
    )

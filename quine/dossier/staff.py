"""Who was there in what quality, and who signed what (GEN-006, GEN-007)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from core.registers.columns import Column, Kind, Row
from quine.dossier.columns import LINE, TIME, placed
from quine.dossier.reading import Reading

PEOPLE = (
    Column("personne", "Identifiant"),
    Column("nom", "Nom", Kind.PERSON),
    Column("fonctions", "Fonctions"),
    Column("dans_la_seance", "Dans la séance"),
    Column("empreinte", "Empreinte de la fiche"),
)
SIGNATURES = (
    *(LINE, TIME),
    Column("document", "Document"),
    Column("empreinte", "Empreinte signée"),
    Column("personne", "Signataire", Kind.PERSON),
    Column("qualite", "Qualité"),
    Column("complet", "Complet", Kind.YES),
)


def people(reading: Reading, seance: str) -> Iterator[Row]:
    """The staff: functions held now, and what each was in this *séance*."""
    held = reading.house.bingo.seances[seance]
    in_it = {
        "membre du comité désigné": {held.mcd},
        "directeur de séance": {held.directeur},
        "animateur": {held.animateur},
        "temporaire": set(held.temporaries),
        "caissier": {
            told.line.actor
            for told in reading.everywhere("ForfaitPaid", "LotPaid")
            if told.seance == seance
        },
    }
    for person, roles in reading.house.people.staff.items():
        yield {
            "personne": person,
            "nom": person,
            "fonctions": [role.value for role in roles],
            "dans_la_seance": [what for what, whom in in_it.items() if person in whom],
            "empreinte": reading.house.people.digests.get(person, ""),
        }


def signatures(reading: Reading, seance: str) -> Iterator[Row]:
    for told in reading.everywhere("DocumentSigned"):
        fact: Any = told.fact
        if fact.document.partition(":")[2] == seance:
            yield {
                **placed(told),
                "document": fact.document,
                "empreinte": fact.hash,
                "personne": fact.person,
                "qualite": fact.role,
                "complet": fact.complete,
            }

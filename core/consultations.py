"""Whoever reads a register leaves a trace: which one, of which *séance*, on what (GEN-017).

A consultation changes nothing in the house; the journal line says who, in what quality, and when.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from core.rules import (
    ANIMATEUR,
    AUDITEUR,
    CAISSIER,
    DIRECTEUR_RESPONSABLE,
    DIRECTEUR_SEANCE,
    INSCRIPTION,
    MCD,
    Fact,
    Facts,
    Moment,
    Order,
    Powers,
    Refusal,
    applies,
    rule,
)

if TYPE_CHECKING:
    from core.house import House

DIRECTION = MCD | DIRECTEUR_SEANCE | DIRECTEUR_RESPONSABLE
READERS: Powers = AUDITEUR | DIRECTION | CAISSIER | INSCRIPTION | ANIMATEUR

# The registers of spec 12 that a forfait séance keeps, and the cash journal of CSH-028.
REGISTERS = (
    *("REG-02", "REG-04", "REG-05F", "REG-06", "REG-07", "REG-08"),
    *("REG-12", "REG-13", "REG-14", "REG-25", "REG-26", "CSH-028"),
)
DOSSIER = "DOSSIER"  # all of them at once, with the journal: the inspector's file


class Means(StrEnum):
    """On what a register was read: a screen, a paper, a file that leaves the house."""

    SCREEN = "ECRAN"
    PAPER = "PAPIER"
    FILE = "FICHIER"


class ConsultRegister(Order):
    """Given with each reading. `seance` and `day` (ISO) narrow it, empty for the whole register."""

    register: str
    seance: str = ""
    day: str = ""
    means: Means = Means.SCREEN


class RegisterConsulted(Fact):
    register: str
    seance: str
    day: str
    means: Means


@rule(ConsultRegister, by=READERS, spec="GEN-017")
def consult_register(house: House, order: ConsultRegister, now: Moment) -> Facts:
    if order.register not in (*REGISTERS, DOSSIER):
        raise Refusal("DOCUMENT_INCONNU", document=order.register[:40])
    if order.seance:
        house.bingo.seance_named(order.seance)
    yield RegisterConsulted(order.register, order.seance, order.day[:10], order.means)


@applies(RegisterConsulted)
def _consulted(house: House, fact: RegisterConsulted) -> None:
    """A trace for the auditor: nothing in the house depends on it."""

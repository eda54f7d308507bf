"""A house read from its journal without serving it and without its lock: for what only looks."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from core.rules import Refusal

if TYPE_CHECKING:
    from core.bingo.seance.state import Seance
    from core.house import House


def house_of(path: Path) -> House:
    """The state as the stored, verified lines tell it. Refuses PAS_UNE_MAISON, raises `BadLine`."""
    from quine.historique import read_house

    try:
        return read_house(path)
    except FileNotFoundError:
        raise Refusal("PAS_UNE_MAISON", folder=str(path)) from None


def seance_of(house: House, wanted: str) -> Seance:
    """The *séance* of that id, else the one that the historique would mean. Refuses AUCUNE_SEANCE."""
    from core.registers.historique_paper import last_held

    return house.bingo.seance_named(wanted or last_held(house))

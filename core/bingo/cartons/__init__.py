"""Cartons: their grid, their numbering, strips of six, and series that a key rebuilds for ever.

Requirements BIN-005, BIN-006, D-03; design §9. The mathematics is in `docs/performance.md`.
"""

from core.bingo.cartons.grid import (
    IN_A_CARTON,
    IN_A_STRIP,
    Carton,
    Row,
    carton_of,
    check_grid,
    column_of,
)
from core.bingo.cartons.permutation import KEY_BYTES
from core.bingo.cartons.ranking import CARTONS, rank, unrank
from core.bingo.cartons.series import Certificate, Series

__all__ = [
    "CARTONS",
    "IN_A_CARTON",
    "IN_A_STRIP",
    "KEY_BYTES",
    "Carton",
    "Certificate",
    "Row",
    "Series",
    "carton_of",
    "check_grid",
    "column_of",
    "rank",
    "unrank",
]

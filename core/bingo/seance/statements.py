"""What is signed: the very figures of each document, digested so that any change voids a signature.

GEN-006; REG-02 (*essais*), REG-06 (*modèle 11 quinquies*), REG-05F (*historique*).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from core.bingo.seance.state import Seance
from core.rules import canonical

if TYPE_CHECKING:
    from core.house import House


def digest_of(house: House, document: str) -> str | None:
    """SHA-256 of a document « kind:seance » as it stands now; None for one that is unknown."""
    kind, _, name = document.partition(":")
    seance, statement = house.bingo.seances.get(name), STATEMENTS.get(kind)
    if seance is None or statement is None:
        return None
    return hashlib.sha256(canonical(statement(seance))).hexdigest()


def tests(seance: Seance) -> dict[str, Any]:
    """REG-02: the tests, the ninety numbers of the blank draw, the cartons' state."""
    return {"seance": seance.id, "mcd": seance.mcd, "equipment": seance.equipment}


def retention(seance: Seance) -> dict[str, Any]:
    """REG-06: the retention that is due and the money that was counted, in cents."""
    pools, returned_c = seance.forfait.pools, seance.forfait.retention_returned_c
    retenue_c = pools.retenue_c - returned_c if pools else 0
    counted = seance.count
    return {
        "seance": seance.id,
        "day": seance.day,
        "parties": len(seance.parties),
        "sales_c": seance.forfait.base_c,
        "retenue_c": retenue_c,
        "pieces": counted.pieces if counted else {},
        "counted_c": counted.counted_c if counted else None,
        "explanation": counted.explanation if counted else "",
    }


def historique(seance: Seance) -> dict[str, Any]:
    """REG-05F: the allocation, and what each *partie* paid."""
    return {
        "seance": seance.id,
        "sold": seance.forfait.sold,
        "pools": seance.forfait.pools,
        "retention_used_c": seance.forfait.retention_used,
        "stopped": seance.forfait.stopped,
        "parties": [
            {
                "partie": n,
                "attempt": partie.attempt,
                "phase": partie.phase,
                "balls": partie.balls,
                "quine": partie.quine,
                "bingo": partie.bingo,
            }
            for n, partie in sorted(seance.parties.items())
        ],
    }


def destruction(seance: Seance) -> dict[str, Any]:
    """REG-04: the winning cartons that two people destroy, with the day each came back."""
    kept = [carton for carton in seance.archive if not carton.destroyed_at]
    return {"seance": seance.id, "cartons": kept}


STATEMENTS: dict[str, Callable[[Seance], dict[str, Any]]] = {
    "essais": tests,
    "11quinquies": retention,
    "historique": historique,
    "destruction": destruction,
}

"""The accounting registers: the historique line by line (REG-05F) and the cash journal (CSH-028)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from core.bingo.partie.state import Phase
from core.bingo.seance.state import Seance, Stage
from core.registers.columns import Column, Kind, Row
from core.registers.historique import Attempt, attempts
from core.registers.seances import PARTIE, SEANCE, in_order

if TYPE_CHECKING:
    from core.house import House


def _money(name: str, title: str) -> Column:
    return Column(name, title, Kind.MONEY)


HISTORIQUE = (
    SEANCE,
    PARTIE,
    Column("tentative", "Tentative", Kind.COUNT),
    Column("statut", "Statut"),
    Column("serie", "Série", Kind.COUNT),
    Column("cartons", "Cartons", Kind.COUNT),
    _money("quine_alloue_c", "Quine alloué"),
    _money("quine_report_c", "Quine reporté"),
    _money("bingo_alloue_c", "Bingo alloué"),
    _money("bingo_report_c", "Bingo reporté"),
    _money("complement_c", "Complément"),
    Column("rang_quine", "Rang quine", Kind.COUNT),
    Column("gagnants_quine", "Gagnants quine", Kind.COUNT),
    _money("paye_quine_c", "Gagné quine"),
    Column("rang_bingo", "Rang bingo", Kind.COUNT),
    Column("gagnants_bingo", "Gagnants bingo", Kind.COUNT),
    _money("paye_bingo_c", "Gagné bingo"),
    _money("reste_quine_c", "Reste quine"),
    _money("reste_bingo_c", "Reste bingo"),
)

CASH = (
    Column("heure", "Heure", Kind.MOMENT),
    Column("caisse", "Caisse"),
    Column("cause", "Cause"),
    Column("document", "Document"),
    Column("moyen", "Moyen"),
    _money("entree_c", "Entrée"),
    _money("sortie_c", "Sortie"),
    _money("attendu_c", "Attendu"),
    _money("compte_c", "Compté"),
    _money("ecart_c", "Écart"),
    Column("caissier", "Caissier", Kind.PERSON),
)


def historique_lines(house: House) -> Iterator[Row]:
    """REG-05F for every *séance* held. Lots not yet announced stay blank (FOR-026)."""
    for seance in in_order(house):
        yield from lines_of(seance)


def lines_of(seance: Seance, whole: bool = False) -> Iterator[Row]:
    """One line an attempt, amounts in cents; `whole` shows future lots too."""
    for attempt in attempts(seance):
        yield _line(seance, attempt, whole or _known(seance, attempt))


def _known(seance: Seance, attempt: Attempt) -> bool:
    """Whether the room has heard the lots of this *partie*."""
    if seance.stage in (Stage.EN_CLOTURE, Stage.FERMEE):
        return True
    return attempt.partie is not None and attempt.partie.phase is not Phase.LOTS_CALCULES


def _line(seance: Seance, attempt: Attempt, known: bool) -> Row:
    quine, bingo, partie = attempt.quine, attempt.bingo, attempt.partie
    return {
        "seance": seance.id,
        "partie": attempt.n,
        "tentative": partie.attempt if partie else 1,
        "statut": attempt.status,
        "serie": partie.serie if partie else None,
        "cartons": attempt.count,
        "quine_alloue_c": quine.allocated_c if known else None,
        "quine_report_c": quine.carried_c,
        "bingo_alloue_c": bingo.allocated_c if known else None,
        "bingo_report_c": bingo.carried_c,
        "complement_c": quine.complement_c + bingo.complement_c if known else None,
        "rang_quine": quine.rank if quine.won else None,
        "gagnants_quine": len(quine.shares),
        "paye_quine_c": sum(quine.shares.values()),
        "rang_bingo": bingo.rank if bingo.won else None,
        "gagnants_bingo": len(bingo.shares),
        "paye_bingo_c": sum(bingo.shares.values()),
        "reste_quine_c": attempt.left_c(quine),
        "reste_bingo_c": attempt.left_c(bingo),
        "created_at": (partie.validated_at or partie.ended_at if partie else "") or seance.day,
        "created_by": partie.validated_by if partie else "",
    }


def cash_journal(house: House) -> Iterator[Row]:
    """CSH-028: every cent in or out, what a till should hold after it, and each count."""
    held: dict[str, int] = {}
    for movement in house.desk.movements:
        if movement.cause == "FONDS":
            held[movement.till] = 0
        cash = movement.means == "ESPECES"
        if cash:
            held[movement.till] = held.get(movement.till, 0) + movement.in_c - movement.out_c
        expected_c = held[movement.till] if cash else None
        counted_c = movement.counted_c
        yield {
            "heure": movement.at,
            "caisse": movement.till,
            "cause": movement.cause,
            "document": movement.document,
            "moyen": movement.means,
            "entree_c": movement.in_c,
            "sortie_c": movement.out_c,
            "attendu_c": expected_c,
            "compte_c": counted_c,
            "ecart_c": None if counted_c is None else counted_c - (expected_c or 0),
            "caissier": movement.by,
            "created_at": movement.at,
            "created_by": movement.by,
        }

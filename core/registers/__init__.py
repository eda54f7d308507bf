"""The statutory registers as rows: `ASKS[name].rows(house, seance=…, day=…)` (spec 12, GEN-017).

Lines are read from the state and never stored; `render` turns them into text, CSV and paper.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.documents import RegisterPage
from core.registers import accounts, incidents, players, seances
from core.registers.columns import Ask
from core.registers.papers import page_of
from core.registers.render import Names, nobody
from core.rules import (
    ANIMATEUR,
    AUDITEUR,
    CAISSIER,
    DIRECTEUR_RESPONSABLE,
    DIRECTEUR_SEANCE,
    INSCRIPTION,
    MCD,
    Powers,
    Refusal,
)

if TYPE_CHECKING:
    from core.house import House

AUDIT: Powers = AUDITEUR | MCD | DIRECTEUR_SEANCE | DIRECTEUR_RESPONSABLE
DESK = AUDIT | CAISSIER

REGISTERS = (
    Ask("REG-02", "Dossier de séance", AUDIT | ANIMATEUR, seances.FILE, seances.session_file),
    Ask(
        "REG-04",
        "Archive des cartons gagnants",
        DESK | ANIMATEUR,
        players.WINNING_CARDS,
        players.winning_cards,
    ),
    Ask(
        "REG-05F",
        "Historique du bingo au forfait",
        DESK,
        accounts.HISTORIQUE,
        accounts.historique_lines,
    ),
    Ask(
        "REG-06",
        "Carnet d'enregistrement des cagnottes (modèle 11 quinquies)",
        DESK,
        seances.RETENTION,
        seances.retention,
    ),
    Ask(
        "REG-07",
        "Inscriptions, récépissés et souches",
        DESK | INSCRIPTION,
        players.REGISTRATIONS,
        players.registrations,
    ),
    Ask(
        "REG-08",
        "Carnet d'enregistrement des orphelins",
        DESK,
        players.ORPHELINS,
        players.orphelins,
    ),
    Ask("REG-12", "Remboursements et échanges", DESK, players.REFUNDS, players.refunds),
    Ask("REG-13", "Avis aux autorités", AUDIT, seances.NOTICES, seances.notices),
    Ask("REG-14", "Expulsions", AUDIT, players.EXPULSIONS, players.expulsions),
    Ask("REG-25", "Décisions", AUDIT, seances.DECISIONS, seances.decisions),
    Ask(
        "REG-26",
        "Registre des incidents (modèle 26 bingo)",
        DESK | ANIMATEUR,
        incidents.INCIDENTS,
        incidents.incidents,
    ),
    Ask("CSH-028", "Journal de caisse", DESK, accounts.CASH, accounts.cash_journal),
)

ASKS: dict[str, Ask] = {register.name: register for register in REGISTERS}


def page(
    house: House, register: str, seance: str = "", names: Names = nobody, at: str = ""
) -> RegisterPage:
    """A register as one paper. Refuses DOCUMENT_INCONNU, SEANCE_INCONNUE."""
    found = ASKS.get(register)
    if found is None:
        raise Refusal("DOCUMENT_INCONNU", document=register[:40])
    return page_of(house, found, seance, names, at)

"""What was drawn and what was called: every ball with its time, every claim with its verdict."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from core.registers.columns import Column, Kind, Row
from quine.dossier.columns import ATTEMPT, BY, LINE, PARTIE, RANK, TIME, WHAT, placed
from quine.dossier.reading import Reading

ARBITRATED = {True: "VALIDE", False: "REJETE"}


BALLS = (LINE, TIME, PARTIE, ATTEMPT, RANK, Column("boule", "Boule", Kind.COUNT))
CLAIMS = (
    *(LINE, TIME, PARTIE, ATTEMPT, RANK, WHAT),
    Column("combinaison", "Combinaison"),
    Column("carton", "Carton"),
    Column("verdict", "Verdict"),
    Column("manquants", "Numéros manquants"),
    Column("parts", "Parts par carton, en centimes"),
    BY,
)
CLAIMED = {
    "DrawStopped": "ARRET",
    "ClaimCalled": "AUTRE_ANNONCE",
    "CartonVerified": "CONTROLE",
    "ClaimRejected": "RECLAMATION_REFUSEE",
    "OthersAsked": "APPEL_DES_AUTRES",
    "CartonDisputed": "LITIGE",
    "CartonArbitrated": "ARBITRAGE",
    "QuineClosed": "QUINE_CLOSE",
    "BingoClosed": "BINGO_CLOS",
    "LastCallMade": "DERNIER_APPEL",
    "ClosedWithoutWinner": "SANS_GAGNANT",
}


def balls(reading: Reading, seance: str) -> Iterator[Row]:
    for told in reading.of(seance, "BallDisplayed"):
        fact: Any = told.fact
        yield {**placed(told), "rang": fact.rank, "boule": fact.ball}


def claims(reading: Reading, seance: str) -> Iterator[Row]:
    """What was called, checked, accepted, refused, and how each lot was settled."""
    for told in reading.of(seance, *CLAIMED):
        said = msgspec.to_builtins(told.fact, str_keys=True)
        number = said.get("number")
        yield {
            **placed(told),
            "rang": said.get("rank"),
            "fait": CLAIMED[told.type],
            "combinaison": said.get("combination") or said.get("word") or "",
            "carton": said.get("serial") or (number or ""),
            "verdict": said.get("verdict") or ARBITRATED.get(said.get("valid"), ""),
            "manquants": " ".join(map(str, said.get("missing", ()))),
            "parts": " ".join(f"{carton}:{cents}" for carton, cents in said.get("shares", {}).items()),
            "par": said.get("by") or told.line.actor or told.line.role,
        }  # fmt: skip

"""The payment port of a kiosk: one question, three answers (design §12).

Only the rehearsal has one, and it says « paiement simulé ». An answer that is not known is never
taken for a yes: the player keeps a *bon à payer* and a person decides.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Protocol


class Answer(Enum):
    ACCEPTED = "accepted"
    REFUSED = "refused"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Payment:
    """What the terminal said; `reference` names an accepted payment."""

    answer: Answer
    reference: str = ""


class Port(Protocol):
    """A payment terminal. `amount_c` in cents; `purpose` is the bulletin it is for."""

    async def ask(self, amount_c: int, purpose: str) -> Payment: ...


class RehearsalPort:
    """Says yes to everything, for nothing: a rehearsal house alone may use it."""

    async def ask(self, amount_c: int, purpose: str) -> Payment:
        return Payment(Answer.ACCEPTED, f"SIMULE-{purpose}")

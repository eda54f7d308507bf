"""What a player has chosen so far: kept on this screen only, forgotten when he goes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from core.views.kiosk import Offered

MOST = 9  # forfaits at a kiosk: a digit; more are sold at the desk


@dataclass
class Basket:
    """`admission` is the code of a ticket; without one the typed identity counts. `birth` is ISO."""

    offer: Offered | None = None
    admission: str = ""
    family: str = ""
    given: str = ""
    birth: str = ""
    count: int = 1
    number: int = 0
    paid: bool = False
    unsure: str = ""  # the key of a sentence when the terminal did not say yes

    @property
    def name(self) -> str:
        return f"{self.given} {self.family}".strip()

    @property
    def total_c(self) -> int:
        return self.offer.prix_c * self.count if self.offer else 0

    @property
    def most(self) -> int:
        return max(1, min(MOST, self.offer.left)) if self.offer else 1


def iso_day(text: str) -> str:
    """« 28/02/1980 », « 28.02.1980 », « 28021980 » or ISO, as ISO. Empty when it is no date."""
    for shape in ("%d/%m/%Y", "%d.%m.%Y", "%d-%m-%Y", "%d %m %Y", "%d%m%Y", "%Y-%m-%d"):
        try:
            return datetime.strptime(text.strip(), shape).date().isoformat()
        except ValueError:
            continue
    return ""

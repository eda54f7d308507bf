"""Simulated players: names, choices, cartons as printed, and eyes on the board.

They know what a player knows: the papers in their hand and the numbers on the wall. What they find
is an independent check of what the house decides.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from core.documents import CartonPage
from quine.simulator.stations import Station

GIVEN = (
    "Anne",
    "Béatrice",
    "Chloé",
    "Denis",
    "Élodie",
    "François",
    "Gaëlle",
    "Hugo",
    "Inès",
    "Jean",
)
FAMILY = (
    "Arnaud",
    "Bérard",
    "Costa",
    "Dupont",
    "Étienne",
    "Faÿ",
    "Guérin",
    "Hébert",
    "Îles",
    "Jolÿ",
)


@dataclass(frozen=True)
class Paper:
    """One carton as it was printed: its code and its three rows of five numbers."""

    serial: str
    code: str
    rows: tuple[frozenset[int], ...]

    def quine(self, drawn: set[int]) -> bool:
        return any(row <= drawn for row in self.rows)

    def bingo(self, drawn: set[int]) -> bool:
        return all(row <= drawn for row in self.rows)


@dataclass
class Player:
    """A person of the room. `wrong` shouts once, in that *partie*, with a number missing."""

    number: int
    name: str
    first_name: str
    birth: str
    count: int
    way: str  # DESK, DOOR or TERMINAL
    kiosk: Station | None = None
    person: str = ""
    bulletin: int = 0
    admission_code: str = ""
    receipt_code: str = ""
    absent: bool = False
    late: bool = False
    wrong: int = 0
    cartons: dict[int, list[Paper]] = field(default_factory=dict)

    def takes(self, page: CartonPage) -> None:
        """Puts the cartons of one forfait for one *partie* into his hand."""
        for carton in page.cartons:
            rows = tuple(frozenset(filter(None, row)) for row in carton.rows)
            self.cartons.setdefault(page.partie, []).append(Paper(carton.serial, carton.code, rows))

    def quines(self, partie: int, drawn: set[int]) -> list[Paper]:
        return [paper for paper in self.cartons.get(partie, []) if paper.quine(drawn)]

    def bingos(self, partie: int, drawn: set[int]) -> list[Paper]:
        return [paper for paper in self.cartons.get(partie, []) if paper.bingo(drawn)]


def crowd(count: int, chance: random.Random) -> list[Player]:
    """`count` adults; some come by the door, some stay away, one comes late, one shouts wrongly."""
    players = []
    for number in range(1, count + 1):
        players.append(
            Player(
                number,
                f"{FAMILY[number % len(FAMILY)]} {number:03d}",
                chance.choice(GIVEN),
                f"{chance.randint(1936, 2004)}-{chance.randint(1, 12):02d}-{chance.randint(1, 28):02d}",
                chance.choice((1, 1, 1, 2, 2, 3)),
                chance.choice(("DESK", "DESK", "DOOR", "TERMINAL")),
            )
        )
    if count >= 6:
        players[count // 2].absent = True
        players[count // 3].late = True
        players[-1].wrong = 1
    return players

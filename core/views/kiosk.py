"""What a player is offered: forfaits on sale, their price in its two parts, what they contain."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from core.bingo.forfait.state import Registrations
from core.views.lens import Lens

if TYPE_CHECKING:
    from core.house import House


class OfferedSeance(msgspec.Struct, frozen=True):
    id: str
    day: str
    time: str
    parties: int
    cartons: int  # for each partie
    lieu: str


class Offered(msgspec.Struct, frozen=True):
    """`left` is how many forfaits the fullest of its *séances* still takes."""

    offer: str
    seances: tuple[OfferedSeance, ...]
    prix_c: int
    part_cartons_c: int
    droits_c: int
    left: int


class Kiosk(msgspec.Struct, frozen=True):
    """`terminal` says whether a payment port is wired here: only the rehearsal has one."""

    house: str
    rehearsal: bool
    offers: tuple[Offered, ...]
    terminal: bool
    rules: bool
    printing: int  # papers this kiosk still has to print
    stuck: str  # why its printer does not print, empty when it does


def kiosk(house: House, lens: Lens) -> Kiosk:
    jobs = house.papers.open_at(lens.station)
    return Kiosk(
        house.site.name,
        house.site.rehearsal,
        tuple(_offers(house)),
        terminal=house.site.rehearsal,
        rules=bool(house.site.rules_digest),
        printing=len(jobs),
        stuck=next((job.cause for _, job in jobs if job.cause), ""),
    )


def _offers(house: House) -> list[Offered]:
    offered = []
    for name, offer in house.bingo.offers.items():
        seances = [house.bingo.seances[seance] for seance in offer.seances]
        if any(s.forfait.registrations is not Registrations.OUVERTES for s in seances):
            continue
        shown = tuple(
            OfferedSeance(
                seance.id,
                seance.day,
                seance.time,
                seance.forfait.terms.parties,
                seance.forfait.terms.cartons,
                seance.lieu,
            )
            for seance in seances
        )
        left = min(s.forfait.terms.capacity - s.forfait.sold for s in seances)
        offered.append(
            Offered(name, shown, offer.prix_c, offer.part_cartons_c, offer.droits_c, left)
        )
    return sorted(offered, key=lambda offer: (offer.seances[0].day, offer.seances[0].time))

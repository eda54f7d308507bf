"""The bingo of the house: its *séances*, its offers and registrations, its incidents."""

from __future__ import annotations

from core.bingo.forfait.state import Offer, Registration
from core.bingo.incidents import Incident
from core.bingo.seance.state import Decision, Seance
from core.bingo.stockroom import PrintedHeader, SerieHeader
from core.refusals import Suspicion
from core.rules import Refusal, State


class Bingo(State):
    """`course` names the *séance* that is in course, from its tests to its closing."""

    seances: dict[str, Seance] = {}
    course: str = ""
    offers: dict[str, Offer] = {}
    registrations: dict[int, Registration] = {}
    incidents: list[Incident] = []
    decisions: list[Decision] = []
    suspicions: list[Suspicion] = []
    stock: dict[str, SerieHeader] = {}  # "season/serie": made outside any séance
    printed: dict[str, PrintedHeader] = {}  # "season/serie": printed by a supplier
    series: int = 0  # series numbers used this season
    season: int = 0

    def current(self) -> Seance | None:
        return self.seances.get(self.course)

    @property
    def seance(self) -> Seance:
        """The *séance* in course. Refuses where there is none."""
        seance = self.current()
        if seance is None:
            raise Refusal("AUCUNE_SEANCE")
        return seance

    def seance_named(self, seance: str) -> Seance:
        found = self.seances.get(seance)
        if found is None:
            raise Refusal("SEANCE_INCONNUE", seance=seance)
        return found

    def series_used(self, season: int) -> int:
        """The highest series number of a season; series are numbered anew each season (design §8)."""
        stocked = (int(name.partition("/")[2]) for name in self._stocked(season))
        return max((self.series if self.season == season else 0), max(stocked, default=0))

    def serie_is_used(self, season: int, serie: int) -> bool:
        played = self.season == season and serie <= self.series
        return played or f"{season}/{serie}" in self.stock or f"{season}/{serie}" in self.printed

    def _stocked(self, season: int) -> list[str]:
        names = (*self.stock, *self.printed)
        return [name for name in names if name.startswith(f"{season}/")]

    def registration(self, number: int) -> Registration:
        found = self.registrations.get(number)
        if found is None:
            raise Refusal("BULLETIN_INCONNU", number=number)
        return found

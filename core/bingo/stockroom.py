"""Series made outside any *séance*: for printers, for tests, for a house that prints its stock ahead.

Arrêté du 14 mai 2007, art. 66-1-1; requirements BIN-003, BIN-006. A series is a key and a size: the
header is all that is stored, the cartons are computed (design §9).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from core.rules import DIRECTION, MAISON, Fact, Facts, Moment, Order, Refusal, State, applies, rule
from core.site import season_of

if TYPE_CHECKING:
    from core.house import House

SERIES_OF_A_SEASON = 4_293  # what a 32-bit serial can hold (design §8)
SIZES = (6, 999_996)


class SerieHeader(State):
    """`exceptions` maps the rare strip that was dealt again to its attempt; `digest` is over all."""

    season: int
    key: str
    size: int
    algorithm: str
    exceptions: dict[int, int]
    digest: str
    created_at: str


class CreateSerie(Order):
    """The hall draws the key and certifies that no two cartons are equal (BIN-006)."""

    supplied: ClassVar = ("key", "algorithm", "exceptions", "digest")

    serie: int
    size: int
    key: str = ""
    algorithm: str = ""
    exceptions: dict[int, int] = {}
    digest: str = ""


class SerieStocked(Fact):
    tells = ("serie", "digest")

    serie: int
    season: int
    key: str
    size: int
    algorithm: str
    exceptions: dict[int, int]
    digest: str
    at: str


@rule(CreateSerie, by=MAISON | DIRECTION, spec="BIN-005 BIN-006")
def create_serie(house: House, order: CreateSerie, now: Moment) -> Facts:
    season = season_of(now.day)
    if not 1 <= order.serie <= SERIES_OF_A_SEASON:
        raise Refusal("SERIE_HORS_LIMITES", serie=order.serie, most=SERIES_OF_A_SEASON)
    least, most = SIZES
    if order.size % 6 or not least <= order.size <= most:
        raise Refusal("TAILLE_DE_SERIE_INVALIDE", size=order.size, multiple=6)
    if house.bingo.serie_is_used(season, order.serie):
        raise Refusal("SERIE_DEJA_UTILISEE", serie=order.serie)
    yield SerieStocked(
        order.serie,
        season,
        order.key,
        order.size,
        order.algorithm,
        order.exceptions,
        order.digest,
        now.at,
    )


@applies(SerieStocked)
def _stocked(house: House, fact: SerieStocked) -> None:
    house.bingo.stock[f"{fact.season}/{fact.serie}"] = SerieHeader(
        fact.season,
        fact.key,
        fact.size,
        fact.algorithm,
        fact.exceptions,
        fact.digest,
        fact.at,
    )

"""Series that no *séance* made: our own, printed ahead, and those that a supplier printed.

Arrêté du 14 mai 2007, art. 66-1-1; requirements BIN-003, BIN-006, BIN-007. A series of ours is a key
and a size: the header is all that is stored, the cartons are computed (design §9). Of a supplier's,
the fact keeps the digest, and a file of the house the cartons.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from core.rules import DIRECTION, MAISON, Fact, Facts, Moment, Order, Refusal, State, applies, rule
from core.site import season_of

if TYPE_CHECKING:
    from core.house import House

SERIES_OF_A_SEASON = 4_293  # what a 32-bit serial can hold (design §8)
SIZES = (6, 999_996)
CARTONS = "cartons"  # their line in the approval file
MOST_SET_ASIDE = 10_000  # beyond, the file is no delivery of a series
LONGEST_REASON = 200


class SerieHeader(State):
    """`exceptions` maps the rare strip that was dealt again to its attempt; `digest` is over all."""

    season: int
    key: str
    size: int
    algorithm: str
    exceptions: dict[int, int]
    digest: str
    created_at: str


class PrintedHeader(State):
    """What a supplier printed: `size` numbers from `first`, their cartons in `file`.

    `digest` is over all of them, fifteen bytes each; `set_aside` are never sold (ECARTE).
    """

    season: int
    first: int
    size: int
    digest: str
    file: str
    approval: str
    set_aside: dict[int, str]
    imported_at: str


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


class ImportSerie(Order):
    """A supplier's series, read and checked. Without `approval`, that of the approval file counts."""

    serie: int
    first: int
    size: int
    digest: str
    set_aside: dict[int, str] = {}
    approval: str = ""


class SerieImported(Fact):
    """`file` is the name in the house's stock; `approval` the manufacturer's reference (BIN-003)."""

    tells = ("serie", "season", "digest", "file", "approval")

    serie: int
    season: int
    first: int
    size: int
    digest: str
    file: str
    approval: str
    set_aside: dict[int, str]
    at: str


@rule(CreateSerie, by=MAISON | DIRECTION, spec="BIN-005 BIN-006")
def create_serie(house: House, order: CreateSerie, now: Moment) -> Facts:
    season = season_of(now.day)
    _must_exist(order.serie)
    least, most = SIZES
    if order.size % 6 or not least <= order.size <= most:
        raise Refusal("TAILLE_DE_SERIE_INVALIDE", size=order.size, multiple=6, most=most)
    _must_be_free(house, season, order.serie)
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


@rule(ImportSerie, by=MAISON, spec="BIN-003 BIN-006 BIN-007")
def import_serie(house: House, order: ImportSerie, now: Moment) -> Facts:
    """Cartons whose manufacturer is not approved never come into circulation."""
    season = season_of(now.day)
    _must_exist(order.serie)
    _must_be_free(house, season, order.serie)
    approval = order.approval.strip() or _approved_maker(house)
    if not approval:
        raise Refusal("SERIE_SANS_AGREMENT", serie=order.serie)
    if len(order.set_aside) > MOST_SET_ASIDE:
        count = len(order.set_aside)
        raise Refusal("TROP_DE_NUMEROS_ECARTES", count=count, most=MOST_SET_ASIDE)
    yield SerieImported(
        order.serie,
        season,
        order.first,
        order.size,
        order.digest,
        f"{season}-{order.serie:03d}.cartons",
        approval,
        {number: reason[:LONGEST_REASON] for number, reason in order.set_aside.items()},
        now.at,
    )


def _must_exist(serie: int) -> None:
    if not 1 <= serie <= SERIES_OF_A_SEASON:
        raise Refusal("SERIE_HORS_LIMITES", serie=serie, most=SERIES_OF_A_SEASON)


def _must_be_free(house: House, season: int, serie: int) -> None:
    if house.bingo.serie_is_used(season, serie):
        raise Refusal("SERIE_DEJA_UTILISEE", serie=serie)


def _approved_maker(house: House) -> str:
    """The manufacturer's reference in the approval file, the newest line first (GEN-011)."""
    lines = (line for line in reversed(house.site.approvals) if line.component == CARTONS)
    return next((line.maker_reference for line in lines), "")


@applies(SerieImported)
def _imported(house: House, fact: SerieImported) -> None:
    house.bingo.printed[f"{fact.season}/{fact.serie}"] = PrintedHeader(
        fact.season,
        fact.first,
        fact.size,
        fact.digest,
        fact.file,
        fact.approval,
        fact.set_aside,
        fact.at,
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

"""The lots of a forfait *séance*: 35, 15, 50; spread at random over the *parties*, drawn once.

Arrêté du 14 mai 2007, art. 66-1-9; requirements FOR-022 to FOR-028, D-01, D-49, D-50.
"""

from __future__ import annotations

import hashlib
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar

import msgspec

from core import announcements
from core.bingo.forfait.exchange import set_lots
from core.bingo.forfait.state import Pools, Registrations
from core.bingo.seance.state import Seance, Stage
from core.money import share_bp
from core.rules import ANIMATEUR, CAISSIER, Fact, Facts, Moment, Order, Refusal, applies, rule
from core.site import Parameters

if TYPE_CHECKING:
    from core.house import House

RETENUE_BP, QUINE_BP = 3_500, 1_500  # the bingo pool takes the rest: 50 % and the odd cents


class Spread(msgspec.Struct, frozen=True):
    """How a pool is cut: units of `unit_c`, a minimum of `least` units each, `free` at random."""

    pool_c: int
    parties: int
    unit_c: int
    least: int
    free: int

    def lots(self, cuts: tuple[int, ...]) -> tuple[int, ...]:
        """The lots for P-1 ascending cuts in 1…free+P-1; the residue goes to the last *partie*."""
        edges = (0, *cuts, self.free + self.parties)
        lots = [(self.least + gap - 1) * self.unit_c for gap in _gaps(edges)]
        lots[-1] += self.pool_c - sum(lots)
        return tuple(lots)


def _gaps(edges: tuple[int, ...]) -> list[int]:
    return [after - before for before, after in pairwise(edges)]


def pools(base_c: int) -> tuple[int, int, int]:
    """Retention, quine pool and bingo pool of a base, exact in sum (FOR-023)."""
    retenue_c, quine_c = share_bp(base_c, RETENUE_BP), share_bp(base_c, QUINE_BP)
    return retenue_c, quine_c, base_c - retenue_c - quine_c


def spread(pool_c: int, parties: int, parameters: Parameters) -> Spread:
    """Unit, minimum and free units of FOR-025; a pool too small for its unit is cut in cents."""
    unit_c = parameters.alloc_unite_c
    if pool_c < parties * unit_c:
        unit_c = 1
    least = pool_c * parameters.alloc_ratio_min_bp // (10_000 * parties * unit_c)
    return Spread(pool_c, parties, unit_c, least, pool_c // unit_c - least * parties)


class AllocateLots(Order):
    """The cuts come from seed_a, committed before the first registration (design §7)."""

    supplied: ClassVar = ("quine_cuts", "bingo_cuts")

    quine_cuts: tuple[int, ...] = ()
    bingo_cuts: tuple[int, ...] = ()


class AnnounceSeance(Order):
    """The general announcement; given again it is read again whole (D-17)."""


class LotsAllocated(Fact):
    """`thin` warns the *directeur de séance*: less than the minimum lot for each *partie*."""

    tells = ("seal", "thin")

    seance: str
    base_c: int
    retenue_c: int
    quine_c: tuple[int, ...]
    bingo_c: tuple[int, ...]
    seal: str
    thin: bool


class SeanceAnnounced(Fact):
    seance: str


@rule(AllocateLots, by=CAISSIER, spec="FOR-022 FOR-023 FOR-024 FOR-025 FOR-026 FOR-031")
def allocate_lots(house: House, order: AllocateLots, now: Moment) -> Facts:
    seance = house.bingo.seance
    if seance.forfait.pools is not None:
        raise Refusal("ALLOCATION_SCELLEE", seance=seance.id)
    seance.forfait.must_be(Registrations.CLOSES)
    seance.must_be(Stage.OUVERTE)
    if not seance.forfait.sold:
        raise Refusal("AUCUN_FORFAIT_VENDU")
    quine, bingo = spreads(seance)
    lots = quine.lots(order.quine_cuts), bingo.lots(order.bingo_cuts)
    retenue_c = seance.forfait.base_c - quine.pool_c - bingo.pool_c
    thin = min(quine.pool_c, bingo.pool_c) < (
        seance.forfait.terms.parties * seance.parameters.lot_minimum_c
    )
    yield LotsAllocated(
        seance.id, seance.forfait.base_c, retenue_c, *lots, seal_of(seance.id, *lots), thin
    )


def spreads(seance: Seance) -> tuple[Spread, Spread]:
    """How the two pools of a closed sale are cut: quine, then bingo."""
    _, quine_c, bingo_c = pools(seance.forfait.base_c)
    parties = seance.forfait.terms.parties
    return (
        spread(quine_c, parties, seance.parameters),
        spread(bingo_c, parties, seance.parameters),
    )


def seal_of(seance: str, quine_c: tuple[int, ...], bingo_c: tuple[int, ...]) -> str:
    """SHA-256 printed on the historique: nobody can move a lot afterwards (FOR-026)."""
    sealed = {"seance": seance, "quine_c": quine_c, "bingo_c": bingo_c}
    return hashlib.sha256(msgspec.json.encode(sealed, order="sorted")).hexdigest()


@rule(AnnounceSeance, by=ANIMATEUR, spec="FOR-027 BIN-026")
def announce_seance(house: House, order: AnnounceSeance, now: Moment) -> Facts:
    seance = house.bingo.seance
    seance.must_be(Stage.OUVERTE)
    forfait = seance.forfait
    forfait.must_be(Registrations.LOTS_ALLOUES, Registrations.ANNONCEES)
    if any(partie.started for partie in seance.parties.values()):
        raise Refusal("PREMIERE_PARTIE_COMMENCEE")
    if forfait.registrations is Registrations.LOTS_ALLOUES:
        yield SeanceAnnounced(seance.id)
    for ahead, announcement in enumerate(general(seance)):
        yield house.speech.announce(announcement, ahead)


def general(seance: Seance) -> tuple[announcements.Announcement, ...]:
    """ANN-040 and ANN-041: what a forfait costs and gives, and the lots of the *séance*."""
    forfait = seance.forfait
    terms, allocated = forfait.terms, forfait.pools
    assert allocated is not None
    return announcements.forfait_general(
        terms.prix_c,
        terms.cartons * terms.parties,
        forfait.sold,
        terms.parties,
        sum(allocated.quine_c),
        sum(allocated.bingo_c),
        variant=seance.parameters.variante,
    )


@applies(LotsAllocated)
def _allocated(house: House, fact: LotsAllocated) -> None:
    seance = house.bingo.seances[fact.seance]
    forfait = seance.forfait
    forfait.pools = Pools(fact.base_c, fact.retenue_c, fact.quine_c, fact.bingo_c, fact.seal)
    forfait.registrations = Registrations.LOTS_ALLOUES
    books, cartons = house.desk.books, seance.account("cartons")
    books.move(cartons, seance.account("cagnotte"), fact.retenue_c)
    books.move(cartons, seance.account("lots"), sum(fact.quine_c) + sum(fact.bingo_c))
    for n in seance.parties:
        set_lots(seance, n)


@applies(SeanceAnnounced)
def _announced(house: House, fact: SeanceAnnounced) -> None:
    house.bingo.seances[fact.seance].forfait.registrations = Registrations.ANNONCEES

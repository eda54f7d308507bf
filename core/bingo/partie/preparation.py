"""Before the draw of a *partie*: prepared, announced, frozen, and a number from the public.

Arrêté du 14 mai 2007, art. 66-1-2 and 66-1-9; requirements FOR-027, FOR-028, FOR-030, BIN-015,
BIN-026, BIN-052, DSP-008; the draw scheme of design §7.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from core import announcements
from core.bingo.forfait.state import Registrations
from core.bingo.partie.state import BALLS, Lot, Partie, Phase, together
from core.bingo.seance.state import Seance, Stage
from core.chance import sold_root
from core.codes import Serial
from core.rules import ANIMATEUR, Fact, Facts, Moment, Order, Refusal, applies, rule

if TYPE_CHECKING:
    from core.house import House

MCD_REPLACED_MS = 300_000  # a designated member who left has five minutes to be replaced (BIN-015)


class PreparePartie(Order):
    """Also the reset of art. 66-1-2: ninety numbers are back in the sphere or generator (BIN-052)."""

    balls: int = BALLS


class AnnounceLots(Order):
    """ANN-042; given again before the draw, the whole announcement is read again (D-17)."""


class FreezePartie(Order):
    """No carton of this *partie* is issued any more: what is in play is now known for ever."""


class GivePublicNumber(Order):
    """« Un numéro, s'il vous plaît »: called by a player, typed, then confirmed (design §7)."""

    number: int
    confirmed: bool = False


class GoWithoutPublic(Order):
    """Nobody calls a number: the frozen line's own hash, recorded as « sans aléa public »."""

    supplied: ClassVar = ("frozen_hash",)

    frozen_hash: str = ""


class PartiePrepared(Fact):
    partie: int
    attempt: int
    quine_carried_c: int
    bingo_carried_c: int
    quine_object: str = ""
    bingo_object: str = ""


class LotsAnnounced(Fact):
    partie: int


class SoldFrozen(Fact):
    partie: int
    serie: int
    sold: int
    sold_root: str


class PublicNumberTyped(Fact):
    """Shown in large on the caller and the board before it counts: nothing depends on it yet."""

    partie: int
    number: int


class PublicEntropyGiven(Fact):
    partie: int
    public: str


@rule(PreparePartie, by=ANIMATEUR, spec="BIN-015 BIN-052 FOR-027 FOR-030")
def prepare_partie(house: House, order: PreparePartie, now: Moment) -> Facts:
    seance = house.bingo.seance
    seance.must_be(Stage.OUVERTE)
    _must_be_possible(house, seance, now)
    if order.balls != BALLS:
        raise Refusal("QUATRE_VINGT_DIX_BOULES", count=order.balls)
    n = next_partie(seance)
    partie = seance.parties.get(n)
    if partie is None:
        raise Refusal("TOUTES_LES_PARTIES_JOUEES")
    quine, bingo = _carried(seance, n)
    yield PartiePrepared(
        n, partie.attempt, quine.played_c, bingo.played_c, quine.object, bingo.object
    )


def _must_be_possible(house: House, seance: Seance, now: Moment) -> None:
    house.speech.must_be_over()
    seance.forfait.must_be(Registrations.ANNONCEES)
    if seance.running is not None and seance.running.started:
        raise Refusal("PARTIE_EN_COURS", partie=seance.partie_n)
    if seance.break_until_ms is not None:
        raise Refusal("PAUSE_EN_COURS")
    if seance.mcd_left_ms is not None and now.ms - seance.mcd_left_ms > MCD_REPLACED_MS:
        raise Refusal("MCD_A_REMPLACER", person=seance.mcd)


def next_partie(seance: Seance) -> int:
    """The first number that is neither played nor cancelled for good: a replay keeps its number."""
    for n, partie in sorted(seance.parties.items()):
        if not partie.phase.over:
            return n
        if partie.phase is Phase.ANNULEE:
            raise Refusal("PARTIE_A_REJOUER", partie=n)
    return len(seance.parties) + 1


def _carried(seance: Seance, n: int) -> tuple[Lot, Lot]:
    """What nobody won in the *partie* before goes to the same combination of this one (D-23b).

    A replay plays for the lots of the attempt before: they hold already what was carried.
    """
    before = seance.parties.get(n - 1)
    if before is None or seance.parties[n].attempt > 1:
        return Lot(0), Lot(0)
    return (
        Lot(0) if before.quine.won else before.quine,
        Lot(0) if before.bingo.won else before.bingo,
    )


@rule(AnnounceLots, by=ANIMATEUR, spec="FOR-028 BIN-026")
def announce_lots(house: House, order: AnnounceLots, now: Moment) -> Facts:
    seance = house.bingo.seance
    partie = seance.partie
    partie.must_be(Phase.LOTS_CALCULES, Phase.LOTS_ANNONCES)
    if not partie.started:
        raise Refusal("PARTIE_NON_PREPAREE", partie=partie.n)
    if partie.phase is Phase.LOTS_CALCULES:
        yield LotsAnnounced(partie.n)
    yield house.speech.announce(lots_announcement(seance, partie))


def lots_announcement(seance: Seance, partie: Partie) -> announcements.Announcement:
    return announcements.lots_of_partie(
        partie.n,
        seance.forfait.terms.parties,
        partie.quine.allocated_c + partie.quine.carried_c,
        partie.bingo.allocated_c + partie.bingo.carried_c,
        partie.quine.complement_c + partie.bingo.complement_c,
        together(partie.quine.object, partie.bingo.object),
        variant=seance.parameters.variante,
    )


@rule(FreezePartie, by=ANIMATEUR, spec="BIN-022 FOR-018 FOR-020")
def freeze_partie(house: House, order: FreezePartie, now: Moment) -> Facts:
    seance = house.bingo.seance
    partie = seance.partie
    partie.must_be(Phase.LOTS_ANNONCES)
    if partie.frozen:
        raise Refusal("VENTE_DEJA_CLOSE", partie=partie.n)
    sold = seance.forfait.next_number - 1
    if not sold:
        raise Refusal("AUCUN_CARTON_REMIS")
    yield SoldFrozen(partie.n, partie.serie, sold, sold_root(serials(partie.serie, sold)))


def serials(serie: int, sold: int) -> list[str]:
    """The cartons issued for a *partie*, as they enter the draw: an unbroken run from 1."""
    return [str(Serial(serie, number)) for number in range(1, sold + 1)]


@rule(GivePublicNumber, by=ANIMATEUR, spec="GEN-010")
def give_public_number(house: House, order: GivePublicNumber, now: Moment) -> Facts:
    partie = _frozen(house)
    if not 1 <= order.number <= BALLS:
        raise Refusal("NUMERO_HORS_TIRAGE", number=order.number)
    if not order.confirmed:
        yield PublicNumberTyped(partie.n, order.number)
    elif partie.typed != order.number:
        raise Refusal("NUMERO_NON_CONFIRME", number=order.number)
    else:
        yield PublicEntropyGiven(partie.n, f"salle:{order.number:02d}")


@rule(GoWithoutPublic, by=ANIMATEUR, spec="GEN-010")
def go_without_public(house: House, order: GoWithoutPublic, now: Moment) -> Facts:
    partie = _frozen(house)
    yield PublicEntropyGiven(partie.n, f"journal:{order.frozen_hash}")


def _frozen(house: House) -> Partie:
    partie = house.bingo.seance.partie
    partie.must_be(Phase.LOTS_ANNONCES)
    if not partie.frozen:
        raise Refusal("VENTE_NON_CLOSE", partie=partie.n)
    if partie.public:
        raise Refusal("ALEA_PUBLIC_DEJA_DONNE", partie=partie.n)
    return partie


@applies(PartiePrepared)
def _prepared(house: House, fact: PartiePrepared) -> None:
    seance = house.bingo.seance
    seance.partie_n = fact.partie
    partie = seance.partie
    partie.started = True
    for lot, carried_c, carried in (
        (partie.quine, fact.quine_carried_c, fact.quine_object),
        (partie.bingo, fact.bingo_carried_c, fact.bingo_object),
    ):
        lot.carried_c += carried_c
        lot.object = together(lot.object, carried)


@applies(LotsAnnounced)
def _lots_announced(house: House, fact: LotsAnnounced) -> None:
    house.bingo.seance.partie.phase = Phase.LOTS_ANNONCES


@applies(SoldFrozen)
def _sold_frozen(house: House, fact: SoldFrozen) -> None:
    partie = house.bingo.seance.partie
    partie.frozen = True
    partie.sold_last, partie.sold_root = fact.sold, fact.sold_root


@applies(PublicNumberTyped)
def _number_typed(house: House, fact: PublicNumberTyped) -> None:
    house.bingo.seance.partie.typed = fact.number


@applies(PublicEntropyGiven)
def _public(house: House, fact: PublicEntropyGiven) -> None:
    partie = house.bingo.seance.partie
    partie.public, partie.typed = fact.public, None

"""Another date, or none: with 72 hours' notice, or at the last hour for want of players.

Arrêté du 14 mai 2007, art. 66-1-10; requirements FOR-026, FOR-038, FOR-040 to FOR-043, D-53, D-54,
D-103. Nobody is ever left with a paper for nothing: cancelled, all is refunded; postponed, receipts
hold for the new date, or are refunded to who does not want it.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from core.bingo.forfait.refunds import Cause, all_undone, undone
from core.bingo.forfait.state import Registrations, Status
from core.bingo.incidents import IncidentRecorded
from core.bingo.seance.course import DecisionRecorded
from core.bingo.seance.notices import NoticeGiven, NoticeRaised
from core.bingo.seance.planning import MOST_PARTIES, must_be_sent, start_of
from core.bingo.seance.state import Equipment, Move, Seance, Stage
from core.rules import (
    CAISSIER,
    DIRECTEUR_RESPONSABLE,
    DIRECTEUR_SEANCE,
    Fact,
    Facts,
    Moment,
    Order,
    Refusal,
    applies,
    rule,
)
from core.site import season_of

if TYPE_CHECKING:
    from core.house import House

NOTICE = timedelta(hours=72)  # exact hours, art. 66-1-10 (D-42)
TOO_FEW = "participants insuffisants"  # the only reason for the last hour
BEFORE = (Stage.CREEE, Stage.PUBLIEE)


class MoveSeance(Order):
    """The authority is told by this very order, with how it was told (REG-13)."""

    seance: str
    day: str
    time: str
    means: str
    attachment: str = ""


class CancelSeance(Order):
    seance: str
    means: str
    attachment: str = ""


class PostponeAtLastHour(Order):
    """Too few players: another day; the authority is told as soon as possible (FOR-041)."""

    seance: str
    day: str
    time: str


class CancelAtLastHour(Order):
    seance: str


class DeclinePostponement(Order):
    """The date was part of the offer: who bought for another one gets everything back (D-54)."""

    seance: str
    number: int


class ChangeParties(Order):
    parties: int


class SeanceMoved(Fact):
    seance: str
    day: str
    time: str
    at: str


class SeanceCancelled(Fact):
    seance: str
    at: str


class PartiesChanged(Fact):
    seance: str
    parties: int


@rule(MoveSeance, by=DIRECTEUR_RESPONSABLE, spec="FOR-040 FOR-043")
def move_seance(house: House, order: MoveSeance, now: Moment) -> Facts:
    seance = house.bingo.seance_named(order.seance)
    seance.must_be(*BEFORE)
    start = start_of(order.day, order.time)
    _must_be_told(seance, now, start, order.means)
    yield from _moved(seance, order.day, order.time, now)
    yield NoticeGiven(
        *(seance.id, "MODIFICATION", now.at, order.means, order.attachment),
        *(order.day, True, now.actor),
    )


@rule(CancelSeance, by=DIRECTEUR_RESPONSABLE, spec="FOR-040 FOR-042")
def cancel_seance(house: House, order: CancelSeance, now: Moment) -> Facts:
    seance = house.bingo.seance_named(order.seance)
    seance.must_be(*BEFORE)
    _must_be_told(seance, now, start_of(seance.day, seance.time), order.means)
    yield from all_undone(house, seance, Cause.ANNULATION, now)
    yield SeanceCancelled(seance.id, now.at)
    yield NoticeGiven(
        *(seance.id, "ANNULATION", now.at, order.means, order.attachment),
        *(seance.day, True, now.actor),
    )


def _must_be_told(seance: Seance, now: Moment, start: datetime, means: str) -> None:
    """72 hours before the earlier of the old and the new start (D-53), by the clock of the house."""
    if not means.strip():
        raise Refusal("MOYEN_D_AVIS_MANQUANT")
    earlier = min(start, start_of(seance.day, seance.time))
    if earlier - now.civil.replace(tzinfo=None) < NOTICE:
        raise Refusal("MOINS_DE_72_HEURES", at=earlier.isoformat())


def _moved(seance: Seance, day: str, time: str, now: Moment) -> Facts:
    """Seven days' notices must hold for the new date too, and codes are those of one season."""
    start = start_of(day, time)
    if start <= now.civil.replace(tzinfo=None):
        raise Refusal("DATE_PASSEE", day=day)
    if season_of(start.date()) != seance.season:
        raise Refusal("AUTRE_SAISON", day=day)
    if (day, time) == (seance.day, seance.time):
        raise Refusal("MEME_DATE", day=day)
    if seance.stage is not Stage.CREEE:
        must_be_sent(seance, "ORGANISATION", day)
    yield SeanceMoved(seance.id, day, time, now.at)


@rule(PostponeAtLastHour, by=DIRECTEUR_RESPONSABLE, spec="FOR-041 FOR-043")
def postpone_at_last_hour(house: House, order: PostponeAtLastHour, now: Moment) -> Facts:
    """To the following days; once cartons are out, only a cancellation is left."""
    seance = _still_to_play(house, order.seance)
    if seance.forfait.exchange_open:
        raise Refusal("ECHANGE_DEJA_OUVERT", seance=seance.id)
    if start_of(order.day, order.time) < start_of(seance.day, seance.time):
        raise Refusal("REPORT_AUX_JOURS_SUIVANTS", day=seance.day)
    yield from _moved(seance, order.day, order.time, now)
    yield from _last_hour(seance, "report", now)


@rule(CancelAtLastHour, by=DIRECTEUR_RESPONSABLE, spec="FOR-041 FOR-042")
def cancel_at_last_hour(house: House, order: CancelAtLastHour, now: Moment) -> Facts:
    seance = _still_to_play(house, order.seance)
    yield from all_undone(house, seance, Cause.ANNULATION, now)
    yield from _last_hour(seance, "annulation", now)
    yield SeanceCancelled(seance.id, now.at)


def _still_to_play(house: House, name: str) -> Seance:
    """Once its lots are drawn a *séance* is held: only the *directeur de séance* can stop it."""
    seance = house.bingo.seance_named(name)
    seance.must_be(Stage.PUBLIEE, Stage.EN_TEST, Stage.OUVERTE)
    if seance.forfait.pools is not None:
        raise Refusal("ALLOCATION_SCELLEE", seance=seance.id)
    return seance


def _last_hour(seance: Seance, what: str, now: Moment) -> Facts:
    text = f"{what} : {TOO_FEW}, {seance.forfait.sold} forfaits vendus"
    yield IncidentRecorded(now.at, seance.id, 0, 0, "DERNIERE_HEURE", text, now.actor)
    yield NoticeRaised(seance.id, "DERNIERE_HEURE", now.at)


@rule(DeclinePostponement, by=CAISSIER, spec="FOR-043")
def decline_postponement(house: House, order: DeclinePostponement, now: Moment) -> Facts:
    """As long as the number of forfaits is not fixed: afterwards the lots are made of his part too."""
    seance = house.bingo.seance_named(order.seance)
    seance.forfait.must_be(Registrations.FERMEES, Registrations.OUVERTES)
    registration = house.bingo.registration(order.number)
    if registration.status.get(seance.id) is not Status.PAYE:
        status = registration.status.get(seance.id)
        raise Refusal("RECEPISSE_NON_PAYE", number=order.number, status=status)
    if not seance.moves or registration.paid_at >= seance.moves[-1].at:
        raise Refusal("SEANCE_NON_REPORTEE", seance=seance.id)
    yield from undone(house, seance, order.number, Cause.CHOIX_REPORT, 0, now)


@rule(ChangeParties, by=DIRECTEUR_SEANCE, spec="FOR-010 FOR-026 FOR-038")
def change_parties(house: House, order: ChangeParties, now: Moment) -> Facts:
    """Never once the pools are drawn; never what a sold forfait promises (FOR-015, D-103)."""
    seance = house.bingo.seance
    forfait = seance.forfait
    if forfait.pools is not None:
        raise Refusal("ALLOCATION_SCELLEE", seance=seance.id)
    if forfait.sold:
        raise Refusal("FORFAITS_VENDUS", count=forfait.sold)
    if forfait.exchange_open:
        raise Refusal("ECHANGE_DEJA_OUVERT", seance=seance.id)
    if order.parties < 2:
        raise Refusal("DEUX_PARTIES_AU_MOINS", parties=order.parties)
    if order.parties > MOST_PARTIES:
        raise Refusal("TROP_DE_PARTIES", most=MOST_PARTIES)
    if any(len(o.seances) > 1 and seance.id in o.seances for o in house.bingo.offers.values()):
        raise Refusal("OFFRE_DE_PLUSIEURS_SEANCES", seance=seance.id)
    yield PartiesChanged(seance.id, order.parties)
    text = f"{order.parties} parties au lieu de {forfait.terms.parties}"
    yield DecisionRecorded(seance.id, "nombre de parties", text, "66-1-11", now.at, now.actor)


@applies(SeanceMoved)
def _seance_moved(house: House, fact: SeanceMoved) -> None:
    """Opened or in tests, it goes back to where it was published: its tests are to be done again."""
    seance = house.bingo.seances[fact.seance]
    copies = {n: house.papers.copy_in_force("recepisse", str(n)) for n in seance.forfait.numbers}
    paid = {n: copy for n, copy in copies.items() if house.bingo.registrations[n].paid}
    seance.moves.append(Move(seance.day, seance.time, fact.at, paid))
    seance.day, seance.time = fact.day, fact.time
    if seance.stage is not Stage.CREEE:
        seance.stage = Stage.PUBLIEE
    seance.equipment, seance.opened_at = Equipment(), ""
    seance.break_until_ms = seance.mcd_left_ms = None
    if seance.forfait.registrations is Registrations.CLOSES:
        seance.forfait.registrations = Registrations.OUVERTES
    _leave(house, seance)


@applies(SeanceCancelled)
def _seance_cancelled(house: House, fact: SeanceCancelled) -> None:
    seance = house.bingo.seances[fact.seance]
    seance.stage, seance.closed_at = Stage.ANNULEE, fact.at
    seance.forfait.registrations = Registrations.FERMEES
    for number in seance.forfait.numbers:
        status = house.bingo.registrations[number].status
        if status[seance.id] in (Status.PREINSCRIT, Status.VALIDE):
            status[seance.id] = Status.ABANDONNE
    _leave(house, seance)


def _leave(house: House, seance: Seance) -> None:
    if house.bingo.course == seance.id:
        house.bingo.course = ""


@applies(PartiesChanged)
def _parties_changed(house: House, fact: PartiesChanged) -> None:
    forfait = house.bingo.seances[fact.seance].forfait
    terms = forfait.terms
    forfait.terms = type(terms)(
        terms.prix_c,
        terms.part_cartons_c,
        terms.droits_c,
        terms.cartons,
        fact.parties,
        terms.capacity,
    )

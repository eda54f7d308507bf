"""A breakdown: suspended for fifteen minutes at the most, then cancelled and replayed.

Arrêté du 14 mai 2007, art. 66-1-7; requirements BIN-060, BIN-061, BIN-064, GEN-016, FOR-037,
D-14, D-27, D-101, D-104.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from core import announcements
from core.bingo.forfait.exchange import NewSerie, carton_ref, new_serie
from core.bingo.forfait.state import Status
from core.bingo.incidents import IncidentRecorded
from core.bingo.partie.state import Partie, Phase, Suspension
from core.bingo.seance.state import Seance, Stage
from core.bingo.seance.suspension import reminders
from core.papers import JobState, PrintDoubtful
from core.rules import (
    DIRECTEUR_SEANCE,
    MAISON,
    MCD,
    Fact,
    Facts,
    Moment,
    Order,
    Refusal,
    applies,
    rule,
)
from core.site import SUSPENSION_MAX_MS, HallStarted, StartHall

if TYPE_CHECKING:
    from core.house import House

AUTHORITY = MCD | DIRECTEUR_SEANCE
STEADY = (Phase.LOTS_CALCULES, Phase.TERMINEE, Phase.VALIDEE, Phase.ANNULEE, Phase.SUSPENDUE)


class SuspendPartie(Order):
    urgent: ClassVar = True

    cause: str


class ResumePartie(Order):
    pass


class CancelPartie(Order):
    """Before the fifteen minutes are over, when resuming is impossible (D-101)."""

    reason: str


class DeclareAnnouncementError(Order):
    """Spoken is not displayed, displayed is not drawn, skipped or repeated: no undo (BIN-064)."""

    error: str


class ReachDeadline(Order):
    """The hall's clock has reached one of `deadlines`."""


class ReplayPartie(Order):
    """New seed, new series, new cartons, the same lots (FOR-037)."""

    supplied: ClassVar = ("series",)

    series: tuple[NewSerie, ...] = ()


class PartieSuspended(Fact):
    partie: int
    since_ms: int
    cause: str


class PartieResumed(Fact):
    """`lost_ms` is what the breakdown lasted: windows that were open last that much longer."""

    partie: int
    lost_ms: int = 0


class PartieCancelled(Fact):
    partie: int
    cause: str
    at: str


@rule(StartHall, by=MAISON, spec="GEN-016 PRT-009")
def start_hall(house: House, order: StartHall, now: Moment) -> Facts:
    """After a crash: a running *partie* stands suspended since then, a started print is doubtful."""
    yield HallStarted(now.ms, order.build, order.version, order.rules_digest)
    seance = house.bingo.current()
    partie = seance.running if seance is not None else None
    if seance is not None and partie is not None and partie.phase not in STEADY:
        yield PartieSuspended(partie.n, order.stopped_ms, "ARRET_DU_SYSTEME")
        yield _incident(seance, partie, "PANNE", "arrêt du système", now)
    for number, job in house.papers.jobs.items():
        if job.state is JobState.STARTED:
            yield PrintDoubtful(number, "ARRET_DU_SYSTEME")


def _incident(seance: Seance, partie: Partie, nature: str, text: str, now: Moment) -> Fact:
    return IncidentRecorded(
        now.at, seance.id, partie.n, partie.rank, nature, text, now.actor or "MAISON"
    )


@rule(SuspendPartie, by=AUTHORITY, spec="BIN-060 BIN-061 FOR-006")
def suspend_partie(house: House, order: SuspendPartie, now: Moment) -> Facts:
    seance = house.bingo.seance
    partie = seance.partie
    if partie.phase in STEADY:
        raise Refusal("SUSPENSION_IMPOSSIBLE", phase=partie.phase)
    yield PartieSuspended(partie.n, now.ms, order.cause)
    yield _incident(seance, partie, "PANNE", order.cause, now)
    yield house.speech.announce(announcements.suspended())


@rule(ResumePartie, by=AUTHORITY, spec="BIN-060 GEN-008 GEN-016")
def resume_partie(house: House, order: ResumePartie, now: Moment) -> Facts:
    seance = house.bingo.seance
    seance.must_be(Stage.OUVERTE)  # a suspended séance is resumed by its directeur, whole
    partie = seance.partie
    suspension = _suspended(partie)
    elapsed_ms = now.ms - suspension.since_ms
    if elapsed_ms > SUSPENSION_MAX_MS:
        raise Refusal("QUINZE_MINUTES_DEPASSEES", elapsed_ms=elapsed_ms)
    yield PartieResumed(partie.n, elapsed_ms)
    yield house.speech.announce(announcements.resumed())


def _suspended(partie: Partie) -> Suspension:
    partie.must_be(Phase.SUSPENDUE)
    assert partie.suspension is not None
    return partie.suspension


@rule(CancelPartie, by=AUTHORITY, spec="BIN-060 FOR-006 FOR-037")
def cancel_partie(house: House, order: CancelPartie, now: Moment) -> Facts:
    seance = house.bingo.seance
    _suspended(seance.partie)
    yield from _cancelled(house, seance, order.reason, now)


@rule(DeclareAnnouncementError, by=AUTHORITY, spec="BIN-064")
def declare_announcement_error(house: House, order: DeclareAnnouncementError, now: Moment) -> Facts:
    seance = house.bingo.seance
    partie = seance.partie
    if not partie.balls or partie.phase in (Phase.TERMINEE, Phase.VALIDEE, Phase.ANNULEE):
        raise Refusal("TIRAGE_NON_EN_COURS", phase=partie.phase)
    yield _incident(seance, partie, "ERREUR_ANNONCE", _void(partie, order.error), now)
    yield house.speech.announce(announcements.announcement_error())
    yield PartieCancelled(partie.n, "ERREUR_ANNONCE", now.at)
    yield house.speech.announce(announcements.cancelled("replay"), ahead=1)


@rule(ReachDeadline, by=MAISON, spec="BIN-060 FOR-046 GEN-008")
def reach_deadline(house: House, order: ReachDeadline, now: Moment) -> Facts:
    seance = house.bingo.current()
    yield from reminders(house, now)
    if seance is not None and any(now.ms >= deadline for deadline in deadlines(house)):
        yield from _cancelled(house, seance, "QUINZE_MINUTES_DEPASSEES", now)


def _cancelled(house: House, seance: Seance, cause: str, now: Moment) -> Facts:
    partie = seance.partie
    yield PartieCancelled(partie.n, cause, now.at)
    yield _incident(seance, partie, "ANNULATION", _void(partie, cause), now)
    yield house.speech.announce(announcements.cancelled("replay"))


def _void(partie: Partie, text: str) -> str:
    """A quine that was validated is void with its *partie*, and the register says it (BIN-061)."""
    return f"{text} ; quine annulée" if partie.quine.won else text


def deadlines(house: House) -> Iterator[int]:
    """The first millisecond at which a suspension has lasted more than fifteen minutes."""
    seance = house.bingo.current()
    partie = seance.running if seance is not None else None
    if partie is not None and partie.suspension is not None and partie.suspension.limited:
        yield partie.suspension.since_ms + SUSPENSION_MAX_MS + 1


@rule(ReplayPartie, by=DIRECTEUR_SEANCE | MCD, spec="FOR-037")
def replay_partie(house: House, order: ReplayPartie, now: Moment) -> Facts:
    """Everybody who held cartons holds the same numbers of the new series; they are printed anew."""
    seance = house.bingo.seance
    seance.must_be(Stage.OUVERTE)
    partie = seance.partie
    partie.must_be(Phase.ANNULEE)
    yield from new_serie(house, seance, partie.n, partie.attempt + 1, order.series[0])
    yield from _printed_anew(house, seance, partie)


def _printed_anew(house: House, seance: Seance, partie: Partie) -> Facts:
    """The cartons of a replay, originals, at the desk that handed out those of the receipt."""
    desks = {job.ref: job.station for job in house.papers.jobs.values() if job.kind == "cartons"}
    attempt, last, ahead = partie.attempt + 1, seance.forfait.terms.parties, 0
    for number in seance.forfait.numbers:
        registration = house.bingo.registrations[number]
        if registration.status[seance.id] is not Status.ECHANGE:
            continue
        if partie.n in registration.declined.get(seance.id, ()):
            continue  # paid for it instead (FOR-037)
        for forfait in range(1, registration.count + 1):
            handed = carton_ref(seance, last, seance.parties[last].attempt, number, forfait)
            ref = carton_ref(seance, partie.n, attempt, number, forfait)
            yield house.papers.request(desks[handed], "cartons", ref, ahead=ahead)
            ahead += 1


@applies(PartieSuspended)
def _suspend(house: House, fact: PartieSuspended) -> None:
    partie = house.bingo.seance.partie
    partie.suspension = Suspension(fact.since_ms, fact.cause, partie.phase)
    partie.phase = Phase.SUSPENDUE


@applies(PartieResumed)
def _resumed(house: House, fact: PartieResumed) -> None:
    partie = house.bingo.seance.partie
    assert partie.suspension is not None
    partie.phase, partie.suspension = partie.suspension.before, None
    if partie.stop is not None and partie.stop.window_ms is not None:
        partie.stop.window_ms += fact.lost_ms
    if partie.last_call_ms is not None:
        partie.last_call_ms += fact.lost_ms


@applies(PartieCancelled)
def _cancel(house: House, fact: PartieCancelled) -> None:
    partie = house.bingo.seance.partie
    partie.phase, partie.suspension, partie.stop = Phase.ANNULEE, None, None
    partie.disputes = []
    partie.quine, partie.bingo = partie.quine.anew(), partie.bingo.anew()
    partie.ended_at = fact.at

"""The *directeur de séance* suspends the whole *séance* for a serious reason, and resumes it.

Arrêté du 14 mai 2007, art. 66-1-11; requirement FOR-046, D-57, ANN-043. No legal limit: a reminder
every fifteen minutes, and the police told at once. Money that is due may still be fetched.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from core import announcements
from core.bingo.incidents import IncidentRecorded
from core.bingo.partie.state import Partie, Phase, Suspension
from core.bingo.seance.notices import NoticeRaised
from core.bingo.seance.state import Seance, SeanceSuspension, Stage
from core.rules import DIRECTEUR_SEANCE, Fact, Facts, Moment, Order, Refusal, applies, rule

if TYPE_CHECKING:
    from core.house import House

REMINDER_MS = 900_000  # fifteen minutes: a reminder only (D-57)


class SuspendSeance(Order):
    urgent: ClassVar = True

    reason: str


class ResumeSeance(Order):
    pass


class SeanceSuspended(Fact):
    at: str
    ms: int
    reason: str


class SuspensionReminded(Fact):
    """Fifteen minutes more: the *directeur de séance* is asked to resume or to stop."""

    ms: int


class SeanceResumed(Fact):
    """`lost_ms` is what it lasted: windows that were open last that much longer."""

    lost_ms: int


@rule(SuspendSeance, by=DIRECTEUR_SEANCE, spec="FOR-006 FOR-046")
def suspend_seance(house: House, order: SuspendSeance, now: Moment) -> Facts:
    seance = house.bingo.seance
    seance.must_be(Stage.OUVERTE)
    must_have_reason(order.reason)
    yield SeanceSuspended(now.at, now.ms, order.reason)
    yield serious(seance, "SUSPENSION", order.reason, now)
    yield NoticeRaised(seance.id, "SUSPENSION", now.at)
    if not any(due.subject == "RAPPORT" for due in seance.due):
        yield NoticeRaised(seance.id, "RAPPORT", now.at)
    yield house.speech.announce(announcements.seance_suspended())


def must_have_reason(reason: str) -> None:
    if not reason.strip():
        raise Refusal("MOTIF_MANQUANT")


def serious(seance: Seance, nature: str, reason: str, now: Moment) -> Fact:
    """The line of REG-26, at the *partie* and rank where the evening stood."""
    partie = seance.parties.get(seance.partie_n)
    n, rank = (partie.n, partie.rank) if partie is not None else (0, 0)
    if nature == "ARRET":
        return IncidentRecorded(now.at, seance.id, n, rank, "ARRET", reason, now.actor)
    return IncidentRecorded(now.at, seance.id, n, rank, "SUSPENSION", reason, now.actor)


@rule(ResumeSeance, by=DIRECTEUR_SEANCE, spec="FOR-046")
def resume_seance(house: House, order: ResumeSeance, now: Moment) -> Facts:
    """A *partie* whose generator had failed before stays suspended, with its fifteen minutes."""
    seance = house.bingo.seance
    seance.must_be(Stage.SUSPENDUE)
    assert seance.suspension is not None  # the stage says so
    yield SeanceResumed(now.ms - seance.suspension.since_ms)
    if _held(seance) is not None:
        yield house.speech.announce(announcements.resumed())


def _held(seance: Seance) -> Partie | None:
    """The *partie* that stands still because of the *séance*, and of nothing else."""
    partie = seance.running
    held = partie is not None and partie.suspension is not None and not partie.suspension.limited
    return partie if held else None


def deadlines(house: House) -> Iterator[int]:
    """The hall milliseconds of the next reminder."""
    seance = house.bingo.current()
    if seance is not None and seance.suspension is not None:
        yield seance.suspension.reminded_ms + REMINDER_MS


def reminders(house: House, now: Moment) -> Facts:
    if any(now.ms >= at_ms for at_ms in deadlines(house)):
        yield SuspensionReminded(now.ms)


@applies(SeanceSuspended)
def _suspended(house: House, fact: SeanceSuspended) -> None:
    seance = house.bingo.seance
    seance.stage = Stage.SUSPENDUE
    seance.suspension = SeanceSuspension(fact.ms, fact.ms, fact.at, fact.reason)
    partie = seance.running
    if (
        partie is not None
        and partie.started
        and partie.phase
        not in (
            Phase.TERMINEE,
            Phase.SUSPENDUE,
        )
    ):
        partie.suspension = Suspension(fact.ms, fact.reason, partie.phase, limited=False)
        partie.phase = Phase.SUSPENDUE


@applies(SuspensionReminded)
def _reminded(house: House, fact: SuspensionReminded) -> None:
    suspension = house.bingo.seance.suspension
    assert suspension is not None
    suspension.reminded_ms = fact.ms


@applies(SeanceResumed)
def _resumed(house: House, fact: SeanceResumed) -> None:
    seance = house.bingo.seance
    partie = _held(seance)
    seance.stage, seance.suspension = Stage.OUVERTE, None
    if partie is None:
        return
    assert partie.suspension is not None
    partie.phase, partie.suspension = partie.suspension.before, None
    if partie.stop is not None and partie.stop.window_ms is not None:
        partie.stop.window_ms += fact.lost_ms
    if partie.last_call_ms is not None:
        partie.last_call_ms += fact.lost_ms

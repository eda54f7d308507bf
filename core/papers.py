"""Print jobs: what must come out of which printer, once as an original (design §6, PRT-009).

A job names its document; the content is rendered from the state each time, so no code and no key
is ever stored in it. A job that was started and never finished is doubtful: a person decides.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from core.rules import (
    ANIMATEUR,
    AUDITEUR,
    CAISSIER,
    CONTROLE_ENTREE,
    DIRECTEUR_SEANCE,
    INSCRIPTION,
    MCD,
    POSTE,
    Fact,
    Facts,
    Moment,
    Order,
    Refusal,
    State,
    applies,
    rule,
)

if TYPE_CHECKING:
    from core.house import House

ON_REQUEST = ("ticket", "registre", "essai")
STAFF = CAISSIER | INSCRIPTION | CONTROLE_ENTREE | ANIMATEUR


class JobState(StrEnum):
    WAITING = "WAITING"
    STARTED = "STARTED"
    DONE = "DONE"
    FAILED = "FAILED"  # the printer said no before a byte was lost: it waits and goes out later
    DOUBTFUL = "DOUBTFUL"
    DROPPED = "DROPPED"


class Job(State):
    """`kind` and `ref` name the document; `copy` is 0 for the original, n for DUPLICATA n."""

    station: str
    kind: str
    ref: str
    copy: int = 0
    state: JobState = JobState.WAITING
    cause: str = ""

    @property
    def open(self) -> bool:
        return self.state not in (JobState.DONE, JobState.DROPPED)


class Papers(State):
    jobs: dict[int, Job] = {}
    copies: dict[str, int] = {}  # "kind:ref" -> highest copy number requested

    def request(self, station: str, kind: str, ref: str, copy: int = 0, ahead: int = 0) -> Fact:
        """The fact that asks for a document; `ahead` numbers several in one order."""
        return PrintRequested(len(self.jobs) + 1 + ahead, station, kind, ref, copy)

    def open_at(self, station: str) -> list[tuple[int, Job]]:
        return [(n, job) for n, job in self.jobs.items() if job.open and job.station == station]

    def copy_in_force(self, kind: str, ref: str) -> int:
        """The copy number that is valid now: an older one answers « remplacé » (FOR-016)."""
        return self.copies.get(f"{kind}:{ref}", 0)

    def next_copy(self, kind: str, ref: str) -> int:
        """0 for a document that was never asked for: the first paper is the original."""
        return self.copies.get(f"{kind}:{ref}", -1) + 1


class StartPrint(Order):
    """Given by the station before the first byte leaves for the printer."""

    job: int


class FinishPrint(Order):
    job: int


class FailPrint(Order):
    """Nothing was printed; the job waits for its printer."""

    job: int
    cause: str


class DoubtPrint(Order):
    job: int
    cause: str


class ResolvePrint(Order):
    """A person looked: the paper is there and good, or it must be printed again."""

    job: int
    printed: bool


class MovePrint(Order):
    """A printer is out: what it never printed comes out here, still as it was (GEN-022)."""

    job: int


class Reprint(Order):
    """Prints a document once more, as DUPLICATA; the older copy is no longer valid."""

    job: int


class RequestPaper(Order):
    """A document of a *séance*: its closing ticket, its historique, a register page (PRT-008)."""

    kind: str
    ref: str


class PrintRequested(Fact):
    tells = ("job",)

    job: int
    station: str
    kind: str
    ref: str
    copy: int


class PrintStarted(Fact):
    job: int


class PrintDone(Fact):
    job: int


class PrintFailed(Fact):
    job: int
    cause: str


class PrintDoubtful(Fact):
    job: int
    cause: str


class PrintMoved(Fact):
    job: int
    station: str


class PrintDropped(Fact):
    job: int


def _job(house: House, number: int, *states: JobState) -> Job:
    job = house.papers.jobs.get(number)
    if job is None:
        raise Refusal("IMPRESSION_INCONNUE", job=number)
    if job.state not in states:
        raise Refusal("IMPRESSION_DANS_UN_AUTRE_ETAT", job=number, state=job.state)
    return job


def _own(job: Job, number: int, now: Moment) -> None:
    if job.station != now.station:
        raise Refusal("IMPRESSION_D_UN_AUTRE_POSTE", job=number)


@rule(StartPrint, by=POSTE, spec="PRT-009")
def start_print(house: House, order: StartPrint, now: Moment) -> Facts:
    _own(_job(house, order.job, JobState.WAITING, JobState.FAILED), order.job, now)
    yield PrintStarted(order.job)


@rule(FinishPrint, by=POSTE, spec="PRT-009")
def finish_print(house: House, order: FinishPrint, now: Moment) -> Facts:
    _own(_job(house, order.job, JobState.STARTED), order.job, now)
    yield PrintDone(order.job)


@rule(FailPrint, by=POSTE, spec="PRT-009 GEN-022")
def fail_print(house: House, order: FailPrint, now: Moment) -> Facts:
    job = _job(house, order.job, JobState.WAITING, JobState.FAILED, JobState.STARTED)
    _own(job, order.job, now)
    if (job.state, job.cause) != (JobState.FAILED, order.cause):
        yield PrintFailed(order.job, order.cause)


@rule(DoubtPrint, by=POSTE, spec="PRT-009")
def doubt_print(house: House, order: DoubtPrint, now: Moment) -> Facts:
    _own(_job(house, order.job, JobState.STARTED), order.job, now)
    yield PrintDoubtful(order.job, order.cause)


@rule(ResolvePrint, by=STAFF, spec="PRT-009")
def resolve_print(house: House, order: ResolvePrint, now: Moment) -> Facts:
    """After `PrintStarted` a second paper may be out there: it is a DUPLICATA (design §6)."""
    job = _job(house, order.job, JobState.DOUBTFUL)
    if order.printed:
        yield PrintDone(order.job)
    else:
        yield PrintDropped(order.job)
        yield _again(house, job, now)


@rule(MovePrint, by=STAFF, spec="GEN-022 BIN-016 PRT-009")
def move_print(house: House, order: MovePrint, now: Moment) -> Facts:
    job = _job(house, order.job, JobState.WAITING, JobState.FAILED)
    if job.station == now.station:
        raise Refusal("IMPRESSION_DEJA_ICI", job=order.job)
    yield PrintMoved(order.job, now.station)


@rule(Reprint, by=STAFF, spec="PRT-009 FOR-016")
def reprint(house: House, order: Reprint, now: Moment) -> Facts:
    yield _again(house, _job(house, order.job, JobState.DONE), now)


@rule(RequestPaper, by=STAFF | MCD | DIRECTEUR_SEANCE | AUDITEUR, spec="PRT-008 GEN-017")
def request_paper(house: House, order: RequestPaper, now: Moment) -> Facts:
    if order.kind not in ON_REQUEST:
        raise Refusal("DOCUMENT_INCONNU", document=order.kind)
    yield house.papers.request(now.station, order.kind, order.ref)


def _again(house: House, job: Job, now: Moment) -> Fact:
    copy = house.papers.next_copy(job.kind, job.ref)
    return house.papers.request(now.station, job.kind, job.ref, copy)


@applies(PrintRequested)
def _requested(house: House, fact: PrintRequested) -> None:
    papers = house.papers
    papers.jobs[fact.job] = Job(fact.station, fact.kind, fact.ref, fact.copy)
    papers.copies[f"{fact.kind}:{fact.ref}"] = fact.copy


@applies(PrintStarted)
def _started(house: House, fact: PrintStarted) -> None:
    house.papers.jobs[fact.job].state = JobState.STARTED


@applies(PrintDone)
def _done(house: House, fact: PrintDone) -> None:
    house.papers.jobs[fact.job].state = JobState.DONE


@applies(PrintFailed)
def _failed(house: House, fact: PrintFailed) -> None:
    house.papers.jobs[fact.job].state = JobState.FAILED
    house.papers.jobs[fact.job].cause = fact.cause


@applies(PrintDoubtful)
def _doubtful(house: House, fact: PrintDoubtful) -> None:
    house.papers.jobs[fact.job].state = JobState.DOUBTFUL
    house.papers.jobs[fact.job].cause = fact.cause


@applies(PrintMoved)
def _moved(house: House, fact: PrintMoved) -> None:
    job = house.papers.jobs[fact.job]
    job.station, job.state, job.cause = fact.station, JobState.WAITING, ""


@applies(PrintDropped)
def _dropped(house: House, fact: PrintDropped) -> None:
    house.papers.jobs[fact.job].state = JobState.DROPPED

"""What a station itself has to do: the papers to print, the announcements to speak (design §6).

PRT-009, SPK-002, GEN-018. Documents come with their codes; no key ever leaves the hall.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from core.documents import Document, Paper
from core.papers import JobState
from core.stations import StationKind
from core.views.documents import document
from core.views.lens import Lens

if TYPE_CHECKING:
    from core.house import House

JOBS = 20  # sent at a time: the rest follows as these come out


class PostJob(msgspec.Struct, frozen=True):
    """`document` is None when what was asked for does not exist: the station fails the job."""

    job: int
    state: JobState
    kind: str
    ref: str
    copy: int
    cause: str
    document: Document | None


class ToSay(msgspec.Struct, frozen=True):
    announcement: int
    id: str
    speech: str


class Post(msgspec.Struct, frozen=True):
    """`more` counts the jobs behind the first ones; `say` is for the voice station alone."""

    jobs: tuple[PostJob, ...] = ()
    more: int = 0
    say: tuple[ToSay, ...] = ()


def post(house: House, lens: Lens) -> Post:
    open_jobs = house.papers.open_at(lens.station)
    jobs = tuple(
        PostJob(
            number,
            job.state,
            job.kind,
            job.ref,
            job.copy,
            job.cause,
            _known(document(house, lens, job.kind, job.ref, job.copy)),
        )
        for number, job in open_jobs[:JOBS]
    )
    say: tuple[ToSay, ...] = ()
    if lens.kind in (StationKind.VOICE, StationKind.SIMULATOR):
        say = tuple(ToSay(n, said.id, said.speech) for n, said in house.speech.waiting.items())
    return Post(jobs, max(0, len(open_jobs) - JOBS), say)


def _known(paper: Paper | None) -> Document | None:
    return paper  # type: ignore[return-value]  # every builder makes one of Document's kinds

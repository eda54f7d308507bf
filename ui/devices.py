"""The glue to paper: the station's open print jobs go to its printer, in order, once (design §6).

The hall's « post » view lists the jobs with their documents. Before the first byte the station
orders `StartPrint`; after the printer's own fence `FinishPrint`; `FailPrint` while nothing has
gone out; `DoubtPrint` when nobody knows, and then a person decides. PRT-009, PRT-010, GEN-022.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from core.papers import JobState
from core.views.post import Post, PostJob
from printers import (
    PROFILES,
    Done,
    Doubtful,
    Event,
    Failed,
    Job,
    Pace,
    Profile,
    Spool,
    Started,
    Waiting,
    open_transport,
    profile_for,
)
from printers.transports import Transport
from ui.link import Line, Refused, View
from ui.settings import PrinterSettings

LOG = logging.getLogger(__name__)
CLOSING_S = 2.0
DEFAULT_PROFILE = "epson-80"

CAUSES = {
    "CAPOT_OUVERT": "le capot est ouvert",
    "PLUS_DE_PAPIER": "il n'y a plus de papier",
    "ERREUR": "l'imprimante signale une erreur",
    "HORS_LIGNE": "l'imprimante est hors ligne",
    "PAS_DE_REPONSE": "l'imprimante ne répond pas",
    "INJOIGNABLE": "l'imprimante est injoignable",
    "COMPOSITION": "le document ne peut pas être composé",
    "DOCUMENT_INCONNU": "le document n'existe pas",
    "SANS_CONFIRMATION": "l'imprimante n'a pas confirmé la fin",
    "LIAISON_COUPEE": "la liaison avec l'imprimante a été coupée",
    "NE_PREND_PLUS_RIEN": "l'imprimante s'est arrêtée en route",
    "ARRETE": "le poste a été arrêté pendant l'impression",
    "POSTE_REDEMARRE": "le poste a redémarré pendant l'impression",
    "ARRET_DU_SYSTEME": "la salle s'est arrêtée pendant l'impression",
}


def cause_in_words(cause: str) -> str:
    """Why a paper does not come out, in French; an unknown cause as it is."""
    return CAUSES.get(cause, cause)


def printer_options(parser: argparse.ArgumentParser) -> None:
    """`--printer URL` and `--printer-profile NOM`, the same for every program that prints."""
    parser.add_argument(
        "--printer",
        default="",
        metavar="URL",
        help="imprimante : tcp://HÔTE:9100, serial:PORT, usb:FICHIER, file:FICHIER, preview:DOSSIER",
    )
    parser.add_argument(
        "--printer-profile",
        default=DEFAULT_PROFILE,
        choices=sorted(PROFILES),
        help=f"modèle de l'imprimante ({DEFAULT_PROFILE})",
    )


def printing_from(
    options: argparse.Namespace, hall: Line, own: PrinterSettings | None = None
) -> Printing | None:
    """The printer that the options name; None without one. Raises ValueError for a bad address.

    What the station's file says of its printer (`own`) is not said of another named by hand.
    """
    if not options.printer:
        return None
    url, profile = options.printer, options.printer_profile
    meant = own and (url, profile) == (own.url, own.profile or DEFAULT_PROFILE)
    changes = own.changes if own and meant else {}
    return Printing(hall, open_transport(url), profile_for(url, profile, changes))


class Printing:
    """One printer of one station. `start` inside an event loop, `close` before the line closes."""

    def __init__(
        self,
        hall: Line,
        transport: Transport,
        profile: Profile | None = None,
        pace: Pace | None = None,
    ) -> None:
        self.hall = hall
        self._spool = Spool(transport, profile or Profile(), self._told, pace)
        self._begun: set[int] = set()  # started in this run: their end is the spool's to tell
        self._given_up: set[int] = set()
        self._waits: dict[str, str] = {}  # job -> the cause that the hall has been told
        self._post: Post | None = None
        self._news = asyncio.Event()
        self._unwatch: Callable[[], None] | None = None
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Watches the station's post and prints what it finds, until closed."""
        if self._task is not None:
            return
        await self._spool.__aenter__()
        self._unwatch = self.hall.watch("post", "", self._seen)
        self._task = asyncio.get_running_loop().create_task(self._work(), name="printing")

    async def close(self) -> None:
        """Stops; a job under way is told to the hall as doubtful if the line still stands."""
        if self._unwatch is not None:
            self._unwatch()
            self._unwatch = None
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSING_S):
                await self._spool.close()
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
            self._task = None

    def _seen(self, view: View) -> None:
        self._post = view.read(Post)
        self._news.set()

    async def _work(self) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            for job in self._post.jobs if self._post else ():
                await self._take(job)

    async def _take(self, job: PostJob) -> None:
        if job.state is JobState.STARTED and job.job not in self._begun:
            await self._order("DoubtPrint", job.job, cause="POSTE_REDEMARRE")
        elif job.state in (JobState.WAITING, JobState.FAILED) and job.job not in self._given_up:
            if job.document is None:
                await self._give_up(job.job, "DOCUMENT_INCONNU")
            else:
                await self._spool.submit(Job(str(job.job), job.document))

    async def _give_up(self, job: int, cause: str) -> None:
        """A job that this printer can never print is not tried again and again."""
        self._given_up.add(job)
        await self._order("FailPrint", job, cause=cause)

    async def _told(self, event: Event) -> bool | None:
        """What the spool says; False takes a job back that may not start."""
        match event:
            case Started(job=job):
                self._begun.add(int(job.id))
                if await self._order("StartPrint", int(job.id)):
                    return True
                self._begun.discard(int(job.id))
                return False
            case Waiting(job=job, cause=cause):
                if self._waits.get(job.id) != cause and await self._order(
                    "FailPrint", int(job.id), cause=cause
                ):
                    self._waits = {job.id: cause}
            case Failed(job=job, cause=cause, started=False):
                await self._give_up(int(job.id), cause)
            case Failed(job=job, cause=cause) | Doubtful(job=job, cause=cause):
                # Some of it may lie there: a second paper would be a DUPLICATA, a person decides.
                await self._order("DoubtPrint", int(job.id), cause=cause)
            case Done(job=job):
                await self._order("FinishPrint", int(job.id))
        return None

    async def _order(self, order: str, job: int, **fields: Any) -> bool:
        """Gives the order and says whether it holds. A refusal is the hall's last word."""
        try:
            await self.hall.order(order, job=job, **fields)
        except Refused as refused:
            LOG.warning("%s %s: %s", order, job, refused)
            return False
        return True

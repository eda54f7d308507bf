"""What happens to a job on its way to paper, as the spool tells it (design §6)."""

from __future__ import annotations

import msgspec

from core.documents import Document


class Job(msgspec.Struct, frozen=True):
    """What to print. `id` is the hall's; the copy number is the document's own."""

    id: str
    document: Document


class Waiting(msgspec.Struct, frozen=True):
    """Nothing was sent: the job goes out, as it is, when the cause is gone.

    CAPOT_OUVERT, PLUS_DE_PAPIER, ERREUR, HORS_LIGNE, PAS_DE_REPONSE, INJOIGNABLE.
    """

    job: Job
    cause: str


class Started(msgspec.Struct, frozen=True):
    """The next thing is the first byte. A callback that answers False takes the job back."""

    job: Job


class Done(msgspec.Struct, frozen=True):
    """Printed to the last cut; `confirmed` False where the printer cannot say so."""

    job: Job
    confirmed: bool


class Failed(msgspec.Struct, frozen=True):
    """Not printed whole, for certain.

    `started`: the printer itself said that it stopped, some of it may lie there; print it again as
    DUPLICATA. Not started: the document cannot be composed (COMPOSITION); nothing was sent.
    """

    job: Job
    cause: str
    started: bool = True


class Doubtful(msgspec.Struct, frozen=True):
    """Started, `sent` of its bytes gone, and no word since: look at the paper, then decide.

    SANS_CONFIRMATION, LIAISON_COUPEE, NE_PREND_PLUS_RIEN, ARRETE.
    """

    job: Job
    cause: str
    sent: int


class RollLow(msgspec.Struct, frozen=True):
    """The roll nears its end, or is new again."""

    low: bool


Event = Waiting | Started | Done | Failed | Doubtful | RollLow

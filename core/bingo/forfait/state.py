"""*Bingo au forfait*: terms, registrations, exchange, pools (art. 66-1-9; FOR-010 to FOR-036)."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from core.rules import Refusal, State


class Terms(msgspec.Struct, frozen=True):
    """What one forfait costs and gives in one *séance* (FOR-011); amounts in cents.

    `capacity` is how many forfaits the room can seat: it sets the size of the series.
    """

    prix_c: int
    part_cartons_c: int
    droits_c: int
    cartons: int
    parties: int
    capacity: int = 400


class Offer(State):
    """A forfait on sale: one *séance*, or several at one price (FOR-015). Parts in order of `seances`."""

    seances: tuple[str, ...]
    part_cartons_c: int
    droits_c: int
    parts_c: tuple[int, ...]

    @property
    def prix_c(self) -> int:
        return self.part_cartons_c + self.droits_c


class Registrations(StrEnum):
    FERMEES = "FERMEES"
    OUVERTES = "OUVERTES"
    CLOSES = "CLOSES"
    LOTS_ALLOUES = "LOTS_ALLOUES"
    ANNONCEES = "ANNONCEES"


class Status(StrEnum):
    """SM-05, held for each covered *séance*."""

    PREINSCRIT = "PREINSCRIT"
    VALIDE = "VALIDE"
    PAYE = "PAYE"
    ECHANGE = "ECHANGE"
    EN_JEU = "EN_JEU"
    CONSOMME = "CONSOMME"
    NON_PRESENTE = "NON_PRESENTE"
    ABANDONNE = "ABANDONNE"
    BLOQUE_EXCLUSION = "BLOQUE_EXCLUSION"
    REMBOURSE_TOTAL = "REMBOURSE_TOTAL"
    REMBOURSE_PRORATA = "REMBOURSE_PRORATA"
    EXCLU = "EXCLU"


class Exchange(State):
    """Cartons given for a receipt: `first` to `last` in every *partie* from `from_partie` on.

    `came_at` is the first *partie* that was handed out; a replay may then serve an earlier one.
    """

    first: int
    last: int
    from_partie: int
    at: str
    came_at: int = 0


class Registration(State):
    """A *bulletin* and, once paid, its *récépissé* with the same number (FOR-016, FOR-017)."""

    number: int
    person: str
    offer: str
    count: int
    channel: str
    at: str
    status: dict[str, Status] = {}  # by séance
    checked_by: str = ""
    paid_at: str = ""
    paid_by: str = ""
    means: str = ""
    reference: str = ""
    prix_c: int = 0
    station: str = ""  # where it was taken: a kiosk's player gives up his own only
    exchanges: dict[str, Exchange] = {}
    declined: dict[str, list[int]] = {}  # by séance: replays he was paid for instead (FOR-037)
    undone: list[str] = []  # séances whose sale to him was taken back whole
    admitted: dict[str, bool] = {}  # by séance: what the directeur de séance decided (FOR-050)

    @property
    def paid(self) -> bool:
        return bool(self.paid_at)


class Pools(msgspec.Struct, frozen=True):
    """The sealed allocation (FOR-023 to FOR-026); `quine_c[i]` is for *partie* i+1."""

    base_c: int
    retenue_c: int
    quine_c: tuple[int, ...]
    bingo_c: tuple[int, ...]
    seal: str


class Contribution(State):
    """A promotional addition (FOR-033): cash, or an object with its declared value."""

    partie: int
    combination: str
    cash_c: int
    object: str
    value_c: int


class Stopped(State):
    """The account of a stop (FOR-045), cents: what was owed, and out of which money."""

    at: str
    by: str
    unplayed: int
    refunds_c: int
    retenue_c: int  # retention of the unplayed share, returned
    lots_c: int  # lots nobody can win any more
    maison_c: int  # what the casino adds
    surplus_c: int  # what goes to the orphelins


class Forfait(State):
    """The forfait side of a *séance*. `next_number` is the next free carton of its series."""

    terms: Terms
    registrations: Registrations = Registrations.FERMEES
    commitment: str = ""  # of seed_a, made when registrations open
    sold: int = 0
    base_c: int = 0
    fees_c: int = 0
    exchange_open: bool = False
    next_number: int = 1
    pools: Pools | None = None
    contributions: list[Contribution] = []
    numbers: list[int] = []  # the registrations that cover this séance
    retention_used: dict[int, int] = {}  # by partie, cents paid back to who declined its replay
    stopped: Stopped | None = None

    @property
    def retention_returned_c(self) -> int:
        """What the *cagnotte* has given back to the players, cents."""
        stopped_c = self.stopped.retenue_c if self.stopped else 0
        return sum(self.retention_used.values()) + stopped_c

    def must_be(self, *states: Registrations) -> None:
        if self.registrations not in states:
            raise Refusal("INSCRIPTIONS_DANS_UN_AUTRE_ETAT", state=self.registrations)

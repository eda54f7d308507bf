"""A *séance* of bingo: what is planned, appointed, tested, open, closed (SM-01, SM-06; GEN-009)."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from core.bingo.forfait.state import Forfait
from core.bingo.partie.state import Partie
from core.rules import Kind, Refusal, State
from core.site import Parameters


class Stage(StrEnum):
    """The states of SM-01; PUBLIEE is the branch of SM-06 before the tests."""

    CREEE = "CREEE"
    PUBLIEE = "PUBLIEE"
    EN_TEST = "EN_TEST"
    OUVERTE = "OUVERTE"
    EN_CLOTURE = "EN_CLOTURE"
    FERMEE = "FERMEE"
    ABANDONNEE = "ABANDONNEE"


class Mode(StrEnum):
    """How balls come out: a sphere whose ball is typed, or the approved generator (BIN-002)."""

    SPHERE = "SPHERE"
    ELECTRONIQUE = "ELECTRONIQUE"


class Lieu(StrEnum):
    SALLE = "SALLE"
    ANNEXE = "ANNEXE"


class Notice(State):
    """A notice to an authority, REG-13. `subject`: ORGANISATION, REGLEMENT_INTERIEUR, PERSONNEL."""

    subject: str
    sent_on: str
    means: str
    attachment: str = ""  # SHA-256 of what was sent
    no: int = 0  # its line in the register, over all séances


class TestResult(State):
    passed: bool
    measure: str
    tester: str
    at: str


class Equipment(State):
    """The opening tests of art. 66-1-2, kept for REG-02."""

    tests: dict[str, TestResult] = {}
    balls: int = 0
    blank: list[int] = []
    blank_started_at: str = ""
    blank_ended_at: str = ""
    cartons_perfect: bool = False

    @property
    def blank_draw_done(self) -> bool:
        return bool(self.blank_ended_at)

    def missing(self) -> list[int]:
        return sorted(set(range(1, 91)) - set(self.blank))


class CountedBox(State):
    """The physical count of the *cagnotte* (art. 66-1-5, BIN-055), cents by denomination."""

    counted_c: int
    explanation: str
    cashier: str
    pieces: dict[int, int] = {}


class Seal(State):
    """The signed line of the journal that closes a *séance*; printed on its ticket (design §4)."""

    seq: int
    line: str
    signature: str


class Archived(State):
    """A winning carton in our hands, REG-04: kept twenty-eight days (art. 66-1-1)."""

    partie: int
    serie: int
    number: int
    at: str
    by: str
    destroyed_at: str = ""
    destroyed_by: str = ""
    witness: str = ""


class Decision(State):
    """A line of REG-25."""

    at: str
    seance: str
    author: str
    subject: str
    text: str
    base: str


class Seance(State):
    """`parties` are numbered from 1; `partie_n` is the one in course, 0 before the first."""

    id: str
    season: int
    number: int
    kind: Kind
    day: str
    time: str
    lieu: Lieu
    mode: Mode
    parameters: Parameters
    planned_by: str
    forfait: Forfait
    stage: Stage = Stage.CREEE
    lieu_checks: tuple[str, ...] = ()
    notices: list[Notice] = []
    mcd: str = ""
    mcd_left_ms: int | None = None
    directeur: str = ""
    animateur: str = ""
    equipment: Equipment = msgspec.field(default_factory=Equipment)
    temporaries: list[str] = []
    opened_at: str = ""
    closed_at: str = ""
    parties: dict[int, Partie] = {}
    past: list[Partie] = []  # cancelled attempts, in order
    partie_n: int = 0
    break_until_ms: int | None = None
    seed_a_revealed: bool = False
    count: CountedBox | None = None
    archive: list[Archived] = []
    false_claims: dict[str, int] = {}  # by person, over the evening (BIN-033)
    seal: Seal | None = None

    @property
    def partie(self) -> Partie:
        """The *partie* in course. Refuses where there is none."""
        partie = self.parties.get(self.partie_n)
        if partie is None:
            raise Refusal("AUCUNE_PARTIE")
        return partie

    @property
    def running(self) -> Partie | None:
        """The *partie* that is neither validated nor cancelled, if any."""
        partie = self.parties.get(self.partie_n)
        return partie if partie is not None and not partie.phase.over else None

    def must_be(self, *stages: Stage) -> None:
        if self.stage not in stages:
            raise Refusal("SEANCE_DANS_UN_AUTRE_ETAT", stage=self.stage, seance=self.id)

    def account(self, name: str) -> str:
        """The name of one of its accounts in the books: cartons, droits, lots, cagnotte…"""
        return f"{self.id}/{name}"

"""A *séance* of bingo: what is planned, appointed, tested, open, closed (SM-01, SM-06; GEN-009)."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from core.bingo.forfait.state import Forfait
from core.bingo.partie.state import Partie, Phase
from core.rules import Kind, Refusal, State
from core.site import Parameters


class Stage(StrEnum):
    """The states of SM-01; PUBLIEE and ANNULEE are branches of SM-06. A stop leads to EN_CLOTURE."""

    CREEE = "CREEE"
    PUBLIEE = "PUBLIEE"
    EN_TEST = "EN_TEST"
    OUVERTE = "OUVERTE"
    SUSPENDUE = "SUSPENDUE"
    EN_CLOTURE = "EN_CLOTURE"
    FERMEE = "FERMEE"
    ABANDONNEE = "ABANDONNEE"
    ANNULEE = "ANNULEE"


class Mode(StrEnum):
    """How balls come out: a sphere whose ball is typed, or the approved generator (BIN-002)."""

    SPHERE = "SPHERE"
    ELECTRONIQUE = "ELECTRONIQUE"


class Lieu(StrEnum):
    SALLE = "SALLE"
    ANNEXE = "ANNEXE"


class Notice(State):
    """A notice to an authority, REG-13. `subject`: ORGANISATION, REGLEMENT_INTERIEUR, PERSONNEL…

    `sent_on` is a day, or a moment where hours or minutes count.
    """

    subject: str
    sent_on: str
    means: str
    attachment: str = ""  # SHA-256 of what was sent
    no: int = 0  # its line in the register, over all séances
    by: str = ""
    in_time: bool = True  # where the law counts hours: judged when it was given
    day: str = ""  # the day of the séance when it was given; empty: as it is now
    answered_on: str = ""
    refused: bool = False  # the ministry's answer to the house rules (FOR-005)


class NoticeDue(State):
    """An authority that has still to be told, in the open until somebody enters when it was.

    `subject`: SUSPENSION, ARRET, RAPPORT, DERNIERE_HEURE (FOR-041, FOR-046).
    """

    subject: str
    since: str


class Move(State):
    """The date and hour before a change; `copies` says which papers still state them (FOR-043)."""

    day: str
    time: str
    at: str
    copies: dict[int, int] = {}  # receipt -> its copy in force then


class SeanceSuspension(State):
    """By the *directeur de séance*, without legal limit (D-57). Hall milliseconds."""

    since_ms: int
    reminded_ms: int
    at: str
    reason: str


class Expulsion(State):
    """A line of REG-14: everything a person holds in this *séance*; for good without `until_ms`."""

    person: str
    numbers: tuple[int, ...]
    reason: str
    text: str
    at: str
    by: str
    partie: int
    unplayed: int  # parties not played then, the one in course included (D-55)
    since_ms: int
    until_ms: int | None = None
    until: str = ""
    granted_c: int = 0

    @property
    def definitive(self) -> bool:
        return self.until_ms is None

    def holds(self, ms: int) -> bool:
        return self.until_ms is None or ms < self.until_ms


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
    suspension: SeanceSuspension | None = None
    due: list[NoticeDue] = []
    moves: list[Move] = []
    expulsions: list[Expulsion] = []

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

    def expelled(self, person: str, ms: int) -> Expulsion | None:
        """The expulsion that keeps a person out at this moment, if any (FOR-047)."""
        for expulsion in self.expulsions:
            if expulsion.person == person and expulsion.holds(ms):
                return expulsion
        return None

    def unplayed(self) -> int:
        """*Parties* whose bingo is not closed: they count as unplayed (D-55)."""
        played = (Phase.TERMINEE, Phase.VALIDEE)
        done = sum(partie.phase in played for partie in self.parties.values())
        return self.forfait.terms.parties - done

    def stated(self, number: int, copy: int) -> tuple[str, str]:
        """The day and hour that a copy of a receipt states: a change leaves papers as they are."""
        for move in self.moves:
            if copy <= move.copies.get(number, -1):
                return move.day, move.time
        return self.day, self.time

    def account(self, name: str) -> str:
        """The name of one of its accounts in the books: cartons, droits, lots, cagnotte…"""
        return f"{self.id}/{name}"

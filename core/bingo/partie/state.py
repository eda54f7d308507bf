"""One *partie*: its phase, lots, balls, claims and winners (SM-02, SM-03; art. 66-1-2)."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from core.rules import Refusal, State

BALLS = 90


class Phase(StrEnum):
    """SM-02 as a forfait *partie* goes through it."""

    LOTS_CALCULES = "LOTS_CALCULES"
    LOTS_ANNONCES = "LOTS_ANNONCES"
    TIRAGE_QUINE = "TIRAGE_QUINE"
    CONTROLE_QUINE = "CONTROLE_QUINE"
    ATTENTE_AUTRES_QUINE = "ATTENTE_AUTRES_QUINE"
    TIRAGE_BINGO = "TIRAGE_BINGO"
    CONTROLE_BINGO = "CONTROLE_BINGO"
    ATTENTE_AUTRES_BINGO = "ATTENTE_AUTRES_BINGO"
    TERMINEE = "TERMINEE"
    VALIDEE = "VALIDEE"
    SUSPENDUE = "SUSPENDUE"
    ANNULEE = "ANNULEE"

    @property
    def over(self) -> bool:
        return self in (Phase.VALIDEE, Phase.ANNULEE)

    @property
    def drawing(self) -> bool:
        return self in (Phase.TIRAGE_QUINE, Phase.TIRAGE_BINGO)

    @property
    def checking(self) -> bool:
        return self in (Phase.CONTROLE_QUINE, Phase.CONTROLE_BINGO)

    @property
    def waiting(self) -> bool:
        return self in (Phase.ATTENTE_AUTRES_QUINE, Phase.ATTENTE_AUTRES_BINGO)


class Combination(StrEnum):
    QUINE = "quine"
    BINGO = "bingo"


class Verdict(StrEnum):
    """The first failing check gives the verdict (BIN-032, SM-03)."""

    VALIDE = "VALIDE"
    NON_COMPLETE = "NON_COMPLETE"
    CARTE_INCONNUE = "CARTE_INCONNUE"
    SIGNATURE_QR_INVALIDE = "SIGNATURE_QR_INVALIDE"
    NON_VENDUE = "NON_VENDUE"
    AUTRE_SEANCE = "AUTRE_SEANCE"
    AUTRE_PARTIE = "AUTRE_PARTIE"
    REMBOURSEE = "REMBOURSEE"
    ECARTEE = "ECARTEE"
    EXCLUE = "EXCLUE"
    SUSPENDUE = "SUSPENDUE"
    QUINE_DEJA_GAGNEE = "QUINE_DEJA_GAGNEE"
    PHASE_CLOSE = "PHASE_CLOSE"
    DEJA_VALIDEE = "DEJA_VALIDEE"
    TROP_TOT = "TROP_TOT"
    LITIGE = "LITIGE"


class Claim(State):
    """A carton that was checked; `row` is the winning row from 0, or -1.

    `held` says that it was valid until a dispute: only such a claim can become valid again.
    """

    number: int
    combination: Combination
    rank: int
    verdict: Verdict
    serial: str = ""
    row: int = -1
    missing: tuple[int, ...] = ()
    held: bool = False


class Stop(State):
    """The draw stands still: a claim was called. `waiting` claims still want their verdict.

    `window_ms` is the hall millisecond at which « y a-t-il une autre ? » may be closed.
    """

    rank: int
    word: Combination | None
    waiting: int = 1
    window_ms: int | None = None
    claims: list[Claim] = []


class Lot(State):
    """One lot: played for, by whom it was won. `carried_c` came from earlier *parties* (FOR-030)."""

    allocated_c: int
    carried_c: int = 0
    complement_c: int = 0
    object: str = ""
    rank: int | None = None
    closed: bool = False
    shares: dict[int, int] = {}  # carton number -> cents
    object_to: int | None = None

    @property
    def played_c(self) -> int:
        return self.allocated_c + self.carried_c + self.complement_c

    def anew(self) -> Lot:
        return Lot(self.allocated_c, self.carried_c, self.complement_c, self.object)

    @property
    def won(self) -> bool:
        return bool(self.shares)


def together(*objects: str) -> str:
    """Lots in kind on one lot, in the house's own words: « vélo + casque »."""
    return " + ".join(filter(None, objects))


class Suspension(State):
    """`since_ms` starts the fifteen minutes; `before` is the phase to come back to (BIN-060).

    `limited` is False while the whole *séance* is suspended: that has no legal limit (D-57).
    """

    since_ms: int
    cause: str
    before: Phase
    limited: bool = True


class Partie(State):
    """`sold_last` cartons 1…n of its series are in play once frozen; numbers of a series only."""

    n: int
    attempt: int
    game_id: str
    serie: int
    key: str
    size: int
    algorithm: str
    commitment: str
    exceptions: dict[int, int] = {}
    digest: str = ""  # of all cartons of the series, as certified
    phase: Phase = Phase.LOTS_CALCULES
    started: bool = False  # PreparePartie was given
    quine: Lot = msgspec.field(default_factory=lambda: Lot(0))
    bingo: Lot = msgspec.field(default_factory=lambda: Lot(0))
    sold_last: int = 0
    sold_root: str = ""
    frozen: bool = False
    public: str = ""
    balls: list[int] = []
    last_ball_ms: int = 0
    typed: int | None = None  # sphere: shown to the animateur, not yet displayed (BIN-002)
    stop: Stop | None = None
    last_call_ms: int | None = None
    false_claims: int = 0
    disputes: list[int] = []
    rejected: list[int] = []  # by the committee's member: scanned again, still LITIGE (BIN-046)
    suspension: Suspension | None = None
    recovered: list[int] = []
    recovered_by: dict[int, str] = {}
    lost: list[int] = []
    revealed: str = ""
    drawn_at: str = ""
    ended_at: str = ""
    validated_at: str = ""
    validated_by: str = ""
    sealed: bool = False
    shouts: dict[str, Combination] = {}  # rehearsal: who called out, not yet checked

    @property
    def rank(self) -> int:
        return len(self.balls)

    def lot(self, combination: Combination) -> Lot:
        return self.quine if combination is Combination.QUINE else self.bingo

    @property
    def open_combination(self) -> Combination:
        return Combination.BINGO if self.quine.closed else Combination.QUINE

    def must_be(self, *phases: Phase) -> None:
        if self.phase not in phases:
            raise Refusal("PARTIE_DANS_UNE_AUTRE_PHASE", phase=self.phase, partie=self.n)

    @property
    def standing(self) -> Stop:
        if self.stop is None:
            raise Refusal("AUCUNE_RECLAMATION")
        return self.stop

    def replays(self, cancelled: Partie) -> None:
        """A replay plays for the very same lots (FOR-037); nothing that was won counts (D-27)."""
        self.quine, self.bingo = cancelled.quine.anew(), cancelled.bingo.anew()

    def winners(self) -> list[int]:
        """Every winning carton, quine and bingo, lowest first; each paper is recovered once."""
        return sorted({*self.quine.shares, *self.bingo.shares})

    def to_recover(self) -> list[int]:
        settled = {*self.recovered, *self.lost}
        return [number for number in self.winners() if number not in settled]

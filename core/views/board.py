"""What the room sees: never blank, never a future ball, never a name, never a future amount.

DSP-001, 002, 005, 006, 007, 008; BIN-027, BIN-028, FOR-028, GEN-022, GEN-023.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

import msgspec

from core.bingo.forfait.state import Registrations
from core.bingo.partie.state import Claim, Combination, Lot, Partie, Phase, Verdict
from core.bingo.seance.state import Seance, Stage
from core.codes import Serial
from core.views.cartons import ShownCarton, shown
from core.views.lens import Lens

if TYPE_CHECKING:
    from core.house import House


class Scene(StrEnum):
    """What the board is about now."""

    ATTENTE = "ATTENTE"
    PROGRAMME = "PROGRAMME"
    ESSAIS = "ESSAIS"
    ECHANGE = "ECHANGE"
    PAUSE = "PAUSE"
    LOTS = "LOTS"
    TIRAGE = "TIRAGE"
    VERIFICATION = "VERIFICATION"
    AUTRES = "AUTRES"
    GAGNANTS = "GAGNANTS"
    SUSPENDUE = "SUSPENDUE"
    ANNULEE = "ANNULEE"
    CLOTURE = "CLOTURE"


class ShownSeance(msgspec.Struct, frozen=True):
    id: str
    day: str
    time: str
    stage: Stage
    mode: str
    registrations: Registrations
    mcd: str
    directeur: str
    prix_c: int
    part_cartons_c: int
    droits_c: int
    cartons: int
    parties: int
    sold: int
    exchanged: int
    quine_c: int | None
    bingo_c: int | None
    stopped: bool = False  # by its directeur: what was not played is refunded (FOR-044)


class ShownLot(msgspec.Struct, frozen=True):
    """`shares` pairs serials with cents; amounts of *parties* to come are never here."""

    lot_c: int
    complement_c: int
    object: str
    closed: bool
    rank: int | None
    shares: tuple[tuple[str, int], ...]


class ShownPartie(msgspec.Struct, frozen=True):
    n: int
    attempt: int
    phase: Phase
    quine: ShownLot
    bingo: ShownLot
    serie: int
    sold: int
    commitment: str
    public: str
    typed: int | None
    balls: tuple[int, ...]
    frozen: bool
    last_call_ms: int | None


class ShownClaim(msgspec.Struct, frozen=True):
    combination: Combination
    verdict: Verdict
    serial: str
    missing: tuple[int, ...]
    carton: ShownCarton | None


class Board(msgspec.Struct, frozen=True):
    """Everything the big board draws. `window_ms`, `resume_before_ms`, `break_until_ms` count down."""

    house: str
    rehearsal: bool
    scene: Scene
    seance: ShownSeance | None = None
    partie: ShownPartie | None = None
    blank: tuple[int, ...] = ()
    claim: ShownClaim | None = None
    word: Combination | None = None
    window_ms: int | None = None
    resume_before_ms: int | None = None
    break_until_ms: int | None = None
    announcement: str = ""
    programme: tuple[ShownSeance, ...] = ()
    rules: bool = False


def board(house: House, lens: Lens) -> Board:
    seance = house.bingo.current()
    announced = house.speech.last.text if house.speech.last else ""
    if seance is None:
        coming = tuple(
            shown_seance(house, coming, lens) for coming in _programme(house, lens.now.at[:10])
        )
        scene = Scene.PROGRAMME if coming else Scene.ATTENTE
        return Board(
            house.site.name,
            house.site.rehearsal,
            scene,
            programme=coming,
            announcement=announced,
            rules=bool(house.site.rules_digest),
        )
    partie = seance.parties.get(seance.partie_n)
    stop = partie.stop if partie else None
    return Board(
        house.site.name,
        house.site.rehearsal,
        scene_of(seance, partie),
        shown_seance(house, seance, lens),
        shown_partie(partie) if partie else None,
        tuple(seance.equipment.blank) if seance.stage is Stage.EN_TEST else (),
        shown_claim(partie, stop.claims[-1]) if partie and stop and stop.claims else None,
        stop.word if stop else None,
        stop.window_ms if stop else None,
        _resume_before(house, partie),
        seance.break_until_ms,
        announced,
        rules=bool(house.site.rules_digest),
    )


def _programme(house: House, today: str) -> list[Seance]:
    """The published *séances* that are still to come, nearest first."""
    coming = [
        s for s in house.bingo.seances.values() if s.stage is Stage.PUBLIEE and s.day >= today
    ]
    return sorted(coming, key=lambda seance: (seance.day, seance.time))[:6]


def scene_of(seance: Seance, partie: Partie | None) -> Scene:
    if seance.stage is Stage.EN_TEST:
        return Scene.ESSAIS
    if seance.stage in (Stage.EN_CLOTURE, Stage.FERMEE):
        return Scene.CLOTURE
    if seance.stage is Stage.SUSPENDUE:
        return Scene.SUSPENDUE
    if partie is not None and not partie.phase.over:
        return SCENES[partie.phase]
    if seance.break_until_ms is not None:
        return Scene.PAUSE
    if partie is not None:
        return Scene.ANNULEE if partie.phase is Phase.ANNULEE else Scene.GAGNANTS
    return Scene.ECHANGE


SCENES = {
    Phase.LOTS_CALCULES: Scene.LOTS,
    Phase.LOTS_ANNONCES: Scene.LOTS,
    Phase.TIRAGE_QUINE: Scene.TIRAGE,
    Phase.TIRAGE_BINGO: Scene.TIRAGE,
    Phase.CONTROLE_QUINE: Scene.VERIFICATION,
    Phase.CONTROLE_BINGO: Scene.VERIFICATION,
    Phase.ATTENTE_AUTRES_QUINE: Scene.AUTRES,
    Phase.ATTENTE_AUTRES_BINGO: Scene.AUTRES,
    Phase.TERMINEE: Scene.GAGNANTS,
    Phase.SUSPENDUE: Scene.SUSPENDUE,
}


def shown_seance(house: House, seance: Seance, lens: Lens) -> ShownSeance:
    forfait = seance.forfait
    pools = forfait.pools if forfait.registrations is Registrations.ANNONCEES else None
    exchanged = sum(
        house.bingo.registrations[number].count
        for number in forfait.numbers
        if seance.id in house.bingo.registrations[number].exchanges
    )
    return ShownSeance(
        seance.id,
        seance.day,
        seance.time,
        seance.stage,
        seance.mode,
        forfait.registrations,
        lens.name(seance.mcd),
        lens.name(seance.directeur),
        forfait.terms.prix_c,
        forfait.terms.part_cartons_c,
        forfait.terms.droits_c,
        forfait.terms.cartons,
        forfait.terms.parties,
        forfait.sold,
        exchanged,
        sum(pools.quine_c) if pools else None,
        sum(pools.bingo_c) if pools else None,
        forfait.stopped is not None,
    )


def shown_partie(partie: Partie) -> ShownPartie:
    """Lots appear once the *partie* is prepared; its seed and its future balls never (DSP-008)."""
    return ShownPartie(
        partie.n,
        partie.attempt,
        partie.phase,
        _lot(partie, partie.quine),
        _lot(partie, partie.bingo),
        partie.serie,
        partie.sold_last,
        partie.commitment[:8],
        partie.public,
        partie.typed,
        tuple(partie.balls),
        partie.frozen,
        partie.last_call_ms,
    )


def _lot(partie: Partie, lot: Lot) -> ShownLot:
    shares = tuple((str(Serial(partie.serie, n)), cents) for n, cents in sorted(lot.shares.items()))
    return ShownLot(lot.played_c, lot.complement_c, lot.object, lot.closed, lot.rank, shares)


def shown_claim(partie: Partie, claim: Claim) -> ShownClaim:
    """The carton is drawn only when it plays in this *partie*; else the verdict says it all."""
    ours = claim.serial == str(Serial(partie.serie, claim.number)) and claim.number <= partie.size
    carton = shown(partie, claim.number, claim.row) if ours and claim.number else None
    return ShownClaim(claim.combination, claim.verdict, claim.serial, claim.missing, carton)


def _resume_before(house: House, partie: Partie | None) -> int | None:
    from core.site import SUSPENSION_MAX_MS

    if partie is None or partie.suspension is None or not partie.suspension.limited:
        return None  # a séance suspended by its directeur has no limit (D-57)
    return partie.suspension.since_ms + SUSPENSION_MAX_MS

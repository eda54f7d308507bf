"""What the board says in each of its states, as words: pure, a view in, a picture out.

Never a name, never a future ball, never an amount of a *partie* to come: the view has none.
DSP-001 to DSP-008, BIN-018, BIN-031, BIN-036, FOR-028, GEN-023.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from assets.words import words
from core.bingo.forfait.state import Registrations
from core.bingo.partie.state import Phase, Verdict
from core.bingo.seance.state import Stage
from core.views.board import Board, Scene, ShownClaim, ShownLot, ShownPartie, ShownSeance
from display.poster import Level, Tone, Words

GIANT, LARGE, TEXT = Level.GIANT, Level.LARGE, Level.TEXT
ACCENT, CARE, MUTED = Tone.ACCENT, Tone.CARE, Tone.MUTED
WINNERS = 6  # cartons listed of one lot; « et 3 autres » tells the rest


class Shape(StrEnum):
    """What fills the board."""

    POSTER = "poster"
    NUMBERS = "numbers"
    CARTON = "carton"


@dataclass(frozen=True)
class Picture:
    """`over` stands above the numbers or the carton, `under` below; a poster has `over` alone."""

    shape: Shape
    over: tuple[Words, ...] = ()
    under: tuple[Words, ...] = ()
    beside: tuple[Words, ...] = ()
    drawn: tuple[int, ...] = ()
    claim: ShownClaim | None = None


def picture(view: Board, left_ms: int | None) -> Picture:
    """`left_ms` is what is left of the countdown of this scene, None when nothing counts."""
    return SCENES[view.scene](view, left_ms)


def deadline(view: Board) -> int | None:
    """The hall millisecond that this scene counts down to."""
    return {
        Scene.SUSPENDUE: view.resume_before_ms,
        Scene.AUTRES: view.window_ms,
        Scene.PAUSE: view.break_until_ms,
    }.get(view.scene)


def clock(left_ms: int) -> str:
    """899 001 -> « 15:00 »: the second that is running counts."""
    minutes, seconds = divmod(max(-(-left_ms // 1_000), 0), 60)
    return f"{minutes}:{seconds:02d}"


def euros(cents: int) -> str:
    """« 1 212,00 € »."""
    return words("fr").amount(cents).replace("\u00a0", " ")


def day(iso: str) -> str:
    """« 10/01 »."""
    return f"{iso[8:10]}/{iso[5:7]}"


def phase_name(view: Board) -> str:
    """What every state shows of itself (DSP-001)."""
    partie, seance = view.partie, view.seance
    label = words("fr").label
    if held(view):
        return "Séance suspendue"
    if called_off(view):
        return "Séance arrêtée"
    if partie is not None and seance is not None and view.scene in IN_PARTIE:
        return f"Partie {partie.n} sur {seance.parties} - {label(f'phase.{partie.phase}')}"
    if view.scene is Scene.ECHANGE and seance is not None:
        return f"Inscriptions {label(f'registrations.{seance.registrations}')}"
    return NAMES[view.scene]


def held(view: Board) -> bool:
    """The whole *séance* is suspended, and no law counts the minutes (FOR-046)."""
    return view.seance is not None and view.seance.stage is Stage.SUSPENDUE


def called_off(view: Board) -> bool:
    """The *séance* was stopped before its end (FOR-044)."""
    return view.scene is Scene.CLOTURE and view.seance is not None and view.seance.stopped


IN_PARTIE = frozenset(
    {*(Scene.LOTS, Scene.TIRAGE, Scene.VERIFICATION, Scene.AUTRES, Scene.GAGNANTS)}
    | {Scene.SUSPENDUE, Scene.ANNULEE}
)
NAMES = {
    Scene.ATTENTE: "Pas de séance en cours",
    Scene.PROGRAMME: "Programme",
    Scene.ESSAIS: "Essais du matériel",
    Scene.PAUSE: "Pause",
    Scene.CLOTURE: "Séance terminée",
}


def _waiting(view: Board, left_ms: int | None) -> Picture:
    return Picture(
        Shape.POSTER,
        (Words("BINGO", GIANT, ACCENT), Words(view.house), Words("Bienvenue", TEXT, MUTED)),
    )


def _programme(view: Board, left_ms: int | None) -> Picture:
    first, *later = view.programme
    given = f"{first.cartons} cartons par partie, {first.parties} parties"
    parts = f"{euros(first.part_cartons_c)} de cartons + {euros(first.droits_c)} de droits"
    return Picture(
        Shape.POSTER,
        (
            Words(f"BINGO LE {day(first.day)}", LARGE, ACCENT),
            Words(first.time, GIANT),
            Words(f"FORFAIT {euros(first.prix_c)}"),
            Words(f"{given} ; {parts}.", TEXT, MUTED),
            *(Words(f"{day(one.day)}  {one.time}  {euros(one.prix_c)}") for one in later),
        ),
    )


def _trials(view: Board, left_ms: int | None) -> Picture:
    if not view.blank:
        over = (
            Words("ESSAIS", GIANT, ACCENT),
            Words("Vérification du matériel avant la séance, sans enjeu.", TEXT, MUTED),
        )
        return Picture(Shape.POSTER, over)
    return Picture(
        Shape.NUMBERS, (Words("TIRAGE À BLANC", GIANT, CARE),), drawn=view.blank,
        beside=(Words("SANS ENJEU", LARGE, CARE),),
    )  # fmt: skip


def _exchange(view: Board, left_ms: int | None) -> Picture:
    seance = view.seance
    assert seance is not None
    if seance.registrations is Registrations.ANNONCEES:
        return Picture(Shape.POSTER, _lots_of_night(seance))
    open_ = seance.registrations is Registrations.OUVERTES
    parts = f"{euros(seance.part_cartons_c)} de cartons + {euros(seance.droits_c)} de droits"
    given = f"{seance.cartons} cartons par partie, {seance.parties} parties"
    return Picture(
        Shape.POSTER,
        (
            Words("INSCRIPTIONS" if open_ else "ÉCHANGE DES RÉCÉPISSÉS", LARGE, ACCENT),
            Words(euros(seance.prix_c), GIANT),
            Words(f"Le forfait : {given} ; {parts}.", TEXT, MUTED),
            Words(f"{seance.sold} VENDUS"),
            Words(f"{seance.exchanged} ÉCHANGÉS"),
        ),
    )


def _lots_of_night(seance: ShownSeance) -> tuple[Words, ...]:
    return (
        Words(f"{seance.parties} PARTIES", LARGE, ACCENT),
        Words("QUINES"),
        Words(euros(seance.quine_c or 0), GIANT),
        Words("BINGOS"),
        Words(euros(seance.bingo_c or 0), GIANT),
        Words(f"{seance.sold} forfaits vendus. Lots de toute la séance.", TEXT, MUTED),
    )


def _pause(view: Board, left_ms: int | None) -> Picture:
    left = clock(left_ms or 0)
    back = "Reprise imminente" if not left_ms else "avant la reprise du jeu"
    return Picture(
        Shape.POSTER,
        (Words("PAUSE", GIANT, ACCENT), Words(left, GIANT), Words(back, TEXT, MUTED)),
    )


def _lots(view: Board, left_ms: int | None) -> Picture:
    partie, seance = view.partie, view.seance
    assert partie is not None and seance is not None
    if partie.typed is not None:
        return Picture(
            Shape.POSTER,
            (
                Words("NUMÉRO DU PUBLIC", LARGE, ACCENT),
                Words(f"{partie.typed} ?", GIANT),
                Words("Il entre dans le tirage dès qu'il est confirmé.", TEXT, MUTED),
            ),
        )
    given = "" if not partie.frozen else f"{partie.sold} cartons en jeu, série {partie.serie:03d}."
    public = f" Numéro du public : {partie.public[6:]}." if partie.public[:6] == "salle:" else ""
    return Picture(
        Shape.POSTER,
        (
            Words(f"PARTIE {partie.n} SUR {seance.parties}", LARGE, ACCENT),
            Words("QUINE"),
            Words(_amount(partie.quine), GIANT),
            Words("BINGO"),
            Words(_amount(partie.bingo), GIANT),
            *_objects(partie),
            Words(given + public, TEXT, MUTED),
        ),
    )


def _amount(lot: ShownLot) -> str:
    return euros(lot.lot_c)


def _objects(partie: ShownPartie) -> tuple[Words, ...]:
    """What is won beside money, and how much of a lot is the house's own addition (FOR-033)."""
    said = []
    for name, lot in (("Quine", partie.quine), ("Bingo", partie.bingo)):
        if lot.complement_c:
            said.append(Words(f"{name} : dont complément {euros(lot.complement_c)}", TEXT))
        if lot.object:
            said.append(Words(f"{name} : et {lot.object}", TEXT))
    return tuple(said)


def _draw(view: Board, left_ms: int | None) -> Picture:
    partie = view.partie
    assert partie is not None
    over: tuple[Words, ...] = ()
    if partie.last_call_ms is not None:
        over = (Words("DERNIER APPEL", GIANT, CARE),)
    return Picture(Shape.NUMBERS, over, beside=_played_for(partie), drawn=partie.balls)


def _played_for(partie: ShownPartie) -> tuple[Words, ...]:
    """The lot that is open, and beneath it what was already won or is still to come."""
    if not partie.quine.closed:
        return (
            Words("QUINE", LARGE, ACCENT),
            Words(_amount(partie.quine), LARGE),
            Words(f"puis bingo {_amount(partie.bingo)}", TEXT, MUTED),
        )
    return (
        Words("BINGO", LARGE, ACCENT),
        Words(_amount(partie.bingo), LARGE),
        Words(f"quine gagnée à la {partie.quine.rank}e boule", TEXT, MUTED),
    )


def _check(view: Board, left_ms: int | None) -> Picture:
    partie, claim = view.partie, view.claim
    assert partie is not None
    title = (Words("VÉRIFICATION", GIANT, CARE),)
    if claim is None:
        word = f"{view.word} ?".upper() if view.word else "STOP"
        beside = (Words(word, LARGE, CARE), Words("Le tirage est arrêté.", TEXT))
        return Picture(Shape.NUMBERS, title, beside=beside, drawn=partie.balls)
    if claim.carton is None:
        said = words("fr").label(f"verdict.{claim.verdict}")
        over = (*title, Words(claim.serial), Words(said.upper(), LARGE, CARE))
        return Picture(Shape.POSTER, over)
    return Picture(
        Shape.CARTON, title, _verdict(claim), drawn=partie.balls, claim=claim
    )  # fmt: skip


def _verdict(claim: ShownClaim) -> tuple[Words, ...]:
    name = str(claim.combination).upper()
    said = words("fr").label(f"verdict.{claim.verdict}")
    if claim.verdict is Verdict.VALIDE:
        return Words(f"{name} {claim.serial}"), Words(said.upper(), GIANT, ACCENT)
    if not claim.missing:
        return Words(f"{name} {claim.serial}"), Words(said.upper(), LARGE, CARE)
    missing = ", ".join(str(number) for number in claim.missing)
    want = "Il manque" if len(claim.missing) == 1 else "Il manque les numéros"
    return (
        Words(f"{name} {claim.serial}"),
        Words("INCOMPLET", GIANT, CARE),
        Words(f"{want} {missing}. Le jeu continue.", TEXT),
    )


def _others(view: Board, left_ms: int | None) -> Picture:
    partie, claim = view.partie, view.claim
    assert partie is not None
    name = "UN AUTRE BINGO" if partie.quine.closed else "UNE AUTRE QUINE"
    seconds = max(-(-(left_ms or 0) // 1_000), 0)
    serial = f"Gagnant : {claim.serial}" if claim and claim.verdict is Verdict.VALIDE else ""
    return Picture(
        Shape.POSTER,
        (
            Words(f"{name} ?", LARGE, CARE),
            Words(str(seconds), GIANT),
            Words(serial or "Annoncez-vous maintenant.", TEXT if not serial else LARGE),
        ),
    )


def _winners(view: Board, left_ms: int | None) -> Picture:
    partie = view.partie
    assert partie is not None
    lines: list[Words] = []
    for name, lot in (("QUINE", partie.quine), ("BINGO", partie.bingo)):
        lines.append(Words(f"{name} {_amount(lot)}", LARGE, ACCENT))
        lines.extend(_shares(lot))
    if partie.phase is Phase.TERMINEE:
        text = "Les cartons gagnants sont à remettre maintenant ; lots payés à la caisse du bingo."
        lines.append(Words(text, TEXT, MUTED))
    return Picture(Shape.POSTER, tuple(lines))


def _shares(lot: ShownLot) -> list[Words]:
    """Cartons and what each wins; never a name (GEN-023)."""
    if not lot.shares:
        return [Words("SANS GAGNANT", LARGE, MUTED)]
    alone = len(lot.shares) == 1
    listed = [
        Words(serial if alone else f"{serial}  {euros(cents)}", GIANT)
        for serial, cents in lot.shares[:WINNERS]
    ]
    more = len(lot.shares) - WINNERS
    if more > 0:
        listed.append(Words(f"et {more} autre{'s' if more > 1 else ''}", TEXT))
    if lot.object:
        listed.append(Words(f"et {lot.object}", TEXT))
    return listed


def _suspended(view: Board, left_ms: int | None) -> Picture:
    if held(view):
        return _decided("SÉANCE SUSPENDUE", "Gardez vos cartons et attendez l'annonce.")
    return Picture(
        Shape.POSTER,
        (
            Words("PARTIE SUSPENDUE", LARGE, CARE),
            Words(clock(left_ms or 0), GIANT),
            Words("Reprise possible dans ce délai. Gardez vos cartons.", TEXT),
        ),
    )


def _decided(what: str, then: str) -> Picture:
    """By the *directeur de séance*, in the words of ANN-043; no clock, for none is running."""
    by = Words("Sur décision du directeur de séance.", TEXT)
    return Picture(Shape.POSTER, (Words(what, LARGE, CARE), by, Words(then, TEXT)))


def _cancelled(view: Board, left_ms: int | None) -> Picture:
    return Picture(
        Shape.POSTER,
        (
            Words("PARTIE ANNULÉE", GIANT, CARE),
            Words("Aucun lot n'est gagné. Attendez l'annonce de l'animateur.", TEXT),
        ),
    )


def _closing(view: Board, left_ms: int | None) -> Picture:
    if called_off(view):
        owed = "Remboursement au prorata des parties non jouées, hors droits d'inscription,"
        return _decided("SÉANCE ARRÊTÉE", f"{owed} à la caisse du bingo, avec votre récépissé.")
    return Picture(
        Shape.POSTER,
        (
            Words("SÉANCE TERMINÉE", LARGE, ACCENT),
            Words("MERCI", GIANT),
            Words("Les lots sont payés à la caisse du bingo.", TEXT, MUTED),
        ),
    )


SCENES: dict[Scene, Callable[[Board, int | None], Picture]] = {
    Scene.ATTENTE: _waiting,
    Scene.PROGRAMME: _programme,
    Scene.ESSAIS: _trials,
    Scene.ECHANGE: _exchange,
    Scene.PAUSE: _pause,
    Scene.LOTS: _lots,
    Scene.TIRAGE: _draw,
    Scene.VERIFICATION: _check,
    Scene.AUTRES: _others,
    Scene.GAGNANTS: _winners,
    Scene.SUSPENDUE: _suspended,
    Scene.ANNULEE: _cancelled,
    Scene.CLOTURE: _closing,
}

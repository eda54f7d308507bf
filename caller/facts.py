"""What the animateur always has in sight beside the board: lots, rank, voice, boards, claims."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from assets.words import words
from caller.steps import mute
from core.bingo.partie.state import Verdict
from core.views.board import ShownClaim, ShownLot, ShownPartie
from core.views.caller import Caller


class Fact(NamedTuple):
    """One line. `care` asks for attention; it is marked by a sign too, never by colour alone."""

    name: str
    value: str
    care: bool = False


def facts(view: Caller, left_ms: int | None = None) -> tuple[Fact, ...]:
    """From top to bottom; `left_ms` is what is left of whatever counts down now."""
    return (*_of_partie(view), *_countdown(view, left_ms), *_of_speech(view), *_of_room(view))


def _of_partie(view: Caller) -> Iterator[Fact]:
    partie = view.board.partie
    if partie is None:
        if (seance := view.board.seance) is not None:
            yield Fact("Forfaits", f"{seance.sold} vendus")
            yield Fact("Échange", f"{seance.exchanged} faits")
        return
    yield Fact("Quine", lot_text(partie.quine))
    yield Fact("Bingo", lot_text(partie.bingo))
    yield Fact("Boules", f"{len(partie.balls)} sur 90")
    yield Fact("Cartons", _cartons(partie, view.next_number - 1))
    if view.false_claims:
        yield Fact("Refusés", str(view.false_claims))


def _cartons(partie: ShownPartie, given: int) -> str:
    return f"{partie.sold if partie.frozen else given}, série {partie.serie:03d}"


def lot_text(lot: ShownLot) -> str:
    """« 27,00 € à la 31e », « 27,00 € à 2, 31e »."""
    amount = words("fr").amount(lot.lot_c) + (f" + {lot.object}" if lot.object else "")
    if not lot.closed:
        return amount
    if not lot.shares:
        return f"{amount}, personne"
    return (
        f"{amount} à {len(lot.shares)}, {lot.rank}e"
        if len(lot.shares) > 1
        else f"{amount} à la {lot.rank}e"
    )


def _countdown(view: Caller, left_ms: int | None) -> Iterator[Fact]:
    if left_ms is not None:
        yield Fact(_what_counts(view), clock(left_ms), care=left_ms <= 60_000)


def _what_counts(view: Caller) -> str:
    if view.board.resume_before_ms is not None:
        return "Reprise"
    return "Question" if view.board.window_ms is not None else "Reste"


def deadline(view: Caller) -> int | None:
    """The hall millisecond that is counted down to, if any."""
    board = view.board
    for at_ms in (board.resume_before_ms, board.window_ms, board.break_until_ms):
        if at_ms is not None:
            return at_ms
    partie = board.partie
    if partie is not None and partie.phase.drawing and partie.last_call_ms is not None:
        return partie.last_call_ms
    return None


def clock(left_ms: int) -> str:
    """899 001 -> « 15:00 »: the second that is running counts."""
    minutes, seconds = divmod(max(-(-left_ms // 1_000), 0), 60)
    return f"{minutes}:{seconds:02d}"


def _of_speech(view: Caller) -> Iterator[Fact]:
    label = words("fr").label
    if not view.voices:
        state = "hors ligne"
    elif view.fault:
        state = label(f"voice.{view.fault}")
    elif view.waiting:
        state = f"parle ({len(view.waiting)})"
    else:
        state = "prête"
    yield Fact("Voix", state, care=mute(view))


def _of_room(view: Caller) -> Iterator[Fact]:
    boards = f"{view.boards} en ligne" if view.boards else "AUCUN"
    yield Fact("Tableaux", boards, care=not view.boards)
    if view.incidents:
        yield Fact("Incidents", str(view.incidents))


def verdict(claim: ShownClaim) -> Fact:
    """« Quine 014-000016 : GAGNANT », or what is missing."""
    label = words("fr").label
    name = label(f"combination.{claim.combination}")
    said = label(f"verdict.{claim.verdict}")
    missing = ", ".join(str(number) for number in claim.missing)
    text = f"{claim.serial} : {said}" + (f", il manque {missing}" if missing else "")
    return Fact(name[:1].upper() + name[1:], text, care=claim.verdict is not Verdict.VALIDE)

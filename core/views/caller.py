"""The animateur's console: the order of work, the claims, the speech, and why a key is grey.

DSP-012, BIN-072, BIN-028 (no hint about cartons nobody has claimed), GEN-018, GEN-022.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from core.bingo.forfait.allocation import AnnounceSeance
from core.bingo.partie import claims as claiming
from core.bingo.partie.closing import CloseBingo, CloseQuine, LastCall
from core.bingo.partie.draw import CancelEntry, DrawBall, EnterNumber, StartDraw, StopDraw
from core.bingo.partie.preparation import (
    AnnounceLots,
    FreezePartie,
    GivePublicNumber,
    GoWithoutPublic,
    PreparePartie,
)
from core.bingo.partie.state import BALLS
from core.bingo.seance.course import EndBreak, StartBreak
from core.bingo.seance.equipment import (
    ELEMENTS,
    MANDATORY,
    EndBlankDraw,
    LoadBalls,
    RecordTest,
    StartBlankDraw,
    StartTests,
    TickCartons,
)
from core.bingo.seance.state import Seance, Stage
from core.codes import Serial
from core.rules import Order
from core.speech import ConfirmSpokenAloud
from core.views.actions import Action, actions
from core.views.board import Board, ShownClaim, board, shown_claim
from core.views.lens import Lens

if TYPE_CHECKING:
    from core.house import House


class ShownTest(msgspec.Struct, frozen=True):
    element: str
    mandatory: bool
    passed: bool | None
    measure: str


class ShownTests(msgspec.Struct, frozen=True):
    tests: tuple[ShownTest, ...]
    balls: int
    blank_started: bool
    blank_done: bool
    missing: tuple[int, ...]
    cartons_perfect: bool
    signed: bool


class Waiting(msgspec.Struct, frozen=True):
    """An announcement nobody has heard yet."""

    announcement: int
    text: str


class Caller(msgspec.Struct, frozen=True):
    """`typed` is what the sphere's number entry shows in large, before it counts."""

    board: Board
    actions: dict[str, Action]
    today: tuple[str, ...] = ()  # published séances that could be tested today
    tests: ShownTests | None = None
    claims: tuple[ShownClaim, ...] = ()
    claims_waiting: int = 0
    false_claims: int = 0
    to_recover: tuple[str, ...] = ()
    waiting: tuple[Waiting, ...] = ()
    fault: str = ""
    boards: int = 0
    voices: int = 0
    intervalle_ms: int = 5_000
    minimum_ms: int = 3_000
    next_number: int = 1
    incidents: int = 0
    shouts: tuple[tuple[str, str], ...] = ()  # rehearsal: serial and word of who called out


def caller(house: House, lens: Lens) -> Caller:
    seance = house.bingo.current()
    today = _today(house, lens)
    speech = house.speech
    shown = Caller(
        board(house, lens),
        actions(house, lens, _orders(house, seance, today)),
        today,
        waiting=tuple(Waiting(n, said.text) for n, said in speech.waiting.items()),
        fault=speech.fault,
        boards=house.stations.boards(),
        voices=house.stations.voices(),
        incidents=len(house.bingo.incidents),
    )
    return _with_seance(house, shown, seance) if seance is not None else shown


def _with_seance(house: House, shown: Caller, seance: Seance) -> Caller:
    partie = seance.parties.get(seance.partie_n)
    stop = partie.stop if partie else None
    return msgspec.structs.replace(
        shown,
        tests=_tests(house, seance) if seance.stage is Stage.EN_TEST else None,
        claims=tuple(shown_claim(partie, c) for c in stop.claims) if partie and stop else (),
        claims_waiting=stop.waiting if stop else 0,
        false_claims=partie.false_claims if partie else 0,
        to_recover=tuple(str(Serial(partie.serie, n)) for n in partie.to_recover())
        if partie
        else (),
        intervalle_ms=seance.parameters.tirage_intervalle_ms,
        minimum_ms=seance.parameters.tirage_minimum_ms,
        next_number=seance.forfait.next_number,
        shouts=tuple(partie.shouts.items()) if partie else (),
    )


def _today(house: House, lens: Lens) -> tuple[str, ...]:
    day = lens.now.at[:10]
    return tuple(
        seance.id
        for seance in house.bingo.seances.values()
        if seance.stage is Stage.PUBLIEE and seance.day == day
    )


def _tests(house: House, seance: Seance) -> ShownTests:
    equipment = seance.equipment
    document = f"essais:{seance.id}"
    return ShownTests(
        tuple(
            ShownTest(
                element,
                element in MANDATORY,
                equipment.tests[element].passed if element in equipment.tests else None,
                equipment.tests[element].measure if element in equipment.tests else "",
            )
            for element in ELEMENTS
        ),
        equipment.balls,
        bool(equipment.blank_started_at),
        equipment.blank_draw_done,
        tuple(equipment.missing()),
        equipment.cartons_perfect,
        house.signatures.is_signed(document, house.digest_of(document) or ""),
    )


def _orders(house: House, seance: Seance | None, today: tuple[str, ...]) -> list[Order]:
    """One example of every order the console can give, with what would be sent now."""
    partie = seance.parties.get(seance.partie_n) if seance else None
    left = next((n for n in range(1, BALLS + 1) if not partie or n not in partie.balls), 0)
    waiting = next(reversed(house.speech.waiting), 0)
    return [
        StartTests(today[0] if today else (seance.id if seance else "")),
        RecordTest(ELEMENTS[0], True),
        LoadBalls(BALLS),
        StartBlankDraw(),
        EndBlankDraw(),
        TickCartons(),
        AnnounceSeance(),
        PreparePartie(),
        AnnounceLots(),
        FreezePartie(),
        GivePublicNumber(BALLS),
        GoWithoutPublic(),
        StartDraw(),
        EnterNumber(left),
        CancelEntry(),
        DrawBall(partie.typed or 0 if partie else 0, left),
        StopDraw(),
        claiming.VerifyCarton(""),
        claiming.RejectClaim(),
        claiming.AskForOthers(),
        claiming.NewClaim(),
        CloseQuine(),
        CloseBingo(),
        LastCall(),
        StartBreak(10),
        EndBreak(),
        ConfirmSpokenAloud(waiting),
    ]

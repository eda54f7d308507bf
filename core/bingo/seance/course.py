"""The course of the evening: breaks, decisions of the *directeur de séance*, who answers now.

Arrêté du 14 mai 2007, art. 66-1-2, 66-1-11; requirements BIN-015, FOR-008, REG-25.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.bingo.seance.state import Decision, Stage
from core.rules import (
    ANIMATEUR,
    DIRECTEUR_SEANCE,
    Fact,
    Facts,
    Moment,
    Order,
    Refusal,
    applies,
    rule,
)

if TYPE_CHECKING:
    from core.house import House


class StartBreak(Order):
    minutes: int


class EndBreak(Order):
    pass


class RecordDecision(Order):
    """Final within the house rules, and never above the law (FOR-008)."""

    subject: str
    text: str
    base: str = ""


class BreakStarted(Fact):
    until_ms: int
    minutes: int


class BreakEnded(Fact):
    pass


class DecisionRecorded(Fact):
    seance: str
    subject: str
    text: str
    base: str
    at: str
    by: str


@rule(StartBreak, by=ANIMATEUR, spec="FOR-008")
def start_break(house: House, order: StartBreak, now: Moment) -> Facts:
    """Between *parties* only, and without any legal effect."""
    seance = house.bingo.seance
    seance.must_be(Stage.OUVERTE)
    if seance.running is not None and seance.running.started:
        raise Refusal("PARTIE_EN_COURS", partie=seance.partie_n)
    if seance.break_until_ms is not None:
        raise Refusal("PAUSE_EN_COURS")
    most = seance.parameters.pause_max_min
    if not 1 <= order.minutes <= most:
        raise Refusal("DUREE_DE_PAUSE", least=1, most=most)
    yield BreakStarted(now.ms + order.minutes * 60_000, order.minutes)


@rule(EndBreak, by=ANIMATEUR, spec="FOR-008")
def end_break(house: House, order: EndBreak, now: Moment) -> Facts:
    if house.bingo.seance.break_until_ms is None:
        raise Refusal("AUCUNE_PAUSE")
    yield BreakEnded()


@rule(RecordDecision, by=DIRECTEUR_SEANCE, spec="FOR-008")
def record_decision(house: House, order: RecordDecision, now: Moment) -> Facts:
    if not (order.subject.strip() and order.text.strip()):
        raise Refusal("DECISION_VIDE")
    seance = house.bingo.seance
    yield DecisionRecorded(seance.id, order.subject, order.text, order.base, now.at, now.actor)


@applies(BreakStarted)
def _break(house: House, fact: BreakStarted) -> None:
    house.bingo.seance.break_until_ms = fact.until_ms


@applies(BreakEnded)
def _break_over(house: House, fact: BreakEnded) -> None:
    house.bingo.seance.break_until_ms = None


@applies(DecisionRecorded)
def _decided(house: House, fact: DecisionRecorded) -> None:
    house.bingo.decisions.append(
        Decision(fact.at, fact.seance, fact.by, fact.subject, fact.text, fact.base)
    )

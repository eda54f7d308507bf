"""What only a rehearsal has: a simulated room that shouts. In a real house people do (BIN-029, D-99)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.bingo.partie.state import Combination
from core.rules import SIMULATEUR, Fact, Facts, Moment, Order, Refusal, applies, rule

if TYPE_CHECKING:
    from core.house import House


class Shout(Order):
    """A simulated player calls his word; `serial` is what stands on the carton in his hand."""

    word: Combination
    serial: str


class Shouted(Fact):
    word: Combination
    serial: str


@rule(Shout, by=SIMULATEUR, spec="BIN-029")
def shout(house: House, order: Shout, now: Moment) -> Facts:
    """Nothing follows from it: the animateur hears, and stops the draw or not."""
    if not house.site.rehearsal:
        raise Refusal("REPETITION_SEULEMENT")
    partie = house.bingo.seance.partie
    if partie.phase.over:
        raise Refusal("PARTIE_TERMINEE", partie=partie.n)
    if order.serial not in partie.shouts:
        yield Shouted(order.word, order.serial)


@applies(Shouted)
def _shouted(house: House, fact: Shouted) -> None:
    house.bingo.seance.partie.shouts[fact.serial] = fact.word

"""The draw: stored, displayed, spoken, one number after the other; and the stop that beats it all.

Arrêté du 14 mai 2007, art. 66-1-2; requirements BIN-001, BIN-002, BIN-027, BIN-029, BIN-048, D-12.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from core import announcements
from core.bingo.partie.state import BALLS, Combination, Partie, Phase, Stop
from core.bingo.seance.state import Mode
from core.rules import ANIMATEUR, Fact, Facts, Moment, Order, Refusal, applies, rule

if TYPE_CHECKING:
    from core.house import House

LEAST_RANK = {Combination.QUINE: 5, Combination.BINGO: 15}


class StartDraw(Order):
    pass


class EnterNumber(Order):
    """Sphere, first step: the number is shown in large to the animateur alone."""

    number: int


class CancelEntry(Order):
    """Sphere: Esc. Nothing was displayed, nothing was drawn (BIN-002)."""


class DrawBall(Order):
    """Sphere: confirms `number`. Electronic: the hall supplies the ball of the next rank."""

    supplied: ClassVar = ("drawn",)

    number: int = 0
    drawn: int = 0


class StopDraw(Order):
    """Somebody called. `word` is what was heard, None when the animateur only saw a hand."""

    urgent: ClassVar = True

    word: Combination | None = None


class DrawStarted(Fact):
    partie: int
    at: str


class NumberEntered(Fact):
    number: int


class EntryCancelled(Fact):
    pass


class BallDisplayed(Fact):
    """The draw itself: a number exists for the rules once this line is durable (D-12)."""

    tells = ("ball", "rank")

    ball: int
    rank: int
    ms: int


class DrawStopped(Fact):
    tells = ("rank",)

    rank: int
    word: Combination | None


@rule(StartDraw, by=ANIMATEUR, spec="BIN-025 FOR-027 FOR-028")
def start_draw(house: House, order: StartDraw, now: Moment) -> Facts:
    partie = house.bingo.seance.partie
    partie.must_be(Phase.LOTS_ANNONCES)
    house.speech.must_be_over()
    if not partie.frozen:
        raise Refusal("VENTE_NON_CLOSE", partie=partie.n)
    if not partie.public and house.bingo.seance.mode is Mode.ELECTRONIQUE:
        raise Refusal("ALEA_PUBLIC_MANQUANT", partie=partie.n)
    house.stations.must_show()
    yield DrawStarted(partie.n, now.at)


@rule(EnterNumber, by=ANIMATEUR, spec="BIN-001 BIN-002")
def enter_number(house: House, order: EnterNumber, now: Moment) -> Facts:
    partie = _may_draw(house, now)
    if house.bingo.seance.mode is not Mode.SPHERE:
        raise Refusal("TIRAGE_ELECTRONIQUE")
    _must_be_left(partie, order.number)
    yield NumberEntered(order.number)


@rule(CancelEntry, by=ANIMATEUR, spec="BIN-002")
def cancel_entry(house: House, order: CancelEntry, now: Moment) -> Facts:
    if house.bingo.seance.partie.typed is None:
        raise Refusal("RIEN_DE_SAISI")
    yield EntryCancelled()


@rule(DrawBall, by=ANIMATEUR, spec="BIN-001 BIN-002 BIN-027 GEN-018 GEN-022")
def draw_ball(house: House, order: DrawBall, now: Moment) -> Facts:
    partie = _may_draw(house, now)
    if house.bingo.seance.mode is Mode.SPHERE:
        if partie.typed is None or partie.typed != order.number:
            raise Refusal("NUMERO_NON_CONFIRME", number=order.number)
        ball = order.number
    else:
        ball = order.drawn
    _must_be_left(partie, ball)
    yield BallDisplayed(ball, partie.rank + 1, now.ms)
    yield house.speech.announce(
        announcements.ball(ball, variant=house.bingo.seance.parameters.variante)
    )


def _may_draw(house: House, now: Moment) -> Partie:
    seance = house.bingo.seance
    partie = seance.partie
    if not partie.phase.drawing:
        raise Refusal("TIRAGE_IMPOSSIBLE", phase=partie.phase, partie=partie.n)
    if partie.rank == BALLS:
        raise Refusal("TOUTES_LES_BOULES_SORTIES")
    house.stations.must_show()
    house.speech.must_be_over()
    left_ms = partie.last_ball_ms + seance.parameters.tirage_minimum_ms - now.ms
    if partie.balls and left_ms > 0:
        raise Refusal("INTERVALLE_MINIMUM", left_ms=left_ms)
    return partie


def _must_be_left(partie: Partie, number: int) -> None:
    if not 1 <= number <= BALLS:
        raise Refusal("NUMERO_HORS_TIRAGE", number=number)
    if number in partie.balls:
        raise Refusal("DEJA_SORTI", number=number)


@rule(StopDraw, by=ANIMATEUR, spec="BIN-029 BIN-041 BIN-048")
def stop_draw(house: House, order: StopDraw, now: Moment) -> Facts:
    """The ball already displayed counts; the next one waits, whatever the pace was."""
    partie = house.bingo.seance.partie
    if not partie.phase.drawing:
        raise Refusal("TIRAGE_NON_EN_COURS", phase=partie.phase)
    word = order.word or partie.open_combination
    if partie.rank < LEAST_RANK[word]:
        raise Refusal("TROP_TOT", rank=partie.rank, least=LEAST_RANK[word])
    if order.word is Combination.QUINE and partie.quine.closed:
        raise Refusal("QUINE_DEJA_GAGNEE")
    yield DrawStopped(partie.rank, order.word)
    yield house.speech.announce(announcements.claim_stop())


@applies(DrawStarted)
def _started(house: House, fact: DrawStarted) -> None:
    partie = house.bingo.seance.partie
    partie.phase = Phase.TIRAGE_QUINE
    partie.drawn_at = fact.at


@applies(NumberEntered)
def _entered(house: House, fact: NumberEntered) -> None:
    house.bingo.seance.partie.typed = fact.number


@applies(EntryCancelled)
def _cancelled(house: House, fact: EntryCancelled) -> None:
    house.bingo.seance.partie.typed = None


@applies(BallDisplayed)
def _displayed(house: House, fact: BallDisplayed) -> None:
    partie = house.bingo.seance.partie
    partie.balls.append(fact.ball)
    partie.last_ball_ms, partie.typed = fact.ms, None


@applies(DrawStopped)
def _stopped(house: House, fact: DrawStopped) -> None:
    partie = house.bingo.seance.partie
    partie.stop = Stop(fact.rank, fact.word)
    partie.last_call_ms = None  # whoever else is there is called once more (BIN-049)
    quine_open = partie.phase is Phase.TIRAGE_QUINE
    partie.phase = Phase.CONTROLE_QUINE if quine_open else Phase.CONTROLE_BINGO

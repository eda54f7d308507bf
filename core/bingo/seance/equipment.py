"""The tests at the start of each *séance*: equipment, balls, and the blank draw of the 90 numbers.

Arrêté du 14 mai 2007, art. 66-1-2; requirements BIN-007, BIN-016, BIN-017, BIN-018.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from core import announcements
from core.bingo.partie.state import BALLS
from core.bingo.seance.state import Mode, Seance, Stage, TestResult
from core.rules import ANIMATEUR, Fact, Facts, Moment, Order, Refusal, applies, rule

if TYPE_CHECKING:
    from core.house import House

ELEMENTS = (
    "tirage",
    "tableau",
    "sonorisation",
    "imprimantes",
    "lecteurs",
    "bornes",
    "comptabilite",
    "cartons",
)
MANDATORY = ("tirage", "tableau", "comptabilite")


class StartTests(Order):
    seance: str


class RecordTest(Order):
    element: str
    passed: bool
    measure: str = ""


class LoadBalls(Order):
    """The animateur has put the balls into the sphere, or activates the generator (BIN-017)."""

    count: int


class StartBlankDraw(Order):
    pass


class DrawBlank(Order):
    """One ball of the blank draw: typed from the sphere, or proposed by the generator."""

    supplied: ClassVar = ("proposed",)

    number: int = 0
    proposed: int = 0


class EndBlankDraw(Order):
    pass


class TickCartons(Order):
    """« État parfait » at the start of the *séance* (BIN-007)."""


class TestsStarted(Fact):
    seance: str
    animateur: str


class TestRecorded(Fact):
    element: str
    passed: bool
    measure: str
    tester: str
    at: str


class NumbersLoaded(Fact):
    count: int


class BlankDrawStarted(Fact):
    at: str


class BlankNumberShown(Fact):
    tells = ("number",)

    number: int


class BlankDrawEnded(Fact):
    at: str


class CartonsTicked(Fact):
    by: str


@rule(StartTests, by=ANIMATEUR, spec="BIN-015 BIN-016 FOR-007 FOR-052")
def start_tests(house: House, order: StartTests, now: Moment) -> Facts:
    seance = house.bingo.seance_named(order.seance)
    seance.must_be(Stage.PUBLIEE)
    if (course := house.bingo.current()) is not None:
        raise Refusal("SEANCE_EN_COURS", seance=course.id)
    if seance.day != now.day.isoformat():
        raise Refusal("PAS_LE_JOUR", day=seance.day)
    must_have_mcd(house, seance)
    if not seance.directeur:
        raise Refusal("AUCUN_DIRECTEUR_SEANCE")
    yield TestsStarted(order.seance, now.actor)


def must_have_mcd(house: House, seance: Seance) -> None:
    """No opening without a designated member of the committee who is there (BIN-015)."""
    if not seance.mcd:
        raise Refusal("AUCUN_MCD")
    if not house.people.is_signed_in(seance.mcd):
        raise Refusal("MCD_ABSENT", person=seance.mcd)


def _testing(house: House) -> Seance:
    seance = house.bingo.seance
    seance.must_be(Stage.EN_TEST)
    return seance


@rule(RecordTest, by=ANIMATEUR, spec="BIN-016")
def record_test(house: House, order: RecordTest, now: Moment) -> Facts:
    _testing(house)
    if order.element not in ELEMENTS:
        raise Refusal("ELEMENT_INCONNU", element=order.element)
    yield TestRecorded(order.element, order.passed, order.measure, now.actor, now.at)


@rule(LoadBalls, by=ANIMATEUR, spec="BIN-001 BIN-017")
def load_balls(house: House, order: LoadBalls, now: Moment) -> Facts:
    _testing(house)
    if order.count != BALLS:
        raise Refusal("QUATRE_VINGT_DIX_BOULES", count=order.count)
    yield NumbersLoaded(order.count)


@rule(StartBlankDraw, by=ANIMATEUR, spec="BIN-018")
def start_blank_draw(house: House, order: StartBlankDraw, now: Moment) -> Facts:
    """Starting again drops what was shown: a failed test is run anew, from the first ball."""
    seance = _testing(house)
    if seance.equipment.balls != BALLS:
        raise Refusal("BOULES_NON_INTRODUITES")
    yield BlankDrawStarted(now.at)
    yield house.speech.announce(announcements.blank_draw_start())


@rule(DrawBlank, by=ANIMATEUR, spec="BIN-001 BIN-018")
def draw_blank(house: House, order: DrawBlank, now: Moment) -> Facts:
    seance = _testing(house)
    equipment = seance.equipment
    if not equipment.blank_started_at or equipment.blank_draw_done:
        raise Refusal("TIRAGE_A_BLANC_NON_COMMENCE")
    number = order.number if seance.mode is Mode.SPHERE else order.proposed
    if not 1 <= number <= BALLS:
        raise Refusal("NUMERO_HORS_TIRAGE", number=number)
    if number in equipment.blank:
        raise Refusal("DEJA_SORTI", number=number)
    yield BlankNumberShown(number)


@rule(EndBlankDraw, by=ANIMATEUR, spec="BIN-018")
def end_blank_draw(house: House, order: EndBlankDraw, now: Moment) -> Facts:
    equipment = _testing(house).equipment
    if equipment.blank_draw_done:
        raise Refusal("TIRAGE_A_BLANC_TERMINE")
    if missing := equipment.missing():
        raise Refusal("NON_SORTIS", numbers=missing)
    yield BlankDrawEnded(now.at)
    yield house.speech.announce(
        announcements.blank_draw_end(house.bingo.seance.parameters.variante)
    )


@rule(TickCartons, by=ANIMATEUR, spec="BIN-007")
def tick_cartons(house: House, order: TickCartons, now: Moment) -> Facts:
    """Cartons printed on demand: a test print whose QR was read stands behind the tick."""
    equipment = _testing(house).equipment
    printers, readers = equipment.tests.get("imprimantes"), equipment.tests.get("lecteurs")
    if printers is None or readers is None or not (printers.passed and readers.passed):
        raise Refusal("IMPRESSION_NON_TESTEE")
    yield CartonsTicked(now.actor)


@applies(TestsStarted)
def _tests_started(house: House, fact: TestsStarted) -> None:
    seance = house.bingo.seances[fact.seance]
    house.bingo.course = fact.seance
    seance.stage = Stage.EN_TEST
    seance.animateur = fact.animateur
    seance.parameters = house.site.parameters


@applies(TestRecorded)
def _test(house: House, fact: TestRecorded) -> None:
    house.bingo.seance.equipment.tests[fact.element] = TestResult(
        fact.passed, fact.measure, fact.tester, fact.at
    )


@applies(NumbersLoaded)
def _loaded(house: House, fact: NumbersLoaded) -> None:
    house.bingo.seance.equipment.balls = fact.count


@applies(BlankDrawStarted)
def _blank_started(house: House, fact: BlankDrawStarted) -> None:
    equipment = house.bingo.seance.equipment
    equipment.blank = []
    equipment.blank_started_at, equipment.blank_ended_at = fact.at, ""


@applies(BlankNumberShown)
def _blank_shown(house: House, fact: BlankNumberShown) -> None:
    house.bingo.seance.equipment.blank.append(fact.number)


@applies(BlankDrawEnded)
def _blank_ended(house: House, fact: BlankDrawEnded) -> None:
    house.bingo.seance.equipment.blank_ended_at = fact.at


@applies(CartonsTicked)
def _ticked(house: House, fact: CartonsTicked) -> None:
    house.bingo.seance.equipment.cartons_perfect = True

"""Opening the *séance*: nothing starts before everything that the law asks for stands (SM-01).

Arrêté du 14 mai 2007, art. 66-1-2, 66-1-9, 66-1-11; GEN-011, GEN-019, BIN-015, BIN-016, FOR-005.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from core import announcements
from core.bingo.forfait.state import Registrations
from core.bingo.incidents import IncidentRecorded
from core.bingo.seance import statements
from core.bingo.seance.equipment import MANDATORY, must_have_mcd
from core.bingo.seance.notices import must_not_be_refused
from core.bingo.seance.planning import must_be_sent
from core.bingo.seance.state import Mode, Seance, Stage
from core.rules import MCD, Fact, Facts, Moment, Order, Refusal, applies, rule

if TYPE_CHECKING:
    from core.house import House


class OpenSeance(Order):
    """`mcd_name` is what the hall's people file calls the designated member, for ANN-001."""

    supplied: ClassVar = ("mcd_name",)

    mcd_name: str = ""


class AbandonSeance(Order):
    reason: str


class SeanceOpened(Fact):
    at: str


class SeanceAbandoned(Fact):
    at: str


@rule(
    OpenSeance,
    by=MCD,
    spec="BIN-015 BIN-016 BIN-018 GEN-011 GEN-019 FOR-002 FOR-005 FOR-009 FOR-052",
)
def open_seance(house: House, order: OpenSeance, now: Moment) -> Facts:
    seance = house.bingo.seance
    seance.must_be(Stage.EN_TEST)
    must_have_mcd(house, seance)
    must_be_sent(seance, "REGLEMENT_INTERIEUR")
    must_not_be_refused(seance)
    _must_be_tested(seance)
    _must_be_approved(house, seance)
    if not house.site.rules_digest:
        raise Refusal("REGLEMENT_NON_AFFICHE")
    document = f"essais:{seance.id}"
    if not house.signatures.is_signed(document, statements.digest_of(house, document) or ""):
        raise Refusal("ESSAIS_NON_SIGNES", seance=seance.id)
    yield SeanceOpened(now.at)
    yield house.speech.announce(announcements.seance_open(order.mcd_name or seance.mcd))


def _must_be_tested(seance: Seance) -> None:
    equipment = seance.equipment
    for element in MANDATORY:
        test = equipment.tests.get(element)
        if test is None:
            raise Refusal("ESSAI_NON_FAIT", element=element)
        if not test.passed:
            raise Refusal("ESSAI_EN_ECHEC", element=element)
    if not equipment.blank_draw_done:
        raise Refusal("TIRAGE_A_BLANC_NON_FAIT")
    if not equipment.cartons_perfect:
        raise Refusal("CARTONS_NON_VERIFIES")


def components(seance: Seance) -> tuple[str, ...]:
    """What is in use and must be of an approved model (art. 66-1-1)."""
    draw = "sphere" if seance.mode is Mode.SPHERE else "generateur"
    return (draw, "extension_informatique", "cartons")


def _must_be_approved(house: House, seance: Seance) -> None:
    """A rehearsal shows « non agréé » instead of stopping (design §12)."""
    if house.site.rehearsal:
        return
    for component in components(seance):
        if not house.site.approved(component):
            raise Refusal("NON_CONFORME_A_L_AGREMENT", component=component)


@rule(AbandonSeance, by=MCD, spec="BIN-016")
def abandon_seance(house: House, order: AbandonSeance, now: Moment) -> Facts:
    """Tests that fail, or a hall where nobody came: as long as nothing is sold, nobody is owed."""
    seance = house.bingo.seance
    seance.must_be(Stage.EN_TEST, Stage.OUVERTE)
    if seance.forfait.sold:
        raise Refusal("FORFAITS_VENDUS", count=seance.forfait.sold)
    yield IncidentRecorded(now.at, seance.id, 0, 0, "ABANDON", order.reason, now.actor)
    yield SeanceAbandoned(now.at)


@applies(SeanceOpened)
def _opened(house: House, fact: SeanceOpened) -> None:
    seance = house.bingo.seance
    seance.stage = Stage.OUVERTE
    seance.opened_at = fact.at


@applies(SeanceAbandoned)
def _abandoned(house: House, fact: SeanceAbandoned) -> None:
    seance = house.bingo.seance
    seance.stage = Stage.ABANDONNEE
    seance.forfait.registrations = Registrations.FERMEES
    house.bingo.course = ""

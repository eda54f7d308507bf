"""The house itself: its founding, parameters, approvals and season (GEN-009, GEN-011, spec 19)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import TYPE_CHECKING

import msgspec

from core.rules import (
    DIRECTEUR_RESPONSABLE,
    MAISON,
    Fact,
    Facts,
    Moment,
    Order,
    Refusal,
    State,
    applies,
    rule,
)
from core.spoken import Variant

if TYPE_CHECKING:
    from core.house import House

SUSPENSION_MAX_MS = 900_000  # fifteen minutes: art. 66-1-7, fixed by law (D-14)
SOFTWARE = "extension_informatique"  # approved with the hash of its build (GEN-011)
COMPLEMENT_MAX_C = 250_000_00  # art. 66-1-8 and 66-1-9 (D-38)


class Parameters(msgspec.Struct, frozen=True):
    """What the house may set (spec 19), frozen into a *séance* when it is planned."""

    tirage_intervalle_ms: int = 5_000  # the timed pace
    tirage_minimum_ms: int = 3_000  # never faster, by key or by pace
    autres_gagnants_ms: int = 10_000
    dernier_appel_ms: int = 30_000
    pause_max_min: int = 60
    alloc_unite_c: int = 100
    alloc_ratio_min_bp: int = 5_000
    lot_minimum_c: int = 100
    conservation_cartons_j: int = 28
    validite_bons_j: int = 28
    souches_ans: int = 10
    variante: Variant = "FR"  # soixante-dix, septante, huitante (SPK-001)


LIMITS: dict[str, tuple[int, int]] = {
    "tirage_intervalle_ms": (3_000, 30_000),
    "tirage_minimum_ms": (3_000, 30_000),
    "autres_gagnants_ms": (5_000, 60_000),
    "dernier_appel_ms": (30_000, 600_000),
    "pause_max_min": (1, 240),
    "alloc_unite_c": (1, 100_000),
    "alloc_ratio_min_bp": (0, 10_000),
    "lot_minimum_c": (1, 100_000_00),
    "conservation_cartons_j": (28, 3_650),
    "validite_bons_j": (28, 3_650),
    "souches_ans": (10, 100),
}


class Approval(msgspec.Struct, frozen=True):
    """One line of the approval file REG-01; `build` is the software's SHA-256, else empty."""

    component: str
    model: str
    reference: str
    maker: str
    maker_reference: str
    build: str = ""


class Site(State):
    """Who we are. `build` is the hash of the software that runs now."""

    code: str = ""  # ASCII, part of every game_id
    name: str = ""
    rehearsal: bool = False
    build: str = ""
    parameters: Parameters = Parameters()
    approvals: list[Approval] = []
    rules_digest: str = ""  # of the forfait rules on display (GEN-019); empty when missing

    def approved(self, component: str) -> bool:
        """Whether a component in use stands in the approval file with its own hash (GEN-011)."""
        return any(
            line.component == component and line.build in ("", self.build)
            for line in self.approvals
        )


def season_of(day: date) -> int:
    """The first year of the season of a day: 1 November to 31 October (D-24)."""
    return day.year if day.month >= 11 else day.year - 1


class FoundHouse(Order):
    """The first order of all; the digest names the facts this journal can hold."""

    code: str
    name: str
    rehearsal: bool
    schema: str


class SetParameters(Order):
    parameters: Parameters


class RecordApproval(Order):
    approval: Approval


class StartHall(Order):
    """The hall opens its journal: what runs, and the rules text that lies there.

    `stopped_ms` is the hall millisecond of the last fact of the run before: the crash time (D-14).
    """

    build: str
    version: str
    rules_digest: str
    stopped_ms: int = 0


class HouseFounded(Fact):
    code: str
    name: str
    rehearsal: bool
    schema: str


class ParametersSet(Fact):
    parameters: Parameters


class ApprovalRecorded(Fact):
    approval: Approval


class HallStarted(Fact):
    """Opens a run: `mono_ns` starts again at 0 and hall milliseconds go on from `ms`."""

    ms: int
    build: str
    version: str
    rules_digest: str


@rule(FoundHouse, by=MAISON, spec="GEN-004 GEN-010")
def found_house(house: House, order: FoundHouse, now: Moment) -> Iterator[Fact]:
    if house.site.name:
        raise Refusal("MAISON_DEJA_FONDEE", name=house.site.name)
    if not (order.code.isascii() and order.code.isalnum()):
        raise Refusal("CODE_DE_MAISON", text=order.code)
    yield HouseFounded(order.code, order.name, order.rehearsal, order.schema)


@rule(SetParameters, by=DIRECTEUR_RESPONSABLE | MAISON, spec="GEN-020 BIN-027 BIN-036")
def set_parameters(house: House, order: SetParameters, now: Moment) -> Facts:
    """A rehearsal may go faster than the law; a real house may not (design §10)."""
    for name, (lawful, most) in LIMITS.items():
        least = 0 if house.site.rehearsal and name.endswith("_ms") else lawful
        if not least <= getattr(order.parameters, name) <= most:
            raise Refusal("PARAMETRE_HORS_LIMITES", name=name, least=least, most=most)
    yield ParametersSet(order.parameters)


@rule(RecordApproval, by=DIRECTEUR_RESPONSABLE | MAISON, spec="GEN-011 BIN-003")
def record_approval(house: House, order: RecordApproval, now: Moment) -> Facts:
    approval = order.approval
    if not all((approval.component, approval.model, approval.reference, approval.maker_reference)):
        raise Refusal("AGREMENT_INCOMPLET", component=approval.component)
    if approval.component == SOFTWARE and not approval.build:
        raise Refusal("AGREMENT_INCOMPLET", component=approval.component)
    yield ApprovalRecorded(approval)


@applies(HouseFounded)
def _founded(house: House, fact: HouseFounded) -> None:
    house.site.code, house.site.name = fact.code, fact.name
    house.site.rehearsal = fact.rehearsal


@applies(ParametersSet)
def _parameters(house: House, fact: ParametersSet) -> None:
    house.site.parameters = fact.parameters


@applies(ApprovalRecorded)
def _approval(house: House, fact: ApprovalRecorded) -> None:
    house.site.approvals.append(fact.approval)


@applies(HallStarted)
def _started(house: House, fact: HallStarted) -> None:
    house.site.build = fact.build
    house.site.rules_digest = fact.rules_digest

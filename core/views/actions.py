"""Which orders are possible now, and why the others are not: the rules themselves are asked.

BIN-072, DSP-012: the screens grey what is refused and say the reason; no screen knows the law.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from core.house import decide
from core.rules import Order, Refusal, Role, rule_for
from core.views.lens import Lens

if TYPE_CHECKING:
    from core.house import House

LATER = ("INTERVALLE_MINIMUM", "DELAI_EN_COURS")  # only time is missing: `at_ms` says when


class Action(msgspec.Struct, frozen=True):
    """`why` is the code of the refusal, empty when possible; `at_ms` when only time is missing."""

    order: str
    why: str = ""
    values: dict[str, Any] = {}
    at_ms: int | None = None


def actions(house: House, lens: Lens, orders: Iterable[Order]) -> dict[str, Action]:
    """Each order tried on the house without applying anything, in the watcher's own quality."""
    return {type(order).__name__: _tried(house, lens, order) for order in orders}


def _tried(house: House, lens: Lens, order: Order) -> Action:
    name = type(order).__name__
    try:
        decide(house, order, replace(lens.now, role=_role(house, lens, order), actor=lens.person))
    except Refusal as refusal:
        at_ms = None
        if refusal.code in LATER:
            at_ms = lens.now.ms + int(refusal.values["left_ms"])
            return Action(name, refusal.code, {}, at_ms)
        return Action(name, refusal.code, msgspec.to_builtins(refusal.values), at_ms)
    return Action(name)


def _role(house: House, lens: Lens, order: Order) -> Role:
    """The function of the watcher that could give this order, else any: the rule then refuses it."""
    seance = house.bingo.current()
    allowed = rule_for(type(order), seance.kind if seance else None).by
    fitting = [role for role in lens.roles if role in allowed]
    return fitting[0] if fitting else next(iter(lens.roles), Role.POSTE)

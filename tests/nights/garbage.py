"""Fields for orders: of the right shape and of none, drawn from what this very house knows."""

from __future__ import annotations

import random
import sys
import types
from enum import Enum
from typing import Any, ClassVar, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from core.rules import ORDERS

NUMBERS = (
    *(1, 2, 3) * 6,
    0,
    5,
    7,
    38,
    90,
    91,
    60_00,
    100_00,
    -1,
    3_000,
    1_500,
    2**31,
    2**53,
    -(2**63),
)
WORDS = (
    *("", "1", "durand", "roy", "caron", "p-1", "p-11", "p-12", "desk-1", "kiosk-1", "display-1"),
    *("quine", "bingo", "ESPECES", "CARTE", "ticket", "registre", "essai", "historique"),
    *("generateur", "sphere", "cartons", "2026-11-30", "20:30", "11quinquies:2026-001"),
    *("[/b] Zoé <éàü> ${x}", "'; DROP TABLE journal; --", "\x00\x1b[31m", "é" * 3_000, "../../x"),
    *("001-000001", "001-000251-2", "L" + "B" * 34, "0" * 64, "salle:38", "\ud7ff\U0001f3b1"),
)
JUNK = (None, True, 1.5, "x", [], {}, [[]], {"a": {"b": [1]}}, -0.0, 10**18, "9" * 400)


def hints(order: type) -> dict[str, Any]:
    """The fields of a struct and their types, by name."""
    known = {**_structs(), **vars(sys.modules[order.__module__]), "ClassVar": ClassVar}
    types_of = get_type_hints(order, known)
    named = {field.name for field in msgspec.structs.fields(order)}
    return {name: kind for name, kind in types_of.items() if name in named}


def _structs() -> dict[str, Any]:
    found: dict[str, Any] = {}
    pending = list(msgspec.Struct.__subclasses__())
    while pending:
        one = pending.pop()
        found.setdefault(one.__name__, one)
        pending.extend(one.__subclasses__())
    return found


def fitting(kind: Any, chance: random.Random) -> Any:
    """A value that this type accepts, as JSON."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        return fitting(chance.choice(inner), chance)
    if kind is type(None):
        return None
    if origin in (tuple, list, set, frozenset):
        return [fitting(inner[0], chance) for _ in range(chance.randint(0, 2))]
    if origin is dict:
        return {
            str(fitting(inner[0], chance)): fitting(inner[1], chance)
            for _ in range(chance.randint(0, 2))
        }
    if origin is Literal:
        return chance.choice(inner)
    if kind is bool:
        return chance.random() < 0.5
    if kind is int:
        return chance.choice(NUMBERS)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return chance.choice([member.value for member in kind])
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return {name: fitting(sub, chance) for name, sub in hints(kind).items()}
    return chance.choice(WORDS)


def fields(
    order: type, chance: random.Random, ours: dict[str, tuple[str, ...]] | None = None
) -> dict[str, Any]:
    """What a station may fill of this order, every field fitting; `ours` are good words by name."""
    made = {}
    for name, kind in hints(order).items():
        if name in order.supplied:  # type: ignore[attr-defined]
            continue
        made[name] = fitting(kind, chance)
        if ours and name in ours and kind is str and chance.random() < 0.7:
            made[name] = chance.choice(ours[name])
    return made


def spoilt(good: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """Something wrong with it: another kind, one missing, one too many."""
    bad = dict(good)
    where = chance.choice([*bad, "surplus"])
    if where in bad and chance.random() < 0.3:
        del bad[where]
    else:
        bad[where] = chance.choice(JUNK)
    return bad


def some_order(
    chance: random.Random, ours: dict[str, tuple[str, ...]]
) -> tuple[str, dict[str, Any]]:
    """Any order of the house, five times of six with fields that fit."""
    if chance.random() < 0.02:
        return chance.choice(("Nonsense", "__class__", "HouseFounded", "é")), {}
    name = chance.choice(sorted(ORDERS))
    good = fields(ORDERS[name], chance, ours)
    return name, good if chance.random() < 0.83 else spoilt(good, chance)

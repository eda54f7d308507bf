"""The grammar of the house: orders, rules, facts, refusals (design §3).

An order asks, a rule answers with facts or refuses, `apply` changes the state and decides nothing.
Every subject registers its own rules and appliers where they stand.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from datetime import date, datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, dataclass_transform

import msgspec

if TYPE_CHECKING:
    from core.house import House


class Role(StrEnum):
    """In what quality an order is given (spec 02). The last four are not people's."""

    ANIMATEUR = "ANIMATEUR"
    VENDEUR = "VENDEUR"
    CAISSIER = "CAISSIER"
    MCD = "MCD"
    DIRECTEUR_SEANCE = "DIRECTEUR_SEANCE"
    DIRECTEUR_RESPONSABLE = "DIRECTEUR_RESPONSABLE"
    CONTROLE_ENTREE = "CONTROLE_ENTREE"
    INSCRIPTION = "INSCRIPTION"
    AUDITEUR = "AUDITEUR"
    TECHNICIEN = "TECHNICIEN"
    JOUEUR = "JOUEUR"
    POSTE = "POSTE"
    SIMULATEUR = "SIMULATEUR"
    MAISON = "MAISON"


Powers = frozenset[Role]

ANIMATEUR: Powers = frozenset({Role.ANIMATEUR})
CAISSIER: Powers = frozenset({Role.CAISSIER})
MCD: Powers = frozenset({Role.MCD, Role.DIRECTEUR_RESPONSABLE})
DIRECTION = MCD
DIRECTEUR_SEANCE: Powers = frozenset({Role.DIRECTEUR_SEANCE})
DIRECTEUR_RESPONSABLE: Powers = frozenset({Role.DIRECTEUR_RESPONSABLE})
INSCRIPTION: Powers = frozenset({Role.INSCRIPTION})
CONTROLE_ENTREE: Powers = frozenset({Role.CONTROLE_ENTREE})
AUDITEUR: Powers = frozenset({Role.AUDITEUR})
JOUEUR: Powers = frozenset({Role.JOUEUR})
POSTE: Powers = frozenset({Role.POSTE})  # a paired station, whoever stands before it
SIMULATEUR: Powers = frozenset({Role.SIMULATEUR})
MAISON: Powers = frozenset({Role.MAISON})  # the hall itself: start, deadlines, pairing


class Kind(StrEnum):
    """The two kinds of *séance* of articles 66-1-2 and 66-1-9."""

    FORFAIT = "forfait"
    CLASSIC = "classique"


class Moment(msgspec.Struct, frozen=True):
    """When and by whom: what an order brings that the state does not know (GEN-008).

    `at` is civil time with offset and milliseconds; `ms` are hall milliseconds, which never go
    backwards and go on across a restart, so that every limit of the law counts on them.
    """

    at: str
    ms: int
    actor: str = ""
    role: Role = Role.MAISON
    station: str = ""

    @property
    def civil(self) -> datetime:
        return datetime.fromisoformat(self.at)

    @property
    def day(self) -> date:
        return self.civil.date()


class Refusal(Exception):  # noqa: N818 -- an answer, not an error
    """A rule says no: a stable code, and the values its sentence needs."""

    def __init__(self, code: str, **values: Any) -> None:
        super().__init__(code)
        self.code = code
        self.values: dict[str, Any] = values

    def __str__(self) -> str:
        return f"{self.code} {self.values}" if self.values else self.code


class State(msgspec.Struct):
    """A part of the house: plain and mutable, changed by appliers only."""


FACTS: dict[str, type[Fact]] = {}
ORDERS: dict[str, type[Order]] = {}


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class _Frozen(msgspec.StructMeta):
    """Makes facts and orders frozen and strict; their name is their tag on the wire."""

    def __new__(mcls, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> Any:
        cls = super().__new__(mcls, name, bases, namespace, frozen=True, forbid_unknown_fields=True)
        for registry, root in ((FACTS, "Fact"), (ORDERS, "Order")):
            if any(base.__name__ == root for base in cls.__mro__[1:]):
                assert name not in registry, f"two subjects name {name}"
                registry[name] = cls  # type: ignore[assignment]  # a metaclass cannot know
        return cls


class Fact(msgspec.Struct, metaclass=_Frozen):
    """Something that happened: past tense, small, integers and text, never a float.

    `tells` names the fields that go back to whoever gave the order, in `Done.result`; being part
    of the fact, the same answer can be rebuilt from the journal (GEN-016).
    """

    tells: ClassVar[tuple[str, ...]] = ()


class Order(msgspec.Struct, metaclass=_Frozen):
    """Something asked: imperative. `supplied` names the fields that only the hall may fill.

    Those bring in what is not a function of the state: entropy, a decoded scan, flags about a
    person. A client that fills one is refused before any rule is asked.
    """

    supplied: ClassVar[tuple[str, ...]] = ()


Facts = Generator[Fact, None, None]
Decide = Callable[[Any, Any, Moment], Iterable[Fact]]
Ord = TypeVar("Ord", bound=Order)
F = TypeVar("F", bound=Fact)


class Rule(msgspec.Struct, frozen=True):
    """What answers one kind of order, by whom, and which requirements it serves."""

    order: type[Order]
    by: Powers
    spec: tuple[str, ...]
    seance: Kind | None
    decide: Decide


RULES: dict[type[Order], list[Rule]] = {}
APPLIERS: dict[type[Fact], Callable[[Any, Any], None]] = {}


def rule(
    order: type[Ord], *, by: Powers, spec: str = "", seance: Kind | None = None
) -> Callable[
    [Callable[[House, Ord, Moment], Iterable[Fact]]], Callable[[House, Ord, Moment], Iterable[Fact]]
]:
    """Registers the rule where it stands. `seance` picks it where kinds of *séance* differ."""

    def register(
        decide: Callable[[House, Ord, Moment], Iterable[Fact]],
    ) -> Callable[[House, Ord, Moment], Iterable[Fact]]:
        rules = RULES.setdefault(order, [])
        assert all(other.seance not in (seance, None) for other in rules), f"two rules for {order}"
        rules.append(Rule(order, by, tuple(spec.split()), seance, decide))
        return decide

    return register


def applies(
    fact: type[F],
) -> Callable[[Callable[[House, F], None]], Callable[[House, F], None]]:
    """Registers the only function that may change the state for this kind of fact."""

    def register(change: Callable[[House, F], None]) -> Callable[[House, F], None]:
        assert fact not in APPLIERS, f"two appliers for {fact}"
        APPLIERS[fact] = change
        return change

    return register


def rule_for(order: type[Order], kind: Kind | None) -> Rule:
    """The rule that answers an order in this kind of *séance*. Refuses what has none."""
    for candidate in RULES.get(order, ()):
        if candidate.seance in (None, kind):
            return candidate
    raise Refusal("ORDRE_SANS_OBJET", order=order.__name__)


_sorted = msgspec.json.Encoder(order="sorted")


def canonical(value: Any) -> bytes:
    """Canonical JSON, what is hashed and stored: sorted keys, no spaces, UTF-8 (design §4).

    Keys that are numbers, as in shares by carton or coins by value, are written as text.
    """
    try:
        return _sorted.encode(value)
    except TypeError:
        return _sorted.encode(msgspec.to_builtins(value, str_keys=True))


def told(facts: Iterable[Fact]) -> dict[str, Any]:
    """The small result of an order: what its facts tell, first word wins."""
    result: dict[str, Any] = {}
    for fact in facts:
        for name in fact.tells:
            result.setdefault(name, msgspec.to_builtins(getattr(fact, name)))
    return result

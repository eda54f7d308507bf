"""What the hall adds to an order just before it is decided: what the core cannot know.

Entropy, seeds from the vault, a decoded scan, flags about a person, a seal. A supplier is
registered for its order and returns the fields that the order lists in `supplied`:

    @supplies(AdmitPerson)
    def admit(hall: Hall, order: AdmitPerson, now: Moment) -> dict[str, Any]:
        return {"flags": hall.people.flags(order.person, now.day)}

Suppliers run in the engine, between two batches: they are quick. They may refuse.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from core.rules import Fact, Moment, Order, Refusal
from hall.journal.lines import Head

if TYPE_CHECKING:
    from core.house import House
    from hall.entropy import Entropy
    from hall.keys import Keys
    from hall.people import PeopleFile
    from hall.vault import Vault


@dataclass
class Hall:
    """What a supplier may use. `journal_head` includes the lines of the batch being decided.

    `last` gives the head of the chain at the last line of each type, e.g. `last["SoldFrozen"]`.
    """

    house: House
    vault: Vault
    people: PeopleFile
    keys: Keys
    entropy: Entropy
    rehearsal: bool
    journal_head: Head = field(default_factory=Head)
    last: dict[str, Head] = field(default_factory=dict)


Supplier = Callable[[Hall, Any, Moment], dict[str, Any]]
S = TypeVar("S", bound=Callable[..., dict[str, Any]])

SUPPLIERS: dict[type[Order], Supplier] = {}


def supplies(order: type[Order]) -> Callable[[S], S]:
    """Registers the supplier of one kind of order where it stands; one may serve several."""

    def register(supply: S) -> S:
        assert order not in SUPPLIERS, f"two suppliers for {order}"
        SUPPLIERS[order] = supply
        return supply

    return register


Committed = Callable[["House"], Iterable[str]]
COMMITTED: list[Committed] = []


def commits(committed: Committed) -> Committed:
    """Registers who knows the labels under which the vault must hold a seed: committed to in the
    journal and not yet revealed. At start-up every other seed is erased (design §7).
    """
    COMMITTED.append(committed)
    return committed


Revealed = Callable[["House", Any], str]
REVEALED: dict[type[Fact], Revealed] = {}


def reveals(fact: type[Fact]) -> Callable[[Revealed], Revealed]:
    """Registers which seed a fact has made public: once it is durable the vault forgets it."""

    def register(label: Revealed) -> Revealed:
        assert fact not in REVEALED, f"{fact} reveals twice"
        REVEALED[fact] = label
        return label

    return register


def forget_revealed(hall: Hall, facts: Iterable[Fact]) -> None:
    """Called with durable facts. What a crash leaves behind, the next start erases (design §7)."""
    for fact in facts:
        if label := REVEALED.get(type(fact)):
            hall.vault.forget(label(hall.house, fact))


def must_not_fill(order: type[Order], data: dict[str, Any]) -> None:
    """A station that fills what only the hall may fill is refused (CHAMP_RESERVE)."""
    for name in order.supplied:
        if name in data:
            raise Refusal("CHAMP_RESERVE", field=name, order=order.__name__)


def supplied(hall: Hall, order: Order, now: Moment) -> Order:
    """The order with what the hall adds to it."""
    supply = SUPPLIERS.get(type(order))
    if supply is None:
        return order
    values = supply(hall, order, now)
    assert set(values) <= set(type(order).supplied), f"{type(order).__name__}: {sorted(values)}"
    return msgspec.structs.replace(order, **values)

"""Through what a view looks at the house: who watches, from where, and what only the hall can add."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from core.documents import Made, RegisterPage
from core.rules import Moment, Role
from core.stations import StationKind

if TYPE_CHECKING:
    from core.house import House


class Lens(msgspec.Struct, frozen=True):
    """`name` turns a person id into a name; `code` makes a QR, `page` lays out a register: names
    and keys stay with the hall.

    `now` serves only to tell which actions are possible; what a view shows never holds it.
    """

    now: Moment
    station: str
    kind: StationKind
    person: str
    roles: tuple[Role, ...]
    of: str
    name: Callable[[str], str]
    code: Made
    page: Callable[[str, str], RegisterPage | None]  # a register to print: kind, reference


class View(msgspec.Struct, frozen=True):
    """One kind of view: who may watch it, how it is drawn, whether it is one for all."""

    allowed: frozenset[StationKind]
    render: Callable[[House, Lens], msgspec.Struct]
    shared: bool = False

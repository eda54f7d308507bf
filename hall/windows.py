"""The views that are being watched: computed once, encoded once, sent when changed (design §4).

A view is an entry of `core.views.VIEWS`: which kinds of station may watch it, whether it is the same
for all of them (`shared`), and the function that renders it through a `Lens`. Names and codes are
lent to the lens here; neither names nor keys ever enter the house (GEN-023, design §4).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from core.documents import RegisterPage
from core.rules import Moment, Refusal, Role
from core.stations import StationKind
from core.views.lens import Lens, View
from hall import scans
from hall.access import PRECEDENCE

if TYPE_CHECKING:
    from hall.supply import Hall

_encoder = msgspec.json.Encoder()


class Window(NamedTuple):
    """One view as some stations see it."""

    view: str
    of: str
    station: str
    kind: StationKind
    person: str
    roles: tuple[Role, ...]


class Windows:
    def __init__(self, views: Mapping[str, View], hall: Hall) -> None:
        self._views = views
        self._hall = hall
        self._code = partial(scans.make, hall.keys.code)

    def window(
        self,
        view: str,
        of: str,
        station: str,
        kind: StationKind,
        person: str,
        roles: tuple[Role, ...],
    ) -> Window:
        """Which window a station looks through. Refuses VUE_INCONNUE, VUE_RESERVEE."""
        entry = self._views.get(view)
        if entry is None:
            raise Refusal("VUE_INCONNUE", view=view)
        if kind not in entry.allowed:
            raise Refusal("VUE_RESERVEE", view=view)
        if entry.shared:
            return Window(view, of, "", StationKind.DISPLAY, "", ())
        return Window(view, of, station, kind, person, roles)

    def render(self, house: Any, window: Window, now: Moment) -> msgspec.Raw:
        """The view's JSON. May refuse, as for a *partie* that does not exist."""
        at = msgspec.structs.replace(now, actor=window.person, station=window.station)
        lens = Lens(
            at,
            window.station,
            window.kind,
            window.person,
            window.roles,
            window.of,
            self._name,
            self._code,
            self._page,
        )
        return msgspec.Raw(_encoder.encode(self._views[window.view].render(house, lens)))

    def _name(self, person: str) -> str:
        return self._hall.people.name(person) if person else ""

    def _page(self, kind: str, ref: str) -> RegisterPage | None:
        """A register laid out for printing: `ref` is « register:seance »."""
        from core import registers

        register, _, seance = ref.partition(":")
        try:
            return registers.page(self._hall.house, register, seance, self._hall.people.person)
        except Refusal:
            return None


def role_allowed(allowed: Iterable[Any], kind: StationKind, roles: Iterable[Role]) -> Role | None:
    """The role in which somebody at such a station may ask; None when not at all."""
    allowed = frozenset(allowed)
    held = set(roles)
    for role in PRECEDENCE:
        if role in held and role in allowed:
            return role
    own = {StationKind.KIOSK: Role.JOUEUR, StationKind.SIMULATOR: Role.SIMULATEUR}
    role = own.get(kind, Role.POSTE)
    if kind in allowed:
        return next((mine for mine in PRECEDENCE if mine in held), role)
    return role if role in allowed else None

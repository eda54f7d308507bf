"""A hall of cardboard: for tests of screens and for pictures of them. It says what it is told."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from typing import Any

import msgspec

from core.rules import Role
from core.stations import StationKind
from ui.link import Link, Notice, Refused, View, Watcher, Welcome

AT = "2026-01-10T20:00:00.000+01:00"


class StandIn:
    """Shaped like the client. `answers` maps an order's type to its result, or to a `Refused`."""

    def __init__(self, kind: StationKind, *, rehearsal: bool = False) -> None:
        self.state = Link.CLOSED
        self.welcome: Welcome | None = None
        self.person, self.person_name = "", ""
        self.roles: tuple[Role, ...] = ()
        self.pins: dict[str, tuple[str, str, tuple[Role, ...]]] = {}
        self.answers: dict[str, dict[str, Any] | Refused] = {}
        self.rows: dict[str, list[dict[str, Any]]] = {}
        self.orders: list[tuple[str, dict[str, Any]]] = []
        self.touches = 0
        self.ms = 0
        self._kind, self._rehearsal = kind, rehearsal
        self._watchers: dict[tuple[str, str], Watcher] = {}
        self._said: dict[tuple[str, str], View] = {}
        self._on_state: list[Callable[[Link], None]] = []
        self._on_notice: list[Callable[[Notice], None]] = []
        self._seq: defaultdict[str, int] = defaultdict(int)

    def knows(self, person: str, name: str, pin: str, *roles: Role) -> None:
        """Somebody who may sign in."""
        self.pins[person] = (pin, name, roles)

    def says(self, kind: str, data: Any, of: str = "") -> None:
        """A view goes out, to whoever watches now and to whoever will."""
        self._seq[kind] += 1
        view = View(kind, of, self._seq[kind], self.ms, msgspec.Raw(msgspec.json.encode(data)))
        self._said[kind, of] = view
        if watcher := self._watchers.get((kind, of)):
            watcher(view)

    def stands(self, state: Link) -> None:
        """The line breaks or comes back."""
        self.state = state
        for callback in self._on_state:
            callback(state)

    def notes(self, code: str, **values: Any) -> None:
        """A notice for everybody at this station."""
        if code == "SESSION":
            self.person, self.person_name = values.get("person", ""), values.get("name", "")
        for callback in self._on_notice:
            callback(Notice(code, values, self.ms))

    async def connect(self) -> Welcome:
        """Always there at once."""
        self.welcome = Welcome(
            station="P1",
            kind=self._kind,
            name="poste 1",
            house="Casino de démonstration",
            rehearsal=self._rehearsal,
            version="0",
            build="",
            now=self.ms,
            at=AT,
            day="20260110",
        )
        self.stands(Link.READY)
        return self.welcome

    async def close(self) -> None:
        """Nothing to end."""
        self.stands(Link.CLOSED)

    async def order(
        self, type: str, /, *, as_role: Role | None = None, **fields: Any
    ) -> dict[str, Any]:
        """Noted, and answered as told."""
        self.orders.append((type, fields))
        answer = self.answers.get(type, {})
        if isinstance(answer, Refused):
            raise answer
        return answer

    async def sign_in(self, person: str, pin: str) -> dict[str, Any]:
        """As the hall does: CODE_REFUSE for anything that does not fit."""
        right, name, roles = self.pins.get(person, ("", "", ()))
        if not right or pin != right:
            raise Refused("CODE_REFUSE", {})
        self.roles = roles
        self.notes("SESSION", person=person, name=name, roles=[*roles])
        return {"person": person, "name": name, "roles": [*roles]}

    async def sign_out(self) -> None:
        """Nobody is here any more."""
        self.roles = ()
        self.notes("SESSION", person="", name="")

    def touch(self) -> None:
        """Counted."""
        self.touches += 1

    def watch(self, view: str, of: str, callback: Watcher) -> Callable[[], None]:
        """The newest view comes at once, if there is one."""
        self._watchers[view, of] = callback
        if said := self._said.get((view, of)):
            callback(said)
        return lambda: self._watchers.pop((view, of), None) and None

    async def ask(self, query: str, /, **args: Any) -> AsyncIterator[dict[str, Any]]:
        """The rows that were put there."""
        for row in self.rows.get(query, []):
            yield row

    def on_state(self, callback: Callable[[Link], None]) -> None:
        """Called by `stands`."""
        self._on_state.append(callback)

    def on_notice(self, callback: Callable[[Notice], None]) -> None:
        """Called by `notes`."""
        self._on_notice.append(callback)

    def now_ms(self) -> int:
        """Whatever the test says."""
        return self.ms

"""What a screen needs of the hall: the shape of `hall.client.HallClient`, and of a stand-in."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import TYPE_CHECKING, Any, Protocol

from core.rules import Role
from hall.client import HallClient, Link, Refused, Watcher
from hall.protocol import Notice, View, Welcome

__all__ = ["Line", "Link", "Notice", "Refused", "View", "Watcher", "Welcome"]


class Line(Protocol):
    """A station's line to the hall. Answers come as results, refusals as `Refused`."""

    state: Link
    welcome: Welcome | None
    person: str
    person_name: str
    roles: tuple[Role, ...]

    async def connect(self) -> Welcome: ...

    async def close(self) -> None: ...

    async def order(
        self, type: str, /, *, as_role: Role | None = None, **fields: Any
    ) -> dict[str, Any]: ...

    async def sign_in(self, person: str, pin: str) -> dict[str, Any]: ...

    async def sign_out(self) -> None: ...

    def touch(self) -> None: ...

    def watch(self, view: str, of: str, callback: Watcher) -> Callable[[], None]: ...

    def ask(self, query: str, /, **args: Any) -> AsyncIterator[dict[str, Any]]: ...

    def on_state(self, callback: Callable[[Link], None]) -> None: ...

    def on_notice(self, callback: Callable[[Notice], None]) -> None: ...

    def now_ms(self) -> int: ...


if TYPE_CHECKING:  # the real client keeps this shape, or the type checker says so

    def _fits(client: HallClient) -> Line:
        return client

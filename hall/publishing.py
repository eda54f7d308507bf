"""Views to screens: whole, encoded once, sent when changed, the newest winning (design §4)."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Any

import msgspec

from core.rules import Refusal
from hall import protocol
from hall.engine import Commit, Engine, Stopped
from hall.line import Line, send
from hall.windows import Window, Windows

VIEW_GAP_S = 0.05  # a view is computed at most twenty times a second
AT_ONCE = frozenset({"BallDisplayed", "DrawStopped", "StationLost", "StationBack"})
log = logging.getLogger("quine.hall")

Made = tuple[bytes, bytes]  # what the view says, and the frame that carries it


class Publisher:
    """Watches over `lines`, the open lines by station."""

    def __init__(
        self, engine: Engine, windows: Windows, lines: dict[str, Line], gap_s: float = VIEW_GAP_S
    ) -> None:
        """`gap_s` is 0 where orders come one at a time and time stands still: a rehearsal."""
        self._gap_s = gap_s
        self._engine = engine
        self._windows = windows
        self._lines = lines
        self._published = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None

    def committed(self, commit: Commit) -> None:
        """A ball or a stop goes out at once; all else waits for its turn if it must."""
        loop = asyncio.get_running_loop()
        at_once = any(type(fact).__name__ in AT_ONCE for fact in commit.facts)
        if at_once or loop.time() - self._published >= self._gap_s:
            self._publish()
        elif self._timer is None:
            self._timer = loop.call_at(self._published + self._gap_s, self._later)

    async def show(self, line: Line, view: str, of: str) -> None:
        """A station begins to watch: it gets the view as it is now."""
        line.watched[view, of] = b""
        await self._engine.read(lambda: self._show(line, view, of, {}))

    def close(self) -> None:
        for pending in (self._timer, self._task):
            if pending is not None:
                pending.cancel()

    def _later(self) -> None:
        self._task = asyncio.get_running_loop().create_task(self._read())

    async def _read(self) -> None:
        with suppress(Stopped):
            await self._engine.read(self._publish)

    def _publish(self) -> None:
        """Every watched view once, to those for whom it changed."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._published = asyncio.get_running_loop().time()
        seen: dict[Window, Made | Refusal] = {}
        for line in tuple(self._lines.values()):
            for view, of in tuple(line.watched):
                self._show(line, view, of, seen)

    def _show(self, line: Line, view: str, of: str, seen: dict[Window, Made | Refusal]) -> None:
        try:
            window = self._windows.window(
                view, of, line.station, line.kind, line.person, line.roles
            )
            if window not in seen:
                seen[window] = self._rendered(window)
            made = seen[window]
            if isinstance(made, Refusal):
                raise made
        except Refusal as refusal:
            made = refusal.code.encode(), protocol.write(_no_view(view, of, refusal))
        data, frame = made
        if line.watched.get((view, of)) != data:
            line.watched[view, of] = data
            send((line,), frame)

    def _rendered(self, window: Window) -> Made | Refusal:
        """A view that fails is told as such, and hurts nobody else."""
        scribe = self._engine.scribe
        now = scribe.now()
        try:
            data = self._windows.render(scribe.hall.house, window, now)
        except Refusal as refusal:
            return refusal
        except Exception:
            log.exception("the view %s failed", window.view)
            return Refusal("VUE_EN_PANNE", view=window.view)
        view = protocol.View(window.view, window.of, self._engine.seq, now.ms, data)
        return bytes(data), protocol.write(view)


def _no_view(view: str, of: str, refusal: Refusal) -> protocol.Refused:
    values: dict[str, Any] = msgspec.to_builtins(refusal.values)
    return protocol.Refused("", refusal.code, {"view": view, "of": of, **values})

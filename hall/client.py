"""A station's line to the hall: every screen and the simulator speak through this (design §4).

    client = HallClient("ws://127.0.0.1:8717", Path("~/.config/quine/desk.key"))
    await client.pair(code, StationKind.DESK, "caisse 1")   # once
    async with client:                                      # connects, and comes back by itself
        await client.sign_in("durand", "314159")
        client.watch("desk", "", show)
        result = await client.order("PayForfait", forfait=7, means="ESPECES")

An order gets its id before it leaves and keeps it when the line breaks: however often it is sent,
it is executed once. Views need no replay: the next one says all.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from typing import Any, Self

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.connection import broadcast
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI

from core.rules import Refusal, Role
from core.stations import StationKind
from hall import protocol
from hall.pairing import pinned
from hall.protocol import Answer, Done, Notice, View, Welcome
from hall.station_file import Refused, StationFile, pair, read_station

BACKOFF_S = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
HALL_FRAME_BYTES = 16 * 1024 * 1024
PING_S = 5
TOUCH_S = 10
REPLACED = "REMPLACE"  # another program came with this station's key
log = logging.getLogger("quine.client")


class Link(StrEnum):
    """How the line stands."""

    CLOSED = "fermé"
    CONNECTING = "connexion"
    READY = "en ligne"
    LOST = "reconnexion"
    REFUSED = "refusé"


Watcher = Callable[[View], None]

__all__ = ["HallClient", "Link", "Refused", "StationFile", "Watcher"]


class HallClient:
    """One station, one line. All methods belong to one event loop."""

    def __init__(
        self,
        url: str,
        station_file: Path,
        *,
        version: str = "",
        order_ids: Iterator[str] | None = None,
    ) -> None:
        """`order_ids` gives the part of an order id after its day; a rehearsal counts them."""
        self.url = url
        self.station_file = station_file
        self.version = version
        self.state = Link.CLOSED
        self.welcome: Welcome | None = None
        self.person = ""
        self.person_name = ""
        self.roles: tuple[Role, ...] = ()
        self.refusal: Refused | None = None  # why the state is REFUSED
        self._ids = order_ids or _fresh_ids()
        self._asks = itertools.count(1)
        self._waiting: dict[str, tuple[protocol.Frame, asyncio.Future[Any]]] = {}
        self._watchers: dict[tuple[str, str], Watcher] = {}
        self._on_state: list[Callable[[Link], None]] = []
        self._on_notice: list[Callable[[Notice], None]] = []
        self._line: ClientConnection | None = None
        self._task: asyncio.Task[None] | None = None
        self._changed = asyncio.Event()
        self._offset_ms = 0
        self._touched = 0.0
        self._lines = 0  # how often the line was opened

    # -- the line ---------------------------------------------------------------------------

    async def pair(self, code: str, kind: StationKind, name: str) -> StationFile:
        """Spends a one-time code and keeps the station's key, 0600. Raises `Refused`."""
        return await pair(self.url, self.station_file, code, kind, name)

    @property
    def paired(self) -> bool:
        return self.station_file.exists()

    async def connect(self) -> Welcome:
        """Opens the line and keeps it open; returns once the hall has said welcome.

        Raises `Refused` when the hall does not want this station, or it was never paired
        (POSTE_NON_APPAIRE). A hall that is not there yet is waited for.
        """
        if self._task is None:
            self._task = asyncio.create_task(self._keep_line())
        while self.state not in (Link.READY, Link.REFUSED):
            await self.changed()
        if self.refusal:
            raise self.refusal
        assert self.welcome is not None
        return self.welcome

    async def close(self) -> None:
        """Ends the line; orders still waiting raise `Refused("LIGNE_FERMEE")`."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
            self._task = None
        self._to(Link.CLOSED)
        self._fail_waiting(Refused("LIGNE_FERMEE"))

    async def __aenter__(self) -> Self:
        await self.connect()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def changed(self) -> None:
        """Waits for the next change of `state`."""
        await self._changed.wait()

    def on_state(self, callback: Callable[[Link], None]) -> None:
        self._on_state.append(callback)

    def on_notice(self, callback: Callable[[Notice], None]) -> None:
        self._on_notice.append(callback)

    def now_ms(self) -> int:
        """Hall milliseconds by this machine's clock since the hall last spoke: for countdowns."""
        return time.monotonic_ns() // 1_000_000 + self._offset_ms

    # -- what a station asks ----------------------------------------------------------------

    async def order(
        self, type: str, /, *, as_role: Role | None = None, **fields: Any
    ) -> dict[str, Any]:
        """Gives an order and waits until it is durable. Returns its result, raises `Refused`."""
        done = await self.order_done(type, as_role=as_role, **fields)
        return done.result

    async def order_done(self, type: str, /, *, as_role: Role | None = None, **fields: Any) -> Done:
        """As `order`, with the journal's sequence number."""
        data = msgspec.to_builtins(fields)
        line = self._lines
        try:
            return await self._ordered(protocol.Order(self._order_id(), type, data, as_role))
        except Refused as refused:
            if refused.code != "ORDRE_PERIME" or self.welcome is None:
                raise
            if line != self._lines:
                raise  # it may have been kept before the line broke: a person decides
            day = str(refused.values.get("day", ""))
            self.welcome = msgspec.structs.replace(self.welcome, day=day)
            return await self._ordered(protocol.Order(self._order_id(), type, data, as_role))

    async def _ordered(self, frame: protocol.Order) -> Done:
        done: Done = await self._answered(frame.id, frame)
        return done

    async def sign_in(self, person: str, pin: str) -> dict[str, Any]:
        """`person` is an id or a badge code. Result: person, name, roles. Raises `Refused`."""
        frame = protocol.SignIn(self._order_id(), person, pin)
        done: Done = await self._answered(frame.id, frame)
        return done.result

    async def sign_out(self) -> None:
        frame = protocol.SignOut(self._order_id())
        await self._answered(frame.id, frame)

    def touch(self) -> None:
        """Somebody is here: puts off the idle lock. May be called at every key."""
        now = time.monotonic()
        if now - self._touched >= TOUCH_S:
            self._touched = now
            self._say(protocol.Touch())

    def watch(self, view: str, of: str, callback: Watcher) -> Callable[[], None]:
        """Calls back with every newest view, across reconnections; returns how to stop."""
        key = (view, of)
        self._watchers[key] = callback
        self._say(protocol.Watch(view, of))

        def stop() -> None:
            if self._watchers.get(key) is callback:
                del self._watchers[key]
                self._say(protocol.Unwatch(view, of))

        return stop

    async def ask(self, query: str, /, **args: Any) -> AsyncIterator[dict[str, Any]]:
        """The rows of a register or a search, page by page. Raises `Refused`."""
        start, more = 0, True
        while more:
            frame = protocol.Ask(f"q{next(self._asks)}", query, msgspec.to_builtins(args), start)
            page: Answer = await self._answered(frame.id, frame)
            for row in page.rows:
                yield row
            start, more = start + len(page.rows), page.more

    # -- inside -----------------------------------------------------------------------------

    def _order_id(self) -> str:
        if self.welcome is None:
            raise Refused("HORS_LIGNE")
        return f"{self.welcome.day}-{next(self._ids)}"

    async def _answered(self, id: str, frame: protocol.Frame) -> Any:
        if self.state in (Link.CLOSED, Link.REFUSED):
            raise self.refusal or Refused("HORS_LIGNE")
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting[id] = (frame, future)
        self._say(frame)
        try:
            return await future
        finally:
            self._waiting.pop(id, None)

    def _say(self, frame: protocol.Frame) -> None:
        """Sends now if the line is there; if not, `_resume` sends what is still wanted."""
        if self._line is not None and self.state is Link.READY:
            broadcast((self._line,), protocol.write(frame), text=True)

    def _to(self, state: Link) -> None:
        if state is self.state:
            return
        self.state = state
        self._changed.set()
        self._changed = asyncio.Event()
        for callback in tuple(self._on_state):
            _call(callback, state)

    async def _keep_line(self) -> None:
        failures = 0
        self._to(Link.CONNECTING)
        while True:
            try:
                await self._one_line()
                failures = 0
            except (Refused, Refusal) as refused:
                self._give_up(Refused(refused.code, refused.values))
                return
            except (OSError, TimeoutError, ConnectionClosed, InvalidHandshake, InvalidURI) as end:
                if isinstance(end, ConnectionClosed) and end.rcvd and end.rcvd.reason == REPLACED:
                    self._give_up(Refused(REPLACED))
                    return
                if self.state is Link.READY:
                    failures = 0
            self._line = None
            if self.state is not Link.CONNECTING:
                self._to(Link.LOST)
            await asyncio.sleep(BACKOFF_S[min(failures, len(BACKOFF_S) - 1)])
            failures += 1

    def _give_up(self, refused: Refused) -> None:
        self._line = None
        self.refusal = refused
        self._to(Link.REFUSED)
        self._fail_waiting(refused)

    async def _one_line(self) -> None:
        kept = read_station(self.station_file)
        tls = pinned(kept.certificate) if self.url.startswith("wss:") else None
        async with connect(
            self.url,
            ssl=tls,
            compression=None,
            proxy=None,
            max_size=HALL_FRAME_BYTES,
            open_timeout=5,
            close_timeout=1,
            ping_interval=PING_S,
            ping_timeout=PING_S,
        ) as line:
            hello = protocol.Hello(kept.station, kept.key, self.version)
            await line.send(protocol.write(hello), text=True)
            said = protocol.read_hall(await line.recv())
            if isinstance(said, protocol.Refused):
                raise Refused(said.code, said.values)
            if not isinstance(said, Welcome):
                raise Refused("TRAME_ILLISIBLE")
            self._welcomed(said, line)
            while True:
                self._heard(protocol.read_hall(await line.recv()))

    def _welcomed(self, welcome: Welcome, line: ClientConnection) -> None:
        self.welcome = welcome
        self._lines += 1
        self._session(welcome.person, welcome.person_name, welcome.roles)
        self._line = line
        self._hall_time(welcome.now)
        self._to(Link.READY)
        for view, of in self._watchers:
            self._say(protocol.Watch(view, of))
        for frame, _ in tuple(self._waiting.values()):
            self._say(frame)

    def _heard(self, said: protocol.FromHall) -> None:
        match said:
            case View():
                self._hall_time(said.now)
                if watcher := self._watchers.get((said.kind, said.of)):
                    _call(watcher, said)
            case Done() | Answer():
                self._settle(said.id, said)
            case protocol.Refused():
                self._settle(said.id, Refused(said.code, said.values))
            case Notice():
                self._noticed(said)
            case Welcome():
                self.welcome = said
                self._hall_time(said.now)

    def _settle(self, id: str, answer: Any) -> None:
        _, future = self._waiting.get(id, (None, None))
        if future is None or future.done():
            return
        if isinstance(answer, Refused):
            future.set_exception(answer)
        else:
            future.set_result(answer)

    def _noticed(self, notice: Notice) -> None:
        if notice.code == "SESSION":
            values = notice.values
            roles = tuple(Role(role) for role in values.get("roles", ()))
            self._session(values.get("person", ""), values.get("name", ""), roles)
        for callback in tuple(self._on_notice):
            _call(callback, notice)

    def _session(self, person: str, name: str, roles: tuple[Role, ...]) -> None:
        self.person, self.person_name, self.roles = person, name, roles

    def _hall_time(self, now: int) -> None:
        self._offset_ms = now - time.monotonic_ns() // 1_000_000

    def _fail_waiting(self, refused: Refused) -> None:
        for _, future in self._waiting.values():
            if not future.done():
                future.set_exception(Refused(refused.code, refused.values))


def _call(callback: Callable[[Any], None], said: Any) -> None:
    """A screen's own mistake must not cost it its line."""
    try:
        callback(said)
    except Exception:
        log.exception("a screen could not take %s", type(said).__name__)


def _fresh_ids() -> Iterator[str]:
    """Unguessable and never alike, also after a restart of the station."""
    start = secrets.token_hex(6)
    return (f"{start}-{n}" for n in itertools.count(1))

"""The running hall: opens the house, starts a run, serves, and stops loudly (design §4).

When the journal cannot be written the hall tells every station and lets go of everything; it then
opens the house again from what is on the disk, until that works. A house that contradicts itself
is not opened again by itself.
"""

from __future__ import annotations

import asyncio
import hashlib
import ipaddress
import logging
import ssl
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from websockets.asyncio.server import Server as Listener
from websockets.asyncio.server import serve

from core.people import CloseSession
from core.rules import Refusal
from core.site import StartHall
from core.stations import NoteStation, StationKind
from hall.access import IDLE_MS, Pairing, StationKeys
from hall.build import build_hash, version
from hall.clock import Clock, RealClock, RehearsalClock, gap_ms
from hall.collector import rare_collector
from hall.door import Settings
from hall.engine import Engine
from hall.journal import JournalFailure
from hall.keeping import Keeping, watch
from hall.keys import CERTIFICATE, CERTIFICATE_KEY
from hall.opening import KEYS, OpenHouse, open_house
from hall.private import refuse_core_dumps
from hall.protocol import FRAME_BYTES, Notice
from hall.scribe import Broken
from hall.server import Server

AGAIN_S = 2
HANDSHAKES = 100  # connections waiting to be accepted
log = logging.getLogger("quine.hall")


class Ready(msgspec.Struct, frozen=True):
    """What whoever started the hall may want to print."""

    url: str
    codes: dict[StationKind, str]
    house: str
    rehearsal: bool
    lines: int
    missing_seeds: tuple[str, ...] = ()


@dataclass
class Plan:
    """How to run; the defaults are those of a real house on this machine alone."""

    data: Path
    host: str = "127.0.0.1"
    port: int = 8717
    plain: bool | None = None  # ws instead of wss; None: only on loopback
    seed: str | None = None
    headless: bool = False  # a rehearsal clock that only orders move
    rules: Path | None = None  # the forfait rules on display (GEN-019)
    pairing_minutes: int = 10
    rate: float | None = None
    copy: Path | None = None  # a folder on another disk for a second copy of the journal
    verify: bool = True  # the whole journal before the first order (GEN-004); else a snapshot first
    law: Any = None
    new_house: Callable[[], Any] = field(default=lambda: None)
    views: Mapping[str, Any] | None = None
    asks: Mapping[str, Any] | None = None
    version: str = field(default_factory=version)
    dossier: Callable[[Path, str], Awaitable[msgspec.Struct]] | None = None  # the house, the séance


async def run(
    plan: Plan,
    *,
    ready: Callable[[Ready], None] | None = None,
    stop: asyncio.Event | None = None,
) -> None:
    """Serves until `stop`. Raises what `open_house` raises at the first start, and `Broken`."""
    refuse_core_dumps()
    stop = stop or asyncio.Event()
    first = True
    while not stop.is_set():
        try:
            await _one_run(plan, ready, stop)
            return
        except JournalFailure as fault:
            if first and not isinstance(fault, Interrupted):
                raise
            log.error("the journal is out of order, trying again: %s", fault)
            await _wait(stop, AGAIN_S)
        first = False


class Interrupted(JournalFailure):
    """The journal failed while the hall was serving."""


async def _one_run(plan: Plan, ready: Callable[[Ready], None] | None, stop: asyncio.Event) -> None:
    if plan.law is None:
        import hall.supplies  # noqa: F401 -- registers what each order is supplied with
    opened = open_house(
        plan.data,
        seed=plan.seed,
        clock=_clock(plan),
        law=plan.law,
        house=plan.new_house(),
        quick=not plan.verify,
    )
    try:
        if opened.reconciled.missing:
            log.critical("draws committed to and without a seed: %s", opened.reconciled.missing)
        _start(opened, plan)
        engine = Engine(
            opened.scribe,
            opened.journal,
            opened.restored.answers,
            check_always=opened.hall.rehearsal,
        )
        server = _server(engine, opened, plan)
        listener = await _listen(server, opened, plan)
        keeping = Keeping(opened, engine, plan.copy)
        server.follow_copy(keeping)
        try:
            if ready is not None:
                ready(_ready(listener, server, opened, plan))
            with rare_collector():
                await _until(stop, engine, server, keeping if opened.restored.unverified else None)
        finally:
            well = engine.stopped == "closed"
            listener.close(close_connections=False)
            await server.close("" if well else engine.stopped)
            await listener.wait_closed()
            await keeping.close(well=well)
    finally:
        opened.close()


def _start(opened: OpenHouse, plan: Plan) -> None:
    """Opens the run. Whoever was signed in or online before is looked at anew."""
    restored = opened.restored
    opened.start(StartHall(build_hash(), plan.version, _digest(plan.rules)))
    now = opened.scribe.now()
    house = opened.hall.house
    for station, known in tuple(house.stations.known.items()):
        if known.online:
            opened.give(NoteStation(station, online=False))
    if not _quiet(plan) and gap_ms(restored.last_at or now.at, now.at) > IDLE_MS:
        for station in tuple(house.people.signed_in):
            opened.give(CloseSession(station, "REDEMARRAGE"))
    opened.settle()
    opened.commit()


def _server(engine: Engine, opened: OpenHouse, plan: Plan) -> Server:
    pem = "" if _is_plain(plan) else (opened.folder / KEYS / CERTIFICATE).read_text("ascii")
    der = ssl.PEM_cert_to_DER_cert(pem) if pem else None
    settings = Settings(
        version=plan.version, build=build_hash(), quiet=_quiet(plan), certificate_pem=pem
    )
    if plan.rate is not None:
        settings = msgspec.structs.replace(settings, rate=plan.rate, burst=2 * plan.rate)
    entropy = opened.hall.entropy
    views, asks = _views(plan)
    server = Server(
        engine,
        Pairing(entropy, der),
        StationKeys(opened.stations_file, entropy),
        views,
        asks,
        settings,
    )
    if not _quiet(plan):
        for station in opened.hall.house.people.signed_in:
            server.leave(station)
    if opened.restored.runs and opened.journal_recovered:
        server.greeting = _greeting(opened)
    if plan.dossier is not None:
        server.dossier = partial(plan.dossier, opened.folder)
    return server


def _greeting(opened: OpenHouse) -> Notice:
    """What the caller is told in one sentence after a stop that nobody wanted (GEN-016)."""
    restored = opened.restored
    now = opened.scribe.now()
    since_s = gap_ms(restored.last_at, now.at) // 1000
    values = {"at": restored.last_at, "lines": restored.head.seq, "since_s": since_s}
    return Notice("REPRISE", values, now.ms)


async def _listen(server: Server, opened: OpenHouse, plan: Plan) -> Listener:
    context = None
    if not _is_plain(plan):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_3
        folder = opened.folder / KEYS
        context.load_cert_chain(folder / CERTIFICATE, folder / CERTIFICATE_KEY)
    return await serve(
        server.serve,
        plan.host,
        plan.port,
        ssl=context,
        compression=None,
        max_size=FRAME_BYTES,
        max_queue=32,
        write_limit=(1 << 22),
        open_timeout=5,
        close_timeout=1,
        ping_interval=10,
        ping_timeout=20,
        server_header=None,
        backlog=HANDSHAKES,
    )


async def _until(
    stop: asyncio.Event, engine: Engine, server: Server, unverified: Keeping | None
) -> None:
    """Until told to stop, or the engine can no longer keep its word.

    What a snapshot made unnecessary to read is verified meanwhile.
    """
    work = asyncio.create_task(engine.run())
    sweep = asyncio.create_task(server.sweep())
    ending = asyncio.create_task(stop.wait())
    beside = [sweep, ending, *([watch(unverified, engine)] if unverified else [])]
    try:
        await asyncio.wait((work, ending), return_when=asyncio.FIRST_COMPLETED)
        engine.close()
        await work
    except JournalFailure as fault:
        raise Interrupted(str(fault)) from fault
    finally:
        for task in (*beside, work):
            task.cancel()


def _ready(listener: Listener, server: Server, opened: OpenHouse, plan: Plan) -> Ready:
    port = next(iter(listener.sockets)).getsockname()[1]
    site = opened.hall.house.site
    kinds = [k for k in StationKind if site.rehearsal or k is not StationKind.SIMULATOR]
    minutes = plan.pairing_minutes
    codes = {kind: server.pairing.open(kind, server.clock_ms(), minutes=minutes) for kind in kinds}
    scheme = "ws" if _is_plain(plan) else "wss"
    url = f"{scheme}://{plan.host}:{port}"
    missing = opened.reconciled.missing
    return Ready(url, codes, site.name, site.rehearsal, opened.restored.head.seq, missing)


def _is_plain(plan: Plan) -> bool:
    if plan.plain is not None:
        return plan.plain
    try:
        return ipaddress.ip_address(plan.host).is_loopback
    except ValueError:
        return plan.host == "localhost"


def _quiet(plan: Plan) -> bool:
    return plan.headless


def _clock(plan: Plan) -> Clock:
    if plan.headless:
        return RehearsalClock()
    return RealClock()


def _views(plan: Plan) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    views, asks = plan.views, plan.asks
    if views is None:
        from core import views as known_views

        views = getattr(known_views, "VIEWS", {})
    if asks is None:
        from core import registers

        asks = getattr(registers, "ASKS", {})
    return views, asks


def _digest(rules: Path | None) -> str:
    """Of the rules text on display; empty when it is missing, which blocks the opening."""
    if rules is None or not rules.is_file():
        return ""
    return hashlib.sha256(rules.read_bytes()).hexdigest()


async def _wait(stop: asyncio.Event, seconds: float) -> None:
    try:
        await asyncio.wait_for(stop.wait(), seconds)
    except TimeoutError:
        return


__all__ = ["Broken", "Plan", "Ready", "Refusal", "run"]

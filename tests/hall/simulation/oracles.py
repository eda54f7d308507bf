"""What must hold in every history, whatever breaks (GEN-003, GEN-004, GEN-016)."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from itertools import groupby
from typing import Any

import msgspec

import core.house as law
from core.bingo.partie.state import Phase
from core.bingo.partie.suspension import STEADY
from core.rules import FACTS, told
from hall import protocol
from hall.journal import JournalFailure
from hall.opening import restore

FLEETING = {"SALLE_OCCUPEE", "SESSION_CHANGEE", "ORDRE_PERIME"}  # not this order's own answer


class Oracles(logging.Handler):
    def __init__(self, world: Any) -> None:
        super().__init__(logging.ERROR)
        self.breaches: list[str] = []
        self._world = world
        self.orders: set[tuple[str, str]] = set()  # given by a station, with their id
        self.done: dict[tuple[str, str], tuple[int, dict[str, Any]]] = {}
        self.refused: dict[tuple[str, str], str] = {}
        self.suspended = 0
        self.readings = 0

    def _must(self, holds: bool, why: str) -> None:
        """The hall survives whatever a station's frame provokes: a breach is kept for the end."""
        if not holds:
            self.breaches.append(f"{self._world.loop.time():.3f} s: {why}")

    def emit(self, record: logging.LogRecord) -> None:
        """Whatever the hall caught and logged with a traceback is a fault of ours."""
        process = self._world.process
        fault = record.exc_info[1] if record.exc_info else None
        if fault is None or process is None or not process.alive:
            return
        if not isinstance(fault, JournalFailure):  # those are the disk's own
            self.breaches.append(f"{record.getMessage()}: {fault!r}")

    # -- while it happens -----------------------------------------------------------------------

    def given(self, station: str, frame: bytes) -> None:
        """An order left a station, perhaps again."""
        if b'"say":"Order"' in frame:
            self.orders.add((station, protocol.read_station(frame).id))

    def said(self, station: str, frame: bytes) -> None:
        """Nothing is answered or shown before it is durable; the same id, the same answer."""
        said = protocol.read_hall(frame)
        durable = self._world.disk.seq
        if isinstance(said, protocol.View):
            self._must(said.seq <= durable, f"shown at {said.seq}, durable {durable}")
        if isinstance(said, protocol.Done):
            self._must(said.seq <= durable, f"answered at {said.seq}, durable {durable}")
            key = (station, said.id)
            if key in self.orders:
                answer = (said.seq, said.result)
                alike = self.done.setdefault(key, answer) == answer
                self._must(alike, f"{key} answered twice, unlike")
                self._must(key not in self.refused, f"{key} was refused, now it is done")
        if isinstance(said, protocol.Refused) and said.id and said.code not in FLEETING:
            key = (station, said.id)
            if key in self.orders:
                alike = self.refused.setdefault(key, said.code) == said.code
                self._must(alike, f"{key} refused twice, unlike")
                self._must(key not in self.done, f"{key} was done, now {said.code}")

    def reading(self, read: Callable[..., Any]) -> Callable[..., Any]:
        """Views and registers are made when all that the house holds is durable."""

        def checked(maker: Any, house: Any, *of: Any) -> Any:
            process = self._world.process
            if process is not None and process.alive and process.engine is not None:
                head = process.engine.scribe.head.seq
                durable = self._world.disk.seq
                self._must(head == durable, f"shown at {head}, durable {durable}")
                self.readings += 1
            return read(maker, house, *of)

        return checked

    # -- at every start -------------------------------------------------------------------------

    def start(self, start: Callable[..., None]) -> Callable[..., None]:
        """A running *partie* is suspended since the last line that was written."""

        def checked(opened: Any, plan: Any) -> None:
            partie = _running(opened.hall.house)
            was_running = partie is not None and partie.phase not in STEADY
            last_ms = opened.restored.last_ms
            start(opened, plan)
            if was_running:
                after = _running(opened.hall.house)
                assert after.phase is Phase.SUSPENDUE, after.phase
                assert after.suspension.since_ms == last_ms
                self.suspended += 1
            law.check(opened.hall.house)

        return checked

    def server(self, made: Callable[..., Any]) -> Callable[..., Any]:
        def remembered(engine: Any, opened: Any, plan: Any) -> Any:
            process = self._world.process
            process.engine = engine
            process.resumed = opened.restored.unverified > 0
            return made(engine, opened, plan)

        return remembered

    def ready(self, process: Any) -> None:
        process.ready = True
        self.must_hold(live=False)

    # -- at the end -----------------------------------------------------------------------------

    def must_hold(self, *, live: bool = True) -> None:
        """Every acknowledged order is in the journal, once, saying what was answered."""
        assert not self.breaches, self.breaches[:5]
        rows = self._world.disk.rows
        kept = [json.loads(text) for text in rows[len(self._world.base.lines) :]]
        groups = [
            (key, list(lines))
            for key, lines in groupby(kept, key=lambda line: (line["station"], line["order_id"]))
            if key[1]
        ]
        written = dict(groups)
        assert len(written) == len(groups), "an order was executed twice"
        for key, (seq, result) in self.done.items():
            assert key in written, f"{key} was acknowledged at {seq} and is lost"
            assert written[key][-1]["seq"] == seq, key
            facts = tuple(FACTS[line["type"]] for line in written[key])
            made = told(_fact(kind, line) for kind, line in zip(facts, written[key], strict=True))
            assert json.loads(json.dumps(made)) == result, (key, made, result)
        for key, code in self.refused.items():
            if key in written:
                assert [line["data"].get("code") for line in written[key]] == [code], key
        if live:
            restored = restore(rows, law.House(), law)
            law.check(restored.house)
            assert restored.house == self._world.live, "the journal tells another house"


def _fact(kind: type, line: dict[str, Any]) -> Any:
    return msgspec.convert(line["data"], kind, str_keys=True)


def _running(house: Any) -> Any:
    seance = house.bingo.current()
    return seance.running if seance is not None else None

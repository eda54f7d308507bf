"""The part of every program that hears keys first: scans are taken out, typing is passed on."""

from __future__ import annotations

import time

from textual import events
from textual.widgets import Input, TextArea

from ui.decode import Reading
from ui.messages import HoldLooked, Scanned
from ui.readers import Reader
from ui.scan import Outcome, ScanCollector, Stroke
from ui.speaking import Speaking

TOUCH_S = 20  # how often at most the hall hears that somebody is here


class Listening(Speaking, inherit_bindings=False):
    """Every key and paste passes `on_event` before any binding or widget (terminals guide §2)."""

    _scans: ScanCollector
    reader: Reader | None = None
    """A scanner that is no keyboard, if this station has one."""
    _last_key: float
    _last_touch: float

    async def on_event(self, event: events.Event) -> None:
        """Every key and paste passes here first, before any binding or widget."""
        if isinstance(event, events.Key) and not event.is_forwarded:
            self._somebody()
            outcome = self._scans.feed(
                event.character, event.key, event.time, event, self._in_field()
            )
            await self._act_on(outcome)
            self._look_later()
        elif isinstance(event, events.Paste) and not event.is_forwarded:
            self._somebody()
            readings = self._scans.paste(event.text, event.time, self._in_field())
            if readings is None:
                await super().on_event(event)
            for reading in readings or ():
                self._scanned(reading)
        else:
            await super().on_event(event)

    def listen(self) -> None:
        """From now on what the reader reads is a scan here."""
        if self.reader is not None:
            running = self.reader.run(self._heard, self._reader_there)
            self.run_worker(running, group="reader", exit_on_error=False)

    def _heard(self, line: str) -> None:
        self._somebody()
        if (reading := self._scans.line(line, time.monotonic())) is not None:
            self._scanned(reading)

    def _reader_there(self, there: bool) -> None:
        if there:
            self.say(self.in_words("LECTEUR_PRET", {}))
        else:
            port = self.reader.url if self.reader is not None else ""
            self.refuse("LECTEUR_ABSENT", {"port": port})

    async def _act_on(self, outcome: Outcome) -> None:
        for stroke in outcome.deliver:
            await self._deliver(stroke)
        if outcome.scan is not None:
            self._scanned(outcome.scan)

    async def _deliver(self, stroke: Stroke) -> None:
        await super().on_event(stroke.event)

    def _in_field(self) -> bool:
        return isinstance(self.focused, Input | TextArea)

    def _look_later(self) -> None:
        if self._scans.waiting:
            last, wait = self._scans.last, self._scans.patience + 0.005
            self.set_timer(wait, lambda: self.post_message(HoldLooked(1, last)))

    async def on_hold_looked(self, looked: HoldLooked) -> None:
        """A silence is believed when a second look finds no key queued behind the first."""
        if looked.last != self._scans.last or not self._scans.waiting:
            return
        if looked.asked == 1:
            self.set_timer(0.002, lambda: self.post_message(HoldLooked(2, looked.last)))
            return
        await self._act_on(self._scans.expire(time.monotonic(), self._in_field()))
        self._look_later()

    def _scanned(self, reading: Reading) -> None:
        target = self.screen
        if self.focused is not None and getattr(self.focused, "takes_scans", False):
            self.focused.post_message(Scanned(reading))
        else:
            target.post_message(Scanned(reading))

    def on_scanned(self, scanned: Scanned) -> None:
        """No screen wanted it."""
        self.refuse("CODE_SANS_USAGE" if scanned.reading.readable else "CODE_NON_LU")

    def _somebody(self) -> None:
        self._last_key = self.clock()
        if self.hall.person and self._last_key - self._last_touch >= TOUCH_S:
            self._last_touch = self._last_key
            self.hall.touch()

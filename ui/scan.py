"""Telling a scanner from a person: a pure collector between the keyboard and the screen.

A keyboard-wedge scanner types. Left alone its digits would fire one-letter commands and its Enter
would press whatever has the focus. So every key goes through here first, is held for a moment if
it may belong to a code, and is given back as typing if it did not. Only content is ever accepted;
timing alone may only reject. Terminals guide §2; SCN-001, SCN-004. No clock, no screen in here:
times come with the keys, in seconds of one monotonic clock.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from ui.decode import Reading, ScanDecoder, Shape

HOLD = 0.060
"""Longest silence inside a code while few characters are held, and what typing may be delayed."""
LONG_HOLD = 0.250
"""The same once enough is held to be sure: an input thread may stall for 80 ms."""
SURE = 6
PACE = 0.035
"""Average seconds per character under which nobody types."""
REPEAT = 2.0
"""One code within this time is one scan (SCN-001)."""
AFTERMATH = 0.100
"""How long the second half of CR LF is swallowed."""
STALL = 3.0
"""Longest time for which the program itself may hang without a code being broken by it."""
COMMITTED = 12  # so many characters in, a burst is held to its end even if it goes astray
LONGEST = 512
STRAY = 4  # keys that a hurried hand may have pressed in the same instant as a scan

ENDS = frozenset({"enter", "tab", "ctrl+j"})
MODIFIERS = re.compile(r"(left_|right_|iso_level\d_)?(shift|control|alt|super|hyper|meta)|.*_lock")


@dataclass(frozen=True)
class Stroke:
    """One key as it came in. `event` is whatever must be delivered if it was typing."""

    character: str | None
    key: str
    at: float
    event: Any = None


@dataclass(frozen=True)
class Outcome:
    """What to do: deliver these keys as typing, in order, and act on this scan.

    Both empty: the key was consumed.
    """

    deliver: tuple[Stroke, ...] = ()
    scan: Reading | None = None


CONSUME = Outcome()


class ScanCollector:
    """Fed with every key and every paste; says what is typing and what is a scan.

    Args:
        decoder: what knows our codes.
        prefix: the key a scanner types before each code ("f12"), if it was set up so.
    """

    def __init__(self, decoder: ScanDecoder | None = None, *, prefix: str = "") -> None:
        self.decoder = decoder or ScanDecoder()
        self.prefix = prefix
        self._held: list[Stroke] = []
        self._armed = False
        self._last = 0.0
        self._ended = float("-inf")
        self._swallow: frozenset[str] = frozenset()
        self._seen: dict[str, float] = {}

    @property
    def waiting(self) -> bool:
        """Whether keys are held, so that `expire` must be called."""
        return bool(self._held) or self._armed

    @property
    def last(self) -> float:
        """When the last key came."""
        return self._last

    @property
    def patience(self) -> float:
        """Seconds of silence after the last key until `expire` decides."""
        return LONG_HOLD if self._armed or len(self._held) >= SURE else HOLD

    def feed(
        self, character: str | None, key: str, at: float, event: Any = None, in_field: bool = False
    ) -> Outcome:
        """One key. `in_field`: a text field has the focus, where fast typing is no scan."""
        stroke = Stroke(character, key, at, event)
        if character is None and MODIFIERS.fullmatch(key):
            return CONSUME if self.waiting else Outcome((stroke,))
        late = CONSUME if self._goes_on(stroke) else self.expire(at, in_field)
        now = self._take(stroke, in_field)
        return Outcome(late.deliver + now.deliver, late.scan or now.scan)

    def expire(self, now: float, in_field: bool = False) -> Outcome:
        """Silence: decides what is held, if it has lasted long enough."""
        if not self.waiting or now - self._last <= self.patience:
            return CONSUME
        outcome = self._judge(None, in_field)
        if outcome.scan is not None:
            self._ended, self._swallow = self._last + LONG_HOLD, ENDS
        return outcome

    def paste(self, text: str, at: float, in_field: bool = False) -> list[Reading] | None:
        """A paste, or lines from a serial scanner. None: let it be pasted where the focus is."""
        lines = [line for line in re.split(r"[\r\n\t]+", text) if line.strip()]
        readings = [self.decoder.read(line.strip()) for line in lines]
        if lines and all(readings):
            return [reading for reading in readings if reading and not self._repeats(reading, at)]
        return None if in_field else []

    def line(self, text: str, at: float) -> Reading | None:
        """A line of a reader that is no keyboard: surely a scan, readable or not. None: again."""
        text = text.strip()
        if not text:
            return None
        reading = self.decoder.read(text) or Reading(text, Shape.UNREADABLE, text)
        return None if self._repeats(reading, at) else reading

    def _goes_on(self, stroke: Stroke) -> bool:
        """A key that continues or ends a code after a silence that nobody noticed while it lasted.

        Then the machine stalled, not the scanner: had it run, `expire` would have come before.
        """
        if not self.waiting or stroke.at - self._last > STALL:
            return False
        if stroke.key in ENDS:
            return True
        text = self._text() + (stroke.character or "\n")
        return self.decoder.may_begin(text)

    def _take(self, stroke: Stroke, in_field: bool) -> Outcome:
        self._last = stroke.at
        if stroke.key in ENDS:
            return self._end(stroke, in_field)
        if self.prefix and stroke.key == self.prefix:
            before = self._release()
            self._armed = True
            return Outcome(before)
        if stroke.character is None or not stroke.character.isprintable():
            if self._armed or len(self._held) >= SURE:
                return CONSUME  # a control character inside a code commands nothing
            return Outcome((*self._release(), stroke))
        self._held.append(stroke)
        typed: list[Stroke] = []
        while self._held and not self._promising(in_field):
            typed.append(self._held.pop(0))  # a key just before a code is not part of it
        return Outcome(tuple(typed))

    def _promising(self, in_field: bool) -> bool:
        if len(self._held) > LONGEST:
            return False
        if self._armed or not in_field or len(self._held) > COMMITTED:
            return True
        return self.decoder.may_begin(self._text())

    def _end(self, stroke: Stroke, in_field: bool) -> Outcome:
        if not self.waiting:
            if stroke.key in self._swallow and stroke.at - self._ended <= AFTERMATH:
                return CONSUME
            return Outcome((stroke,))
        outcome = self._judge(stroke, in_field)
        if stroke not in outcome.deliver:
            self._ended = stroke.at
            self._swallow = frozenset({"ctrl+j"}) if stroke.key == "enter" else frozenset()
        return outcome

    def _judge(self, end: Stroke | None, in_field: bool) -> Outcome:
        """What the held keys were. `end` is the key that closed them, None after a silence."""
        raw, armed = self._text(), self._armed
        stray, reading = self._read(raw)
        if reading is None and raw and self._surely_no_typing(raw, in_field):
            reading = Reading(raw, Shape.UNREADABLE, raw)
        strokes = self._release()
        if reading is None:
            kept = strokes if end is None else (*strokes, end)
            return CONSUME if armed else Outcome(kept)
        again = self._repeats(reading, strokes[-1].at if strokes else self._last)
        return Outcome(strokes[:stray], None if again else reading)

    def _read(self, raw: str) -> tuple[int, Reading | None]:
        """What the held keys say, after how many that were pressed just before the scan."""
        for stray in range(min(len(raw), STRAY + 1)):
            if reading := self.decoder.read(raw[stray:]):
                return stray, reading
        return 0, None

    def _surely_no_typing(self, raw: str, in_field: bool) -> bool:
        if self._armed:
            return True
        spent = self._held[-1].at - self._held[0].at
        if len(raw) < SURE or spent > PACE * len(raw):
            return False
        if in_field:
            return self.decoder.refuses(raw)
        return len(set(raw)) >= 4  # a key held down repeats itself; a code does not

    def _repeats(self, reading: Reading, at: float) -> bool:
        self._seen = {text: when for text, when in self._seen.items() if at - when <= REPEAT}
        again = reading.text in self._seen
        self._seen[reading.text] = at
        return again

    def _text(self) -> str:
        return "".join(stroke.character or "" for stroke in self._held)

    def _release(self) -> tuple[Stroke, ...]:
        strokes, self._held, self._armed = tuple(self._held), [], False
        return strokes

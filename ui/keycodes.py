"""What a keyboard scanner presses, from the kernel's own records: pure, no device.

A scanner presses the keys of a US keyboard whatever the country of the machine, so the layout of
the terminal and Caps Lock do not matter here.
"""

from __future__ import annotations

import struct

EVENT = struct.Struct("@llHHi")  # struct input_event: time (two longs), type, code, value
EVENT_BYTES = EVENT.size
GRAB = 0x40044590  # EVIOCGRAB: nobody else hears this keyboard

KEYS, DROPPED = 1, (0, 3)  # EV_KEY; SYN_DROPPED
PRESSED = 1  # 0 is let go, 2 repeats: no scanner holds a key
SHIFTS = frozenset({42, 54})
ENDS = frozenset({15, 28, 96})  # Tab, Enter, Enter of the keypad
LOST = "\ufffd"  # stands in no code, so that a code with a hole is never taken for whole

_ROWS = (
    (2, "1234567890-=", "!@#$%^&*()_+"),
    (16, "qwertyuiop[]", "QWERTYUIOP{}"),
    (30, "asdfghjkl;'`", 'ASDFGHJKL:"~'),
    (43, "\\zxcvbnm,./", "|ZXCVBNM<>?"),
    (55, "*", "*"),
    (57, " ", " "),
    (71, "789-456+1230.", "789-456+1230."),
)
PLAIN = {first + at: letter for first, row, _ in _ROWS for at, letter in enumerate(row)}
SHIFTED = {first + at: letter for first, _, row in _ROWS for at, letter in enumerate(row)}


class KeyDecoder:
    """Records in, lines out."""

    def __init__(self) -> None:
        self._held: list[str] = []
        self._shifts: set[int] = set()

    def take(self, records: bytes) -> list[str]:
        """The lines that these whole records end; blank ones are left out."""
        lines: list[str] = []
        for _, _, kind, code, value in EVENT.iter_unpack(records):
            if (kind, code) == DROPPED:
                self._held.append(LOST)
                self._shifts.clear()
            elif kind == KEYS and code in SHIFTS:
                (self._shifts.discard if value == 0 else self._shifts.add)(code)
            elif kind == KEYS and value == PRESSED:
                self._press(code, lines)
        return lines

    def rest(self) -> str:
        """What is held, and no longer."""
        text = "".join(self._held)
        self._held.clear()
        return text

    def _press(self, code: int, lines: list[str]) -> None:
        if code in ENDS:
            if text := self.rest():
                lines.append(text)
        elif letter := (SHIFTED if self._shifts else PLAIN).get(code):
            self._held.append(letter)

"""The roll of paper: what a document becomes before it becomes dots or bytes.

A layout is a list of blocks, the same for every renderer. Text blocks fit the columns already, so
that no printer wraps in the middle of a word.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from printers.letters import printable, wrapped

Align = Literal["left", "center", "right"]


class Text(msgspec.Struct, frozen=True):
    """One line of cells; `wide` and `tall` multiply them. It fits and is padded already."""

    text: str
    bold: bool = False
    wide: int = 1
    tall: int = 1
    reverse: bool = False


class Face(msgspec.Struct, frozen=True):
    """One carton as it is painted: all that stands on it, ready to read."""

    house: str
    number: str
    seance: str
    partie: str
    price: str
    note: str
    foot: str
    marks: tuple[str, ...]
    rows: tuple[tuple[int, ...], ...]
    code: str


class Grid(msgspec.Struct, frozen=True):
    """The three rows of a carton where they are typed and not painted."""

    rows: tuple[tuple[int, ...], ...]


class Qr(msgspec.Struct, frozen=True):
    """A QR in the middle of the roll: level H for codes, M for the longer anchor."""

    payload: str
    level: Literal["H", "M"] = "H"


class Feed(msgspec.Struct, frozen=True):
    """White paper, in dots (8 a millimetre)."""

    dots: int


class Cut(msgspec.Struct, frozen=True):
    """The knife; where there is none, a dashed line to tear along."""


Block = Text | Face | Grid | Qr | Feed | Cut


class Roll:
    """Blocks being laid on a roll so many columns wide."""

    def __init__(self, columns: int) -> None:
        self.columns = columns
        self.blocks: list[Block] = []

    def line(
        self, text: str = "", *, align: Align = "left", bold: bool = False, big: int = 1
    ) -> None:
        """A paragraph: as many lines as it takes; `big` multiplies cells where they still fit."""
        typed = printable(text)
        size = big if len(typed) * big <= self.columns else 1
        for line in wrapped(typed, self.columns // size):
            laid = _aligned(line, self.columns // size, align)
            self.blocks.append(Text(laid, bold, size, big))

    def mark(self, text: str) -> None:
        """White on black across the paper: RÉPÉTITION, DUPLICATA."""
        laid = printable(text)[: self.columns].center(self.columns)
        self.blocks.append(Text(laid, bold=True, tall=2, reverse=True))

    def pair(self, left: str, right: str, *, bold: bool = False) -> None:
        """A label and its value on one line, or on two when they do not fit."""
        label, value = printable(left), printable(right)
        room = self.columns - len(label) - len(value)
        if room >= 1:
            self.blocks.append(Text((label + " " * room + value).rstrip(), bold))
            return
        self.line(label, bold=bold)
        for line in wrapped(value, self.columns - 2):
            self.blocks.append(Text(line.rjust(self.columns), bold))

    def rule(self, sign: str = "─") -> None:
        self.blocks.append(Text(sign * self.columns))

    def feed(self, dots: int = 24) -> None:
        self.blocks.append(Feed(dots))

    def qr(self, payload: str, level: Literal["H", "M"] = "H") -> None:
        if payload:
            self.blocks.append(Qr(payload, level))

    def place_for(self, *names: str) -> None:
        """Blank places to sign in, side by side as far as two fit."""
        for first, second in zip(names[::2], (*names[1::2], ""), strict=False):
            half = self.columns // 2
            if second and max(len(first), len(second)) < half:
                self.line(printable(first).ljust(half) + printable(second))
                self.feed(72)
                self.line(("." * (half - 2)).ljust(half) + "." * (half - 2))
                continue
            for name in filter(None, (first, second)):
                self.line(name)
                self.feed(72)
                self.line("." * (self.columns - 2))

    def cut(self) -> None:
        self.blocks.append(Cut())


def _aligned(line: str, columns: int, align: Align) -> str:
    if align == "left":
        return line
    return line.rjust(columns) if align == "right" else line.center(columns).rstrip()

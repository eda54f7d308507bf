"""A document as ESC/POS bytes, one job of its own: no state of the printer is taken for granted.

python-escpos composes the commands and nothing else; it never sees a printer. The same document
and profile give the same bytes, always (PRT-010). Text goes out in code page 858 only, without a
control character of its own.
"""

from __future__ import annotations

import logging
import os
import tempfile
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from core.documents import Document
from printers.cartons import grid_lines
from printers.layout import Block, Cut, Face, Feed, Grid, Qr, Text
from printers.letters import encoded
from printers.paint import module_for, paint, pasted
from printers.papers import lay
from printers.profiles import Profile

if TYPE_CHECKING:
    from PIL.Image import Image

CHINESE_OFF = b"\x1c."  # clones wake up in Kanji mode, where an accent is half a Chinese sign
CODE_PAGE = b"\x1bt"
RASTER = b"\x1dv0\x00"
FENCE = b"\x1dr\x01"
DRAWER = b"\x1bp\x00\x32\xfa"
NO_SPACING, DEFAULT_SPACING = b"\x1b3\x00", b"\x1b2"
BAND = 128  # rows of dots a cheap printer can hold at once
QUIET = 24


def render_escpos(document: Document, profile: Profile) -> bytes:
    """The whole job, from reset to cut; without the fence, which belongs to the transport."""
    roll = _Composer(profile)
    blocks = lay(document, profile.columns, typed_cartons=profile.mode == "letters")
    painting: list[Image] = []
    for block in blocks:
        if profile.mode == "dots" and not isinstance(block, Cut):
            painting.append(paint(block, profile))
            continue
        if painting:
            roll.image(pasted(painting, profile.dots))
            painting = []
        roll.block(block, last=block is blocks[-1])
    return roll.output


def render_code_pages(candidates: tuple[int, ...] = (19, 53, 13, 31, 4, 6, 2)) -> bytes:
    """A strip showing which ESC t number a maker gave to CP858: keep the one that reads well."""
    roll = _Composer(Profile())
    roll.raw(encoded("Gardez le numéro dont la ligne se lit bien :\n"))
    for number in candidates:
        line = encoded(f" = {number} : é è à ç ê î ô û € « » ╔═╗\n")
        roll.raw(CODE_PAGE + bytes((number,)) + line)
    roll.block(Cut(), last=True)
    return roll.output


@lru_cache(maxsize=1)
def _escpos() -> tuple[Any, Any]:
    """Imports python-escpos late, since it takes a third of a second, and without its litter.

    It would open a log on the terminal and leave a temporary folder behind at every start.
    """
    with _IMPORTING:
        root, made = list(logging.root.handlers), tempfile.mkdtemp
        os.environ.setdefault("ESCPOS_CAPABILITIES_PICKLE_DIR", str(_cache()))
        tempfile.mkdtemp = lambda *_a, **_k: str(_cache())  # type: ignore[assignment]
        try:
            from escpos import escpos, printer
        finally:
            tempfile.mkdtemp = made
            logging.root.handlers[:] = root
    return printer, escpos


_IMPORTING = Lock()


def _cache() -> Path:
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    folder = Path(home) / "quine" / "escpos"
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError:
        return Path(tempfile.gettempdir())
    return folder


class _Composer:
    """Blocks into commands."""

    def __init__(self, profile: Profile) -> None:
        printer, self._escpos = _escpos()
        self.profile = profile
        self._out = printer.Dummy()
        self._out.hw("INIT")
        self.raw(CHINESE_OFF + CODE_PAGE + bytes((profile.code_page,)))

    @property
    def output(self) -> bytes:
        return bytes(self._out.output)

    def raw(self, commands: bytes) -> None:
        self._out._raw(commands)

    def block(self, block: Block, *, last: bool) -> None:
        match block:
            case Text():
                self._text(block)
            case Grid(rows):
                self._grid(rows)
            case Face():
                self.image(paint(block, self.profile))
            case Qr():
                self._qr(block)
            case Feed(dots):
                self._feed(dots)
            case Cut():
                self._cut(last)

    def _style(self, bold: bool, wide: int, tall: int, reverse: bool) -> None:
        self._out.set(bold=bold, custom_size=True, width=wide, height=tall, invert=reverse)

    def _text(self, block: Text) -> None:
        styled = block.bold or block.reverse or block.wide > 1 or block.tall > 1
        if styled:
            self._style(block.bold, block.wide, block.tall, block.reverse)
        self.raw(encoded(block.text) + b"\n")
        if styled:
            self._style(False, 1, 1, False)

    def _grid(self, rows: tuple[tuple[int, ...], ...]) -> None:
        wide = 2 if self.profile.columns >= 46 else 1
        self.raw(NO_SPACING)
        self._out.set(align="center")
        for place, pieces in enumerate(grid_lines(rows)):
            tall = 3 if place % 2 else 1
            for side, piece in enumerate(pieces):
                cell = side % 2 == 1
                self._style(cell and place % 2 == 1, wide if cell else 1, tall, False)
                self.raw(encoded(piece))
            self.raw(b"\n")
        self._style(False, 1, 1, False)
        self._out.set(align="left")
        self.raw(DEFAULT_SPACING)

    def _qr(self, block: Qr) -> None:
        if not self.profile.native_qr:
            self.image(pasted([paint(block, self.profile)], self.profile.dots))
            return
        level = self._escpos.QR_ECLEVEL_H if block.level == "H" else self._escpos.QR_ECLEVEL_M
        self._feed(QUIET)
        self._out.set(align="center")
        size = module_for(block, self.profile)
        self._out.qr(block.payload, ec=level, size=size, native=True)
        self._out.set(align="left")
        self._feed(QUIET)

    def _feed(self, dots: int) -> None:
        while dots > 0:
            self.raw(b"\x1bJ" + bytes((min(dots, 255),)))
            dots -= 255

    def _cut(self, last: bool) -> None:
        if self.profile.cutter:
            self._out.cut(mode="FULL" if last else "PART")
        else:
            self.raw(b"- " * (self.profile.columns // 2) + b"\n\n\n\n")

    def image(self, image: Image) -> None:
        """Dots in bands; never a height of 48 or 96, which some clones print as garbage."""
        for top in range(0, image.height, BAND):
            band = image.crop((0, top, image.width, min(top + BAND, image.height)))
            rows = band.height + 8 if band.height % 48 == 0 else band.height
            dots = _packed(band, rows)
            wide = len(dots) // rows
            self.raw(RASTER + wide.to_bytes(2, "little") + rows.to_bytes(2, "little"))
            self.raw(dots)


def _packed(band: Image, rows: int) -> bytes:
    """Eight dots a byte, 1 is black, padded with white rows.

    A printer obeys DLE commands even inside an image (kick the drawer, cut the power); one dot
    more keeps the pair of bytes from ever being sent.
    """
    from PIL import ImageChops

    dots = ImageChops.invert(band).tobytes()
    dots += bytes(len(dots) // band.height * (rows - band.height))
    for second in (b"\x04", b"\x05", b"\x14"):
        dots = dots.replace(b"\x10" + second, b"\x18" + second)
    return dots

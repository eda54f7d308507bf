"""Type in dots: lines of text at the height a paper asks for, the same on every machine."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from io import BytesIO
from typing import TYPE_CHECKING, Any

from printers.letters import printable

if TYPE_CHECKING:
    from PIL.Image import Image

FONT = files("assets") / "fonts" / "DejaVuSansMono.ttf"
ADVANCE = 0.60205  # width of every letter of DejaVu Sans Mono, in ems
ROOM = 1.28  # height of a line with accents and tails, in ems


@lru_cache(maxsize=16)
def font(size: float) -> Any:
    """DejaVu Sans Mono, bundled: its cells are those of a receipt printer."""
    from PIL import ImageFont

    return ImageFont.truetype(BytesIO(FONT.read_bytes()), size)


@lru_cache(maxsize=16)
def display_font(size: float) -> Any:
    """Pillow's own Aileron: handsome digits, no accents."""
    from PIL import ImageFont

    return ImageFont.load_default(size=size)


@lru_cache(maxsize=64)
def fitted(text: str, size: int, width: int, *, bold: bool = False, display: bool = False) -> Image:
    """A line `size` dots high, smaller if it must be, shortened if even that is too wide.

    `display` takes Pillow's own Aileron, handsomer for large numbers; it has no accents, so that
    a line with any is set like the others.
    """
    from PIL import Image, ImageDraw

    line = printable(text)
    drawn = display and line.isascii()
    ems = _ems(line, size, width, drawn)
    least = max(14, size * 0.55)
    if ems < least:
        ems = least
        line = line[: max(1, int(width / (least * ADVANCE)) - 1)].rstrip() + "."
    face = display_font(ems) if drawn else font(ems)
    stroke = max(1, round(ems / 24)) if bold else 0
    board = Image.new("L", (round(face.getlength(line)) + 2 * stroke + 1, round(ems * ROOM)), 255)
    at = (stroke, round(ems * (ROOM - 1.1)) if drawn else round(ems * 0.05))
    ImageDraw.Draw(board).text(at, line, 0, face, stroke_width=stroke)
    return board.point(lambda value: 255 * (value > 140)).convert("1")


def _ems(line: str, size: int, width: int, drawn: bool) -> float:
    """The largest size up to `size` at which the line is no wider than `width`."""
    if not line:
        return float(size)
    ems = display_font(100.0).getlength(line) / 100 if drawn else len(line) * ADVANCE
    return min(float(size), (width - 4) / ems)


def ink(image: Image) -> Image:
    """Where the image is black: a mask to paste through."""
    from PIL import ImageChops

    return ImageChops.invert(image)

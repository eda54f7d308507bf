"""A document in dots: what the paper will look like, and what goes to printers of no letters."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

from core.documents import Document
from printers.cartons import grid_lines
from printers.face import BLACK, WHITE, paint_face
from printers.layout import Block, Cut, Face, Feed, Grid, Qr, Text
from printers.papers import lay
from printers.profiles import CELL, LINE, Profile
from printers.qr import painted
from printers.type import font, ink

if TYPE_CHECKING:
    from PIL.Image import Image

PITCH = 30  # dots from line to line, as printers feed by default
CELL_FONT = CELL / 0.60205


def render_png(document: Document, dots: int = 576) -> bytes:
    """The paper as a PNG of one bit a dot: 576 dots are 80 mm paper, 384 are 58 mm.

    Raises ValueError for a width no printer has.
    """
    if dots not in (576, 512, 384):
        raise ValueError(f"no printer is {dots} dots wide")
    blocks = lay(document, dots // CELL)
    pieces = [paint(block, Profile(dots=dots)) for block in blocks]  # type: ignore[arg-type]  # checked above
    out = BytesIO()
    pasted(pieces, dots).save(out, "PNG")
    return out.getvalue()


def pasted(pieces: list[Image], dots: int) -> Image:
    """Pieces one under the other on white paper."""
    from PIL import Image

    paper = Image.new("1", (dots, max(1, sum(piece.height for piece in pieces))), WHITE)
    y = 0
    for piece in pieces:
        paper.paste(piece, ((dots - piece.width) // 2, y))
        y += piece.height
    return paper


def paint(block: Block, profile: Profile) -> Image:
    """One block, at most as wide as the paper."""
    from PIL import Image

    match block:
        case Face():
            return paint_face(block, profile.dots, profile.module)
        case Text():
            return _line(block, profile.dots)
        case Grid(rows):
            return _typed_grid(rows, profile)
        case Qr(payload, level):
            return painted(payload, level, module_for(block, profile))
        case Feed(dots):
            return Image.new("1", (profile.dots, dots), WHITE)
        case Cut():
            dashes = "- " * (profile.columns // 2)
            return pasted([_line(Text(dashes), profile.dots), _blank(profile, 24)], profile.dots)


def module_for(block: Qr, profile: Profile) -> int:
    """The long anchor of a closing ticket takes smaller modules, so that it fits the paper."""
    return profile.module if block.level == "H" else profile.module - 1


def _blank(profile: Profile, dots: int) -> Image:
    from PIL import Image

    return Image.new("1", (profile.dots, dots), WHITE)


def _line(block: Text, dots: int) -> Image:
    from PIL import Image

    cells = _cells(block.text, block.wide, block.tall, bold=block.bold)
    paper = Image.new("1", (dots, max(PITCH, cells.height + 6)), WHITE)
    if block.reverse:
        paper.paste(BLACK, (0, 0, dots, cells.height + 4))
        paper.paste(WHITE, (0, 2), ink(cells))
    else:
        paper.paste(BLACK, (0, 3), ink(cells))
    return paper


def _cells(text: str, wide: int, tall: int, *, bold: bool) -> Image:
    """Letters in cells of 12 x 24 dots, stretched as the printer stretches them."""
    from PIL import Image, ImageDraw

    size = min(wide, tall)
    shape = (max(1, len(text)) * CELL, LINE)
    board = Image.new("L", (shape[0] * size, shape[1] * size), 255)
    draw, face = ImageDraw.Draw(board), font(CELL_FONT * size)
    for place, letter in enumerate(text):
        for shift in range(1 + size * bold):  # struck twice, a dot apart, as a print head does
            draw.text((place * CELL * size + shift, 0), letter, 0, face)
    stretched = board.resize((shape[0] * wide, shape[1] * tall))
    return stretched.point(lambda value: 255 * (value > 140)).convert("1")


def _typed_grid(rows: tuple[tuple[int, ...], ...], profile: Profile) -> Image:
    wide = 2 if profile.columns >= 46 else 1
    lines = []
    for place, pieces in enumerate(grid_lines(rows)):
        tall = 3 if place % 2 else 1
        drawn = [
            _cells(piece, wide if side % 2 else 1, tall, bold=place % 2 == 1)
            for side, piece in enumerate(pieces)
        ]
        lines.append(_beside(drawn))
    return pasted(lines, profile.dots)


def _beside(pieces: list[Image]) -> Image:
    from PIL import Image

    row = Image.new("1", (sum(piece.width for piece in pieces), pieces[0].height), WHITE)
    x = 0
    for piece in pieces:
        row.paste(piece, (x, 0))
        x += piece.width
    return row

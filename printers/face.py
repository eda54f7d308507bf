"""A carton painted in dots, for eyes of eighty (PRT-001).

Digits are 7 mm tall on 80 mm paper and 6 mm on 58 mm; the QR stands in the upper corner, away from
the grid and its daubers. The same carton gives the same dots on every printer, every time.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from printers.layout import Face
from printers.letters import printable
from printers.qr import painted
from printers.type import display_font, fitted, ink

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw

BLACK, WHITE = 0, 255
FRAME, LINE = 4, 2


def paint_face(face: Face, dots: int, module: int) -> Image:
    """The carton, `dots` wide."""
    from PIL import Image, ImageDraw

    code = painted(face.code, "H", module) if face.code else None
    marks = [_mark(mark, dots) for mark in face.marks]
    top = sum(mark.height + 6 for mark in marks)
    beside = _beside(face, dots - (code.width if code else 0) - 8, code.height if code else 0)
    grid = _grid(face.rows, dots)
    seance = fitted(face.seance, 26, dots - 16, bold=True)
    line = top + max(beside.height, code.height if code else 0)
    under = line + seance.height + 12
    whole = Image.new("1", (dots, under + grid.height + 40), WHITE)
    for place, mark in enumerate(marks):
        whole.paste(mark, (0, place * (mark.height + 6)))
    whole.paste(beside, (8, top))
    if code:
        whole.paste(code, (dots - code.width, top))
    whole.paste(BLACK, (8, line), ink(seance))
    whole.paste(grid, (0, under))
    _foot(ImageDraw.Draw(whole), face, dots, under + grid.height + 6)
    return whole


def _mark(text: str, dots: int) -> Image:
    from PIL import Image

    bar = Image.new("1", (dots, 40), BLACK)
    letters = fitted(text, 26, dots - 24, bold=True)
    bar.paste(WHITE, ((dots - letters.width) // 2, (40 - letters.height) // 2), ink(letters))
    return bar


def _beside(face: Face, width: int, least: int) -> Image:
    """House, number, partie and price in a column beside the QR."""
    from PIL import Image

    tall = 1.0 if width > 300 else 0.75
    lines = [
        fitted(face.house, round(24 * tall), width, bold=True),
        fitted(face.number, round(54 * tall), width, bold=True, display=True),
        fitted(face.partie, round(50 * tall), width, bold=True, display=True),
        fitted(face.price, round(28 * tall), width, bold=True),
    ]
    inked = sum(line.height for line in lines)
    gap = max(6, (least - 32 - inked) // (len(lines) - 1))
    column = Image.new("1", (width, max(least, inked + gap * (len(lines) - 1) + 16)), WHITE)
    y = 12
    for line in lines:
        column.paste(BLACK, (0, y), ink(line))
        y += line.height + gap
    return column


def _grid(rows: tuple[tuple[int, ...], ...], dots: int) -> Image:
    from PIL import Image, ImageDraw

    wide, tall = (dots - 2 * FRAME) // 9, 86 if dots >= 512 else 76
    left = (dots - 9 * wide) // 2
    grid = Image.new("1", (dots, 3 * tall + 2 * FRAME), WHITE)
    draw = ImageDraw.Draw(grid)
    for y, row in enumerate(rows):
        for x, number in enumerate(row):
            corner = (left + x * wide, FRAME + y * tall)
            if number:
                digits = number_dots(
                    number, wide - LINE - (10 if dots >= 512 else 6), 56 if dots >= 512 else 48
                )
                at = (
                    corner[0] + (wide - digits.width) // 2,
                    corner[1] + (tall - digits.height) // 2,
                )
                grid.paste(BLACK, at, ink(digits))
            else:
                grid.paste(_hatch(wide, tall), corner)
    for x in range(1, 9):
        draw.rectangle((left + x * wide - 1, 0, left + x * wide, grid.height - 1), BLACK)
    for y in range(1, 3):
        draw.rectangle((left, FRAME + y * tall - 1, left + 9 * wide - 1, FRAME + y * tall), BLACK)
    edge = (left - FRAME, 0, left + 9 * wide + FRAME - 1, grid.height - 1)
    draw.rectangle(edge, outline=BLACK, width=FRAME)
    return grid


@lru_cache(maxsize=4)
def _hatch(wide: int, tall: int) -> Image:
    """Thin slanted strokes: an empty cell is grey even where the printer is worn."""
    from PIL import Image

    cell = Image.new("1", (wide, tall), WHITE)
    for y in range(tall):
        for x in range(-y % 10, wide, 10):
            cell.putpixel((x, y), BLACK)
    return cell


def _foot(draw: ImageDraw, face: Face, dots: int, y: int) -> None:
    keep, note = (fitted(text, 22, dots // 2 - 14) for text in (face.foot, face.note))
    draw.bitmap((4, y), ink(keep), fill=BLACK)
    draw.bitmap((dots - note.width - 4, y), ink(note), fill=BLACK)


@lru_cache(maxsize=200)
def number_dots(number: int, width: int, height: int) -> Image:
    """A number in bold condensed digits of one width, black on white."""
    from PIL import Image

    digit = (width - 4) // 2
    text = printable(str(number))
    pair = Image.new("1", (digit * len(text) + 4 * (len(text) - 1), height), WHITE)
    for place, sign in enumerate(text):
        drawn = _digit(sign, digit, height)
        pair.paste(drawn, (place * (digit + 4) + (digit - drawn.width) // 2, 0))
    return pair


@lru_cache(maxsize=40)
def _digit(sign: str, width: int, height: int) -> Image:
    """One digit, exactly `height` tall, squeezed to `width`; a 1 keeps its slender shape."""
    from PIL import Image, ImageDraw

    font = display_font(height * 4 / 0.71)
    board = Image.new("L", (height * 5, height * 7), 255)
    ImageDraw.Draw(board).text((height, height), sign, 0, font, stroke_width=height // 4)
    box = board.point(lambda value: 255 - value).getbbox()
    cropped = board.crop(box)
    share = cropped.width / (height * 4 * 0.76)
    shaped = cropped.resize((min(width, max(1, round(width * share))), height))
    return shaped.point(lambda value: 255 * (value > 127)).convert("1")

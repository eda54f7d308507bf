"""Strips of six cartons on A4: six to a sheet, to be cut apart, drawn in lines and type (no dots).

Digits are 7 mm tall. Each carton has its number to type, its QR and what a carton must say; a
carton without a code (stock that no *seance* plays yet, or a journal read away from the house's key)
has its number in the QR, which a screen reads as typed; one that is of no *partie* yet, `partie` 0,
says neither *partie* nor price. The same page gives the same bytes.
"""

from __future__ import annotations

from datetime import datetime
from functools import lru_cache
from typing import TYPE_CHECKING

from core.documents import CartonPage, plain
from printers.cartons import face_of
from printers.qr import QUIET, modules
from printers.type import FONT

if TYPE_CHECKING:
    from fpdf import FPDF

    from printers.layout import Face

FAMILY = "Quine"
ON_A_SHEET = 6
LEFT, TOP = 12.0, 7.5  # mm
PITCH = 47.0  # mm from one carton to the next
HEAD = 6.5  # mm above the grid
WIDE, TALL = 15.5, 11.4  # a cell, in mm
GRID = 9 * WIDE
SIDE = LEFT + GRID + 6  # where the column beside the grid begins
QR_MM = 29.0  # the code's modules, without the white around it
DIGIT_MM = 7.0
DIGIT_POINTS = DIGIT_MM / 0.3528 / 0.718  # Helvetica Bold: its digits are 0.718 em tall


def render_sheets(page: CartonPage) -> bytes:
    """The cartons of a page as A4, in their order, six to a sheet."""
    pdf = _paper(page)
    for place, carton in enumerate(page.cartons):
        if place % ON_A_SHEET == 0:
            pdf.add_page()
            _cut_marks(pdf)
        face = face_of(page, carton)
        sold = (face.seance, face.partie, face.price) if page.partie else (face.seance,)
        _draw(pdf, face, (face.house, *sold), TOP + place % ON_A_SHEET * PITCH)
    return bytes(pdf.output())


def _paper(page: CartonPage) -> FPDF:
    from fpdf import FPDF

    pdf = FPDF(format="A4")
    pdf.set_auto_page_break(auto=False)
    pdf.add_font(FAMILY, "", str(FONT))
    pdf.set_title(plain(f"{page.house} - {page.seance} - partie {page.partie}"))
    try:
        pdf.set_creation_date(datetime.fromisoformat(page.at))
    except ValueError:  # the clock of whoever prints would change the bytes
        pdf.set_creation_date(datetime.fromisoformat("2000-01-01T00:00:00+00:00"))
    return pdf


def _cut_marks(pdf: FPDF) -> None:
    """A thin dashed line between cartons, and short solid marks at both edges of the sheet."""
    pdf.set_draw_color(120)
    pdf.set_line_width(0.15)
    for place in range(1, ON_A_SHEET):
        y = TOP + place * PITCH - 2.2
        pdf.set_dash_pattern(dash=2, gap=1.5)
        pdf.line(8, y, pdf.w - 8, y)
        pdf.set_dash_pattern()
        pdf.line(0, y, 5, y)
        pdf.line(pdf.w - 5, y, pdf.w, y)
    pdf.set_draw_color(0)


def _draw(pdf: FPDF, face: Face, said: tuple[str, ...], top: float) -> None:
    pdf.set_font("Helvetica", "B", 15)
    pdf.text(LEFT, top + 4.6, face.number)
    _said(pdf, " · ".join(filter(None, said)), LEFT + 44, top + 4.4, GRID - 44, 9)
    _grid(pdf, face.rows, top + HEAD)
    _qr(pdf, face.code or face.number, SIDE, top + HEAD)
    _said(pdf, face.note or face.foot, SIDE, top + 4.4, pdf.w - SIDE - 8, 9)
    for place, mark in enumerate(face.marks):
        y = top + HEAD + QR_MM + 4.2 + 3.2 * place
        _said(pdf, mark, SIDE - 3, y, pdf.w - SIDE - 4, 8)


def _said(pdf: FPDF, text: str, x: float, y: float, width: float, size: float) -> None:
    """A line of type, smaller if it must be to stay inside its width."""
    line = plain(text)
    pdf.set_font(FAMILY, size=size)
    wide = pdf.get_string_width(line)
    if wide > width:
        pdf.set_font(FAMILY, size=max(5.0, size * width / wide))
    while line and pdf.get_string_width(line) > width + 0.1:
        line = line[:-1]
    pdf.text(x, y, line)


def _grid(pdf: FPDF, rows: tuple[tuple[int, ...], ...], top: float) -> None:
    pdf.set_font("Helvetica", "B", DIGIT_POINTS)
    pdf.set_fill_color(226)
    for y, row in enumerate(rows):
        for x, number in enumerate(row):
            corner = LEFT + x * WIDE, top + y * TALL
            if not number:
                pdf.rect(*corner, WIDE, TALL, style="F")
                continue
            text = str(number)
            inside = (WIDE - pdf.get_string_width(text)) / 2
            pdf.text(corner[0] + inside, corner[1] + (TALL + DIGIT_MM) / 2, text)
    pdf.set_line_width(0.25)
    for x in range(1, 9):
        pdf.line(LEFT + x * WIDE, top, LEFT + x * WIDE, top + 3 * TALL)
    for y in (1, 2):
        pdf.line(LEFT, top + y * TALL, LEFT + GRID, top + y * TALL)
    pdf.set_line_width(0.7)
    pdf.rect(LEFT, top, GRID, 3 * TALL)


def _qr(pdf: FPDF, payload: str, x: float, y: float) -> None:
    """The code in black strokes; the paper itself is the white around it, `QUIET` modules wide."""
    runs, across = _runs(payload)
    module = QR_MM / across
    assert module * QUIET <= SIDE - LEFT - GRID, "the grid would stand in the white of the code"
    pdf.set_fill_color(0)
    for row, first, length in runs:
        pdf.rect(x + first * module, y + row * module, length * module, module, style="F")


@lru_cache(maxsize=64)
def _runs(payload: str) -> tuple[list[tuple[int, int, int]], int]:
    """The black modules as runs (row, first, length), and how many modules stand side by side."""
    rows = modules(payload, "H")
    runs = []
    for at, row in enumerate(rows):
        first = None
        for place, black in enumerate((*row, False)):
            if black and first is None:
                first = place
            elif not black and first is not None:
                runs.append((at, first, place - first))
                first = None
    return runs, len(rows)

"""A register on A4, for the archive and the signature (PRT-008). Same page, same bytes."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from core.documents import RegisterPage, plain
from printers.letters import wrapped
from printers.type import FONT
from printers.words import moment, spelled_marks

if TYPE_CHECKING:
    from fpdf import FPDF

FAMILY = "Quine"
TALLEST = 20  # lines of a cell before it goes on in a row of its own
LETTER_MM = 0.6 * 8 * 0.3528  # width of a letter of 8 points


def render_pdf(page: RegisterPage) -> bytes:
    """The register as A4, upright if its columns fit, else lying; its hash on every sheet."""
    widths = _widths(page)
    pdf = _sheets(page, "P" if sum(widths) <= 182 else "L")
    pdf.add_page()
    pdf.set_font(FAMILY, size=8)
    room = pdf.epw
    shares = tuple(width * room / sum(widths) for width in widths)
    with pdf.table(
        col_widths=shares, line_height=5, first_row_as_headings=True, text_align="LEFT"
    ) as table:
        for row in (page.columns, *page.rows):
            for part in _continued(row, shares):
                table.row(part)
    if page.signatures:
        _places(pdf, page.signatures)
    return bytes(pdf.output())


def _continued(row: tuple[str, ...], shares: tuple[float, ...]) -> Iterator[tuple[str, ...]]:
    """The row, as several when a cell is taller than a sheet: nothing of it is lost."""
    columns = []
    for cell, share in zip(row, shares, strict=True):
        lines = wrapped(plain(cell), max(4, int(share / LETTER_MM) - 2))
        columns.append(
            [" ".join(lines[top : top + TALLEST]) for top in range(0, len(lines), TALLEST)]
        )
    yield from zip_longest(*columns, fillvalue="")


def _widths(page: RegisterPage) -> list[float]:
    """What each column asks for in mm: its longest word or cell, up to 60 letters."""
    columns = zip(page.columns, *page.rows, strict=True)
    return [min(60, max(len(plain(cell)) for cell in column) + 3) * LETTER_MM for column in columns]


def _sheets(page: RegisterPage, orientation: str) -> FPDF:
    from fpdf import FPDF

    class Sheets(FPDF):
        def header(self) -> None:
            for mark in spelled_marks(page):
                self.set_fill_color(0)
                self.set_text_color(255)
                self._said(mark, 11, align="C", fill=True)
                self.set_text_color(0)
            self._said(page.house, 10, align="C")
            self._said(page.title, 14, align="C")
            if page.subtitle:
                self._said(page.subtitle, 9, align="C")
            self.ln(3)

        def footer(self) -> None:
            self.set_y(-20)
            self._said(f"Empreinte {page.hash}", 7, align="C")
            number = f"Page {page.page}/{page.pages} · feuille {self.page_no()}/{{nb}}"
            approval = f" · Logiciel {page.approval}" if page.approval else ""
            self._said(f"{moment(page.at)} · {number}{approval}", 7, align="C")

        def _said(self, text: str, size: int, **options: Any) -> None:
            self.set_font(FAMILY, size=size)
            height = size * 0.5
            self.cell(0, height, plain(text), new_x="LMARGIN", new_y="NEXT", **options)

    pdf = Sheets(orientation=orientation, format="A4")
    pdf.add_font(FAMILY, "", str(FONT))
    pdf.add_font(FAMILY, "B", str(FONT))
    pdf.set_margins(14, 12)
    pdf.set_auto_page_break(auto=True, margin=24)
    pdf.set_title(plain(page.title))
    pdf.set_creation_date(_created(page))
    return pdf


def _created(page: RegisterPage) -> datetime:
    """The document's own time: the clock of whoever prints would change the bytes."""
    try:
        return datetime.fromisoformat(page.at)
    except ValueError:
        return datetime.fromisoformat("2000-01-01T00:00:00+00:00")


def _places(pdf: FPDF, names: tuple[str, ...]) -> None:
    """Blank places to sign, kept together on one sheet."""
    if pdf.will_page_break(34):
        pdf.add_page()
    pdf.ln(6)
    each = pdf.epw / len(names)
    for name in names:
        pdf.cell(each, 5, plain(name))
    pdf.ln(24)
    for _ in names:
        pdf.cell(each - 6, 0, border="T")
        pdf.cell(6, 0)
    pdf.ln(2)

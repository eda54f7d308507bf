"""Strips on A4 (issue: cartons, point 8)."""

import re
import zlib

import pytest

from core.bingo.cartons import Series
from core.codes import Kind, carton_statement, make
from core.documents import CartonPage, PrintedCarton
from printers.sheets import _runs, render_sheets

SERIES = Series(bytes(range(16)), 60)


def printed(number, coded=True):
    carton = SERIES.carton(number)
    cells = tuple(tuple(cell or 0 for cell in row) for row in carton.cells())
    statement = carton_statement(carton)
    code = make(bytes(32), Kind.CARTON, 99, 14_000_000 + number, statement) if coded else ""
    return PrintedCarton(serial=f"014-{number:06d}", rows=cells, code=code)


def page(count, coded=True, **more):
    cartons = tuple(printed(number, coded) for number in range(1, count + 1))
    given = {"house": "Casino [/b] de Zoé", "seance": "Samedi 20/06/2026", "partie": 3} | more
    return CartonPage(cartons=cartons, **given)


def streams(pdf):
    """The drawing instructions of each sheet."""
    found = []
    for match in re.finditer(rb"stream\n(.*?)\nendstream", pdf, re.DOTALL):
        try:
            text = zlib.decompress(match[1])
        except zlib.error:
            continue
        if b" re" in text and b" Tj" in text:
            found.append(text)
    return found


@pytest.mark.spec("PRT-001")
def test_six_cartons_a_sheet_with_digits_of_seven_millimetres():
    """Vector type and strokes, no picture; the numbers can be read out of the file."""
    pdf = render_sheets(page(12))
    sheets = streams(pdf)
    assert len(sheets) == 2 and pdf.count(b"/MediaBox [0 0 595.28 841.89]") == 1
    assert b"/Subtype /Image" not in pdf
    size = max(float(found) for found in re.findall(rb"/F\d+ ([\d.]+) Tf", sheets[0]))
    assert size * 0.3528 * 0.718 >= 6
    for sheet, first in zip(sheets, (1, 7), strict=True):
        told = [int(found) for found in re.findall(rb"\((\d\d?)\) Tj", sheet)]
        assert sorted(told) == list(range(1, 91))
        for number in range(first, first + 6):
            assert b"(014-%06d-" % number in sheet
        assert sheet.count(b"] 0 d") >= 5  # dashed lines to cut along


@pytest.mark.spec("PRT-010")
def test_the_same_page_gives_the_same_bytes():
    """Whatever the clock says."""
    assert render_sheets(page(7)) == render_sheets(page(7))
    assert render_sheets(page(7)) != render_sheets(page(7, copy=2))


@pytest.mark.spec("PRT-002")
def test_the_code_on_the_sheet_can_be_read():
    """Its modules, painted from the very runs that are drawn, decode to the code meant."""
    zxingcpp = pytest.importorskip("zxingcpp")
    from PIL import Image

    for payload in (printed(5).code, "014-000005-8"):
        runs, across = _runs(payload)
        side = (across + 8) * 4
        image = Image.new("L", (side, side), 255)
        for row, first, length in runs:
            box = ((first + 4) * 4, (row + 4) * 4, (first + length + 4) * 4, (row + 5) * 4)
            image.paste(0, box)
        assert [found.text for found in zxingcpp.read_barcodes(image)] == [payload]


@pytest.mark.spec("PRT-001")
def test_stock_of_no_partie_promises_none():
    """A series printed ahead says neither « Partie 0 » nor a price."""
    with_partie, without = (page(1, False, seance="", partie=partie) for partie in (1, 0))
    more, less = streams(render_sheets(with_partie))[0], streams(render_sheets(without))[0]
    assert len(less) < len(more) - 20
    assert less.count(b" Tj") == more.count(b" Tj")


@pytest.mark.spec("PRT-010")
def test_a_long_name_stays_on_its_carton():
    """Shrunk, then shortened; nothing is written over the code."""
    long = render_sheets(page(1, house="Casino municipal " * 12, rehearsal=True))
    assert len(streams(long)) == 1

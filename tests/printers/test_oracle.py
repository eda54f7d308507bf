"""Every document on a printer we did not write: emupos prints, zxing reads."""

import io
import socket

import msgspec
import pytest
import zxingcpp
from papers_of_a_night import ALL, MAKE, MARKED, RECEPISSE, ROWS, TEST, codes_on
from PIL import Image

from core import codes
from core.documents import CartonPage, coded
from printers import Profile, render_escpos, render_text
from printers.composer import FENCE

WIDTHS = (576, 384)
NAMES = [type(document).__name__ for document in ALL]


def printed(emulator, dots, data, cuts):
    """Sends a job, waits for the fence, and gives the receipts it made."""
    with socket.create_connection(("127.0.0.1", emulator.ports[dots]), timeout=10) as line:
        line.sendall(data + FENCE)
        assert line.recv(1) == b"\x00"
    assert emulator.complaints() == []
    return emulator.receipts(dots, cuts)


def read(images):
    """Every QR on the receipts, from the top."""
    found = []
    for image in images:
        opened = Image.open(io.BytesIO(image)).convert("L")
        framed = Image.new("L", (opened.width + 40, opened.height + 40), 255)
        framed.paste(opened, (20, 20))
        read = zxingcpp.read_barcodes(framed, formats=zxingcpp.BarcodeFormat.QRCode)
        found += [one.text for one in sorted(read, key=lambda one: one.position.top_left.y)]
    return found


def flat(text):
    """Lines without the padding that centres them, which depends on the size of the letters."""
    return [line.strip() for line in text.splitlines() if line.strip()]


@pytest.mark.spec("PRT-001", "PRT-003", "PRT-004", "PRT-005", "PRT-006", "PRT-008")
@pytest.mark.parametrize("dots", WIDTHS)
@pytest.mark.parametrize("document", ALL + MARKED, ids=NAMES + [f"{name}-2" for name in NAMES])
def test_every_document_prints_as_its_text_says(emulator, document, dots):
    """No unknown command, no foreign code page, the text that was meant, the codes that were meant."""
    profile = Profile(dots=dots, mode="letters")
    data = render_escpos(document, profile)
    receipts = printed(emulator, dots, data, data.count(b"\x1dV"))
    assert flat("\n".join(text for text, _ in receipts)) == flat(
        render_text(document, profile.columns)
    )
    assert read(image for _, image in receipts) == codes_on(document)


@pytest.mark.spec("PRT-001", "PRT-002")
@pytest.mark.parametrize("dots", WIDTHS)
@pytest.mark.parametrize("mode", ["mixed", "dots"])
@pytest.mark.parametrize("native", [True, False])
def test_painted_codes_are_read_back(emulator, dots, mode, native):
    """Cartons and receipts painted in bands: each QR gives its code, authentic for its numbers."""
    profile = Profile(dots=dots, mode=mode, native_qr=native)
    for document in (ALL[0], MARKED[0], ALL[1], ALL[10]):
        data = render_escpos(document, profile)
        receipts = printed(emulator, dots, data, data.count(b"\x1dV"))
        assert read(image for _, image in receipts) == codes_on(document)
    carton = ALL[0].cartons[0]
    code = codes.read(carton.code)
    assert codes.authentic(bytes(range(32)), code, codes.carton_statement(ROWS))


@pytest.mark.spec("PRT-001")
@pytest.mark.parametrize("dots", WIDTHS)
def test_the_typed_grid_reads_back_as_stored(emulator, dots):
    """The numbers on the paper, re-read from its text, are those of the carton."""
    page = coded(msgspec.structs.replace(ALL[0], cartons=ALL[0].cartons[:1]), MAKE)
    assert isinstance(page, CartonPage)
    data = render_escpos(page, Profile(dots=dots, mode="letters"))
    ((text, _),) = printed(emulator, dots, data, 1)
    cells = [line.strip()[1:-1].split("│") for line in text.splitlines() if "│" in line]
    assert tuple(tuple(int(cell.strip() or 0) for cell in row) for row in cells) == ROWS


def test_a_name_cannot_command_the_printer(emulator):
    """Escape sequences in a name print as letters or vanish; the receipt stays one receipt."""
    name = "A\x1b@\x1dV\x00B\x10\x14\x01\x00\x05 [/b] Zoé <éàü> ${x}"
    document = coded(msgspec.structs.replace(RECEPISSE, holder=name), MAKE)
    data = render_escpos(document, Profile())
    receipts = printed(emulator, 576, data, 3)
    assert "A@VB [/b] Zoé <éàü> ${x}" in receipts[-2][0]
    assert data.count(b"\x1dV") == 2


def test_the_whole_width_fits_on_one_line(emulator):
    """The ruler of the test page is not wrapped, and its QR is the calibration code."""
    document = coded(TEST, MAKE)
    ((text, image),) = printed(emulator, 576, render_escpos(document, Profile()), 1)
    assert "1234567890" * 4 + "12345678" in text.splitlines()
    assert codes.read(read([image])[0]).kind is codes.Kind.CALIBRATION

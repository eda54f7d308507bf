"""Paper without a printer: the same bytes, lines that fit, digits that can be read."""

import io
import subprocess
import sys

import msgspec
import pytest
import zxingcpp
from hypothesis import given, settings
from hypothesis import strategies as st
from papers_of_a_night import ALL, CARTONS, MAKE, MARKED, RECEPISSE, REGISTER, ROWS, codes_on
from PIL import Image

from core.documents import coded
from printers import PROFILES, Profile, render_escpos, render_pdf, render_png, render_text
from printers.composer import BAND, render_code_pages
from printers.face import number_dots
from printers.letters import printable
from printers.qr import modules


@pytest.mark.spec("PRT-010")
@pytest.mark.parametrize("document", ALL, ids=lambda document: type(document).__name__)
def test_the_same_document_gives_the_same_bytes(document):
    """Twice rendered, in every form, byte for byte alike."""
    for profile in PROFILES.values():
        assert render_escpos(document, profile) == render_escpos(document, profile)
    assert render_png(document) == render_png(document)
    assert render_text(document) == render_text(document)


@pytest.mark.spec("PRT-010")
def test_another_process_gives_the_same_bytes():
    """Nothing depends on a hash seed, a cache or what was printed before."""
    script = (
        "import sys, hashlib; sys.path.insert(0, 'tests/printers')\n"
        "from papers_of_a_night import ALL\nfrom printers import *\n"
        "print(hashlib.sha256(b''.join(render_escpos(d, PROFILES['epson-80']) + render_png(d)"
        " for d in reversed(ALL))).hexdigest())"
    )
    runs = {
        subprocess.run(
            [sys.executable, "-c", script], capture_output=True, check=True, text=True
        ).stdout
        for _ in range(2)
    }
    assert len(runs) == 1


@pytest.mark.parametrize("columns", [48, 42, 32])
@pytest.mark.parametrize("document", ALL + MARKED)
def test_no_line_is_wider_than_the_paper(document, columns):
    """The printer never wraps: every line fits, and every letter is one it has."""
    for line in render_text(document, columns).splitlines():
        assert len(line) <= max(columns, len("[qr ]") + 35) or line.strip().startswith("[qr QUINE")
        assert printable(line) == line


@settings(max_examples=40, deadline=None)
@given(st.text(max_size=80), st.text(max_size=80), st.sampled_from([48, 32]))
def test_any_name_fits_and_stays_letters(holder, house, columns):
    """Whatever was typed as a name, lines fit, and no byte below a space comes from it."""
    document = msgspec.structs.replace(RECEPISSE, holder=holder, house=house)
    text = render_text(document, columns)
    assert all(len(line) <= columns for line in text.splitlines())
    profile = Profile(dots=columns * 12)
    plain = msgspec.structs.replace(RECEPISSE, holder="", house="")
    for mark in (b"\x1b@", b"\x1dV", b"\x1bp", b"\x10"):
        assert render_escpos(document, profile).count(mark) == (
            render_escpos(plain, profile).count(mark)
        )


@pytest.mark.spec("PRT-003")
def test_receipt_and_stub_say_the_same_number_and_parts():
    """N° 42 and 24,00 + 6,00 = 30,00 on both."""
    receipt, stub = render_text(RECEPISSE).split("SOUCHE")
    for part in (receipt, stub):
        assert "N° 42" in part
        assert "24,00 + 6,00 = 30,00" in part
        assert "[/b] Zoé <éàü> ${x}" in part
    assert "n'est pas remboursé." in " ".join(receipt.split())
    assert "prorata" in receipt


def test_times_are_as_exact_as_they_were_given():
    """No seconds are invented, and a limit that is no time is printed as it stands."""
    bon = ALL[5]
    minute = render_text(msgspec.structs.replace(bon, at="2026-06-20 20:41"))
    assert "Émis le 20/06/2026 20:41\n" in minute
    closing = render_text(msgspec.structs.replace(bon, until="clôture des inscriptions"))
    assert "Valable jusqu'à : clôture des inscriptions" in closing


@pytest.mark.spec("PRT-004")
def test_the_sale_names_first_and_last_number():
    """Three cartons at 2.00: first, last, 6.00, and the change."""
    text = render_text(ALL[2])
    assert "014-000251 à 014-000253" in text
    assert "3 x 2,00 = 6,00" in text
    assert [line.split() for line in text.splitlines() if line.startswith("TOTAL")] == [
        ["TOTAL", "6,00", "€"]
    ]


@pytest.mark.spec("PRT-005")
def test_a_refund_names_each_carton_and_the_cause():
    """6.00 with the three numbers and the cause."""
    text = render_text(ALL[3])
    assert all(serial in text for serial in ("014-000251", "014-000252", "014-000253"))
    assert "Panne de la sphère : partie annulée" in text
    assert "6,00 €" in text


@pytest.mark.spec("PRT-006", "JKP-015")
def test_the_jackpot_voucher_has_two_copies_to_sign():
    """Two copies, two blank places on each, the combination, the time, the amount, the name."""
    text = render_text(ALL[7])
    for word in ("exemplaire 1/2", "exemplaire 2/2"):
        assert text.count(word) == 1
    for word in (
        "bingo en 50 boules (BM 52)", "14/03/2026 20:41:07", "404,00 €", "DUPONT Anne",
        "Le caissier", "Le membre du comité de direction", "Payable à la caisse du bingo",
    ):  # fmt: skip
        assert text.count(word) == 2


@pytest.mark.spec("PRT-009")
def test_marks_stand_on_every_paper():
    """RÉPÉTITION and DUPLICATA n on each paper, and on each part of it that can be torn off."""
    for document in MARKED:
        for part in render_text(document).split("\n\n"):
            assert "RÉPÉTITION" in part
            assert "DUPLICATA 2" in part
    for document in ALL:
        assert "DUPLICATA" not in render_text(document)


@pytest.mark.spec("PRT-001")
@pytest.mark.parametrize(("dots", "least_mm"), [(576, 6.5), (384, 6.0)])
def test_digits_are_tall_enough_for_old_eyes(dots, least_mm):
    """On 80 mm paper digits are 7 mm tall, at eight dots a millimetre; on 58 mm they are 6."""
    wide, tall = (55, 56) if dots == 576 else (34, 48)
    for number in range(1, 91):
        box = number_dots(number, wide, tall).point(lambda dot: 255 - dot).getbbox()
        assert (box[3] - box[1]) / 8 >= least_mm
        assert box[2] - box[0] <= dots // 9 - 4


@pytest.mark.spec("PRT-002")
@pytest.mark.parametrize("dots", [576, 384])
@pytest.mark.parametrize("document", [ALL[0], MARKED[0], ALL[1], ALL[10]])
def test_codes_are_read_from_the_picture(document, dots):
    """The preview holds the very codes of the document."""
    image = Image.open(io.BytesIO(render_png(document, dots))).convert("L")
    framed = Image.new("L", (image.width + 40, image.height + 40), 255)
    framed.paste(image, (20, 20))
    found = zxingcpp.read_barcodes(framed, formats=zxingcpp.BarcodeFormat.QRCode)
    assert sorted(one.text for one in found) == sorted(codes_on(document))


def test_a_code_is_a_qr_of_version_three():
    """35 letters at level H: 29 modules, no more."""
    assert len(modules(ALL[0].cartons[0].code, "H")) == 29


def test_bands_are_small_and_never_a_multiple_of_forty_eight():
    """Cheap printers choke on tall images, and on heights of 48 or 96 dots."""
    data = render_escpos(ALL[0], Profile(mode="dots"))
    heights = []
    at = data.find(b"\x1dv0\x00")
    while at >= 0:
        wide = int.from_bytes(data[at + 4 : at + 6], "little")
        rows = int.from_bytes(data[at + 6 : at + 8], "little")
        heights.append(rows)
        assert wide == 72
        at = data.find(b"\x1dv0\x00", at + 8 + wide * rows)
    assert len(heights) > 5
    assert all(0 < rows <= BAND and rows % 48 for rows in heights)


@given(st.integers(1, 60))
@settings(max_examples=15, deadline=None)
def test_no_image_holds_a_real_time_command(number):
    """DLE DC4 inside an image would open the drawer: no carton ever contains one."""
    carton = msgspec.structs.replace(CARTONS.cartons[0], serial=f"014-{number * 977:06d}")
    page = coded(msgspec.structs.replace(CARTONS, cartons=(carton,)), MAKE)
    data = render_escpos(page, Profile())
    for command in (b"\x10\x04", b"\x10\x05", b"\x10\x14"):
        assert command not in data


def test_dangerous_dots_are_changed_by_one():
    """A picture made of real-time commands goes out with another dot in their place."""
    from printers.composer import _packed

    raw = bytes((0x10, 0x14, 0x10, 0x04, 0x10, 0x10, 0x05, 0x00))
    image = Image.frombytes("1", (64, 1), bytes(255 - byte for byte in raw))
    assert _packed(image, 1) == bytes((0x18, 0x14, 0x18, 0x04, 0x10, 0x18, 0x05, 0x00))


def test_names_outside_the_code_page_come_near():
    """Polish, Turkish and French letters the page lacks become their nearest; nothing is doubled."""
    assert printable("Łukasz Œuvrard, Şükrü — l’été… 3 €") == (
        "Lukasz OEuvrard, Sükrü - l'été... 3 €"
    )
    assert printable("日本☃") == "???"


@pytest.mark.spec("PRT-008")
def test_a_register_prints_on_a4_and_always_alike():
    """Same page, same bytes; a long one takes two sheets."""
    long = msgspec.structs.replace(REGISTER, rows=REGISTER.rows * 40, rehearsal=True)
    assert render_pdf(REGISTER) == render_pdf(REGISTER)
    assert render_pdf(REGISTER).startswith(b"%PDF-")
    assert render_pdf(REGISTER).count(b"/Type /Page\n") == 1
    assert render_pdf(long).count(b"/Type /Page\n") == 2


def test_a_register_without_rows_still_prints():
    """An evening without an incident has its page too."""
    empty = msgspec.structs.replace(REGISTER, rows=(), signatures=())
    assert "ab" * 4 in render_text(empty)
    assert render_pdf(empty).startswith(b"%PDF-")
    assert len(render_escpos(empty, Profile(dots=384))) > 200


def test_the_strip_of_code_pages_tries_each_number():
    """Every candidate number is selected once before its line."""
    data = render_code_pages((19, 53))
    assert data.count(b"\x1bt\x13") == 2  # once as the default, once to try
    assert data.count(b"\x1bt\x35") == 1


def test_importing_paper_is_cheap_and_leaves_no_litter(tmp_path):
    """No Pillow, no escpos, no asyncio at import; later no temporary folder and no root logger."""
    script = (
        "import sys, logging, os, tempfile, printers\n"
        "assert not {'PIL', 'escpos', 'asyncio', 'fpdf'} & set(sys.modules)\n"
        "before = set(os.listdir(tempfile.gettempdir()))\n"
        "from core.documents import TestPage\n"
        "printers.render_escpos(TestPage(house='x', number=1), printers.Profile())\n"
        "assert not logging.root.handlers\n"
        "assert set(os.listdir(tempfile.gettempdir())) == before\n"
    )
    env = {"PATH": "", "TMPDIR": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    (tmp_path / "cache").mkdir()
    done = subprocess.run([sys.executable, "-c", script], env=env, capture_output=True, text=True)
    assert (done.returncode, done.stderr, done.stdout) == (0, "", "")


def test_a_width_no_printer_has_is_an_error():
    """There are three widths."""
    with pytest.raises(ValueError, match="300"):
        render_png(ALL[0], 300)
    assert ROWS[0][0] == 4


@settings(max_examples=25, deadline=None)
@given(st.text(max_size=200), st.text(max_size=200), st.sampled_from([576, 512, 384]))
def test_any_words_fit_on_a_painted_carton(house, seance, dots):
    """However long or strange, the words stay on the paper and the code stays readable."""
    page = msgspec.structs.replace(ALL[0], house=house, seance=seance, cartons=ALL[0].cartons[:1])
    image = Image.open(io.BytesIO(render_png(page, dots)))
    assert image.width == dots
    found = zxingcpp.read_barcodes(image.convert("L"), formats=zxingcpp.BarcodeFormat.QRCode)
    assert [one.text for one in found] == codes_on(page)


def test_a_register_takes_cells_of_any_length():
    """A decision of two pages in one cell is printed whole, on the roll and on A4."""
    words = " ".join(f"mot{number}" for number in range(2_000))
    long = msgspec.structs.replace(REGISTER, rows=(("20:41", words, "014", "1", "2,00"),))
    text = render_text(long, 32).split()
    assert [word for word in text if word.startswith("mot")] == words.split()
    assert render_pdf(long).startswith(b"%PDF-")

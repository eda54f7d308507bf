"""Codes on worn heads, turned paper and under dauber ink: still read (rates of the measured guide)."""

import io
import random

import pytest
import zxingcpp
from papers_of_a_night import ALL, codes_on
from PIL import Image, ImageDraw, ImageFilter

from printers import render_png

TRIALS = 20


def carton_image(dots):
    """The first carton of the page, with white paper around it."""
    image = Image.open(io.BytesIO(render_png(ALL[0], dots))).convert("L")
    first = image.crop((0, 0, dots, image.height // 2))
    framed = Image.new("L", (first.width + 200, first.height + 200), 255)
    framed.paste(first, (100, 100))
    return framed


def dot_gain(image, chance):
    """Every black dot has bled by one."""
    return image.filter(ImageFilter.MinFilter(3))


def dead_columns(image, chance):
    """Three dots of the head never burn."""
    draw = ImageDraw.Draw(image)
    for _ in range(3):
        x = chance.randrange(image.width)
        draw.line((x, 0, x, image.height), 255)
    return image


def dauber_ink(image, chance):
    """Translucent blots a player left all over the paper."""
    ink = Image.new("L", image.size, 255)
    draw = ImageDraw.Draw(ink)
    for _ in range(8):
        x, y = chance.randrange(image.width), chance.randrange(image.height)
        draw.ellipse((x - 40, y - 40, x + 40, y + 40), 170)
    return Image.composite(ink, image, image.point(lambda dot: 255 * (dot > 200)))


def turned(image, chance):
    """Held at any angle before the scanner."""
    return image.rotate(chance.uniform(0, 360), expand=True, fillcolor=255)


@pytest.mark.spec("PRT-002")
@pytest.mark.parametrize("dots", [576, 384])
@pytest.mark.parametrize("wear", [turned, dot_gain, dead_columns, dauber_ink])
def test_worn_codes_are_read(wear, dots):
    """At least nineteen in twenty of each kind of wear, in the same twenty cases each time."""
    meant = codes_on(ALL[0])[0]
    found = 0
    for trial in range(TRIALS):
        chance = random.Random(trial)
        image = wear(carton_image(dots), chance).filter(ImageFilter.GaussianBlur(0.7))
        read = zxingcpp.read_barcodes(image, formats=zxingcpp.BarcodeFormat.QRCode)
        assert all(one.text == meant for one in read), "never another code"
        found += bool(read)
    assert found >= TRIALS - 1

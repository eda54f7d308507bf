"""Codes on worn heads, turned paper and under dauber ink: still read (rates of the measured guide)."""

import io
import random
from functools import lru_cache

import numpy as np
import pytest
import zxingcpp
from papers_of_a_night import ALL, codes_on
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from printers import render_png

TRIALS, WORN_TRIALS = 20, 60
RATES = [(576, 2, 90), (576, 3, 48), (384, 2, 95), (384, 3, 66)]  # modules of 6 and 5 dots


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


@lru_cache(maxsize=2)
def code_image(dots):
    """The code alone with eight modules of paper around it, and its side in dots."""
    image = carton_image(dots)
    (read,) = zxingcpp.read_barcodes(image, formats=zxingcpp.BarcodeFormat.QRCode)
    corner, far = read.position.top_left, read.position.bottom_right
    around = 48
    box = (corner.x - around, corner.y - around, far.x + around, far.y + around)
    return image.crop(box), far.x - corner.x


def worn(image, side, level, chance):
    """The guide's levels of a tired head: 2 is bled, banded, a dot dead; 3 is much worse.

    A dead dot leaves a white column into which its neighbours bleed, as on real paper.
    """
    draw, start = ImageDraw.Draw(image), (image.width - side) // 2
    for _ in range(1 if level == 2 else 3):
        x = start + chance.randrange(side)
        draw.line((x, 0, x, image.height), 255)
    image = image.filter(ImageFilter.MinFilter(3))
    bands = Image.new("L", image.size, 0)
    for y in range(chance.randrange(40), image.height, 40):
        ImageDraw.Draw(bands).rectangle((0, y, image.width, y + 8), 60)
    image = ImageChops.lighter(image, bands)
    if level == 2:
        return image
    rows, at = [image.crop((0, y, image.width, y + 1)) for y in range(image.height)], 0
    for y in range(image.height):  # the feed trembles: a row twice, or one left out
        image.paste(rows[min(at, len(rows) - 1)], (0, y))
        at += chance.choices((0, 1, 2), (1, 48, 1))[0]
    image = image.point(lambda dot: 90 + dot * 165 // 255)
    for _ in range(100):
        at = chance.randrange(image.width), chance.randrange(image.height)
        image.putpixel(at, chance.choice((90, 255)))
    return image


def photographed(image, chance):
    """By a camera of one pixel a dot, held at any angle: blur, and noise of 12 in 255."""
    seen = turned(image, chance).filter(ImageFilter.GaussianBlur(0.7))
    noise = np.random.default_rng(chance.randrange(2**32)).normal(0, 12, (seen.height, seen.width))
    return Image.fromarray(np.clip(np.asarray(seen) + noise, 0, 255).astype(np.uint8))


@pytest.mark.spec("PRT-002")
@pytest.mark.parametrize(("dots", "level", "least"), RATES)
def test_a_tired_head_is_read_at_the_measured_rates(dots, level, least):
    """Sixty papers turned, bled, banded, faded: as many in a hundred as the guide counted."""
    meant, found = codes_on(ALL[0])[0], 0
    image, side = code_image(dots)
    for trial in range(WORN_TRIALS):
        chance = random.Random(trial)
        photo = photographed(worn(image.copy(), side, level, chance), chance)
        read = zxingcpp.read_barcodes(photo, formats=zxingcpp.BarcodeFormat.QRCode)
        assert all(one.text == meant for one in read), "never another code"
        found += bool(read)
    assert found >= least * WORN_TRIALS / 100


@pytest.mark.spec("PRT-002")
@pytest.mark.parametrize(("share", "least"), [(0.02, 73), (0.05, 60), (0.12, 28)])
def test_opaque_ink_over_the_code_is_read_at_the_measured_rates(share, least):
    """One blot over so much of the code, anywhere on it, its corners too."""
    meant, found = codes_on(ALL[0])[0], 0
    image, side = code_image(576)
    radius, start = side * (share / 3.1416) ** 0.5, (image.width - side) // 2
    for trial in range(WORN_TRIALS):
        chance, blotted = random.Random(trial), image.copy()
        x, y = (start + chance.uniform(radius, side - radius) for _ in range(2))
        ImageDraw.Draw(blotted).ellipse((x - radius, y - radius, x + radius, y + radius), 0)
        photo = photographed(blotted, chance)
        read = zxingcpp.read_barcodes(photo, formats=zxingcpp.BarcodeFormat.QRCode)
        assert all(one.text == meant for one in read), "never another code"
        found += bool(read)
    assert found >= least * WORN_TRIALS / 100

"""QR codes as dots, for printers that draw none and for what is shown on a screen."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from PIL.Image import Image

QUIET = 4  # white modules on every side, without which a scanner may not see the code
MASK = (
    2  # any of the eight reads; a fixed one keeps a code's dots the same, and is eight times faster
)


@lru_cache(maxsize=64)
def modules(payload: str, level: Literal["H", "M"]) -> tuple[tuple[bool, ...], ...]:
    """The black modules row by row, without the quiet zone. A code of 35 letters has 29 x 29."""
    from qrcode import constants
    from qrcode.main import QRCode
    from qrcode.util import MODE_ALPHA_NUM, QRData, to_bytestring

    correction = constants.ERROR_CORRECT_H if level == "H" else constants.ERROR_CORRECT_M
    drawn: Any = QRCode(
        version=3 if level == "H" else None,
        error_correction=correction,
        border=0,
        mask_pattern=MASK,
    )
    drawn.add_data(QRData(to_bytestring(payload), mode=MODE_ALPHA_NUM))
    drawn.make(fit=True)
    return tuple(tuple(map(bool, row)) for row in drawn.modules)


def painted(payload: str, level: Literal["H", "M"], module: int) -> Image:
    """The code with its quiet zone, `module` dots a module."""
    from PIL import Image

    rows = modules(payload, level)
    side = len(rows) + 2 * QUIET
    small = Image.new("1", (side, side), 255)
    for y, row in enumerate(rows):
        for x, black in enumerate(row):
            if black:
                small.putpixel((x + QUIET, y + QUIET), 0)
    return small.resize((side * module, side * module))

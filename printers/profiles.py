"""What a printer can do: its width, its letters, its QR, its cutter, and how fast it takes bytes.

`mode` says what is sent as dots: "mixed" paints cartons and types the rest (the usual choice),
"dots" paints everything (a printer whose accents cannot be set), "letters" types everything (a
slow serial line, where a painted carton takes forty seconds).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from printers.transports import baud_of

CELL = 12  # dots of a character of font A, wide; it is 24 dots tall
LINE = 24
PAINTING_BAUD = 115_200  # below it a line is too slow for dots


class Profile(msgspec.Struct, frozen=True):
    """A printer's settings, as they stand in the station's file.

    `code_page` is the number this maker gives to CP858 in ESC t; `status` whether it answers
    DLE EOT, `fence` whether it answers GS r 1 at the end of a job.
    """

    dots: Literal[576, 512, 384] = 576
    mode: Literal["mixed", "dots", "letters"] = "mixed"
    code_page: int = 19
    native_qr: bool = True
    cutter: bool = True
    status: bool = True
    fence: bool = True

    @property
    def columns(self) -> int:
        return self.dots // CELL

    @property
    def module(self) -> int:
        """Dots of a QR module: 0.75 mm on 80 mm paper, 0.63 mm on 58 mm."""
        return 6 if self.dots >= 512 else 5


PROFILES = {
    "epson-80": Profile(),
    "epson-58": Profile(dots=384),
    "generique-80": Profile(code_page=53),
    "generique-58": Profile(dots=384, code_page=53, native_qr=False, cutter=False),
    "star-80": Profile(code_page=4, native_qr=False, status=False, fence=False),
    "serie-lente-80": Profile(mode="letters"),
    "serie-lente-58": Profile(dots=384, mode="letters"),
}


def profile_for(url: str, name: str, changes: Mapping[str, Any]) -> Profile:
    """A profile by its name, with what the station's file says of this printer laid over it.

    A serial line below 115 200 baud types its cartons unless `mode` is among the changes. Raises
    KeyError for a name that is none, ValueError for an address that is none.
    """
    profile = msgspec.structs.replace(PROFILES[name], **changes)
    baud = baud_of(url)
    if baud is not None and baud < PAINTING_BAUD and "mode" not in changes:
        return msgspec.structs.replace(profile, mode="letters")
    return profile

"""Paper: documents into dots, letters and bytes, and the spool that owns one printer (design §6).

`render_png`, `render_text`, `render_escpos` and `render_pdf` are pure: the same document gives the
same bytes. Pillow and python-escpos are imported when first needed, never with this package.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from printers.composer import render_code_pages, render_escpos
    from printers.events import Done, Doubtful, Event, Failed, Job, RollLow, Started, Waiting
    from printers.paint import render_png
    from printers.pdf import render_pdf
    from printers.profiles import PROFILES, Profile, profile_for
    from printers.spool import Pace, Spool
    from printers.status import State
    from printers.text import render_text
    from printers.transports import open_transport
    from printers.tryout import Tried, try_code_pages, try_printer

WHERE = {
    "PROFILES": "profiles",
    "Pace": "spool",
    "Profile": "profiles",
    "RollLow": "events",
    "Done": "events",
    "Doubtful": "events",
    "Event": "events",
    "Failed": "events",
    "Job": "events",
    "Spool": "spool",
    "Started": "events",
    "State": "status",
    "Tried": "tryout",
    "Waiting": "events",
    "open_transport": "transports",
    "profile_for": "profiles",
    "render_code_pages": "composer",
    "render_escpos": "composer",
    "render_pdf": "pdf",
    "render_png": "paint",
    "render_text": "text",
    "try_code_pages": "tryout",
    "try_printer": "tryout",
}

__all__ = [
    "PROFILES",
    "Done",
    "Doubtful",
    "Event",
    "Failed",
    "Job",
    "Pace",
    "Profile",
    "RollLow",
    "Spool",
    "Started",
    "State",
    "Tried",
    "Waiting",
    "open_transport",
    "profile_for",
    "render_code_pages",
    "render_escpos",
    "render_pdf",
    "render_png",
    "render_text",
    "try_code_pages",
    "try_printer",
]


def __getattr__(name: str) -> Any:
    if name not in WHERE:
        raise AttributeError(name)
    return getattr(import_module(f"printers.{WHERE[name]}"), name)

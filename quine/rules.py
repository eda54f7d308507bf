"""The texts of the rules on display (GEN-019): shipped with the software, read by board and kiosk."""

from __future__ import annotations

from importlib import resources
from pathlib import Path


def forfait() -> Path:
    """The forfait rules; their digest goes into the journal when the hall starts."""
    return Path(str(resources.files("assets") / "rules" / "forfait.fr.txt"))

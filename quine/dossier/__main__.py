"""`python -m quine.dossier DIR OUT [SEANCE]`: one JSON line, the file made or why it was refused.

For a program that wants a dossier without doing the work itself; people use `quine dossier`.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import msgspec

from core.rules import Refusal
from hall.journal import BadLine, JournalFailure
from quine.dossier import Made, make
from quine.dossier.aside import Unmade

POLITE = 10  # the hall beside us comes first


def main(words: list[str]) -> int:
    if hasattr(os, "nice"):
        os.nice(POLITE)
    try:
        return _say(make(Path(words[0]), Path(words[1]), words[2] if len(words) > 2 else ""))
    except Refusal as refusal:
        return _say(Unmade(refusal.code, refusal.values))
    except (BadLine, JournalFailure, OSError) as fault:
        return _say(Unmade("DOSSIER_IMPOSSIBLE", {"why": str(fault)[:200]}))


def _say(told: Made | Unmade) -> int:
    sys.stdout.write(msgspec.json.encode(told).decode() + "\n")
    return 1 if isinstance(told, Unmade) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

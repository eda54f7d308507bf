"""A tiny house: the parts of the core that stand alone, and a game of one counter."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

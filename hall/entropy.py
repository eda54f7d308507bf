"""Where chance comes from: the system, or in a rehearsal a seed that replays a night (GEN-010)."""

from __future__ import annotations

import hashlib
import os
from collections import Counter
from typing import Protocol

from core.rules import Refusal

MOST_BYTES = 65_536


class Entropy(Protocol):
    def take(self, label: str, count: int) -> bytes:
        """`count` bytes that nobody can know; `label` says what for."""


class SystemEntropy:
    """The operating system's cryptographic generator, and nothing else."""

    def take(self, label: str, count: int) -> bytes:
        return os.urandom(count)


class SeededEntropy:
    """Rehearsal only: BLAKE2b over seed, run, label and counter (design §10)."""

    def __init__(self, seed: str, run: int = 0) -> None:
        """`run` counts the hall's starts, so that a restart does not draw the same again."""
        self._seed = hashlib.sha256(seed.encode()).digest()
        self._run = run
        self._taken: Counter[str] = Counter()

    def take(self, label: str, count: int) -> bytes:
        assert 0 < count <= MOST_BYTES, count
        made = b""
        while len(made) < count:
            said = f"{self._run}\n{label}\n{self._taken[label]}".encode()
            self._taken[label] += 1
            made += hashlib.blake2b(said, key=self._seed, person=b"quine-rehearse").digest()
        return made[:count]


def entropy_for(*, rehearsal: bool, seed: str | None, run: int = 0) -> Entropy:
    """Refuses SEED_IN_REAL_HOUSE: no seed is accepted where money is played for."""
    if seed is None:
        return SystemEntropy()
    if not rehearsal:
        raise Refusal("SEED_IN_REAL_HOUSE")
    return SeededEntropy(seed, run)

"""The vault: draw seeds on disk, before anybody is told that they exist (design §7).

A seed is encrypted (ChaCha20-Poly1305, the key in a file of its own), written and synced before
its commitment is journalled. Nothing else on disk, on paper or on a line ever holds it until the
draw is revealed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from core.rules import Refusal
from hall.entropy import Entropy
from hall.private import sync_folder, write_private

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

NONCE_BYTES = 12
SUFFIX = ".graine"


class Reconciled(msgspec.Struct, frozen=True):
    """What a start found: seeds erased since nobody was told, commitments without their seed."""

    erased: tuple[str, ...]
    missing: tuple[str, ...]


class Vault:
    """One file a seed. `game_id` is ASCII, as in design §7; any label will do."""

    def __init__(self, folder: Path, key: bytes, entropy: Entropy) -> None:
        self._folder = folder
        self._key = key
        self._entropy = entropy
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    def keep(self, game_id: str, seed: bytes) -> None:
        """Durable when it returns. Refuses GRAINE_DEJA_GARDEE when another seed lies there."""
        kept = self._path(game_id)
        if kept.exists():
            if self.seed(game_id) == seed:
                return
            raise Refusal("GRAINE_DEJA_GARDEE", game_id=game_id)
        nonce = self._entropy.take("vault-nonce", NONCE_BYTES)
        sealed = self._cipher().encrypt(nonce, seed, game_id.encode())
        name = game_id.encode()
        write_private(kept, len(name).to_bytes(2, "big") + name + nonce + sealed)

    def seed(self, game_id: str) -> bytes:
        """Refuses GRAINE_ABSENTE, GRAINE_ILLISIBLE (another key, or altered bytes)."""
        return self._open(self._path(game_id), game_id)

    def holds(self, game_id: str) -> bool:
        return self._path(game_id).exists()

    def forget(self, game_id: str) -> None:
        """Erases a seed that has been revealed, or that nobody was ever told of."""
        self._path(game_id).unlink(missing_ok=True)
        sync_folder(self._folder)

    def game_ids(self) -> tuple[str, ...]:
        return tuple(sorted(self._name(path) for path in self._folder.glob(f"*{SUFFIX}")))

    def reconcile(self, committed: Iterable[str]) -> Reconciled:
        """At start-up: `committed` are the game_ids journalled and not yet revealed.

        A seed without commitment was interrupted and is erased; a commitment without a seed that
        can be read is an alarm, for the draw it binds cannot be played.
        """
        for partial in self._folder.glob("*.new"):
            partial.unlink()
        wanted = set(committed)
        stray = tuple(name for name in self.game_ids() if name not in wanted)
        for name in stray:
            self.forget(name)
        return Reconciled(stray, tuple(sorted(name for name in wanted if not self._good(name))))

    def _good(self, game_id: str) -> bool:
        try:
            self.seed(game_id)
        except Refusal:
            return False
        return True

    def _path(self, game_id: str) -> Path:
        if not game_id or not game_id.isascii():
            raise Refusal("CHAMP_INVALIDE", field="game_id")
        return self._folder / (hashlib.sha256(game_id.encode()).hexdigest()[:32] + SUFFIX)

    def _name(self, path: Path) -> str:
        content = path.read_bytes()
        return content[2 : 2 + int.from_bytes(content[:2], "big")].decode("ascii", "replace")

    def _open(self, path: Path, game_id: str) -> bytes:
        from cryptography.exceptions import InvalidTag

        try:
            content = path.read_bytes()
        except FileNotFoundError:
            raise Refusal("GRAINE_ABSENTE", game_id=game_id) from None
        start = 2 + int.from_bytes(content[:2], "big")
        nonce, sealed = content[start : start + NONCE_BYTES], content[start + NONCE_BYTES :]
        try:
            return self._cipher().decrypt(nonce, sealed, game_id.encode())
        except (InvalidTag, ValueError):
            raise Refusal("GRAINE_ILLISIBLE", game_id=game_id) from None

    def _cipher(self) -> ChaCha20Poly1305:
        from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

        return ChaCha20Poly1305(self._key)

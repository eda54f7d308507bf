"""Seals: a signature of the chain's end, printed on the closing ticket (design §4).

Ed25519 over the 32 bytes of the hash of the line before the seal. On paper, outside the machine, it
shows what the journal was, even to someone who could rewrite it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey


def _private(secret: bytes) -> Ed25519PrivateKey:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    return Ed25519PrivateKey.from_private_bytes(secret)


def sign(secret: bytes, line: str) -> str:
    """`secret` has 32 bytes, `line` is a hash in hex. Returns 128 hex digits, always the same."""
    return _private(secret).sign(bytes.fromhex(line)).hex()


def public_key(secret: bytes) -> str:
    """64 hex digits: what a verifier needs."""
    return _private(secret).public_key().public_bytes_raw().hex()


def is_sealed(public: str, line: str, signature: str) -> bool:
    """Whether this house sealed the journal at this line."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public))
        key.verify(bytes.fromhex(signature), bytes.fromhex(line))
    except (InvalidSignature, ValueError):
        return False
    return True

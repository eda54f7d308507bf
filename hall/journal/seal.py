"""Seals: a signature of the chain's end, printed on the closing ticket (design §4).

Ed25519 over « quine-seal-1 », the sequence number and the hash of the line before the seal. A seal
on paper outside the machine shows what the journal was, even to someone who could rewrite it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hall.journal.lines import Head

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey


def _statement(head: Head) -> bytes:
    return b"quine-seal-1\n" + str(head.seq).encode() + b"\n" + bytes.fromhex(head.hash)


def _private(secret: bytes) -> Ed25519PrivateKey:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    return Ed25519PrivateKey.from_private_bytes(secret)


def sign(secret: bytes, head: Head) -> str:
    """`secret` has 32 bytes. Returns 128 hex digits; the same head always has the same seal."""
    return _private(secret).sign(_statement(head)).hex()


def public_key(secret: bytes) -> str:
    """64 hex digits: what a verifier needs."""
    return _private(secret).public_key().public_bytes_raw().hex()


def is_sealed(public: str, head: Head, signature: str) -> bool:
    """Whether this house sealed the journal at this line."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public))
        key.verify(bytes.fromhex(signature), _statement(head))
    except (InvalidSignature, ValueError):
        return False
    return True

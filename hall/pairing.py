"""The one-time code that pairs a station, and the certificate that it pins (design §4).

On plain ws the code is a secret of 40 bits: « K7QP-2M9X ». On wss it has 24 characters: 80 bits of
the SHA-256 of the hall's certificate, then the secret. The station compares the certificate before
it sends the secret, so that nobody in between ever learns it. Letters are Crockford's: no I, L, O
or U, and what people type instead is read as meant.
"""

from __future__ import annotations

import hashlib
import hmac
import ssl
from typing import Any

from core.rules import Refusal

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
READ_AS = str.maketrans("ILO", "110")
SECRET_LETTERS = 8
PIN_LETTERS = 16
PIN_BYTES = 10


def letters(value: bytes) -> str:
    """Five bits a letter; the length must be a multiple of five bytes."""
    number = int.from_bytes(value, "big")
    count = len(value) * 8 // 5
    return "".join(ALPHABET[number >> 5 * place & 31] for place in reversed(range(count)))


def code_of(secret: bytes, certificate_der: bytes | None = None) -> str:
    """What is shown to whoever pairs a station. `secret` has 5 bytes."""
    text = letters(secret)
    if certificate_der is not None:
        text = letters(_pin(certificate_der)) + text
    return "-".join(text[start : start + 4] for start in range(0, len(text), 4))


def plain(code: str) -> str:
    """As printed: capitals, no dashes, I and L read as 1, O as 0."""
    return "".join(code.upper().translate(READ_AS).replace("-", "").split())


def secret_of(code: str) -> str:
    """The part that is sent to the hall."""
    return plain(code)[-SECRET_LETTERS:]


def _pin(certificate_der: bytes) -> bytes:
    return hashlib.sha256(certificate_der).digest()[:PIN_BYTES]


class PinnedByCode:
    """A first connection: any certificate is taken, and then compared with the code."""

    def __init__(self, pin: str) -> None:
        self.pin = pin
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        self.context.minimum_version = ssl.TLSVersion.TLSv1_3
        self.context.check_hostname = False
        self.context.verify_mode = ssl.CERT_NONE

    def check(self, channel: Any) -> None:
        """Refuses CERTIFICAT_INCONNU when another hall than the one that printed it answers."""
        certificate = channel.getpeercert(binary_form=True) if channel else None
        if not certificate or not hmac.compare_digest(letters(_pin(certificate)), self.pin):
            raise Refusal("CERTIFICAT_INCONNU")


def pinned_by(code: str) -> PinnedByCode:
    """Refuses CODE_D_APPAIRAGE_INCOMPLET when the code carries no pin."""
    text = plain(code)
    if len(text) != PIN_LETTERS + SECRET_LETTERS:
        raise Refusal("CODE_D_APPAIRAGE_INCOMPLET", letters=PIN_LETTERS + SECRET_LETTERS)
    return PinnedByCode(text[:PIN_LETTERS])


def pinned(certificate_pem: str) -> ssl.SSLContext:
    """Trusts that one certificate and nothing else, whatever name it bears."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.check_hostname = False
    context.load_verify_locations(cadata=certificate_pem)
    return context

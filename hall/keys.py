"""The house's keys, made once at its founding and never shown (design §4).

They lie in `keys/`, 0600, in files of their own; they never enter state, facts, logs or views.
"""

from __future__ import annotations

import datetime
import stat
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from core.rules import Refusal
from hall.entropy import Entropy
from hall.private import write_private

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

KEY_BYTES = 32
SECRETS = ("code", "seal", "vault", "people", "exclusion")
CERTIFICATE = "hall.pem"
CERTIFICATE_KEY = "hall-key.pem"


class Keys(msgspec.Struct, frozen=True):
    """Thirty-two bytes each: codes on paper, seals, the vault, PINs, the exclusion list."""

    code: bytes
    seal: bytes
    vault: bytes
    people: bytes
    exclusion: bytes

    def __repr__(self) -> str:
        return "Keys(…)"  # a traceback must not tell them


def found_keys(folder: Path, entropy: Entropy) -> Keys:
    """Makes the keys of a new house in `folder`, with the certificate of its stations' lines.

    Refuses CLES_DEJA_LA: keys are never replaced, papers and seals hang on them.
    """
    if folder.exists() and any(folder.iterdir()):
        raise Refusal("CLES_DEJA_LA", folder=str(folder))
    for name in SECRETS:
        write_private(folder / f"{name}.key", entropy.take(f"key-{name}", KEY_BYTES))
    key, certificate = _certificate()
    write_private(folder / CERTIFICATE_KEY, key)
    write_private(folder / CERTIFICATE, certificate)
    keys = read_keys(folder)
    from hall.journal.seal import public_key

    write_private(folder / "seal.pub", public_key(keys.seal).encode() + b"\n")
    return keys


def read_keys(folder: Path) -> Keys:
    """Refuses CLE_MANQUANTE, CLE_ILLISIBLE, CLE_LISIBLE_PAR_D_AUTRES, naming the file."""
    return Keys(**{name: _read(folder / f"{name}.key") for name in SECRETS})


def _read(path: Path) -> bytes:
    try:
        if path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
            raise Refusal("CLE_LISIBLE_PAR_D_AUTRES", file=str(path))
        key = path.read_bytes()
    except FileNotFoundError:
        raise Refusal("CLE_MANQUANTE", file=str(path)) from None
    except OSError:
        raise Refusal("CLE_ILLISIBLE", file=str(path)) from None
    if len(key) != KEY_BYTES:
        raise Refusal("CLE_ILLISIBLE", file=str(path))
    return key


def _certificate() -> tuple[bytes, bytes]:
    """A P-256 key and its self-signed certificate, PEM.

    Valid for all of time: a kiosk whose clock is wrong must not be locked out of the hall.
    """
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import NameOID

    key: EllipticCurvePrivateKey = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "quine")])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(datetime.datetime(1970, 1, 1))
        .not_valid_after(datetime.datetime(9999, 12, 31))
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    secret = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    return secret, certificate.public_bytes(serialization.Encoding.PEM)

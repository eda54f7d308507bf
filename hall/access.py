"""Who may come in, and in what quality an order is given (design §4, GEN-005, GEN-007).

Pairing codes, station keys, and the delays after wrong PINs live here, outside the core: they are
secrets, or follow from the moment. That a person signed in or a station was paired is a fact.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable
from pathlib import Path

import msgspec

from core.rules import Powers, Refusal, Role
from core.stations import StationKind
from hall.entropy import Entropy
from hall.pairing import code_of, plain
from hall.private import write_private

STAFF = frozenset(Role) - {Role.JOUEUR, Role.POSTE, Role.SIMULATEUR, Role.MAISON}
POWERS: dict[StationKind, Powers] = {
    StationKind.KIOSK: frozenset({Role.JOUEUR, Role.POSTE}),
    StationKind.DISPLAY: frozenset({Role.POSTE}),
    StationKind.VOICE: frozenset({Role.POSTE}),
    StationKind.CALLER: frozenset(
        {
            Role.ANIMATEUR,
            Role.MCD,
            Role.DIRECTEUR_SEANCE,
            Role.DIRECTEUR_RESPONSABLE,
            Role.POSTE,
        }
    ),
    StationKind.DESK: STAFF | {Role.POSTE},
    StationKind.SIMULATOR: frozenset({Role.SIMULATEUR}),
}
# Which of a person's functions an order is given in, when several would do: the nearest to the
# table first. A person who means another says so with the order.
PRECEDENCE = (
    Role.ANIMATEUR,
    Role.CAISSIER,
    Role.VENDEUR,
    Role.INSCRIPTION,
    Role.CONTROLE_ENTREE,
    Role.DIRECTEUR_SEANCE,
    Role.MCD,
    Role.DIRECTEUR_RESPONSABLE,
    Role.TECHNICIEN,
    Role.AUDITEUR,
)
STATIONS_OWN = (Role.JOUEUR, Role.POSTE, Role.SIMULATEUR)
assert set(PRECEDENCE) == STAFF

PAIRING_MS = 600_000
PAIRING_TRIES = 5
IDLE_MS = 300_000
FREE_FAILURES = 3
FIRST_DELAY_MS = 1_000
LONGEST_DELAY_MS = 900_000


def quality(
    kind: StationKind, roles: Iterable[Role], by: Powers, wanted: Role | None = None
) -> Role:
    """The function in which a person at such a station gives an order that `by` may give.

    Refuses FONCTION_NON_AUTORISEE: missing means denied.
    """
    allowed = by & POWERS[kind]
    held = set(roles)
    for role in (*PRECEDENCE, *STATIONS_OWN):
        if role in allowed and (role in held or role in STATIONS_OWN) and wanted in (None, role):
            return role
    raise Refusal("FONCTION_NON_AUTORISEE", roles=sorted(held), by=sorted(by))


class Pending(msgspec.Struct):
    """A pairing code in wait; only the digest of its secret is kept."""

    digest: bytes
    until_ms: int


class Pairing:
    """One code a kind of station; ten minutes, once, and five wrong tries end them all."""

    def __init__(self, entropy: Entropy, certificate_der: bytes | None = None) -> None:
        self._entropy = entropy
        self._certificate = certificate_der
        self._pending: dict[StationKind, Pending] = {}
        self._tries = 0

    def open(self, kind: StationKind, now_ms: int, *, minutes: int = 0) -> str:
        """A new code for this kind, to be shown; the one before is void."""
        secret = self._entropy.take("pairing", 5)
        code = code_of(secret, self._certificate)
        lasts = minutes * 60_000 or PAIRING_MS
        self._pending[kind] = Pending(_digest(code_of(secret)), now_ms + lasts)
        self._tries = 0
        return code

    def spend(self, secret: str, kind: StationKind, now_ms: int) -> None:
        """Refuses CODE_D_APPAIRAGE_FAUX: wrong, spent, expired or for another kind, all alike."""
        pending = self._pending.get(kind)
        if pending and now_ms < pending.until_ms:
            if hmac.compare_digest(pending.digest, _digest(secret)):
                del self._pending[kind]
                return
            self._tries += 1
            if self._tries >= PAIRING_TRIES:
                self._pending.clear()
        raise Refusal("CODE_D_APPAIRAGE_FAUX")


class StationKeys:
    """Keys of paired stations, by station id: only their SHA-256, in a 0600 file of the house."""

    def __init__(self, path: Path, entropy: Entropy) -> None:
        self._path = path
        self._entropy = entropy
        self._digests: dict[str, str] = {}
        if path.exists():
            self._digests = msgspec.json.decode(path.read_bytes(), type=dict[str, str])

    def give(self, station: str) -> str:
        """A fresh key for this station, told once; the file is on the disk when it returns."""
        key = self._entropy.take("station-key", 32).hex()
        self._digests[station] = hashlib.sha256(key.encode()).hexdigest()
        self._save()
        return key

    def fits(self, station: str, key: str) -> bool:
        kept = self._digests.get(station, "0" * 64)
        return hmac.compare_digest(kept, hashlib.sha256(key.encode()).hexdigest())

    def revoke(self, station: str) -> None:
        if self._digests.pop(station, None) is not None:
            self._save()

    def _save(self) -> None:
        write_private(self._path, msgspec.json.encode(self._digests, order="sorted"))


class Patience:
    """A growing delay after wrong PINs, for a person and for a station alike (GEN-005).

    Two are free; the third costs one second, doubled each time up to fifteen minutes. A right PIN
    forgets all.
    """

    def __init__(self) -> None:
        self._failures: dict[str, tuple[int, int]] = {}

    def must_wait(self, who: str, now_ms: int) -> None:
        """Refuses TROP_D_ESSAIS with the seconds left."""
        _, until = self._failures.get(who, (0, 0))
        if now_ms < until:
            raise Refusal("TROP_D_ESSAIS", seconds=-(-(until - now_ms) // 1000))

    def failed(self, who: str, now_ms: int) -> None:
        count = self._failures.get(who, (0, 0))[0] + 1
        delay = 0
        if count >= FREE_FAILURES:
            delay = min(FIRST_DELAY_MS << min(count - FREE_FAILURES, 20), LONGEST_DELAY_MS)
        self._failures[who] = (count, now_ms + delay)

    def succeeded(self, who: str) -> None:
        self._failures.pop(who, None)


def station_id(kind: StationKind, taken: Iterable[str]) -> str:
    """`kiosk-3`: the first number that was never used for this kind."""
    prefix = f"{kind}-"
    numbers = [name.removeprefix(prefix) for name in taken if name.startswith(prefix)]
    return f"{prefix}{max((int(n) for n in numbers if n.isdigit()), default=0) + 1}"


def _digest(secret: str) -> bytes:
    return hashlib.sha256(plain(secret).encode()).digest()

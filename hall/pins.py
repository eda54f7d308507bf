"""PINs: slow to guess, never stored, never journalled (design §4, GEN-005)."""

from __future__ import annotations

import hmac
from collections.abc import Iterable
from typing import Any

from core.rules import Refusal, Role

MONEY = frozenset({Role.CAISSIER, Role.VENDEUR, Role.MCD, Role.DIRECTEUR_RESPONSABLE})
PIN_DIGITS, MONEY_PIN_DIGITS, LONGEST_PIN = 4, 6, 12


class Pins:
    """PINs as argon2id over an HMAC with a pepper that lies in a file of its own.

    Slow on purpose; `fits` may run in a thread, and takes as long for a person who has no PIN.
    """

    def __init__(self, pepper: bytes, *, cheap: bool = False) -> None:
        self._pepper = pepper
        self._cost = (1, 8, 1) if cheap else (2, 46 * 1024, 1)
        self._nobody = ""

    def hash(self, pin: str) -> str:
        made: str = self._hasher().hash(self._peppered(pin))
        return made

    def fits(self, pin_hash: str, pin: str) -> bool:
        from argon2.exceptions import Argon2Error, InvalidHashError

        if not pin_hash:
            self._nobody = self._nobody or self.hash("nobody")
        try:
            fits = self._hasher().verify(pin_hash or self._nobody, self._peppered(pin))
        except (Argon2Error, InvalidHashError):
            return False
        return bool(fits and pin_hash)

    def _peppered(self, pin: str) -> bytes:
        return hmac.digest(self._pepper, pin.encode(), "sha256")

    def _hasher(self) -> Any:
        from argon2 import PasswordHasher

        time_cost, memory_kib, lanes = self._cost
        return PasswordHasher(time_cost=time_cost, memory_cost=memory_kib, parallelism=lanes)


def must_be_pin(pin: str, roles: Iterable[Role]) -> None:
    if not (pin.isascii() and pin.isdigit()):
        raise Refusal("CODE_NON_NUMERIQUE")
    least = MONEY_PIN_DIGITS if MONEY & set(roles) else PIN_DIGITS
    if not least <= len(pin) <= LONGEST_PIN:
        raise Refusal("CODE_TROP_COURT", least=least)

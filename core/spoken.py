"""Numbers and amounts in French words, as the voice says them (SPK-001, SPK-003)."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

Variant = Literal["FR", "BE", "CH"]

UNITS = ("un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf")
TENS: dict[str, dict[int, str]] = {
    "FR": {},
    "BE": {70: "septante", 90: "nonante"},
    "CH": {70: "septante", 80: "huitante", 90: "nonante"},
}


def number_words(number: int, variant: Variant = "FR") -> str:
    """A whole number in words, with its accents: 71 -> « soixante et onze », BE « septante et un ».

    The Belgian and Swiss forms are made from the French ones: those of num2words misspell
    « quatre-vingts » and « deux cent un ». Raises ValueError below zero.
    """
    if number < 0:
        raise ValueError("nobody announces a number below zero")
    words = _french(number)
    for french, local in _local_forms(variant):
        words = re.sub(rf"(?<![\w-]){french}(?![\w-])", local, words)
    return words


def amount_words(cents: int, variant: Variant = "FR") -> str:
    """An amount in words: 1334 -> « treize euros trente-quatre », 4000 -> « quarante euros »."""
    euros, rest = divmod(cents, 100)
    if euros == 0 and rest:
        return f"{number_words(rest, variant)} centime" + ("s" if rest > 1 else "")
    words = number_words(euros, variant)
    words += " d'euros" if words.endswith(("million", "millions")) else " euro"
    if euros > 1 and not words.endswith("d'euros"):
        words += "s"
    return f"{words} {number_words(rest, variant)}" if rest else words


@lru_cache(maxsize=1024)
def _french(number: int) -> str:
    from num2words import num2words  # 40 ms to load: only those who speak pay for it

    return str(num2words(number, lang="fr"))


@lru_cache
def _local_forms(variant: Variant) -> tuple[tuple[str, str], ...]:
    """What to say instead, the longest French form first."""
    forms = [
        (_french(ten + unit), _joined(word, unit))
        for ten, word in TENS[variant].items()
        for unit in range(10)
    ]
    forms += [(french.rstrip("s"), local) for french, local in forms if french.endswith("vingts")]
    return tuple(sorted(forms, key=lambda form: -len(form[0])))


def _joined(ten: str, unit: int) -> str:
    if unit == 0:
        return ten
    return f"{ten} et un" if unit == 1 else f"{ten}-{UNITS[unit - 1]}"

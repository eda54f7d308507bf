"""Money is integer cents (GEN-001); the three roundings of the house (GEN-002, D-01, D-02).

Arrêté du 14 mai 2007, art. 66-1-6, 66-1-9. Rounding never favours the house.
"""

from __future__ import annotations

import re

from core.rules import Refusal

EUROS_C = (50000, 20000, 10000, 5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5, 2, 1)
CENTS = re.compile(r"(\d{1,12})(?:[.,](\d+))?")


def share_bp(total_c: int, rate_bp: int) -> int:
    """A share in basis points, floored: 35 % of 342.50 € is 119.87 €."""
    return total_c * rate_bp // 10_000


def even_shares(total_c: int, count: int) -> tuple[int, ...]:
    """Equal shares whose odd cents go one by one to the first, the lowest serials (D-02)."""
    least, cents = divmod(total_c, count)
    return tuple(least + (place < cents) for place in range(count))


def by_weight(total_c: int, weights: tuple[int, ...]) -> tuple[int, ...]:
    """Parts in proportion, exact in sum: largest remainder, ties to the earlier (D-46)."""
    whole = sum(weights)
    parts = [total_c * weight // whole for weight in weights]
    by_remainder = sorted(range(len(weights)), key=lambda n: (-(total_c * weights[n] % whole), n))
    for place in by_remainder[: total_c - sum(parts)]:
        parts[place] += 1
    return tuple(parts)


def ceiled(total_c: int, units: int, of: int) -> int:
    """A refund: `units`/`of` of an amount, rounded up to the cent (D-02)."""
    return -(-total_c * units // of)


def parse_cents(text: str) -> int:
    """Reads an amount typed by a person: « 2,50 » or « 2.5 ». Refuses a third decimal (GEN-001)."""
    match = CENTS.fullmatch(text.strip().removesuffix("€").strip().replace(" ", ""))
    if match is None:
        raise Refusal("MONTANT_ILLISIBLE", text=text)
    euros, decimals = match[1], match[2] or ""
    if len(decimals) > 2:
        raise Refusal("DEUX_DECIMALES_AU_PLUS", text=text)
    return int(euros) * 100 + int(decimals.ljust(2, "0"))


def written(amount_c: int) -> str:
    """An amount as the field writes it, without the currency: 121200 -> « 1 212,00 »."""
    sign, whole = ("-" if amount_c < 0 else ""), abs(amount_c)
    return f"{sign}{whole // 100:,}".replace(",", " ") + f",{whole % 100:02d}"


def counted(pieces: dict[int, int]) -> int:
    """The sum of a count: cents of a note or coin -> how many. Refuses what is no euro money."""
    for value_c, count in pieces.items():
        if value_c not in EUROS_C:
            raise Refusal("COUPURE_INCONNUE", value_c=value_c)
        if count < 0:
            raise Refusal("NOMBRE_NEGATIF", value_c=value_c)
    return sum(value_c * count for value_c, count in pieces.items())

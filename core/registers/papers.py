"""A register on paper, as one print job; what two people sign bears the hash they signed (PRT-008)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from core.documents import RegisterPage
from core.money import written
from core.registers.columns import Ask
from core.registers.historique import totals
from core.registers.render import Names, nobody, pages

if TYPE_CHECKING:
    from core.house import House

# The statement that is signed behind a register of one séance (GEN-006), and who signs it.
SIGNED = {
    "REG-02": ("essais", ("Membre du comité de direction",)),
    "REG-05F": ("historique", ("Caissier", "Directeur de séance")),
    "REG-06": ("11quinquies", ("Caissier", "Directeur responsable ou MCD")),
}
PLACES = {"REG-26": ("Animateur", "Membre du comité de direction")}


def page_of(
    house: House, register: Ask, seance: str = "", names: Names = nobody, at: str = ""
) -> RegisterPage:
    """One paper of any length, for a roll. Refuses SEANCE_INCONNUE.

    The paper of a *séance*'s signed register has the signed hash at its foot, else the hash of its
    lines.
    """
    statement, places = SIGNED.get(register.name, ("", PLACES.get(register.name, ())))
    rows = list(register.rows(house, seance=seance))
    (page,) = pages(
        house,
        register,
        rows,
        at=at,
        names=names,
        subtitle=_subtitle(house, register, seance),
        signatures=places if seance else (),
        rows_a_page=max(len(rows), 1),
    )
    digest = house.digest_of(f"{statement}:{seance}") if statement and seance else None
    return msgspec.structs.replace(page, hash=digest) if digest else page


def _subtitle(house: House, register: Ask, seance: str) -> str:
    """The *séance*; for its historique also what was sold, kept back and played for."""
    if not seance:
        return ""
    if register.name != "REG-05F":
        return f"Séance {seance}"
    found = house.bingo.seance_named(seance)
    pools, sums = found.forfait.pools, totals(house, found)
    seal = pools.seal[:16] if pools else "-"
    return (
        f"Séance {seance} : {found.forfait.sold} forfaits, base {written(found.forfait.base_c)} €,"
        f" retenue {written(pools.retenue_c if pools else 0)} €,"
        f" quines {written(sums['quine_c'])} €, bingos {written(sums['bingo_c'])} €,"
        f" orphelins {written(sums['orphelins_c'])} €, scellé {seal}"
    )

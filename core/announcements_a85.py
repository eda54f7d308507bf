"""The formulas of article 85, to the letter (ANN-030 to ANN-037, CAT). Amounts in cents.

Their statutory word is « ligne » (GEN-021); round prices are said without decimals (CAT-001).
"""

from __future__ import annotations

from core.announcements import Combination
from core.sentences import (
    NOTHING,
    Announcement,
    FormulaAmount,
    Number,
    Said,
    announce,
    cartons_of,
    phrase,
)
from core.spoken import Variant


def a85_sale(
    price_c: int, serie: int | None = None, first: int | None = None, *, variant: Variant = "FR"
) -> Announcement:
    """ANN-030 (CAT-001): series and first number, then the formula, which only has the price."""
    before: Said = NOTHING
    if serie is not None and first is not None:
        before = phrase(
            "Série {serie}, premier carton {no}. ", serie=Number(serie), no=Number(first)
        )
    return announce(
        "030",
        "{before}Des cartons sont mis en vente au prix de {prix}.",
        variant,
        before=before,
        prix=FormulaAmount(price_c),
    )


def a85_sold(physical: int, *, variant: Variant = "FR") -> Announcement:
    """ANN-031."""
    return announce("031", "Cartons physiques vendus : {np}.", variant, np=Number(physical))


def a85_lots(
    line_c: int, bingo_c: int, virtual: int = 0, *, variant: Variant = "FR"
) -> Announcement:
    """ANN-032. The two prizes are always said, the virtual cartons where there are any (D-62)."""
    sold = phrase("Cartons virtuels vendus : {nv}. ", nv=Number(virtual))
    return announce(
        "032",
        "{virtuels}Prix de la ligne : {l}, prix du bingo : {b}.",
        variant,
        virtuels=sold if virtual else NOTHING,
        l=FormulaAmount(line_c),
        b=FormulaAmount(bingo_c),
    )


def a85_call(combination: Combination) -> Announcement:
    """ANN-033: the player's own word, also the caption of the button."""
    return announce("033", "Ligne." if combination == "quine" else "Bingo.")


def a85_line_verified() -> Announcement:
    """ANN-034."""
    return announce("034", "Ce carton est gagnant du coup de ligne. Y a-t-il un autre carton ?")


def a85_nobody_else() -> Announcement:
    """ANN-035."""
    return announce("035", "Nous continuons pour le coup de bingo.")


def a85_more_winners(count: int, *, variant: Variant = "FR") -> Announcement:
    """ANN-036. `count` winning cartons of the line."""
    return announce(
        "036",
        "Ce coup de ligne compte {n}, nous continuons pour le coup de bingo.",
        variant,
        n=cartons_of(count, "gagnant"),
    )


def a85_closed(count: int) -> Announcement:
    """ANN-037, one winning carton or several (CAT-014)."""
    winners = (
        "Ces cartons sont gagnants du coup de bingo."
        if count > 1
        else "Ce carton est gagnant du coup de bingo."
    )
    return announce("037", f"{winners} La partie est close.")

"""What is said aloud in the room: the French sentences of chapter 13, rendered once (ANN).

Arrêté du 14 mai 2007, art. 66-1-2, 66-1-9. An announcement is text of the law: it is stored in the
fact that made it and never translated. One function, one number of the chapter; amounts in cents.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from core.sentences import (
    NOTHING,
    Amount,
    Number,
    Phrase,
    Said,
    Serial,
    Words,
    announce,
    cartons_of,
    parties_of,
    phrase,
)
from core.sentences import Announcement as Announcement
from core.spoken import Variant, number_words
from core.spoken import amount_words as amount_words

Combination = Literal["quine", "bingo"]


# The séance


def seance_open(mcd: str) -> Announcement:
    """ANN-001. `mcd` is the name of the member of the management committee in charge."""
    return announce(
        "001",
        "Mesdames, messieurs, la séance de bingo est ouverte sous le contrôle de {mcd}.",
        mcd=Words(mcd),
    )


def blank_draw_start() -> Announcement:
    """ANN-002."""
    return announce("002", "Tirage à blanc de vérification, sans enjeu.")


def blank_draw_end(variant: Variant = "FR") -> Announcement:
    """ANN-003. The ninety numbers are text of the sentence, on the screen too."""
    ninety = number_words(90, variant)
    return announce("003", f"Tirage à blanc terminé, {ninety} numéros contrôlés.")


def closing() -> Announcement:
    """ANN-029."""
    return announce("029", "La séance de bingo est terminée.")


# The sale of classic bingo


def sale(
    partie: int, serie: str, first: int, price_c: int, *, variant: Variant = "FR"
) -> Announcement:
    """ANN-010, announcement A (BIN-019). `serie` as printed, « 014 »; `first` its first carton."""
    return announce(
        "010",
        "Partie {p}. Série en vente : {serie}. Premier carton : {no}. Valeur du carton : {prix}.",
        variant,
        p=Number(partie),
        serie=Serial(serie),
        no=Number(first),
        prix=Amount(price_c, "euros"),
    )


def new_serie(serie: str, first: int, price_c: int, *, variant: Variant = "FR") -> Announcement:
    """ANN-010b, another series during the same sale (BIN-020)."""
    return announce(
        "010b",
        "Nouvelle série en vente : {serie}, à partir du carton {no}, au même prix de {prix}.",
        variant,
        serie=Serial(serie),
        no=Number(first),
        prix=Amount(price_c, "euros"),
    )


def change(
    *,
    price_c: int | None = None,
    boule_maxima: int | None = None,
    participation_c: int | None = None,
    variant: Variant = "FR",
) -> Announcement:
    """ANN-011, what changes from the next *partie* on (BIN-070). At least one change is needed."""
    changes: dict[str, Said] = {}
    if price_c is not None:
        changes["price"] = phrase("valeur du carton {prix}", prix=Amount(price_c, "euros"))
    if boule_maxima is not None:
        changes["boule"] = phrase("boule maxima {bm}", bm=Number(boule_maxima))
    if participation_c is not None:
        changes["sum"] = phrase(
            "participation du casino {montant}", montant=Amount(participation_c)
        )
    if not changes:
        raise ValueError("an announcement of change names a change")
    listed = ", ".join(f"{{{name}}}" for name in changes)
    return announce("011", f"Changement pour la prochaine partie : {listed}.", variant, **changes)


def cartons_sold(count: int, virtual: int = 0, *, variant: Variant = "FR") -> Announcement:
    """ANN-012, first sentence of announcement B (BIN-025)."""
    of_which: Said = phrase(", dont {nv}", nv=Number(virtual, "virtuel", "virtuels"))
    return announce(
        "012",
        "{n}{virtuels}.",
        variant,
        n=cartons_of(count, "vendu"),
        virtuels=of_which if virtual else NOTHING,
    )


def serie_sold(
    serie: str, first: int, last: int, aside: Sequence[int] = (), *, variant: Variant = "FR"
) -> Announcement:
    """ANN-013, one per series; `aside` are the *cartons écartés*."""
    put_aside = Phrase(
        ", sauf " + ", ".join(f"{{a{place}}}" for place in range(len(aside))),
        tuple((f"a{place}", Number(number)) for place, number in enumerate(aside)),
    )
    return announce(
        "013",
        "Série {serie} : du carton {premier} au carton {dernier}{sauf}.",
        variant,
        serie=Serial(serie),
        premier=Number(first),
        dernier=Number(last),
        sauf=put_aside if aside else NOTHING,
    )


def lots(
    quine_c: int,
    bingo_c: int,
    stakes_c: int,
    *,
    cumule_c: int | None = None,
    boule_maxima: int = 0,
    variant: Variant = "FR",
) -> Announcement:
    """ANN-014, the lots of a classic *partie*; `cumule_c` is None without a jackpot."""
    cumule: Said = NOTHING
    if cumule_c is not None:
        cumule = phrase(
            " Bingo cumulé : {c}, jusqu'à la boule {bm}.",
            c=Amount(cumule_c),
            bm=Number(boule_maxima),
        )
    return announce(
        "014",
        "Quine : {q}. Bingo : {b}.{cumule} Total des mises : {v}.",
        variant,
        q=Amount(quine_c),
        b=Amount(bingo_c),
        cumule=cumule,
        v=Amount(stakes_c),
    )


# The draw


def ball(number: int, *, digits: bool = False, variant: Variant = "FR") -> Announcement:
    """ANN-015: « quarante-deux », then its digits one by one where the house wants them."""
    spoken = number_words(number, variant)
    if digits and number > 9:
        spoken += ", " + ", ".join(number_words(int(digit), variant) for digit in str(number))
    return Announcement("ANN-015", str(number), spoken)


def claim_stop() -> Announcement:
    """ANN-016. A stop never cuts this one."""
    return announce("016", "Le tirage est arrêté, vérification en cours.")


def quine_confirmed(serial: str, *, variant: Variant = "FR") -> Announcement:
    """ANN-017. `serial` as printed: « 014-000251 »."""
    return announce("017", "Quine confirmée, carton {carton}.", variant, carton=Serial(serial))


def false_claim() -> Announcement:
    """ANN-018. A stop never cuts this one."""
    return announce("018", "Combinaison incomplète. Le jeu continue.")


def any_other(combination: Combination) -> Announcement:
    """ANN-019, the question before a combination is closed (BIN-036)."""
    article = "une" if combination == "quine" else "un"
    return announce("019", f"Y a-t-il {article} autre {combination} ?")


def resume_for_bingo(count: int, *, variant: Variant = "FR") -> Announcement:
    """ANN-020. `count` winning cartons."""
    return announce(
        "020",
        "Quine gagnée par {n}. Le tirage reprend pour le bingo.",
        variant,
        n=cartons_of(count),
    )


def bingo_confirmed(count: int, partie: int, *, variant: Variant = "FR") -> Announcement:
    """ANN-021. `count` winning cartons of *partie* number `partie`."""
    return announce(
        "021",
        "Bingo confirmé, {n}. La partie {p} est terminée.",
        variant,
        n=cartons_of(count, "gagnant"),
        p=Number(partie),
    )


def cumule_won(rank: int, cumule_c: int, *, variant: Variant = "FR") -> Announcement:
    """ANN-022."""
    return announce(
        "022",
        "Bingo cumulé gagné à la boule {rang} : {c}.",
        variant,
        rang=Number(rank),
        c=Amount(cumule_c),
    )


def recover_cartons() -> Announcement:
    """ANN-023."""
    return announce(
        "023",
        "Les cartons gagnants sont à remettre maintenant ;"
        " les lots sont payés à la caisse du bingo.",
    )


def final_call(variant: Variant = "FR") -> Announcement:
    """ANN-028."""
    ninety = number_words(90, variant)
    return announce("028", f"Les {ninety} numéros sont sortis. Dernier appel.")


# Incidents


def suspended() -> Announcement:
    """ANN-024, a breakdown (BIN-060)."""
    return announce(
        "024",
        "La partie est suspendue pour raison technique."
        " Reprise possible dans un délai de quinze minutes.",
    )


def resumed() -> Announcement:
    """ANN-025."""
    return announce("025", "La partie reprend.")


def cancelled(instead: Literal["refund", "exchange", "replay"] = "refund") -> Announcement:
    """ANN-026. `exchange` where the player has the choice (BIN-064).

    `replay` is a *partie* of a forfait, played again with new cartons (D-104): chapter 13 has no
    words for it, and announcing a refund that nobody gets would be an announcement error.
    """
    then = {
        "refund": "Les cartons sont remboursés.",
        "exchange": "Les cartons sont remboursés ou échangés contre des cartons de même valeur.",
        "replay": "Elle est rejouée avec de nouveaux cartons.",
    }
    return announce("026", f"La partie est annulée. {then[instead]}")


def announcement_error() -> Announcement:
    """ANN-027, always followed by `cancelled` (BIN-064)."""
    return announce("027", "Erreur d'annonce constatée : la partie est annulée.")


# The forfait séance (article 66-1-9)


def forfait_terms(price_c: int, cartons: int, *, variant: Variant = "FR") -> Announcement:
    """ANN-040: the price of a forfait, the number of its cartons for this *séance*."""
    return announce(
        "040",
        "Forfait à {prix}, {k} pour la séance.",
        variant,
        prix=Amount(price_c, "euros"),
        k=cartons_of(cartons),
    )


def forfait_lots(
    count: int, parties: int, quine_c: int, bingo_c: int, *, variant: Variant = "FR"
) -> Announcement:
    """ANN-041: forfaits sold, number of *parties*, the two pools."""
    return announce(
        "041",
        "{n}, {parties}. Lots de la séance : quine {q}, bingo {b}.",
        variant,
        n=Number(count, "forfait vendu", "forfaits vendus"),
        parties=parties_of(parties),
        q=Amount(quine_c),
        b=Amount(bingo_c),
    )


def forfait_general(
    price_c: int,
    cartons: int,
    count: int,
    parties: int,
    quine_c: int,
    bingo_c: int,
    *,
    variant: Variant = "FR",
) -> tuple[Announcement, Announcement]:
    """The general announcement of a forfait *séance*, in its two sentences: ANN-040, ANN-041."""
    return (
        forfait_terms(price_c, cartons, variant=variant),
        forfait_lots(count, parties, quine_c, bingo_c, variant=variant),
    )


def lots_of_partie(
    i: int,
    parties: int,
    quine_c: int,
    bingo_c: int,
    complement_c: int = 0,
    complement: str = "",
    *,
    variant: Variant = "FR",
) -> Announcement:
    """ANN-042. The complement is money, an object in the house's own words, or both (FOR-033)."""
    added: list[tuple[str, Said]] = []
    if complement_c:
        added.append(("x", Amount(complement_c)))
    if complement:
        added.append(("objet", Words(complement)))
    places = " et ".join(f"{{{name}}}" for name, _ in added)
    return announce(
        "042",
        "Partie {i} sur {P} : quine {q}, bingo {b}{complement}.",
        variant,
        i=Number(i),
        P=Number(parties),
        q=Amount(quine_c),
        b=Amount(bingo_c),
        complement=Phrase(f", complément {places}", tuple(added)) if added else NOTHING,
    )


def seance_suspended() -> Announcement:
    """ANN-043, a suspension decided by the *directeur de séance* (FOR-046)."""
    return announce("043", "Sur décision du directeur de séance, la séance est suspendue.")


def seance_stopped() -> Announcement:
    """ANN-043, the definitive stop (FOR-044)."""
    return announce(
        "043",
        "Sur décision du directeur de séance, la séance est arrêtée."
        " Remboursement au prorata des parties non jouées, hors droits d'inscription.",
    )


def ready_made(variant: Variant = "FR") -> tuple[str, ...]:
    """What a voice can have ready before the night: the ninety numbers, the fixed sentences."""
    fixed = (
        *(ball(number, variant=variant) for number in range(1, 91)),
        *(claim_stop(), false_claim(), any_other("quine"), any_other("bingo"), suspended()),
        *(resumed(), recover_cartons(), final_call(variant), blank_draw_start()),
        *(blank_draw_end(variant), closing(), resume_for_bingo(1, variant=variant)),
        *(cancelled(), cancelled("exchange"), cancelled("replay"), announcement_error()),
        *(seance_suspended(), seance_stopped()),
    )
    return tuple(announcement.speech for announcement in fixed)

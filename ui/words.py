"""The sentences of the screens themselves; for codes of the hall an app brings its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ui.link import Link

Words = Callable[[str, Mapping[str, Any]], str]
"""From a refusal's code and values to a French sentence; "" when it does not know the code."""

CODES: dict[str, str] = {
    "HORS_LIGNE": "La salle n'est pas joignable : rien n'a été fait.",
    "LIGNE_FERMEE": "La ligne avec la salle est fermée : rien n'a été fait.",
    "POSTE_NON_APPAIRE": "Ce poste n'est pas encore appairé : lancez-le avec --pair CODE.",
    "CODE_REFUSE": "Nom ou code secret incorrect.",
    "CODE_ILLISIBLE": "Code illisible : présentez-le à nouveau, ou tapez le numéro.",
    "CODE_SANS_USAGE": "Ce code ne sert à rien sur cet écran.",
    "MONTANT_ILLISIBLE": "Ce montant ne se lit pas : écrivez par exemple 12,50.",
    "DEUX_DECIMALES_AU_PLUS": "Deux décimales au plus.",
    "NOMBRE_ILLISIBLE": "Ce n'est pas un nombre entier.",
    "NOMBRE_HORS_LIMITES": "Entre {least} et {most}.",
    "A_REMPLIR": "À remplir.",
    "NUMERO_ILLISIBLE": "Ce numéro ne se lit pas : écrivez par exemple 014-000251-2.",
    "NUMERO_HORS_LIMITES": "Ce numéro n'existe pas.",
    "CHIFFRE_DE_CONTROLE": "Le chiffre de contrôle ne convient pas : relisez le numéro.",
}

LINE: dict[Link, str] = {
    Link.CONNECTING: "CONNEXION À LA SALLE…",
    Link.LOST: "LIGNE COUPÉE AVEC LA SALLE - reconnexion en cours, rien n'est perdu",
    Link.REFUSED: "LA SALLE REFUSE CE POSTE",
    Link.CLOSED: "HORS LIGNE",
    Link.READY: "",
}

FAULT = "Erreur du programme, notée au journal technique. Recommencez ou appelez le technicien."


def in_words(code: str, values: Mapping[str, Any], more: Words | None = None) -> str:
    """A sentence for a code: the app's, else ours, else the code itself with its values."""
    if more is not None and (sentence := more(code, values)):
        return sentence
    if (sentence := CODES.get(code, "")) and _fits(sentence, values):
        return sentence.format_map(dict(values))
    told = ", ".join(f"{name} {value}" for name, value in values.items())
    return f"Refusé : {code}" + (f" ({told})" if told else "")


def _fits(sentence: str, values: Mapping[str, Any]) -> bool:
    try:
        sentence.format_map(dict(values))
    except (KeyError, IndexError, ValueError):
        return False
    return True

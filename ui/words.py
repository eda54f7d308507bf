"""The few sentences that belong to the screens; all codes of the hall are in `assets.words`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from assets.words import words
from ui.link import Link

OWN: dict[str, dict[str, str]] = {
    "fr": {
        "CODE_SANS_USAGE": "Ce code ne sert à rien sur cet écran.",
        "CODE_NON_LU": "Code illisible : présentez-le à nouveau, ou tapez le numéro.",
        "LECTEUR_ABSENT": "Lecteur de codes introuvable : rebranchez-le, ou tapez le numéro ({port}).",
        "LECTEUR_PRET": "Lecteur de codes prêt.",
        "REGLAGES_ILLISIBLES": "Réglages du poste illisibles : {file} : {why}",
        "NOMBRE_ILLISIBLE": "Ce n'est pas un nombre entier.",
        "NOMBRE_HORS_LIMITES": "Entre {least} et {most}.",
        "A_REMPLIR": "À remplir.",
        "PAS_MAINTENANT": "pas maintenant",
        "ERREUR_DU_PROGRAMME": "Erreur du programme, notée au journal technique."
        " Recommencez ou appelez le technicien.",
    },
    "en": {
        "CODE_SANS_USAGE": "This code has no use on this screen.",
        "CODE_NON_LU": "Unreadable code: show it again, or type the number.",
        "LECTEUR_ABSENT": "No code reader: plug it in again, or type the number ({port}).",
        "LECTEUR_PRET": "Code reader ready.",
        "REGLAGES_ILLISIBLES": "Unreadable station settings: {file}: {why}",
        "NOMBRE_ILLISIBLE": "This is not a whole number.",
        "NOMBRE_HORS_LIMITES": "Between {least} and {most}.",
        "A_REMPLIR": "Please fill in.",
        "PAS_MAINTENANT": "not now",
        "ERREUR_DU_PROGRAMME": "Program error. Please try again or call a member of staff.",
    },
}

COPY_FAILED = "▲ COPIE DU JOURNAL EN PANNE : la salle continue, prévenez le technicien"

LINE: dict[str, dict[Link, str]] = {
    "fr": {
        Link.CONNECTING: "CONNEXION À LA SALLE…",
        Link.LOST: "LIGNE COUPÉE AVEC LA SALLE - reconnexion en cours, rien n'est perdu",
        Link.REFUSED: "LA SALLE REFUSE CE POSTE",
        Link.CLOSED: "HORS LIGNE",
        Link.READY: "",
    },
    "en": {
        Link.CONNECTING: "CONNECTING TO THE HALL…",
        Link.LOST: "CONNECTION LOST - reconnecting, nothing is lost",
        Link.REFUSED: "THE HALL REFUSES THIS STATION",
        Link.CLOSED: "OFFLINE",
        Link.READY: "",
    },
}


def in_words(code: str, values: Mapping[str, Any], lang: str = "fr") -> str:
    """A sentence for a code, whatever its values; an unknown code is shown as it is."""
    own = OWN.get(lang, OWN["fr"]).get(code)
    if own is None:
        return words(lang).refusal(code, values)
    for name, value in values.items():
        own = own.replace("{" + name + "}", str(value))
    return own


def of_line(state: Link, lang: str = "fr") -> str:
    """The banner for a state of the line; "" when all is well."""
    return LINE.get(lang, LINE["fr"])[state]

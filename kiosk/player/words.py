"""What the kiosk says to a player, French first and English one key away (GEN-021)."""

from __future__ import annotations

from datetime import date

from assets.words import words

SENTENCES: dict[str, dict[str, str]] = {
    "fr": {
        "welcome": "Bienvenue au bingo",
        "offers": "Choisissez votre séance",
        "none": "Aucun forfait n'est en vente pour le moment.",
        "none_more": "Renseignez-vous à la caisse du bingo.",
        "rehearsal": "RÉPÉTITION - rien de ce qui sort d'ici n'a de valeur",
        "stuck": "Cette borne ne vend plus : {cause}.",
        "stuck_more": "Adressez-vous à la caisse du bingo, s'il vous plaît.",
        "no_printer": "elle n'a pas d'imprimante",
        "busy": "Un papier est en cours d'impression…",
        "offer": "{day} à {time}   {price}   {left}",
        "left": "{n} places",
        "left_one": "1 place",
        "full": "complet",
        "back": "Retour",
        "start_over": "Recommencer",
        "choose": "Choisir",
        "next": "Continuer",
        "rules": "Règles",
        "language": "English",
        "who": "Qui êtes-vous ?",
        "who_note": "Scannez votre ticket d'admission, ou tapez votre identité.",
        "family": "Nom",
        "given": "Prénom",
        "birth": "Date de naissance (JJ/MM/AAAA)",
        "birth_hint": "par exemple 28/02/1980",
        "birth_bad": "Écrivez la date comme 28/02/1980.",
        "fill": "À remplir : {field}.",
        "count": "Combien de forfaits ?",
        "count_note": "Appuyez sur un chiffre, ou sur + et -.",
        "of": "{n} forfait(s)",
        "part_cartons": "Cartons",
        "fee": "Droits d'inscription",
        "each": "par forfait",
        "total": "À payer",
        "contains": "{parties} parties, {cartons} cartons à chacune : {all} cartons en tout",
        "confirm": "Tout est juste ?",
        "yes": "Oui, je prends",
        "nothing": "Rien n'est encore demandé ni payé.",
        "bill": "Prenez votre bon à payer",
        "bill_more": "Payez {price} à la caisse du bingo : vous y recevrez votre récépissé.",
        "bill_identity": "On y vérifiera votre identité : ayez une pièce avec photo.",
        "receipt": "Prenez votre récépissé",
        "receipt_more": "Paiement simulé de {price}. Échangez-le contre vos cartons le jour même.",
        "pay_here": "Payer ici (paiement simulé)",
        "pay_desk": "Payer à la caisse",
        "how": "Comment payez-vous ?",
        "pay_refused": "Le paiement est refusé : payez à la caisse avec ce bon.",
        "pay_unknown": "Le paiement n'est pas confirmé : montrez ce bon à la caisse, on vérifie.",
        "not_admission": "Ce papier n'est pas un ticket d'admission.",
        "one_moment": "Un instant…",
        "idle": "Retour au début dans {s} s",
        "number": "Bulletin n° {number}",
        "printing": "L'impression est en cours.",
        "rules_missing": "Le texte des règles n'est pas affiché : demandez-le à la caisse.",
        "enter": "Entrée",
    },
    "en": {
        "welcome": "Welcome to bingo",
        "offers": "Choose your session",
        "none": "No package is on sale at the moment.",
        "none_more": "Please ask at the bingo desk.",
        "rehearsal": "REHEARSAL - nothing printed here has any value",
        "stuck": "This kiosk sells nothing more: {cause}.",
        "stuck_more": "Please go to the bingo desk.",
        "no_printer": "it has no printer",
        "busy": "A paper is being printed…",
        "offer": "{day} at {time}   {price}   {left}",
        "left": "{n} seats",
        "left_one": "1 seat",
        "full": "full",
        "back": "Back",
        "start_over": "Start over",
        "choose": "Choose",
        "next": "Continue",
        "rules": "Rules",
        "language": "Français",
        "who": "Who are you?",
        "who_note": "Scan your admission ticket, or type your identity.",
        "family": "Family name",
        "given": "First name",
        "birth": "Date of birth (DD/MM/YYYY)",
        "birth_hint": "for example 28/02/1980",
        "birth_bad": "Write the date like 28/02/1980.",
        "fill": "Please fill in: {field}.",
        "count": "How many packages?",
        "count_note": "Press a digit, or + and -.",
        "of": "{n} package(s)",
        "part_cartons": "Cards",
        "fee": "Registration fee",
        "each": "per package",
        "total": "To pay",
        "contains": "{parties} games, {cartons} cards in each: {all} cards in all",
        "confirm": "Is everything right?",
        "yes": "Yes, I take it",
        "nothing": "Nothing has been asked for or paid yet.",
        "bill": "Take your bill",
        "bill_more": "Pay {price} at the bingo desk: you will get your receipt there.",
        "bill_identity": "Your identity will be checked: bring a document with a photo.",
        "receipt": "Take your receipt",
        "receipt_more": "Simulated payment of {price}. Exchange it for your cards on the day.",
        "pay_here": "Pay here (simulated payment)",
        "pay_desk": "Pay at the desk",
        "how": "How will you pay?",
        "pay_refused": "Payment refused: pay at the desk with this bill.",
        "pay_unknown": "Payment not confirmed: show this bill at the desk, we shall check.",
        "not_admission": "This paper is not an admission ticket.",
        "one_moment": "One moment…",
        "idle": "Back to the start in {s} s",
        "number": "Registration no. {number}",
        "printing": "It is being printed.",
        "rules_missing": "The rules are not on display: please ask at the desk.",
        "enter": "Enter",
    },
}

DAYS = {
    "fr": ("lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"),
    "en": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
}


def say(lang: str, key: str, /, **values: object) -> str:
    """A sentence of the kiosk with its values put in as they are."""
    sentence = SENTENCES.get(lang, SENTENCES["fr"])[key]
    for name, value in values.items():
        sentence = sentence.replace("{" + name + "}", str(value))
    return sentence


def amount(lang: str, cents: int) -> str:
    """« 30,00 € »."""
    return words(lang).amount(cents)


def day(lang: str, iso: str) -> str:
    """« samedi 20/06/2026 »; what is no date is shown as it is."""
    try:
        found = date.fromisoformat(iso)
    except ValueError:
        return iso
    return f"{DAYS.get(lang, DAYS['fr'])[found.weekday()]} {found:%d/%m/%Y}"

"""The sentences of chapter 13, to the letter, and how they are spoken."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import announcements as ann
from core import announcements_a85 as a85
from core.spoken import amount_words, number_words

ONE_TO_TEN = ["un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix"]
TEENS = [
    "onze",
    "douze",
    "treize",
    "quatorze",
    "quinze",
    "seize",
    "dix-sept",
    "dix-huit",
    "dix-neuf",
]
ONE_TO_TWENTY = [*ONE_TO_TEN, *TEENS, "vingt"]


def expected_french(number: int) -> str:
    """Independent of the code: the rule every French child learns."""
    if number <= 20:
        return ONE_TO_TWENTY[number - 1]
    ten, unit = divmod(number, 10)
    if ten in (7, 9):
        ten, unit = ten - 1, unit + 10
    word = {2: "vingt", 3: "trente", 4: "quarante", 5: "cinquante", 6: "soixante"}.get(ten)
    if word is None:
        return f"quatre-vingt-{ONE_TO_TWENTY[unit - 1]}" if unit else "quatre-vingts"
    if unit == 0:
        return word
    link = " et " if unit in (1, 11) else "-"
    return word + link + ONE_TO_TWENTY[unit - 1]


@pytest.mark.spec("SPK-001")
def test_the_ninety_numbers_are_spelled_as_taught_at_school():
    """All of 1 to 90, against a second spelling written from the rule itself."""
    assert [number_words(n) for n in range(1, 91)] == [expected_french(n) for n in range(1, 91)]
    assert [number_words(n) for n in (71, 80, 81, 90)] == [
        "soixante et onze",
        "quatre-vingts",
        "quatre-vingt-un",
        "quatre-vingt-dix",
    ]


@pytest.mark.spec("SPK-001")
@pytest.mark.parametrize(
    ("variant", "number", "words"),
    [
        ("BE", 70, "septante"),
        ("BE", 71, "septante et un"),
        ("BE", 77, "septante-sept"),
        ("BE", 80, "quatre-vingts"),
        ("BE", 81, "quatre-vingt-un"),
        ("BE", 90, "nonante"),
        ("BE", 1271, "mille deux cent septante et un"),
        ("BE", 201, "deux cent un"),
        ("CH", 80, "huitante"),
        ("CH", 81, "huitante et un"),
        ("CH", 88, "huitante-huit"),
        ("CH", 90, "nonante"),
        ("CH", 80_000, "huitante mille"),
        ("CH", 68, "soixante-huit"),
    ],
)
def test_a_house_may_count_as_in_brussels_or_lausanne(variant, number, words):
    """Belgian and Swiss forms are a setting of the house."""
    assert number_words(number, variant) == words


@pytest.mark.spec("SPK-003")
@pytest.mark.parametrize(
    ("cents", "words"),
    [
        (40_00, "quarante euros"),
        (13_34, "treize euros trente-quatre"),
        (1_212_00, "mille deux cent douze euros"),
        (0, "zéro euro"),
        (1, "un centime"),
        (50, "cinquante centimes"),
        (1_00, "un euro"),
        (2_50, "deux euros cinquante"),
        (80_00, "quatre-vingts euros"),
        (250_000_00, "deux cent cinquante mille euros"),
        (1_000_000_00, "un million d'euros"),
        (2_000_000_10, "deux millions d'euros dix"),
    ],
)
def test_amounts_are_said_in_words(cents, words):
    """Whole euros have no decimals; cents follow the word euros."""
    assert amount_words(cents) == words


@given(st.integers(0, 10**9), st.sampled_from(["FR", "BE", "CH"]))
@pytest.mark.spec("SPK-003")
def test_no_digit_is_ever_left_to_the_voice(cents, variant):
    """A voice that reads « 71 » chooses its own country; words leave it no choice."""
    said = amount_words(cents, variant)
    assert not any(sign.isdigit() for sign in said)
    assert "soixante-dix" not in said or variant == "FR"


TEXTS = [
    (
        ann.seance_open("Mme Durand"),
        "ANN-001",
        "Mesdames, messieurs, la séance de bingo est ouverte sous le contrôle de Mme Durand.",
    ),
    (ann.blank_draw_start(), "ANN-002", "Tirage à blanc de vérification, sans enjeu."),
    (
        ann.blank_draw_end(),
        "ANN-003",
        "Tirage à blanc terminé, quatre-vingt-dix numéros contrôlés.",
    ),
    (
        ann.sale(1, "014", 251, 2_00),
        "ANN-010",
        "Partie 1. Série en vente : 014. Premier carton : 251. Valeur du carton : 2,00 euros.",
    ),
    (
        ann.new_serie("015", 1, 2_00),
        "ANN-010b",
        "Nouvelle série en vente : 015, à partir du carton 1, au même prix de 2,00 euros.",
    ),
    (
        ann.change(price_c=3_00, boule_maxima=53, participation_c=10_000_00),
        "ANN-011",
        "Changement pour la prochaine partie : valeur du carton 3,00 euros, boule maxima 53,"
        " participation du casino 10 000,00 €.",
    ),
    (
        ann.change(boule_maxima=54),
        "ANN-011",
        "Changement pour la prochaine partie : boule maxima 54.",
    ),
    (ann.cartons_sold(200), "ANN-012", "200 cartons vendus."),
    (ann.cartons_sold(200, 50), "ANN-012", "200 cartons vendus, dont 50 virtuels."),
    (ann.serie_sold("014", 251, 430), "ANN-013", "Série 014 : du carton 251 au carton 430."),
    (
        ann.serie_sold("014", 251, 430, (260, 261)),
        "ANN-013",
        "Série 014 : du carton 251 au carton 430, sauf 260, 261.",
    ),
    (
        ann.lots(40_00, 200_00, 400_00, cumule_c=1_212_00, boule_maxima=52),
        "ANN-014",
        "Quine : 40,00 €. Bingo : 200,00 €. Bingo cumulé : 1 212,00 €, jusqu'à la boule 52."
        " Total des mises : 400,00 €.",
    ),
    (
        ann.lots(36_00, 120_00, 240_00),
        "ANN-014",
        "Quine : 36,00 €. Bingo : 120,00 €. Total des mises : 240,00 €.",
    ),
    (ann.ball(42), "ANN-015", "42"),
    (ann.claim_stop(), "ANN-016", "Le tirage est arrêté, vérification en cours."),
    (ann.quine_confirmed("014-000300"), "ANN-017", "Quine confirmée, carton 014-000300."),
    (ann.false_claim(), "ANN-018", "Combinaison incomplète. Le jeu continue."),
    (ann.any_other("quine"), "ANN-019", "Y a-t-il une autre quine ?"),
    (ann.any_other("bingo"), "ANN-019", "Y a-t-il un autre bingo ?"),
    (
        ann.resume_for_bingo(3),
        "ANN-020",
        "Quine gagnée par 3 cartons. Le tirage reprend pour le bingo.",
    ),
    (
        ann.bingo_confirmed(1, 4),
        "ANN-021",
        "Bingo confirmé, 1 carton gagnant. La partie 4 est terminée.",
    ),
    (
        ann.cumule_won(50, 1_212_00),
        "ANN-022",
        "Bingo cumulé gagné à la boule 50 : 1 212,00 €.",
    ),
    (
        ann.recover_cartons(),
        "ANN-023",
        "Les cartons gagnants sont à remettre maintenant ; les lots sont payés à la caisse du"
        " bingo.",
    ),
    (
        ann.suspended(),
        "ANN-024",
        "La partie est suspendue pour raison technique. Reprise possible dans un délai de quinze"
        " minutes.",
    ),
    (ann.resumed(), "ANN-025", "La partie reprend."),
    (ann.cancelled(), "ANN-026", "La partie est annulée. Les cartons sont remboursés."),
    (
        ann.cancelled("exchange"),
        "ANN-026",
        "La partie est annulée. Les cartons sont remboursés ou échangés contre des cartons de"
        " même valeur.",
    ),
    (
        ann.announcement_error(),
        "ANN-027",
        "Erreur d'annonce constatée : la partie est annulée.",
    ),
    (
        ann.final_call(),
        "ANN-028",
        "Les quatre-vingt-dix numéros sont sortis. Dernier appel.",
    ),
    (ann.closing(), "ANN-029", "La séance de bingo est terminée."),
    (
        ann.forfait_terms(30_00, 24),
        "ANN-040",
        "Forfait à 30,00 euros, 24 cartons pour la séance.",
    ),
    (
        ann.forfait_lots(60, 8, 216_00, 720_00),
        "ANN-041",
        "60 forfaits vendus, 8 parties. Lots de la séance : quine 216,00 €, bingo 720,00 €.",
    ),
    (
        ann.lots_of_partie(2, 8, 27_00, 115_00),
        "ANN-042",
        "Partie 2 sur 8 : quine 27,00 €, bingo 115,00 €.",
    ),
    (
        ann.lots_of_partie(8, 8, 24_00, 62_00, 200_00, "un scooter"),
        "ANN-042",
        "Partie 8 sur 8 : quine 24,00 €, bingo 62,00 €, complément 200,00 € et un scooter.",
    ),
    (
        ann.seance_suspended(),
        "ANN-043",
        "Sur décision du directeur de séance, la séance est suspendue.",
    ),
    (
        ann.seance_stopped(),
        "ANN-043",
        "Sur décision du directeur de séance, la séance est arrêtée. Remboursement au prorata des"
        " parties non jouées, hors droits d'inscription.",
    ),
]


@pytest.mark.spec("BIN-019", "BIN-025", "FOR-027", "FOR-028")
@pytest.mark.parametrize(("announcement", "number", "text"), TEXTS)
def test_the_displayed_text_is_the_sentence_of_the_chapter(announcement, number, text):
    """Character for character, with digits."""
    assert (announcement.id, announcement.text) == (number, text)


@pytest.mark.spec("SPK-001", "SPK-003")
@pytest.mark.parametrize(("announcement", "number", "text"), TEXTS)
def test_every_spoken_text_is_words_alone(announcement, number, text):
    """No digit, no sign of currency, no space before a sign, nothing left to fill in."""
    assert not set(announcement.speech) & set("0123456789€{}")
    assert " ?" not in announcement.speech and " :" not in announcement.speech


@pytest.mark.spec("FOR-027", "FOR-028", "SPK-003")
@pytest.mark.parametrize(
    ("announcement", "speech"),
    [
        (
            ann.lots_of_partie(2, 8, 27_00, 115_00),
            "Partie deux sur huit: quine vingt-sept euros, bingo cent quinze euros.",
        ),
        (
            ann.forfait_lots(60, 21, 216_00, 720_00),
            "soixante forfaits vendus, vingt et une parties. Lots de la séance: quine deux cent"
            " seize euros, bingo sept cent vingt euros.",
        ),
        (ann.quine_confirmed("014-000300"), "Quine confirmée, carton quatorze tiret trois cents."),
        (ann.ball(42), "quarante-deux"),
        (ann.ball(42, digits=True), "quarante-deux, quatre, deux"),
        (ann.ball(7, digits=True), "sept"),
        (ann.ball(91 - 20, variant="BE"), "septante et un"),
        (
            ann.bingo_confirmed(2, 1),
            "Bingo confirmé, deux cartons gagnants. La partie un est terminée.",
        ),
        (ann.blank_draw_end("BE"), "Tirage à blanc terminé, nonante numéros contrôlés."),
    ],
)
def test_what_the_room_hears(announcement, speech):
    """Figures of the example of chapter 6, in words."""
    assert announcement.speech == speech


@pytest.mark.spec("FOR-027")
def test_the_general_announcement_is_two_sentences_in_order():
    """Price and cartons first, then forfaits, parties and pools."""
    assert [one.id for one in ann.forfait_general(30_00, 24, 60, 8, 216_00, 720_00)] == [
        "ANN-040",
        "ANN-041",
    ]


def test_braces_in_a_name_are_only_braces():
    """A name is never read as a template."""
    assert ann.seance_open("{mcd} {0}").text.endswith("sous le contrôle de {mcd} {0}.")


def test_a_change_that_changes_nothing_is_a_mistake_of_the_caller():
    """The hall never announces an empty change."""
    with pytest.raises(ValueError, match="names a change"):
        ann.change()


@pytest.mark.spec("CAT-001", "CAT-006", "CAT-010", "CAT-012", "CAT-014", "GEN-021")
@pytest.mark.parametrize(
    ("announcement", "number", "text"),
    [
        (
            a85.a85_sale(2_00, 14, 251),
            "ANN-030",
            "Série 14, premier carton 251. Des cartons sont mis en vente au prix de 2 euros.",
        ),
        (a85.a85_sale(2_50), "ANN-030", "Des cartons sont mis en vente au prix de 2,50 euros."),
        (a85.a85_sold(150), "ANN-031", "Cartons physiques vendus : 150."),
        (
            a85.a85_lots(60_00, 200_00, 50),
            "ANN-032",
            "Cartons virtuels vendus : 50. Prix de la ligne : 60 euros, prix du bingo : 200 euros.",
        ),
        (
            a85.a85_lots(60_00, 200_00),
            "ANN-032",
            "Prix de la ligne : 60 euros, prix du bingo : 200 euros.",
        ),
        (a85.a85_call("quine"), "ANN-033", "Ligne."),
        (a85.a85_call("bingo"), "ANN-033", "Bingo."),
        (
            a85.a85_line_verified(),
            "ANN-034",
            "Ce carton est gagnant du coup de ligne. Y a-t-il un autre carton ?",
        ),
        (a85.a85_nobody_else(), "ANN-035", "Nous continuons pour le coup de bingo."),
        (
            a85.a85_more_winners(3),
            "ANN-036",
            "Ce coup de ligne compte 3 cartons gagnants, nous continuons pour le coup de bingo.",
        ),
        (
            a85.a85_closed(1),
            "ANN-037",
            "Ce carton est gagnant du coup de bingo. La partie est close.",
        ),
        (
            a85.a85_closed(2),
            "ANN-037",
            "Ces cartons sont gagnants du coup de bingo. La partie est close.",
        ),
    ],
)
def test_the_formulas_of_article_85_are_said_to_the_letter(announcement, number, text):
    """Accents included; only the figures change."""
    assert (announcement.id, announcement.text) == (number, text)


def test_the_ninety_numbers_and_the_fixed_sentences_can_be_made_ready():
    """What the voice pack is built from: no figure of a night in it, nothing twice."""
    ready = ann.ready_made()
    assert ready[:3] == ("un", "deux", "trois")
    assert ready[89] == "quatre-vingt-dix"
    assert "Le tirage est arrêté, vérification en cours." in ready
    assert len(set(ready)) == len(ready)
    assert ann.ready_made("BE")[70] == "septante et un"

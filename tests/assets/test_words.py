"""Every code of the hall has its sentence, in every catalogue, with the values it really gets."""

import ast
import re
from collections import defaultdict
from pathlib import Path
from unicodedata import category

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assets.words import OPTIONAL, PLACE, words
from core import codes
from core.bingo.forfait.state import Registrations, Status
from core.bingo.partie.state import Combination, Phase, Verdict
from core.bingo.seance.equipment import ELEMENTS
from core.bingo.seance.state import Lieu, Mode, Stage
from core.papers import JobState
from core.rules import Kind, Role
from core.stations import StationKind
from ui.words import OWN

HERE = Path(__file__).parents[2]
SOURCES = ("core", "hall", "printers", "ui", "caller", "kiosk", "display", "quine")
# what carries a code, and at which place
CODE_AT = {"Refusal": 0, "Refused": 0, "BadLine": 1, "_Unreadable": 1, "refuse": 0, "in_words": 0}
CODE = re.compile(r"[A-Z][A-Z0-9]*(_[A-Z0-9]+)*")
LANGUAGES = ("fr", "en")
ENUMS = {
    "role": Role,
    "kind": Kind,
    "phase": Phase,
    "stage": Stage,
    "registrations": Registrations,
    "status": Status,
    "verdict": Verdict,
    "combination": Combination,
    "job": JobState,
    "mode": Mode,
    "lieu": Lieu,
    "station": StationKind,
}


def calls(folder, *names):
    """Every call of one of these names in the sources of a folder."""
    for path in sorted((HERE / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and node.args:
                called = getattr(node.func, "id", getattr(node.func, "attr", ""))
                if called in names:
                    yield f"{path.relative_to(HERE)}:{node.lineno}", node


def codes_in(expression):
    """The codes an expression can give: one, or both of « A if … else B »."""
    found = (one.value for one in ast.walk(expression) if isinstance(one, ast.Constant))
    return [one for one in found if isinstance(one, str) and CODE.fullmatch(one)]


def values_at(call, place):
    """The names of the values a refusal carries where it is raised; None if unknown there."""
    names = {keyword.arg for keyword in call.keywords}
    for values in call.args[place + 1 :]:
        names |= {key.value for key in values.keys} if isinstance(values, ast.Dict) else {None}
    return None if None in names else names


def raised():
    """Code -> [(where, values)] of every refusal in the sources."""
    sites = defaultdict(list)
    for folder in SOURCES:
        for name, place in CODE_AT.items():
            for where, call in calls(folder, name):
                said = codes_in(call.args[place]) if len(call.args) > place else []
                for code in set(said) - set(OWN["fr"]):  # those are the screens' own
                    sites[code].append((where, values_at(call, place)))
    return sites


SITES = raised()


def test_the_scan_finds_the_refusals_of_the_sources():
    """A scan that finds nothing would prove nothing."""
    assert len(SITES) > 100
    assert "FONCTION_NON_AUTORISEE" in SITES


@pytest.mark.spec("GEN-021")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_code_has_a_sentence_in_every_catalogue(lang):
    """Held against the sources themselves."""
    missing = {code: SITES[code][0][0] for code in SITES if code not in words(lang).refusals}
    assert not missing


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("code", sorted(SITES))
def test_a_sentence_asks_only_for_values_that_are_given(lang, code):
    """Wherever it is raised: a value missing at one place stands in an optional part."""
    sentence = words(lang).refusals.get(code, "")
    needed = {one[1] for one in PLACE.finditer(OPTIONAL.sub("", sentence))}
    for where, values in SITES[code]:
        assert values is None or needed <= values, f"{where} lacks {needed - values}"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_sentence_is_one_clear_line(lang):
    """It ends, its places are well formed, and the labels it uses exist."""
    for code, sentence in words(lang).refusals.items():
        assert sentence.endswith((".", "»", "”")), code
        assert "\n" not in sentence and CODE.fullmatch(code), code
        rest = PLACE.sub("", OPTIONAL.sub(r"\1", sentence))
        assert not set(rest) & set("{}[]"), code
        for _, form in PLACE.findall(sentence):
            assert form in ("", "day", "moment") or "|" in form or form in words(lang).labels, (
                code,
                form,
            )


def test_the_catalogues_say_the_same_things():
    """English lacks nothing that French has, and the other way round."""
    fr, en = words("fr"), words("en")
    assert set(fr.refusals) == set(en.refusals)
    assert {group: set(names) for group, names in fr.labels.items()} == {
        group: set(names) for group, names in en.labels.items()
    }


@pytest.mark.spec("GEN-021")
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("group", ENUMS)
def test_every_state_role_and_verdict_has_a_name(lang, group):
    """A screen never shows a bare constant."""
    assert {str(one) for one in ENUMS[group]} <= set(words(lang).labels[group])
    assert set(ELEMENTS) <= set(words(lang).labels["element"])
    assert {kind.name for kind in codes.Kind} <= set(words(lang).labels["code"])


@pytest.mark.spec("GEN-018")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_cause_of_silence_has_a_name(lang):
    """The animateur reads why the voice is mute."""
    causes = {
        code
        for _, call in calls("voice", "SoundLost", "WorkerLost", "Failed")
        for code in codes_in(call.args[0])
    }
    assert "SANS_CARTE_SON" in causes
    assert causes <= set(words(lang).labels["voice"])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_nature_of_an_incident_has_a_name(lang):
    """The register of incidents names them by a code."""
    fifth = (call for _, call in calls("core", "IncidentRecorded") if len(call.args) > 4)
    natures = {code for call in fifth for code in codes_in(call.args[4])}
    assert "FRAUDE" in natures
    assert natures <= set(words(lang).labels["incident"])


@pytest.mark.parametrize(
    ("code", "values", "sentence"),
    [
        (
            "MINEUR",
            {"age": 17},
            "Personne mineure (17 ans) : ni inscription, ni jeu. Aucune dérogation.",
        ),
        (
            "SOMME_INSUFFISANTE",
            {"given_c": 2_000, "prix_c": 3_000},
            "Il manque de l'argent : 20,00\u00a0€ remis pour 30,00\u00a0€.",
        ),
        (
            "PARTIE_DANS_UNE_AUTRE_PHASE",
            {"phase": Phase.TIRAGE_QUINE, "partie": 3},
            "Pas maintenant : partie 3, tirage pour la quine.",
        ),
        ("PAS_LE_JOUR", {"day": "2026-06-20"}, "Cette séance est celle du 20/06/2026."),
        ("FORFAITS_VENDUS", {"count": 1}, "Impossible : 1 forfait est vendu."),
        ("FORFAITS_VENDUS", {"count": 2}, "Impossible : 2 forfaits sont vendus."),
        ("NUMERO_HORS_LIMITES", {"series": 14, "number": 7}, "Le numéro 7 n'existe pas."),
        (
            "NUMERO_HORS_LIMITES",
            {"number": 7, "least": 0, "most": 5},
            "Le numéro 7 n'existe pas : de 0 à 5.",
        ),
        ("NON_SORTIS", {"numbers": [4, 17]}, "Pas encore sortis : 4, 17."),
        (
            "ANNEXE_INCOMPLETE",
            {"missing": ["video", "armoire"]},
            "Local annexe incomplet : vidéosurveillance, armoire fermée.",
        ),
    ],
)
def test_what_people_read_in_french(code, values, sentence):
    """Amounts in euros, dates, names of states, singular and plural."""
    assert words().refusal(code, values) == sentence


def test_durations_and_moments_are_said_as_people_say_them():
    """A wait counts the last second begun."""
    assert words().refusal("INTERVALLE_MINIMUM", {"left_ms": 4_001}) == "Boule suivante dans 5 s."
    assert words().refusal("DELAI_EN_COURS", {"left_ms": 61_000}) == (
        "Délai en cours : encore 1 min 1 s."
    )
    values = {"voucher": 3, "at": "2026-06-20T22:05:09.123+02:00"}
    assert words().refusal("DEJA_PAYE", values) == (
        "Le bon n° 3 est déjà payé, le 20/06/2026 à 22:05."
    )
    assert words().refusal("DOCUMENT_NON_SIGNE", {"document": "historique:2026-001"}) == (
        "Pas encore signé : historique de la séance."
    )


def test_what_people_read_in_english():
    """The same refusal in the other language."""
    values = {"given_c": 121_200, "prix_c": 300_000_00}
    assert words("en").refusal("SOMME_INSUFFISANTE", values) == (
        "Not enough money: €1,212.00 given for €300,000.00."
    )
    assert words("en").label("phase.TIRAGE_QUINE") == "draw for the quine"


def test_an_unknown_code_is_shown_as_it_is():
    """Honest, with the code for whoever is called."""
    assert words().refusal("JAMAIS_VU", {"prix_c": 250, "ok": True}) == (
        "Refusé : JAMAIS_VU. (prix_c 2,50\u00a0€, ok oui)"
    )
    assert words("en").refusal("JAMAIS_VU") == "Refused: JAMAIS_VU."
    assert not words().knows("JAMAIS_VU") and words("en").knows("MINEUR")


def test_a_missing_value_or_label_never_hides_the_sentence():
    """Better an ellipsis than a fault at the desk."""
    assert words().refusal("MINEUR") == (
        "Personne mineure (… ans) : ni inscription, ni jeu. Aucune dérogation."
    )
    assert words().label("phase.JAMAIS_VUE") == "JAMAIS_VUE"
    assert words("xx").lang == "fr" and words("../fr").lang == "fr"


@given(
    st.sampled_from([*SITES, "JAMAIS_VU"]),
    st.dictionaries(
        st.sampled_from(["number", "phase", "day", "prix_c", "count", "text", "missing", "role"]),
        st.none() | st.integers() | st.text() | st.lists(st.integers()) | st.booleans(),
    ),
    st.sampled_from(LANGUAGES),
)
def test_no_value_can_break_a_sentence(code, values, lang):
    """Whatever a scanner or a stranger sends: printable, and never a crash."""
    sentence = words(lang).refusal(code, values)
    assert sentence and not any(category(sign) in ("Cc", "Cs", "Zl", "Zp") for sign in sentence)


def test_amounts_below_zero_and_large_ones():
    """As a cash desk writes them."""
    assert words().amount(-5) == "-0,05\u00a0€"
    assert words().amount(25_000_000) == "250\u00a0000,00\u00a0€"

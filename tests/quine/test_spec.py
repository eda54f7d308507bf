"""Coverage of the specification: counted from headings, decorators and markers, by reading only."""

from __future__ import annotations

import json

import pytest

from quine.spec import as_text, coverage, main, mentions, root

SOURCE = """
@rule(CloseSale, by=ANIMATEUR, spec="BIN-021 BIN-022")
def close_sale(house, order, now): ...
"""
TEST = """
import pytest
raise SystemExit("a test file is read, never run")

@pytest.mark.spec("BIN-021", "BIN-099")
def test_it(): ...
"""


@pytest.fixture(scope="module")
def whole():
    return coverage(root())


@pytest.fixture
def checkout(tmp_path):
    """A specification of two requirements, one rule, one test, one unknown id."""
    for folder in ("docs/spec", "core", "tests"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "docs/spec/04.md").write_text(
        "#### BIN-021 · Close\n\n| D-13 | decided |\n#### BIN-022 · *Partie*\n#### REG-02 columns\n"
    )
    (tmp_path / "core/sale.py").write_text(SOURCE)
    (tmp_path / "tests/test_sale.py").write_text(TEST)
    return tmp_path


def test_all_345_requirements_are_found(whole):
    """Every heading of docs/spec, each once."""
    assert whole.totals.requirements == 345
    assert len({requirement.id for requirement in whole.requirements}) == 345
    assert {requirement.id[:3] for requirement in whole.requirements} >= {
        *("BIN", "FOR", "GEN", "DSP", "PRT", "SCN", "SPK"),
    }


def test_everything_that_a_rule_or_a_test_names_exists(whole):
    """No typing mistake hides a requirement."""
    assert whole.unknown == []


def test_a_rule_is_found_where_it_stands(whole):
    """FOR-032 is served by the closing of the séance, with its file and line."""
    (historique,) = whole.about(["FOR-032"]).requirements
    assert any(
        place.startswith("core/bingo/seance/closing.py:") and place.endswith(" close_seance")
        for place in historique.rules
    )
    assert any("test_historique.py" in place for place in historique.tests)


def test_rules_and_tests_are_counted_and_unknown_ids_named(checkout):
    """One rule serves two requirements, one test proves one and misspells another."""
    found = coverage(checkout)
    assert [(len(r.rules), len(r.tests)) for r in found.requirements] == [(1, 1), (1, 0)]
    assert found.unknown == ["BIN-099 (tests/test_sale.py:6 test_it)"]
    assert found.requirements[0].rules == ["core/sale.py:3 close_sale"]
    text = as_text(found)
    assert "2 exigences, 2 servies par une règle, 1 prouvées par un essai" in text
    assert "BIN-099" in text


def test_marks_of_a_whole_module_count(checkout):
    """`pytestmark = [pytest.mark.spec(...)]` proves like a decorator."""
    (checkout / "tests/test_all.py").write_text('pytestmark = [pytest.mark.spec("BIN-022")]\n')
    assert "tests/test_all.py" in [named.place for named in mentions(checkout)]


def test_json_has_the_agreed_shape(capsys):
    """Requirements with id, title, rules, tests; totals."""
    assert main(["--json", "FOR"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert set(shown) == {"requirements", "totals"}
    assert set(shown["totals"]) == {"requirements", "with_rule", "with_test"}
    assert set(shown["requirements"][0]) == {"id", "title", "rules", "tests"}
    assert all(line["id"].startswith("FOR-") for line in shown["requirements"])


def test_bad_words_are_said_with_the_usage(capsys):
    """Exit 2 and one sentence."""
    assert main(["--jason"]) == 2
    assert "--jason" in capsys.readouterr().err

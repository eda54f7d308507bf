"""Typed figures: what each moment takes, and what becomes of it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caller.entry import Entry, order_of, to_compare
from caller.steps import Wants
from core.rules import Refusal


def typed(text: str, wants: Wants) -> str:
    entry = Entry()
    for character in text:
        entry.take(character, wants)
    return entry.text


@pytest.mark.spec("SCN-001", "SCN-004")
@pytest.mark.parametrize("text", ["16", "014-16", "14-000016", "014-000016-8"])
def test_a_carton_may_be_typed_short(night, text):
    """A number alone is of the series in play; zeros may be left out."""
    night.to_quine()
    if text.endswith("-8"):
        text = to_compare("014-000016")
    order, fields = order_of(text, Wants.CARTON, night.view("caller"))
    assert order == "VerifyCarton"
    assert fields["text"].split("-")[:2] != [] and night._presented(fields["text"]).number == 16


@pytest.mark.spec("SCN-001")
def test_without_its_check_digit_the_whole_number_is_shown_first():
    """To be compared with the paper; with it nothing is asked."""
    whole = to_compare("014-000016")
    assert whole.startswith("014-000016-") and to_compare(whole) == ""


@pytest.mark.spec("SCN-004")
def test_a_wrong_check_digit_is_refused(night):
    """Before the hall hears of it."""
    night.to_quine()
    good = to_compare("014-000016")
    bad = good[:-1] + str((int(good[-1]) + 1) % 10)
    with pytest.raises(Refusal, match="CHIFFRE_DE_CONTROLE"):
        order_of(bad, Wants.CARTON, night.view("caller"))


@pytest.mark.parametrize("text", ["0", "91", "999"])
def test_a_ball_is_between_1_and_90(night, text):
    """Anything else has its sentence."""
    with pytest.raises(Refusal, match="NUMERO_HORS_TIRAGE"):
        order_of(text, Wants.BALL, night.drawing(3).view("caller"))


def test_figures_are_only_taken_where_some_are_wanted():
    """A dash belongs to cartons, and not in front."""
    assert typed("4a7", Wants.BALL) == "47"
    assert typed("47", Wants.NOTHING) == ""
    assert typed("4711", Wants.BALL) == "47"
    assert typed("-14-2", Wants.CARTON) == "14-2"
    assert typed("1-4", Wants.BALL) == "14"


@given(st.text(max_size=40), st.sampled_from(Wants))
def test_whatever_is_typed_is_short_and_made_of_figures(text, wants):
    """No key of the keyboard gets anything else into an entry."""
    kept = typed(text, wants)
    assert len(kept) <= 15 and set(kept) <= set("0123456789-")


def test_after_a_refusal_the_next_figure_starts_a_new_number():
    """What was refused stays to be read; nobody has to erase it first."""
    entry = Entry()
    for character in "99":
        entry.take(character, Wants.PUBLIC)
    entry.refused = True
    assert entry.text == "99"
    assert entry.take("4", Wants.PUBLIC) and entry.take("2", Wants.PUBLIC)
    assert entry.text == "42"

"""Cents are integers and no rounding favours the house: GEN-001, GEN-002, D-01, D-02, D-46."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.bingo.forfait.allocation import pools
from core.money import by_weight, ceiled, even_shares, parse_cents, share_bp, written
from core.rules import Refusal


@pytest.mark.spec("GEN-001")
@pytest.mark.parametrize(
    ("text", "cents"),
    [("2,50", 2_50), ("2.5", 2_50), ("1 212,00 €", 1212_00), ("0", 0), ("7", 7_00)],
)
def test_an_amount_is_read_in_cents(text, cents):
    assert parse_cents(text) == cents


@pytest.mark.spec("GEN-001")
@pytest.mark.parametrize(
    ("text", "code"),
    [("2.505", "DEUX_DECIMALES_AU_PLUS"), ("-1", "MONTANT_ILLISIBLE"), ("", "MONTANT_ILLISIBLE")],
)
def test_no_third_decimal(text, code):
    with pytest.raises(Refusal, match=code):
        parse_cents(text)


@given(st.integers(0, 10**12))
def test_what_is_written_is_read_back(cents):
    assert parse_cents(written(cents)) == cents


@pytest.mark.spec("BIN-023", "GEN-002", "FOR-023")
@pytest.mark.parametrize(
    ("base_c", "retenue_c", "quine_c", "bingo_c"),
    [
        (240_00, 84_00, 36_00, 120_00),
        (342_50, 119_87, 51_37, 171_26),
        (1_440_00, 504_00, 216_00, 720_00),
        (1_433_50, 501_72, 215_02, 716_76),
    ],
)
def test_the_split_is_35_15_and_the_rest(base_c, retenue_c, quine_c, bingo_c):
    assert pools(base_c) == (retenue_c, quine_c, bingo_c)


@pytest.mark.spec("GEN-002", "GEN-003")
@given(st.integers(0, 10**9))
def test_the_house_never_keeps_more_than_35_percent(base_c):
    """And what it does not keep is all in the two pools."""
    retenue_c, quine_c, bingo_c = pools(base_c)
    assert retenue_c + quine_c + bingo_c == base_c
    assert retenue_c * 100 <= 35 * base_c
    assert bingo_c * 100 >= 50 * base_c


@pytest.mark.spec("BIN-038", "BIN-040", "FOR-035")
@pytest.mark.parametrize(
    ("total_c", "shares"),
    [
        (40_00, (13_34, 13_33, 13_33)),
        (200_00, (66_67, 66_67, 66_66)),
        (22_00, (7_34, 7_33, 7_33)),
        (74_00, (18_50,) * 4),
    ],
)
def test_odd_cents_lie_with_the_lowest_numbers(total_c, shares):
    assert even_shares(total_c, len(shares)) == shares


@given(st.integers(0, 10**7), st.integers(1, 400))
def test_shares_are_the_whole_lot_and_differ_by_a_cent(total_c, count):
    shares = even_shares(total_c, count)
    assert sum(shares) == total_c
    assert max(shares) - min(shares) <= 1
    assert list(shares) == sorted(shares, reverse=True)


@given(st.integers(0, 10**7), st.lists(st.integers(1, 500), min_size=1, max_size=9))
def test_parts_by_weight_are_exact_in_sum(total_c, weights):
    parts, whole = by_weight(total_c, tuple(weights)), sum(weights)
    assert sum(parts) == total_c
    for part_c, weight in zip(parts, weights, strict=True):
        assert abs(part_c * whole - total_c * weight) < whole


@pytest.mark.spec("GEN-002", "FOR-044")
@pytest.mark.parametrize(
    ("part_c", "unplayed", "refund_c"), [(24_00, 5, 15_00), (23_50, 3, 8_82), (24_00, 1, 3_00)]
)
def test_a_refund_is_rounded_up(part_c, unplayed, refund_c):
    assert ceiled(part_c, unplayed, 8) == refund_c


def test_a_share_is_floored():
    assert share_bp(342_50, 3_500) == 119_87

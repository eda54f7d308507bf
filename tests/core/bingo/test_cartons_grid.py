"""The grid of a carton (BIN-005, D-03)."""

import msgspec
import pytest

from core.bingo.cartons import Carton, Series, check_grid
from core.rules import Refusal

GOOD = [[1, 10, 20, 30, 40], [2, 11, 50, 60, 70], [3, 12, 51, 61, 80]]


def refused(rows, **options):
    with pytest.raises(Refusal) as refusal:
        check_grid(rows, **options)
    return refusal.value.code


@pytest.mark.spec("BIN-005")
@pytest.mark.parametrize(
    ("rows", "code"),
    [
        ([[1, 10, 20, 30, 40], [2, 11, 50, 60], [3, 12, 51, 61, 70, 80]], "ROW_COUNT"),
        (GOOD[:2], "ROW_COUNT"),
        ([*GOOD, [4, 13, 52, 62, 71]], "ROW_COUNT"),
        ([], "ROW_COUNT"),
        ([[1, 10, 20, 30, 40], [1, 11, 50, 60, 70], [3, 12, 51, 61, 80]], "DUPLICATE_NUMBER"),
        ([[1, 10, 20, 30, 91], [2, 11, 50, 60, 70], [3, 12, 51, 61, 80]], "NUMBER_RANGE"),
        ([[0, 10, 20, 30, 40], [2, 11, 50, 60, 70], [3, 12, 51, 61, 80]], "NUMBER_RANGE"),
        ([[True, 10, 20, 30, 40], [2, 11, 50, 60, 70], [3, 12, 51, 61, 80]], "NUMBER_RANGE"),
    ],
)
def test_what_is_not_a_carton_is_refused_whoever_printed_it(rows, code):
    """Given rows 5/4/6, then ROW_COUNT; one number repeated, then DUPLICATE_NUMBER."""
    assert refused(rows) == refused(rows, house_format=False) == code


@pytest.mark.spec("BIN-005")
@pytest.mark.parametrize(
    ("rows", "code"),
    [
        ([[1, 10, 20, 30, 40], [2, 11, 21, 31, 41], [3, 12, 51, 61, 70]], "COLUMN_COUNT"),  # no 80
        ([[1, 2, 20, 30, 40], [10, 11, 50, 60, 70], [3, 12, 51, 61, 80]], "COLUMN_COUNT"),
        ([[2, 10, 20, 30, 40], [1, 11, 50, 60, 70], [3, 12, 51, 61, 80]], "COLUMN_ORDER"),
    ],
)
def test_only_our_own_cartons_must_keep_the_columns(rows, code):
    """Approved printed stock may put its numbers in other columns (D-03)."""
    assert refused(rows) == code
    assert check_grid(rows, house_format=False).numbers == tuple(
        sorted(number for row in rows for number in row)
    )


@pytest.mark.spec("BIN-005")
def test_a_carton_travels_as_three_lists_and_shows_nine_columns():
    """JSON holds the rows; the cells are None where the grid is blank."""
    carton = check_grid([row[::-1] for row in GOOD])
    assert msgspec.json.encode(carton) == msgspec.json.encode(GOOD)
    assert msgspec.json.decode(msgspec.json.encode(carton), type=Carton) == carton
    assert carton.cells()[2] == (3, 12, None, None, None, 51, 61, None, 80)
    assert sum(cell is None for row in carton.cells() for cell in row) == 12


@pytest.mark.spec("BIN-005")
@pytest.mark.parametrize("algorithm", ["strip-1", "card-1", "strip-2", "card-2"])
def test_every_generated_carton_has_the_house_format(algorithm):
    """Whatever makes them."""
    for carton in Series(b"sixteen bytes ok", 600, algorithm):
        assert check_grid(carton) == carton

"""Cartons as lines of text (`quine cartons --format jsonl|csv`)."""

import csv
import io
import json

import pytest

from core.bingo.cartons import Series
from core.bingo.cartons.listing import lines
from core.rules import Refusal

KEY = bytes(range(16))


@pytest.mark.spec("BIN-005")
@pytest.mark.parametrize(("first", "count"), [(1, 60), (251, 2), (7, 1), (12283, 20)])
def test_json_lines_say_serial_rows_and_strip(first, count):
    """Numbers without leading zeros, serials with them; across blocks too."""
    series = Series(KEY, 12306)
    text = b"".join(lines(series, 14, first, count))
    assert text.endswith(b"\n") and b" " not in text
    told = [json.loads(line) for line in text.splitlines()]
    assert told == [
        {
            "serial": f"014-{number:06d}",
            "rows": [list(row) for row in series.carton(number)],
            "strip": (number - 1) // 6 + 1,
        }
        for number in range(first, first + count)
    ]


@pytest.mark.spec("BIN-005")
def test_csv_says_the_same():
    """A header, then serial, strip and fifteen numbers row by row; a series past 999 has four digits."""
    series = Series(KEY, 60)
    text = b"".join(lines(series, 1014, 5, 20, "csv")).decode()
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [row["serial"] for row in rows] == [f"1014-{number:06d}" for number in range(5, 25)]
    assert [int(row["strip"]) for row in rows] == [(number - 1) // 6 + 1 for number in range(5, 25)]
    numbers = [[int(row[f"n{at}"]) for at in range(1, 16)] for row in rows]
    assert numbers == series.rows(5, 20).reshape(20, 15).tolist()


@pytest.mark.spec("BIN-009")
@pytest.mark.parametrize(
    ("code", "serie", "first", "count", "fmt"),
    [
        ("FORMAT_INCONNU", 14, 1, 6, "xml"),
        ("CARTE_INCONNUE", 14, 0, 6, "csv"),
        ("CARTE_INCONNUE", 14, 58, 6, "jsonl"),
        ("NOMBRE_DE_CARTONS_INVALIDE", 14, 1, 0, "jsonl"),
        ("NUMERO_HORS_LIMITES", 0, 1, 6, "jsonl"),
        ("NUMERO_HORS_LIMITES", 4294, 1, 6, "jsonl"),
    ],
)
def test_what_cannot_be_listed_is_refused_before_the_first_line(code, serie, first, count, fmt):
    """So that nothing half-written is ever taken for a listing."""
    with pytest.raises(Refusal, match=code):
        lines(Series(KEY, 60), serie, first, count, fmt)

"""Import of a supplier's pre-printed series: checked, reported on, all or nothing."""

import gzip
import json

import pytest

from core.bingo.cartons import Series
from core.bingo.cartons.listing import lines
from core.bingo.stock import ABSENT, MOST_FAULTS, read_stock

SERIES = Series(bytes(range(16)), 60)
ROWS = [[1, 10, 20, 30, 40], [2, 11, 50, 60, 70], [3, 12, 51, 61, 80]]


def written(fmt="jsonl"):
    return b"".join(lines(SERIES, 14, fmt=fmt))


def line(serial="014-000001", rows=ROWS, **more):
    return json.dumps({"serial": serial, "rows": rows, **more}).encode()


def cells_of(series):
    names = ["serial", *(f"c{at}" for at in range(1, 28))]
    text = [";".join(names)]
    for number, carton in enumerate(series, start=1):
        cells = ["" if cell is None else str(cell) for row in carton.cells() for cell in row]
        text.append(";".join([f"014-{number:06d}", *cells]))
    return ("\n".join(text) + "\n").encode()


def faults(data, **options):
    report = read_stock(data, **options)
    assert report.stock is None
    return [(fault.line, fault.code) for fault in report.faults]


@pytest.mark.spec("BIN-003", "BIN-005")
@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize(
    "data", [written(), written("csv"), cells_of(SERIES), written().rstrip(b"\n")]
)
def test_a_good_file_is_read_whole(data, packed):
    """JSON Lines, CSV by row, CSV by cell; plain or .gz, in one member or several."""
    if packed:
        data = gzip.compress(data[:1000]) + gzip.compress(data[1000:])
    report = read_stock(data)
    assert report.faults == [] and report.more_faults == 0
    assert report.stock.serie == 14 and report.stock.ecartes == {}
    assert list(report.stock.cartons.values()) == list(SERIES)
    assert list(report.stock.cartons) == list(range(1, 61))


@pytest.mark.spec("BIN-005")
def test_printed_stock_needs_only_the_statutory_grid():
    """Other columns, rows in any order (D-03)."""
    rows = [[40, 41, 42, 43, 44], [5, 4, 3, 2, 1], [90, 89, 88, 87, 86]]
    stock = read_stock(line(rows=rows)).stock
    assert stock.cartons[1].middle == (1, 2, 3, 4, 5)


@pytest.mark.spec("BIN-007", "BIN-010")
def test_torn_and_missing_numbers_are_set_aside():
    """014-000003 torn, 014-000002 and 4 not delivered: never to be sold, and the closing says so."""
    data = b"\n".join(
        (
            line("014-000001"),
            line("014-000003", SERIES.carton(3), ecarte="déchiré"),
            line("014-000005", SERIES.carton(5)),
        )
    )
    assert read_stock(data).stock.ecartes == {2: ABSENT, 3: "déchiré", 4: ABSENT}


@pytest.mark.spec("BIN-005")
@pytest.mark.parametrize(
    ("rows", "code"),
    [
        ([[1, 10, 20, 30, 40], [2, 11, 50, 60], [3, 12, 51, 61, 70, 80]], "ROW_COUNT"),
        ([ROWS[0], [1, 11, 50, 60, 70], ROWS[2]], "DUPLICATE_NUMBER"),
        ([ROWS[0], [91, 11, 50, 60, 70], ROWS[2]], "NUMBER_RANGE"),
        ([ROWS[0], [1.5, 11, 50, 60, 70], ROWS[2]], "LIGNE_ILLISIBLE"),
        ([ROWS[0], ["2", 11, 50, 60, 70], ROWS[2]], "LIGNE_ILLISIBLE"),
    ],
)
def test_a_bad_carton_is_named_by_its_line_and_nothing_is_kept(rows, code):
    """All or nothing: two good lines do not save the third."""
    data = b"\n".join(
        [
            line("014-000001", SERIES.carton(1)),
            line("014-000002", SERIES.carton(2)),
            line("014-000003", rows),
        ]
    )
    assert faults(data) == [(3, code)]


@pytest.mark.spec("BIN-006")
def test_twins_are_named_inside_a_file_and_against_the_stock_held():
    """The pair, whichever row the numbers stand in."""
    data = line("014-000001") + b"\n" + line("014-000002", ROWS[::-1])
    report = read_stock(data)
    assert report.faults[0].code == "CARTONS_JUMEAUX"
    assert report.faults[0].values == {"one": "014-000001", "other": "014-000002"}
    held = {frozenset(sum(ROWS, [])): "013-000911"}  # noqa: RUF017
    report = read_stock(line("014-000001"), held)
    assert report.faults[0].values == {"one": "013-000911", "other": "014-000001"}
    assert len(held) == 1


@pytest.mark.spec("BIN-005")
@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", [(1, "FICHIER_VIDE")]),
        (b"\n", [(1, "COLONNES_INCONNUES")]),
        (b"\xef\xbb\xbf" + line(), [(1, "FICHIER_BOM")]),
        (line().decode().encode("utf-16"), [(1, "FICHIER_BOM")]),
        (line() + b"\r\n", [(1, "FICHIER_CRLF")]),
        (
            line() + b"\n" + line("014-000002", ecarte="x").replace(b"x", b"d\xe9chir\xe9"),
            [(2, "FICHIER_NON_UTF8")],
        ),
        (line() + b"\n\n" + line("014-000002", SERIES.carton(2)), [(2, "LIGNE_VIDE")]),
        (line() + b"\n\n", [(2, "LIGNE_VIDE")]),
        (line() + b"\n{", [(2, "LIGNE_ILLISIBLE")]),
        (line() + b"\n" + line("015-000002", SERIES.carton(2)), [(2, "SERIE_MELANGEE")]),
        (line() + b"\n" + line("014-000001", SERIES.carton(2)), [(2, "NUMERO_EN_DOUBLE")]),
        (line("014-1000000"), [(1, "NUMERO_ILLISIBLE")]),
        (line("quatorze"), [(1, "NUMERO_ILLISIBLE")]),
        (line("014-000001-9"), [(1, "CHIFFRE_DE_CONTROLE")]),
        (b"serial,n1,n2\n", [(1, "COLONNES_INCONNUES")]),
        (written("csv").splitlines()[0], [(1, "FICHIER_VIDE")]),
        (written("csv") + b"014-000061,11,1,2\n", [(62, "LIGNE_ILLISIBLE")]),
        (written("csv").replace(b"014-000005,1,", b"014-000005,1,-"), [(6, "LIGNE_ILLISIBLE")]),
        (gzip.compress(written(), mtime=0)[:-9], [(61, "FICHIER_TRONQUE")]),
        (gzip.compress(written(), mtime=0)[:300], None),
        (b"\x1f\x8b garbage", [(1, "FICHIER_TRONQUE")]),
    ],
)
def test_a_bad_file_says_which_line_and_why(data, expected):
    """Blank line, BOM, CRLF, Windows-1252, truncated .gz: a stable code, nothing stored."""
    told = faults(data)
    if expected is None:  # cut somewhere: the line depends on the compressor
        assert [code for _, code in told] == ["FICHIER_TRONQUE"]
    else:
        assert told == expected


@pytest.mark.spec("BIN-005")
def test_every_bad_line_is_reported_up_to_a_hundred():
    """The rest is counted, so that a wrong file does not fill the screen."""
    report = read_stock(b"\n".join([line(rows=ROWS[:2])] * 130))
    assert len(report.faults) == MOST_FAULTS and report.more_faults == 30
    assert [fault.line for fault in report.faults[:3]] == [1, 2, 3]
    assert report.lines == 130


@pytest.mark.spec("BIN-005")
def test_a_file_that_unpacks_without_end_is_refused(monkeypatch):
    """A few kilobytes must not fill the memory of the hall."""
    from core.bingo import stock

    monkeypatch.setattr(stock, "MOST_BYTES", 10_000)
    assert faults(gzip.compress(b" " * 20_000)) == [(1, "FICHIER_TROP_GRAND")]
    assert faults(b" " * 20_000) == [(1, "FICHIER_TROP_GRAND")]

"""A supplier's series comes into the stock: whole and durable, or not at all (issue 3, point 4)."""

import gzip
import json
import stat

import pytest

from core.bingo.cartons import Series
from core.bingo.cartons.listing import lines
from hall.founding import found
from hall.opening import open_house
from quine.cli import main

SERIES = Series(bytes(range(16)), 60)
ROWS = [[40, 41, 42, 43, 44], [5, 4, 3, 2, 1], [90, 89, 88, 87, 86]]


@pytest.fixture
def maison(tmp_path):
    """A rehearsal house: its approval file has a line for cartons."""
    folder = tmp_path / "maison"
    found(folder, rehearsal=True, seed="S", clock=None)
    return folder


def delivered(serie=14, series=SERIES, fmt="jsonl"):
    return b"".join(lines(series, serie, fmt=fmt))


def line(serial, rows=ROWS, **more):
    return json.dumps({"serial": serial, "rows": rows, **more}).encode() + b"\n"


def takes(maison, tmp_path, content, serie=14, *more):
    file = tmp_path / "livraison"
    file.write_bytes(content)
    return main(
        ["series", "import", str(file), "--data", str(maison), "--serie", str(serie), *more]
    )


def stored(maison):
    """Facts of imports in the journal, and files of the stock."""
    opened = open_house(maison)
    try:
        facts = [json.loads(text) for text in opened.journal.read()]
        imported = [fact["data"] for fact in facts if fact["type"] == "SerieImported"]
    finally:
        opened.close()
    return imported, sorted(path.name for path in (maison / "stock").glob("*"))


def cartons(maison, capsysbinary, *words):
    status = main(["cartons", "--data", str(maison), *words])
    told = capsysbinary.readouterr()
    return status, told.out, told.err.decode()


@pytest.mark.spec("BIN-003", "BIN-005")
@pytest.mark.parametrize("fmt", ["jsonl", "csv"])
@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_a_delivery_is_stored_whole_and_comes_out_again(maison, tmp_path, capsysbinary, fmt, pack):
    """Fifteen bytes a carton, for the owner's eyes, and the same cartons out as in."""
    assert takes(maison, tmp_path, pack(delivered(fmt=fmt))) == 0
    told = capsysbinary.readouterr().out.decode()
    assert "Série 014 importée : numéros 1 à 60" in told
    (fact,), (name,) = stored(maison)
    file = maison / "stock" / name
    assert name == fact["file"] == f"{fact['season']}-014.cartons"
    assert file.stat().st_size == 60 * 15 and stat.S_IMODE(file.stat().st_mode) == 0o600
    assert fact["digest"] == SERIES.certificate().digest and fact["approval"]
    status, out, _ = cartons(maison, capsysbinary, "--serie", "14", "--first", "7", "--count", "2")
    rows = [json.loads(text) for text in out.splitlines()]
    assert status == 0 and [row["serial"] for row in rows] == ["014-000007", "014-000008"]
    assert rows[0]["rows"] == [list(row) for row in SERIES.carton(7)]


@pytest.mark.spec("BIN-007")
@pytest.mark.parametrize("fmt", ["jsonl", "csv"])
def test_what_was_delivered_comes_out_as_it_can_be_read_again(maison, tmp_path, capsysbinary, fmt):
    """Numbers from 7; 014-000008 absent, 9 torn with a reason that needs quoting."""
    content = line("014-000007") + line("014-000009", SERIES.carton(9), ecarte='déchiré, "coin"')
    assert takes(maison, tmp_path, content) == 0
    assert "2 numéros écartés" in capsysbinary.readouterr().out.decode()
    (fact,), _ = stored(maison)
    assert fact["set_aside"] == {"8": "ABSENT", "9": 'déchiré, "coin"'}
    assert (fact["first"], fact["size"]) == (7, 3)
    _, out, _ = cartons(maison, capsysbinary, "--serie", "14", "--format", fmt)
    other = tmp_path / "autre"
    found(other, rehearsal=True)
    assert takes(other, tmp_path, out) == 0
    again, _ = stored(other)
    assert {**again[0], "at": ""} == {**fact, "at": ""}


@pytest.mark.spec("BIN-003")
def test_cartons_of_a_maker_without_approval_never_come_in(tmp_path, capsys):
    """A real house whose approval file has no line for cartons, and no reference given."""
    maison = tmp_path / "vraie"
    found(maison, name="Casino")
    assert takes(maison, tmp_path, delivered()) == 1
    assert "[SERIE_SANS_AGREMENT]" in capsys.readouterr().err
    assert stored(maison) == ([], [])
    assert takes(maison, tmp_path, delivered(), 14, "--approval", "AGR-77") == 0
    assert stored(maison)[0][0]["approval"] == "AGR-77"


@pytest.mark.spec("BIN-006")
@pytest.mark.parametrize("first", ["imported", "created"])
def test_a_twin_in_another_series_of_the_season_is_named(maison, tmp_path, capsysbinary, first):
    """014-000007 and 015-000011 have the same fifteen numbers: the line, and the pair."""
    if first == "imported":
        assert takes(maison, tmp_path, delivered()) == 0
        twin = SERIES.carton(7)
    else:
        create = ["series", "create", "--data", str(maison), "--serie", "14", "--size", "60"]
        assert main(create) == 0
        capsysbinary.readouterr()
        _, out, _ = cartons(maison, capsysbinary, "--serie", "14", "--first", "7", "--count", "1")
        twin = json.loads(out)["rows"]
    content = line("015-000010") + line("015-000011", twin[::-1])
    before = stored(maison)
    assert takes(maison, tmp_path, content, 15) == 1
    said = capsysbinary.readouterr().err.decode()
    assert "ligne 2" in said and "014-000007 et 015-000011" in said
    assert "Rien n'a été importé." in said
    assert stored(maison) == before


@pytest.mark.spec("BIN-006")
def test_a_number_of_the_season_is_used_once(maison, tmp_path, capsys):
    """Imported, it is neither imported nor created again; the file of another series is refused."""
    assert takes(maison, tmp_path, delivered()) == 0
    before = stored(maison)
    assert takes(maison, tmp_path, line("014-000001")) == 1
    assert "[SERIE_DEJA_UTILISEE]" in capsys.readouterr().err
    create = ["series", "create", "--data", str(maison), "--serie", "14", "--size", "60"]
    assert main(create) == 1
    assert "[SERIE_DEJA_UTILISEE]" in capsys.readouterr().err
    assert takes(maison, tmp_path, line("016-000001"), 17) == 1
    assert "[SERIE_MELANGEE]" in capsys.readouterr().err
    assert stored(maison) == before


@pytest.mark.spec("BIN-005")
@pytest.mark.parametrize(
    ("content", "where"),
    [
        (delivered() + line("014-000061", [[1, 2, 3, 4, 5], [6, 7, 8, 9], ROWS[2]]), "61"),
        (delivered() + line("014-000061", [[1, 2, 3, 4, 91], *ROWS[:2]]), "61"),
        (delivered() + b"\n" + line("014-000061"), "61"),
        (delivered().replace(b"\n", b"\r\n"), "1"),
        (b"\xef\xbb\xbf" + delivered(), "1"),
        (delivered() + line("014-000061", ecarte="x").replace(b'"x"', b'"d\xe9chir\xe9"'), "61"),
        (gzip.compress(delivered(), 0, mtime=0)[:-30], "60"),
        (b"", "1"),
    ],
)
def test_a_bad_file_is_reported_by_line_and_nothing_is_stored(
    maison, tmp_path, capsys, content, where
):
    """Sixty good lines do not save the next."""
    assert takes(maison, tmp_path, content) == 1
    said = capsys.readouterr().err
    assert f"ligne {where} : " in said and "Rien n'a été importé." in said
    assert stored(maison) == ([], [])


def test_a_file_that_leaves_most_numbers_out_is_no_delivery(maison, tmp_path, capsys):
    """One and 999 999: what lies between was surely not all torn."""
    content = line("014-000001") + line("014-999999", SERIES.carton(1))
    assert takes(maison, tmp_path, content) == 1
    assert "[TROP_DE_NUMEROS_ECARTES]" in capsys.readouterr().err
    assert stored(maison) == ([], [])


@pytest.mark.parametrize(
    ("change", "code"), [("alter", "SERIE_ALTEREE"), ("lose", "SERIE_ABSENTE")]
)
def test_a_stock_file_that_was_touched_is_never_believed(
    maison, tmp_path, capsysbinary, change, code
):
    """Neither to list it, nor to look for twins of the next delivery."""
    assert takes(maison, tmp_path, delivered()) == 0
    _, (name,) = stored(maison)
    file = maison / "stock" / name
    if change == "alter":
        file.write_bytes(b"\x01" + file.read_bytes()[1:])
    else:
        file.unlink()
    capsysbinary.readouterr()
    assert f"[{code}]" in cartons(maison, capsysbinary, "--serie", "14")[2]
    assert takes(maison, tmp_path, line("015-000001"), 15) == 1
    assert f"[{code}]" in capsysbinary.readouterr().err.decode()


def test_a_disk_that_refuses_the_file_leaves_no_fact(maison, tmp_path, capsys):
    """The folder of the stock cannot be made: said in a sentence, and the journal has nothing."""
    (maison / "stock").write_text("")
    assert takes(maison, tmp_path, delivered()) == 1
    assert "Rien n'a été importé." in capsys.readouterr().err
    (maison / "stock").unlink()
    assert stored(maison) == ([], [])
    assert takes(maison, tmp_path, delivered()) == 0


def test_printed_stock_gives_no_sheets(maison, tmp_path, capsysbinary):
    """It is printed already: a second print would be a second carton."""
    assert takes(maison, tmp_path, delivered()) == 0
    capsysbinary.readouterr()
    words = ["--serie", "14", "--format", "pdf"]
    assert "[SERIE_PREIMPRIMEE]" in cartons(maison, capsysbinary, *words)[2]


@pytest.mark.parametrize("fmt", ["jsonl", "csv"])
def test_a_carton_that_was_not_delivered_is_named(maison, tmp_path, capsysbinary, fmt):
    """The first number beyond the last, whether a count was given or not."""
    assert takes(maison, tmp_path, delivered()) == 0
    capsysbinary.readouterr()
    for more in ((), ("--count", "1")):
        words = ("--serie", "14", "--first", "61", *more, "--format", fmt)
        status, out, said = cartons(maison, capsysbinary, *words)
        assert (status, out) == (1, b"") and "carton 61" in said and "[CARTE_INCONNUE]" in said

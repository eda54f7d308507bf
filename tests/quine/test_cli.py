"""The words and shapes of the command line that others rely on (issue 2)."""

import json

import pytest

from quine.cli import main


@pytest.fixture
def maison(tmp_path, capsys):
    """A rehearsal house, founded by the command itself."""
    folder = tmp_path / "maison"
    assert main(["house", "new", "--data", str(folder), "--rehearsal"]) == 0
    capsys.readouterr()
    return folder


def test_a_house_is_founded_and_its_pins_are_told_once(tmp_path, capsys):
    """Seven people with their functions, and today's séance."""
    assert main(["house", "new", "--data", str(tmp_path / "m"), "--rehearsal"]) == 0
    told = capsys.readouterr().out
    assert told.count("\n  ") == 7 and "caissier, inscription" in told and "Séance publiée" in told
    assert main(["house", "new", "--data", str(tmp_path / "m")]) == 1
    assert "[MAISON_DEJA_FONDEE]" in capsys.readouterr().err


@pytest.mark.spec("GEN-004")
def test_verify_names_count_and_head_or_the_first_bad_line(maison, tmp_path, capsys):
    """One line either way; exit 1 names the sequence number and why."""
    assert main(["journal", "export", str(maison)]) == 0
    lines = capsys.readouterr().out.splitlines(keepends=True)
    assert main(["journal", "verify", str(maison)]) == 0
    head = json.loads(lines[-1])["hash"]
    assert f"{len(lines)} lines, head {head}" in capsys.readouterr().out
    copy = tmp_path / "copie.jsonl"
    lines[6] = lines[6].replace('"role":"MAISON"', '"role":"MCD"')
    copy.write_text("".join(lines))
    assert main(["journal", "verify", str(copy)]) == 1
    assert "first bad sequence number 7" in capsys.readouterr().out


@pytest.mark.spec("BIN-006")
def test_a_series_is_created_and_any_carton_comes_out(maison, capsys):
    """Carton 251 of series 14 stands on strip 42; three rows of five."""
    create = ["series", "create", "--data", str(maison), "--serie", "14", "--size", "600"]
    assert main(create) == 0
    assert main(create) == 1
    assert "[SERIE_DEJA_UTILISEE]" in capsys.readouterr().err
    out = ["cartons", "--data", str(maison), "--serie", "14", "--first", "251", "--count", "2"]
    assert main([*out, "--format", "jsonl"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(row["serial"], row["strip"]) for row in rows] == [
        ("014-000251", 42),
        ("014-000252", 42),
    ]
    assert [len(row) for row in rows[0]["rows"]] == [5, 5, 5]


@pytest.mark.parametrize("size", ["0", "-6", "601", "1000002"])
def test_a_size_that_is_no_series_is_refused(maison, capsys, size):
    """Nothing is written down."""
    words = ["series", "create", "--data", str(maison), "--serie", "14", f"--size={size}"]
    assert main(words) == 1
    assert "[TAILLE_DE_SERIE_INVALIDE]" in capsys.readouterr().err


def test_people_come_from_a_file_all_or_nothing(maison, tmp_path, capsys):
    """A bad line is named, and nothing was imported."""
    staff, barred = tmp_path / "personnel.csv", tmp_path / "exclusions.csv"
    take = ["people", "import", str(staff), "--data", str(maison)]
    header = "nom,prenom,naissance,identifiant,fonctions,code\n"
    good = "Vidal,Rose,1980-02-03,vidal,CAISSIER,482913\n"
    staff.write_text(header + good + "Nul,Jo,hier,nul,CAISSIER,\n")
    assert main(take) == 1
    assert "ligne 3" in capsys.readouterr().err
    staff.write_text(header + good)
    assert main(take) == 0
    assert "1 personnes employées, 0 exclusions" in capsys.readouterr().out
    barred.write_text("nom,prenom,naissance\nNul,Jo,01/01/1960\n")
    assert main(["people", "import", str(barred), "--data", str(maison)]) == 0
    assert "0 personnes employées, 1 exclusions" in capsys.readouterr().out


def test_a_code_that_is_not_ours_is_said_not_authentic(maison, capsys):
    """Its shape is read, its seal does not hold."""
    from core import codes

    code = codes.make(b"x" * 32, codes.Kind.RECEPISSE, 1, 1, b"{}")
    assert main(["code", "read", code, "--data", str(maison)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told == {
        "kind": "RECEPISSE",
        "event": 1,
        "serial": 1,
        "authentic": False,
        "status": "NON_AUTHENTIQUE",
    }


def test_what_is_no_house_is_said_in_a_sentence(tmp_path, capsys):
    """A stable code behind a French sentence, exit 1, no traceback."""
    for words in (
        ["journal", "verify", str(tmp_path)],
        ["cartons", "--data", str(tmp_path), "--serie", "1"],
        ["draw", "proof", str(tmp_path), "--partie", "1"],
    ):
        assert main(words) == 1
        assert capsys.readouterr().err.strip().endswith("]")


def test_help_needs_no_program_to_be_imported(capsys):
    """`quine` alone lists every command."""
    assert main([]) == 2
    listed = capsys.readouterr().out
    for command in ("caller", "desk", "kiosk", "display", "hall", "demo", "journal", "spec"):
        assert f"\n    {command}" in listed


@pytest.mark.spec("BIN-006")
def test_a_series_is_made_again_and_held_against_its_certificate(maison, capsys):
    """Every carton from the journalled key; a certificate of another series does not fit."""
    from core.bingo.cartons import Certificate, Series, certificates
    from core.rules import Refusal

    create = ["series", "create", "--data", str(maison), "--serie", "14", "--size", "600"]
    assert main(create) == 0
    assert main(["series", "verify", "--data", str(maison), "--serie", "14"]) == 0
    assert "600 cartons refaits, certificat exact" in capsys.readouterr().out
    other = Certificate("strip-1", 600, Series(bytes(16), 600).certificate().digest)
    with pytest.raises(Refusal, match="CERTIFICAT_DIFFERENT"):
        certificates.verify(b"k" * 16, other)


@pytest.mark.parametrize("fmt", ["jsonl", "csv", "pdf"])
@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("CARTE_INCONNUE", ("--first", "601")),
        ("CARTE_INCONNUE", ("--first", "0")),
        ("CARTE_INCONNUE", ("--first", "599", "--count", "3")),
        ("NOMBRE_DE_CARTONS_INVALIDE", ("--count", "0")),
        ("NOMBRE_DE_CARTONS_INVALIDE", ("--count", "-6")),
    ],
)
def test_cartons_that_a_series_has_not_are_refused_in_every_format(
    maison, capsys, fmt, code, words
):
    """Exit 1, the sentence, and no empty sheet."""
    create = ["series", "create", "--data", str(maison), "--serie", "14", "--size", "600"]
    assert main(create) == 0
    capsys.readouterr()
    cartons = ["cartons", "--data", str(maison), "--serie", "14", "--format", fmt]
    assert main([*cartons, *words]) == 1
    told = capsys.readouterr()
    assert told.out == "" and f"[{code}]" in told.err

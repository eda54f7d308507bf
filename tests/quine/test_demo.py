"""`quine demo --headless` as a person runs it: a process, its folder, and what others make of it."""

from __future__ import annotations

import csv
import json
import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
import zxingcpp
from PIL import Image

from quine.cli import main

ROOT = Path(__file__).parents[2]
PLAYERS, PARTIES = 6, 2


def quine(*words: object) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own, in a place that is not the checkout."""
    return subprocess.run(
        [sys.executable, "-m", "quine.cli", *map(str, words)],
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )


def demo(out: Path, *, seed: str = "S") -> subprocess.CompletedProcess[str]:
    return quine(
        *("demo", "--headless", "--players", PLAYERS, "--parties", PARTIES),
        *("--rehearsal-seed", seed, "--out", out),
    )


@pytest.fixture(scope="module")
def night(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One night, played once, read by every test of this file and changed by none."""
    out = tmp_path_factory.mktemp("nuit") / "sortie"
    played = demo(out)
    assert played.returncode == 0, played.stdout + played.stderr
    assert all(line.startswith("ok ") for line in played.stdout.splitlines()[:-1])
    return out


@pytest.fixture
def copy(night: Path, tmp_path: Path) -> Path:
    """The same night, to be spoilt."""
    return Path(shutil.copytree(night, tmp_path / "copie"))


def told(night: Path) -> dict:
    return json.loads((night / "historique.json").read_bytes())


def lines(night: Path) -> list[dict]:
    return [json.loads(line) for line in (night / "journal.jsonl").open("rb")]


@pytest.mark.spec("GEN-004")
def test_the_folder_holds_what_it_promises(night):
    """The house itself and every paper: nothing missing, nothing empty, every picture a picture."""
    for name in ("historique.json", "historique.txt", "historique.csv", "journal.jsonl"):
        assert (night / name).stat().st_size > 100, name
    assert (night / "data" / "journal.db").is_file()
    receipts = {path.stem for path in (night / "recepisses").glob("*.png")}
    assert receipts >= {str(number) for number in range(1, PLAYERS + 1)}
    paid = [line["data"]["voucher"] for line in lines(night) if line["type"] == "LotPaid"]
    assert {path.stem for path in (night / "bons").glob("*.png")} == {str(n) for n in paid}
    for folder in ("recepisses", "cartons", "bons"):
        for path in (night / folder).iterdir():
            with Image.open(path) as picture:
                picture.verify()
                assert min(picture.size) > 100, path


@pytest.mark.spec("GEN-010", "GEN-004")
def test_the_same_seed_players_and_parties_give_the_same_journal(night, tmp_path):
    """Byte for byte, hashes and seals included; another seed gives another night."""
    again, other = tmp_path / "encore", tmp_path / "autre"
    assert demo(again).returncode == 0
    assert (again / "journal.jsonl").read_bytes() == (night / "journal.jsonl").read_bytes()
    assert (again / "historique.json").read_bytes() == (night / "historique.json").read_bytes()
    assert demo(other, seed="T").returncode == 0
    assert [line["ball"] for line in balls(other)] != [line["ball"] for line in balls(night)]


def balls(night: Path) -> list[dict]:
    return [line["data"] for line in lines(night) if line["type"] == "BallDisplayed"]


@pytest.mark.spec("GEN-004")
def test_the_journal_is_whole_wherever_it_is_asked_for(night):
    """The house, the folder that holds it, the exported lines: one line, one count, one head."""
    said = {}
    for path in (night / "data", night, night / "journal.jsonl"):
        verified = quine("journal", "verify", path)
        assert verified.returncode == 0, verified.stdout
        assert verified.stdout.count("\n") == 1
        said[path] = verified.stdout.split(": ", 1)[1]
    assert len(set(said.values())) == 1
    head = lines(night)[-1]
    assert f"{head['seq']} lines" in said[night] and head["hash"] in said[night]
    exported = quine("journal", "export", night)
    assert exported.stdout.encode() == (night / "journal.jsonl").read_bytes()


@pytest.mark.spec("GEN-004")
def test_one_altered_byte_is_named_and_the_hall_refuses_to_open(copy):
    """A sale of another price, in the stored line itself: seen, named, and no hall serves it."""
    line = next(line for line in lines(copy) if line["type"] == "ForfaitPaid")
    seq, price = line["seq"], str(line["data"]["prix_c"])
    changed = alter(copy / "data" / "journal.db", seq, price, "9" + price[1:])
    assert changed == 1
    verified = quine("journal", "verify", copy)
    assert verified.returncode == 1
    assert f"first bad sequence number {seq}" in verified.stdout
    opened = quine("hall", "--data", copy, "--listen", "127.0.0.1:0")
    assert opened.returncode == 1
    assert f"ligne {seq} " in opened.stderr and "JOURNAL_ALTERE" in opened.stderr


def alter(path: Path, seq: int, old: str, new: str) -> int:
    """Changes the stored text of one line as an intruder would, triggers taken off and put back."""
    with sqlite3.connect(path) as db:
        guards = db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in guards:
            db.execute(f"DROP TRIGGER {name}")
        changed = db.execute(
            "UPDATE journal SET line = replace(line, ?, ?) WHERE seq = ? AND instr(line, ?)",
            (old, new, seq, old),
        ).rowcount
        for _, sql in guards:
            db.execute(sql)
    return changed


@pytest.mark.spec("GEN-004")
@pytest.mark.parametrize("place", [0.0, 0.37, 0.99])
def test_one_altered_byte_of_the_exported_lines_is_named(night, tmp_path, place):
    """Whichever line it is in: exit 1, and its own number."""
    text = bytearray((night / "journal.jsonl").read_bytes())
    at = int(place * (len(text) - 2)) + 1
    seq = text[:at].count(b"\n") + 1
    text[at] = text[at] ^ 1 if text[at] != 0x0A else 0x20
    spoilt = tmp_path / "journal.jsonl"
    spoilt.write_bytes(text)
    verified = quine("journal", "verify", spoilt)
    assert verified.returncode == 1
    assert f"first bad sequence number {seq}:" in verified.stdout


@pytest.mark.spec("BIN-054", "FOR-030", "REG-05F")
def test_the_historique_has_the_shape_others_rely_on(night):
    """Every field of the contract, of its kind, and no other; the same from the command."""
    seen = told(night)
    assert shape(seen) == HISTORIQUE
    asked = quine("historique", night, "--json")
    assert asked.returncode == 0 and json.loads(asked.stdout) == seen
    assert [line["n"] for line in seen["parties"]] == list(range(1, PARTIES + 1))
    for line in seen["parties"]:
        assert line["status"] == "VALIDEE"
        assert len(set(line["balls"])) == len(line["balls"]) == line["bingo"]["rank"]
        assert line["last"] - line["first"] + 1 == line["count"]
        for lot in (line["quine"], line["bingo"]):
            assert sum(winner["share_c"] for winner in lot["winners"]) == lot["lot_c"]


LOT = {"lot_c": int, "rank": int, "winners": [{"carton": str, "share_c": int}]}
HISTORIQUE = {
    "seance": str,
    "kind": str,
    "forfaits": {"sold": int, "price_c": int, "cartons_part_c": int, "fee_c": int},
    "base_c": int,
    "retention_c": int,
    "parties": [
        {
            "n": int,
            "status": str,
            "balls": [int],
            "serie": int,
            "first": int,
            "last": int,
            "count": int,
            "quine": LOT,
            "bingo": LOT,
        }
    ],
    "totals": {"quine_c": int, "bingo_c": int, "paid_c": int, "orphelins_c": int, "fees_c": int},
}


def shape(value: object) -> object:
    """The kinds of a value; a list has the one kind of all its members."""
    if isinstance(value, dict):
        return {name: shape(inner) for name, inner in value.items()}
    if isinstance(value, list):
        kinds = [shape(inner) for inner in value]
        assert all(kind == kinds[0] for kind in kinds), kinds
        return kinds[:1]
    return type(value)


@pytest.mark.spec("GEN-003", "FOR-022", "FOR-030")
def test_the_money_of_the_night_adds_up_to_the_cent(night):
    """From the exported lines alone: sold, retained, won and paid."""
    seen, facts = told(night), lines(night)
    paid = [line["data"] for line in facts if line["type"] == "ForfaitPaid"]
    assert sum(one["prix_c"] for one in paid) == seen["forfaits"]["sold"] * 30_00
    assert sum(one["cartons_c"] for one in paid) == seen["base_c"]
    assert sum(one["droits_c"] for one in paid) == seen["totals"]["fees_c"]
    assert seen["retention_c"] == seen["base_c"] * 35 // 100
    lots_c = sum(line["data"]["amount_c"] for line in facts if line["type"] == "LotPaid")
    totals = seen["totals"]
    assert lots_c == totals["paid_c"]
    assert lots_c + totals["orphelins_c"] == seen["base_c"] - seen["retention_c"]
    assert totals["quine_c"] + totals["bingo_c"] == seen["base_c"] - seen["retention_c"]


def test_the_table_and_the_text_say_the_same_as_the_json(night):
    """One row a *partie* with its ranks and what was paid; every winner by name of his carton."""
    seen = told(night)
    text = (night / "historique.txt").read_text("utf-8")
    with (night / "historique.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file, delimiter=";"))
    assert len(rows) == PARTIES
    for row, line in zip(rows, seen["parties"], strict=True):
        assert (row["seance"], row["statut"]) == (seen["seance"], line["status"])
        for word in ("quine", "bingo"):
            assert int(row[f"rang_{word}"]) == line[word]["rank"]
            assert cents(row[f"paye_{word}"]) == line[word]["lot_c"]
            assert all(winner["carton"] in text for winner in line[word]["winners"])


def cents(text: str) -> int:
    return int(text.replace(",", ""))


@pytest.mark.spec("PRT-002", "SCN-002")
def test_every_paper_bears_codes_that_the_house_knows(night, capsys):
    """The pictures read by another reader than ours; each code is ours and says what it is."""
    expected = {
        "recepisses": ("RECEPISSE", {"CONSOMME", "NON_PRESENTE"}),
        "cartons": ("CARTON", {"RECUPERE", "EN_JEU"}),
        "bons": ("BON_DE_GAIN", {"PAYE"}),
    }
    recovered = set()
    for folder, (kind, statuses) in expected.items():
        for path in sorted((night / folder).glob("*.png")):
            codes = read(path)
            assert len(codes) == (3 if folder == "cartons" else 1), (path, codes)
            for code in codes:
                assert main(["code", "read", code, "--data", str(night)]) == 0
                said = json.loads(capsys.readouterr().out)
                assert (said["kind"], said["authentic"]) == (kind, True), (path, said)
                assert said["status"] in statuses, (path, said)
                if said["status"] == "RECUPERE":
                    serie, number = divmod(said["serial"], 1_000_000)
                    recovered.add(f"{serie:03d}-{number:06d}")
    assert recovered == winners(told(night))
    forged = code[:-1] + ("B" if code[-1] != "B" else "C")
    assert main(["code", "read", forged, "--data", str(night)]) == 0
    assert json.loads(capsys.readouterr().out)["authentic"] is False


@pytest.mark.spec("PRT-001", "PRT-002")
def test_sheets_of_a_partie_bear_the_codes_of_its_cartons(night, capsys, monkeypatch):
    """What the pictures of the night bear too; away from the key, numbers and no code."""
    pages = []
    monkeypatch.setattr("printers.sheets.render_sheets", lambda page: pages.append(page) or b"%PDF")
    sheets = ("--serie", "2", "--first", "4", "--count", "3", "--format", "pdf")
    assert main(["cartons", "--data", str(night), *sheets]) == 0
    capsys.readouterr()
    (page,) = pages
    assert (page.partie, page.rehearsal) == (2, True) and page.seance.startswith("2025-001 du ")
    assert [carton.serial for carton in page.cartons] == [f"002-00000{n}" for n in (4, 5, 6)]
    for number, carton in enumerate(page.cartons, 4):
        assert main(["code", "read", carton.code, "--data", str(night)]) == 0
        said = json.loads(capsys.readouterr().out)
        assert (said["kind"], said["authentic"]) == ("CARTON", True)
        assert said["serial"] == 2_000_000 + number
    printed = {code for path in (night / "cartons").glob("*-2-*.png") for code in read(path)}
    assert printed & {carton.code for carton in page.cartons}
    assert main(["cartons", "--data", str(night / "journal.jsonl"), *sheets]) == 0
    assert [carton.code for carton in pages[1].cartons] == ["", "", ""]


def read(path: Path) -> list[str]:
    """The L16 codes of a picture; a carton page has one a carton."""
    with Image.open(path) as picture:
        found = zxingcpp.read_barcodes(picture.convert("L"))
    return [one.text for one in found if len(one.text) == 35 and one.text.startswith("L")]


def winners(seen: dict) -> set[str]:
    return {
        winner["carton"]
        for line in seen["parties"]
        for word in ("quine", "bingo")
        for winner in line[word]["winners"]
    }


def test_a_folder_with_something_else_in_it_is_left_alone(tmp_path):
    """Nobody's files are swept away for a demonstration."""
    kept = tmp_path / "lettre.txt"
    kept.write_text("à garder")
    refused = demo(tmp_path)
    assert refused.returncode == 1 and "DOSSIER_NON_VIDE" in refused.stderr
    assert kept.read_text() == "à garder" and list(tmp_path.iterdir()) == [kept]


@pytest.mark.slow
def test_the_night_of_the_contract_takes_less_than_a_minute(tmp_path):
    """Forty players, four *parties*: exit 0 under 60 s."""
    played = quine(
        *("demo", "--headless", "--players", 40, "--parties", 4, "--rehearsal-seed", "S"),
        *("--out", tmp_path / "nuit"),
    )
    assert played.returncode == 0, played.stdout + played.stderr
    seconds = float(played.stdout.rsplit(" ordres en ", 1)[1].split(" s")[0])
    assert seconds < 60

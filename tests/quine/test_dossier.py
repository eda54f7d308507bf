"""The inspector's file: made at any moment, checked by anybody, whole or the first fault named."""

from __future__ import annotations

import ast
import base64
import json
import re
import subprocess
import sys
import zipfile
from datetime import date
from hashlib import sha256
from pathlib import Path

import apsw
import pytest

from core.rules import Refusal
from hall.build import build_hash
from hall.clock import RehearsalClock
from hall.founding import found
from hall.journal.lines import Head, Stamp, line
from hall.running import Plan, run
from hall.vault import Vault
from quine import rules
from quine.cli import main
from quine.dossier import make, verify
from quine.dossier.aside import make_aside
from quine.dossier.verify import Fault, whole
from quine.simulator.headless import headless
from quine.simulator.night import Script

PLAYERS, PARTIES, SEED = 6, 2, "dossier"


@pytest.fixture(scope="module")
def night(tmp_path_factory) -> Path:
    """A small night, played once; every test reads it and none changes it."""
    out = tmp_path_factory.mktemp("nuit") / "n"
    checks, _, _ = headless(Script(PLAYERS, PARTIES, SEED), SEED, out)
    assert all(check.holds for check in checks)
    return out


@pytest.fixture(scope="module")
def dossier(night, tmp_path_factory) -> Path:
    """Its dossier, unpacked."""
    return unpacked(night, tmp_path_factory.mktemp("dossier"))


def unpacked(house: Path, folder: Path, seance: str = "") -> Path:
    folder.mkdir(exist_ok=True)
    make(house, folder / "d.zip", seance)
    with zipfile.ZipFile(folder / "d.zip") as archive:
        archive.extractall(folder / "d")
    return folder / "d"


def verified(folder: Path) -> subprocess.CompletedProcess[str]:
    """As an inspector runs it: another process, no argument, nothing of ours on its path."""
    return subprocess.run(
        [sys.executable, "-I", "-S", "verify.py"], cwd=folder, capture_output=True, text=True,
        timeout=30, env={"PYTHONIOENCODING": "utf-8"},
    )  # fmt: skip


def lines_of(night: Path) -> list[bytes]:
    return (night / "journal.jsonl").read_bytes().splitlines(keepends=True)


def moment(night: Path, folder: Path, count: int) -> Path:
    """The house as it stood at its first `count` lines, with its public key."""
    (folder / "keys").mkdir(parents=True, exist_ok=True)
    (folder / "keys" / "seal.pub").write_bytes((night / "data/keys/seal.pub").read_bytes())
    (folder / "journal.jsonl").write_bytes(b"".join(lines_of(night)[:count]))
    return folder / "journal.jsonl"


def forged(folder: Path, name: str, content: bytes) -> Path:
    """A file replaced by somebody who knows how a manifest is made."""
    (folder / name).write_bytes(content)
    told = json.loads((folder / verify.MANIFEST).read_bytes())
    told["files"][name] = {"sha256": sha256(content).hexdigest(), "bytes": len(content)}
    del told["digest"]
    told["digest"] = sha256(verify.written(told)).hexdigest()
    (folder / verify.MANIFEST).write_bytes(verify.written(told))
    return folder


# What is in it.


@pytest.mark.spec("GEN-017", "FOR-032", "FOR-046", "GEN-011")
def test_the_command_writes_a_file_that_proves_itself(night, tmp_path, capsys):
    """One command, one zip; `verify.py` ends with 0 and one line."""
    out = tmp_path / "seance.zip"
    assert main(["dossier", str(night), "--out", str(out)]) == 0
    assert "Dossier de la séance 2025-001" in capsys.readouterr().out
    assert out.stat().st_mode & 0o777 == 0o600
    with zipfile.ZipFile(out) as archive:
        archive.extractall(tmp_path / "d")
    done = verified(tmp_path / "d")
    assert (done.returncode, done.stdout.count("\n"), done.stderr) == (0, 1, "")
    assert done.stdout.startswith("ENTIER : séance 2025-001")
    assert f"{PARTIES} tirages prouvés (0 non révélés)" in done.stdout


@pytest.mark.spec("GEN-017")
def test_everything_an_inspector_asks_for_is_there(night, dossier):
    """Programme, registers in text and CSV, sales, cartons, balls, claims, payments, proofs."""
    facts = [json.loads(text) for text in lines_of(night)]
    count = {kind: sum(f["type"] == kind for f in facts) for kind in {f["type"] for f in facts}}
    for name, kind in (
        ("ventes.csv", "ForfaitPaid"),
        ("boules.csv", "BallDisplayed"),
        ("refus.csv", "OrderRefused"),
        ("personnes.csv", "StaffRecorded"),
        ("signatures.csv", "DocumentSigned"),
    ):
        assert len((dossier / name).read_text().splitlines()) == 1 + count[kind], name
    text = (dossier / "reclamations.csv").read_text()
    assert "NON_COMPLETE" in text and "VALIDE" in text and "RECLAMATION_REFUSEE" in text
    registers = {path.name for path in (dossier / "registres").iterdir()}
    assert {"REG-02.csv", "REG-07.txt", "REG-26.csv", "CSH-028.csv"} <= registers
    assert "FORFAIT" in (dossier / "registres/CSH-028.csv").read_text()
    assert "SHA-256 " in (dossier / "registres/REG-05F.txt").read_text()
    assert len(list((dossier / "cartons").iterdir())) == PARTIES
    assert (dossier / "journal.jsonl").read_bytes() == (night / "journal.jsonl").read_bytes()
    programme = json.loads((dossier / "seance.json").read_bytes())
    assert len(programme["seance"]["equipment"]["blank"]) == 90


@pytest.mark.spec("GEN-011")
def test_the_software_is_named_by_the_hash_of_its_files(dossier):
    """The listing's own SHA-256 is the build that the journal says ran."""
    listed = sha256((dossier / "logiciel/fichiers.txt").read_bytes()).hexdigest()
    ran = json.loads((dossier / "logiciel/versions.json").read_bytes())
    assert listed == build_hash() == ran[-1]["build"]


def test_the_same_journal_gives_the_same_bytes(night, tmp_path):
    """Sorted names, one date, one manifest."""
    one, other = tmp_path / "a.zip", tmp_path / "b.zip"
    make(night, one)
    make(night, other)
    assert one.read_bytes() == other.read_bytes()
    with zipfile.ZipFile(one) as archive:
        names = archive.namelist()
        assert names == sorted(names)
        assert {entry.date_time for entry in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}


def test_names_are_given_or_masked(night, dossier, tmp_path):
    """From the house the staff have names; from its journal alone they are ids, and it says so."""
    assert "Lucie Durand" in (dossier / "personnes.csv").read_text()
    masked = unpacked(night / "journal.jsonl", tmp_path)
    assert "Durand" not in "".join(
        path.read_text("utf-8") for path in masked.rglob("*") if path.is_file()
    )
    assert "NOMS SONT MASQUÉS" in (masked / "LISEZMOI.txt").read_text("utf-8")


def test_nothing_is_overwritten_and_nothing_half_written_stays(night, tmp_path, capsys):
    """A name that is taken, a folder that is not there, a house that is none: a sentence each."""
    out = tmp_path / "d.zip"
    out.write_bytes(b"mine")
    assert main(["dossier", str(night), "--out", str(out)]) == 1
    assert "[FICHIER_DEJA_LA]" in capsys.readouterr().err and out.read_bytes() == b"mine"
    assert main(["dossier", str(night), "--out", str(tmp_path / "no/d.zip")]) == 1
    assert "[FICHIER_NON_ECRIT]" in capsys.readouterr().err
    assert main(["dossier", str(tmp_path / "nowhere"), "--out", str(tmp_path / "e.zip")]) == 1
    assert "[PAS_UNE_MAISON]" in capsys.readouterr().err
    assert main(["dossier", str(night), "--seance", "X", "--out", str(tmp_path / "e.zip")]) == 1
    assert "[SEANCE_INCONNUE]" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["d.zip"]


# What is not in it.


@pytest.mark.spec("GEN-010", "GEN-023")
def test_no_secret_leaves_the_house(night, dossier, tmp_path):
    """No key, no PIN or its hash, no station key, no birth date, no identity document."""
    founded = found(
        tmp_path / "twin", rehearsal=True, seed=SEED, clock=RehearsalClock(),
        terms=Script(PLAYERS, PARTIES, SEED).terms,
    )  # fmt: skip
    keys = [path.read_bytes() for path in (night / "data/keys").glob("*.key")]
    secrets = [key.hex().encode() for key in keys] + [base64.b64encode(key) for key in keys] + keys
    stations = json.loads((night / "data/stations.json").read_bytes())
    secrets += [text.encode() for text in re.findall(r"[0-9a-f]{32,}", json.dumps(stations))]
    db = apsw.Connection(str(night / "data/people.db"), flags=apsw.SQLITE_OPEN_READONLY)
    people = list(db.execute("SELECT birth, document, pin, badge, roles FROM person"))
    db.close()
    born = {date.fromisoformat(row[0]) for row in people}
    private = {row[1] for row in people} | {day.isoformat() for day in born}
    private |= (
        {f"{day:%d/%m/%Y}" for day in born}
        | {row[2] for row in people}
        | {row[3] for row in people}
    )
    contents = {path: path.read_bytes() for path in dossier.rglob("*") if path.is_file()}
    for path, content in contents.items():
        assert not [secret for secret in secrets if secret in content], path
        assert not [text for text in private if text and text.encode() in content], path
        for member in founded.staff:
            pin = rb"(?<![0-9a-zA-Z_])" + member.pin.encode() + rb"(?![0-9a-zA-Z_])"
            assert not re.search(pin, content), path
    assert len(keys) == 5 and len(founded.staff) == 7 and len(private) > 10


@pytest.mark.spec("GEN-010")
def test_in_the_middle_of_a_partie_no_future_ball_is_there(night, tmp_path):
    """Twenty balls into the second *partie*: twenty balls, no seed of it, the commitment alone."""
    facts = [json.loads(text) for text in lines_of(night)]
    second = [f for f in facts if f["type"] == "DrawCommitted"][1]["data"]
    start = next(f["seq"] for f in facts if f["type"] == "DrawStarted" and f["data"]["partie"] == 2)
    drawn = [f for f in facts if f["type"] == "BallDisplayed" and f["seq"] > start]
    revealed = next(
        f["data"]["seed"]
        for f in facts
        if f["type"] == "DrawRevealed" and f["data"]["game_id"] == second["game_id"]
    )
    folder = unpacked(moment(night, tmp_path / "m", drawn[19]["seq"]), tmp_path / "d")
    assert "1 tirages prouvés (1 non révélés)" in verified(folder).stdout
    rows = [row.split(";") for row in (folder / "boules.csv").read_text().splitlines()]
    assert sum(row[2] == "2" for row in rows) == 20
    everything = b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())
    assert revealed.encode() not in everything and bytes.fromhex(revealed) not in everything
    assert second["commitment"].encode() in everything
    assert not (folder / "tirages/partie-2-1.json").exists()
    later = ", ".join(str(f["data"]["ball"]) for f in drawn[20:24])
    assert later.encode() not in everything


@pytest.mark.spec("GEN-017")
def test_at_any_moment_of_the_night_it_is_whole(night, tmp_path):
    """From the first registration to the closing, at twenty moments."""
    count = len(lines_of(night))
    for at in range(30, count + 1, count // 20):
        folder = unpacked(moment(night, tmp_path / "m", at), tmp_path / str(at))
        assert whole(folder).startswith("ENTIER"), at


async def test_it_is_made_beside_a_running_hall(night, tmp_path):
    """The hall holds the lock and goes on; the dossier takes the journal as it stands."""
    import asyncio
    import shutil

    data = Path(shutil.copytree(night / "data", tmp_path / "data"))
    ready, stop = asyncio.get_running_loop().create_future(), asyncio.Event()
    plan = Plan(data, port=0, seed=SEED, headless=True, rules=rules.forfait())
    hall = asyncio.create_task(run(plan, ready=ready.set_result, stop=stop))
    await asyncio.wait((hall, ready), timeout=20, return_when=asyncio.FIRST_COMPLETED)
    assert ready.done() and not hall.done()
    folder = await asyncio.to_thread(unpacked, data, tmp_path / "d")
    assert whole(folder).startswith("ENTIER") and not hall.done()
    assert len(json.loads((folder / "logiciel/versions.json").read_bytes())) == 2
    stop.set()
    await hall


# What verify.py finds.


@pytest.mark.spec("GEN-004")
def test_one_altered_byte_of_any_file_is_named(dossier):
    """The middle byte of each file in turn; put back, the dossier is whole again."""
    for path in sorted(dossier.rglob("*")):
        if not path.is_file():
            continue
        name, content = path.relative_to(dossier).as_posix(), path.read_bytes()
        middle = len(content) // 2
        path.write_bytes(content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :])
        with pytest.raises(Fault, match=re.escape(name)):
            whole(dossier)
        path.write_bytes(content)
    assert whole(dossier).startswith("ENTIER")


@pytest.mark.spec("GEN-004")
def test_the_process_says_what_is_wrong_and_ends_with_one(night, tmp_path):
    """A file altered, missing, or added; verify.py itself; each named, exit 1."""
    folder = unpacked(night, tmp_path)
    for name, content, why in (
        ("ventes.csv", b"nothing", "altéré"),
        ("ventes.csv", None, "manque"),
        ("tirages/partie-9-1.json", b"{}", "n'est pas dans le manifeste"),
        ("verify.py", (folder / "verify.py").read_bytes() + b"# added\n", "altéré"),
        ("MANIFEST.json", b"{}", "illisible"),
    ):
        path = folder / name
        before = path.read_bytes() if path.exists() else None
        path.unlink(missing_ok=True)
        if content is not None:
            path.write_bytes(content)
        done = verified(folder)
        assert done.returncode == 1 and done.stdout.startswith(f"NON : {name} : "), done
        assert why in done.stdout and done.stdout.count("\n") == 1
        path.unlink(missing_ok=True)
        if before is not None:
            path.write_bytes(before)
    assert verified(folder).returncode == 0


def rechained(lines: list[dict]) -> bytes:
    """A journal written anew by somebody who knows how the chain goes, but not the house's key."""
    head, out = "0" * 64, []
    for told in lines:
        told = {key: value for key, value in told.items() if key != "hash"} | {"prev": head}
        text = json.dumps(told, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        head = sha256(bytes.fromhex(head) + text.encode()).hexdigest()
        told["hash"] = head
        out.append(json.dumps(told, sort_keys=True, separators=(",", ":"), ensure_ascii=False))
    return "".join(f"{text}\n" for text in out).encode()


@pytest.mark.spec("GEN-003", "GEN-004")
@pytest.mark.parametrize(
    ("kind", "field", "change", "why"),
    [
        ("LotPaid", "amount_c", lambda cents: cents + 1, "vaut"),
        ("LotsAllocated", "retenue_c", lambda cents: cents + 100, "retenue"),
        ("ForfaitPaid", "prix_c", lambda cents: cents + 100, "prix"),
        ("QuineClosed", "shares", lambda shares: {n: c - 1 for n, c in shares.items()}, "lot"),
        ("TillClosed", "expected_c", lambda cents: cents - 1, "caisse"),
        ("CagnotteCounted", "counted_c", lambda cents: cents - 1, "cagnotte"),
        ("BallDisplayed", "ball", lambda ball: ball % 90 + 1, "boule"),
    ],
)
def test_a_journal_written_anew_does_not_add_up(night, tmp_path, kind, field, change, why):
    """Chain and manifest are right again; seals would tell, and without them the sums do."""
    folder = unpacked(night, tmp_path)
    lines = [json.loads(text) for text in lines_of(night)]
    told = next(one for one in lines if one["type"] == kind)
    told["data"][field] = change(told["data"][field])
    forged(folder, "journal.jsonl", rechained(lines))
    manifest = json.loads((folder / verify.MANIFEST).read_bytes())
    head = json.loads((folder / "journal.jsonl").read_bytes().splitlines()[-1])["hash"]
    del manifest["digest"]
    manifest["head"] = head
    manifest["digest"] = sha256(verify.written(manifest)).hexdigest()
    (folder / verify.MANIFEST).write_bytes(verify.written(manifest))
    with pytest.raises(Fault, match="sceau"):
        whole(folder)
    facts = list(verify.journal_of(folder, manifest))
    with pytest.raises(Fault, match=why):
        played = verify.Night(facts, "2025-001")
        verify.draws_of(folder, manifest, played)
        verify.Money(facts, "2025-001")


@pytest.mark.spec("GEN-010", "FOR-025")
@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("tirages/partie-1-1.json", '"server_seed": "', '"server_seed": "0'),
        ("cartons/partie-1-1.jsonl", "001-000002", "001-000099"),
        ("tirages/lots.json", '"seed": "', '"seed": "0'),
        ("boules.csv", ";1;1;1;", ";1;1;2;"),
        ("paiements.csv", "LOT_PAYE;1;", "LOT_PAYE;2;"),
        ("ventes.csv", ";30,00;24,00", ";30,01;24,00"),
        ("reclamations.csv", "NON_COMPLETE", "VALIDE"),
        ("historique.json", '"paid_c": ', '"paid_c": 1'),
    ],
)
def test_a_file_that_says_otherwise_than_the_journal_is_named(night, tmp_path, name, old, new):
    """Even when whoever changed it made the manifest right again."""
    folder = unpacked(night, tmp_path)
    content = (folder / name).read_text("utf-8")
    assert old in content
    forged(folder, name, content.replace(old, new, 1).encode())
    with pytest.raises(Fault, match=re.escape(name)):
        whole(folder)


def test_without_the_key_it_says_what_it_did_not_check(night, tmp_path):
    """A dossier made from a bare journal: whole, and the seals told as not checked."""
    folder = unpacked(night / "journal.jsonl", tmp_path)
    assert "3 sceaux NON VÉRIFIÉS (clé absente)" in whole(folder)
    assert "sceaux ne peuvent être vérifiés" in (folder / "LISEZMOI.txt").read_text("utf-8")


async def test_a_program_has_it_made_aside(night, tmp_path):
    """In another process; named in its folder; a refusal comes back as it was."""
    made = await make_aside(night, tmp_path)
    assert Path(made.path).parent == tmp_path and made.path.endswith(f"-{made.lines:07d}.zip")
    assert not made.masked and made.seance == "2025-001"
    assert [path.name for path in tmp_path.glob("*.zip")] == [Path(made.path).name]
    for where, seance, code in (
        (night, "", "FICHIER_DEJA_LA"),
        (night, "1999-001", "SEANCE_INCONNUE"),
        (tmp_path / "nowhere", "", "DOSSIER_IMPOSSIBLE"),
    ):
        with pytest.raises(Refusal, match=code):
            await make_aside(where, tmp_path, seance)


def test_seals_are_those_of_the_house_key(night, tmp_path):
    """Another house's key does not fit."""
    folder = unpacked(night, tmp_path)
    other = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a\n"
    forged(folder, "seal.pub", other.encode())
    with pytest.raises(Fault, match="sceau"):
        whole(folder)


RFC_8032 = (
    ("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60", b""),
    ("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb", b"r"),
    ("c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7", b"\xaf\x82"),
)


def test_plain_ed25519_agrees_with_the_library():
    """RFC 8032's first three vectors, and signatures of a real key, one bit off included."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    for secret, message in RFC_8032:
        key = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(secret))
        public, signature = key.public_key().public_bytes_raw(), key.sign(message)
        assert verify.ed25519(public, message, signature)
        assert not verify.ed25519(public, message + b"!", signature)
        for bit in (0, 200, 300, 511):
            spoilt = bytearray(signature)
            spoilt[bit // 8] ^= 1 << bit % 8
            assert not verify.ed25519(public, message, bytes(spoilt))


def test_verify_needs_nothing_but_an_old_python():
    """It parses as Python 3.8, imports the standard library only, and nothing of ours."""
    source = Path(verify.__file__).read_text("utf-8")
    tree = ast.parse(source, feature_version=(3, 8))
    imported = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    imported |= {
        name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names
    }
    mine = {"__future__", "collections.abc", "csv", "hashlib", "hmac", "json", "pathlib", "re"}
    assert imported <= mine | {"sys", "typing"}
    newer = r"\.removeprefix|\.removesuffix|is_relative_to|strict=|\bmatch \w+:|functools\.cache\b"
    assert not re.search(newer, source)


# Evenings that do not go as planned, told by the rules alone.


@pytest.fixture
def evening():
    sys.path.insert(0, str(Path(__file__).parents[1] / "core"))
    from night import Night

    return Night()


def told(evening, folder: Path, seance: str = "") -> Path:
    """The facts of an evening as a journal, made into a dossier."""
    head, path = Head(), folder / "journal.jsonl"
    with path.open("wb") as file:
        for fact in evening.facts:
            written = line(head, Stamp("2026-06-20T20:00:00.000+02:00", 0), fact)
            head = written.head
            file.write(written.text + b"\n")
    return unpacked(path, folder / "x", seance)


@pytest.mark.spec("FOR-030", "FOR-033", "FOR-037")
def test_a_replay_a_carry_a_contribution_and_orphelins_add_up(evening, tmp_path):
    """The first attempt cancelled and revealed, the second partie unwon, the last bingo unclaimed."""
    from core.bingo.forfait.contributions import AddContribution
    from core.bingo.forfait.state import Terms
    from core.bingo.partie.draw import DrawBall
    from core.bingo.partie.state import Combination
    from core.bingo.partie.suspension import CancelPartie, ReplayPartie, SuspendPartie
    from core.bingo.seance.closing import BeginClosing, CloseSeance
    from core.bingo.seance.seals import RevealAllocation, RevealDraw
    from core.rules import Role

    terms = Terms(30_00, 24_00, 6_00, cartons=3, parties=3, capacity=30)
    evening.announced(forfaits=20, terms=terms)
    evening.gives(AddContribution(3, Combination.QUINE, cash_c=50_00), Role.MCD).starts()
    for _ in range(12):
        evening.heard().waits(5_000).gives(DrawBall())
    cancelled = evening.heard().partie.game_id
    evening.gives(SuspendPartie("panne"), Role.MCD).heard()
    evening.gives(CancelPartie("panne"), Role.MCD).gives(RevealDraw(cancelled), Role.MAISON)
    assert "1 tirages prouvés" in whole(told(evening, tmp_path))
    evening.gives(ReplayPartie(), Role.MCD).heard().plays(quine=(1, 4))
    evening.starts().without_winner().validated()
    evening.starts().quine(3).without_winner().validated().paid()
    evening.gives(BeginClosing()).heard().certified().till_closed().gives(CloseSeance())
    evening.gives(RevealAllocation("2025-001"), Role.MAISON)
    (tmp_path / "end").mkdir()
    folder = told(evening, tmp_path / "end")
    assert "répartition des lots prouvée" in whole(folder)
    assert (folder / "paiements.csv").read_text().count("ORPHELIN") == 1
    assert (folder / "incidents.csv").read_text().count("ANNULATION") >= 1
    assert (folder / "cartons/partie-1-2.jsonl").exists()


@pytest.mark.spec("BIN-002")
def test_a_sphere_has_balls_and_no_proof(evening, tmp_path):
    """The record is the proof: nothing is revealed, and the dossier is whole."""
    from core.bingo.partie.draw import DrawBall, EnterNumber
    from core.bingo.seance.state import Mode

    evening.playing(mode=Mode.SPHERE).waits(5_000)
    evening.gives(EnterNumber(47)).gives(DrawBall(number=47))
    folder = told(evening, tmp_path)
    assert "0 tirages prouvés" in whole(folder)
    assert (folder / "boules.csv").read_text().splitlines()[1].endswith(";1;1;1;47")


@pytest.mark.spec("FOR-013")
def test_an_evening_where_nobody_came_is_whole(evening, tmp_path):
    """Abandoned after the exchange was opened: eight seeds revealed, no carton, no ball."""
    from core.bingo.forfait.exchange import OpenExchange
    from core.bingo.seance.opening import AbandonSeance
    from core.house import duties

    evening.opened().gives(OpenExchange()).gives(AbandonSeance("personne"))
    for order in list(duties(evening.house)):
        evening.gives(order)
    folder = told(evening, tmp_path)
    assert "8 tirages prouvés (0 non révélés)" in whole(folder)
    assert not (folder / "cartons").exists()


@pytest.mark.spec("FOR-015")
def test_a_forfait_for_two_seances_counts_in_both(evening, tmp_path):
    """50.00 of cartons are 22.22 here and 27.78 there; the fee is due once."""
    from core.bingo.forfait.offers import PlanOffer
    from core.bingo.forfait.payment import PayForfait
    from core.bingo.forfait.registration import OpenRegistrations, PreRegister, ValidateIdentity
    from core.bingo.forfait.state import Terms
    from core.bingo.seance.planning import PlanSeance, PublishSeance, RecordNotice
    from core.rules import Role

    evening.opened().gives(PlanSeance("2026-06-27", "20:00", Terms(31_00, 25_00, 6_00, 3, 10)))
    evening.gives(RecordNotice("2025-002", "ORGANISATION", "2026-06-20", "courriel"))
    evening.gives(PublishSeance("2025-002")).gives(OpenRegistrations("2025-002"))
    evening.gives(PlanOffer(("2025-001", "2025-002"), 50_00, 6_00))
    evening.gives(PreRegister("joueur-1", evening.result["offer"]), Role.INSCRIPTION)
    evening.gives(ValidateIdentity(1)).gives(PayForfait(1, "ESPECES", given_c=56_00))
    for seance, base_c, fees_c in (("2025-001", 22_22, 6_00), ("2025-002", 27_78, 0)):
        (tmp_path / seance).mkdir()
        folder = told(evening, tmp_path / seance, seance)
        assert whole(folder).startswith(f"ENTIER : séance {seance}")
        record = json.loads((folder / "historique.json").read_bytes())
        assert (record["base_c"], record["totals"]["fees_c"]) == (base_c, fees_c)


def test_a_seance_only_planned_has_its_dossier(evening, tmp_path):
    """Nothing sold, nothing drawn: the programme alone, and whole."""
    assert "0 tirages prouvés" in whole(told(evening.published(), tmp_path))


def test_the_vault_is_where_the_unrevealed_seeds_are(night):
    """A guard of this file's own premise: after the night nothing is left in the vault."""
    key = (night / "data/keys/vault.key").read_bytes()
    assert Vault(night / "data/vault", key, None).game_ids() == ()  # type: ignore[arg-type]

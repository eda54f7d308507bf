"""The journal copied while the hall writes: whole, verified, and never over another file."""

from __future__ import annotations

import apsw
import pytest

from core.site import StartHall
from hall.founding import found
from hall.journal import verify
from hall.opening import open_house
from quine.cli import main


@pytest.fixture
def house(tmp_path):
    folder = tmp_path / "maison"
    found(folder, rehearsal=True)
    return folder


@pytest.mark.spec("GEN-004")
def test_a_backup_is_taken_while_the_house_is_open(house, tmp_path, capsys):
    """The lock is held, lines are in the WAL; the copy holds every durable line and verifies."""
    opened = open_house(house)
    opened.start(StartHall("b", "v", ""))
    head = opened.commit()
    assert main(["journal", "backup", str(house), "--to", str(tmp_path / "copie.db")]) == 0
    assert f"{head.seq} lines, head {head.hash}" in capsys.readouterr().out
    opened.give(StartHall("b", "v", ""))
    later = opened.commit()
    opened.close()
    copy = tmp_path / "copie.db"
    assert (verify(copy).count, verify(house).count) == (head.seq, later.seq)
    assert copy.stat().st_mode & 0o777 == 0o600
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copie.db", "maison"]


@pytest.mark.spec("GEN-004")
def test_a_folder_names_its_copies_and_takes_the_public_key(house, tmp_path, capsys):
    """Two states, two names; the same state twice is refused; seals can be checked there."""
    safe = tmp_path / "coffre"
    assert main(["journal", "backup", str(house), "--to", str(safe)]) == 0
    assert main(["journal", "backup", str(house), "--to", str(safe)]) == 1
    assert "[FICHIER_DEJA_LA]" in capsys.readouterr().err
    opened = open_house(house)
    opened.start(StartHall("b", "v", ""))
    opened.commit()
    opened.close()
    assert main(["journal", "backup", str(house), "--to", str(safe)]) == 0
    copies = sorted(safe.glob("journal-*.db"))
    assert [verify(copy).whole for copy in copies] == [True, True]
    assert verify(copies[1]).count == verify(copies[0]).count + 1
    assert (safe / "keys/seal.pub").read_bytes() == (house / "keys/seal.pub").read_bytes()
    assert not list(safe.glob(".*")), "nothing unfinished is left"


def test_nothing_is_overwritten(house, tmp_path, capsys):
    """A file of that name stays as it is."""
    taken = tmp_path / "autre.db"
    taken.write_bytes(b"precious")
    assert main(["journal", "backup", str(house), "--to", str(taken)]) == 1
    assert "[FICHIER_DEJA_LA]" in capsys.readouterr().err
    assert taken.read_bytes() == b"precious"
    assert main(["journal", "backup", str(tmp_path / "rien"), "--to", str(tmp_path / "x.db")]) == 1
    assert "[PAS_DE_JOURNAL]" in capsys.readouterr().err
    assert not (tmp_path / "x.db").exists()


def test_a_stick_without_hard_links_will_do(house, tmp_path, monkeypatch, capsys):
    """The copy is copied once more, and still goes over nothing."""

    def link(*_):
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr("os.link", link)
    copy = tmp_path / "copie.db"
    assert main(["journal", "backup", str(house), "--to", str(copy)]) == 0
    assert verify(copy).whole and copy.stat().st_mode & 0o777 == 0o600
    assert main(["dossier", str(house), "--out", str(tmp_path)]) == 0
    assert main(["dossier", str(house), "--out", str(tmp_path)]) == 1
    assert "[FICHIER_DEJA_LA]" in capsys.readouterr().err
    assert len(list(tmp_path.glob("*.zip"))) == 1


@pytest.mark.spec("GEN-004")
def test_a_journal_that_does_not_hold_gives_no_copy(house, tmp_path, capsys):
    """A line altered in the house: the copy is not whole, is not kept, and it says why."""
    db = apsw.Connection(str(house / "journal.db"))
    db.execute("DROP TRIGGER journal_keeps")
    db.execute("UPDATE journal SET line = replace(line, 'roy', 'roi') WHERE line LIKE '%roy%'")
    db.close()
    assert main(["journal", "backup", str(house), "--to", str(tmp_path / "copie.db")]) == 1
    assert "[JOURNAL_EN_PANNE]" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["maison"]

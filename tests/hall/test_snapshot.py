"""Snapshots: a shorter start that tells the same, and that nobody needs (design §4)."""

from __future__ import annotations

import apsw
import msgspec
import pytest
import tiny
from houses import found, opened, until
from houses import hall as serving

from core.people import OpenSession
from core.rules import Role
from core.site import StartHall
from hall import snapshot
from hall.answers import order_days
from hall.clock import RealClock
from hall.keeping import Keeping
from hall.scribe import Broken, By

DAY = order_days(RealClock().read().at)[0]  # what every honest order id begins with


def kept(folder, sold=3):
    """A house that has sold, with a snapshot of it."""
    found(folder)
    house = opened(folder)
    house.start(StartHall("b", "v", ""))
    house.give(OpenSession("durand", "desk-1"))
    for n in range(sold):
        house.give(tiny.Tally(n), By("durand", Role.CAISSIER, "desk-1", f"{DAY}-{n}"))
    house.commit()
    house.close()
    house = opened(folder)
    snapshot.keep(folder, house.hall.keys.seal, house.snapshot())
    house.close()


def all_of(house):
    was = house.restored
    answers = list(was.answers.all())
    return was.house, answers, was.head, was.last_at, was.last_ms, was.runs, was.last, was.base_ms


def both(folder):
    """The house by its snapshot, and by its whole journal."""
    made = []
    for quick in (True, False):
        house = opened(folder, quick=quick)
        made.append((house.restored.unverified, all_of(house)))
        house.close()
    return made


@pytest.mark.spec("GEN-016")
def test_a_snapshot_tells_what_the_journal_tells(tmp_path):
    """House, answers, clock, head of every type: nothing is missing after a short start."""
    kept(tmp_path)
    (unverified, quick), (nothing, whole) = both(tmp_path)
    assert unverified > 3 and nothing == 0
    assert quick == whole


def test_what_came_after_the_snapshot_is_read_from_the_journal(tmp_path):
    """Two runs later the same old snapshot still only shortens the start."""
    kept(tmp_path)
    for n in range(2):
        house = opened(tmp_path, quick=True)
        house.start(StartHall("b", "v", ""))
        house.give(tiny.Tally(5), By("durand", Role.CAISSIER, "desk-1", f"{DAY}-more-{n}"))
        house.commit()
        house.close()
    (unverified, quick), (_, whole) = both(tmp_path)
    assert 0 < unverified < whole[2].seq
    assert quick == whole


def _garbage(folder, monkeypatch):
    (folder / snapshot.SNAPSHOT).write_bytes(b"\x00" * 200)


def _cut_short(folder, monkeypatch):
    path = folder / snapshot.SNAPSHOT
    path.write_bytes(path.read_bytes()[:-1])


def _one_bit(folder, monkeypatch):
    path = folder / snapshot.SNAPSHOT
    raw = bytearray(path.read_bytes())
    raw[-20] ^= 1
    path.write_bytes(raw)


def _other_build(folder, monkeypatch):
    monkeypatch.setattr("hall.opening.build_hash", lambda: "other")


def _other_schema(folder, monkeypatch):
    raw = (folder / snapshot.SNAPSHOT).read_bytes()[snapshot.MAC_BYTES :]
    said = msgspec.structs.replace(msgspec.json.decode(raw, type=snapshot.Snapshot), schema="o")
    house = opened(folder)
    snapshot.keep(folder, house.hall.keys.seal, msgspec.json.encode(said))
    house.close()


def _shorter_journal(folder, monkeypatch):
    db = apsw.Connection(str(folder / "journal.db"))
    db.execute("DROP TRIGGER journal_stays")
    db.execute("DELETE FROM journal WHERE seq >= (SELECT max(seq) FROM journal)")
    db.close()


@pytest.mark.parametrize(
    "spoil", [_garbage, _cut_short, _one_bit, _other_build, _other_schema, _shorter_journal]
)
def test_a_snapshot_that_does_not_fit_is_not_used(tmp_path, monkeypatch, spoil):
    """Whatever is wrong with it, the house opens from its journal as if there were none."""
    kept(tmp_path)
    spoil(tmp_path, monkeypatch)
    (unverified, quick), (_, whole) = both(tmp_path)
    assert unverified == 0
    assert quick == whole


async def test_a_hall_leaves_a_snapshot_and_begins_from_it(tmp_path, monkeypatch):
    """A clean stop writes one; the next start reads no line twice, and serves the same house."""

    async def whole(keeping) -> str:
        return ""

    monkeypatch.setattr(Keeping, "verify", whole)
    async with serving(tmp_path) as running:
        desk = await running.desk()
        assert await desk.order("Tally", by=7) == {"total": 7}
        await desk.close()
    assert (tmp_path / snapshot.SNAPSHOT).stat().st_mode & 0o777 == 0o600
    house = opened(tmp_path, quick=True)
    assert house.restored.unverified == house.restored.head.seq
    house.close()
    async with serving(tmp_path, verify=False) as running:
        desk = running.client("desk")
        await desk.connect()
        await desk.sign_in("durand", tiny.PINS["durand"])
        assert await desk.order("Tally", by=1) == {"total": 8}
        await desk.close()


@pytest.mark.spec("GEN-004")
async def test_a_journal_that_says_otherwise_stops_the_hall(tmp_path, monkeypatch):
    """Found out while serving: loud, and the next start reads every line."""
    kept(tmp_path)

    async def differs(keeping) -> str:
        return "line 4: altered"

    monkeypatch.setattr(Keeping, "verify", differs)
    with pytest.raises(Broken, match="line 4: altered"):
        async with serving(tmp_path, verify=False) as running:
            await until(running.task.done)
    assert not (tmp_path / snapshot.SNAPSHOT).exists()

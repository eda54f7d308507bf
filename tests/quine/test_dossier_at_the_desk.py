"""The inspector's file in one keystroke, from a desk of the running hall (GEN-017)."""

import asyncio
import itertools
import zipfile

import pytest

from core.stations import StationKind
from hall.client import HallClient, Refused
from hall.founding import found
from hall.running import Plan, run
from quine.dossier.aside import dossier_of


@pytest.mark.spec("GEN-017")
async def test_the_auditor_asks_and_the_file_lies_in_the_house(tmp_path):
    """It is whole, its making is a fact, and a cashier may not ask for it."""
    founded = found(tmp_path / "maison", rehearsal=True)
    pins = {member.person: member.pin for member in founded.staff}
    ready, stop = asyncio.get_running_loop().create_future(), asyncio.Event()
    plan = Plan(tmp_path / "maison", port=0, dossier=dossier_of)
    hall = asyncio.create_task(run(plan, ready=ready.set_result, stop=stop))
    try:
        opened = await asyncio.wait_for(ready, 30)
        ids = (str(n) for n in itertools.count())
        desk = HallClient(opened.url, tmp_path / "desk.key", order_ids=ids)
        await desk.pair(opened.codes[StationKind.DESK], StationKind.DESK, "caisse")
        async with desk:
            await desk.sign_in("durand", pins["durand"])
            with pytest.raises(Refused, match="FONCTION_NON_AUTORISEE"):
                await desk.order("MakeDossier")
            await desk.sign_in("lenoir", pins["lenoir"])
            made = await asyncio.wait_for(desk.order("MakeDossier"), 60)
    finally:
        stop.set()
        await hall
    with zipfile.ZipFile(made["path"]) as dossier:
        assert dossier.testzip() is None
        names = {name.rpartition("/")[2] for name in dossier.namelist()}
        assert {"verify.py", "LISEZMOI.txt", "journal.jsonl"} <= names
        journal = next(name for name in dossier.namelist() if name.endswith("journal.jsonl"))
        assert b'"register":"DOSSIER"' in dossier.read(journal)

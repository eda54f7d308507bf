"""Print jobs: once as an original, then DUPLICATA, a doubt decided by a person: PRT-009."""

import pytest

from core.bingo.forfait.exchange import ExchangeReceipt
from core.papers import (
    DoubtPrint,
    FailPrint,
    FinishPrint,
    JobState,
    MovePrint,
    Reprint,
    ResolvePrint,
    StartPrint,
)
from core.rules import Role
from core.site import StartHall


@pytest.fixture
def receipt(night):
    """One forfait sold: the only job open at the desk is its récépissé."""
    night.opened().sold(1)
    ((night.job, _),) = night.house.papers.open_at("caisse-1")
    return night


def copies(night):
    return [(job.kind, job.copy, job.state) for job in night.house.papers.jobs.values()]


@pytest.mark.spec("PRT-009")
def test_a_job_goes_out_once(receipt):
    receipt.gives(StartPrint(receipt.job)).gives(FinishPrint(receipt.job))
    receipt.refuses(StartPrint(receipt.job), "IMPRESSION_DANS_UN_AUTRE_ETAT")
    assert copies(receipt) == [("recepisse", 0, JobState.DONE)]


@pytest.mark.spec("PRT-009", "GEN-022")
def test_a_printer_out_of_paper_keeps_its_job_as_the_original(receipt):
    """Nothing was printed: it waits, is told once, and is still no duplicate."""
    receipt.gives(FailPrint(receipt.job, "PAPIER")).gives(FailPrint(receipt.job, "PAPIER"))
    assert len(receipt.happened("PrintFailed")) == 1
    receipt.gives(StartPrint(receipt.job)).gives(FinishPrint(receipt.job))
    assert copies(receipt) == [("recepisse", 0, JobState.DONE)]


@pytest.mark.spec("PRT-009")
def test_a_doubtful_print_is_decided_by_a_person(receipt):
    """He sees no good paper: the next one says DUPLICATA 1."""
    receipt.gives(StartPrint(receipt.job)).gives(DoubtPrint(receipt.job, "CABLE"))
    receipt.gives(ResolvePrint(receipt.job, printed=False))
    assert copies(receipt) == [
        ("recepisse", 0, JobState.DROPPED),
        ("recepisse", 1, JobState.WAITING),
    ]


@pytest.mark.spec("PRT-009", "GEN-016")
def test_a_print_under_way_at_a_crash_is_doubtful(receipt):
    receipt.gives(StartPrint(receipt.job)).gives(StartHall("b0b0", "1.0", "rules", receipt.ms))
    assert copies(receipt) == [("recepisse", 0, JobState.DOUBTFUL)]
    receipt.gives(ResolvePrint(receipt.job, printed=True))
    assert copies(receipt) == [("recepisse", 0, JobState.DONE)]


@pytest.mark.spec("PRT-009", "FOR-016")
def test_an_older_copy_of_a_receipt_is_replaced(receipt):
    """A reprint cancels the former; the new one is exchanged."""
    receipt.gives(StartPrint(receipt.job)).gives(FinishPrint(receipt.job))
    receipt.gives(Reprint(receipt.job)).exchanging(forfaits=1, shown=0)
    receipt.house.papers.copies["recepisse:1"] = 1
    old, new = (ExchangeReceipt(1, "joueur-1", code="L…", copy=copy) for copy in (0, 1))
    assert receipt.refuses(old, "RECEPISSE_REMPLACE", Role.CAISSIER)["copy"] == 1
    receipt.gives(new, Role.CAISSIER)


@pytest.mark.spec("GEN-022", "BIN-016")
def test_what_a_dead_printer_never_printed_comes_out_of_another(receipt):
    """Still the original; what was started may not move: it may be out there."""
    receipt.gives(FailPrint(receipt.job, "PANNE")).gives(MovePrint(receipt.job), station="bureau")
    assert receipt.house.papers.open_at("caisse-1") == []
    assert copies(receipt) == [("recepisse", 0, JobState.WAITING)]
    receipt.refuses(MovePrint(receipt.job), "IMPRESSION_DEJA_ICI", station="bureau")
    receipt.gives(StartPrint(receipt.job), station="bureau")
    receipt.refuses(MovePrint(receipt.job), "IMPRESSION_DANS_UN_AUTRE_ETAT")


@pytest.mark.spec("PRT-009")
def test_a_station_reports_on_its_own_printer(receipt):
    order = StartPrint(receipt.job)
    receipt.refuses(order, "IMPRESSION_D_UN_AUTRE_POSTE", Role.POSTE, station="caisse-2")
    receipt.refuses(StartPrint(99), "IMPRESSION_INCONNUE")

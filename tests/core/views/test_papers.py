"""Papers as a station gets them: whole, coded, and bound to what they say."""

import pytest

from core.bingo.partie.preparation import AnnounceLots, PreparePartie
from core.codes import Code, Kind
from core.documents import CartonPage, Recepisse
from core.papers import Reprint
from core.rules import Role
from core.stations import StationKind
from core.views.documents import statement_of


@pytest.fixture
def post(sees):
    return lambda: sees("post", StationKind.DESK)


@pytest.mark.spec("PRT-003 FOR-011")
def test_a_receipt_says_its_two_parts_and_its_number(night, post):
    """24,00 + 6,00 = 30,00, valid as admission on its day."""
    night.opened().sold(1)
    job = post().jobs[0]
    assert isinstance(job.document, Recepisse)
    receipt = job.document
    assert (receipt.cartons_c, receipt.fees_c, receipt.total_c) == (24_00, 6_00, 30_00)
    assert (receipt.number, receipt.holder, receipt.code) == (1, "Anne DUPONT", "LC1")
    assert receipt.seances[0].day == "20/06/2026 20:00"


@pytest.mark.spec("PRT-001 FOR-018")
def test_one_job_holds_the_cartons_of_one_forfait_for_one_partie(night, post):
    """k = 3: cartons 1 to 3 of each of the eight series, the grids as stored."""
    night.exchanging(forfaits=1)
    pages = [job.document for job in post().jobs if isinstance(job.document, CartonPage)]
    assert [page.partie for page in pages] == list(range(1, 9))
    assert [carton.serial for carton in pages[0].cartons] == [
        "001-000001",
        "001-000002",
        "001-000003",
    ]
    partie = night.seance.parties[1]
    assert pages[0].commitment == partie.commitment[:8]


@pytest.mark.spec("FOR-016 PRT-009")
def test_a_duplicate_binds_another_copy_than_the_original(night):
    """The statement behind the code names the copy: the older paper no longer fits."""
    night.opened().sold(1)
    code = Code(Kind.RECEPISSE, (2025 - 2020 << 14) + 1, 1, b"")
    original = statement_of(night.house, code, 0)
    assert original is not None
    assert original != statement_of(night.house, code, 1)


@pytest.mark.spec("SPK-002")
def test_the_voice_station_gets_the_words_and_the_others_do_not(night, sees):
    """Announcements wait in order on the voice station alone."""
    night.announced().gives(PreparePartie()).gives(AnnounceLots())
    assert sees("post", StationKind.DESK).say == ()
    said = sees("post", StationKind.VOICE).say
    assert [line.speech for line in said] == [
        "Partie un sur huit: quine vingt-deux euros, bingo soixante-quatorze euros."
    ]


def test_reprint_is_asked_by_staff_only(night):
    """A station alone never makes a second paper."""
    night.opened().sold(1)
    night.refuses(Reprint(1), "FONCTION_NON_AUTORISEE", Role.POSTE)

"""What a scan stands for: which paper, whose seal, which copy; each wrong paper told apart."""

from datetime import date

import pytest

from core import codes
from core.bingo.forfait.payment import PayForfait
from core.bingo.forfait.registration import PreRegister, ValidateIdentity
from core.bingo.partie.verdicts import Presented
from core.codes import Kind, Serial
from core.desk.till import OpenTill
from core.papers import FinishPrint, Reprint, StartPrint
from core.people import EnrollPerson
from core.rules import Refusal, Role
from core.views.documents import statement_of
from hall import scans
from hall.founding import found
from hall.opening import open_house
from hall.scribe import By

CLERK = By("durand", Role.CAISSIER, "desk-1")


class Counter:
    """A rehearsal house with one receipt, paid and printed."""

    def __init__(self, folder):
        self.seance = found(folder, rehearsal=True).seance
        self.opened = open_house(folder)
        self.hall = self.opened.hall
        self.give(OpenTill({1_000: 10}))
        self.give(EnrollPerson("Dupont", "Anne", "1950-01-01"))
        person = next(p for p in self.hall.house.people.digests if p.startswith("p-"))
        self.give(PreRegister(person, self.seance))
        self.give(ValidateIdentity(1), Role.INSCRIPTION)
        self.give(PayForfait(1, "ESPECES", 50_00))

    def give(self, order, role=Role.CAISSIER):
        return self.opened.give(order, By("durand", role, "desk-1"))

    def prints(self, job):
        self.give(StartPrint(job), Role.POSTE)
        self.give(FinishPrint(job), Role.POSTE)

    def code(self, kind, number, copy=0):
        """The code of a paper, made with the house's own key."""
        event = codes.carton_event(*map(int, self.seance.split("-")))
        blank = codes.Code(kind, event, number, b"")
        statement = statement_of(self.hall.house, blank, copy)
        return scans.make(self.hall.keys.code, kind, event, number, statement)

    def read(self, text, *kinds):
        return scans.read_paper(self.hall.house, self.hall.keys.code, text, *kinds)


@pytest.fixture
def counter(tmp_path):
    counter = Counter(tmp_path)
    yield counter
    counter.opened.close()


@pytest.mark.spec("GEN-005")
@pytest.mark.parametrize("forged", [True, False])
def test_a_slip_from_a_kiosk_is_the_houses_or_leads_nowhere(counter, forged):
    """Shown at the desk, a forged *bon à payer* neither validates nor pays the bulletin it names."""
    counter.give(EnrollPerson("Martin", "Luc", "1950-01-01"))
    person = next(p for p in reversed(counter.hall.house.people.digests) if p.startswith("p-"))
    counter.give(PreRegister(person, counter.seance))
    code = counter.code(Kind.BON_A_PAYER, 2)
    if forged:
        event = codes.read(code).event
        code = scans.make(b"another house".ljust(32), Kind.BON_A_PAYER, event, 2, b"{}")
        for role, order in (
            (Role.INSCRIPTION, ValidateIdentity(2, code=code)),
            (Role.CAISSIER, PayForfait(2, "ESPECES", 50_00, code=code)),
        ):
            with pytest.raises(Refusal) as refused:
                counter.give(order, role)
            assert refused.value.code == "BON_NON_AUTHENTIQUE"
        return
    counter.give(ValidateIdentity(2, code=code), Role.INSCRIPTION)
    counter.give(PayForfait(2, "ESPECES", 50_00, code=code))
    assert counter.hall.house.bingo.registrations[2].paid


@pytest.mark.spec("FOR-016 PRT-003")
def test_a_receipt_is_read_with_its_seal_and_its_copy(counter):
    """The original until it is printed again; then the older paper still says which it was."""
    original = counter.code(Kind.RECEPISSE, 1)
    assert counter.read(original, Kind.RECEPISSE) == scans.Paper(Kind.RECEPISSE, 1, True, 0)
    counter.prints(1)
    counter.give(Reprint(1))
    duplicata = counter.code(Kind.RECEPISSE, 1, copy=1)
    assert counter.read(duplicata, Kind.RECEPISSE).copy == 1
    assert counter.read(original, Kind.RECEPISSE).copy == 0


@pytest.mark.spec("PRT-002 FOR-049")
def test_a_forged_letter_breaks_the_seal(counter):
    """Any letter of the seal changed: a paper of ours in shape, and not authentic."""
    code = counter.code(Kind.RECEPISSE, 1)
    forged = code[:-1] + ("B" if code[-1] != "B" else "C")
    assert not counter.read(forged, Kind.RECEPISSE).authentic


@pytest.mark.spec("SCN-002")
def test_another_paper_than_the_one_wanted_is_named(counter):
    """A receipt scanned where a voucher is paid: the refusal says what it is and what is wanted."""
    with pytest.raises(Refusal) as refused:
        counter.read(counter.code(Kind.RECEPISSE, 1), Kind.BON_DE_GAIN)
    assert refused.value.values == {"scanned": "RECEPISSE", "expected": "BON_DE_GAIN"}


@pytest.mark.spec("SCN-001 SCN-004")
def test_a_carton_typed_by_hand_is_the_same_carton(counter):
    """Number with its check digit, without it, and a wrong one."""
    seance = counter.hall.house.bingo.seances[counter.seance]
    read = lambda text: scans.presented(counter.hall.house, counter.hall.keys.code, seance, text)  # noqa: E731
    serial = Serial(14, 251)
    assert read(serial.typed) == read("14-251") == Presented(14, 251)
    with pytest.raises(Refusal, match="CHIFFRE_DE_CONTROLE"):
        read("014-000251-9")


@pytest.mark.spec("GEN-013")
def test_flags_are_of_the_day_of_the_operation(counter):
    """Eighteen on the day of the séance is not eighteen on the day of the registration (D-31)."""
    counter.give(EnrollPerson("Jeune", "Léo", "2008-12-01"))
    person = max(p for p in counter.hall.house.people.digests if p.startswith("p-"))
    people = counter.hall.people
    assert people.flags(person, date(2026, 11, 30)).age == 17
    assert people.flags(person, date(2026, 12, 5)).age == 18


@pytest.mark.spec("PRT-002")
def test_every_season_has_a_key_of_its_own(counter):
    """A key that leaked in one season seals nothing of the next; old papers are still checked."""
    this, next_ = codes.carton_event(2026, 1), codes.carton_event(2027, 1)
    key = counter.hall.keys.code
    assert scans.season_key(key, this) != scans.season_key(key, next_)
    assert scans.season_key(key, this) == scans.season_key(key, codes.carton_event(2026, 9))
    paper = codes.read(scans.make(key, Kind.CARTON, this, 14_000251, b"15 numbers"))
    assert codes.authentic(scans.season_key(key, this), paper, b"15 numbers")
    assert not codes.authentic(scans.season_key(key, next_), paper, b"15 numbers")

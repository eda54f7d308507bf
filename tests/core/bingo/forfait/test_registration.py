"""Registration and payment: FOR-011 to FOR-017, FOR-021, FOR-022, GEN-013 to GEN-015, D-45, D-46."""

import pytest
from msgspec.structs import replace
from night import FORFAIT, SEANCE

from core.bingo.forfait.offers import PlanOffer
from core.bingo.forfait.payment import PayAtTerminal, PayForfait
from core.bingo.forfait.registration import (
    AbandonRegistration,
    CloseRegistrations,
    OpenRegistrations,
    PreRegister,
    ValidateIdentity,
)
from core.bingo.forfait.state import Status
from core.bingo.seance.planning import PlanSeance, PublishSeance, RecordNotice
from core.money import by_weight
from core.people import AdmitPerson, Flags
from core.rules import Role

ADULT = Flags(known=True, age=40)


def status(night, number=1):
    return night.house.bingo.registrations[number].status[SEANCE]


@pytest.mark.spec("FOR-011", "FOR-022")
def test_the_two_parts_of_the_price_are_kept_apart(night):
    """30.00 = cards 24.00 + fees 6.00."""
    night.opened().sold(1)
    assert (night.account("cartons"), night.account("droits")) == (24_00, 6_00)
    assert night.house.desk.tills["caisse-1"].received_c == 30_00


@pytest.mark.spec("FOR-011")
def test_a_price_is_the_sum_of_its_parts(night):
    terms = FORFAIT.__class__(31_00, 24_00, 6_00, 3, 8)
    night.founded().refuses(PlanSeance("2026-06-20", "20:00", terms), "PRIX_DIFFERENT_DES_PARTS")


@pytest.mark.spec("FOR-012")
def test_two_forfaits_of_three_are_six_cartons_a_partie(night):
    night.exchanging(forfaits=1, shown=0).sold(1, count=2).exchanged(2)
    assert (night.result["first"], night.result["last"]) == (1, 6)


@pytest.mark.spec("FOR-012")
def test_no_forfait_is_no_registration(night):
    night.registering().refuses(PreRegister("joueur-1", SEANCE, 0), "NOMBRE_DE_FORFAITS")


@pytest.mark.spec("FOR-013")
def test_a_kiosk_only_pre_registers(night):
    """No receipt before an employee has checked identity."""
    night.opened().gives(PreRegister("joueur-1", SEANCE), Role.JOUEUR)
    assert status(night) is Status.PREINSCRIT
    night.refuses(PayForfait(1, "ESPECES", given_c=30_00), "BULLETIN_DANS_UN_AUTRE_ETAT")
    night.gives(ValidateIdentity(1)).gives(PayForfait(1, "ESPECES", given_c=50_00))
    assert night.result["change_c"] == 20_00


@pytest.mark.spec("FOR-013", "GEN-012")
def test_todays_admission_validates_at_once(night):
    """The ticket says whose it is; another day's ticket says nothing."""
    night.opened().gives(AdmitPerson("joueur-1", ADULT))
    ticket = PreRegister("joueur-2", SEANCE, admission_code="E1")
    night.gives(ticket, Role.JOUEUR)
    assert status(night) is Status.VALIDE
    assert night.house.bingo.registrations[1].person == "joueur-1"
    night.refuses(replace(ticket, admission_code="E9"), "ADMISSION_INCONNUE", Role.JOUEUR)
    night.waits(days=1).refuses(ticket, "ADMISSION_D_UN_AUTRE_JOUR", Role.JOUEUR)


@pytest.mark.spec("FOR-014", "GEN-013", "GEN-014", "GEN-015")
@pytest.mark.parametrize(
    ("flags", "code"),
    [
        (Flags(known=True, age=17), "MINEUR"),
        (Flags(known=True, age=40, excluded=True), "INTERDIT_DE_JEU"),
        (Flags(known=True, age=40, staff=True), "PERSONNEL_NON_ADMIS"),
    ],
)
def test_minors_excluded_persons_and_staff_buy_nothing(night, flags, code):
    """At registration, at the check of identity and at payment."""
    night.opened().gives(PreRegister("joueur-2", SEANCE), Role.INSCRIPTION)
    night.gives(PreRegister("joueur-3", SEANCE), Role.INSCRIPTION).gives(ValidateIdentity(2))
    night.flags = dict.fromkeys(("joueur-1", "joueur-2", "joueur-3"), flags)
    night.refuses(PreRegister("joueur-1", SEANCE), code, Role.INSCRIPTION)
    night.refuses(ValidateIdentity(1), code)
    night.refuses(PayForfait(2, "ESPECES", given_c=30_00), code)


@pytest.mark.spec("FOR-015")
def test_the_card_part_of_two_seances_is_split_by_cartons(night):
    """A 50.00, 8 × 3 and 10 × 3 cartons: 22.22 and 27.78."""
    night.opened().gives(
        PlanSeance("2026-06-27", "20:00", FORFAIT.__class__(31_00, 25_00, 6_00, 3, 10))
    )
    night.gives(RecordNotice("2025-002", "ORGANISATION", "2026-06-20", "courriel"))
    night.gives(PublishSeance("2025-002")).gives(OpenRegistrations("2025-002"))
    night.gives(PlanOffer((SEANCE, "2025-002"), 50_00, 6_00))
    night.gives(PreRegister("joueur-1", night.result["offer"]), Role.INSCRIPTION)
    night.gives(ValidateIdentity(1)).gives(PayForfait(1, "ESPECES", given_c=56_00))
    assert (night.account("cartons"), night.account("droits")) == (22_22, 6_00)
    assert night.books.balance("2025-002/cartons") == 27_78
    assert by_weight(50_00, (24, 30)) == (22_22, 27_78)


@pytest.mark.spec("FOR-016", "FOR-017")
def test_every_receipt_has_its_stub(night):
    """60 receipts, 60 registrations of the same numbers, 60 papers."""
    night.exchanging(shown=0)
    receipts = [job.ref for job in night.house.papers.jobs.values() if job.kind == "recepisse"]
    assert receipts == [str(number) for number in night.house.bingo.registrations]
    assert len(receipts) == 60


@pytest.mark.spec("FOR-021")
def test_nothing_is_sold_once_registrations_are_closed(night):
    night.exchanging(forfaits=2)
    night.gives(PreRegister("joueur-3", SEANCE), Role.JOUEUR).gives(ValidateIdentity(3))
    night.gives(CloseRegistrations(SEANCE))
    assert night.result == {"sold": 2}
    night.refuses(PreRegister("joueur-4", SEANCE), "INSCRIPTIONS_CLOSES", Role.JOUEUR)
    night.refuses(PayForfait(3, "ESPECES", given_c=30_00), "INSCRIPTIONS_CLOSES")


@pytest.mark.spec("FOR-013")
def test_an_unpaid_registration_can_be_abandoned(night):
    night.opened().sold(1).gives(PreRegister("joueur-2", SEANCE), Role.JOUEUR)
    night.gives(AbandonRegistration(2), Role.JOUEUR)
    assert status(night, 2) is Status.ABANDONNE
    night.refuses(AbandonRegistration(1), "BULLETIN_DANS_UN_AUTRE_ETAT", Role.INSCRIPTION)


@pytest.mark.spec("FOR-013")
def test_a_kiosk_gives_up_its_own_registrations_only(night):
    """A number is easily guessed: nobody abandons his neighbour's; the desk may for him."""
    night.opened().gives(PreRegister("joueur-1", SEANCE), Role.JOUEUR, station="borne-1")
    order = AbandonRegistration(1)
    night.refuses(order, "BULLETIN_D_UNE_AUTRE_BORNE", Role.JOUEUR, station="borne-2")
    night.gives(order, Role.JOUEUR, station="borne-1")
    assert status(night, 1) is Status.ABANDONNE


@pytest.mark.spec("FOR-011")
def test_money_that_is_not_there_buys_nothing(night):
    """Too little cash, a card without its slip, an unknown means, another's till, none at all."""
    night.opened().gives(PreRegister("joueur-1", SEANCE), Role.INSCRIPTION).gives(
        ValidateIdentity(1)
    )
    night.refuses(PayForfait(1, "ESPECES", given_c=29_99), "SOMME_INSUFFISANTE")
    night.refuses(PayForfait(1, "CARTE"), "TICKET_DE_CARTE_MANQUANT")
    night.refuses(PayForfait(1, "CHEQUE"), "MOYEN_DE_PAIEMENT")
    night.refuses(PayForfait(1, "ESPECES", given_c=30_00), "CAISSE_D_UN_AUTRE", actor="x")
    night.refuses(PayForfait(1, "ESPECES", given_c=30_00), "CAISSE_FERMEE", station="caisse-9")
    night.refuses(PayAtTerminal(1, "ref"), "REPETITION_SEULEMENT")
    assert night.gives(PayForfait(1, "CARTE", reference="0042")).house.desk.electronic_c == 30_00


@pytest.mark.spec("FOR-012")
def test_the_room_holds_so_many_forfaits(night):
    night.exchanging(forfaits=60, shown=0).sold(1, count=10)
    full = PreRegister("joueur-99", SEANCE)
    assert night.refuses(full, "SEANCE_COMPLETE", Role.INSCRIPTION)["left"] == 0

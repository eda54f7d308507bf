"""Planning, notices and appointments: FOR-001 to FOR-010, art. 66-1-9 and 66-1-11."""

import pytest
from night import DAY, FORFAIT, SEANCE

from core.bingo.forfait.payment import PayForfait
from core.bingo.forfait.registration import OpenRegistrations
from core.bingo.partie.suspension import CancelPartie, ResumePartie, SuspendPartie
from core.bingo.seance.course import RecordDecision
from core.bingo.seance.equipment import StartTests
from core.bingo.seance.opening import OpenSeance
from core.bingo.seance.planning import (
    AppointDirecteur,
    AppointMCD,
    AssignTemporary,
    PlanSeance,
    PublishSeance,
    RecordNotice,
)
from core.bingo.seance.state import Lieu, Stage
from core.people import Flags
from core.rules import Role


@pytest.mark.spec("FOR-001")
def test_an_annex_without_its_checks_is_not_published(night):
    """ANNEXE with « contrôle d'accès » unticked."""
    night.planned(lieu=Lieu.ANNEXE, lieu_checks=("video", "armoire")).noticed("ORGANISATION")
    values = night.refuses(PublishSeance(SEANCE), "ANNEXE_INCOMPLETE")
    assert values["missing"] == ["acces"]


@pytest.mark.spec("FOR-003")
def test_temporary_staff_works_in_an_annex_and_only_there(night):
    night.planned().noticed("PERSONNEL")
    night.refuses(AssignTemporary(SEANCE, "lea"), "EXTRAS_EN_ANNEXE_SEULEMENT")


@pytest.mark.spec("FOR-003")
@pytest.mark.parametrize(("sent", "accepted"), [("2026-06-13", True), ("2026-06-14", False)])
def test_temporary_staff_is_declared_seven_days_before(night, sent, accepted):
    """Séance on 20/06: a notice of 13/06 is accepted, one of 14/06 is not."""
    night.planned(lieu=Lieu.ANNEXE).noticed("PERSONNEL", sent)
    if accepted:
        assert night.gives(AssignTemporary(SEANCE, "lea")).house.bingo.seances[SEANCE].temporaries
    else:
        night.refuses(AssignTemporary(SEANCE, "lea"), "PREAVIS_DE_SEPT_JOURS")


@pytest.mark.spec("FOR-004")
def test_nothing_is_published_before_the_notice_has_seven_days(night):
    """Notice of 14/06: the 20th is a day too soon; no registration opens before either."""
    night.planned().noticed("ORGANISATION", "2026-06-14")
    night.refuses(PublishSeance(SEANCE), "PREAVIS_DE_SEPT_JOURS")
    night.refuses(OpenRegistrations(SEANCE), "SEANCE_DANS_UN_AUTRE_ETAT")
    night.noticed("ORGANISATION", "2026-06-13").gives(PublishSeance(SEANCE))


@pytest.mark.spec("FOR-005")
def test_house_rules_sent_six_days_before_block_the_opening(night):
    night.planned().noticed("ORGANISATION").noticed("REGLEMENT_INTERIEUR", "2026-06-14")
    night.gives(PublishSeance(SEANCE)).gives(AppointMCD(SEANCE, "roy"))
    night.gives(AppointDirecteur(SEANCE, "blanc")).gives(StartTests(SEANCE))
    night.refuses(OpenSeance(), "PREAVIS_DE_SEPT_JOURS")


@pytest.mark.spec("FOR-006")
def test_only_the_committee_answers_for_regularity(night):
    """No other role suspends, resumes or cancels."""
    night.playing()
    for order in (SuspendPartie("panne"), ResumePartie(), CancelPartie("panne")):
        for role in (Role.ANIMATEUR, Role.CAISSIER, Role.INSCRIPTION, Role.JOUEUR):
            night.refuses(order, "FONCTION_NON_AUTORISEE", role)


@pytest.mark.spec("FOR-007")
def test_the_directeur_de_seance_is_a_member_of_the_committee(night):
    """A cashier is refused; without a directeur de séance the tests do not begin."""
    night.published().gives(AppointMCD(SEANCE, "roy"))
    night.refuses(AppointDirecteur(SEANCE, "durand"), "PAS_MEMBRE_DU_COMITE")
    night.refuses(StartTests(SEANCE), "AUCUN_DIRECTEUR_SEANCE")


@pytest.mark.spec("FOR-007")
def test_only_the_appointed_person_acts_as_directeur_de_seance(night):
    """Another who may hold the function is not this séance's head; a replacement is."""
    night.opened()
    decision = RecordDecision("pauses", "après les parties 3 et 6")
    night.refuses(decision, "PAS_DIRECTEUR_DE_LA_SEANCE", Role.DIRECTEUR_SEANCE, actor="roy")
    night.gives(decision).gives(AppointDirecteur(SEANCE, "roy"))
    night.refuses(decision, "PAS_DIRECTEUR_DE_LA_SEANCE", Role.DIRECTEUR_SEANCE, actor="blanc")


@pytest.mark.spec("FOR-008")
def test_decisions_are_recorded_and_never_above_the_law(night):
    """The order of breaks is recorded; a minor whom he would admit is refused all the same."""
    night.opened().gives(RecordDecision("pauses", "après les parties 3 et 6", "66-1-11"))
    assert night.house.bingo.decisions[0].author == "blanc"
    night.gives(RecordDecision("admission", "admis"))
    night.flags["joueur-1"] = Flags(known=True, age=17)
    with pytest.raises(Exception, match="MINEUR"):
        night.sold(1)
    night.refuses(PayForfait(1, "ESPECES", given_c=30_00), "BULLETIN_INCONNU")


@pytest.mark.spec("FOR-010")
def test_one_partie_is_no_seance(night):
    terms = FORFAIT.__class__(30_00, 24_00, 6_00, 3, parties=1)
    night.founded().refuses(PlanSeance(DAY, "20:00", terms), "DEUX_PARTIES_AU_MOINS")
    many = FORFAIT.__class__(30_00, 24_00, 6_00, 3, parties=100)
    night.refuses(PlanSeance(DAY, "20:00", many), "TROP_DE_PARTIES")


@pytest.mark.spec("FOR-052")
def test_the_hall_holds_one_seance_at_a_time(night):
    """While one is in course, the tests of another do not begin."""
    night.opened().gives(PlanSeance(DAY, "23:00", FORFAIT)).gives(AppointMCD("2025-002", "roy"))
    night.gives(AppointDirecteur("2025-002", "blanc"))
    night.house.bingo.seances["2025-002"].stage = Stage.PUBLIEE
    night.refuses(StartTests("2025-002"), "SEANCE_EN_COURS")


@pytest.mark.spec("FOR-004", "FOR-010", "FOR-011")
@pytest.mark.parametrize(
    ("day", "terms", "code"),
    [
        ("demain", FORFAIT, "DATE_ILLISIBLE"),
        ("2026-06-19", FORFAIT, "DATE_PASSEE"),
        (DAY, FORFAIT.__class__(6_00, 0, 6_00, 3, 8), "FORFAIT_SANS_CARTON"),
        (DAY, FORFAIT.__class__(30_00, 24_00, 6_00, 3, 8, 400_000), "SERIE_TROP_PETITE"),
    ],
)
def test_what_cannot_be_planned(night, day, terms, code):
    night.founded().refuses(PlanSeance(day, "20:00", terms), code)


@pytest.mark.spec("FOR-004")
def test_a_notice_is_not_sent_tomorrow(night):
    notice = RecordNotice(SEANCE, "ORGANISATION", "2026-06-21", "courriel")
    night.planned().refuses(notice, "DATE_A_VENIR")
    unknown = RecordNotice("2025-009", "ORGANISATION", DAY, "courriel")
    night.refuses(unknown, "SEANCE_INCONNUE")


@pytest.mark.spec("FOR-008", "REG-25")
def test_a_decision_has_a_subject_and_a_text(night):
    night.opened().refuses(RecordDecision(" ", "x"), "DECISION_VIDE")

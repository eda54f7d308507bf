"""Tests, blank draw and opening: BIN-001, BIN-015 to BIN-018, GEN-009 to GEN-011, GEN-019."""

import pytest
from night import DAY, FORFAIT, SEANCE

from core.bingo.forfait.exchange import OpenExchange
from core.bingo.forfait.registration import OpenRegistrations, PreRegister
from core.bingo.partie.preparation import PreparePartie
from core.bingo.seance.equipment import (
    DrawBlank,
    EndBlankDraw,
    LoadBalls,
    RecordTest,
    StartTests,
    TickCartons,
)
from core.bingo.seance.opening import AbandonSeance, OpenSeance
from core.bingo.seance.planning import AppointDirecteur, AppointMCD, PlanSeance
from core.bingo.seance.state import Mode, Stage
from core.house import duties
from core.people import CloseSession, OpenSession
from core.rules import Role
from core.site import Approval, RecordApproval, season_of


@pytest.mark.spec("BIN-015")
def test_no_seance_without_a_member_of_the_committee(night):
    """Designated, and there."""
    night.registering().refuses(StartTests(SEANCE), "AUCUN_MCD")
    night.gives(AppointMCD(SEANCE, "roy")).gives(CloseSession("poste de roy", "PERSONNE"))
    night.refuses(StartTests(SEANCE), "MCD_ABSENT")


@pytest.mark.spec("BIN-015")
def test_the_member_is_there_when_the_seance_opens(night):
    night.tested().signed("essais", (Role.MCD, "roy")).gives(CloseSession("poste de roy", "?"))
    night.refuses(OpenSeance(), "MCD_ABSENT")


@pytest.mark.spec("BIN-015")
def test_a_member_who_left_five_minutes_ago_stops_the_next_partie(night):
    night.announced().gives(CloseSession("poste de roy", "PERSONNE")).waits(minutes=5)
    night.refuses(PreparePartie(), "MCD_A_REMPLACER")
    night.gives(OpenSession("roy", "poste de roy")).gives(PreparePartie())


@pytest.mark.spec("BIN-015")
def test_another_member_takes_over_if_he_is_there(night):
    """Replaced by a member who is signed in, the next partie may begin."""
    night.announced().gives(CloseSession("poste de roy", "PERSONNE")).waits(minutes=6)
    night.gives(CloseSession("poste de blanc", "PERSONNE"))
    night.refuses(AppointMCD(SEANCE, "blanc"), "MCD_ABSENT")
    night.gives(OpenSession("blanc", "poste de blanc")).gives(AppointMCD(SEANCE, "blanc"))
    night.gives(PreparePartie())


@pytest.mark.spec("BIN-016")
def test_a_board_that_fails_blocks_the_opening_and_a_printer_does_not(night):
    night.tested().gives(RecordTest("bornes", False)).gives(RecordTest("tableau", False))
    night.refuses(OpenSeance(), "ESSAI_EN_ECHEC")
    night.gives(RecordTest("tableau", True)).signed("essais", (Role.MCD, "roy"))
    assert night.gives(OpenSeance()).seance.stage is Stage.OUVERTE


@pytest.mark.spec("BIN-016")
def test_tests_without_the_members_signature_open_nothing(night):
    """A test recorded after the signature voids it: the paper signed is another one."""
    night.tested().refuses(OpenSeance(), "ESSAIS_NON_SIGNES")
    night.signed("essais", (Role.MCD, "roy")).gives(RecordTest("sonorisation", True))
    night.refuses(OpenSeance(), "ESSAIS_NON_SIGNES")


@pytest.mark.spec("BIN-007")
def test_cartons_are_ticked_only_after_a_test_print_was_read(night):
    night.testing().refuses(TickCartons(), "IMPRESSION_NON_TESTEE")


@pytest.mark.spec("BIN-001", "BIN-017")
def test_ninety_balls_and_no_other_count(night):
    assert night.testing().refuses(LoadBalls(89), "QUATRE_VINGT_DIX_BOULES") == {"count": 89}


@pytest.mark.spec("BIN-018")
def test_the_blank_draw_names_the_number_that_did_not_come_out(night):
    """89 numbers, 63 missing: refused « 63 »; after 63 accepted."""
    night.testing().blank_drawn(but=(63,))
    assert night.refuses(EndBlankDraw(), "NON_SORTIS") == {"numbers": [63]}
    night.refuses(DrawBlank(17, 17), "DEJA_SORTI")
    night.gives(DrawBlank(63, 63)).gives(EndBlankDraw())
    assert sorted(night.seance.equipment.blank) == list(range(1, 91))


@pytest.mark.spec("BIN-018")
def test_no_opening_before_the_blank_draw(night):
    night.testing()
    for element in ("tirage", "tableau", "comptabilite"):
        night.gives(RecordTest(element, True))
    night.refuses(OpenSeance(), "TIRAGE_A_BLANC_NON_FAIT")


@pytest.mark.spec("GEN-011", "FOR-002")
def test_software_of_another_hash_than_approved_opens_nothing(night):
    night.tested().signed("essais", (Role.MCD, "roy"))
    night.house.site.build = "other"
    assert night.refuses(OpenSeance(), "NON_CONFORME_A_L_AGREMENT") == {
        "component": "extension_informatique"
    }


@pytest.mark.spec("GEN-011")
def test_the_approval_of_a_software_states_its_hash(night):
    """Else any build would pass for the approved one."""
    line = Approval("extension_informatique", "Quine", "ref", "maker", "ref")
    night.founded().refuses(RecordApproval(line), "AGREMENT_INCOMPLET")


@pytest.mark.spec("BIN-003")
def test_cartons_of_a_maker_without_approval_are_not_filed(night):
    line = Approval("cartons", "m", "ref", "maker", maker_reference="")
    night.founded().refuses(RecordApproval(line), "AGREMENT_INCOMPLET")


@pytest.mark.spec("GEN-019", "FOR-009")
def test_without_the_rules_text_nothing_opens(night):
    night.tested().signed("essais", (Role.MCD, "roy"))
    night.house.site.rules_digest = ""
    night.refuses(OpenSeance(), "REGLEMENT_NON_AFFICHE")


@pytest.mark.spec("GEN-009")
def test_the_season_turns_on_the_first_of_november(night):
    """A séance of 31 October belongs to the old season, one of 1 November to the new."""
    night.founded()
    for day, seance in (("2026-10-31", "2025-001"), ("2026-11-01", "2026-001")):
        assert night.gives(PlanSeance(day, "22:00", FORFAIT)).result == {"seance": seance}
    assert season_of(night.time.date()) == 2025


@pytest.mark.spec("BIN-002")
def test_the_mode_of_draw_is_fixed_with_the_seance(night):
    night.opened(mode=Mode.SPHERE)
    assert night.seance.mode is Mode.SPHERE


@pytest.mark.spec("BIN-016")
def test_an_abandoned_seance_sells_nothing_and_reveals_its_allocation(night):
    """No forfait was sold: the hall is free again, and nothing can be bought for it."""
    night.testing().gives(AbandonSeance("tableau en panne"))
    night.refuses(PreRegister("joueur-1", SEANCE), "INSCRIPTIONS_CLOSES", Role.INSCRIPTION)
    assert not night.house.bingo.course
    assert [type(order).__name__ for order in duties(night.house)] == ["RevealAllocation"]
    for order in list(duties(night.house)):
        night.gives(order)
    assert not list(duties(night.house))


@pytest.mark.spec("SM-01", "FOR-013")
def test_a_hall_where_nobody_came_is_not_stuck(night):
    """Opened, even the exchange; nothing sold: abandoned, and every seed is revealed."""
    night.opened().gives(OpenExchange()).gives(AbandonSeance("personne"))
    owed = [type(order).__name__ for order in duties(night.house)]
    assert (owed.count("RevealDraw"), owed.count("RevealAllocation")) == (8, 1)
    for order in list(duties(night.house)):
        night.gives(order)
    assert not list(duties(night.house))


@pytest.mark.spec("FOR-013")
def test_registrations_can_still_open_on_the_evening_itself(night):
    night.published().gives(AppointMCD(SEANCE, "roy")).gives(AppointDirecteur(SEANCE, "blanc"))
    night.gives(StartTests(SEANCE)).gives(OpenRegistrations(SEANCE))
    night.gives(PreRegister("joueur-1", SEANCE), Role.INSCRIPTION)


@pytest.mark.spec("BIN-016")
def test_a_seance_that_was_sold_is_not_abandoned(night):
    night.testing()
    night.house.bingo.seances[SEANCE].forfait.sold = 1
    assert night.refuses(AbandonSeance("panne"), "FORFAITS_VENDUS") == {"count": 1}


@pytest.mark.spec("GEN-009")
def test_tests_begin_on_the_day_itself(night):
    night.registering().gives(AppointMCD(SEANCE, "roy")).waits(days=1)
    assert night.refuses(StartTests(SEANCE), "PAS_LE_JOUR") == {"day": DAY}

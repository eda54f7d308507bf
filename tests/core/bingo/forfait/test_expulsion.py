"""Expulsion, disputes on admission, barred receipts, fraud flags: FOR-047 to FOR-050, D-32, D-58."""

import pytest
from night import SEANCE

from core.bingo.forfait.admission import DecideAdmission
from core.bingo.forfait.exchange import ExchangeReceipt
from core.bingo.forfait.exclusion import BlockReceipt, RefundBlocked
from core.bingo.forfait.expulsion import (
    ExpelParticipant,
    GrantExpelled,
    ReadmitParticipant,
    Reason,
)
from core.bingo.forfait.registration import PreRegister
from core.bingo.forfait.state import Status
from core.bingo.partie.closing import CloseQuine
from core.bingo.partie.state import Verdict
from core.bingo.seance.stop import StopSeance
from core.desk.refunds import PayRefunds
from core.house import apply
from core.people import Flags
from core.refusals import OrderRefused
from core.registers import ASKS
from core.rules import Role

SCANDALE = Reason.SCANDALE


@pytest.fixture
def fourth(night):
    """Partie 4 of 8 at rank 20, nobody has claimed."""
    night.announced(forfaits=4)
    for _ in range(3):
        night.plays()
    return night.starts().draws_to(20)


@pytest.mark.spec("FOR-047")
def test_thirty_minutes_out_the_carton_is_suspended_and_then_plays_again(fourth):
    """Scanned meanwhile: SUSPENDUE. The clock alone ends it."""
    fourth.gives(ExpelParticipant(2, SCANDALE, "cris", 30)).stops().verifies(4)
    assert fourth.result["verdict"] == Verdict.SUSPENDUE
    fourth.refuses(ExpelParticipant(2, SCANDALE, "cris", 30), "DEJA_EXPULSE")
    fourth.waits(minutes=30).verifies(4)
    assert fourth.result["verdict"] in (Verdict.NON_COMPLETE, Verdict.VALIDE)


@pytest.mark.spec("FOR-047")
def test_the_directeur_may_call_him_back_earlier(fourth):
    fourth.refuses(ReadmitParticipant(2), "NON_EXPULSE")
    fourth.gives(ExpelParticipant(2, SCANDALE, "cris", 30)).gives(ReadmitParticipant(2))
    fourth.stops().verifies(4)
    assert fourth.result["verdict"] != Verdict.SUSPENDUE
    (line,) = ASKS["REG-14"].rows(fourth.house)
    assert (line["duree"], line["droits_rembourses_c"]) == ("temporaire", 0)
    assert line["fin"] == fourth.seance.expulsions[0].until


@pytest.mark.spec("FOR-048")
def test_for_good_his_cartons_are_excluded_from_here_on_and_nothing_is_refunded(fourth):
    """Partie 4 and the later ones; refund 0.00; lots as announced."""
    lots = [(p.quine.allocated_c, p.bingo.allocated_c) for p in fourth.seance.parties.values()]
    fourth.gives(ExpelParticipant(2, Reason.FRAUDE, "carton falsifié"))
    fourth.stops().verifies(4)
    assert fourth.result["verdict"] == Verdict.EXCLUE
    assert not fourth.house.desk.refunds
    after = [(p.quine.allocated_c, p.bingo.allocated_c) for p in fourth.seance.parties.values()]
    assert after == lots
    assert fourth.house.bingo.registrations[2].status[SEANCE] is Status.EXCLU
    fourth.refuses(ReadmitParticipant(2), "EXPULSION_DEFINITIVE")
    fourth.refuses(ExpelParticipant(2, SCANDALE, "encore"), "DEJA_EXPULSE")


@pytest.mark.spec("FOR-048")
def test_a_claim_that_was_accepted_stays(night):
    night.playing(forfaits=4).draws(*night.carton(4)[0]).stops().verifies(4)
    night.gives(ExpelParticipant(2, SCANDALE, "cris")).asks().gives(CloseQuine())
    assert list(night.partie.quine.shares) == [4]


@pytest.mark.spec("FOR-048", "FOR-008")
def test_the_directeur_may_grant_the_card_part_of_what_he_did_not_play(fourth):
    """24.00 × 5/8 = 15.00, once, at the casino's cost; never the registration fee."""
    fourth.gives(ExpelParticipant(2, SCANDALE, "cris")).gives(GrantExpelled(2, "parti calmement"))
    assert fourth.house.desk.owed(2)[1].amount_c == 15_00
    assert fourth.books.balance("maison") == -15_00
    fourth.refuses(GrantExpelled(2, "encore"), "DEJA_ACCORDE")
    assert fourth.house.bingo.decisions[-1].subject == "remboursement après expulsion"
    (line,) = ASKS["REG-14"].rows(fourth.house)
    assert (line["part_cartons_remboursee_c"], line["cartons_touches"]) == (15_00, "4-6 (partie 4)")


@pytest.mark.spec("FOR-044", "FOR-048")
def test_a_stop_owes_nothing_to_who_was_expelled(fourth):
    fourth.gives(ExpelParticipant(2, SCANDALE, "cris")).gives(StopSeance("incendie"))
    assert {r.number for r in fourth.house.desk.refunds.values()} == {1, 3, 4}


@pytest.mark.spec("FOR-047")
def test_sent_out_he_neither_exchanges_nor_buys(night):
    night.exchanging(forfaits=4, shown=3).gives(ExpelParticipant(4, SCANDALE, "cris", 30))
    night.refuses(ExchangeReceipt(4, "joueur-4"), "EXPULSE")
    night.refuses(PreRegister("joueur-4", SEANCE), "EXPULSE")
    night.waits(minutes=30).gives(ExchangeReceipt(4, "joueur-4"))


@pytest.mark.spec("FOR-006", "FOR-047")
def test_only_the_directeur_expels_with_words_and_within_a_day(fourth):
    fourth.refuses(ExpelParticipant(2, SCANDALE, "x"), "FONCTION_NON_AUTORISEE", Role.MCD)
    fourth.refuses(ExpelParticipant(2, SCANDALE, " "), "MOTIF_MANQUANT")
    fourth.refuses(ExpelParticipant(2, SCANDALE, "x", -1), "DUREE_D_EXPULSION")


@pytest.mark.spec("FOR-050")
def test_a_dispute_decided_for_an_adult_opens_the_exchange(night):
    """The old copy, or a paper that cannot be read: REG-25 says why it counts."""
    night.exchanging(forfaits=4, shown=3)
    disputed = ExchangeReceipt(4, "joueur-4", authentic=False)
    night.refuses(disputed, "RECEPISSE_NON_AUTHENTIQUE")
    night.gives(DecideAdmission(4, True, "récépissé mouillé")).gives(disputed)
    assert night.house.bingo.decisions[-1].subject == "droit à participer"


@pytest.mark.spec("FOR-008", "FOR-050")
@pytest.mark.parametrize(
    ("flags", "code"),
    [
        (Flags(known=True, age=17), "MINEUR"),
        (Flags(known=True, age=40, excluded=True), "INTERDIT_DE_JEU"),
        (Flags(known=True, age=40, staff=True), "PERSONNEL_NON_ADMIS"),
    ],
)
def test_no_decision_is_above_the_law(night, flags, code):
    night.exchanging(forfaits=4, shown=3).flags["joueur-4"] = flags
    night.refuses(DecideAdmission(4, True, "sur parole"), code)


@pytest.mark.spec("FOR-050", "GEN-014")
def test_not_admitted_he_gets_his_money_back_by_decision(night):
    """Full participation fee, decided by the directeur responsable."""
    night.exchanging(forfaits=4, shown=3).gives(DecideAdmission(4, False, "faux papiers"))
    night.refuses(ExchangeReceipt(4, "joueur-4"), "NON_ADMIS")
    night.gives(RefundBlocked(SEANCE, 4)).gives(PayRefunds(4, "joueur-4"))
    assert night.house.desk.movements[-1].out_c == 30_00


@pytest.mark.spec("GEN-014")
def test_barred_before_the_lots_the_sale_is_undone(night):
    """D-32: 30.00 back, and the base is that of three forfaits."""
    night.exchanging(forfaits=4, shown=3).flags["joueur-4"] = Flags(True, 40, excluded=True)
    night.exchanged(4)
    night.gives(RefundBlocked(SEANCE, 4))
    assert night.result["amount_c"] == 30_00
    assert (night.seance.forfait.sold, night.account("cartons")) == (3, 72_00)
    night.refuses(RefundBlocked(SEANCE, 4), "RECEPISSE_NON_BLOQUE")


@pytest.mark.spec("GEN-014")
def test_barred_after_the_lots_were_drawn_the_casino_pays_and_they_stay(night):
    night.allocated(forfaits=4, shown=3).flags["joueur-4"] = Flags(True, 40, excluded=True)
    night.exchanged(4).gives(RefundBlocked(SEANCE, 4))
    assert night.books.balance("maison") == -24_00
    assert (night.account("droits"), night.seance.forfait.sold) == (18_00, 4)


@pytest.mark.spec("GEN-014")
def test_with_cartons_in_hand_it_is_not_that_refund(night):
    night.exchanging(forfaits=4)
    night.gives(BlockReceipt(2, Flags(known=True, age=40, excluded=True)))
    night.refuses(RefundBlocked(SEANCE, 2), "CARTONS_DEJA_REMIS")


@pytest.mark.spec("FOR-050")
def test_a_person_blocked_by_mistake_plays_again(night):
    night.exchanging(forfaits=4)
    night.gives(BlockReceipt(2, Flags(known=True, age=40, excluded=True)))
    night.gives(DecideAdmission(2, True, "homonyme"))
    assert night.house.bingo.registrations[2].status[SEANCE] is Status.ECHANGE


@pytest.mark.spec("FOR-049")
def test_a_forged_receipt_opens_a_file_for_the_directeur(night):
    """What the hall journals of a refusal is what he sees; a mistyped number is no fraud."""
    night.exchanging(forfaits=4, shown=3)
    for code in ("RECEPISSE_NON_AUTHENTIQUE", "DEJA_ECHANGE", "BULLETIN_INCONNU"):
        apply(night.house, OrderRefused("ExchangeReceipt", code))
    found = [(one.seance, one.code) for one in night.house.bingo.suspicions]
    assert found == [(SEANCE, "RECEPISSE_NON_AUTHENTIQUE"), (SEANCE, "DEJA_ECHANGE")]

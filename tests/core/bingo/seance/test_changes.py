"""Another date, or none: FOR-005, FOR-010, FOR-038, FOR-040 to FOR-043, D-53, D-54, D-103."""

from datetime import datetime

import pytest
from night import SEANCE

from core.bingo.forfait.allocation import AllocateLots
from core.bingo.forfait.exchange import OpenExchange
from core.bingo.forfait.exclusion import RefundBlocked
from core.bingo.forfait.offers import PlanOffer
from core.bingo.forfait.payment import PayForfait
from core.bingo.forfait.registration import (
    CloseRegistrations,
    OpenRegistrations,
    PreRegister,
    ValidateIdentity,
)
from core.bingo.forfait.state import Registrations, Status
from core.bingo.seance.changes import (
    CancelAtLastHour,
    CancelSeance,
    ChangeParties,
    DeclinePostponement,
    MoveSeance,
    PostponeAtLastHour,
)
from core.bingo.seance.equipment import StartTests
from core.bingo.seance.notices import InformAuthority, RecordAnswer
from core.bingo.seance.opening import OpenSeance
from core.bingo.seance.planning import PlanSeance, PublishSeance, RecordNotice
from core.bingo.seance.seals import duties
from core.bingo.seance.state import Stage
from core.desk.refunds import PayRefunds
from core.desk.till import OpenTill
from core.people import Flags
from core.registers import ASKS
from core.rules import Role
from core.views.documents import _recepisse

DR = Role.DIRECTEUR_RESPONSABLE


def at(night, text):
    """The civil clock of the house says so."""
    night.time = datetime.fromisoformat(f"{text}+02:00")
    return night


def the(night):
    return night.house.bingo.seances[SEANCE]


def selling(night, forfaits=3):
    """Registrations open on the 10th; some forfaits are paid."""
    at(night, "2026-06-10T10:00")
    night.planned()
    night.noticed("ORGANISATION", "2026-06-10").noticed("REGLEMENT_INTERIEUR", "2026-06-10")
    night.gives(PublishSeance(SEANCE)).gives(OpenRegistrations(SEANCE))
    return night.gives(OpenTill({10_000: 10})).sold(forfaits)


@pytest.mark.spec("FOR-040")
def test_seventy_two_hours_to_the_minute(night):
    """20/06 20:00 to 21/06: on 17/06 at 19:59 yes, at 20:01 « moins de 72 h »."""
    at(selling(night), "2026-06-17T20:01")
    night.refuses(MoveSeance(SEANCE, "2026-06-21", "20:00", "courriel"), "MOINS_DE_72_HEURES")
    at(night, "2026-06-17T19:59").gives(MoveSeance(SEANCE, "2026-06-21", "20:00", "courriel"))
    assert (the(night).day, the(night).stage) == ("2026-06-21", Stage.PUBLIEE)
    line = list(ASKS["REG-13"].rows(night.house))[-1]
    assert (line["objet"], line["delai_legal"], line["conforme"]) == ("MODIFICATION", "72 h", True)


@pytest.mark.spec("FOR-040")
def test_the_earlier_of_the_two_dates_counts(night):
    """D-53: moved forward to the 18th, three days are missing on the 16th."""
    at(selling(night), "2026-06-16T10:00")
    night.refuses(MoveSeance(SEANCE, "2026-06-18", "20:00", "courriel"), "MOINS_DE_72_HEURES")


@pytest.mark.spec("FOR-004", "FOR-040")
def test_moved_forward_the_seven_days_notice_must_still_hold(night):
    """Notice on the 10th: the 17th at the earliest."""
    selling(night).refuses(
        MoveSeance(SEANCE, "2026-06-16", "20:00", "courriel"), "PREAVIS_DE_SEPT_JOURS"
    )
    night.gives(MoveSeance(SEANCE, "2026-06-17", "20:00", "courriel"))


@pytest.mark.spec("FOR-040")
@pytest.mark.parametrize(
    ("order", "code"),
    [
        (MoveSeance(SEANCE, "2026-06-20", "20:00", "x"), "MEME_DATE"),
        (MoveSeance(SEANCE, "2026-11-02", "20:00", "x"), "AUTRE_SAISON"),
        (MoveSeance(SEANCE, "2026-06-21", "20 h", "x"), "DATE_ILLISIBLE"),
        (MoveSeance(SEANCE, "2026-06-21", "20:00+02:00", "x"), "DATE_ILLISIBLE"),
        (MoveSeance(SEANCE, "2026-06-21", "20:00", " "), "MOYEN_D_AVIS_MANQUANT"),
        (MoveSeance("2025-009", "2026-06-21", "20:00", "x"), "SEANCE_INCONNUE"),
        (DeclinePostponement(SEANCE, 1), "SEANCE_NON_REPORTEE"),
    ],
)
def test_what_is_no_change_is_refused(night, order, code):
    selling(night).refuses(order, code)


@pytest.mark.spec("FOR-042")
def test_cancelled_everything_goes_back(night):
    """60 × 30.00 = 1 800.00 with the registration fees; retention 0, pools 0."""
    selling(night, 60).gives(CancelSeance(SEANCE, "courriel"))
    assert sum(r.amount_c for r in night.house.desk.refunds.values()) == 1_800_00
    seance = the(night)
    assert (seance.stage, seance.forfait.sold, seance.forfait.base_c) == (Stage.ANNULEE, 0, 0)
    assert (seance.forfait.pools, night.account("cagnotte")) == (None, 0)
    for number in range(1, 61):
        night.gives(PayRefunds(number, f"joueur-{number}"))
    assert (night.books.balance("joueurs"), night.account("remboursements")) == (0, 0)
    assert any(type(order).__name__ == "RevealAllocation" for order in duties(night.house))


@pytest.mark.spec("FOR-032", "FOR-042")
def test_what_was_never_held_has_no_historique(night):
    """Called off days before: no line of REG-05F; its refunds are in REG-12."""
    selling(night, 2).gives(CancelSeance(SEANCE, "courriel"))
    assert not list(ASKS["REG-05F"].rows(night.house))
    lines = list(ASKS["REG-12"].rows(night.house))
    assert [(line["cause"], line["mode"]) for line in lines] == [("annulation", "")] * 2


@pytest.mark.spec("FOR-041", "FOR-042")
def test_two_hours_before_four_players_are_too_few(night):
    """Allowed; the reason is fixed; the notice stays open until its hour is entered."""
    at(selling(night, 4), "2026-06-20T18:00").gives(CancelAtLastHour(SEANCE))
    assert "participants insuffisants" in night.house.bingo.incidents[-1].text
    assert [due.subject for due in the(night).due] == ["DERNIERE_HEURE"]
    at(night, "2026-06-20T19:00")
    night.gives(InformAuthority(SEANCE, "DERNIERE_HEURE", "téléphone", at="18:10"), DR)
    assert not the(night).due
    assert list(ASKS["REG-13"].rows(night.house))[-1]["heure"][11:16] == "18:10"


@pytest.mark.spec("FOR-041", "FOR-042")
def test_the_open_hall_can_still_be_sent_home_until_the_lots_are_drawn(night):
    """Cartons in hand or not, everybody gets 30.00; another séance can then be held."""
    night.exchanging(forfaits=4, shown=3).gives(CancelAtLastHour(SEANCE))
    assert [r.amount_c for r in night.house.desk.refunds.values()] == [30_00] * 4
    assert not night.house.bingo.course


@pytest.mark.spec("FOR-038", "FOR-041")
def test_once_the_lots_are_drawn_only_a_stop_is_left(night):
    """D-103: neither more parties nor fewer, neither another day."""
    night.allocated(forfaits=4)
    night.refuses(ChangeParties(9), "ALLOCATION_SCELLEE")
    night.refuses(ChangeParties(7), "ALLOCATION_SCELLEE")
    night.refuses(CancelAtLastHour(SEANCE), "ALLOCATION_SCELLEE")
    night.refuses(PostponeAtLastHour(SEANCE, "2026-06-21", "20:00"), "ALLOCATION_SCELLEE")


@pytest.mark.spec("FOR-010", "FOR-026", "FOR-038")
def test_before_a_forfait_is_sold_the_directeur_may_change_the_number(night):
    """REG-25 has the decision; a sold forfait promises its parties."""
    night.opened().gives(ChangeParties(6))
    assert night.seance.forfait.terms.parties == 6
    assert night.house.bingo.decisions[-1].text == "6 parties au lieu de 8"
    night.refuses(ChangeParties(1), "DEUX_PARTIES_AU_MOINS")
    night.refuses(ChangeParties(100), "TROP_DE_PARTIES")
    night.sold(1).refuses(ChangeParties(7), "FORFAITS_VENDUS")


@pytest.mark.spec("FOR-043")
def test_postponed_the_receipt_holds_or_is_paid_back_whole(night):
    """30.00 to who declines; who keeps it plays on the new date."""
    selling(night).gives(MoveSeance(SEANCE, "2026-06-21", "20:00", "courriel"))
    night.gives(DeclinePostponement(SEANCE, 1))
    assert night.result["amount_c"] == 30_00
    registrations = night.house.bingo.registrations
    assert registrations[1].status[SEANCE] is Status.REMBOURSE_TOTAL
    assert registrations[2].status[SEANCE] is Status.PAYE
    assert the(night).forfait.sold == 2
    night.refuses(DeclinePostponement(SEANCE, 1), "RECEPISSE_NON_PAYE")
    night.sold(1).refuses(DeclinePostponement(SEANCE, 4), "SEANCE_NON_REPORTEE")


@pytest.mark.spec("FOR-016", "FOR-043")
def test_papers_of_before_keep_their_words_and_so_their_code(night):
    """The code binds the day: the first copy states the 20th for ever, a duplicate the 21st."""
    selling(night).gives(MoveSeance(SEANCE, "2026-06-21", "20:30", "courriel"))
    said = [_recepisse(night.house, None, "1", copy).seances[0].day for copy in (0, 1)]
    assert said == ["20/06/2026 20:00", "21/06/2026 20:30"]
    night.sold(1)
    assert _recepisse(night.house, None, "4", 0).seances[0].day == "21/06/2026 20:30"


@pytest.mark.spec("FOR-041", "FOR-043")
def test_postponed_at_the_last_hour_its_tests_are_done_again(night):
    """From the open hall back to « publiée »; the sale goes on for the next day."""
    night.opened().sold(4).gives(CloseRegistrations(SEANCE))
    night.refuses(PostponeAtLastHour(SEANCE, "2026-06-19", "20:00"), "REPORT_AUX_JOURS_SUIVANTS")
    night.gives(PostponeAtLastHour(SEANCE, "2026-06-21", "20:00"))
    seance = the(night)
    assert (seance.stage, seance.forfait.registrations) == (Stage.PUBLIEE, Registrations.OUVERTES)
    assert not seance.equipment.tests
    night.refuses(StartTests(SEANCE), "PAS_LE_JOUR")
    night.waits(days=1).gives(StartTests(SEANCE))


@pytest.mark.spec("FOR-041")
def test_cartons_are_out_then_it_is_not_postponed(night):
    night.exchanging(forfaits=4)
    night.refuses(PostponeAtLastHour(SEANCE, "2026-06-21", "20:00"), "ECHANGE_DEJA_OUVERT")


@pytest.mark.spec("FOR-015", "FOR-042")
def test_of_a_forfait_for_two_seances_the_fee_goes_back_with_the_second(night):
    """The fee was due once: while one séance is still to come, it has paid for that one."""
    selling(night, 0)
    night.gives(PlanSeance("2026-06-27", "20:00", the(night).forfait.terms))
    second = night.result["seance"]
    night.gives(PlanOffer((SEANCE, second), 40_00, 6_00))
    offer = night.result["offer"]
    night.noticed("ORGANISATION", "2026-06-10")
    night.gives(RecordNotice(second, "ORGANISATION", "2026-06-10", "x"))
    night.gives(PublishSeance(second)).gives(OpenRegistrations(second))
    night.gives(PreRegister("joueur-1", offer, 1), Role.INSCRIPTION)
    night.gives(ValidateIdentity(1)).gives(PayForfait(1, "ESPECES", given_c=50_00))
    night.gives(CancelSeance(SEANCE, "courriel")).gives(CancelSeance(second, "courriel"))
    assert [r.amount_c for r in night.house.desk.refunds.values()] == [20_00, 26_00]


@pytest.mark.spec("FOR-005")
def test_refused_house_rules_keep_the_hall_closed(night):
    """Status REFUSE blocks the opening; other rules, sent seven days ahead, lift it."""
    night.tested().signed("essais", (Role.MCD, "roy"))
    night.gives(RecordAnswer(SEANCE, refused=True), DR)
    night.refuses(OpenSeance(), "REGLEMENT_REFUSE")
    night.gives(RecordAnswer(SEANCE, refused=False), DR)
    night.gives(OpenSeance())


@pytest.mark.spec("FOR-005")
def test_an_answer_is_about_rules_that_were_sent(night):
    night.planned().refuses(RecordAnswer(SEANCE, refused=True), "REGLEMENT_NON_ENVOYE", DR)


@pytest.mark.spec("FOR-023")
def test_lots_are_not_made_of_nothing(night):
    """Everybody was paid back between the end of the sale and the allocation."""
    night.opened().sold(1).gives(CloseRegistrations(SEANCE))
    night.flags["joueur-1"] = Flags(known=True, age=40, excluded=True)
    night.gives(OpenExchange()).exchanged(1).gives(RefundBlocked(SEANCE, 1))
    night.refuses(AllocateLots(), "AUCUN_FORFAIT_VENDU")

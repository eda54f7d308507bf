"""Stop, suspension and their notices: FOR-044, FOR-045, FOR-046, D-55, D-56, D-57, vector 20.2."""

import pytest
from night import SEANCE

from core.bingo.forfait.replay_choice import DeclineReplay
from core.bingo.forfait.state import Status, Terms
from core.bingo.partie.preparation import PreparePartie
from core.bingo.partie.state import Phase
from core.bingo.partie.suspension import (
    CancelPartie,
    ReachDeadline,
    ReplayPartie,
    ResumePartie,
    SuspendPartie,
)
from core.bingo.seance.closing import BeginClosing, CloseSeance
from core.bingo.seance.notices import InformAuthority
from core.bingo.seance.seals import duties
from core.bingo.seance.state import Stage
from core.bingo.seance.stop import StopSeance
from core.bingo.seance.suspension import ResumeSeance, SuspendSeance
from core.desk.refunds import PayRefunds
from core.desk.till import FeedTill
from core.house import deadlines
from core.registers import ASKS
from core.registers.historique import historique
from core.registers.historique_paper import historique_text
from core.rules import Role
from core.views.board import Scene, scene_of

FIRE = "alarme incendie"


@pytest.fixture
def stopped(night):
    """Three parties paid; in the fourth the quine is validated, then everybody leaves."""
    night.announced()
    for _ in range(3):
        night.plays()
    return night.paid().starts().quine(5).gives(StopSeance(FIRE))


def told(night):
    for due in list(night.seance.due):
        night.gives(InformAuthority(SEANCE, due.subject, "téléphone"))
    return night


@pytest.mark.spec("FOR-044", "FOR-045")
def test_vector_20_2_to_the_cent(stopped):
    """Refunds 900.00, retention 315.00 back and 189.00 kept, 587.00 undistributed, 2.00 orphelins."""
    assert stopped.result["refunds_c"] == 900_00
    account = stopped.seance.forfait.stopped
    assert (account.unplayed, account.retenue_c, account.lots_c) == (5, 315_00, 587_00)
    assert (account.maison_c, account.surplus_c) == (0, 2_00)
    assert {refund.amount_c for refund in stopped.house.desk.refunds.values()} == {15_00}
    assert stopped.account("cagnotte") == 189_00
    assert stopped.account("lots") == 0
    assert stopped.account("remboursements") == 900_00
    assert stopped.account("droits") == 360_00
    assert stopped.books.balance("orphelins") == 2_00
    paid_c = sum(v.amount_c for v in stopped.house.desk.vouchers.values())
    assert paid_c == 349_00
    assert paid_c + 900_00 + 189_00 + 2_00 + 360_00 == 1_800_00


@pytest.mark.spec("FOR-044", "BIN-061")
def test_the_interrupted_partie_is_void_with_its_quine(stopped):
    """D-55: it counts as unplayed, the validated quine is nobody's."""
    assert stopped.partie.phase is Phase.ANNULEE
    assert not stopped.partie.quine.won
    assert stopped.house.bingo.incidents[-1].text == f"{FIRE} ; quine annulée"
    stopped.refuses(ReplayPartie(), "SEANCE_DANS_UN_AUTRE_ETAT")


@pytest.mark.spec("FOR-044")
def test_a_refund_is_rounded_up_for_each_forfait(night):
    """A 23.50, U 3: 8.8125 is 8.82."""
    terms = Terms(29_50, 23_50, 6_00, cartons=3, parties=8, capacity=10)
    night.announced(terms=terms, forfaits=2)
    for _ in range(5):
        night.plays()
    night.gives(StopSeance(FIRE))
    assert [r.amount_c for r in night.house.desk.refunds.values()] == [8_82, 8_82]


@pytest.mark.spec("FOR-044", "FOR-051")
def test_each_refund_is_paid_once_to_its_holder(stopped):
    """At the desk, against the receipt; a line of REG-12 each, the cash journal says why."""
    stopped.refuses(PayRefunds(1, "joueur-2"), "RECEPISSE_PERSONNEL")
    stopped.refuses(PayRefunds(1, "joueur-1", code="L", copy=1), "RECEPISSE_REMPLACE")
    stopped.refuses(PayRefunds(1, "joueur-1", authentic=False), "RECEPISSE_NON_AUTHENTIQUE")
    stopped.refuses(PayRefunds(1, "joueur-1", "CARTE"), "TICKET_DE_CARTE_MANQUANT")
    stopped.refuses(PayRefunds(1, "joueur-1", "CHEQUE"), "MOYEN_DE_PAIEMENT")
    before_c = stopped.house.desk.tills["caisse-1"].expected_c
    stopped.gives(PayRefunds(1, "joueur-1"))
    assert stopped.house.desk.tills["caisse-1"].expected_c == before_c - 15_00
    stopped.refuses(PayRefunds(1, "joueur-1"), "RIEN_A_REMBOURSER")
    line = next(ASKS["REG-12"].rows(stopped.house))
    assert (line["cause"], line["montant_c"], line["mode"]) == ("arrêt", 15_00, "espèces")
    assert line["beneficiaire"] == "joueur-1"
    assert stopped.house.desk.movements[-1].cause == "REMBOURSEMENT"


@pytest.mark.spec("FOR-044")
def test_a_card_that_paid_may_be_credited(stopped):
    before_c = stopped.house.desk.tills["caisse-1"].expected_c
    stopped.gives(PayRefunds(2, "joueur-2", "CARTE", "T-7"))
    assert stopped.house.desk.tills["caisse-1"].expected_c == before_c
    assert stopped.house.desk.electronic_c == -15_00


@pytest.mark.spec("FOR-044", "CSH-028")
def test_a_till_pays_no_more_than_it_holds(stopped):
    till = stopped.house.desk.tills["caisse-1"]
    stopped.gives(FeedTill(-till.expected_c, "coffre"))
    stopped.refuses(PayRefunds(1, "joueur-1"), "CAISSE_INSUFFISANTE")


@pytest.mark.spec("FOR-029", "FOR-032", "FOR-036", "FOR-046")
def test_a_stopped_seance_is_closed_once_the_police_knows(stopped):
    """Nothing is left to redistribute; the retention that was kept is what is certified."""
    assert {due.subject for due in stopped.seance.due} == {"ARRET", "RAPPORT"}
    stopped.certified().till_closed().refuses(CloseSeance(), "AVIS_A_DONNER")
    told(stopped).gives(CloseSeance())
    (line,) = ASKS["REG-06"].rows(stopped.house)
    assert (line["retenue_theorique_c"], line["ecart_c"]) == (189_00, 0)
    record = historique(stopped.house, SEANCE)["stop"]
    assert (record["refunds_c"], record["retention_kept_c"]) == (900_00, 189_00)
    text = historique_text(stopped.house, SEANCE)
    assert "Reste à redistribuer                                0,00 €" in text
    assert "5 parties non jouées" in text


@pytest.mark.spec("FOR-045")
def test_a_bingo_that_is_closed_is_paid_after_the_stop(night):
    """TERMINEE counts as played: its cartons are recovered, it is validated, then one closes."""
    night.announced(forfaits=4).starts().quine(1).bingo(2).gives(StopSeance(FIRE)).heard()
    assert night.seance.forfait.stopped.unplayed == 7
    told(night).refuses(CloseSeance(), "PARTIE_NON_VALIDEE")
    night.validated().paid().certified().till_closed().gives(CloseSeance())


@pytest.mark.spec("FOR-045")
def test_the_casino_covers_what_is_short(night):
    """The first lots were large: retention and lots do not reach, the house pays the rest."""
    night.cuts = ((108, 109, 110, 111, 112, 113, 114), (350, 351, 352, 353, 354, 355, 356))
    night.announced().plays().gives(StopSeance(FIRE))
    account = night.seance.forfait.stopped
    assert account.maison_c > 0
    assert account.surplus_c == 0
    assert account.retenue_c + account.lots_c + account.maison_c == account.refunds_c == 60 * 21_00


@pytest.mark.spec("FOR-044")
def test_before_the_lots_are_drawn_the_whole_card_part_goes_back(night):
    """Nothing was played: A for each forfait, the fees stay."""
    night.exchanging(forfaits=3).gives(StopSeance(FIRE))
    assert night.result["refunds_c"] == 72_00
    assert (night.account("cartons"), night.account("droits")) == (0, 18_00)


@pytest.mark.spec("FOR-037", "FOR-044")
def test_nobody_is_paid_twice_for_one_partie(night):
    """Receipt 1 was paid for the cancelled partie; the replay never comes: 7/8, not 8/8."""
    night.playing(forfaits=4).draws_to(5).gives(SuspendPartie("panne"), Role.MCD).heard()
    night.gives(CancelPartie("panne"), Role.MCD).heard().gives(DeclineReplay(1))
    night.gives(StopSeance(FIRE))
    owed = [sum(r.amount_c for r in night.house.desk.owed(n).values()) for n in (1, 2)]
    assert owed == [24_00, 24_00]


@pytest.mark.spec("FOR-006", "FOR-044")
def test_only_the_directeur_de_seance_stops_and_gives_a_reason(night):
    night.announced(forfaits=2)
    for role in (Role.ANIMATEUR, Role.CAISSIER, Role.MCD):
        night.refuses(StopSeance(FIRE), "FONCTION_NON_AUTORISEE", role)
    night.refuses(StopSeance(" "), "MOTIF_MANQUANT")


@pytest.mark.spec("FOR-044")
def test_who_paid_and_never_came_is_registered_too(night):
    """Art. 66-1-10 speaks of « les inscrits »."""
    night.exchanging(forfaits=4, shown=3).gives(StopSeance(FIRE))
    assert night.house.bingo.registrations[4].status[SEANCE] is Status.REMBOURSE_PRORATA
    assert night.house.desk.owed(4)


@pytest.mark.spec("FOR-044", "GEN-010")
def test_after_the_stop_every_seed_is_owed(stopped):
    assert any(type(order).__name__ == "RevealDraw" for order in duties(stopped.house))


@pytest.mark.spec("FOR-046")
def test_suspended_the_whole_seance_stands_still_without_a_limit(night):
    """ANN-043; a reminder every fifteen minutes; the draw goes on at the very rank of before."""
    night.playing(forfaits=4).draws_to(7).gives(SuspendSeance(FIRE))
    assert night.house.speech.last.id == "ANN-043"
    assert night.seance.stage is Stage.SUSPENDUE
    assert scene_of(night.seance, night.partie) is Scene.SUSPENDUE
    night.heard().refuses(ResumePartie(), "SEANCE_DANS_UN_AUTRE_ETAT", Role.MCD)
    (first,) = deadlines(night.house)
    night.waits(first - night.ms).gives(ReachDeadline())
    assert night.happened("SuspensionReminded")
    assert next(deadlines(night.house)) >= first + 900_000
    night.waits(minutes=60).gives(ResumeSeance()).heard()
    assert (night.partie.phase, night.partie.rank) == (Phase.TIRAGE_QUINE, 7)
    night.draws_to(8)


@pytest.mark.spec("FOR-046")
def test_a_window_that_was_open_lasts_that_much_longer(night):
    night.playing(forfaits=4).draws(*night.carton(1)[0]).stops().verifies(1).asks()
    window_ms = night.partie.stop.window_ms
    night.gives(SuspendSeance(FIRE)).heard().waits(minutes=5)
    since_ms = night.seance.suspension.since_ms
    night.gives(ResumeSeance())
    assert night.partie.stop.window_ms - window_ms == night.ms - 10 - since_ms


@pytest.mark.spec("FOR-046", "BIN-060")
def test_a_breakdown_keeps_its_fifteen_minutes(night):
    """D-57: the limit is about equipment, and a suspension by the directeur does not lift it."""
    night.playing(forfaits=4).draws_to(5).gives(SuspendPartie("panne"), Role.MCD).heard()
    night.gives(SuspendSeance(FIRE)).heard().gives(ResumeSeance())
    assert night.partie.phase is Phase.SUSPENDUE
    night.gives(ResumePartie(), Role.MCD)


@pytest.mark.spec("FOR-046")
def test_between_two_parties_nothing_starts(night):
    night.announced(forfaits=4).gives(SuspendSeance(FIRE)).heard()
    night.refuses(PreparePartie(), "SEANCE_DANS_UN_AUTRE_ETAT")
    night.refuses(BeginClosing(), "SEANCE_DANS_UN_AUTRE_ETAT")
    night.gives(ResumeSeance()).plays()


@pytest.mark.spec("FOR-046")
def test_the_police_told_at_21_06_stands_in_the_register_with_its_file(night):
    night.announced(forfaits=2)
    night.waits(hours=(21 - night.time.hour) % 24).gives(SuspendSeance(FIRE)).waits(minutes=70)
    hour = f"{night.time.hour - 1:02d}:06"
    night.refuses(InformAuthority(SEANCE, "SUSPENSION", " "), "MOYEN_D_AVIS_MANQUANT")
    night.refuses(InformAuthority(SEANCE, "ARRET", "téléphone"), "AVIS_NON_ATTENDU")
    late = f"{night.time.hour + 1:02d}:06" if night.time.hour < 23 else "2026-12-01"
    night.refuses(InformAuthority(SEANCE, "SUSPENSION", "téléphone", at=late), "HEURE_A_VENIR")
    night.refuses(InformAuthority(SEANCE, "SUSPENSION", "x", at="21 h"), "HEURE_ILLISIBLE")
    night.gives(InformAuthority(SEANCE, "SUSPENSION", "téléphone", "ab" * 32, hour))
    assert [due.subject for due in night.seance.due] == ["RAPPORT"]
    line = next(row for row in ASKS["REG-13"].rows(night.house) if row["objet"] == "SUSPENSION")
    assert (line["heure"][11:16], line["pieces"]) == (hour, "ab" * 32)
    assert (line["delai_legal"], line["conforme"]) == ("immédiat", True)

"""Who declines the replay of a cancelled partie is paid for it: FOR-037, D-104, REG-12, REG-26."""

import pytest
from night import SEANCE

from core.bingo.forfait.exchange import ReprintCartons
from core.bingo.forfait.replay_choice import DeclineReplay
from core.bingo.partie.state import Verdict
from core.bingo.partie.suspension import CancelPartie, ReplayPartie, SuspendPartie
from core.registers import ASKS
from core.registers.historique_paper import historique_text
from core.rules import Role


def cancels(night):
    """The partie in course breaks down and is cancelled."""
    night.gives(SuspendPartie("panne"), Role.MCD).heard()
    return night.gives(CancelPartie("panne"), Role.MCD).heard()


@pytest.fixture
def cancelled(night):
    """Partie 2 of 8, 60 forfaits: quine 27.00, bingo 115.00."""
    return cancels(night.announced().plays().starts().draws_to(5))


def papers(night, partie):
    """Receipts whose cartons of the replay were asked for."""
    jobs = night.house.papers.jobs.values()
    start = f"{SEANCE}/{partie}/2/"
    return {int(job.ref.split("/")[3]) for job in jobs if job.ref.startswith(start)}


@pytest.mark.spec("FOR-037")
def test_one_declines_and_fifty_nine_replay_for_the_same_lots(cancelled):
    """A 24.00, P 8: 3.00 for him, out of the retention's share of that partie; lots unchanged."""
    cancelled.gives(DeclineReplay(7))
    assert cancelled.result["amount_c"] == 3_00
    assert cancelled.account("cagnotte") == 504_00 - 3_00
    cancelled.gives(ReplayPartie(), Role.MCD)
    assert papers(cancelled, 2) == set(range(1, 61)) - {7}
    lots = cancelled.partie.quine, cancelled.partie.bingo
    assert [lot.allocated_c for lot in lots] == [27_00, 115_00]


@pytest.mark.spec("FOR-037")
def test_his_numbers_are_out_of_that_partie_and_back_in_the_next(cancelled):
    """Cartons 19-21 of the replay: « remboursée »; those of partie 3 play."""
    cancelled.gives(DeclineReplay(7)).gives(ReplayPartie(), Role.MCD).starts()
    cancelled.draws(*cancelled.carton(19)[0]).stops().verifies(19)
    assert cancelled.result["verdict"] == Verdict.REMBOURSEE
    cancelled.refuses(ReprintCartons(7, 1, 2), "CARTONS_NON_REMIS")
    cancelled.verifies(20)
    assert cancelled.result["verdict"] == Verdict.REMBOURSEE


@pytest.mark.spec("FOR-037")
def test_one_may_still_decline_until_the_replay_is_closed(cancelled):
    cancelled.gives(ReplayPartie(), Role.MCD).gives(DeclineReplay(7))
    cancelled.refuses(DeclineReplay(7), "DEJA_REMBOURSE")
    cancelled.starts().refuses(DeclineReplay(8), "AUCUNE_PARTIE_A_REJOUER")


@pytest.mark.spec("FOR-037")
def test_a_partie_that_is_played_cannot_be_declined(night):
    night.announced(forfaits=4).plays()
    night.refuses(DeclineReplay(1), "AUCUNE_PARTIE_A_REJOUER")


@pytest.mark.spec("FOR-020", "FOR-037")
def test_who_came_too_late_for_it_is_not_paid_for_it(night):
    """A missed partie is lost; its replay is not, but is worth no money to him."""
    night.announced(forfaits=4, shown=3).starts().draws_to(5).exchanged(4)
    cancels(night).refuses(DeclineReplay(4), "CARTONS_NON_REMIS")
    night.gives(ReplayPartie(), Role.MCD).refuses(DeclineReplay(4), "CARTONS_NON_REMIS")


@pytest.mark.spec("FOR-037")
def test_beyond_the_share_of_the_retention_the_casino_pays(cancelled):
    """63.00 of retention are in partie 2: twenty-one players at 3.00; the next costs the casino."""
    for number in range(1, 22):
        cancelled.gives(DeclineReplay(number))
    assert cancelled.account("cagnotte") == 504_00 - 63_00
    assert cancelled.books.balance("maison") == 0
    cancelled.gives(DeclineReplay(22))
    assert cancelled.account("cagnotte") == 504_00 - 63_00
    assert cancelled.books.balance("maison") == -3_00


@pytest.mark.spec("FOR-037", "BIN-066")
def test_the_incident_says_how_many_cartons_were_paid_back(cancelled):
    """REG-26: three cartons, 3.00; a second cancellation has its own line."""
    cancelled.gives(DeclineReplay(7)).gives(ReplayPartie(), Role.MCD).starts().draws_to(5)
    cancels(cancelled).gives(DeclineReplay(8)).gives(DeclineReplay(9))
    lines = [r for r in ASKS["REG-26"].rows(cancelled.house) if r["nature"] == "ANNULATION"]
    told = [(line["nb_cartons_rembourses"], line["montant_rembourse_c"]) for line in lines]
    assert told == [(3, 3_00), (6, 6_00)]
    assert "Rendue pour parties annulées                        9,00 €" in historique_text(
        cancelled.house, SEANCE
    )
    causes = {line["cause"] for line in ASKS["REG-12"].rows(cancelled.house)}
    assert causes == {"partie annulée"}

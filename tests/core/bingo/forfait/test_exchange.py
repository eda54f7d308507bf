"""Receipts for cartons: FOR-014, FOR-016, FOR-018 to FOR-020, FOR-051, BIN-009, BIN-010, D-32, D-48."""

import pytest
from night import SEANCE

from core.bingo.forfait.exchange import ExchangeReceipt, OpenExchange, ReprintCartons
from core.bingo.forfait.exclusion import BlockReceipt
from core.bingo.forfait.registration import PreRegister
from core.bingo.forfait.state import Status
from core.bingo.partie.preparation import FreezePartie
from core.bingo.partie.state import Verdict
from core.bingo.partie.suspension import CancelPartie, ReplayPartie, SuspendPartie
from core.bingo.seance.opening import OpenSeance
from core.desk.till import OpenTill
from core.people import Flags
from core.rules import Role

EXCLUDED = Flags(known=True, age=40, excluded=True)


def shows(number, person=None, **more):
    return ExchangeReceipt(number, person or f"joueur-{number}", **more)


def run(night, number):
    exchange = night.house.bingo.registrations[number].exchanges[SEANCE]
    return exchange.first, exchange.last, exchange.from_partie


@pytest.mark.spec("FOR-018", "BIN-009")
def test_cartons_go_out_in_one_unbroken_run(night):
    """k = 3: R1 has 1-3, R2 has 4-6, in every partie, each of another series."""
    night.exchanging(forfaits=2)
    assert (run(night, 1), run(night, 2)) == ((1, 3, 1), (4, 6, 1))
    assert len({partie.serie for partie in night.seance.parties.values()}) == 8


@pytest.mark.spec("BIN-009", "BIN-010")
def test_the_order_of_arrival_is_the_order_of_the_numbers(night):
    """Whoever comes first has the first numbers: no gap can be."""
    night.exchanging(forfaits=3, shown=0).exchanged(3, 1, 2)
    assert [run(night, number)[:2] for number in (3, 1, 2)] == [(1, 3), (4, 6), (7, 9)]


@pytest.mark.spec("FOR-016")
def test_a_receipt_is_exchanged_once(night):
    night.exchanging(forfaits=1)
    night.refuses(shows(1), "DEJA_ECHANGE", Role.CAISSIER)
    night.refuses(shows(9), "BULLETIN_INCONNU", Role.CAISSIER)
    night.refuses(shows(1, authentic=False), "RECEPISSE_NON_AUTHENTIQUE", Role.CAISSIER)


@pytest.mark.spec("FOR-016")
def test_no_carton_before_the_day_of_the_seance(night):
    """Whatever the receipt says: no séance is in course the day before."""
    night.registering().refuses(shows(1), "AUCUNE_SEANCE", Role.CAISSIER)


@pytest.mark.spec("FOR-051")
def test_a_receipt_is_personal(night):
    night.exchanging(forfaits=2, shown=0)
    night.refuses(shows(1, "joueur-2"), "RECEPISSE_PERSONNEL", Role.CAISSIER)


@pytest.mark.spec("FOR-014", "GEN-014")
def test_a_person_excluded_after_paying_gets_no_carton(night):
    """Refused at exchange, the receipt is BLOQUE_EXCLUSION for good, the fact alerts the MCD."""
    night.exchanging(forfaits=2, shown=0).flags["joueur-1"] = EXCLUDED
    assert night.gives(shows(1), Role.CAISSIER).result == {"blocked": "BLOQUE_EXCLUSION"}
    assert night.house.bingo.registrations[1].status[SEANCE] is Status.BLOQUE_EXCLUSION
    night.flags.clear()
    night.refuses(shows(1), "BLOQUE_EXCLUSION", Role.CAISSIER)
    assert run(night.exchanged(2), 2)[0] == 1


@pytest.mark.spec("GEN-014", "BIN-047")
def test_cartons_of_a_person_excluded_afterwards_win_nothing(night):
    """PAYE or ECHANGE may be blocked (SM-05): his cartons stay in the run, and are EXCLUE."""
    night.playing(forfaits=2)
    night.refuses(BlockReceipt(1, Flags(known=True, age=40)), "PERSONNE_NON_EXCLUE", Role.MCD)
    night.gives(BlockReceipt(1, EXCLUDED), Role.MCD).draws(*night.carton(1)[0]).stops()
    assert night.verifies(1).result["verdict"] == Verdict.EXCLUE
    night.refuses(BlockReceipt(1, EXCLUDED), "BLOQUE_EXCLUSION", Role.MCD)


@pytest.mark.spec("FOR-014")
@pytest.mark.parametrize(
    ("flags", "code"),
    [
        (Flags(known=True, age=17), "MINEUR"),
        (Flags(known=True, age=40, staff=True), "PERSONNEL_NON_ADMIS"),
    ],
)
def test_everything_is_checked_again_at_the_exchange(night, flags, code):
    night.exchanging(forfaits=1, shown=0).flags["joueur-1"] = flags
    night.refuses(shows(1), code, Role.CAISSIER)


@pytest.mark.spec("FOR-019")
def test_who_never_came_stays_sold(night):
    """60 sold, 57 exchanged: « 60 forfaits », base 60 × 24.00."""
    night.announced(shown=57)
    assert "60 forfaits vendus" in night.happened("Announced")[-1].text
    assert night.seance.forfait.pools.base_c == 60 * 24_00
    assert night.seance.forfait.next_number == 57 * 3 + 1


@pytest.mark.spec("FOR-020")
def test_who_comes_late_plays_what_is_left(night):
    """After partie 2 of 8: cartons for 3 to 8, printed for those six."""
    night.announced(shown=57).plays().plays().exchanged(58)
    assert run(night, 58) == (172, 174, 3)
    printed = [job for job in night.house.papers.jobs.values() if job.ref.endswith("/58/1")]
    assert len(printed) == 6
    assert night.starts().partie.sold_last == 174


@pytest.mark.spec("FOR-020")
def test_a_partie_that_was_frozen_issues_no_more(night):
    """Its run is known for ever: the next one is served; after the last, nobody is."""
    night.announced(shown=57).prepared().gives(FreezePartie()).exchanged(58)
    assert run(night, 58)[2] == 2
    assert night.partie.sold_last == 171
    for partie in night.seance.parties.values():
        partie.frozen = True
    night.refuses(shows(59), "PLUS_DE_PARTIE_A_VENIR", Role.CAISSIER)


@pytest.mark.spec("FOR-020", "FOR-037", "BIN-009")
def test_who_came_late_plays_a_replay_like_all_others(night):
    """Arrived while partie 1 was drawn; partie 1 is cancelled and replayed with everybody."""
    night.playing(shown=57).exchanged(58)
    night.gives(SuspendPartie("panne"), Role.MCD).gives(CancelPartie("panne"), Role.MCD)
    night.exchanged(59).gives(ReplayPartie(), Role.MCD).exchanged(60)
    assert [run(night, number)[2] for number in (58, 59, 60)] == [1, 1, 1]
    assert night.heard().starts().partie.sold_last == 180


@pytest.mark.spec("FOR-037", "PRT-009")
def test_the_cartons_of_a_replay_are_originals(night):
    """Printed anew where the cancelled ones were handed out, and they are no duplicates."""
    night.playing(forfaits=2).gives(SuspendPartie("panne"), Role.MCD)
    night.gives(CancelPartie("panne"), Role.MCD).gives(ReplayPartie(), Role.MCD, station="bureau")
    again = [job for job in night.house.papers.jobs.values() if f"{SEANCE}/1/2/" in job.ref]
    assert [(job.station, job.kind, job.copy) for job in again] == [("caisse-1", "cartons", 0)] * 2
    night.gives(ReprintCartons(1, 1, 1))
    assert list(night.house.papers.jobs.values())[-1].copy == 1


@pytest.mark.spec("PRT-009", "BIN-046")
def test_a_carton_printed_again_says_duplicata(night):
    night.exchanging(forfaits=1).gives(ReprintCartons(1, 1, 3))
    assert list(night.house.papers.jobs.values())[-1].copy == 1
    night.refuses(ReprintCartons(1, 2, 3), "FORFAIT_INCONNU")
    night.refuses(ReprintCartons(1, 1, 9), "CARTONS_NON_REMIS")


@pytest.mark.spec("GEN-009", "FOR-016")
def test_a_seance_opened_after_midnight_is_still_that_of_its_day(night):
    """Tested at 23:30, opened at 00:10: the receipts of the day are exchanged."""
    night.tested().signed("essais", (Role.MCD, "roy")).waits(hours=7).gives(OpenSeance()).heard()
    night.gives(OpenTill({10_000: 10})).sold(1).gives(OpenExchange()).exchanged(1)
    assert run(night, 1) == (1, 3, 1)


@pytest.mark.spec("FOR-016", "FOR-018")
def test_what_is_not_paid_or_not_open_is_not_exchanged(night):
    night.opened().sold(1).refuses(shows(1), "ECHANGE_NON_OUVERT", Role.CAISSIER)
    night.gives(OpenExchange()).refuses(OpenExchange(), "ECHANGE_DEJA_OUVERT")
    night.gives(PreRegister("joueur-2", SEANCE), Role.INSCRIPTION)
    night.refuses(shows(2), "RECEPISSE_NON_PAYE", Role.CAISSIER)
    night.refuses(BlockReceipt(2, EXCLUDED), "RECEPISSE_NON_PAYE", Role.MCD)

"""The end of the *séance*: BIN-054 to BIN-057, FOR-024, FOR-029, FOR-032, FOR-036, vector 20.2."""

import pytest
from night import SEANCE

from core.bingo.forfait.state import Status
from core.bingo.partie.state import Phase
from core.bingo.seance.closing import BeginClosing, CloseSeance, CountCagnotte, remainder
from core.bingo.seance.state import Stage
from core.bingo.seance.statements import historique, retention
from core.house import duties
from core.rules import Role


@pytest.mark.spec("FOR-023", "FOR-035")
def test_vector_20_2_before_the_stop(night):
    """Three parties played: quine 22+27+28 = 77.00, bingo 74+115+83 = 272.00, 587.00 are left."""
    night.announced()
    for _ in range(3):
        night.plays().paid()
    paid = [(fact.amount_c) for fact in night.happened("LotPaid")]
    assert (sum(paid[::2]), sum(paid[1::2])) == (77_00, 272_00)
    assert night.account("lots") == 587_00
    assert (night.account("cagnotte"), night.account("droits")) == (504_00, 360_00)
    assert night.books.balance("joueurs") == -(1_800_00 - 349_00)


@pytest.mark.spec("FOR-029", "FOR-024", "GEN-003")
def test_nothing_is_left_of_the_65_percent(night):
    """All 8 paid: 936.00 − 936.00 = 0; sales = retention + lots + fees."""
    night.closing()
    assert (remainder(night.seance), night.account("lots")) == (0, 0)
    assert sum(fact.amount_c for fact in night.happened("LotPaid")) == 1_800_00 - 360_00 - 504_00


@pytest.mark.spec("FOR-038")
def test_every_partie_is_played_before_the_closing(night):
    night.announced().plays()
    assert night.refuses(BeginClosing(), "PARTIES_A_JOUER") == {"left": 7}


@pytest.mark.spec("BIN-055")
def test_a_difference_of_the_cagnotte_is_explained(night):
    """Expected 504.00, counted 503.00: an explanation, a line of −1.00, an incident."""
    night.closing().refuses(CountCagnotte({100: 503}), "ECART_A_EXPLIQUER")
    night.refuses(CountCagnotte({100: -1}, "?"), "NOMBRE_NEGATIF")
    night.gives(CountCagnotte({100: 503}, "une pièce"))
    assert night.result == {"counted_c": 503_00, "difference_c": -1_00}
    assert "-1,00" in night.house.bingo.incidents[-1].text


@pytest.mark.spec("BIN-056", "FOR-036")
def test_a_booklet_that_is_not_certified_closes_nothing(night):
    """Counted, signed by the cashier, not by the committee: refused."""
    night.closing().refuses(CloseSeance(), "CAGNOTTE_NON_COMPTEE")
    night.gives(CountCagnotte({100: 504})).signed("11quinquies", (Role.CAISSIER, "durand"))
    values = night.refuses(CloseSeance(), "DOCUMENT_NON_SIGNE")
    assert values == {"document": f"11quinquies:{SEANCE}"}
    assert retention(night.seance)["retenue_c"] == 504_00


@pytest.mark.spec("FOR-032")
def test_the_historique_is_signed_by_cashier_and_directeur_de_seance(night):
    """Eight lines, totals 216.00 / 720.00 / 504.00, the seal of the allocation."""
    night.closing()
    paper = historique(night.seance)
    assert len(paper["parties"]) == 8
    assert (sum(paper["pools"].quine_c), sum(paper["pools"].bingo_c)) == (216_00, 720_00)
    assert paper["pools"].retenue_c == 504_00
    night.gives(CountCagnotte({100: 504}))
    night.signed("11quinquies", (Role.CAISSIER, "durand"), (Role.MCD, "roy"))
    assert night.refuses(CloseSeance(), "DOCUMENT_NON_SIGNE")["document"].startswith("historique")


@pytest.mark.spec("CSH-028")
def test_open_tills_are_counted_first(night):
    night.closing().certified()
    assert night.refuses(CloseSeance(), "CAISSES_OUVERTES") == {"tills": ["caisse-1"]}


@pytest.mark.spec("FOR-019", "SM-05")
def test_who_never_came_keeps_a_sold_forfait_without_cartons(night):
    night.closed(forfaits=60, shown=57)
    states = [r.status[SEANCE] for r in night.house.bingo.registrations.values()]
    assert states.count(Status.CONSOMME) == 57
    assert states.count(Status.NON_PRESENTE) == 3


@pytest.mark.spec("GEN-010", "FOR-026", "GEN-004")
def test_the_hall_owes_reveals_and_seals_until_all_are_paid(night):
    night.closed()
    owed = [type(order).__name__ for order in duties(night.house)]
    assert (owed.count("RevealDraw"), owed.count("SealJournal")) == (8, 9)
    assert owed.count("RevealAllocation") == 1
    while order := next(duties(night.house), None):
        night.gives(order)
    seance = night.house.bingo.seances[SEANCE]
    assert (seance.stage, seance.seed_a_revealed) == (Stage.FERMEE, True)
    assert all(partie.revealed for partie in seance.parties.values())


@pytest.mark.spec("SM-01")
def test_the_hall_is_free_again(night):
    night.closed()
    assert night.house.bingo.current() is None
    phases = {partie.phase for partie in night.house.bingo.seances[SEANCE].parties.values()}
    assert phases == {Phase.VALIDEE}

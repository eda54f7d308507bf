"""The lots of the *séance*, drawn once and sealed: FOR-022 to FOR-028, FOR-031, D-49, D-50, D-103."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from night import CUTS, FORFAIT, SEANCE, Night, secret

from core import chance
from core.bingo.forfait.allocation import AllocateLots, AnnounceSeance, seal_of, spread
from core.bingo.partie.preparation import AnnounceLots, PreparePartie
from core.site import Parameters

QUINE_C = (22_00, 27_00, 28_00, 31_00, 29_00, 30_00, 25_00, 24_00)
BINGO_C = (74_00, 115_00, 83_00, 103_00, 85_00, 104_00, 94_00, 62_00)
POOLS = st.integers(1, 5_000_00), st.integers(2, 30)


@pytest.mark.spec("FOR-022", "FOR-023", "FOR-024", "FOR-031")
def test_the_base_goes_35_15_50_into_its_boxes(night):
    """60 × 24.00 = 1 440.00: cagnotte 504.00, lots 936.00, fees 360.00."""
    night.allocated()
    boxes = {name: night.account(name) for name in ("cartons", "cagnotte", "lots", "droits")}
    assert boxes == {"cartons": 0, "cagnotte": 504_00, "lots": 936_00, "droits": 360_00}


@pytest.mark.spec("FOR-025")
@pytest.mark.parametrize(
    ("pool_c", "least", "free", "cuts", "lots_c"),
    [(216_00, 13, 112, CUTS[0], QUINE_C), (720_00, 45, 360, CUTS[1], BINGO_C)],
)
def test_cuts_make_the_lots(pool_c, least, free, cuts, lots_c):
    """Pools 216.00 and 720.00 over eight parties, with the cuts of FOR-025."""
    spreaded = spread(pool_c, 8, Parameters())
    assert (spreaded.least, spreaded.free, spreaded.unit_c) == (least, free, 1_00)
    assert spreaded.lots(cuts) == lots_c


@pytest.mark.spec("FOR-025")
def test_the_residue_goes_to_the_last_partie():
    """716.76: 0.76 more in partie 8."""
    lots_c = spread(716_76, 8, Parameters()).lots((30, 101, 140, 199, 240, 300, 350))
    assert [lot_c % 100 for lot_c in lots_c] == [0] * 7 + [76]
    assert sum(lots_c) == 716_76


@pytest.mark.spec("FOR-025")
def test_a_pool_below_its_unit_is_cut_in_cents():
    """5.00 over eight: unit 1 c, at least 31 c each, 252 c free."""
    small = spread(5_00, 8, Parameters())
    assert (small.unit_c, small.least, small.free) == (1, 31, 252)


@pytest.mark.spec("FOR-025", "GEN-003")
@given(*POOLS, st.binary(min_size=32, max_size=32))
def test_any_cuts_spread_the_whole_pool(pool_c, parties, seed):
    """Exact in sum, never below the minimum, whatever chance says."""
    spreaded = spread(pool_c, parties, Parameters())
    cuts = chance.allocation_cuts(seed, SEANCE, "quine", spreaded.free, parties)
    lots_c = spreaded.lots(cuts)
    assert sum(lots_c) == pool_c
    assert min(lots_c) >= spreaded.least * spreaded.unit_c


@pytest.mark.spec("FOR-025")
def test_thin_pools_warn_the_directeur_de_seance():
    """One forfait of 24.00: quine pool 3.60 for eight parties is below 1.00 each."""
    assert Night().allocated(forfaits=1).result["thin"]
    assert not Night().allocated().result["thin"]


@pytest.mark.spec("FOR-026", "FOR-038")
def test_the_allocation_is_drawn_once_and_sealed(night):
    night.allocated()
    night.refuses(AllocateLots(), "ALLOCATION_SCELLEE")
    drawn = night.seance.forfait.pools
    assert (drawn.quine_c, drawn.bingo_c) == (QUINE_C, BINGO_C)
    assert drawn.seal == seal_of(SEANCE, QUINE_C, BINGO_C)
    assert drawn.seal != seal_of(SEANCE, (23_00, 26_00, *QUINE_C[2:]), BINGO_C)


@pytest.mark.spec("FOR-026", "GEN-010")
def test_seed_a_is_committed_to_before_the_first_sale(night):
    committed = night.registering().happened("RegistrationsOpened")[0].commitment
    assert committed == chance.allocation_commitment(secret("a"), SEANCE)
    assert not night.house.bingo.registrations


@pytest.mark.spec("FOR-021", "FOR-026")
def test_no_lots_while_forfaits_are_sold(night):
    night.exchanging(forfaits=1).refuses(AllocateLots(), "INSCRIPTIONS_DANS_UN_AUTRE_ETAT")


@pytest.mark.spec("FOR-027")
def test_the_general_announcement_recalls_price_and_lots(night):
    """« 30,00 euros, 24 cartons; 60 forfaits; 8 parties; quine 216,00; bingo 720,00 »."""
    terms, lots = night.announced().happened("Announced")[-2:]
    assert terms.text == "Forfait à 30,00 euros, 24 cartons pour la séance."
    assert lots.text == (
        "60 forfaits vendus, 8 parties. Lots de la séance : quine 216,00 €, bingo 720,00 €."
    )


@pytest.mark.spec("FOR-027")
def test_no_partie_before_the_general_announcement(night):
    """Nor before it was heard to the end."""
    night.allocated().refuses(PreparePartie(), "INSCRIPTIONS_DANS_UN_AUTRE_ETAT")
    night.gives(AnnounceSeance()).refuses(PreparePartie(), "ANNONCE_EN_COURS")
    night.heard().gives(PreparePartie())
    night.refuses(AnnounceSeance(), "PREMIERE_PARTIE_COMMENCEE")


@pytest.mark.spec("FOR-028")
def test_each_partie_announces_its_own_lots(night):
    """Partie 2: « quine 27,00; bingo 115,00 »; said again, it is whole again (BIN-026)."""
    night.announced().plays().prepared()
    assert night.happened("Announced")[-1].text == "Partie 2 sur 8 : quine 27,00 €, bingo 115,00 €."
    night.gives(AnnounceLots()).heard()
    last, again = night.happened("Announced")[-2:]
    assert last.text == again.text


def test_the_terms_of_the_tests_are_those_of_the_specification():
    assert (FORFAIT.prix_c, FORFAIT.part_cartons_c, FORFAIT.droits_c) == (30_00, 24_00, 6_00)

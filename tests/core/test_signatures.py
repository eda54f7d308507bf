"""Two people, two credentials, five minutes, one text: GEN-006, GEN-007."""

import pytest
from msgspec.structs import replace
from night import SEANCE

from core.bingo.seance.closing import CountCagnotte
from core.rules import Role
from core.signatures import Sign

BOOKLET = f"11quinquies:{SEANCE}"


@pytest.fixture
def counted(night):
    return night.closing().gives(CountCagnotte({1: night.account("cagnotte")}))


def complete(night):
    return BOOKLET in night.house.signatures.complete


@pytest.mark.spec("GEN-006")
def test_one_person_does_not_sign_both_places(counted):
    """Cashier Durand is also a member of the committee."""
    counted.signed("11quinquies", (Role.CAISSIER, "durand"))
    counted.refuses(Sign(BOOKLET, ""), "MEME_SIGNATAIRE", Role.MCD, actor="durand")
    assert complete(counted.signed("11quinquies", (Role.MCD, "roy")))


@pytest.mark.spec("GEN-006")
def test_five_minutes_later_the_first_signature_is_void(counted):
    counted.signed("11quinquies", (Role.CAISSIER, "durand")).waits(minutes=5, ms=1)
    assert not complete(counted.signed("11quinquies", (Role.MCD, "roy")))
    assert complete(counted.signed("11quinquies", (Role.CAISSIER, "durand")))


@pytest.mark.spec("GEN-006")
def test_a_change_of_the_document_voids_both(counted):
    """Counted again with another result between the two signatures."""
    counted.signed("11quinquies", (Role.CAISSIER, "durand"))
    old = counted.house.digest_of(BOOKLET)
    counted.gives(CountCagnotte({100: 503}, "un euro manque"))
    counted.refuses(Sign(BOOKLET, old), "DOCUMENT_CHANGE", Role.MCD)
    assert not complete(counted.signed("11quinquies", (Role.MCD, "roy")))


@pytest.mark.spec("GEN-006", "GEN-007")
def test_each_hand_has_its_own_place(counted):
    """Two members of the committee do not replace the cashier."""
    counted.signed("11quinquies", (Role.MCD, "roy"))
    counted.refuses(Sign(BOOKLET, ""), "SIGNATURE_D_UNE_AUTRE_QUALITE", Role.MCD, actor="mercier")


@pytest.mark.spec("GEN-006")
def test_a_wrong_pin_or_an_unknown_paper_signs_nothing(counted):
    unconfirmed = Sign(BOOKLET, "", pin="0000")
    with pytest.raises(Exception, match="CODE_PERSONNEL_FAUX"):
        counted._give(replace(unconfirmed, confirmed=False), Role.MCD, "roy", "caisse-1")
    counted.refuses(Sign("modele9:2025-001", "x"), "DOCUMENT_INCONNU", Role.MCD)

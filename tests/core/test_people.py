"""Roles, sign-in, admission at the door: GEN-005, GEN-007, GEN-012 to GEN-015."""

import pytest

from core.bingo.forfait.allocation import AllocateLots
from core.people import AdmitPerson, CloseSession, Flags, OpenSession, RecordStaff
from core.rules import Role
from core.site import Parameters, SetParameters


@pytest.mark.spec("GEN-005")
def test_an_order_of_another_function_is_refused(night):
    """A VENDEUR computes no lots."""
    values = night.opened().refuses(AllocateLots(), "FONCTION_NON_AUTORISEE", Role.VENDEUR)
    assert values == {"role": Role.VENDEUR, "order": "AllocateLots"}


@pytest.mark.spec("GEN-005")
@pytest.mark.parametrize("role", [Role.MAISON, Role.POSTE, Role.SIMULATEUR, Role.JOUEUR])
def test_nobody_is_given_the_functions_of_the_hall(night, role):
    night.founded().refuses(RecordStaff("x", "d", (role,)), "FONCTION_NON_HUMAINE")


@pytest.mark.spec("GEN-005")
def test_one_person_stands_at_a_station(night):
    """Whoever signs in at a station takes the place of the one before."""
    night.founded().gives(OpenSession("durand", "poste de petit"))
    assert night.house.people.signed_in["poste de petit"].person == "durand"
    assert not night.house.people.is_signed_in("petit")
    night.refuses(OpenSession("passant", "poste de petit"), "PERSONNE_SANS_FONCTION")
    night.gives(CloseSession("poste de petit", "INACTIVITE"))
    night.refuses(CloseSession("poste de petit", "INACTIVITE"), "PERSONNE_AU_POSTE")


@pytest.mark.spec("GEN-012", "GEN-013", "GEN-014", "GEN-015")
@pytest.mark.parametrize(
    ("flags", "code"),
    [
        (Flags(), "PERSONNE_INCONNUE"),
        (Flags(known=True, age=17), "MINEUR"),
        (Flags(known=True, age=40, excluded=True), "INTERDIT_DE_JEU"),
        (Flags(known=True, age=40, staff=True), "PERSONNEL_NON_ADMIS"),
    ],
)
def test_the_door_lets_in_adults_who_may_play(night, flags, code):
    """No override for any role."""
    night.founded().refuses(AdmitPerson("joueur-1", flags), code, Role.CONTROLE_ENTREE)
    for role in Role:
        if role is not Role.CONTROLE_ENTREE:
            night.refuses(AdmitPerson("joueur-1", flags), "FONCTION_NON_AUTORISEE", role)


@pytest.mark.spec("GEN-012")
def test_an_admission_is_numbered_and_printed(night):
    night.founded().gives(AdmitPerson("joueur-1", Flags(known=True, age=18)))
    assert night.result == {"admission": 1, "job": 1}
    assert night.house.papers.jobs[1].kind == "admission"


@pytest.mark.spec("GEN-020")
@pytest.mark.parametrize("rehearsal", [False, True])
def test_a_rehearsal_goes_faster_and_bends_nothing_else(night, rehearsal):
    """Intervals and windows may shrink below the law's limits there; money rules never."""
    night.founded(rehearsal)
    fast = SetParameters(Parameters(tirage_minimum_ms=10))
    if rehearsal:
        night.gives(fast)
    else:
        night.refuses(fast, "PARAMETRE_HORS_LIMITES")
    night.refuses(SetParameters(Parameters(alloc_unite_c=0)), "PARAMETRE_HORS_LIMITES")

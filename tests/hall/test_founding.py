"""A house is founded once: empty and real, or a rehearsal with all that a night needs."""

import stat
from datetime import date

import pytest

from core.bingo.forfait.state import Registrations
from core.rules import Refusal, Role
from core.site import Parameters
from hall.founding import EXCLUDED, found
from hall.opening import open_house


@pytest.fixture
def house(tmp_path):
    """Opens a house and lets go of it again."""
    opened = []

    def opener(folder=tmp_path):
        opened.append(open_house(folder))
        return opened[-1]

    yield opener
    for one in opened:
        one.close()


@pytest.mark.spec("GEN-005")
def test_a_real_house_begins_with_one_director_and_a_pin_of_six_digits(tmp_path, house):
    """Nothing else is made up: the director plans, employs and approves."""
    founded = found(tmp_path, name="Casino du Lac", code="LAC")
    assert [member.person for member in founded.staff] == ["marchand"]
    assert len(founded.staff[0].pin) == 6 and founded.seance == ""
    hall = house().hall
    assert hall.people.pins.fits(hall.people.pin_hash("marchand"), founded.staff[0].pin)
    assert (hall.house.site.name, hall.house.site.rehearsal) == ("Casino du Lac", False)


@pytest.mark.spec("FOR-004 FOR-005 FOR-007 FOR-013")
def test_a_rehearsal_can_be_played_at_once(tmp_path, house):
    """Notices thirty days old, appointments made, registrations open with their commitment."""
    founded = found(tmp_path, rehearsal=True)
    bingo = house().hall.house.bingo
    seance = bingo.seances[founded.seance]
    assert seance.forfait.registrations is Registrations.OUVERTES
    assert len(seance.forfait.commitment) == 64
    assert (seance.mcd, seance.directeur) == ("roy", "caron")


@pytest.mark.spec("GEN-014")
def test_the_exclusion_of_a_rehearsal_is_known_by_its_hash_only(tmp_path, house):
    """The list holds no name: the same identity is recognised, whoever writes it down."""
    found(tmp_path, rehearsal=True)
    hall = house().hall
    person = hall.people.record(EXCLUDED)
    assert hall.people.flags(person, date(2026, 1, 1)).excluded


@pytest.mark.spec("GEN-010")
def test_a_seed_is_for_rehearsals_only(tmp_path):
    """No seed is accepted where money is played for, and nothing is left behind."""
    with pytest.raises(Refusal, match="SEED_IN_REAL_HOUSE"):
        found(tmp_path / "maison", seed="42")
    assert not (tmp_path / "maison").exists()


def test_a_house_is_never_founded_over_another(tmp_path):
    """Its keys and its journal are not replaced."""
    found(tmp_path)
    with pytest.raises(Refusal, match="MAISON_DEJA_FONDEE"):
        found(tmp_path)


@pytest.mark.spec("GEN-020")
def test_a_real_house_keeps_to_the_limits_of_its_parameters(tmp_path):
    """A rehearsal may go faster than the law (design §10); a real house is refused."""
    quick = Parameters(tirage_minimum_ms=100)
    found(tmp_path / "repetition", rehearsal=True, parameters=quick)
    with pytest.raises(Refusal, match="PARAMETRE_HORS_LIMITES"):
        found(tmp_path / "vraie", parameters=quick)


@pytest.mark.spec("GEN-005")
def test_what_must_stay_secret_is_readable_by_its_owner_alone(tmp_path):
    """Keys, vault, people and journal: nothing for group or others."""
    found(tmp_path, rehearsal=True)
    for path in tmp_path.rglob("*"):
        if path.is_file():
            mode = path.stat().st_mode
            assert not mode & (stat.S_IRWXG | stat.S_IRWXO), path


def test_the_troupe_holds_every_function_of_a_night(tmp_path):
    """A night by hand needs each of them, and the director is one of the committee."""
    founded = found(tmp_path, rehearsal=True)
    held = {role for member in founded.staff for role in member.roles}
    needed = {Role.ANIMATEUR, Role.CAISSIER, Role.INSCRIPTION, Role.CONTROLE_ENTREE, Role.MCD}
    assert needed | {Role.DIRECTEUR_SEANCE, Role.DIRECTEUR_RESPONSABLE, Role.AUDITEUR} == held

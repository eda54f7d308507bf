"""The people file: names and PINs apart from the journal, flags for the rules."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.people import Flags
from core.rules import Refusal, Role
from hall.entropy import SeededEntropy
from hall.lists import BadList, import_list
from hall.people import Entry, PeopleFile, age_on, cleaned, folded
from hall.pins import Pins

ZOE = Entry("[/b] Martin", "Zoé <éàü> ${x}", "2008-12-01", "AB123")
TODAY = date(2026, 11, 30)


@pytest.fixture
def people(tmp_path):
    made = PeopleFile(
        tmp_path / "people.db", pepper=bytes(32), exclusion=bytes(range(32)),
        entropy=SeededEntropy("s"), cheap=True,
    )  # fmt: skip
    yield made
    made.close()


def test_a_name_is_kept_as_written(people):
    """Brackets, accents and dollars are letters like others; control characters are not."""
    person = people.record(ZOE)
    assert people.name(person) == "Zoé <éàü> ${x} [/b] Martin"
    other = people.record(Entry("Le\x00 \x1b[2J Goff\n", "A\u2028B", "1990-01-01"))
    assert people.name(other) == "A B Le [2J Goff"


def test_the_same_person_is_one_person(people):
    """Entered twice, whatever the accents: one id. A reused id is refused."""
    first = people.record(ZOE)
    assert people.record(Entry("[/B] MARTIN", "ZOE <eau> ${x}", "2008-12-01", "AB123")) == first
    assert people.record(Entry("Martin", "Zoé", "1999-12-01")) != first
    with pytest.raises(Refusal) as refusal:
        people.record(Entry("Autre", "", "1999-12-01"), person=first)
    assert refusal.value.code == "PERSONNE_DEJA_LA"


@pytest.mark.spec("GEN-013")
def test_age_is_that_of_the_day_of_the_operation(people):
    """Born 01/12/2008, registering on 30/11/2026: seventeen, though eighteen the next day."""
    person = people.record(ZOE)
    assert people.flags(person, TODAY) == Flags(known=True, age=17)
    assert people.flags(person, date(2026, 12, 1)).age == 18
    assert age_on(date(2008, 2, 29), date(2026, 2, 28)) == 17
    assert age_on(date(2008, 2, 29), date(2026, 3, 1)) == 18


@pytest.mark.spec("GEN-014")
def test_the_exclusion_list_knows_people_by_a_keyed_hash(people, tmp_path):
    """Martin on the list is excluded however he is spelt, and his name is not in the file."""
    person = people.record(Entry("Martin", "Rémi", "1970-05-06", "X1"))
    assert not people.flags(person, TODAY).excluded
    people.exclude(Entry("MARTIN", "remi", "1970-05-06"))
    people.exclude(Entry("Introuvable", "Jamais", "1970-05-06"))
    assert people.flags(person, TODAY).excluded
    assert not people.flags(people.record(ZOE), TODAY).excluded
    raw = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert b"Introuvable" not in raw
    people.readmit(Entry("Martin", "Rémi", "1970-05-06"))
    assert not people.flags(person, TODAY).excluded


@pytest.mark.spec("GEN-015")
def test_staff_are_known_also_when_they_register_as_players(people):
    """Lea is in the staff file; Lea at the counter, entered anew, is staff all the same."""
    lea = people.record(Entry("Petit", "Léa", "1995-04-04"), person="lea")
    people.employ(lea, (Role.VENDEUR,), pin="123456")
    as_player = people.record(Entry("PETIT", "Lea", "1995-04-04", "CNI 9"))
    assert as_player != lea
    assert people.flags(as_player, TODAY) == Flags(known=True, age=31, staff=True)


def test_an_unknown_or_erased_person_has_no_flags(people):
    """Nothing is known, and that is what the rule is told."""
    assert people.flags("p-99", TODAY) == Flags()


@pytest.mark.spec("GEN-023")
def test_erasing_a_person_leaves_nothing_behind(people, tmp_path):
    """Name, date and paper are gone from the file's bytes; the id is never given again."""
    person = people.record(ZOE)
    digest = people.digest(person)
    assert len(digest) == 64 and digest == people.digest(person)
    people.erase(person)
    assert people.name(person) == person
    assert people.search("zoe") == []
    with pytest.raises(Refusal):
        people.digest(person)
    raw = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert "Zoé".encode() not in raw and b"AB123" not in raw
    assert people.record(ZOE) != person


def test_search_by_any_part_of_a_name_or_by_document(people):
    """Without accents or capitals, family first or last."""
    person = people.record(Entry("Le Goff-Ménard", "Anaïs", "1990-01-01", "12AB"))
    people.record(Entry("Dupont", "Jean", "1990-01-01"))
    for text in ("menard", "anais le", "LE GOFF", "goff ménard anaïs", "12AB", "%", "' OR 1"):
        assert [found.id for found in people.search(text)] == (
            [person] if text not in ("%", "' OR 1") else []
        )
    assert people.search("") == []


def test_staff_are_found_by_id_badge_or_name_when_just_one(people):
    """Two Durands are told apart by more than their family name."""
    for id, first in (("durand-a", "Anne"), ("durand-b", "Bob")):
        people.record(Entry("Durand", first, "1980-01-01"), person=id)
        people.employ(id, (Role.CAISSIER,), badge=f"badge-{id}")
    assert people.who("durand") == ""
    assert people.who("Anne Durand") == people.who("DURAND anne") == "durand-a"
    assert people.who("durand-b") == people.who("badge-durand-b") == "durand-b"
    assert people.who("") == people.who("nobody") == ""


@pytest.mark.spec("GEN-005")
def test_pins_are_slow_peppered_and_long_enough_for_money(people):
    """Six digits where money is touched, four elsewhere; another pepper opens nothing."""
    people.record(ZOE, person="zoe")
    people.employ("zoe", (Role.ANIMATEUR,), pin="1234")
    assert people.pins.fits(people.pin_hash("zoe"), "1234")
    assert not people.pins.fits(people.pin_hash("zoe"), "1235")
    assert not people.pins.fits("", "1234")
    assert not Pins(bytes(31) + b"x", cheap=True).fits(people.pin_hash("zoe"), "1234")
    assert people.pin_hash("zoe").startswith("$argon2id$")
    people.employ("zoe", (Role.CAISSIER,))
    for pin, code in (
        ("1234", "CODE_TROP_COURT"),
        ("12345a", "CODE_NON_NUMERIQUE"),
        ("١٢٣٤٥٦", "CODE_NON_NUMERIQUE"),
        ("1" * 13, "CODE_TROP_COURT"),
    ):
        with pytest.raises(Refusal) as refusal:
            people.set_pin("zoe", pin)
        assert refusal.value.code == code


GOOD = """identifiant;nom;prénom;naissance;pièce;fonctions;code;badge
durand;Durand;Zoé;03/02/1980;AB1;caissier mcd;314159;B-1
;Le Goff;Anne;1981-02-03;;animateur;2718;
"""


def test_a_staff_list_is_read_with_its_functions(people):
    """French headings in any order, both dates, semicolons or commas, with or without a mark."""
    staff, barred = import_list(people, ("\ufeff" + GOOD).encode())
    assert barred == 0
    assert [(one.person, one.roles) for one in staff] == [
        ("durand", (Role.CAISSIER, Role.MCD)),
        ("le-goff", (Role.ANIMATEUR,)),
    ]
    assert people.pins.fits(people.pin_hash("durand"), "314159")
    again, _ = import_list(people, GOOD.replace(";", ",").encode())
    assert again == staff


@pytest.mark.spec("GEN-014")
def test_an_exclusion_list_is_read(people):
    """Without functions the list bars people; the hashes are all that is kept."""
    person = people.record(Entry("Martin", "Paul", "1970-01-02"))
    assert import_list(people, b"nom,prenom,naissance\nMARTIN,paul,02/01/1970\n") == ([], 1)
    assert people.flags(person, TODAY).excluded


def test_a_bad_list_names_every_bad_line_and_keeps_nothing(people):
    """All faults at once, with line numbers; the good lines are not half kept."""
    bad = GOOD + (
        "x;X;Y;31/02/1990;;caissier;123456;\n\ny;Y;Y;1990-01-01;;pirate;;\n"
        "z;;Z;1990-01-01;;mcd;12;\n"
    )
    with pytest.raises(BadList) as faults:
        import_list(people, bad.encode())
    assert [(fault.line, fault.code) for fault in faults.value.faults] == [
        (4, "NAISSANCE_ILLISIBLE"), (6, "FONCTION_INCONNUE"), (7, "NOM_MANQUANT"),
    ]  # fmt: skip
    assert people.staff() == []
    for content, code in (
        (b"nom;x\n", "COLONNE_MANQUANTE"),
        (b"\xff\xfe", "PAS_EN_UTF8"),
        (b"", "COLONNE_MANQUANTE"),
        (b'nom;prenom;naissance\n"a', "LIGNE_ILLISIBLE"),
    ):
        with pytest.raises(BadList) as faults:
            import_list(people, content)
        assert faults.value.faults[0].code == code
    people.record(Entry("Autre", "", "1960-01-01"), person="durand")
    with pytest.raises(BadList) as faults:
        import_list(people, GOOD.encode())
    assert faults.value.faults[0].line == 2
    assert [found.id for found in people.search("goff")] == []


@given(content=st.binary(max_size=200))
@settings(max_examples=100)
def test_no_file_makes_the_import_fall(tmp_path_factory, content):
    """Whatever the bytes: staff, exclusions, or a list of faults."""
    people = PeopleFile(
        tmp_path_factory.mktemp("p") / "people.db", pepper=bytes(32), exclusion=bytes(32),
        entropy=SeededEntropy("s"), cheap=True,
    )  # fmt: skip
    try:
        import_list(people, b"nom;prenom;naissance\n" + content)
    except BadList as bad:
        assert all(fault.line >= 1 and fault.code for fault in bad.faults)
    finally:
        people.close()


@given(st.text(max_size=130), st.text(max_size=130))
def test_cleaning_is_settled_at_once(family, given_name):
    """What is clean stays as it is, and folding does not see the difference."""
    try:
        once = cleaned(Entry(family, given_name, "1990-01-01"))
    except Refusal as refusal:
        assert refusal.code in ("NOM_MANQUANT", "TEXTE_TROP_LONG")
        return
    assert cleaned(once) == once
    assert folded(folded(family)) == folded(family)

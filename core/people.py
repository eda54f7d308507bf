"""Who may do what, who is signed in, and what is known of a person without a name.

GEN-005, GEN-007, GEN-012 to GEN-015, GEN-023. Names, birth dates and PINs stay with the hall's
people file; facts carry person ids, and the flags of the moment come in with each order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import msgspec

from core.rules import (
    CAISSIER,
    CONTROLE_ENTREE,
    DIRECTEUR_RESPONSABLE,
    INSCRIPTION,
    JOUEUR,
    MAISON,
    POSTE,
    SIMULATEUR,
    Fact,
    Facts,
    Moment,
    Order,
    Powers,
    Refusal,
    Role,
    State,
    applies,
    rule,
)

if TYPE_CHECKING:
    from core.house import House


PEOPLES: Powers = frozenset(Role) - JOUEUR - POSTE - SIMULATEUR - MAISON  # what staff can hold


class Flags(msgspec.Struct, frozen=True):
    """What the people file says of a person at this very moment (D-31)."""

    known: bool = False
    age: int = 0
    excluded: bool = False
    staff: bool = False


class SignIn(State):
    person: str
    station: str
    roles: tuple[Role, ...]


class People(State):
    """`signed_in` is keyed by station: one person a station."""

    staff: dict[str, tuple[Role, ...]] = {}
    digests: dict[str, str] = {}
    signed_in: dict[str, SignIn] = {}
    admissions: dict[int, Admission] = {}

    def is_signed_in(self, person: str) -> bool:
        return any(session.person == person for session in self.signed_in.values())


class Admission(State):
    """Valid on its gaming day only: issued after an identity check at the door (GEN-012)."""

    person: str
    day: str
    checker: str


def must_be_admissible(flags: Flags) -> None:
    """Adult today, not excluded, not staff: no override for any role (GEN-013 to GEN-015)."""
    if not flags.known:
        raise Refusal("PERSONNE_INCONNUE")
    if flags.age < 18:
        raise Refusal("MINEUR", age=flags.age)
    if flags.excluded:
        raise Refusal("INTERDIT_DE_JEU")
    if flags.staff:
        raise Refusal("PERSONNEL_NON_ADMIS")


class EnrollPerson(Order):
    """Identity as read from a document. The hall writes it into its people file before any rule.

    Only `person` and `digest`, which the hall supplies, go further: no name is ever in a fact.
    """

    supplied: ClassVar = ("person", "digest")

    name: str
    first_name: str
    birth: str
    document: str = ""
    person: str = ""
    digest: str = ""


class RecordStaff(Order):
    person: str
    digest: str
    roles: tuple[Role, ...]


class OpenSession(Order):
    """The hall has checked a PIN or badge: this person now stands at this station."""

    person: str
    station: str


class CloseSession(Order):
    station: str
    cause: str  # PERSONNE, INACTIVITE, DECONNEXION


class AdmitPerson(Order):
    """Identity checked at the door; prints the admission ticket (kind E)."""

    supplied: ClassVar = ("flags",)

    person: str
    flags: Flags = Flags()


class PersonRecorded(Fact):
    tells = ("person",)

    person: str
    digest: str


class StaffRecorded(Fact):
    person: str
    roles: tuple[Role, ...]


class SignedIn(Fact):
    tells = ("roles",)

    person: str
    station: str
    roles: tuple[Role, ...]


class SignedOut(Fact):
    """`ms` starts the five minutes in which a member of the committee who left is replaced."""

    person: str
    station: str
    cause: str
    ms: int


class PersonAdmitted(Fact):
    tells = ("admission",)

    admission: int
    person: str
    day: str
    checker: str


@rule(EnrollPerson, by=JOUEUR | INSCRIPTION | CAISSIER | CONTROLE_ENTREE, spec="GEN-023")
def enroll_person(house: House, order: EnrollPerson, now: Moment) -> Facts:
    if not order.person:
        raise Refusal("IDENTITE_INCOMPLETE")
    yield PersonRecorded(order.person, order.digest)


@rule(RecordStaff, by=MAISON | DIRECTEUR_RESPONSABLE, spec="GEN-005 GEN-015")
def record_staff(house: House, order: RecordStaff, now: Moment) -> Facts:
    if not PEOPLES.issuperset(order.roles):
        raise Refusal("FONCTION_NON_HUMAINE", roles=sorted(set(order.roles) - PEOPLES))
    yield PersonRecorded(order.person, order.digest)
    yield StaffRecorded(order.person, order.roles)


@rule(OpenSession, by=MAISON, spec="GEN-005")
def open_session(house: House, order: OpenSession, now: Moment) -> Facts:
    roles = house.people.staff.get(order.person)
    if not roles:
        raise Refusal("PERSONNE_SANS_FONCTION")
    previous = house.people.signed_in.get(order.station)
    if previous is not None:
        yield SignedOut(previous.person, order.station, "REMPLACEE", now.ms)
    yield SignedIn(order.person, order.station, roles)


@rule(CloseSession, by=MAISON, spec="GEN-005")
def close_session(house: House, order: CloseSession, now: Moment) -> Facts:
    session = house.people.signed_in.get(order.station)
    if session is None:
        raise Refusal("PERSONNE_AU_POSTE")
    yield SignedOut(session.person, order.station, order.cause, now.ms)


@rule(AdmitPerson, by=CONTROLE_ENTREE, spec="GEN-012 GEN-013 GEN-014 GEN-015")
def admit_person(house: House, order: AdmitPerson, now: Moment) -> Facts:
    must_be_admissible(order.flags)
    number = len(house.people.admissions) + 1
    yield PersonAdmitted(number, order.person, now.day.isoformat(), now.actor)
    yield house.papers.request(now.station, "admission", str(number))


@applies(PersonRecorded)
def _recorded(house: House, fact: PersonRecorded) -> None:
    house.people.digests[fact.person] = fact.digest


@applies(StaffRecorded)
def _staff(house: House, fact: StaffRecorded) -> None:
    house.people.staff[fact.person] = fact.roles


@applies(SignedIn)
def _signed_in(house: House, fact: SignedIn) -> None:
    house.people.signed_in[fact.station] = SignIn(fact.person, fact.station, fact.roles)
    seance = house.bingo.current()
    if seance is not None and seance.mcd == fact.person:
        seance.mcd_left_ms = None


@applies(SignedOut)
def _signed_out(house: House, fact: SignedOut) -> None:
    people, seance = house.people, house.bingo.current()
    people.signed_in.pop(fact.station, None)
    left = fact.cause != "INACTIVITE" and not people.is_signed_in(fact.person)
    if seance is not None and seance.mcd == fact.person and left:
        seance.mcd_left_ms = fact.ms


@applies(PersonAdmitted)
def _admitted(house: House, fact: PersonAdmitted) -> None:
    house.people.admissions[fact.admission] = Admission(fact.person, fact.day, fact.checker)

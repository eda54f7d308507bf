"""Registrations: opened, taken beforehand or on the day, identity checked by an employee.

Arrêté du 14 mai 2007, art. 66-1-9; requirements FOR-012 to FOR-014, FOR-021, GEN-012 to GEN-015, D-45.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from core.bingo.forfait.state import Offer, Registration, Registrations, Status
from core.bingo.seance.state import Stage
from core.people import Flags, must_be_admissible
from core.rules import (
    CAISSIER,
    DIRECTEUR_RESPONSABLE,
    DIRECTEUR_SEANCE,
    INSCRIPTION,
    JOUEUR,
    Fact,
    Facts,
    Moment,
    Order,
    Refusal,
    applies,
    rule,
)

if TYPE_CHECKING:
    from core.house import House

FORFAITS_A_REGISTRATION = 50  # one bulletin; more takes another bulletin


class OpenRegistrations(Order):
    """The hall draws seed_a and commits to it: lots cannot be chosen after the sale (design §7)."""

    supplied: ClassVar = ("commitment",)

    seance: str
    commitment: str = ""


class PreRegister(Order):
    """A player at a kiosk, or an employee for him; known by id, or by today's admission ticket.

    The hall reads the ticket's code: `admission` is its number and `holder` whose it is.
    """

    supplied: ClassVar = ("flags", "admission", "holder")

    person: str
    offer: str
    count: int = 1
    admission_code: str = ""
    admission: int = 0
    holder: str = ""
    flags: Flags = Flags()


class ValidateIdentity(Order):
    """`code` is that of the *bon à payer* shown; empty when the bulletin was found otherwise."""

    supplied: ClassVar = ("flags", "authentic")

    number: int
    flags: Flags = Flags()
    code: str = ""
    authentic: bool = True


class AbandonRegistration(Order):
    number: int


class CloseRegistrations(Order):
    seance: str


class RegistrationsOpened(Fact):
    seance: str
    commitment: str


class PreRegistered(Fact):
    tells = ("number",)

    number: int
    person: str
    offer: str
    count: int
    channel: str
    at: str
    station: str = ""


class IdentityValidated(Fact):
    number: int
    checked_by: str


class RegistrationAbandoned(Fact):
    number: int


class RegistrationsClosed(Fact):
    tells = ("sold",)

    seance: str
    sold: int


@rule(OpenRegistrations, by=DIRECTEUR_RESPONSABLE, spec="FOR-004 FOR-013 FOR-026")
def open_registrations(house: House, order: OpenRegistrations, now: Moment) -> Facts:
    seance = house.bingo.seance_named(order.seance)
    seance.must_be(Stage.PUBLIEE, Stage.EN_TEST, Stage.OUVERTE)
    seance.forfait.must_be(Registrations.FERMEES)
    yield RegistrationsOpened(order.seance, order.commitment)


@rule(PreRegister, by=JOUEUR | INSCRIPTION | CAISSIER, spec="FOR-012 FOR-013 FOR-014 FOR-021")
def pre_register(house: House, order: PreRegister, now: Moment) -> Facts:
    """Stays PREINSCRIT until an employee has checked identity, or at once with today's admission."""
    offer = offer_named(house, order.offer)
    must_be_on_sale(house, offer)
    must_be_admissible(order.flags)
    if not 1 <= order.count <= FORFAITS_A_REGISTRATION:
        raise Refusal("NOMBRE_DE_FORFAITS", least=1, most=FORFAITS_A_REGISTRATION)
    must_have_room(house, offer, order.count)
    must_not_be_expelled(house, offer, order.holder or order.person, now)
    number = len(house.bingo.registrations) + 1
    channel = "kiosque" if now.role in JOUEUR else "caisse"
    person = order.holder or order.person
    yield PreRegistered(number, person, order.offer, order.count, channel, now.at, now.station)
    if order.admission_code:
        yield IdentityValidated(number, _checker(house, order, now))
    if channel == "kiosque":
        yield house.papers.request(now.station, "bon_a_payer", str(number))


def _checker(house: House, order: PreRegister, now: Moment) -> str:
    admission = house.people.admissions.get(order.admission)
    if admission is None or admission.person != order.holder:
        raise Refusal("ADMISSION_INCONNUE", admission=order.admission)
    if admission.day != now.day.isoformat():
        raise Refusal("ADMISSION_D_UN_AUTRE_JOUR", day=admission.day)
    return admission.checker


def offer_named(house: House, name: str) -> Offer:
    offer = house.bingo.offers.get(name)
    if offer is None:
        raise Refusal("OFFRE_INCONNUE", offer=name)
    return offer


def must_be_on_sale(house: House, offer: Offer) -> None:
    for name in offer.seances:
        if house.bingo.seances[name].forfait.registrations is not Registrations.OUVERTES:
            raise Refusal("INSCRIPTIONS_CLOSES", seance=name)


def must_not_be_expelled(house: House, offer: Offer, person: str, now: Moment) -> None:
    """Nobody buys his way back into a *séance* he was sent out of (FOR-047)."""
    for name in offer.seances:
        if house.bingo.seances[name].expelled(person, now.ms) is not None:
            raise Refusal("EXPULSE", seance=name)


def must_have_room(house: House, offer: Offer, count: int) -> None:
    for name in offer.seances:
        forfait = house.bingo.seances[name].forfait
        if forfait.sold + count > forfait.terms.capacity:
            raise Refusal(
                "SEANCE_COMPLETE", seance=name, left=forfait.terms.capacity - forfait.sold
            )


@rule(ValidateIdentity, by=INSCRIPTION, spec="FOR-013 FOR-014 GEN-013 GEN-014 GEN-015")
def validate_identity(house: House, order: ValidateIdentity, now: Moment) -> Facts:
    must_be_of_the_house(order.authentic, order.number)
    registration = house.bingo.registration(order.number)
    must_have(registration, Status.PREINSCRIT)
    must_be_admissible(order.flags)
    yield IdentityValidated(order.number, now.actor)


def must_be_of_the_house(authentic: bool, number: int) -> None:
    """A *bon à payer* that the hall did not seal leads to nobody's bulletin (GEN-005)."""
    if not authentic:
        raise Refusal("BON_NON_AUTHENTIQUE", voucher=number)


def must_have(registration: Registration, *statuses: Status) -> None:
    """Before payment every covered *séance* has the same status: the first one speaks for all."""
    status = next(iter(registration.status.values()))
    if status not in statuses:
        raise Refusal("BULLETIN_DANS_UN_AUTRE_ETAT", number=registration.number, status=status)


@rule(AbandonRegistration, by=JOUEUR | INSCRIPTION | CAISSIER, spec="FOR-013")
def abandon_registration(house: House, order: AbandonRegistration, now: Moment) -> Facts:
    registration = house.bingo.registration(order.number)
    must_have(registration, Status.PREINSCRIT, Status.VALIDE)
    if now.role in JOUEUR and registration.channel != "kiosque":
        raise Refusal("BULLETIN_PRIS_A_LA_CAISSE", number=order.number)
    if now.role in JOUEUR and registration.station != now.station:
        raise Refusal("BULLETIN_D_UNE_AUTRE_BORNE", number=order.number)
    yield RegistrationAbandoned(order.number)


@rule(CloseRegistrations, by=DIRECTEUR_SEANCE | DIRECTEUR_RESPONSABLE, spec="FOR-021")
def close_registrations(house: House, order: CloseRegistrations, now: Moment) -> Facts:
    """Freezes the number sold before any lot is computed."""
    seance = house.bingo.seance_named(order.seance)
    seance.forfait.must_be(Registrations.OUVERTES)
    seance.must_be(Stage.OUVERTE)
    if not seance.forfait.sold:
        raise Refusal("AUCUN_FORFAIT_VENDU")
    yield RegistrationsClosed(order.seance, seance.forfait.sold)


@applies(RegistrationsOpened)
def _opened(house: House, fact: RegistrationsOpened) -> None:
    forfait = house.bingo.seances[fact.seance].forfait
    forfait.registrations = Registrations.OUVERTES
    forfait.commitment = fact.commitment


@applies(PreRegistered)
def _registered(house: House, fact: PreRegistered) -> None:
    offer = house.bingo.offers[fact.offer]
    house.bingo.registrations[fact.number] = Registration(
        fact.number,
        fact.person,
        fact.offer,
        fact.count,
        fact.channel,
        fact.at,
        status=dict.fromkeys(offer.seances, Status.PREINSCRIT),
        station=fact.station,
    )
    for name in offer.seances:
        house.bingo.seances[name].forfait.numbers.append(fact.number)


@applies(IdentityValidated)
def _validated(house: House, fact: IdentityValidated) -> None:
    registration = house.bingo.registrations[fact.number]
    registration.status = dict.fromkeys(registration.status, Status.VALIDE)
    registration.checked_by = fact.checked_by


@applies(RegistrationAbandoned)
def _abandoned(house: House, fact: RegistrationAbandoned) -> None:
    registration = house.bingo.registrations[fact.number]
    registration.status = dict.fromkeys(registration.status, Status.ABANDONNE)


@applies(RegistrationsClosed)
def _closed(house: House, fact: RegistrationsClosed) -> None:
    house.bingo.seances[fact.seance].forfait.registrations = Registrations.CLOSES

"""Founding a house: its folder, its keys, its first person; for a rehearsal, all that a night needs.

`quine house new` (design §4, §10). A rehearsal house is one for ever: its pots are its own and every
paper says RÉPÉTITION.
"""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import msgspec

from core.bingo.forfait.registration import OpenRegistrations
from core.bingo.forfait.state import Terms
from core.bingo.seance.planning import (
    AppointDirecteur,
    AppointMCD,
    PlanSeance,
    PublishSeance,
    RecordNotice,
)
from core.house import schema
from core.people import RecordStaff
from core.rules import Order, Role, told
from core.site import Approval, FoundHouse, Parameters, RecordApproval, SetParameters
from hall import supplies  # noqa: F401 -- registers what the hall adds to orders
from hall.clock import Clock
from hall.opening import OpenHouse, found_house
from hall.people import Entry
from hall.scribe import By

PIN_DIGITS = 6
NOTICE_AGE = timedelta(days=30)
TERMS = Terms(30_00, 24_00, 6_00, cartons=3, parties=3, capacity=120)


class Founder(msgspec.Struct, frozen=True):
    """One of the staff of a new house, with the PIN that is shown once."""

    person: str
    name: str
    roles: tuple[Role, ...]
    pin: str


class Founded(msgspec.Struct, frozen=True):
    """What a founding tells: people with their PINs, and the *séance* of a rehearsal."""

    staff: tuple[Founder, ...]
    seance: str = ""


DIRECTOR = ("marchand", "Hélène", "Marchand", (Role.DIRECTEUR_RESPONSABLE, Role.MCD))
TROUPE = (
    DIRECTOR,
    ("roy", "Paul", "Roy", (Role.MCD,)),
    ("caron", "Inès", "Caron", (Role.MCD, Role.DIRECTEUR_SEANCE)),
    ("benali", "Karim", "Benali", (Role.ANIMATEUR,)),
    ("durand", "Lucie", "Durand", (Role.CAISSIER, Role.INSCRIPTION)),
    ("petit", "Marc", "Petit", (Role.CONTROLE_ENTREE, Role.INSCRIPTION)),
    ("lenoir", "Sophie", "Lenoir", (Role.AUDITEUR,)),
)
EXCLUDED = Entry("Martin", "Jacques", "1961-04-02", "ID-EXCLU")
APPROVALS = ("generateur", "sphere", "cartons")


def found(
    folder: Path,
    *,
    rehearsal: bool = False,
    name: str = "",
    code: str = "",
    seed: str | None = None,
    terms: Terms = TERMS,
    parameters: Parameters | None = None,
    clock: Clock | None = None,
) -> Founded:
    """Founds a house in `folder` and closes it again.

    Refuses MAISON_DEJA_FONDEE where one lies there, SEED_IN_REAL_HOUSE for a seed without
    `rehearsal`, PARAMETRE_HORS_LIMITES for what the law does not allow a real house.
    """
    opened = found_house(folder, rehearsal=rehearsal, seed=seed, clock=clock)
    try:
        return _settle_in(opened, rehearsal, name, code, terms, parameters)
    finally:
        opened.close()


def _settle_in(
    opened: OpenHouse,
    rehearsal: bool,
    name: str,
    code: str,
    terms: Terms,
    parameters: Parameters | None,
) -> Founded:
    default = "Casino de répétition" if rehearsal else "Casino"
    code = code or ("REPETITION" if rehearsal else "QUINE")
    opened.give(FoundHouse(code, name or default, rehearsal, schema()))
    staff = tuple(_employ(opened, *one) for one in (TROUPE if rehearsal else (DIRECTOR,)))
    if parameters is not None:
        opened.give(SetParameters(parameters))
    seance = ""
    if rehearsal:
        _approve(opened)
        opened.hall.people.exclude(EXCLUDED)
        seance = _seance_of_the_day(opened, terms)
    opened.commit()
    return Founded(staff, seance)


def _employ(
    opened: OpenHouse, person: str, given: str, family: str, roles: tuple[Role, ...]
) -> Founder:
    people = opened.hall.people
    people.record(Entry(family, given, "1970-01-01", f"STAFF-{person}"), person=person)
    number = int.from_bytes(opened.hall.entropy.take(f"pin {person}", 8), "big")
    pin = f"{number % 10**PIN_DIGITS:0{PIN_DIGITS}d}"
    people.employ(person, roles, pin=pin)
    opened.give(RecordStaff(person, people.digest(person), roles))
    return Founder(person, f"{given} {family}", roles, pin)


def _approve(opened: OpenHouse) -> None:
    """The software itself is left out: it is not approved, and every paper says so (GEN-011)."""
    for component in APPROVALS:
        approval = Approval(component, "modèle de répétition", "REP-0001", "Quine", "REP-FAB-1")
        opened.give(RecordApproval(approval))


def _seance_of_the_day(opened: OpenHouse, terms: Terms) -> str:
    """Planned, noticed thirty days ago, published, appointed, open for registrations."""
    today = date.fromisoformat(opened.scribe.now().at[:10])
    director = By(DIRECTOR[0], Role.DIRECTEUR_RESPONSABLE)
    plan = PlanSeance(today.isoformat(), "20:30", terms)
    seance = str(told(opened.give(plan, director))["seance"])
    sent = (today - NOTICE_AGE).isoformat()
    orders: tuple[Order, ...] = (
        RecordNotice(seance, "ORGANISATION", sent, "courrier recommandé"),
        RecordNotice(seance, "REGLEMENT_INTERIEUR", sent, "courrier recommandé"),
        PublishSeance(seance),
        AppointMCD(seance, "roy"),
        AppointDirecteur(seance, "caron"),
        OpenRegistrations(seance),
    )
    for order in orders:
        opened.give(order, director)
    return seance

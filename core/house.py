"""The whole house: every part, every rule, and the one function that checks it all (design §3)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

import msgspec

from core import clock, consultations, refusals  # noqa: F401 -- their facts belong to every journal
from core.bingo import invariants, stockroom
from core.bingo.forfait import (
    admission,
    allocation,
    contributions,
    exchange,
    exclusion,
    expulsion,
    offers,
    payment,
    refunds,
    registration,
    replay_choice,
)
from core.bingo.game import Bingo
from core.bingo.incidents import IncidentRecorded
from core.bingo.partie import (
    claims,
    closing,
    disputes,
    draw,
    preparation,
    rehearsal,
    settlement,
    suspension,
)
from core.bingo.seance import (
    archive,
    changes,
    course,
    equipment,
    notices,
    opening,
    planning,
    seals,
    statements,
    stop,
)
from core.bingo.seance import closing as seance_closing
from core.bingo.seance import suspension as seance_suspension
from core.desk import refunds as desk_refunds
from core.desk import till, vouchers
from core.desk.desk import Desk
from core.papers import Papers
from core.people import People
from core.rules import APPLIERS, FACTS, Fact, Moment, Order, Refusal, Role, State, rule_for
from core.signatures import Signatures
from core.site import Site
from core.speech import Speech
from core.stations import Stations


class House(State):
    """One part per office or game. Rules read it; only appliers change it."""

    site: Site = msgspec.field(default_factory=Site)
    people: People = msgspec.field(default_factory=People)
    stations: Stations = msgspec.field(default_factory=Stations)
    signatures: Signatures = msgspec.field(default_factory=Signatures)
    papers: Papers = msgspec.field(default_factory=Papers)
    speech: Speech = msgspec.field(default_factory=Speech)
    bingo: Bingo = msgspec.field(default_factory=Bingo)
    desk: Desk = msgspec.field(default_factory=Desk)

    def digest_of(self, document: str) -> str | None:
        """SHA-256 of the text that a signature would sign now; None for an unknown document."""
        return statements.digest_of(self, document)

    def difference(self, now: Moment, text: str) -> Fact:
        """The incident of money that is not what it should be, REG-26; the desk asks for it."""
        seance = self.bingo.course
        return IncidentRecorded(now.at, seance, 0, 0, "ECART_DE_CAISSE", text, now.actor)


# Every subject registers its rules as it is imported; listed here, none can be forgotten.
SUBJECTS = (
    *(planning, equipment, opening, course, seance_closing, archive, seals),
    *(notices, changes, seance_suspension, stop),
    *(offers, registration, payment, exchange, exclusion, allocation, contributions),
    *(refunds, replay_choice, expulsion, admission),
    *(preparation, draw, claims, disputes, closing, settlement, suspension, rehearsal),
    *(stockroom, till, vouchers, desk_refunds),
)


class Breach(Exception):  # noqa: N818 -- a broken invariant stops the séance loudly
    """The house contradicts itself: a bug or a tampered state, never a person's mistake."""


def decide(house: House, order: Order, now: Moment) -> tuple[Fact, ...]:
    """Answers an order: complete before the first fact is applied. Raises `Refusal`, changes nothing."""
    seance = house.bingo.current()
    chosen = rule_for(type(order), seance.kind if seance else None)
    if now.role not in chosen.by:
        raise Refusal("FONCTION_NON_AUTORISEE", role=now.role, order=type(order).__name__)
    if now.role is Role.DIRECTEUR_SEANCE and (seance is None or now.actor != seance.directeur):
        raise Refusal("PAS_DIRECTEUR_DE_LA_SEANCE", person=now.actor)  # FOR-007
    return tuple(chosen.decide(house, order, now))


def apply(house: House, fact: Fact) -> None:
    """Changes the state by one fact; never fails on a fact that a rule produced."""
    APPLIERS[type(fact)](house, fact)


def deadlines(house: House) -> Iterator[int]:
    """The hall milliseconds at which the core wants to be woken with `ReachDeadline`."""
    yield from suspension.deadlines(house)
    yield from seance_suspension.deadlines(house)


def duties(house: House) -> Iterator[Order]:
    """What the hall itself owes the house now: draws to reveal, lines to seal. At rest: nothing."""
    yield from seals.duties(house)


def check(house: House) -> None:
    """Every invariant of the house (GEN-003 and friends). Raises `Breach`."""
    balances = house.desk.books.balances
    if total := sum(balances.values()):
        raise Breach(f"the books are off by {total} cents")
    outside = ("joueurs", "maison")
    for account, cents in balances.items():
        if cents < 0 and account not in outside:
            raise Breach(f"the account {account} is short of {-cents} cents")
    for fault in invariants.faults(house):
        raise Breach(fault)


def schema() -> str:
    """A digest of every fact a journal can hold: a journal of another schema is refused."""
    lines = sorted(
        f"{name}({', '.join(f'{field.name}: {field.type}' for field in msgspec.structs.fields(cls))})"
        for name, cls in FACTS.items()
    )
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()

"""Planning a *séance*: who answers for it, which notices were sent, when it may be published.

Arrêté du 14 mai 2007, art. 66-1-9 and 66-1-11; requirements FOR-001 to FOR-010, BIN-015.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import TYPE_CHECKING

from core.bingo.forfait.state import Forfait, Offer, Terms
from core.bingo.seance.state import Lieu, Mode, Notice, Seance, Stage
from core.rules import (
    DIRECTEUR_RESPONSABLE,
    MCD,
    Fact,
    Facts,
    Kind,
    Moment,
    Order,
    Refusal,
    Role,
    applies,
    rule,
)
from core.site import season_of

if TYPE_CHECKING:
    from core.house import House

NOTICE_DAYS = 7  # calendar days, art. 66-1-9 and 66-1-11 (D-42)
ANNEXE_CHECKS = ("video", "acces", "armoire")
CARTONS_OF_A_SERIE = 999_999
APPOINTING = (Stage.CREEE, Stage.PUBLIEE, Stage.EN_TEST, Stage.OUVERTE, Stage.SUSPENDUE)
MOST_PARTIES = 99  # of one evening: each has a series and a draw of its own


class PlanSeance(Order):
    """A forfait *séance*; its offer for itself alone is made with it."""

    day: str
    time: str
    terms: Terms
    lieu: Lieu = Lieu.SALLE
    lieu_checks: tuple[str, ...] = ()
    mode: Mode = Mode.ELECTRONIQUE


class RecordNotice(Order):
    seance: str
    subject: str  # ORGANISATION, REGLEMENT_INTERIEUR, PERSONNEL
    sent_on: str
    means: str
    attachment: str = ""


class AssignTemporary(Order):
    """Extra staff, for annex premises only (FOR-003)."""

    seance: str
    person: str


class PublishSeance(Order):
    seance: str


class AppointMCD(Order):
    seance: str
    person: str


class AppointDirecteur(Order):
    seance: str
    person: str


class SeancePlanned(Fact):
    tells = ("seance",)

    seance: str
    season: int
    number: int
    kind: Kind
    day: str
    time: str
    lieu: Lieu
    lieu_checks: tuple[str, ...]
    mode: Mode
    terms: Terms
    by: str


class NoticeRecorded(Fact):
    seance: str
    subject: str
    sent_on: str
    means: str
    attachment: str


class TemporaryAssigned(Fact):
    seance: str
    person: str


class SeancePublished(Fact):
    seance: str


class MCDAppointed(Fact):
    seance: str
    person: str


class DirecteurAppointed(Fact):
    seance: str
    person: str


@rule(PlanSeance, by=MCD, spec="FOR-010 FOR-011 FOR-012 GEN-009")
def plan_seance(house: House, order: PlanSeance, now: Moment) -> Facts:
    terms = order.terms
    if terms.parties < 2:
        raise Refusal("DEUX_PARTIES_AU_MOINS", parties=terms.parties)
    if terms.parties > MOST_PARTIES:
        raise Refusal("TROP_DE_PARTIES", most=MOST_PARTIES)
    if terms.prix_c != terms.part_cartons_c + terms.droits_c:
        raise Refusal("PRIX_DIFFERENT_DES_PARTS", prix_c=terms.prix_c)
    if min(terms.part_cartons_c, terms.cartons, terms.capacity) < 1 or terms.droits_c < 0:
        raise Refusal("FORFAIT_SANS_CARTON")
    if terms.capacity * terms.cartons > CARTONS_OF_A_SERIE:
        raise Refusal("SERIE_TROP_PETITE", most=CARTONS_OF_A_SERIE)
    day = start_of(order.day, order.time).date()
    if day < now.day:
        raise Refusal("DATE_PASSEE", day=order.day)
    season = season_of(day)
    number = 1 + sum(seance.season == season for seance in house.bingo.seances.values())
    yield SeancePlanned(
        f"{season}-{number:03d}",
        season,
        number,
        Kind.FORFAIT,
        order.day,
        order.time,
        order.lieu,
        order.lieu_checks,
        order.mode,
        terms,
        now.actor,
    )


def start_of(day: str, time: str) -> datetime:
    """When a *séance* begins, by the clock of the house. Refuses DATE_ILLISIBLE."""
    try:
        start = datetime.fromisoformat(f"{_day(day).isoformat()}T{time}")
    except ValueError:
        raise Refusal("DATE_ILLISIBLE", text=f"{day} {time}"[:40]) from None
    if start.tzinfo is not None:
        raise Refusal("DATE_ILLISIBLE", text=f"{day} {time}"[:40])
    return start


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Refusal("DATE_ILLISIBLE", text=text) from None


@rule(RecordNotice, by=DIRECTEUR_RESPONSABLE, spec="FOR-004 FOR-005")
def record_notice(house: House, order: RecordNotice, now: Moment) -> Facts:
    house.bingo.seance_named(order.seance)
    if _day(order.sent_on) > now.day:
        raise Refusal("DATE_A_VENIR", day=order.sent_on)
    yield NoticeRecorded(order.seance, order.subject, order.sent_on, order.means, order.attachment)


@rule(AssignTemporary, by=DIRECTEUR_RESPONSABLE, spec="FOR-003")
def assign_temporary(house: House, order: AssignTemporary, now: Moment) -> Facts:
    seance = house.bingo.seance_named(order.seance)
    if seance.lieu is not Lieu.ANNEXE:
        raise Refusal("EXTRAS_EN_ANNEXE_SEULEMENT")
    must_be_sent(seance, "PERSONNEL")
    yield TemporaryAssigned(order.seance, order.person)


@rule(PublishSeance, by=DIRECTEUR_RESPONSABLE, spec="FOR-001 FOR-004")
def publish_seance(house: House, order: PublishSeance, now: Moment) -> Facts:
    seance = house.bingo.seance_named(order.seance)
    seance.must_be(Stage.CREEE)
    if seance.lieu is Lieu.ANNEXE:
        unticked = [check for check in ANNEXE_CHECKS if check not in seance.lieu_checks]
        if unticked:
            raise Refusal("ANNEXE_INCOMPLETE", missing=unticked)
    must_be_sent(seance, "ORGANISATION")
    yield SeancePublished(order.seance)


def must_be_sent(seance: Seance, subject: str, on: str = "") -> None:
    """A notice counts seven calendar days ahead of the *séance*: 10 June allows 17 June (FOR-004).

    `on` is another day that the *séance* would be held on.
    """
    day = date.fromisoformat(on or seance.day)
    sent = [notice.sent_on for notice in seance.notices if notice.subject == subject]
    if not any((day - date.fromisoformat(sent_on)).days >= NOTICE_DAYS for sent_on in sent):
        raise Refusal("PREAVIS_DE_SEPT_JOURS", subject=subject, day=on or seance.day)


@rule(AppointMCD, by=DIRECTEUR_RESPONSABLE, spec="BIN-015")
def appoint_mcd(house: House, order: AppointMCD, now: Moment) -> Facts:
    seance = house.bingo.seance_named(order.seance)
    seance.must_be(*APPOINTING)
    _must_be_mcd(house, order.person)
    under_way = seance.stage in APPOINTING[2:]
    if under_way and not house.people.is_signed_in(order.person):
        raise Refusal("MCD_ABSENT", person=order.person)
    yield MCDAppointed(order.seance, order.person)


@rule(AppointDirecteur, by=DIRECTEUR_RESPONSABLE, spec="FOR-007")
def appoint_directeur(house: House, order: AppointDirecteur, now: Moment) -> Facts:
    seance = house.bingo.seance_named(order.seance)
    seance.must_be(*APPOINTING)
    _must_be_mcd(house, order.person)
    yield DirecteurAppointed(order.seance, order.person)


def _must_be_mcd(house: House, person: str) -> None:
    if Role.MCD not in house.people.staff.get(person, ()):
        raise Refusal("PAS_MEMBRE_DU_COMITE", person=person)


@applies(SeancePlanned)
def _planned(house: House, fact: SeancePlanned) -> None:
    house.bingo.seances[fact.seance] = Seance(
        id=fact.seance,
        season=fact.season,
        number=fact.number,
        kind=fact.kind,
        day=fact.day,
        time=fact.time,
        lieu=fact.lieu,
        lieu_checks=fact.lieu_checks,
        mode=fact.mode,
        parameters=house.site.parameters,
        planned_by=fact.by,
        forfait=Forfait(fact.terms),
    )
    terms = fact.terms
    house.bingo.offers[fact.seance] = Offer(
        (fact.seance,), terms.part_cartons_c, terms.droits_c, (terms.part_cartons_c,)
    )


@applies(NoticeRecorded)
def _noticed(house: House, fact: NoticeRecorded) -> None:
    no = 1 + sum(len(seance.notices) for seance in house.bingo.seances.values())
    house.bingo.seances[fact.seance].notices.append(
        Notice(fact.subject, fact.sent_on, fact.means, fact.attachment, no)
    )


@applies(TemporaryAssigned)
def _assigned(house: House, fact: TemporaryAssigned) -> None:
    house.bingo.seances[fact.seance].temporaries.append(fact.person)


@applies(SeancePublished)
def _published(house: House, fact: SeancePublished) -> None:
    house.bingo.seances[fact.seance].stage = Stage.PUBLIEE


@applies(MCDAppointed)
def _mcd(house: House, fact: MCDAppointed) -> None:
    seance = house.bingo.seances[fact.seance]
    seance.mcd, seance.mcd_left_ms = fact.person, None


@applies(DirecteurAppointed)
def _directeur(house: House, fact: DirecteurAppointed) -> None:
    house.bingo.seances[fact.seance].directeur = fact.person

"""What an authority must be told at once: open tasks until somebody enters when it was done.

Arrêté du 14 mai 2007, art. 66-1-10 and 66-1-11; requirements FOR-005, FOR-040, FOR-041, FOR-046,
REG-13. The ministry may refuse the house rules: then the *séance* does not open.
"""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from core.bingo.seance.state import Notice, NoticeDue, Seance
from core.rules import (
    DIRECTEUR_RESPONSABLE,
    DIRECTEUR_SEANCE,
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

RULES = "REGLEMENT_INTERIEUR"


class InformAuthority(Order):
    """`at` is when it was told, « 21:06 » today or a full moment; empty: now."""

    seance: str
    subject: str
    means: str
    attachment: str = ""
    at: str = ""


class RecordAnswer(Order):
    """The ministry has answered about the house rules: validated, or refused (FOR-005)."""

    seance: str
    refused: bool


class NoticeRaised(Fact):
    seance: str
    subject: str
    at: str


class NoticeGiven(Fact):
    """`at` is when the authority was told; `day` and `in_time` how that stood to the *séance*."""

    seance: str
    subject: str
    at: str
    means: str
    attachment: str
    day: str
    in_time: bool
    by: str


class AnswerRecorded(Fact):
    seance: str
    refused: bool
    at: str


@rule(InformAuthority, by=DIRECTEUR_RESPONSABLE | DIRECTEUR_SEANCE, spec="FOR-041 FOR-046")
def inform_authority(house: House, order: InformAuthority, now: Moment) -> Facts:
    seance = house.bingo.seance_named(order.seance)
    if order.subject not in [due.subject for due in seance.due]:
        raise Refusal("AVIS_NON_ATTENDU", subject=order.subject)
    if not order.means.strip():
        raise Refusal("MOYEN_D_AVIS_MANQUANT")
    at = told_at(order.at, now)
    yield NoticeGiven(
        seance.id, order.subject, at, order.means, order.attachment, seance.day, True, now.actor
    )


def told_at(text: str, now: Moment) -> str:
    """An hour of today, or a moment, in the house's own time; never one that is still to come."""
    if not text.strip():
        return now.at
    try:
        told = datetime.fromisoformat(text if "-" in text else f"{now.day.isoformat()}T{text}")
    except ValueError:
        raise Refusal("HEURE_ILLISIBLE", text=text[:40]) from None
    if told.tzinfo is None:
        told = told.replace(tzinfo=now.civil.tzinfo)
    if told > now.civil:
        raise Refusal("HEURE_A_VENIR", at=told.isoformat())
    return told.isoformat(timespec="milliseconds")


def must_be_informed(seance: Seance) -> None:
    """A *séance* is not closed while an authority has still to be told (FOR-041, SM-01)."""
    if seance.due:
        raise Refusal("AVIS_A_DONNER", subject=seance.due[0].subject)


@rule(RecordAnswer, by=DIRECTEUR_RESPONSABLE, spec="FOR-005")
def record_answer(house: House, order: RecordAnswer, now: Moment) -> Facts:
    seance = house.bingo.seance_named(order.seance)
    if _rules_sent(seance) is None:
        raise Refusal("REGLEMENT_NON_ENVOYE", seance=seance.id)
    yield AnswerRecorded(seance.id, order.refused, now.at)


def _rules_sent(seance: Seance) -> Notice | None:
    sent = [notice for notice in seance.notices if notice.subject == RULES]
    return sent[-1] if sent else None


def must_not_be_refused(seance: Seance) -> None:
    """Refused rules are sent again, seven days ahead: then the answer to the new ones counts."""
    sent = _rules_sent(seance)
    if sent is not None and sent.refused:
        raise Refusal("REGLEMENT_REFUSE", day=sent.answered_on[:10])


@applies(NoticeRaised)
def _raised(house: House, fact: NoticeRaised) -> None:
    house.bingo.seances[fact.seance].due.append(NoticeDue(fact.subject, fact.at))


@applies(NoticeGiven)
def _given(house: House, fact: NoticeGiven) -> None:
    seance = house.bingo.seances[fact.seance]
    no = 1 + sum(len(one.notices) for one in house.bingo.seances.values())
    seance.notices.append(
        Notice(
            *(fact.subject, fact.at, fact.means, fact.attachment, no),
            by=fact.by,
            in_time=fact.in_time,
            day=fact.day,
        )
    )
    told = next((due for due in seance.due if due.subject == fact.subject), None)
    if told is not None:
        seance.due.remove(told)


@applies(AnswerRecorded)
def _answered(house: House, fact: AnswerRecorded) -> None:
    sent = _rules_sent(house.bingo.seances[fact.seance])
    assert sent is not None  # the rule saw it
    sent.refused, sent.answered_on = fact.refused, fact.at

"""What the room has heard: announcements in order, each spoken before the next act (BIN-019, BIN-027).

A loudspeaker that fails is not silence: the animateur announces and confirms (GEN-018, D-16).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.announcements import Announcement
from core.rules import ANIMATEUR, POSTE, Fact, Facts, Moment, Order, Refusal, State, applies, rule

if TYPE_CHECKING:
    from core.house import House


class Speech(State):
    """`waiting` holds the announcements not heard yet, oldest first, by number."""

    count: int = 0
    waiting: dict[int, Announcement] = {}
    last: Announcement | None = None
    fault: str = ""  # why the voice station is mute; empty when it speaks

    def must_be_over(self) -> None:
        if self.waiting:
            raise Refusal("ANNONCE_EN_COURS", announcement=next(iter(self.waiting)))

    def announce(self, announcement: Announcement, ahead: int = 0) -> Fact:
        """The fact that puts an announcement in the queue; `ahead` numbers several in one order."""
        return Announced(
            self.count + 1 + ahead, announcement.id, announcement.text, announcement.speech
        )


class ReportSpoken(Order):
    """The voice station has said it to the end, or was cut by a STOP (SPK-002)."""

    announcement: int


class ReportSpeechFailed(Order):
    announcement: int
    cause: str


class ConfirmSpokenAloud(Order):
    """« Annoncé de vive voix »: the animateur announced all that the loudspeaker did not."""

    announcement: int


class Announced(Fact):
    tells = ("announcement",)

    announcement: int
    id: str
    text: str
    speech: str


class Spoken(Fact):
    announcement: int


class SpokenAloud(Fact):
    announcement: int


class SpeechFailed(Fact):
    announcement: int
    cause: str


def _must_wait(house: House, announcement: int) -> None:
    if announcement not in house.speech.waiting:
        raise Refusal("ANNONCE_DEJA_DITE", announcement=announcement)


@rule(ReportSpoken, by=POSTE, spec="BIN-027 SPK-002")
def report_spoken(house: House, order: ReportSpoken, now: Moment) -> Facts:
    _must_wait(house, order.announcement)
    yield Spoken(order.announcement)


@rule(ReportSpeechFailed, by=POSTE, spec="GEN-018 SPK-004")
def report_speech_failed(house: House, order: ReportSpeechFailed, now: Moment) -> Facts:
    _must_wait(house, order.announcement)
    if house.speech.fault != order.cause:
        yield SpeechFailed(order.announcement, order.cause)


@rule(ConfirmSpokenAloud, by=ANIMATEUR, spec="GEN-018")
def confirm_spoken_aloud(house: House, order: ConfirmSpokenAloud, now: Moment) -> Facts:
    _must_wait(house, order.announcement)
    for number in house.speech.waiting:
        if number <= order.announcement:
            yield SpokenAloud(number)


@applies(Announced)
def _announced(house: House, fact: Announced) -> None:
    speech = house.speech
    speech.count = fact.announcement
    speech.last = Announcement(fact.id, fact.text, fact.speech)
    speech.waiting[fact.announcement] = speech.last


@applies(Spoken)
def _spoken(house: House, fact: Spoken) -> None:
    house.speech.waiting.pop(fact.announcement, None)
    house.speech.fault = ""


@applies(SpokenAloud)
def _aloud(house: House, fact: SpokenAloud) -> None:
    house.speech.waiting.pop(fact.announcement, None)


@applies(SpeechFailed)
def _failed(house: House, fact: SpeechFailed) -> None:
    house.speech.fault = fact.cause

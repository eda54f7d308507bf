"""One example of every order of the staff desk, so that its rule can say what is possible now.

DSP-012, DSP-014: the screens ask; the rules alone know the law.
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

from core.bingo.forfait.admission import DecideAdmission
from core.bingo.forfait.allocation import AllocateLots
from core.bingo.forfait.exchange import ExchangeReceipt, NewSerie, OpenExchange
from core.bingo.forfait.exclusion import RefundBlocked
from core.bingo.forfait.expulsion import (
    ExpelParticipant,
    GrantExpelled,
    ReadmitParticipant,
    Reason,
)
from core.bingo.forfait.payment import ESPECES, PayForfait
from core.bingo.forfait.registration import (
    CloseRegistrations,
    OpenRegistrations,
    PreRegister,
    ValidateIdentity,
)
from core.bingo.forfait.replay_choice import DeclineReplay
from core.bingo.forfait.state import Status
from core.bingo.partie.closing import CloseWithoutWinner
from core.bingo.partie.settlement import RecoverCarton, ValidatePartie
from core.bingo.partie.suspension import (
    CancelPartie,
    DeclareAnnouncementError,
    ReplayPartie,
    ResumePartie,
    SuspendPartie,
)
from core.bingo.seance.changes import (
    CancelAtLastHour,
    CancelSeance,
    ChangeParties,
    DeclinePostponement,
    MoveSeance,
    PostponeAtLastHour,
)
from core.bingo.seance.closing import BeginClosing, CloseSeance, CountCagnotte
from core.bingo.seance.notices import InformAuthority, RecordAnswer
from core.bingo.seance.opening import AbandonSeance, OpenSeance
from core.bingo.seance.planning import AppointDirecteur, AppointMCD, PublishSeance
from core.bingo.seance.state import Seance, Stage
from core.bingo.seance.stop import StopSeance
from core.bingo.seance.suspension import ResumeSeance, SuspendSeance
from core.desk.refunds import PayRefunds
from core.desk.till import CloseTill, FeedTill, OpenTill
from core.desk.vouchers import PayLot
from core.people import AdmitPerson, Flags
from core.rules import Order

if TYPE_CHECKING:
    from core.house import House

ADULT = Flags(known=True, age=30)  # somebody the rules would let in
ENOUGH_C = 10**9
SHOWN = 12


def recent(house: House) -> list[Seance]:
    seances = [s for s in house.bingo.seances.values() if s.stage is not Stage.ABANDONNEE]
    return sorted(seances, key=lambda seance: (seance.day, seance.time))[-SHOWN:]


def _first(house: House, seance: str, status: Status) -> int:
    """The first registration in this state: what an order for one of them would be about."""
    for number, registration in house.bingo.registrations.items():
        if registration.status.get(seance) is status:
            return number
    return 0


def _holder(house: House, number: int) -> str:
    registration = house.bingo.registrations.get(number)
    return registration.person if registration is not None else ""


def orders(house: House, seance: Seance | None) -> list[Order]:
    """One example of every order of the desk, with what would be sent now."""
    names = [shown.id for shown in recent(house)]
    latest = seance.id if seance else (names[-1] if names else "")
    first = {status: _first(house, latest, status) for status in Status}
    paid = first[Status.PAYE]
    given = first[Status.ECHANGE]
    voucher = next((n for n, v in house.desk.vouchers.items() if not v.paid_at), 0)
    owed = next((r.number for r in house.desk.refunds.values() if r.due), 0)
    blocked = first[Status.BLOQUE_EXCLUSION]
    waiting = next(
        (d.subject for one in house.bingo.seances.values() if one.id == latest for d in one.due), ""
    )
    return [
        PublishSeance(latest),
        AppointMCD(latest, seance.mcd if seance else ""),
        AppointDirecteur(latest, seance.directeur if seance else ""),
        OpenRegistrations(latest),
        AdmitPerson("", ADULT),
        PreRegister("", latest, flags=ADULT),
        ValidateIdentity(first[Status.PREINSCRIT], ADULT),
        PayForfait(first[Status.VALIDE], ESPECES, ENOUGH_C, flags=ADULT),
        OpenSeance(),
        AbandonSeance("essai"),
        OpenExchange(),
        ExchangeReceipt(paid, _holder(house, paid), flags=ADULT),
        CloseRegistrations(latest),
        AllocateLots(),
        SuspendPartie("essai"),
        ResumePartie(),
        CancelPartie("essai"),
        DeclareAnnouncementError("essai"),
        ReplayPartie((NewSerie("", "", ""),)),
        CloseWithoutWinner(),
        RecoverCarton(""),
        ValidatePartie(),
        PayLot(voucher),
        OpenTill({}),
        FeedTill(1, "essai"),
        CloseTill({}),
        BeginClosing(),
        CountCagnotte({}, "essai"),
        CloseSeance(),
        *_chapter_6_4(house, latest, paid or given, owed, blocked, waiting),
    ]


def _chapter_6_4(
    house: House, latest: str, number: int, owed: int, blocked: int, waiting: str
) -> list[Order]:
    """Changes, suspension, stop, expulsion, refunds: each as it would be given now."""
    shown = house.bingo.seances.get(latest)
    day, time = _day_after(shown), shown.time if shown else ""
    return [
        MoveSeance(latest, day, time, "essai"),
        CancelSeance(latest, "essai"),
        PostponeAtLastHour(latest, day, time),
        CancelAtLastHour(latest),
        DeclinePostponement(latest, number),
        ChangeParties(shown.forfait.terms.parties if shown else 0),
        InformAuthority(latest, waiting, "essai"),
        RecordAnswer(latest, refused=False),
        SuspendSeance("essai"),
        ResumeSeance(),
        StopSeance("essai"),
        DeclineReplay(number),
        ExpelParticipant(number, Reason.SCANDALE, "essai"),
        ReadmitParticipant(number),
        GrantExpelled(number, "essai"),
        DecideAdmission(number, True, "essai", ADULT),
        RefundBlocked(latest, blocked),
        PayRefunds(owed, _holder(house, owed)),
    ]


def _day_after(seance: Seance | None) -> str:
    """A date to move to: the next day."""
    return (date.fromisoformat(seance.day) + timedelta(days=1)).isoformat() if seance else ""

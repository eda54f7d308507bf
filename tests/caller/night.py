"""A short night under the real rules, without a hall: screens are tested against what rules say.

`Night` is a house in memory, brought to any moment by facts; `NightLine` is a line to it: orders
are decided and applied as the hall would, and the views go out again.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import msgspec

from core import codes
from core.bingo.cartons import Series
from core.bingo.forfait.allocation import LotsAllocated, SeanceAnnounced
from core.bingo.forfait.exchange import (
    DrawCommitted,
    ExchangeOpened,
    ReceiptExchanged,
    SerieCreated,
    size_of,
)
from core.bingo.forfait.payment import ForfaitPaid
from core.bingo.forfait.registration import (
    IdentityValidated,
    PreRegistered,
    RegistrationsClosed,
    RegistrationsOpened,
)
from core.bingo.forfait.state import Terms
from core.bingo.partie.closing import QuineClosed
from core.bingo.partie.draw import BallDisplayed, DrawStarted
from core.bingo.partie.preparation import (
    LotsAnnounced,
    PartiePrepared,
    PublicEntropyGiven,
    SoldFrozen,
)
from core.bingo.partie.settlement import CartonRecovered, PartieValidated
from core.bingo.partie.verdicts import Presented, carton_of
from core.bingo.seance.equipment import TestsStarted
from core.bingo.seance.opening import SeanceOpened
from core.bingo.seance.planning import (
    DirecteurAppointed,
    MCDAppointed,
    NoticeRecorded,
    SeancePlanned,
    SeancePublished,
)
from core.bingo.seance.state import Lieu, Mode
from core.house import House, apply, decide
from core.people import SignIn
from core.rules import ORDERS, Fact, Kind, Moment, Order, Refusal, Role
from core.site import HouseFounded
from core.speech import Spoken
from core.stations import StationBack, StationKind, StationPaired
from core.views import VIEWS, Lens
from ui.link import Refused
from ui.standin import StandIn

AT, DAY, SEANCE = "2026-01-10T20:00:00.000+01:00", "2026-01-10", "2025-001"
TERMS = Terms(prix_c=30_00, part_cartons_c=24_00, droits_c=6_00, cartons=6, parties=4, capacity=50)
LOTS = (22_00, 27_00, 28_00, 31_00), (74_00, 115_00, 83_00, 103_00)
NAMES = {"p2": "Mme Berger", "p3": "M. Delorme", "p4": "Zoé Martin"}


class Night:
    """A house and the milliseconds of its hall. Each method goes on from the one before."""

    def __init__(self, mode: Mode = Mode.ELECTRONIQUE, *, rehearsal: bool = True) -> None:
        self.house = House()
        self.ms = 1_000_000
        self.balls = random.Random(7).sample(range(1, 91), 90)
        self.tell(
            HouseFounded("CASINO", "Casino du Lac", rehearsal, "0" * 64),
            StationPaired("E1", StationKind.DISPLAY, "tableau"),
            StationPaired("V1", StationKind.VOICE, "voix"),
            StationPaired("A1", StationKind.CALLER, "pupitre"),
            StationBack("E1"),
            StationBack("V1"),
            SeancePlanned(
                *(SEANCE, 2025, 1, Kind.FORFAIT, DAY, "20:00", Lieu.SALLE, ()),
                *(mode, TERMS, "p1"),
            ),
            NoticeRecorded(SEANCE, "ORGANISATION", "2025-12-11", "courrier", "ab" * 32),
            SeancePublished(SEANCE),
            MCDAppointed(SEANCE, "p2"),
            DirecteurAppointed(SEANCE, "p3"),
            RegistrationsOpened(SEANCE, "a" * 64),
        )
        self.house.people.signed_in["D1"] = SignIn("p2", "D1", (Role.MCD,))

    def tell(self, *facts: Fact) -> None:
        for fact in facts:
            apply(self.house, fact)

    def hear(self) -> None:
        """The loudspeaker has said all that waited."""
        for number in tuple(self.house.speech.waiting):
            self.tell(Spoken(number))

    # -- the moments of a night -------------------------------------------------------------

    def testing(self) -> Night:
        self.tell(TestsStarted(SEANCE, "p4"))
        return self

    def opened(self, forfaits: int = 40) -> Night:
        """Open, sold and exchanged: forfaits of six cartons, series 014 to 017."""
        self.testing()
        self.tell(SeanceOpened(AT), ExchangeOpened(SEANCE, AT))
        for n in range(1, TERMS.parties + 1):
            key = f"{n:02d}" * 16
            size = size_of(self.house.bingo.seances[SEANCE].forfait)
            game = f"CASINO/{SEANCE}/{n}/1"
            self.tell(
                SerieCreated(13 + n, SEANCE, n, 1, key, size, "strip-1", {}, "0" * 64),
                DrawCommitted(SEANCE, n, 1, game, "1a2b3c4d" * 8),
            )
        for n in range(1, forfaits + 1):
            self.tell(
                PreRegistered(n, f"j{n}", SEANCE, 1, "caisse", AT),
                IdentityValidated(n, "p6"),
                ForfaitPaid(
                    *(n, 30_00, 24_00, 6_00, (24_00,), "CARTE", "t1", 0, "", AT, "p5"),
                ),
                ReceiptExchanged(SEANCE, n, 6 * n - 5, 6 * n, 1, AT, "p5"),
            )
        return self

    def allocated(self) -> Night:
        self.opened()
        self.tell(RegistrationsClosed(SEANCE, 40))
        base_c = self.house.bingo.seance.forfait.base_c
        retenue_c = base_c - sum(LOTS[0]) - sum(LOTS[1])
        self.tell(LotsAllocated(SEANCE, base_c, retenue_c, *LOTS, "f" * 64, False))
        return self

    def announced(self) -> Night:
        self.allocated().tell(SeanceAnnounced(SEANCE))
        return self

    def prepared(self, n: int = 1) -> Night:
        if n == 1:
            self.announced()
        self.tell(PartiePrepared(n, 1, 0, 0))
        return self

    def drawing(self, rank: int = 0, n: int = 1) -> Night:
        """Partie n, `rank` balls displayed and heard."""
        self.prepared(n)
        partie = self.house.bingo.seance.parties[n]
        self.tell(
            LotsAnnounced(n),
            SoldFrozen(n, partie.serie, 240, "0" * 64),
            PublicEntropyGiven(n, "salle:17"),
            DrawStarted(n, AT),
        )
        self.display(rank)
        return self

    def display(self, upto: int) -> None:
        partie = self.house.bingo.seance.partie
        for rank in range(partie.rank + 1, upto + 1):
            self.tell(BallDisplayed(self.balls[rank - 1], rank, self.ms))
        self.ms += 60_000

    def first(self, want: str) -> tuple[int, int]:
        """(carton, rank) of the first sold carton that completes a quine or the bingo."""
        partie = self.house.bingo.seance.partie
        at = {ball: rank for rank, ball in enumerate(self.balls, 1)}
        series = Series(bytes.fromhex(partie.key), partie.size, partie.algorithm, {})
        best = (0, 99)
        for number in range(1, 241):
            rows = [max(at[n] for n in row) for row in series.carton(number)]
            rank = min(rows) if want == "quine" else max(rows)
            best = min(best, (number, rank), key=lambda found: found[1])
        return best

    def rows(self, number: int) -> tuple[tuple[int, ...], ...]:
        return carton_of(self.house.bingo.seance.partie, number)

    def serial(self, number: int) -> str:
        return str(codes.Serial(self.house.bingo.seance.partie.serie, number))

    def to_quine(self) -> int:
        """Drawing, the first quine complete and unclaimed; the carton's number."""
        self.drawing()
        number, rank = self.first("quine")
        self.display(rank)
        return number

    def to_bingo(self) -> int:
        """The quine is won and closed, the first bingo complete and unclaimed."""
        quine = self.to_quine()
        rank = self.house.bingo.seance.partie.rank
        self.give("StopDraw", word="quine")
        self.tell(QuineClosed(rank, {quine: 22_00}, None))
        self.hear()
        number, rank = self.first("bingo")
        self.display(rank)
        return number

    def finished(self) -> Night:
        """The bingo of partie 1 is closed: two cartons to recover, or one that won both."""
        number = self.to_bingo()
        self.give("StopDraw", word="bingo")
        self.give("VerifyCarton", text=self.serial(number))
        self.give("AskForOthers")
        self.ms += 11_000
        self.give("CloseBingo")
        self.hear()
        return self

    def validated(self) -> Night:
        self.finished()
        partie = self.house.bingo.seance.partie
        for number in partie.winners():
            self.tell(CartonRecovered(partie.n, number, AT, "p5"))
        self.tell(PartieValidated(partie.n, 22_00, 22_00, 74_00, 74_00, AT, "p5"))
        return self

    # -- orders and views -------------------------------------------------------------------

    def moment(self, role: Role = Role.ANIMATEUR, station: str = "A1") -> Moment:
        return Moment(AT, self.ms, "p4", role, station)

    def give(self, type_: str, /, role: Role = Role.ANIMATEUR, **fields: Any) -> dict[str, Any]:
        """Decides and applies. Raises `Refusal`. Returns what the facts tell."""
        order = msgspec.convert(msgspec.to_builtins(fields), ORDERS[type_])
        order = msgspec.structs.replace(order, **self._supplied(type_, order))
        facts = decide(self.house, order, self.moment(role))
        self.tell(*facts)
        told: dict[str, Any] = {}
        for fact in facts:
            for name in fact.tells:
                told.setdefault(name, msgspec.to_builtins(getattr(fact, name)))
        return told

    def _supplied(self, type_: str, order: Order) -> dict[str, Any]:
        seance = self.house.bingo.current()
        if type_ == "DrawBall" and seance is not None:
            partie = seance.parties.get(seance.partie_n)
            return {"drawn": self.balls[partie.rank] if partie and partie.rank < 90 else 0}
        if type_ == "DrawBlank" and seance is not None:
            missing = seance.equipment.missing()
            return {"proposed": missing[0] if missing else 0}
        if type_ in ("VerifyCarton", "RecoverCarton"):
            return {"presented": self._presented(getattr(order, "text"))}  # noqa: B009
        if type_ == "GoWithoutPublic":
            return {"frozen_hash": "ab" * 32}
        return {}

    def _presented(self, text: str) -> Presented:
        typed = codes.typed(text)
        return Presented(typed.serial.series, typed.serial.number)

    def view(self, name: str) -> msgspec.Struct:
        """What a station of that kind would be shown now."""
        station, kind = {
            "caller": ("A1", StationKind.CALLER),
            "post": ("V1", StationKind.VOICE),
        }.get(name, ("E1", StationKind.DISPLAY))
        lens = Lens(
            *(self.moment(station=station), station, kind, "p4", (Role.ANIMATEUR,), ""),
            *(lambda person: NAMES.get(person, ""), lambda *_: "", lambda *_: None),
        )
        return VIEWS[name].render(self.house, lens)


class NightLine(StandIn):
    """A line to that night. Orders that the rules refuse are refused; the rest is shown again."""

    def __init__(
        self, night: Night, kind: StationKind, follows: Sequence[str], *, voice: bool = True
    ) -> None:
        super().__init__(kind, rehearsal=night.house.site.rehearsal)
        self.night, self.follows, self.voice = night, follows, voice
        self.ms = night.ms
        self.knows("martin", "Zoé Martin", "1234", Role.ANIMATEUR)
        self.shows()

    def shows(self) -> None:
        """The views as they are now."""
        self.ms = self.night.ms
        for name in self.follows:
            self.says(name, self.night.view(name))

    async def order(
        self, type: str, /, *, as_role: Role | None = None, **fields: Any
    ) -> dict[str, Any]:
        self.orders.append((type, fields))
        self.night.ms = max(self.night.ms, self.ms)
        try:
            told = self.night.give(type, **fields)
        except Refusal as refusal:
            raise Refused(refusal.code, dict(refusal.values)) from None
        if self.voice:
            self.night.hear()
        self.shows()
        return told

"""An evening told as facts: forfaits of three cartons, and the lots of FOR-025.

Facts and nothing else: what a register shows can then be checked against what was written here.
"""

from __future__ import annotations

from core.bingo.forfait.allocation import LotsAllocated, seal_of
from core.bingo.forfait.exchange import (
    DrawCommitted,
    ExchangeOpened,
    ReceiptExchanged,
    SerieCreated,
)
from core.bingo.forfait.payment import ForfaitPaid
from core.bingo.forfait.registration import IdentityValidated, PreRegistered
from core.bingo.forfait.state import Terms
from core.bingo.partie.closing import (
    BingoClosed,
    ClosedWithoutWinner,
    OrphelinDeposited,
    QuineClosed,
)
from core.bingo.partie.draw import BallDisplayed, DrawStarted, DrawStopped
from core.bingo.partie.preparation import LotsAnnounced, PartiePrepared, SoldFrozen
from core.bingo.partie.settlement import CartonRecovered, PartieValidated, VoucherIssued
from core.bingo.partie.state import Combination
from core.bingo.seance.equipment import TestsStarted
from core.bingo.seance.opening import SeanceOpened
from core.bingo.seance.planning import (
    DirecteurAppointed,
    MCDAppointed,
    NoticeRecorded,
    SeancePlanned,
)
from core.bingo.seance.state import Lieu, Mode
from core.desk.till import TillOpened
from core.desk.vouchers import LotPaid
from core.house import House, apply
from core.rules import Fact, Kind
from core.site import HouseFounded

DAY, SEANCE = "2026-01-10", "2025-001"
QUINE_C = (22_00, 27_00, 28_00, 31_00, 29_00, 30_00, 25_00, 24_00)
BINGO_C = (74_00, 115_00, 83_00, 103_00, 85_00, 104_00, 94_00, 62_00)


def at(minute: int) -> str:
    return f"{DAY}T{20 + minute // 60:02d}:{minute % 60:02d}:00.000+01:00"


class Evening:
    """`house` after everything that was told so far."""

    def __init__(self, parties: int = 4, rehearsal: bool = False) -> None:
        self.house = House()
        self.terms = Terms(30_00, 24_00, 6_00, 3, parties)
        self.tell(HouseFounded("CASINO", "Casino du Lac", rehearsal, "0" * 64))
        self.plan(SEANCE, DAY, 1)

    def tell(self, *facts: Fact) -> None:
        for fact in facts:
            apply(self.house, fact)

    def plan(self, seance: str, day: str, number: int) -> None:
        self.tell(
            SeancePlanned(
                *(seance, 2025, number, Kind.FORFAIT, day, "20:00", Lieu.SALLE, ()),
                *(Mode.ELECTRONIQUE, self.terms, "p1"),
            ),
            NoticeRecorded(seance, "ORGANISATION", "2025-12-11", "courrier", "ab" * 32),
        )

    def open(self) -> None:
        self.tell(
            MCDAppointed(SEANCE, "p2"),
            DirecteurAppointed(SEANCE, "p3"),
            TestsStarted(SEANCE, "p4"),
            SeanceOpened(at(0)),
            TillOpened("d1", "p5", {10_000: 10}, 1_000_00, at(1)),
        )

    def sell(self, number: int, person: str, count: int = 1) -> None:
        prix_c, part_c, droits_c = 30_00 * count, 24_00 * count, 6_00 * count
        self.tell(
            PreRegistered(number, person, SEANCE, count, "caisse", at(2)),
            IdentityValidated(number, "p6"),
            ForfaitPaid(
                *(number, prix_c, part_c, droits_c, (part_c,)),
                *("ESPECES", "", 0, "d1", at(3), "p5"),
            ),
        )

    def create_series(self, first: int = 14) -> None:
        self.tell(ExchangeOpened(SEANCE, at(4)))
        for n in range(1, self.terms.parties + 1):
            self.serie(first + n - 1, n)

    def serie(self, serie: int, partie: int, attempt: int = 1) -> None:
        self.tell(
            SerieCreated(serie, SEANCE, partie, attempt, "00" * 16, 1200, "strip-1", {}, "0" * 64),
            DrawCommitted(SEANCE, partie, attempt, f"CASINO/{SEANCE}/{partie}/{attempt}", "c" * 64),
        )

    def exchange(self, number: int, first: int, last: int, from_partie: int = 1) -> None:
        self.tell(ReceiptExchanged(SEANCE, number, first, last, from_partie, at(5), "p5"))

    def allocate(
        self, quine_c: tuple[int, ...] = QUINE_C, bingo_c: tuple[int, ...] = BINGO_C
    ) -> None:
        base_c = self.house.bingo.seance.forfait.base_c
        retenue_c = base_c - sum(quine_c) - sum(bingo_c)
        seal = seal_of(SEANCE, quine_c, bingo_c)
        self.tell(LotsAllocated(SEANCE, base_c, retenue_c, quine_c, bingo_c, seal, False))

    def draw(
        self, n: int, balls: range, quine_carried_c: int = 0, bingo_carried_c: int = 0
    ) -> None:
        partie = self.house.bingo.seance.parties[n]
        sold = self.house.bingo.seance.forfait.next_number - 1
        self.tell(
            PartiePrepared(n, partie.attempt, quine_carried_c, bingo_carried_c),
            LotsAnnounced(n),
            SoldFrozen(n, partie.serie, sold, "0" * 64),
            DrawStarted(n, at(10)),
            *(BallDisplayed(ball, rank, 0) for rank, ball in enumerate(balls, 1)),
        )

    def quine(self, rank: int, shares: dict[int, int]) -> None:
        self.tell(DrawStopped(rank, Combination.QUINE), QuineClosed(rank, shares, None))

    def bingo(self, rank: int, shares: dict[int, int]) -> None:
        self.tell(DrawStopped(rank, Combination.BINGO), BingoClosed(rank, shares, None, at(25)))

    def without_winner(self, quine_c: int, bingo_c: int, last: bool = False) -> None:
        self.tell(ClosedWithoutWinner(quine_c, bingo_c, last, at(26)))
        n = self.house.bingo.seance.partie_n
        if last:
            for combination, cents in (("quine", quine_c), ("bingo", bingo_c)):
                reference = f"{SEANCE}/{n}/{combination}"
                source = f"{SEANCE}/lots"
                self.tell(OrphelinDeposited(at(26), "LOT_BINGO", reference, source, cents))

    def settle(self, pay: bool = True) -> None:
        """Recovers every winning carton of the *partie* in course, validates it, and pays."""
        partie, desk = self.house.bingo.seance.partie, self.house.desk
        issued: list[tuple[int, int]] = []
        for number in partie.winners():
            self.tell(CartonRecovered(partie.n, number, at(27), "p5"))
            for combination in Combination:
                share_c = partie.lot(combination).shares.get(number)
                if share_c is not None:
                    voucher = len(desk.vouchers) + 1
                    issued.append((voucher, share_c))
                    self.tell(
                        VoucherIssued(
                            *(voucher, SEANCE, partie.n, partie.serie, number),
                            *(combination, share_c, "", at(27)),
                        )
                    )
        self.tell(
            PartieValidated(
                *(partie.n, partie.quine.played_c, sum(partie.quine.shares.values())),
                *(partie.bingo.played_c, sum(partie.bingo.shares.values()), at(28), "p5"),
            )
        )
        if pay:
            for voucher, share_c in issued:
                self.tell(LotPaid(voucher, share_c, "", f"{SEANCE}/lots", "d1", at(29), "p5"))

"""The bingo desk: its books, its tills, its vouchers, what nobody claimed (art. 66-1-6, CSH)."""

from __future__ import annotations

import msgspec

from core.books import Books
from core.desk.refunds import Refund
from core.desk.till import Movement, Till
from core.desk.vouchers import Voucher
from core.rules import Refusal, State


class Orphelin(State):
    """A line of REG-08, the *carnet d'orphelins*."""

    at: str
    provenance: str
    reference: str
    amount_c: int


class Desk(State):
    """`tills` by station: one open till a station. `electronic_c` is what came without cash."""

    books: Books = msgspec.field(default_factory=Books)
    tills: dict[str, Till] = {}
    closed_tills: list[Till] = []
    movements: list[Movement] = []
    electronic_c: int = 0
    vouchers: dict[int, Voucher] = {}
    orphelins: list[Orphelin] = []
    refunds: dict[int, Refund] = {}

    def till_of(self, station: str) -> Till:
        till = self.tills.get(station)
        if till is None:
            raise Refusal("CAISSE_FERMEE", station=station)
        return till

    def open_tills(self) -> list[str]:
        return sorted(self.tills)

    def voucher(self, number: int) -> Voucher:
        voucher = self.vouchers.get(number)
        if voucher is None:
            raise Refusal("BON_INCONNU", voucher=number)
        return voucher

    def owed(self, number: int) -> dict[int, Refund]:
        """What the holder of a receipt can still be paid back, by number of the refund."""
        return {n: r for n, r in self.refunds.items() if r.number == number and r.due}

    def take(self, till: str, means: str, cents: int) -> None:
        """Money comes in; only cash lies in a till. Appliers only."""
        if means == "ESPECES":
            self.tills[till].received_c += cents
        else:
            self.electronic_c += cents

    def note(
        self,
        at: str,
        till: str,
        cause: str,
        document: str,
        by: str,
        cents: int,
        means: str = "ESPECES",
    ) -> None:
        """A line of the cash journal (CSH-028): cents that come in, negative when they go out."""
        self.movements.append(
            Movement(at, till, cause, document, by, max(cents, 0), max(-cents, 0), means)
        )

    def issue(
        self,
        number: int,
        seance: str,
        partie: int,
        serie: int,
        carton: int,
        combination: str,
        amount_c: int,
        object_: str,
        at: str,
    ) -> None:
        self.vouchers[number] = Voucher(
            seance, partie, serie, carton, combination, amount_c, object_, at
        )

    def owe(
        self,
        refund: int,
        seance: str,
        number: int,
        cause: str,
        partie: int,
        amount_c: int,
        at: str,
        by: str,
    ) -> None:
        self.refunds[refund] = Refund(seance, number, cause, partie, amount_c, at, by)

    def deposit_orphelin(self, at: str, provenance: str, reference: str, amount_c: int) -> None:
        self.orphelins.append(Orphelin(at, provenance, reference, amount_c))

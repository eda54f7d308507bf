"""The *historique* of a forfait *séance*: what was sold, drawn, won, paid, and left over (REG-05F).

Arrêté du 14 mai 2007, art. 66-1-9; requirements FOR-030, FOR-032, BIN-054, REG-05F. Amounts in
cents. Issued when the *séance* closes and on a stop; read before that, it says how far it went.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from core.bingo.partie.state import Lot, Partie, Phase
from core.bingo.seance.state import Seance
from core.codes import Serial

if TYPE_CHECKING:
    from core.house import House

STATUS = {Phase.VALIDEE: "VALIDEE", Phase.ANNULEE: "ANNULEE"}
NOT_PLAYED = "NON_JOUEE"


class Attempt(msgspec.Struct, frozen=True):
    """One line: a *partie* as it was played, a cancelled attempt, or one that never got cartons.

    `count` cartons were issued for it, numbers 1 to `count` of its series. `replayed` attempts are
    shown and never added up: the replay plays for the very same lots (FOR-037).
    """

    n: int
    partie: Partie | None
    count: int
    quine: Lot
    bingo: Lot
    replayed: bool = False

    @property
    def status(self) -> str:
        if self.partie is None:
            return NOT_PLAYED
        return STATUS.get(self.partie.phase, NOT_PLAYED)

    def left_c(self, lot: Lot) -> int:
        """What nobody won: carried on, or to the *orphelins* after the last *partie* (FOR-030)."""
        return lot.played_c if self.status == "VALIDEE" and not lot.won else 0


def historique(house: House, seance_id: str) -> dict[str, Any]:
    """The *historique* as plain JSON. Refuses SEANCE_INCONNUE.

    A *partie* that was cancelled and replayed has a line for each attempt, in order. `status` is
    NON_JOUEE until the accounting line is validated. `lot_c` is the amount played for, carry and
    contribution included; `totals.quine_c` and `bingo_c` are all the lots of the *séance*, each
    once; `paid_c` is what the desk has paid, so that at the end quine + bingo = paid + orphelins.
    """
    seance = house.bingo.seance_named(seance_id)
    forfait = seance.forfait
    terms, pools = forfait.terms, forfait.pools
    record = {
        "seance": seance.id,
        "kind": seance.kind.value,
        "forfaits": {
            "sold": forfait.sold,
            "price_c": terms.prix_c,
            "cartons_part_c": terms.part_cartons_c,
            "fee_c": terms.droits_c,
        },
        "base_c": forfait.base_c,
        "retention_c": pools.retenue_c if pools else 0,
        "parties": [_partie(seance, attempt) for attempt in attempts(seance)],
        "totals": totals(house, seance),
    }
    return {**record, "stop": stop_of(seance)} if forfait.stopped else record


def stop_of(seance: Seance) -> dict[str, Any]:
    """The account of a stop (FOR-045), cents: refunds, their sources, what the house keeps."""
    stopped, pools = seance.forfait.stopped, seance.forfait.pools
    assert stopped is not None
    kept_c = pools.retenue_c - seance.forfait.retention_returned_c if pools else 0
    return {
        "at": stopped.at,
        "unplayed": stopped.unplayed,
        "refunds_c": stopped.refunds_c,
        "retention_returned_c": stopped.retenue_c,
        "retention_kept_c": kept_c,
        "lots_c": stopped.lots_c,
        "casino_c": stopped.maison_c,
        "surplus_c": stopped.surplus_c,
    }


def attempts(seance: Seance) -> Iterator[Attempt]:
    """Every line of the historique: by *partie*, its cancelled attempts before the one that counts."""
    pools = seance.forfait.pools
    for n in range(1, seance.forfait.terms.parties + 1):
        for cancelled in seance.past:
            if cancelled.n == n:
                yield _attempt(cancelled, cancelled.sold_last, replayed=True)
        partie = seance.parties.get(n)
        if partie is not None:
            issued = partie.sold_last if partie.frozen else seance.forfait.next_number - 1
            yield _attempt(partie, issued)
        else:
            quine_c = pools.quine_c[n - 1] if pools else 0
            bingo_c = pools.bingo_c[n - 1] if pools else 0
            yield Attempt(n, None, 0, Lot(quine_c), Lot(bingo_c))


def _attempt(partie: Partie, count: int, replayed: bool = False) -> Attempt:
    return Attempt(partie.n, partie, count, partie.quine, partie.bingo, replayed)


def _partie(seance: Seance, attempt: Attempt) -> dict[str, Any]:
    partie, count = attempt.partie, attempt.count
    return {
        "n": attempt.n,
        "status": attempt.status,
        "balls": list(partie.balls) if partie else [],
        "serie": partie.serie if partie else None,
        "first": 1 if count else None,
        "last": count or None,
        "count": count,
        "quine": _lot(partie, attempt.quine),
        "bingo": _lot(partie, attempt.bingo),
    }


def _lot(partie: Partie | None, lot: Lot) -> dict[str, Any]:
    serie = partie.serie if partie else 0
    return {
        "lot_c": lot.played_c,
        "rank": lot.rank if lot.won else None,
        "winners": [
            {"carton": str(Serial(serie, number)), "share_c": share_c}
            for number, share_c in sorted(lot.shares.items())
        ],
    }


def totals(house: House, seance: Seance) -> dict[str, int]:
    """The footer, in cents: lots of the *séance*, what was paid, what nobody claimed, the fees."""
    counted = [attempt for attempt in attempts(seance) if not attempt.replayed]
    vouchers = house.desk.vouchers.values()
    return {
        "quine_c": sum(put_in(attempt.quine) for attempt in counted),
        "bingo_c": sum(put_in(attempt.bingo) for attempt in counted),
        "paid_c": sum(v.amount_c for v in vouchers if v.seance == seance.id and v.paid_at),
        "orphelins_c": sum(
            orphelin.amount_c
            for orphelin in house.desk.orphelins
            if orphelin.reference.startswith(f"{seance.id}/")
        ),
        "fees_c": seance.forfait.fees_c,
    }


def put_in(lot: Lot) -> int:
    """What a lot brings to the *séance*: allocated and added, not what was carried into it."""
    return lot.allocated_c + lot.complement_c

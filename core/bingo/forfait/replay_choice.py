"""A cancelled *partie* of a forfait is replayed; who does not want the replay is paid for it.

Arrêté du 14 mai 2007, art. 66-1-7 read with 66-1-9; requirement FOR-037, D-104. The lots stay as they
are: the cost is borne by the retention's share of that *partie*, then by the casino.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.bingo.forfait.refunds import Cause, RefundsFunded, owed, prorata_c
from core.bingo.forfait.state import Registration, Status
from core.bingo.partie.state import Partie, Phase
from core.bingo.seance.state import Seance, Stage
from core.rules import CAISSIER, Facts, Moment, Order, Refusal, rule

if TYPE_CHECKING:
    from core.house import House


class DeclineReplay(Order):
    """Before the replay is closed: his numbers of the new series are out of play (REMBOURSEE)."""

    number: int


@rule(DeclineReplay, by=CAISSIER, spec="FOR-037")
def decline_replay(house: House, order: DeclineReplay, now: Moment) -> Facts:
    seance = house.bingo.seance
    seance.must_be(Stage.OUVERTE, Stage.SUSPENDUE)
    partie = seance.partie
    if not _replayed(partie):
        raise Refusal("AUCUNE_PARTIE_A_REJOUER", partie=partie.n)
    registration = house.bingo.registration(order.number)
    _must_have_played(registration, seance, partie)
    amount_c = prorata_c(house, registration, seance, 1)
    retenue_c = min(amount_c, share_left_c(seance, partie.n))
    yield owed(house, seance, order.number, Cause.PARTIE_ANNULEE, amount_c, now, partie=partie.n)
    yield RefundsFunded(seance.id, partie.n, retenue_c=retenue_c, maison_c=amount_c - retenue_c)


def _replayed(partie: Partie) -> bool:
    waiting = partie.attempt > 1 and not partie.frozen and not partie.phase.over
    return partie.phase is Phase.ANNULEE or waiting


def _must_have_played(registration: Registration, seance: Seance, partie: Partie) -> None:
    if partie.n in registration.declined.get(seance.id, ()):
        raise Refusal("DEJA_REMBOURSE", number=registration.number, partie=partie.n)
    exchange = registration.exchanges.get(seance.id)
    status = registration.status.get(seance.id)
    if exchange is None or exchange.came_at > partie.n or status is not Status.ECHANGE:
        raise Refusal("CARTONS_NON_REMIS", number=registration.number)


def share_left_c(seance: Seance, n: int) -> int:
    """What is left of the retention's share of one *partie*: 504.00 over 8 is 63.00."""
    forfait = seance.forfait
    retenue_c = forfait.pools.retenue_c if forfait.pools else 0
    return retenue_c // forfait.terms.parties - forfait.retention_used.get(n, 0)

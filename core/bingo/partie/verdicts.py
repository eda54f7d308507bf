"""The verdict on a presented carton: the checks of SM-03 in their order, the first failure speaks.

Arrêté du 14 mai 2007, art. 66-1-2 and 66-1-3; requirements BIN-031 to BIN-035, BIN-046 to BIN-048.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from core.bingo.cartons import Carton, Series
from core.bingo.forfait.state import Registration, Status
from core.bingo.partie.draw import LEAST_RANK
from core.bingo.partie.state import Claim, Combination, Partie, Verdict
from core.bingo.seance.state import Seance
from core.codes import Serial


class Presented(msgspec.Struct, frozen=True):
    """A carton as scanned or typed. `authentic` says the QR's seal holds; typed ones have none.

    `seance` is False when the code belongs to another *séance*.
    """

    serie: int = 0
    number: int = 0
    authentic: bool = True
    seance: bool = True


def carton_of(partie: Partie, number: int) -> Carton:
    """Any carton of a *partie*, rebuilt from the key of its series."""
    series = Series(bytes.fromhex(partie.key), partie.size, partie.algorithm, partie.exceptions)
    return series.carton(number)


def serie_in(seance: Seance, serie: int) -> Partie | None:
    """The *partie* or cancelled attempt that plays or played a series."""
    for partie in (*seance.parties.values(), *seance.past):
        if partie.serie == serie:
            return partie
    return None


def holder_of(
    registrations: dict[int, Registration], seance: Seance, partie: Partie, number: int
) -> Registration | None:
    """Whose carton it is, by the run given for his receipt."""
    for n in seance.forfait.numbers:
        exchange = registrations[n].exchanges.get(seance.id)
        if exchange is not None and exchange.first <= number <= exchange.last:
            return registrations[n] if partie.n >= exchange.from_partie else None
    return None


def judged(
    registrations: dict[int, Registration],
    seance: Seance,
    presented: Presented,
    combination: Combination,
    ms: int,
) -> Claim:
    """The claim with its verdict; `missing` lists what its best row, or the carton, still wants.

    `ms` is now, in hall milliseconds: an expulsion for a time ends by itself.
    """
    partie = seance.partie
    serial = str(Serial(presented.serie, presented.number))
    claim = Claim(presented.number, combination, partie.rank, Verdict.VALIDE, serial=serial)
    fault = next(_faults(registrations, seance, presented, combination, ms), None)
    if fault is not None:
        claim.verdict = fault
        return claim
    rows = carton_of(partie, presented.number)
    claim.row, claim.missing = _completion(rows, set(partie.balls), combination)
    if claim.missing:
        claim.verdict = Verdict.NON_COMPLETE
    return claim


def _faults(
    registrations: dict[int, Registration],
    seance: Seance,
    presented: Presented,
    combination: Combination,
    ms: int,
) -> Iterator[Verdict]:
    """Every failing check before the numbers are looked at, in the order of SM-03."""
    partie = seance.partie
    played = serie_in(seance, presented.serie)
    if not presented.authentic:
        yield Verdict.SIGNATURE_QR_INVALIDE
    if not presented.seance:
        yield Verdict.AUTRE_SEANCE
    if played is None or not 1 <= presented.number <= played.size:
        yield Verdict.CARTE_INCONNUE
    elif played is not partie:
        yield Verdict.REMBOURSEE if played in seance.past else Verdict.AUTRE_PARTIE
    if presented.number > partie.sold_last:
        yield Verdict.NON_VENDUE
    yield from _excluded(registrations, seance, presented.number, ms)
    if partie.rank < LEAST_RANK[combination]:
        yield Verdict.TROP_TOT
    if partie.stop is None:
        yield Verdict.PHASE_CLOSE
    elif combination is Combination.QUINE and partie.quine.closed:
        yield Verdict.QUINE_DEJA_GAGNEE
    elif presented.number in (*partie.disputes, *partie.rejected):
        yield Verdict.LITIGE
    elif any(
        claim.number == presented.number
        and claim.combination is combination
        and claim.verdict is Verdict.VALIDE
        for claim in partie.stop.claims
    ):
        yield Verdict.DEJA_VALIDEE


def _excluded(
    registrations: dict[int, Registration], seance: Seance, number: int, ms: int
) -> Iterator[Verdict]:
    """A replay that was declined, a person barred or sent out (FOR-037, FOR-047, FOR-048)."""
    holder = holder_of(registrations, seance, seance.partie, number)
    if holder is None:
        return
    if seance.partie.n in holder.declined.get(seance.id, ()):
        yield Verdict.REMBOURSEE
    if holder.status[seance.id] in (Status.BLOQUE_EXCLUSION, Status.EXCLU):
        yield Verdict.EXCLUE
    if (out := seance.expelled(holder.person, ms)) is not None:
        yield Verdict.EXCLUE if out.definitive else Verdict.SUSPENDUE


def _completion(
    rows: tuple[tuple[int, ...], ...], drawn: set[int], combination: Combination
) -> tuple[int, tuple[int, ...]]:
    """The winning row from 0 (-1 for a bingo or none) and what is still missing."""
    if combination is Combination.BINGO:
        return -1, tuple(number for row in rows for number in row if number not in drawn)
    wants = [tuple(number for number in row if number not in drawn) for row in rows]
    best = min(range(len(rows)), key=lambda n: len(wants[n]))
    return (best if not wants[best] else -1), wants[best]


def may_restate(seance: Seance, presented: Presented, claim: Claim) -> Combination | None:
    """The other combination, when it is complete and still open: the player may restate it (D-21)."""
    partie = seance.partie
    if claim.verdict not in (Verdict.NON_COMPLETE, Verdict.VALIDE) or partie.quine.closed:
        return None
    other = Combination.BINGO if claim.combination is Combination.QUINE else Combination.QUINE
    rows = carton_of(partie, presented.number)
    better = claim.verdict is Verdict.NON_COMPLETE or other is Combination.BINGO
    return other if better and not _completion(rows, set(partie.balls), other)[1] else None


def claimants(partie: Partie, combination: Combination) -> list[int]:
    """The cartons that share a lot; a valid bingo is also a claim on an open quine (BIN-041)."""
    if partie.stop is None:
        return []
    counted = {combination, Combination.BINGO}
    return sorted(
        {
            claim.number
            for claim in partie.stop.claims
            if claim.verdict is Verdict.VALIDE and claim.combination in counted
        }
    )

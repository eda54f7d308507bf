"""Claims at a stop: verified in public, refused, or followed by « y a-t-il une autre ? ».

Arrêté du 14 mai 2007, art. 66-1-2; requirements BIN-029 to BIN-037, BIN-041 to BIN-048, SM-03.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from core import announcements
from core.bingo.incidents import IncidentRecorded
from core.bingo.partie.state import Claim, Combination, Partie, Phase, Verdict
from core.bingo.partie.verdicts import Presented, claimants, holder_of, judged, may_restate
from core.rules import ANIMATEUR, Fact, Facts, Moment, Order, Refusal, applies, rule

if TYPE_CHECKING:
    from core.house import House

FRAUD = (Verdict.NON_VENDUE, Verdict.SIGNATURE_QR_INVALIDE)  # a wrong number typed is none


class VerifyCarton(Order):
    """`text` is the scan, or the number typed; `word` what the player claims, else what was heard."""

    supplied: ClassVar = ("presented",)

    text: str
    word: Combination | None = None
    presented: Presented = Presented()


class RejectClaim(Order):
    """No valid claim at this stop: the draw goes on. Also for a call that was none (BIN-033)."""


class AskForOthers(Order):
    pass


class NewClaim(Order):
    urgent: ClassVar = True

    word: Combination | None = None


class CartonVerified(Fact):
    tells = ("verdict", "serial", "missing", "row", "restate")

    serial: str
    number: int
    combination: Combination
    rank: int
    verdict: Verdict
    row: int
    missing: tuple[int, ...]
    restate: Combination | None
    person: str = ""  # who holds it: his third false claim is told to the committee (BIN-033)


class ClaimRejected(Fact):
    rank: int


class OthersAsked(Fact):
    tells = ("window_ms",)

    combination: Combination
    window_ms: int


class ClaimCalled(Fact):
    word: Combination | None


@rule(VerifyCarton, by=ANIMATEUR, spec="BIN-031 BIN-032 BIN-034 BIN-035 BIN-043 BIN-046 BIN-047")
def verify_carton(house: House, order: VerifyCarton, now: Moment) -> Facts:
    """A second scan of a validated carton changes nothing: one number, one share (D-22)."""
    seance = house.bingo.seance
    partie = seance.partie
    if not (partie.phase.checking or partie.phase.waiting):
        raise Refusal("PHASE_CLOSE", phase=partie.phase)
    word = order.word or partie.standing.word or partie.open_combination
    claim = judged(house.bingo.registrations, seance, order.presented, word, now.ms)
    holder = holder_of(house.bingo.registrations, seance, partie, claim.number)
    yield CartonVerified(
        claim.serial,
        claim.number,
        word,
        claim.rank,
        claim.verdict,
        claim.row,
        claim.missing,
        may_restate(seance, order.presented, claim),
        holder.person if holder is not None else "",
    )
    if claim.verdict in FRAUD:
        text = f"{claim.verdict} {claim.serial}"
        yield IncidentRecorded(now.at, seance.id, partie.n, partie.rank, "FRAUDE", text, now.actor)


@rule(RejectClaim, by=ANIMATEUR, spec="BIN-033")
def reject_claim(house: House, order: RejectClaim, now: Moment) -> Facts:
    partie = house.bingo.seance.partie
    if not partie.phase.waiting:  # there, a claimant can only have been rejected by arbitration
        partie.must_be(Phase.CONTROLE_QUINE, Phase.CONTROLE_BINGO)
    if claimants(partie, partie.open_combination):
        raise Refusal("RECLAMATION_VALIDE")
    if partie.disputes:
        raise Refusal("LITIGE_EN_COURS", numbers=partie.disputes)
    yield ClaimRejected(partie.rank)
    yield house.speech.announce(announcements.false_claim())


@rule(AskForOthers, by=ANIMATEUR, spec="BIN-036")
def ask_for_others(house: House, order: AskForOthers, now: Moment) -> Facts:
    """Asked again, the window starts anew: it may be extended, never shortened."""
    seance = house.bingo.seance
    partie = seance.partie
    if not (partie.phase.checking or partie.phase.waiting):
        raise Refusal("AUCUNE_RECLAMATION")
    combination = partie.open_combination
    valid = [
        claim
        for claim in partie.standing.claims
        if claim.verdict is Verdict.VALIDE and claim.number in claimants(partie, combination)
    ]
    if not valid:
        raise Refusal("AUCUNE_RECLAMATION_VALIDE")
    yield OthersAsked(combination, now.ms + seance.parameters.autres_gagnants_ms)
    ahead = 0
    if combination is Combination.QUINE and partie.standing.window_ms is None:
        for serial in dict.fromkeys(claim.serial for claim in valid):
            said = announcements.quine_confirmed(serial, variant=seance.parameters.variante)
            yield house.speech.announce(said, ahead)
            ahead += 1
    yield house.speech.announce(announcements.any_other(combination.value), ahead)


@rule(NewClaim, by=ANIMATEUR, spec="BIN-036")
def new_claim(house: House, order: NewClaim, now: Moment) -> Facts:
    partie = house.bingo.seance.partie
    if not (partie.phase.waiting or partie.phase.checking):
        raise Refusal("PHASE_CLOSE", phase=partie.phase)
    yield ClaimCalled(order.word)


@applies(CartonVerified)
def _verified(house: House, fact: CartonVerified) -> None:
    partie = house.bingo.seance.partie
    stop = partie.standing
    stop.claims.append(
        Claim(
            fact.number,
            fact.combination,
            fact.rank,
            fact.verdict,
            fact.serial,
            fact.row,
            fact.missing,
        )
    )
    if fact.verdict is Verdict.DEJA_VALIDEE:
        return  # whoever called still waits for a verdict
    stop.waiting = max(0, stop.waiting - 1)
    partie.shouts.pop(fact.serial, None)
    if fact.verdict not in (Verdict.VALIDE, Verdict.LITIGE):
        partie.false_claims += 1
    if fact.verdict is Verdict.NON_COMPLETE and fact.person:
        false = house.bingo.seance.false_claims
        false[fact.person] = false.get(fact.person, 0) + 1
    if stop.window_ms is not None and not stop.waiting:
        partie.phase = _asked(partie)


@applies(ClaimRejected)
def _rejected(house: House, fact: ClaimRejected) -> None:
    partie = house.bingo.seance.partie
    partie.stop = None
    partie.phase = Phase.TIRAGE_BINGO if partie.quine.closed else Phase.TIRAGE_QUINE


@applies(OthersAsked)
def _others(house: House, fact: OthersAsked) -> None:
    partie = house.bingo.seance.partie
    stop = partie.standing
    stop.window_ms, stop.waiting = fact.window_ms, 0
    partie.phase = _asked(partie)


def _asked(partie: Partie) -> Phase:
    return Phase.ATTENTE_AUTRES_BINGO if partie.quine.closed else Phase.ATTENTE_AUTRES_QUINE


@applies(ClaimCalled)
def _called(house: House, fact: ClaimCalled) -> None:
    partie = house.bingo.seance.partie
    partie.standing.waiting += 1
    partie.standing.word = fact.word
    partie.phase = Phase.CONTROLE_BINGO if partie.quine.closed else Phase.CONTROLE_QUINE

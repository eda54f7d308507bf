"""What the hall itself owes after a *partie* and a *séance*: seeds revealed, the journal sealed.

GEN-004, GEN-010; design §4 (seals) and §7 (reveal). A seal signs the hash of the line before it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from core.bingo.partie.state import Partie, Phase
from core.bingo.seance.state import Mode, Seal, Seance, Stage
from core.rules import MAISON, Fact, Facts, Moment, Order, Refusal, applies, rule

if TYPE_CHECKING:
    from core.house import House

OVER = (Stage.FERMEE, Stage.ABANDONNEE, Stage.ANNULEE)
PLAYED = (Phase.TERMINEE, Phase.VALIDEE, Phase.ANNULEE)


class RevealDraw(Order):
    supplied: ClassVar = ("seed",)

    game_id: str
    seed: str = ""


class RevealAllocation(Order):
    supplied: ClassVar = ("seed",)

    seance: str
    seed: str = ""


class SealJournal(Order):
    """`about` is « partie:seance/n/attempt » or « seance:id »."""

    supplied: ClassVar = ("seq", "line", "signature")

    about: str
    seq: int = 0
    line: str = ""
    signature: str = ""


class DrawRevealed(Fact):
    game_id: str
    seed: str


class AllocationRevealed(Fact):
    seance: str
    seed: str


class JournalSealed(Fact):
    """`signature` is Ed25519 over `line`, the hash of the previous line `seq`, both hex."""

    about: str
    seq: int
    line: str
    signature: str


def duties(house: House) -> Iterator[Order]:
    """Orders the hall gives itself, in order; none when every debt is paid."""
    for seance in house.bingo.seances.values():
        if seance.stage in (Stage.OUVERTE, Stage.SUSPENDUE, Stage.EN_CLOTURE, *OVER):
            yield from _owed(seance)


def _owed(seance: Seance) -> Iterator[Order]:
    closed = seance.stage in OVER
    for partie in (*seance.past, *seance.parties.values()):
        played = partie.phase in PLAYED or closed
        if played and not partie.revealed and seance.mode is Mode.ELECTRONIQUE:
            yield RevealDraw(partie.game_id)
        if partie.phase is Phase.VALIDEE and not partie.sealed:
            yield SealJournal(about_partie(seance, partie))
    if closed and seance.forfait.commitment and not seance.seed_a_revealed:
        yield RevealAllocation(seance.id)
    if seance.stage is Stage.FERMEE and seance.seal is None:
        yield SealJournal(f"seance:{seance.id}")


def about_partie(seance: Seance, partie: Partie) -> str:
    return f"partie:{seance.id}/{partie.n}/{partie.attempt}"


@rule(RevealDraw, by=MAISON, spec="GEN-010")
def reveal_draw(house: House, order: RevealDraw, now: Moment) -> Facts:
    partie = _game(house, order.game_id)
    if partie.revealed:
        raise Refusal("DEJA_REVELE", game_id=order.game_id)
    yield DrawRevealed(order.game_id, order.seed)


def _game(house: House, game_id: str) -> Partie:
    for seance in house.bingo.seances.values():
        for partie in (*seance.past, *seance.parties.values()):
            if partie.game_id == game_id:
                return partie
    raise Refusal("TIRAGE_INCONNU", game_id=game_id)


@rule(RevealAllocation, by=MAISON, spec="FOR-026")
def reveal_allocation(house: House, order: RevealAllocation, now: Moment) -> Facts:
    house.bingo.seance_named(order.seance).must_be(*OVER)
    yield AllocationRevealed(order.seance, order.seed)


@rule(SealJournal, by=MAISON, spec="GEN-004")
def seal_journal(house: House, order: SealJournal, now: Moment) -> Facts:
    if order.about not in (owed.about for owed in duties(house) if isinstance(owed, SealJournal)):
        raise Refusal("RIEN_A_SCELLER", about=order.about)
    yield JournalSealed(order.about, order.seq, order.line, order.signature)


@applies(DrawRevealed)
def _revealed(house: House, fact: DrawRevealed) -> None:
    _game(house, fact.game_id).revealed = fact.seed


@applies(AllocationRevealed)
def _allocation(house: House, fact: AllocationRevealed) -> None:
    house.bingo.seances[fact.seance].seed_a_revealed = True


@applies(JournalSealed)
def _sealed(house: House, fact: JournalSealed) -> None:
    kind, _, name = fact.about.partition(":")
    seance = house.bingo.seances[name.partition("/")[0]]
    if kind == "seance":
        seance.seal = Seal(fact.seq, fact.line, fact.signature)
        return
    for partie in seance.parties.values():
        if about_partie(seance, partie) == fact.about:
            partie.sealed = True

"""Two-person signatures: two people, two credentials, five minutes, one and the same text (GEN-006).

Arrêté du 14 mai 2007, art. 66-1-4, 66-1-5. The PIN is checked by the hall and never gets here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from core.rules import (
    CAISSIER,
    DIRECTEUR_SEANCE,
    MCD,
    Fact,
    Facts,
    Moment,
    Order,
    Powers,
    Refusal,
    Role,
    State,
    applies,
    rule,
)

if TYPE_CHECKING:
    from core.house import House

WINDOW_MS = 300_000

# Whose hand each kind of document needs, in any order; a document is « kind:reference ».
REQUIRED: dict[str, tuple[Powers, ...]] = {
    "essais": (MCD,),  # REG-02, the equipment test and blank draw
    "11quinquies": (CAISSIER, MCD),  # REG-06, art. 66-1-5
    "historique": (CAISSIER, DIRECTEUR_SEANCE),  # REG-05F, art. 66-1-9
    "destruction": (MCD, CAISSIER | MCD),  # REG-04, art. 66-1-1
}


class Signature(State):
    person: str
    role: Role
    hash: str
    ms: int


class Signatures(State):
    given: dict[str, list[Signature]] = {}
    complete: dict[str, str] = {}  # document -> hash

    def is_signed(self, document: str, digest: str) -> bool:
        return self.complete.get(document) == digest

    def standing(self, document: str, digest: str, ms: int) -> list[Signature]:
        """Those that still count: a change of the text or five minutes void them all."""
        return [
            signature
            for signature in self.given.get(document, ())
            if signature.hash == digest and ms - signature.ms <= WINDOW_MS
        ]


class Sign(Order):
    """`pin` is checked and blanked by the hall, which then says `confirmed`."""

    supplied: ClassVar = ("confirmed",)

    document: str
    hash: str
    pin: str = ""
    confirmed: bool = False


class DocumentSigned(Fact):
    tells = ("document", "complete")

    document: str
    hash: str
    person: str
    role: Role
    ms: int
    complete: bool


@rule(Sign, by=CAISSIER | MCD | DIRECTEUR_SEANCE, spec="GEN-006 GEN-007")
def sign(house: House, order: Sign, now: Moment) -> Facts:
    if not order.confirmed:
        raise Refusal("CODE_PERSONNEL_FAUX")
    places = REQUIRED.get(order.document.partition(":")[0])
    digest = house.digest_of(order.document)
    if places is None or digest is None:
        raise Refusal("DOCUMENT_INCONNU", document=order.document)
    if digest != order.hash:
        raise Refusal("DOCUMENT_CHANGE", document=order.document)
    if house.signatures.is_signed(order.document, digest):
        raise Refusal("DEJA_SIGNE", document=order.document)
    standing = house.signatures.standing(order.document, digest, now.ms)
    if any(signature.person == now.actor for signature in standing):
        raise Refusal("MEME_SIGNATAIRE", document=order.document)
    hands = [*(signature.role for signature in standing), now.role]
    if not _fit(hands, places):
        raise Refusal("SIGNATURE_D_UNE_AUTRE_QUALITE", document=order.document, role=now.role)
    complete = len(hands) == len(places)
    yield DocumentSigned(order.document, digest, now.actor, now.role, now.ms, complete)


def _fit(hands: list[Role], places: tuple[Powers, ...]) -> bool:
    """Whether every hand finds a place of its own."""
    if not hands:
        return True
    return any(
        hands[0] in place and _fit(hands[1:], places[:n] + places[n + 1 :])
        for n, place in enumerate(places)
    )


@applies(DocumentSigned)
def _signed(house: House, fact: DocumentSigned) -> None:
    signatures = house.signatures
    standing = signatures.standing(fact.document, fact.hash, fact.ms)
    standing.append(Signature(fact.person, fact.role, fact.hash, fact.ms))
    signatures.given[fact.document] = standing
    if fact.complete:
        signatures.complete[fact.document] = fact.hash

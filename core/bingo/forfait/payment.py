"""Payment of a forfait: the two parts of the price, the *récépissé* and its *souche*.

Arrêté du 14 mai 2007, art. 66-1-9; requirements FOR-011, FOR-016, FOR-017, FOR-022, SM-05.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from core.bingo.forfait.registration import (
    must_be_of_the_house,
    must_be_on_sale,
    must_have,
    must_have_room,
    must_not_be_expelled,
    offer_named,
)
from core.bingo.forfait.state import Status
from core.people import Flags, must_be_admissible
from core.rules import CAISSIER, JOUEUR, Fact, Facts, Moment, Order, Refusal, applies, rule

if TYPE_CHECKING:
    from core.house import House

ESPECES, CARTE, TERMINAL = "ESPECES", "CARTE", "TERMINAL"


class PayForfait(Order):
    """Cash with the amount given, or card with its slip number (design §12).

    `code` is that of the *bon à payer* shown; empty when the bulletin was found otherwise.
    """

    supplied: ClassVar = ("flags", "authentic")

    number: int
    means: str
    given_c: int = 0
    reference: str = ""
    flags: Flags = Flags()
    code: str = ""
    authentic: bool = True


class PayAtTerminal(Order):
    """The kiosk's payment port said yes: only the rehearsal has one, and it says so (design §12)."""

    supplied: ClassVar = ("flags",)

    number: int
    reference: str
    flags: Flags = Flags()


class ForfaitPaid(Fact):
    """`number` is that of the receipt, its stub and its bulletin. `till` is empty for a kiosk."""

    tells = ("number", "prix_c", "change_c")

    number: int
    prix_c: int
    cartons_c: int
    droits_c: int
    parts_c: tuple[int, ...]
    means: str
    reference: str
    change_c: int
    till: str
    at: str
    by: str


@rule(PayForfait, by=CAISSIER, spec="FOR-011 FOR-014 FOR-016 FOR-017 FOR-021 FOR-022")
def pay_forfait(house: House, order: PayForfait, now: Moment) -> Facts:
    till = house.desk.till_of(now.station)
    if till.cashier != now.actor:
        raise Refusal("CAISSE_D_UN_AUTRE", till=now.station)
    must_be_of_the_house(order.authentic, order.number)
    if order.means not in (ESPECES, CARTE):
        raise Refusal("MOYEN_DE_PAIEMENT", means=order.means)
    if order.means == CARTE and not order.reference.strip():
        raise Refusal("TICKET_DE_CARTE_MANQUANT")
    paid = _paid(house, order.number, order.means, order.reference, order.flags, now)
    if order.means == ESPECES and order.given_c < paid.prix_c:
        raise Refusal("SOMME_INSUFFISANTE", given_c=order.given_c, prix_c=paid.prix_c)
    change_c = order.given_c - paid.prix_c if order.means == ESPECES else 0
    yield replace(paid, till=now.station, change_c=change_c)
    yield house.papers.request(now.station, "recepisse", str(order.number))


@rule(PayAtTerminal, by=JOUEUR, spec="FOR-011 FOR-016")
def pay_at_terminal(house: House, order: PayAtTerminal, now: Moment) -> Facts:
    if not house.site.rehearsal:
        raise Refusal("REPETITION_SEULEMENT")
    yield _paid(house, order.number, TERMINAL, order.reference, order.flags, now)
    yield house.papers.request(now.station, "recepisse", str(order.number))


def _paid(
    house: House, number: int, means: str, reference: str, flags: Flags, now: Moment
) -> ForfaitPaid:
    registration = house.bingo.registration(number)
    must_have(registration, Status.VALIDE)
    must_be_admissible(flags)
    offer = offer_named(house, registration.offer)
    must_be_on_sale(house, offer)
    must_have_room(house, offer, registration.count)
    must_not_be_expelled(house, offer, registration.person, now)
    count = registration.count
    return ForfaitPaid(
        number,
        prix_c=offer.prix_c * count,
        cartons_c=offer.part_cartons_c * count,
        droits_c=offer.droits_c * count,
        parts_c=tuple(part_c * count for part_c in offer.parts_c),
        means=means,
        reference=reference,
        change_c=0,
        till="",
        at=now.at,
        by=now.actor,
    )


@applies(ForfaitPaid)
def _forfait_paid(house: House, fact: ForfaitPaid) -> None:
    """The registration fee stays with the first *séance* covered: it is due once (FOR-011)."""
    registration = house.bingo.registrations[fact.number]
    registration.paid_at, registration.paid_by = fact.at, fact.by
    registration.means, registration.reference = fact.means, fact.reference
    registration.prix_c = fact.prix_c
    registration.status = dict.fromkeys(registration.status, Status.PAYE)
    books = house.desk.books
    seances = [house.bingo.seances[name] for name in registration.status]
    for seance, part_c in zip(seances, fact.parts_c, strict=True):
        seance.forfait.sold += registration.count
        seance.forfait.base_c += part_c
        books.move("joueurs", seance.account("cartons"), part_c)
    seances[0].forfait.fees_c += fact.droits_c
    books.move("joueurs", seances[0].account("droits"), fact.droits_c)
    house.desk.take(fact.till, fact.means, fact.prix_c)
    document, cents = str(fact.number), fact.prix_c
    house.desk.note(fact.at, fact.till, "FORFAIT", document, fact.by, cents, fact.means)

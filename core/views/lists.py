"""Lists the staff look things up in: registrations, print jobs, vouchers, stations (design §4, Ask).

They are no registers: nothing is signed, nothing is kept, and reading them leaves no fact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from core.bingo.forfait.state import Registration
from core.codes import Serial
from core.rules import (
    ANIMATEUR,
    AUDITEUR,
    CAISSIER,
    CONTROLE_ENTREE,
    DIRECTEUR_SEANCE,
    INSCRIPTION,
    MCD,
    Role,
)

if TYPE_CHECKING:
    from core.house import House

COUNTER = CAISSIER | INSCRIPTION | CONTROLE_ENTREE | MCD | DIRECTEUR_SEANCE | AUDITEUR
Rows = Iterator[dict[str, Any]]


class List(msgspec.Struct, frozen=True):
    """`people` names the fields that hold person ids: the hall adds their names."""

    allowed: frozenset[Role]
    rows: Callable[[House, dict[str, Any]], Rows]
    people: tuple[str, ...] = ()


def registrations(house: House, args: dict[str, Any]) -> Rows:
    """By `number`, by `person`, by `seance`, by `status`; newest first."""
    for number in sorted(house.bingo.registrations, reverse=True):
        registration = house.bingo.registrations[number]
        if _wanted(registration, args):
            yield _registration(registration)


def _wanted(registration: Registration, args: dict[str, Any]) -> bool:
    return (
        args.get("number") in (None, registration.number)
        and args.get("person") in (None, "", registration.person)
        and (not args.get("seance") or args["seance"] in registration.status)
        and (not args.get("status") or args["status"] in registration.status.values())
    )


def _registration(registration: Registration) -> dict[str, Any]:
    return {
        "number": registration.number,
        "person": registration.person,
        "offer": registration.offer,
        "count": registration.count,
        "status": {name: status.value for name, status in registration.status.items()},
        "prix_c": registration.prix_c,
        "paid_at": registration.paid_at,
        "exchanges": {
            name: [exchange.first, exchange.last, exchange.from_partie]
            for name, exchange in registration.exchanges.items()
        },
    }


def jobs(house: House, args: dict[str, Any]) -> Rows:
    """Print jobs by `kind`, by `ref`, by `station`; newest first."""
    for number in sorted(house.papers.jobs, reverse=True):
        job = house.papers.jobs[number]
        wanted = (args.get(name) in (None, "", getattr(job, name)) for name in JOB_FIELDS)
        if all(wanted):
            yield {"job": number, **msgspec.to_builtins(job)}


JOB_FIELDS = ("kind", "ref", "station", "state")


def vouchers(house: House, args: dict[str, Any]) -> Rows:
    """Vouchers by `partie`, or `unpaid` ones only; newest first."""
    for number in sorted(house.desk.vouchers, reverse=True):
        voucher = house.desk.vouchers[number]
        if args.get("unpaid") and voucher.paid_at:
            continue
        if args.get("partie") in (None, voucher.partie):
            serial = str(Serial(voucher.serie, voucher.carton))
            yield {"voucher": number, "serial": serial, **msgspec.to_builtins(voucher)}


def stations(house: House, args: dict[str, Any]) -> Rows:
    for name, station in house.stations.known.items():
        session = house.people.signed_in.get(name)
        person = session.person if session else ""
        yield {"station": name, "person": person, **msgspec.to_builtins(station)}


def staff(house: House, args: dict[str, Any]) -> Rows:
    """Everybody with a function, or only those with `role`: to appoint, to sign in."""
    for person, roles in sorted(house.people.staff.items()):
        if not args.get("role") or args["role"] in roles:
            yield {"person": person, "roles": [role.value for role in roles]}


def signatures(house: House, args: dict[str, Any]) -> Rows:
    """The digest of a `document` as it stands now, and who has signed this very text."""
    document = str(args.get("document", ""))
    digest = house.digest_of(document)
    if digest is not None:
        signed = house.signatures.is_signed(document, digest)
        yield {"document": document, "hash": digest, "complete": signed}


def tills(house: House, args: dict[str, Any]) -> Rows:
    """Every open till with what should lie in it; `cagnotte_c` is the retention due at closing."""
    seance = house.bingo.current()
    due_c = house.desk.books.balance(seance.account("cagnotte")) if seance else 0
    for station, till in sorted(house.desk.tills.items()):
        yield {
            "station": station,
            "cashier": till.cashier,
            "expected_c": till.expected_c,
            "cagnotte_c": due_c,
        }


LISTS: dict[str, List] = {
    "registrations": List(COUNTER, registrations, ("person",)),
    "jobs": List(COUNTER | ANIMATEUR, jobs),
    "vouchers": List(COUNTER, vouchers),
    "signatures": List(COUNTER, signatures),
    "tills": List(COUNTER, tills, ("cashier",)),
    "stations": List(COUNTER | ANIMATEUR, stations, ("person",)),
    "staff": List(COUNTER | ANIMATEUR, staff, ("person",)),
}

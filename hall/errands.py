"""Orders that the hall carries out itself, because they hold what no fact may hold.

`OpenPairing{kind}` gives a one-time code; `ForgetStation{station}` takes a station's key;
`ChangePin{old, new}` is a person's own; `MakeDossier{seance}` lays down the inspector's file. They
travel as orders and are answered as orders.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import msgspec

from core.consultations import DOSSIER, ConsultRegister, Means
from core.rules import (
    AUDITEUR,
    DIRECTEUR_RESPONSABLE,
    DIRECTEUR_SEANCE,
    MCD,
    Powers,
    Refusal,
    Role,
)
from core.stations import RevokeStation, StationKind
from hall.access import STAFF, quality
from hall.engine import Asked
from hall.pins import must_be_pin
from hall.scribe import By

if TYPE_CHECKING:
    from hall.line import Line
    from hall.server import Server

READERS: Powers = AUDITEUR | MCD | DIRECTEUR_SEANCE | DIRECTEUR_RESPONSABLE
KEEPERS: Powers = frozenset({Role.DIRECTEUR_RESPONSABLE, Role.TECHNICIEN, Role.MCD})


class OpenPairing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kind: StationKind


class ForgetStation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    station: str


class ChangePin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    old: str
    new: str


class MakeDossier(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Of the *séance* in course, else the last held, unless another is named."""

    seance: str = ""


Result = dict[str, Any]
Errand = Callable[["Server", "Line", Asked, Any], Awaitable[tuple[int, Result]]]


async def run(server: Server, line: Line, asked: Asked) -> tuple[int, Result]:
    """Carries out an errand for this station. Raises `Refusal`, `Stopped`."""
    shape, errand = ERRANDS[asked.type]
    try:
        order = msgspec.convert(asked.data, shape)
    except msgspec.ValidationError as fault:
        raise Refusal("ORDRE_INVALIDE", type=asked.type, why=str(fault)[:160]) from None
    return await errand(server, line, asked, order)


async def _pair(server: Server, line: Line, asked: Asked, order: OpenPairing) -> tuple[int, Result]:
    _quality(server, line, asked, KEEPERS)
    code = server.pairing.open(order.kind, server.clock_ms())
    return server.engine.seq, {"code": code, "kind": order.kind}


async def _forget(
    server: Server, line: Line, asked: Asked, order: ForgetStation
) -> tuple[int, Result]:
    _quality(server, line, asked, KEEPERS)
    by = By(line.person, Role.MAISON, asked.station)
    answered = await server.engine.give(RevokeStation(order.station), by)
    server.keys.revoke(order.station)
    server.cut(order.station, "POSTE_REVOQUE")
    return answered.seq, {"station": order.station}


async def _change_pin(
    server: Server, line: Line, asked: Asked, order: ChangePin
) -> tuple[int, Result]:
    _quality(server, line, asked, STAFF)
    people = server.engine.scribe.hall.people
    person = people.person(line.person)
    if person is None:
        raise Refusal("PERSONNE_INCONNUE")
    must_be_pin(order.new, person.roles)
    if not await server.credentials.fit(line.station, person.id, order.old):
        raise Refusal("CODE_PERSONNEL_FAUX")
    people.keep_pin(person.id, await server.credentials.hashed(order.new))
    return server.engine.seq, {}


async def _dossier(
    server: Server, line: Line, asked: Asked, order: MakeDossier
) -> tuple[int, Result]:
    """Into DIR/dossiers, beside the running hall; that it was made is a fact (GEN-017)."""
    role = _quality(server, line, asked, READERS)
    if server.dossier is None:
        raise Refusal("DOSSIER_IMPOSSIBLE", why="")
    consulted = ConsultRegister(DOSSIER, order.seance, "", Means.FILE)
    answered = await server.engine.give(consulted, By(line.person, role, asked.station))
    made = await server.dossier(order.seance)
    return answered.seq, msgspec.to_builtins(made)


def _quality(server: Server, line: Line, asked: Asked, by: Powers) -> Role:
    return quality(line.kind, line.roles, by, asked.role)


ERRANDS: dict[str, tuple[type[msgspec.Struct], Errand]] = {
    "OpenPairing": (OpenPairing, _pair),
    "ForgetStation": (ForgetStation, _forget),
    "ChangePin": (ChangePin, _change_pin),
    "MakeDossier": (MakeDossier, _dossier),
}

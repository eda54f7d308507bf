"""The order of a forfait night (design §10), from the first registration to the closing ticket."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from core.bingo.forfait.state import Terms
from core.stations import StationKind
from hall.founding import EXCLUDED, Founded
from quine.simulator.counter import Counter
from quine.simulator.players import Player, crowd
from quine.simulator.stage import Stage
from quine.simulator.stations import Room, Station, Wall

BREAK_MINUTES = 10


@dataclass(frozen=True)
class Script:
    """What a night is made of."""

    players: int
    parties: int
    seed: str

    @property
    def terms(self) -> Terms:
        capacity = max(60, 3 * self.players)
        return Terms(30_00, 24_00, 6_00, cartons=3, parties=self.parties, capacity=capacity)


@dataclass
class Night:
    """What remains of it for the checks: the people, their papers, what the players found."""

    seance: str
    players: list[Player]
    counter: Counter
    stage: Stage
    orders: int = 0


async def play(
    script: Script, founded: Founded, url: str, folder: Path, codes: dict[StationKind, str]
) -> Night:
    """Plays the night in the hall at `url`. Raises `Refused` or AssertionError where it goes wrong."""
    room = Room(url, folder, codes_of(codes))
    try:
        stage = await everybody(script, founded, room)
        await registrations(stage, founded.seance)
        await the_day(stage, founded.seance)
        for n in range(1, script.parties + 1):
            await stage.play(n)
            if n == 1:
                await _between(stage)
        await closing(stage, founded.seance)
        return Night(founded.seance, stage.players, stage.counter, stage, room.orders)
    finally:
        await room.close()


def codes_of(codes: dict[StationKind, str]) -> Callable[[StationKind], Awaitable[str]]:
    """The first code of each kind was printed by the hall; further ones a director asks for."""

    async def code(kind: StationKind) -> str:
        return codes.pop(kind)

    return code


async def everybody(
    script: Script, founded: Founded, room: Room, stage: type[Stage] = Stage
) -> Stage:
    """Boards first, then voice, caller and desks, each with its person; then one kiosk a player.

    A hall prints no code for a simulator: the director asks for it, as for every further station.
    """
    pins = {member.person: member.pin for member in founded.staff}
    wall = Wall(await room.open(StationKind.DISPLAY, "tableau"))
    room.voice = await room.open(StationKind.VOICE, "sonorisation")
    caller = await room.open(StationKind.CALLER, "pupitre")
    direction = await room.open(StationKind.DESK, "direction")
    await direction.client.sign_in("marchand", pins["marchand"])
    room.code = _ask(direction)
    simulator = await room.open(StationKind.SIMULATOR, "simulateur")
    cashier = await room.open(StationKind.DESK, "caisse")
    door = await room.open(StationKind.DESK, "entrée")
    member = await room.open(StationKind.DESK, "comité")
    head = await room.open(StationKind.DESK, "directeur de séance")
    for station, person in (
        (caller, "benali"),
        (cashier, "durand"),
        (door, "petit"),
        (member, "roy"),
        (head, "caron"),
    ):
        await station.client.sign_in(person, pins[person])
    counter = Counter(room, cashier, door)
    for desk in (direction, member, head):
        counter.keeps(desk)
    players = crowd(script.players, random.Random(f"quine {script.seed}"))
    for player in players:
        player.kiosk = await room.open(StationKind.KIOSK, f"borne {player.number}")
    hands = {"MCD": member, "DIRECTEUR_SEANCE": head, "CAISSIER": cashier}
    their_pins = {"MCD": pins["roy"], "DIRECTEUR_SEANCE": pins["caron"], "CAISSIER": pins["durand"]}
    return stage(room, caller, wall, counter, simulator, hands, their_pins, direction, players)


def _ask(direction: Station) -> Callable[[StationKind], Awaitable[str]]:
    async def code(kind: StationKind) -> str:
        opened = await direction.client.order("OpenPairing", kind=kind)
        return str(opened["code"])

    return code


async def registrations(stage: Stage, seance: str) -> None:
    counter = stage.counter
    await counter.open_till()
    await _turned_away(stage, seance)
    for player in stage.players:
        await counter.welcome(player, seance)
        await stage.wait(60_000)


async def _turned_away(stage: Stage, seance: str) -> None:
    """A child, somebody excluded, one of the staff: none of them gets in (GEN-013 to GEN-015)."""
    counter = stage.counter
    cases = (
        ("Petit", "Léo", "2012-05-05", "MINEUR"),
        (EXCLUDED.family, EXCLUDED.given, EXCLUDED.birth, "INTERDIT_DE_JEU"),
        ("Durand", "Lucie", "1970-01-01", "PERSONNEL_NON_ADMIS"),
    )
    for family, given, birth, code in cases:
        enrolled = await stage.room.order(
            counter.door, "EnrollPerson", name=family, first_name=given, birth=birth
        )
        person = enrolled["person"]
        await counter.must_refuse(code, counter.door, "AdmitPerson", person=person)
        await counter.must_refuse(code, counter.door, "PreRegister", person=person, offer=seance)


async def the_day(stage: Stage, seance: str) -> None:
    """Tests, opening, exchange of receipts, the sale closed, the lots drawn and announced."""
    counter, room = stage.counter, stage.room
    await stage.test_and_open(seance)
    await room.order(counter.cashier, "OpenExchange")
    present = [player for player in stage.players if not (player.absent or player.late)]
    if present:
        await counter.lost_receipt(present[0])
    for player in present:
        await counter.exchange(player)
    head = stage.members["DIRECTEUR_SEANCE"]
    await room.order(head, "CloseRegistrations", seance=seance)
    await room.order(counter.cashier, "AllocateLots")
    await stage.say("AnnounceSeance")


async def _between(stage: Stage) -> None:
    """A break; whoever comes late is served for the *parties* that are still to come (FOR-020)."""
    await stage.say("StartBreak", minutes=BREAK_MINUTES)
    await stage.wait(BREAK_MINUTES * 60_000)
    await stage.say("EndBreak")
    for player in stage.players:
        if player.late:
            await stage.counter.exchange(player)


async def closing(stage: Stage, seance: str) -> None:
    """The *cagnotte* counted, two documents signed by two people each, the ticket printed."""
    counter, room = stage.counter, stage.room
    member = stage.members["MCD"]
    await room.order(member, "BeginClosing")
    due_c = await _till(stage, "cagnotte_c")
    await room.order(counter.cashier, "CountCagnotte", pieces={1: due_c})
    for document, hands in (
        ("11quinquies", ("CAISSIER", "MCD")),
        ("historique", ("CAISSIER", "DIRECTEUR_SEANCE")),
    ):
        for quality in hands:
            await stage.sign(quality, f"{document}:{seance}")
    expected_c = await _till(stage, "expected_c")
    await room.order(counter.cashier, "CloseTill", pieces={1: expected_c})
    await room.order(member, "CloseSeance")
    await room.order(counter.cashier, "RequestPaper", kind="ticket", ref=seance)


async def _till(stage: Stage, figure: str) -> int:
    """What the cashier's desk says should be counted: `cagnotte_c` or `expected_c`."""
    async for row in stage.counter.cashier.client.ask("tills"):
        return int(row[figure])
    raise AssertionError("no till")

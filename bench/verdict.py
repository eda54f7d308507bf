"""From a scan to its verdict with 100,000 cartons in play (SCN-003), through the real engine.

A night is brought to the draw by the real rules: a thousand people, a hundred cartons each. Then the
animateur's station presents cartons by their real codes. What is timed: the order from the socket's
side of the engine, seal checked, verdict decided, line chained and synced to the disk, and the
caller's view that shows it made and encoded. The network and the terminal are not in it.
"""

from __future__ import annotations

import asyncio
import itertools
import random
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from core import codes
from core.bingo.forfait.state import Terms
from core.bingo.seance.equipment import ELEMENTS
from core.rules import ORDERS, Role, told
from core.site import StartHall
from core.stations import StationKind
from core.views import VIEWS
from core.views.documents import event_of, statement_of
from hall import scans, supplies  # noqa: F401 -- supplies: entropy, seeds, scans
from hall.answers import Answers, gaming_day, written
from hall.clock import RehearsalClock
from hall.engine import Asked, Engine
from hall.founding import found
from hall.opening import OpenHouse, open_house
from hall.scribe import By
from hall.windows import Windows

PEOPLE, EACH, BALLS, SCANS = 1_000, 100, 12, 400
TERMS = Terms(1_000_00, 800_00, 200_00, cartons=EACH, parties=2, capacity=1_002)
CALLER = "pupitre"
ACTORS = {
    Role.ANIMATEUR: "benali",
    Role.CAISSIER: "durand",
    Role.INSCRIPTION: "petit",
    Role.MCD: "roy",
    Role.DIRECTEUR_SEANCE: "caron",
    Role.MAISON: "",
    Role.POSTE: "",
}
MEASURE = "banc d'essai"


class Evening:
    """A rehearsal on its own clock, given orders one after the other."""

    def __init__(self, folder: Path) -> None:
        clock = RehearsalClock()
        self.seance = found(folder, rehearsal=True, seed="banc", terms=TERMS, clock=clock).seance
        self.clock = RehearsalClock()
        self.opened: OpenHouse = open_house(folder, seed="banc", clock=self.clock)
        self.opened.start(StartHall("banc", "banc", "00" * 32))
        self.house = self.opened.hall.house

    def gives(self, role: Role, order: str, **fields: Any) -> dict[str, Any]:
        """Decided and applied; whatever is to be announced is announced."""
        station = CALLER if role is Role.ANIMATEUR else f"poste {role.value.lower()}"
        by = By(ACTORS[role], role, station)
        result = told(self.opened.give(msgspec.convert(fields, ORDERS[order]), by))
        self.opened.settle()
        if (announcement := next(iter(self.house.speech.waiting), None)) is not None:
            self.gives(Role.POSTE, "ReportSpoken", announcement=announcement)
        return result

    def says(self, order: str, **fields: Any) -> None:
        self.gives(Role.ANIMATEUR, order, **fields)

    def tested(self) -> None:
        """A board, the tests, the blank draw, two hands, open."""
        self.gives(Role.MAISON, "PairStation", station="mur", kind="display", name="mur")
        self.gives(Role.MAISON, "NoteStation", station="mur", online=True)
        self.gives(Role.MAISON, "PairStation", station=CALLER, kind="caller", name=CALLER)
        for role, person in ACTORS.items():
            if person:
                station = CALLER if role is Role.ANIMATEUR else f"poste {role.value.lower()}"
                self.gives(Role.MAISON, "OpenSession", person=person, station=station)
        self.says("StartTests", seance=self.seance)
        for element in ELEMENTS:
            self.says("RecordTest", element=element, passed=True, measure=MEASURE)
        self.says("LoadBalls", count=90)
        self.says("StartBlankDraw")
        for _ in range(90):
            self.says("DrawBlank")
        self.says("EndBlankDraw")
        self.says("TickCartons")
        paper = f"essais:{self.seance}"
        digest = self.house.digest_of(paper)
        self.gives(Role.MCD, "Sign", document=paper, hash=digest, confirmed=True)
        self.gives(Role.MCD, "OpenSeance")
        self.gives(Role.CAISSIER, "OpenTill", pieces={100: 100})

    def sold(self) -> None:
        """A thousand people with a hundred cartons each, for every *partie*."""
        for n in range(PEOPLE):
            person = self.gives(
                Role.INSCRIPTION, "EnrollPerson", name=f"Nom {n}", first_name="Zoé",
                birth="1970-01-01", document=f"CNI-{n}",
            )["person"]  # fmt: skip
            registered = self.gives(
                Role.INSCRIPTION, "PreRegister", person=person, offer=self.seance, count=1
            )
            number = registered["number"]
            self.gives(Role.INSCRIPTION, "ValidateIdentity", number=number)
            paid = {"means": "ESPECES", "given_c": TERMS.prix_c}
            self.gives(Role.CAISSIER, "PayForfait", number=number, **paid)
        self.gives(Role.CAISSIER, "OpenExchange")
        for number, registration in list(self.house.bingo.registrations.items()):
            self.gives(Role.CAISSIER, "ExchangeReceipt", number=number, person=registration.person)

    def playing(self) -> None:
        """The first *partie*, stopped by a cry so early that nobody has it."""
        self.gives(Role.DIRECTEUR_SEANCE, "CloseRegistrations", seance=self.seance)
        self.gives(Role.CAISSIER, "AllocateLots")
        for order in ("AnnounceSeance", "PreparePartie", "AnnounceLots", "FreezePartie"):
            self.says(order)
        self.says("GivePublicNumber", number=42)
        self.says("GivePublicNumber", number=42, confirmed=True)
        self.says("StartDraw")
        for _ in range(BALLS):
            self.clock.advance(5_000)
            self.says("DrawBall")
        self.says("StopDraw", word="quine")

    def code(self, number: int) -> str:
        """What the QR of a carton of this *partie* says."""
        seance = self.house.bingo.seance
        serial = seance.partie.serie * 1_000_000 + number
        bare = codes.Code(codes.Kind.CARTON, event_of(seance), serial, b"")
        statement = statement_of(self.house, bare, 0)
        assert statement is not None
        key = self.opened.hall.keys.code
        return scans.make(key, codes.Kind.CARTON, bare.event, serial, statement)


def run() -> Iterator[dict[str, Any]]:
    """p50 and p99 in milliseconds; about half a minute to prepare the night."""
    with tempfile.TemporaryDirectory() as folder:
        evening = Evening(Path(folder, "maison"))
        try:
            evening.tested()
            evening.sold()
            evening.playing()
            evening.opened.commit()
            yield from asyncio.run(_scanned(evening))
        finally:
            evening.opened.close()


async def _scanned(evening: Evening) -> list[dict[str, Any]]:
    in_play = evening.house.bingo.seance.partie.sold_last
    assert in_play == PEOPLE * EACH
    chosen = random.Random(1).sample(range(1, in_play + 1), SCANS)
    texts = [evening.code(number) for number in chosen]
    engine = Engine(
        evening.opened.scribe, evening.opened.journal, Answers(), check_always=False
    )  # as in a real house
    work = asyncio.create_task(engine.run())
    windows = Windows(VIEWS, evening.opened.hall)
    roles = evening.house.people.signed_in[CALLER].roles
    window = windows.window("caller", "", CALLER, StationKind.CALLER, "benali", roles)
    day = written(gaming_day(evening.opened.scribe.now().at))
    ids = (f"{day}-{n}" for n in itertools.count(1))

    async def asked(order: str, **data: Any) -> dict[str, Any]:
        given = Asked(CALLER, StationKind.CALLER, next(ids), order, data)
        return (await engine.ask(given)).result

    spent: list[float] = []
    for text in texts:
        start = time.perf_counter()
        verdict = await asked("VerifyCarton", text=text)
        view = await engine.read(
            lambda: windows.render(evening.house, window, evening.opened.scribe.now())
        )
        spent.append((time.perf_counter() - start) * 1000)
        assert verdict["serial"].encode() in bytes(view), verdict
        assert verdict["verdict"] == "NON_COMPLETE", verdict
        await asked("RejectClaim")  # a stop has a handful of claims: each scan has its own here
        await asked("StopDraw", word="quine")
    engine.close()
    await work
    return [*_percentiles(f"verdict.{in_play}", spent)]


def _percentiles(name: str, spent: list[float]) -> Iterator[dict[str, Any]]:
    ordered = sorted(spent)
    for percent in (50, 99):
        value = ordered[min(len(ordered) - 1, len(ordered) * percent // 100)]
        yield {"name": f"{name}.p{percent}", "value": round(value, 3), "unit": "ms"}

"""A real rehearsal hall for the counter's tests, and how to wait for a state."""

from __future__ import annotations

import asyncio
import contextlib
import time

import pytest

from core.bingo.forfait.state import Terms
from core.bingo.seance.equipment import ELEMENTS
from core.site import Parameters
from core.stations import StationKind
from core.views.post import Post
from hall import running
from hall.client import HallClient, Refused
from hall.founding import found
from printers import Pace, open_transport
from quine import rules
from ui.devices import Printing


class House:
    """A served rehearsal house: pair stations, know everybody's PIN, see what was printed."""

    def __init__(self, folder, founded, ready):
        self.folder, self.founded, self.ready = folder, founded, ready
        self.pins = {one.person: one.pin for one in founded.staff}
        self.seance = founded.seance
        self.clients = []
        self._codes = dict(ready.codes)
        self.papers = folder / "papers"

    async def station(self, kind=StationKind.DESK, name="caisse 1"):
        """A paired client whose line is not opened yet."""
        code = self._codes.pop(kind, None) or await self._new_code(kind)
        client = HallClient(self.ready.url, self.folder / f"{len(self.clients)}.key")
        await client.pair(code, kind, name)
        self.clients.append(client)
        return client

    async def _new_code(self, kind):
        return (await self.direction.order("OpenPairing", kind=kind))["code"]

    async def signed_in(self, person, kind=StationKind.DESK):
        """A connected client where this person stands."""
        client = await self.station(kind, f"poste de {person}")
        await client.connect()
        await client.sign_in(person, self.pins[person])
        return client

    def printing(self, client, where="papers"):
        """Glue to a preview printer."""
        transport = open_transport(f"preview:{self.folder / where}")
        return Printing(client, transport, pace=Pace(again_s=0.05))

    def printed(self, where="papers"):
        """The texts of what came out, in order of the jobs."""
        files = (self.folder / where).glob("*.txt")
        return [file.read_text("utf-8") for file in sorted(files, key=lambda f: int(f.stem))]


SHORT = Terms(30_00, 24_00, 6_00, cartons=3, parties=2, capacity=20)
QUICK = Parameters(
    tirage_intervalle_ms=0, tirage_minimum_ms=0, autres_gagnants_ms=0, dernier_appel_ms=0
)


class Evening:
    """What the animateur and the room do, so that the desk has something to do."""

    def __init__(self, house):
        self.house = house
        self.waiting, self.said, self._news = (), 0, asyncio.Event()

    async def begins(self):
        """A board, a voice that says everything at once, a caller, the committee's member."""
        house = self.house
        await (await house.station(StationKind.DISPLAY, "tableau")).connect()
        self.voice = await house.station(StationKind.VOICE, "voix")
        await self.voice.connect()
        self.voice.watch("post", "", self._post)
        self.caller = await house.signed_in("benali", StationKind.CALLER)
        self.member = await house.signed_in("roy")
        return self

    async def says(self, order, **fields):
        """An order of the animateur; then whatever must be heard is heard."""
        result = await self.caller.order(order, **fields)
        if "announcement" in result:
            await self.heard(result["announcement"])
        return result

    async def heard(self, first=None):
        """The voice says all that waits; what was already said does not count as waiting."""
        first = self.said + 1 if first is None else first
        async with asyncio.timeout(30):
            while not any(said.announcement >= first for said in self.waiting):
                self._news.clear()
                await self._news.wait()
        for said in self.waiting:
            with contextlib.suppress(Refused):
                await self.voice.order("ReportSpoken", announcement=said.announcement)
            self.said = said.announcement

    def _post(self, view):
        self.waiting = view.read(Post).say
        self._news.set()

    async def tests(self):
        """All tests of art. 66-1-2, ready to be signed."""
        await self.says("StartTests", seance=self.house.seance)
        for element in ELEMENTS:
            await self.says("RecordTest", element=element, passed=True, measure="essai")
        await self.says("LoadBalls", count=90)
        await self.says("StartBlankDraw")
        for _ in range(90):
            await self.says("DrawBlank")
        await self.says("EndBlankDraw")
        await self.says("TickCartons")

    async def sold(self, desk, count, name="Joueur"):
        """A player registered and paid at this client's till."""
        enrolled = await desk.order("EnrollPerson", name=name, first_name="", birth="1980-01-01")
        person = enrolled["person"]
        registered = await desk.order(
            "PreRegister", person=person, offer=self.house.seance, count=count
        )
        await desk.order("ValidateIdentity", number=registered["number"])
        await desk.order(
            "PayForfait", number=registered["number"], means="ESPECES", given_c=count * 30_00
        )
        return registered["number"]

    async def plays(self, n, papers):
        """A *partie* from its lots to its bingo, with the cartons of these printed pages."""
        for order in ("PreparePartie", "AnnounceLots", "FreezePartie"):
            await self.says(order)
        await self.says("GivePublicNumber", number=42)
        await self.says("GivePublicNumber", number=42, confirmed=True)
        await self.says("StartDraw")
        drawn, winners = set(), []
        pages = [page for page in papers if page.partie == n]
        for word in ("quine", "bingo"):
            claims = []
            while not claims:
                drawn.add((await self.says("DrawBall"))["ball"])
                claims = _complete(pages, drawn, word)
            await self.says("StopDraw", word=word)
            for place, carton in enumerate(claims):
                if place:
                    await self.says("NewClaim", word=word)
                await self.says("VerifyCarton", text=carton.code, word=word)
                if not place:
                    await self.says("AskForOthers")
            await self.says("CloseQuine" if word == "quine" else "CloseBingo")
            winners += [carton for carton in claims if carton not in winners]
        return winners


def _complete(pages, drawn, word):
    found = []
    for page in pages:
        for carton in page.cartons:
            rows = [set(filter(None, row)) <= drawn for row in carton.rows]
            if any(rows) if word == "quine" else all(rows):
                found.append(carton)
    return found


@contextlib.asynccontextmanager
async def _serving(folder):
    founded = found(folder / "data", rehearsal=True, parameters=QUICK, terms=SHORT)
    ready = asyncio.get_running_loop().create_future()
    stop = asyncio.Event()
    plan = running.Plan(folder / "data", port=0, rules=rules.forfait())
    task = asyncio.create_task(
        running.run(plan, ready=lambda said: ready.done() or ready.set_result(said), stop=stop)
    )
    await asyncio.wait({task, ready}, timeout=60, return_when=asyncio.FIRST_COMPLETED)
    if task.done():
        await task
    house = House(folder, founded, ready.result())
    house.direction = await house.signed_in("marchand")
    try:
        yield house
    finally:
        for client in house.clients:
            await client.close()
        stop.set()
        await asyncio.wait_for(task, 60)


@pytest.fixture
def serving(tmp_path):
    """`async with serving() as house:` a hall in this loop until the block ends."""
    return lambda: _serving(tmp_path)


@pytest.fixture
def evening():
    """`await evening(house)`: the rest of the room."""
    return lambda house: Evening(house).begins()


@pytest.fixture
def until():
    """Waits for a condition; the deadline is patience on a busy machine, never a measure."""

    async def wait(true, why=None):
        end = time.monotonic() + 30
        while True:
            try:
                if found := true():
                    return found
            except LookupError:
                pass
            assert time.monotonic() < end, why() if why else "it did not come to be"
            await asyncio.sleep(0.01)

    return wait


@pytest.fixture(autouse=True)
def still(monkeypatch):
    """No animation in any test."""
    monkeypatch.setenv("TEXTUAL_ANIMATIONS", "none")


def shown(app):
    """All that stands on the screen on top, as text."""
    lines = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in line) for line in lines)


@pytest.fixture
def screen_text():
    """The text of the screen on top."""
    return shown

"""The engine: durable before answered, stops first, and loud when it cannot keep its word."""

from __future__ import annotations

import asyncio
import json

import pytest
import tiny
from houses import until

from core.people import OpenSession, RecordStaff
from core.rules import ORDERS, Moment, Refusal
from core.site import FoundHouse, StartHall
from core.stations import StationKind
from hall.answers import Answers, gaming_day
from hall.clock import REHEARSAL_START, AdvanceClock, RehearsalClock
from hall.engine import Asked, Engine, Stopped
from hall.entropy import SeededEntropy
from hall.journal import JournalFailure, MemoryJournal
from hall.replay import restore
from hall.scribe import Broken, Scribe
from hall.supply import SUPPLIERS, Hall, supplies

DAY = "20260110"


class SlowJournal(MemoryJournal):
    """Holds every append until it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.gate = asyncio.Event()
        self.waiting = False

    async def append(self, lines):
        self.waiting = True
        await self.gate.wait()
        self.waiting = False
        await super().append(lines)


class Night:
    """An engine over the tiny house in memory, with a desk where Durand is signed in."""

    def __init__(self, journal=None, law=tiny, clock=None, **how):
        self.clock = clock or RehearsalClock()
        hall = Hall(tiny.House(), None, None, None, SeededEntropy("s"), True)
        self.scribe = Scribe(hall, law, self.clock)
        self.scribe.give(FoundHouse("E", "Essai", True, "tiny"))
        self.scribe.start(StartHall("b", "v", ""), "", 0)
        for name, roles in tiny.STAFF.items():
            self.scribe.give(RecordStaff(name, "0" * 64, roles))
        self.scribe.give(OpenSession("durand", "desk-1"))
        self.scribe.give(OpenSession("anne", "caller-1"))
        self.journal = journal or MemoryJournal()
        MemoryJournal.append_now(self.journal, self.scribe.take())
        self.engine = Engine(
            self.scribe, self.journal, Answers(), check_always=how.get("check_always", True)
        )
        self.task = None
        self.n = 0

    @property
    def house(self):
        return self.scribe.hall.house

    async def __aenter__(self):
        self.task = asyncio.create_task(self.engine.run())
        return self

    async def __aexit__(self, *_):
        self.engine.close()
        if isinstance(self.journal, SlowJournal):
            self.journal.gate.set()
        await asyncio.wait({self.task}, timeout=5)

    def ask(self, type, data=None, *, id="", station="desk-1", kind=StationKind.DESK, **more):
        self.n += 1
        id = id or f"{DAY}-{self.n}"
        return asyncio.ensure_future(
            self.engine.ask(Asked(station, kind, id, type, data or {}, **more))
        )

    def lines(self):
        return [json.loads(text) for text in self.journal.read()]


@pytest.mark.spec("GEN-016")
async def test_nothing_is_answered_or_shown_before_it_is_durable():
    """While the disk writes there is no answer, no commit, no reader."""
    async with Night(SlowJournal()) as night:
        shown = []
        night.engine.on_commit.append(shown.append)
        order = night.ask("Tally", {"by": 1})
        await until(lambda: night.journal.waiting)
        reading = asyncio.ensure_future(night.engine.read(lambda: night.house.bingo.total))
        await asyncio.sleep(0)
        assert not order.done() and not reading.done() and not shown
        night.journal.gate.set()
        assert (await order).result == {"total": 1}
        assert await reading == 1
        assert [type(fact).__name__ for fact in shown[0].facts] == ["Tallied"]


async def test_orders_that_come_meanwhile_share_one_commit():
    """Fifty orders behind a slow commit cost one more commit, not fifty."""
    async with Night(SlowJournal()) as night:
        first = night.ask("Tally", {"by": 1})
        await until(lambda: night.journal.waiting)
        rest = [night.ask("Tally", {"by": 1}) for _ in range(50)]
        await asyncio.sleep(0)
        night.journal.gate.set()
        assert (await first).result == {"total": 1}
        assert [(await order).result["total"] for order in rest] == list(range(2, 52))
        assert night.journal.appends[1:] == [1, 50]


@pytest.mark.spec("BIN-048")
async def test_a_stop_overtakes_everything_that_waits():
    """STOP has absolute priority: it is decided before the orders that came before it."""
    async with Night(SlowJournal()) as night:
        night.ask("Tally", {"by": 1})
        await until(lambda: night.journal.waiting)
        rest = [night.ask("Tally", {"by": 1}) for _ in range(5)]
        stop = night.ask("StopTally", station="caller-1", kind=StationKind.CALLER)
        await asyncio.sleep(0)
        night.journal.gate.set()
        await asyncio.gather(stop, *rest)
    stopped = [line for line in night.lines() if line["type"] == "TallyStopped"]
    assert stopped[0]["data"] == {"after": 1}
    assert stopped[0]["role"] == "ANIMATEUR"


async def test_a_disk_that_fails_stops_the_hall_and_answers_nobody():
    """No refusal is sent for what may have been kept; later orders find the hall stopped."""
    night = Night()
    async with night:
        await night.ask("Tally", {"by": 1})
        night.journal.break_down("disk full")
        with pytest.raises(Stopped):
            await night.ask("Tally", {"by": 1})
        with pytest.raises(Stopped):
            await night.ask("Tally", {"by": 1})
        with pytest.raises(Stopped):
            await night.engine.read(lambda: 1)
    with pytest.raises(JournalFailure):
        night.task.result()
    assert "disk full" in night.engine.stopped


@pytest.mark.spec("GEN-003")
async def test_a_broken_invariant_stops_loudly_and_is_not_written():
    """In rehearsal every order is checked; the order that broke the house leaves no line."""
    night = Night()
    async with night:
        with pytest.raises(Stopped):
            await night.ask("WreckTally")
    with pytest.raises(Broken):
        night.task.result()
    assert "TallyWrecked" not in {line["type"] for line in night.lines()}


@pytest.mark.spec("GEN-016")
async def test_the_same_id_gets_the_same_answer_and_another_station_its_own():
    """Ids belong to a station; what was refused stays refused."""
    async with Night() as night:
        first = await night.ask("Tally", {"by": 5}, id=f"{DAY}-a")
        again = await night.ask("Tally", {"by": 5}, id=f"{DAY}-a")
        assert first == again and night.house.bingo.total == 5
        for _ in range(2):
            with pytest.raises(Refusal) as refusal:
                await night.ask("Tally", {"by": 996}, id=f"{DAY}-b")
            assert (refusal.value.code, refusal.value.values) == ("TOUT_VENDU", {"left": 995})
        await night.ask("StopTally", id=f"{DAY}-a", station="caller-1", kind=StationKind.CALLER)
    refused = [line for line in night.lines() if line["type"] == "OrderRefused"]
    assert len(refused) == 1
    rebuilt = restore(night.journal.read(), tiny.House(), tiny).answers
    known = rebuilt.known("desk-1", f"{DAY}-b", f"{DAY[:4]}-01-10T21:00:00.000+01:00")
    assert known is not None
    assert (known.code, known.result) == ("TOUT_VENDU", {"left": 995})


async def test_ids_of_other_days_are_refused_not_executed():
    """Yesterday's id is still good, the one before is too old, tomorrow's does not exist."""
    async with Night() as night:
        for id, code in (
            ("20260108-1", "ORDRE_PERIME"),
            ("20260111-1", "ORDRE_PERIME"),
            ("20260110-é", "IDENTIFIANT_ILLISIBLE"),
            (" ", "IDENTIFIANT_ILLISIBLE"),
        ):
            with pytest.raises(Refusal) as refusal:
                await night.ask("Tally", {"by": 1}, id=id)
            assert refusal.value.code == code
        await night.ask("Tally", {"by": 1}, id="20260109-1")
        assert night.house.bingo.total == 1


@pytest.mark.spec("GEN-009")
def test_a_night_belongs_to_the_day_it_began():
    """At two in the morning order ids still bear the evening's date."""
    assert gaming_day("2026-11-01T02:00:00.000+01:00").isoformat() == "2026-10-31"
    assert gaming_day("2026-10-31T22:00:00.000+01:00").isoformat() == "2026-10-31"
    assert gaming_day("2026-11-01T08:00:00.000+01:00").isoformat() == "2026-11-01"


@pytest.mark.spec("GEN-005")
async def test_thirty_refusals_a_minute_are_written_and_the_rest_counted():
    """Forty refusals leave thirty lines; a minute later one line counts the other ten."""
    async with Night() as night:
        for n in range(40):
            with pytest.raises(Refusal):
                await night.ask("Nonsense" if n % 2 else "Tally", {"by": 9999})
        await night.ask("AdvanceClock", {"ms": 60_000}, station="sim", kind=StationKind.SIMULATOR)
        await night.ask("Tally", {"by": 1})
    lines = night.lines()
    assert sum(line["type"] == "OrderRefused" for line in lines) == 30
    counted = [line for line in lines if line["type"] == "RefusalsSuppressed"]
    assert [(line["data"], line["station"]) for line in counted] == [({"count": 10}, "desk-1")]


async def test_a_queue_that_is_too_long_tells_to_wait(monkeypatch):
    """A station is told that the hall is busy, never left in silence."""
    monkeypatch.setattr("hall.engine.QUEUE", 3)
    async with Night(SlowJournal()) as night:
        night.ask("Tally", {"by": 1})
        await until(lambda: night.journal.waiting)
        waiting = [night.ask("Tally", {"by": 1}) for _ in range(3)]
        await asyncio.sleep(0)
        with pytest.raises(Refusal) as refusal:
            await night.ask("Tally", {"by": 1})
        assert refusal.value.code == "SALLE_OCCUPEE"
        night.journal.gate.set()
        await asyncio.gather(*waiting)


async def test_who_changed_at_the_station_meanwhile_is_not_taken_for_another():
    """An order that Durand gave is not executed under Rita's name."""
    async with Night() as night:
        await night.engine.give(OpenSession("rita", "desk-1"))
        with pytest.raises(Refusal) as refusal:
            await night.ask("Tally", {"by": 1}, person="durand")
        assert refusal.value.code == "SESSION_CHANGEE"


async def test_a_rule_that_fails_is_our_fault_and_changes_nothing(monkeypatch):
    """A bug in a rule refuses that one order and leaves the hall standing."""

    def fails(house, order, now):
        raise ZeroDivisionError

    law = type(
        "Law",
        (),
        {
            name: staticmethod(getattr(tiny, name))
            for name in ("decide", "apply", "deadlines", "duties", "check", "schema")
        },
    )()
    async with Night(law=law) as night:
        law.decide = fails
        with pytest.raises(Refusal) as refusal:
            await night.ask("Tally", {"by": 1})
        assert refusal.value.code == "ERREUR_INTERNE"
        law.decide = tiny.decide
        assert (await night.ask("Tally", {"by": 1})).result == {"total": 1}


async def test_what_the_hall_supplies_reaches_the_rule():
    """Just before the decision, from the hall's own entropy, and only the fields declared."""

    @supplies(tiny.DrawTally)
    def _draw(hall: Hall, order: tiny.DrawTally, now: Moment):
        return {"chance": hall.entropy.take("draw", 1)[0]}

    try:
        async with Night() as night:
            told = await night.ask("DrawTally")
            assert told.result == {"chance": SeededEntropy("s").take("draw", 1)[0]}
    finally:
        del SUPPLIERS[tiny.DrawTally]


class Owing:
    """A law with a deadline at 900 000 ms and a debt after every fifth unit."""

    def __init__(self):
        self.reached = []

    def __getattr__(self, name):
        return getattr(tiny, name)

    def deadlines(self, house):
        if not self.reached:
            yield 900_000

    def duties(self, house):
        if house.bingo.total == 5 and house.bingo.stops == 0:
            yield tiny.StopTally()

    def decide(self, house, order, now):
        if type(order).__name__ == "Reached":
            self.reached.append(now.ms)
            return (tiny.Tallied(0, house.bingo.total, "late"),)
        if isinstance(order, tiny.StopTally):
            return (tiny.TallyStopped(house.bingo.total),)
        return tiny.decide(house, order, now)


class Reached:
    pass


@pytest.mark.spec("GEN-008")
async def test_deadlines_and_duties_are_the_halls_own_orders(monkeypatch):
    """Time that reaches a deadline, and a debt of the house, are settled in the same commit."""
    monkeypatch.setattr("hall.scribe.REACH_DEADLINE", "Reached")
    monkeypatch.setitem(ORDERS, "Reached", Reached)
    law = Owing()
    async with Night(law=law) as night:
        await night.ask("Tally", {"by": 5})
        types = [line["type"] for line in night.lines()][-2:]
        assert types == ["Tallied", "TallyStopped"]
        assert night.lines()[-1]["role"] == "MAISON"
        for ms in (880_000, 30_000):
            await night.ask("AdvanceClock", {"ms": ms}, station="sim", kind=StationKind.SIMULATOR)
        assert len(law.reached) == 1 and law.reached[0] >= 900_000
        assert night.lines()[-1]["data"]["note"] == "late"


async def test_only_a_simulator_moves_the_rehearsal_clock():
    """A desk may not; and never backwards, and not for ever."""
    async with Night() as night:
        with pytest.raises(Refusal) as refusal:
            await night.ask("AdvanceClock", {"ms": 10})
        assert refusal.value.code == "FONCTION_NON_AUTORISEE"
        for ms in (0, -5, 10**15):
            with pytest.raises(Refusal) as refusal:
                await night.ask("AdvanceClock", {"ms": ms}, station="s", kind=StationKind.SIMULATOR)
            assert refusal.value.code == "DUREE_HORS_LIMITES"
        assert AdvanceClock(5).ms == 5


@pytest.mark.spec("GEN-008")
async def test_a_civil_clock_that_goes_back_is_recorded_and_harms_no_limit():
    """Two hours back on the wall: a fact says so, hall milliseconds go on."""
    clock = RehearsalClock()
    async with Night(clock=clock) as night:
        await night.ask("Tally", {"by": 1})
        before = night.scribe.now().ms
        clock._start = clock._start.replace(hour=18)
        await night.ask("Tally", {"by": 1})
        assert night.scribe.now().ms > before
    moved = [line for line in night.lines() if line["type"] == "ClockMoved"]
    assert len(moved) == 1
    assert moved[0]["data"]["by_ms"] == -2 * 3_600_000


def test_the_rehearsal_clock_starts_where_the_design_says():
    """2026-01-10 20:00 in Paris, ten milliseconds an order."""
    clock = RehearsalClock()
    assert clock.read().at == REHEARSAL_START == "2026-01-10T20:00:00.000+01:00"
    clock.tick()
    assert (clock.read().at[-12:], clock.read().mono_ns) == ("00.010+01:00", 10_000_000)

"""Whatever happens in whatever order: what was answered is true for ever (J5, J6, J7)."""

from __future__ import annotations

import asyncio

import tiny
from hypothesis import given, settings
from hypothesis import strategies as st
from test_engine import DAY, Night

from core.rules import Refusal
from core.site import StartHall
from hall.engine import Engine, Stopped
from hall.journal import JournalFailure, MemoryJournal
from hall.opening import restore
from hall.scribe import Scribe


class Disk(MemoryJournal):
    """Fails when told: before anything is kept, or just after all of it was."""

    fails = ""

    async def append(self, lines):
        await asyncio.sleep(0)
        if self.fails == "before":
            raise JournalFailure("power cut")
        await super().append(lines)
        await asyncio.sleep(0)
        if self.fails == "after":
            raise JournalFailure("power cut, but the lines are there")


class Runs(Night):
    """A house that is opened again from its journal after every failure."""

    def reopen(self) -> None:
        kept = list(self.journal.read())
        restored = restore(kept, tiny.House(), tiny)
        self.journal = Disk(kept, restored.head)
        self.scribe.hall.house = restored.house
        self.scribe.hall.journal_head = restored.head
        self.scribe = Scribe(self.scribe.hall, tiny, self.clock)
        self.scribe.start(StartHall("b", "v", ""), restored.last_at, restored.last_ms)
        self.journal.append_now(self.scribe.take())
        self.engine = Engine(self.scribe, self.journal, restored.answers, check_always=True)
        self.task = asyncio.create_task(self.engine.run())


ORDERS = st.tuples(st.sampled_from("abcdefgh"), st.integers(0, 400))
STEPS = st.one_of(
    st.lists(ORDERS, min_size=1, max_size=6),
    st.sampled_from(["before", "after", "restart"]),
)


@given(steps=st.lists(STEPS, max_size=25))
@settings(max_examples=120, deadline=None)
async def test_an_answer_once_given_is_always_given(steps):
    """Groups of orders, power cuts before and after the commit, restarts, the same ids again."""
    tiny.move_in()
    night = Runs(Disk())
    night.task = asyncio.create_task(night.engine.run())
    told: dict[str, object] = {}

    async def give(name: str, by: int) -> None:
        by = told.setdefault(f"by {name}", by)  # an id is one order for ever
        try:
            answer = (await night.ask("Tally", {"by": by, "note": name}, id=f"{DAY}-{name}")).result
        except Refusal as refusal:
            answer = refusal.code
        except Stopped:
            return  # nobody knows; it will be given again
        assert told.setdefault(name, answer) == answer

    for step in steps:
        if isinstance(step, list):
            await asyncio.gather(*(give(name, by) for name, by in step))
        elif step == "restart":
            night.engine.close()
        else:
            night.journal.fails = step
        if night.task.done() or night.engine.stopped or step == "restart":
            await asyncio.wait({night.task})
            night.task.exception()
            night.reopen()
    night.engine.close()
    night.journal.fails = ""
    await asyncio.wait({night.task})
    night.task.exception()
    lines = list(night.journal.read())
    again = restore(lines, tiny.House(), tiny)
    if "before" not in steps:
        assert again.house == night.house
    notes = again.house.bingo.notes
    assert len(notes) == len(set(notes)), "an order was executed twice"
    done = {name for name, answer in told.items() if isinstance(answer, dict)}
    assert done <= set(notes)

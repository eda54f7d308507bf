"""The spool: one printer, one writer, never lost and never twice as an original (PRT-009, D-96).

A job waits, whole and untouched, until its printer answers that it is ready. Only then is it
Started, and only the printer's own fence makes it Done. Between the two it is Failed when the
printer itself says that it stopped, Doubtful when nobody knows: then a person decides. The spool
knows no hall; what happens goes to one callback, which is waited for.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable
from typing import Self

import msgspec

from printers.composer import FENCE, render_escpos
from printers.events import Done, Doubtful, Event, Failed, Job, RollLow, Started, Waiting
from printers.profiles import Profile
from printers.status import QUESTIONS, State, ask, drained, is_fence, is_status, read_state
from printers.transports import Easel, Transport

LOG = logging.getLogger(__name__)
NO_PAPER_AT_FENCE = 0x0C
REMEMBERED = 10_000  # ids of jobs gone by, so that one submitted again is not printed again
ABANDON_IMAGE = bytes(128 * 72 + 64)  # longer than any band: ends an image that was cut short


Told = Callable[[Event], Awaitable[bool | None]]


class Pace(msgspec.Struct, frozen=True):
    """How long to wait, in seconds: for a status, for the fence, and before asking again."""

    answer_s: float = 1.0
    fence_s: float = 30.0
    again_s: float = 2.0


class Spool:
    """Owns one printer. `async with Spool(...) as spool: await spool.submit(job)`."""

    def __init__(
        self, transport: Transport, profile: Profile, on_event: Told, pace: Pace | None = None
    ) -> None:
        self.transport, self.profile, self.pace = transport, profile, pace or Pace()
        self.state = State(known=False)
        self._tell = on_event
        self._queue: deque[Job] = deque()
        self._gone: OrderedDict[str, None] = OrderedDict()
        self._stirred, self._idle = asyncio.Event(), asyncio.Event()
        self._idle.set()
        self._line = asyncio.Lock()
        self._cut_short = False
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._work(), name=f"spool {self.transport.url}")
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Stops. A job between its first byte and its fence is told as Doubtful (ARRETE)."""
        if self._task:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
            self._task = None

    async def submit(self, job: Job) -> bool:
        """Puts a job last. False if this id waits already or has been started: never twice."""
        if job.id in self._gone or any(waiting.id == job.id for waiting in self._queue):
            return False
        self._queue.append(job)
        self._idle.clear()
        self._stirred.set()
        return True

    def withdraw(self, job_id: str) -> bool:
        """Takes back a job of which no byte was sent; False when it is too late."""
        for job in self._queue:
            if job.id == job_id and job.id not in self._gone:
                self._queue.remove(job)
                self._stirred.set()
                return True
        return False

    async def drained(self) -> None:
        """Waits until nothing is left to print."""
        await self._idle.wait()

    async def check(self) -> State:
        """Asks the printer how it is, between two jobs; during a job, what it last said."""
        if self._line.locked() or not self._answers:
            return self.state
        async with self._line:
            try:
                await self.transport.open()
                await self._ask()
            except OSError:
                self.state = State(known=False, cause="INJOIGNABLE")
            finally:
                await self._close()
        return self.state

    @property
    def _answers(self) -> bool:
        return self.transport.two_way and self.profile.status

    async def _work(self) -> None:
        try:
            while True:
                if not self._queue:
                    self._idle.set()
                    self._stirred.clear()
                    await self._stirred.wait()
                    continue
                async with self._line:
                    cause = await self._attempt(self._queue[0])
                if cause:
                    self._stirred.clear()
                    with contextlib.suppress(TimeoutError):  # wait_for would lose a cancellation
                        async with asyncio.timeout(self.pace.again_s):
                            await self._stirred.wait()
        finally:
            await self._close()

    async def _attempt(self, job: Job) -> str:
        """One try at the first job; the cause for which it stays the first, or ""."""
        try:
            await self.transport.open()
            cause = await self._not_ready()
        except OSError:
            cause = "INJOIGNABLE"
        if cause:
            await self._close()
            self.state = State(known=self.state.known, cause=cause, low=self.state.low)
            await self._say(Waiting(job, cause))
            return cause
        if job not in self._queue:  # withdrawn while the printer was asked
            await self._close()
            return ""
        await self._print(job)
        return ""

    async def _not_ready(self) -> str:
        if not self._answers:
            return ""
        state = await self._ask()
        return state.cause or ("" if state.known else "PAS_DE_REPONSE")

    async def _ask(self) -> State:
        before, self.state = self.state, await ask(self.transport, self.pace.answer_s)
        if self.state.known and before.low != self.state.low:
            await self._say(RollLow(self.state.low))
        return self.state

    async def _print(self, job: Job) -> None:
        outcome: Done | Failed | Doubtful | None = None
        already = self.transport.sent
        try:
            data = await self._bytes(job)
            if data is None:
                outcome = Failed(job, "COMPOSITION", started=False)
            elif await self._wanted(job):
                outcome = await self._send(job, data)
        except TimeoutError:
            outcome = await self._after_break(job, "NE_PREND_PLUS_RIEN", already)
        except OSError:
            outcome = await self._after_break(job, "LIAISON_COUPEE", already)
        except asyncio.CancelledError:
            if job.id in self._gone:
                self._cut_short = True
                await self._say(Doubtful(job, "ARRETE", self.transport.sent - already))
            raise
        finally:
            self._queue.popleft()
            await self._close()
        if outcome:
            await self._say(outcome)

    async def _wanted(self, job: Job) -> bool:
        """Says that the first byte is next. Unheard or refused, the job is not printed."""
        self._remember(job)
        if await self._say(Started(job)) in (None, True):
            return True
        del self._gone[job.id]
        return False

    async def _say(self, event: Event) -> bool | None:
        """Tells and waits. False when whoever listens failed: the spool itself goes on."""
        try:
            return await self._tell(event)
        except Exception:
            LOG.exception("%s was not heard", type(event).__name__)
            return False

    async def _bytes(self, job: Job) -> bytes | None:
        """Rendered beside the loop, so that a screen sharing it never stutters."""
        if isinstance(self.transport, Easel):
            return b""
        try:
            data = await asyncio.to_thread(render_escpos, job.document, self.profile)
        except Exception:
            LOG.exception("job %s cannot be composed", job.id)
            return None
        return (ABANDON_IMAGE if self._cut_short and self.transport.remembers else b"") + data

    async def _send(self, job: Job, data: bytes) -> Done | Failed | Doubtful:
        if isinstance(self.transport, Easel):
            await self.transport.show(job.id, job.document)
            return Done(job, confirmed=True)
        if self._answers:
            await drained(self.transport)
        fenced = self.transport.two_way and self.profile.fence
        await self.transport.write(data + (FENCE if fenced else b""))
        self._cut_short = False
        if not fenced:
            return Done(job, confirmed=not self.transport.two_way)
        return await self._fence(job, len(data))

    async def _fence(self, job: Job, sent: int) -> Done | Failed | Doubtful:
        """Waits for the printer's word, asking in between whether it still can print."""
        loop = asyncio.get_running_loop()
        until = loop.time() + self.pace.fence_s
        answers: dict[int, int] = {}
        asked = 0
        while loop.time() < until:
            answer = await self.transport.read(self.pace.answer_s)
            fences = [byte for byte in answer if is_fence(byte)]
            if fences:
                out = fences[-1] & NO_PAPER_AT_FENCE == NO_PAPER_AT_FENCE
                return Failed(job, "PLUS_DE_PAPIER") if out else Done(job, confirmed=True)
            statuses = [byte for byte in answer if is_status(byte)]
            if asked and statuses:
                answers[asked] = statuses[-1]
            left = [question for question in QUESTIONS if question > asked]
            if not left:  # all asked: judge, then listen for a while before asking again
                self.state = read_state(answers)
                if self.state.cause:
                    return Failed(job, self.state.cause)
                answers, asked = {}, 0
            elif self._answers:
                asked = left[0]
                await self.transport.write(QUESTIONS[asked])
        return Doubtful(job, "SANS_CONFIRMATION", sent)

    async def _after_break(self, job: Job, cause: str, already: int) -> Failed | Doubtful:
        """The line broke within a job: perhaps the printer says why on a new one."""
        sent = self.transport.sent - already
        self._cut_short = True
        await self._close()
        if self._answers:
            with contextlib.suppress(OSError):
                await self.transport.open()
                state = await self._ask()
                if state.cause:
                    return Failed(job, state.cause)
        return Doubtful(job, cause, sent)

    def _remember(self, job: Job) -> None:
        self._gone[job.id] = None
        while len(self._gone) > REMEMBERED:
            self._gone.popitem(last=False)

    async def _close(self) -> None:
        with contextlib.suppress(OSError):
            await self.transport.close()

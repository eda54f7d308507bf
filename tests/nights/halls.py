"""Two ways to run a hall for a night: a process that can be killed, or a task of this loop."""

from __future__ import annotations

import asyncio
import re
import signal
import sys
from pathlib import Path

from core.stations import StationKind
from hall.running import Plan, Ready, run
from quine import rules

READY_S = 60  # on a busy machine
ROOT = Path(__file__).parents[2]


class HallProcess:
    """`quine hall` as an operator starts it; what it says goes to `log`."""

    def __init__(self, data: Path, log: Path) -> None:
        self.data = data
        self.log = log
        self.port = 0
        self.codes: dict[StationKind, str] = {}
        self.process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        with self.log.open("ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "quine.cli", "hall"),
                *("--data", str(self.data), "--listen", "127.0.0.1:0"),
                stdout=asyncio.subprocess.PIPE,
                stderr=log,
                cwd=ROOT,
            )
        self.codes = {}
        async with asyncio.timeout(READY_S):
            while len(self.codes) < 5:
                self._said(await self._line())

    async def _line(self) -> str:
        assert self.process is not None and self.process.stdout is not None
        line = await self.process.stdout.readline()
        assert line, self.log.read_text(errors="replace")
        with self.log.open("ab") as log:
            log.write(line)
        return line.decode()

    def _said(self, line: str) -> None:
        if told := re.search(r"quine (\w+) --hall ws://127\.0\.0\.1:(\d+) --pair (\S+)", line):
            self.port = int(told[2])
            self.codes[StationKind(told[1])] = told[3]

    def kill(self) -> None:
        """No warning, no last word."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)

    async def gone(self) -> None:
        assert self.process is not None
        await self.process.wait()

    async def stop(self) -> None:
        """As an operator stops it. A hall that does not end well fails the test."""
        assert self.process is not None
        if self.process.returncode is None:
            self.process.terminate()
            async with asyncio.timeout(READY_S):
                assert await self.process.wait() == 0, self.log.read_text(errors="replace")

    @property
    def alive(self) -> bool:
        return self.process is not None and self.process.returncode is None


class HallHere:
    """The same hall in this very loop, which does not mind how fast a station speaks."""

    def __init__(self, data: Path, log: Path) -> None:
        self.data = data
        self.port = 0
        self.codes: dict[StationKind, str] = {}
        self._stop = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        ready: asyncio.Future[Ready] = asyncio.get_running_loop().create_future()
        plan = Plan(self.data, port=0, rules=rules.forfait(), rate=0)
        self._stop = asyncio.Event()
        self._task = asyncio.create_task(run(plan, ready=ready.set_result, stop=self._stop))
        await asyncio.wait((self._task, ready), return_when=asyncio.FIRST_COMPLETED)
        if self._task.done():
            self._task.result()
        self.port = int(ready.result().url.rsplit(":", 1)[1])
        self.codes = dict(ready.result().codes)

    async def stop(self) -> None:
        assert self._task is not None
        self._stop.set()
        await self._task

    @property
    def alive(self) -> bool:
        return self._task is not None and not self._task.done()

"""The parent's end of a voice worker: numbered commands out, answers in, death noticed at once."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from pathlib import Path
from typing import Any

MOST_LOG_BYTES = 1_000_000


class WorkerLost(Exception):  # noqa: N818 -- what happened, in the hall's words
    """The worker died, never came up, or said that it cannot work. The argument is the cause."""


class Worker:
    """One `python -m voice.worker …`. Its stderr goes to `log`."""

    def __init__(self, *job: str, log: Path) -> None:
        self._job = job
        self._log = log
        self._process: asyncio.subprocess.Process | None = None
        self._answers: dict[int, asyncio.Queue[dict[str, Any]]] = {}
        self._reading: asyncio.Task[None] | None = None
        self._number = 0

    @property
    def pid(self) -> int:
        return self._process.pid if self._process else 0

    @property
    def alive(self) -> bool:
        return self._reading is not None and not self._reading.done()

    async def start(self, within: float) -> str:
        """Starts it; its first word, empty if all is well. Raises WorkerLost after `within` s."""
        self._log.parent.mkdir(parents=True, exist_ok=True)
        if self._log.exists() and self._log.stat().st_size > MOST_LOG_BYTES:
            self._log.unlink()
        with self._log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-P", "-m", "voice.worker", *self._job),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=log,
                start_new_session=True,  # Ctrl-C at the screen is not for the voice
            )
        self._answers = {0: asyncio.Queue()}
        self._reading = asyncio.create_task(self._read(self._process))
        try:
            return str((await self.answer(0, within)).get("ready", ""))
        finally:
            self.forget(0)

    def send(self, **command: Any) -> int:
        """Sends a command without waiting; its number. Answers gather until `forget`."""
        if not self.alive or self._process is None or self._process.stdin is None:
            raise WorkerLost("VOIX_ARRETEE")
        self._number += 1
        self._answers[self._number] = asyncio.Queue()
        line = json.dumps({"n": self._number, **command}, ensure_ascii=False)
        self._process.stdin.write(line.encode() + b"\n")
        return self._number

    async def answer(self, number: int, within: float) -> dict[str, Any]:
        """The next answer to a command. Raises WorkerLost if it is `failed` or does not come."""
        try:
            async with asyncio.timeout(within):
                answer = await self._answers[number].get()
        except TimeoutError:
            raise WorkerLost("VOIX_SANS_REPONSE") from None
        if "failed" in answer:
            raise WorkerLost(answer["failed"])
        return answer

    def forget(self, number: int) -> None:
        self._answers.pop(number, None)

    async def ask(self, within: float, **command: Any) -> dict[str, Any]:
        """A command with one answer."""
        number = self.send(**command)
        try:
            return await self.answer(number, within)
        finally:
            self.forget(number)

    async def end(self) -> None:
        """Ends it now. Kills only the process that this object started."""
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
        if self._reading is not None:
            await self._reading

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        try:
            async for line in process.stdout:
                answer = json.loads(line)
                gathered = self._answers.get(answer.get("n", 0))
                if gathered is not None:
                    gathered.put_nowait(answer)
        except ValueError:
            pass  # it speaks nonsense: as good as dead
        finally:
            for gathered in self._answers.values():
                gathered.put_nowait({"failed": "VOIX_ARRETEE"})

"""On a real pseudo-terminal: a cry within the timed pace stops it, at once and for good."""

from __future__ import annotations

import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios
import threading
import time
from contextlib import suppress
from pathlib import Path

import pytest

REPO = Path(__file__).parents[2]
REACTION_S = 0.2  # BIN-029


class Desk:
    """The console's process, its terminal, and the orders it gave."""

    def __init__(self, log: Path) -> None:
        self.log = log
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        env = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "PYTHONPATH": str(REPO)}
        env |= {"TERM": "xterm-256color", "TEXTUAL_ANIMATIONS": "none", "HOME": str(log.parent)}
        self.process = subprocess.Popen(
            [sys.executable, str(Path(__file__).with_name("seat.py")), str(log)],
            stdin=slave, stdout=slave, stderr=slave, env=env, start_new_session=True, cwd=REPO,
        )  # fmt: skip
        os.close(slave)
        self.output = bytearray()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        with suppress(OSError):
            while data := os.read(self.master, 65536):
                self.output += data

    def orders(self) -> list[tuple[str, float]]:
        if not self.log.exists():
            return []
        lines = self.log.read_text(encoding="utf-8").splitlines()
        return [(line.split()[0], float(line.split()[1])) for line in lines]

    def drawn(self) -> int:
        return sum(order == "DrawBall" for order, _ in self.orders())

    def until(self, true, seconds: float = 60) -> None:
        end = time.monotonic() + seconds
        while not true():
            assert time.monotonic() < end, (self.orders(), bytes(self.output[-800:]))
            time.sleep(0.005)

    def types(self, keys: bytes) -> float:
        os.write(self.master, keys)
        return time.monotonic()

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        with suppress(OSError):
            os.close(self.master)


@pytest.fixture
def desk(tmp_path):
    opened = Desk(tmp_path / "orders")
    yield opened
    opened.close()


@pytest.mark.spec("BIN-029")
@pytest.mark.parametrize("key", [b"s", b"\x1b[24~"], ids=["S", "F12"])
def test_a_stop_within_the_pace_stops_it(desk, key):
    """Balls come by themselves; the stop leaves within 200 ms, and no ball follows it."""
    desk.until(lambda: b"?1049h" in desk.output and b"F10" in desk.output)
    desk.types(b"\x1bOS")  # F4
    desk.until(lambda: desk.drawn() >= 3)
    pressed = desk.types(key)
    desk.until(lambda: any(order == "StopDraw" for order, _ in desk.orders()))
    at = next(moment for order, moment in desk.orders() if order == "StopDraw")
    drawn = desk.drawn()
    time.sleep(1.2)  # four intervals in which nothing may happen
    assert desk.drawn() == drawn
    assert [order for order, _ in desk.orders()][-1] == "StopDraw"
    assert at - pressed <= REACTION_S

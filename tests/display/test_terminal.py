"""On a real terminal without colours: large letters are reverse video, and no rare glyph is used."""

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

import pyte
import pytest

REPO = Path(__file__).parents[2]


class Hung:
    """The board's process and what its terminal got."""

    def __init__(self, moment: str, home: Path, **env: str) -> None:
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        base = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "PYTHONPATH": str(REPO)}
        base |= {"TEXTUAL_ANIMATIONS": "none", "HOME": str(home)}
        self.process = subprocess.Popen(
            [sys.executable, str(Path(__file__).with_name("hung.py")), moment],
            stdin=slave, stdout=slave, stderr=slave, env=base | env, start_new_session=True,
            cwd=REPO,
        )  # fmt: skip
        os.close(slave)
        self.output = bytearray()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        with suppress(OSError):
            while data := os.read(self.master, 65536):
                self.output += data

    def screen(self) -> pyte.Screen:
        screen = pyte.Screen(80, 24)
        pyte.ByteStream(screen).feed(bytes(self.output))
        return screen

    def until(self, true) -> None:
        end = time.monotonic() + 60
        while not true():
            assert time.monotonic() < end, bytes(self.output[-800:])
            time.sleep(0.05)

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        with suppress(OSError):
            os.close(self.master)


@pytest.fixture
def hung(tmp_path):
    opened: list[Hung] = []

    def open_(moment: str, **env: str) -> Hung:
        opened.append(Hung(moment, tmp_path, **env))
        return opened[-1]

    yield open_
    for one in opened:
        one.close()


@pytest.mark.spec("DSP-015")
@pytest.mark.parametrize("env", [{"TERM": "vt100", "NO_COLOR": "1"}, {"TERM": "linux"}])
def test_amounts_are_readable_without_colours(hung, env):
    """« 22,00 € » is made of reversed spaces between its labels."""
    board = hung("prepared", **env)
    board.until(lambda: any("QUINE" in line for line in board.screen().display))
    screen = board.screen()
    rows = [y for y in range(3, 20) if any(screen.buffer[y][x].reverse for x in range(80))]
    assert len(rows) >= 10  # two amounts of five rows


@pytest.mark.spec("DSP-002", "DSP-015")
def test_the_winners_need_no_glyph_that_a_console_font_lacks(hung):
    """Without colours: shares as text, cartons in reversed spaces, no half block anywhere."""
    board = hung("finished", TERM="vt100", NO_COLOR="1")
    board.until(lambda: any("BINGO 74,00" in line for line in board.screen().display))
    text = bytes(board.output).decode("utf-8", "replace")
    absent = {c for c in text if 0x2580 <= ord(c) <= 0x259F and c not in "█░▒"}
    assert absent == set()

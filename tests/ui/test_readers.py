"""Scanners that are no keyboard: a serial line over a pty, a keyboard's records over a pipe."""

from __future__ import annotations

import asyncio
import os
import pty
import tty
from contextlib import suppress

import pytest

from core import codes
from ui.keycodes import EVENT, LOST, PLAIN, SHIFTED, KeyDecoder
from ui.readers import KeyboardReader, SerialReader, open_reader

CODES = [codes.make(bytes(range(32)), codes.Kind.CARTON, 1, n, b"") for n in range(20)]
DOWN, UP = 1, 0


class Listener:
    """What a reader told, and the task that runs it."""

    def __init__(self, reader) -> None:
        self.lines: list[str] = []
        self.there: list[bool] = []
        self.task = asyncio.create_task(reader.run(self.lines.append, self.there.append))


@pytest.fixture
async def listens():
    """Runs readers and ends them."""
    running: list[Listener] = []

    def start(reader) -> Listener:
        running.append(Listener(reader))
        return running[-1]

    yield start
    for one in running:
        one.task.cancel()
        with suppress(asyncio.CancelledError):
            await one.task


class Cable:
    """The scanner's end of a serial line, plugged in at a path that stays the same."""

    def __init__(self, path) -> None:
        self.path = path
        self.plug()

    def plug(self) -> None:
        self.master, self.slave = pty.openpty()
        tty.setraw(self.slave)
        self.path.unlink(missing_ok=True)
        self.path.symlink_to(os.ttyname(self.slave))

    def unplug(self) -> None:
        self.path.unlink()
        os.close(self.slave)
        os.close(self.master)


@pytest.fixture
def cable(tmp_path):
    """Plugged in."""
    one = Cable(tmp_path / "lecteur")
    yield one
    for descriptor in (one.master, one.slave):
        with suppress(OSError):
            os.close(descriptor)


@pytest.mark.spec("SCN-001")
@pytest.mark.parametrize("end", ["\r", "\r\n", "\n", "\t"])
async def test_a_burst_of_serial_scans_is_heard_whole_and_in_order(cable, listens, until, end):
    """Twenty codes in one go, whatever ends them."""
    heard = listens(SerialReader("", str(cable.path)))
    await asyncio.sleep(0)  # the reader opens the line
    os.write(cable.master, "".join(code + end for code in CODES).encode())
    await until(lambda: len(heard.lines) == len(CODES))
    assert heard.lines == CODES and heard.there == []


async def test_a_serial_code_without_an_end_is_heard_after_a_silence(cable, listens, until):
    """And one that comes in pieces is one."""
    heard = listens(SerialReader("", str(cable.path)))
    await asyncio.sleep(0)
    os.write(cable.master, CODES[0][:20].encode())
    await asyncio.sleep(0.01)
    os.write(cable.master, CODES[0][20:].encode())
    await until(lambda: heard.lines)
    assert heard.lines == [CODES[0]]


async def test_noise_on_the_line_is_text_that_proves_nothing(cable, listens, until):
    """Bytes that are no UTF-8, and a line without end: neither stops the reader."""
    heard = listens(SerialReader("", str(cable.path)))
    await asyncio.sleep(0)
    os.write(cable.master, b"\xff\x00\xfe\r" + b"A" * 3000)
    await until(lambda: len(heard.lines) >= 3)
    os.write(cable.master, b"\r" + CODES[1].encode() + b"\r")
    await until(lambda: CODES[1] in heard.lines)


@pytest.mark.spec("SCN-004")
async def test_a_scanner_that_is_unplugged_is_missed_and_found_again(cable, listens, until):
    """Said once when it goes, once when it is back; half a code is no code."""
    heard = listens(SerialReader("", str(cable.path), again_s=0.01))
    await asyncio.sleep(0)
    os.write(cable.master, CODES[0].encode() + b"\r" + CODES[1][:20].encode())
    await until(lambda: heard.lines)
    cable.unplug()
    await until(lambda: heard.there == [False])
    cable.plug()
    await until(lambda: heard.there == [False, True])
    os.write(cable.master, CODES[2].encode() + b"\r")
    await until(lambda: len(heard.lines) == 2)
    assert heard.lines == [CODES[0], CODES[2]]


def press(text, end=28):
    """The records of a US keyboard that types this."""
    keys = {letter: (code, False) for code, letter in PLAIN.items() if code < 71}
    keys |= {letter: (code, True) for code, letter in SHIFTED.items() if letter not in keys}
    strokes: list[tuple[int, int, int]] = []
    for letter in text:
        code, shifted = keys[letter]
        strokes += [(1, 42, DOWN)] * shifted + [(1, code, DOWN), (0, 0, 0), (1, code, UP)]
        strokes += [(1, 42, UP)] * shifted
    strokes += [(1, end, DOWN), (0, 0, 0), (1, end, UP)]
    return b"".join(EVENT.pack(0, 0, *stroke) for stroke in strokes)


@pytest.mark.spec("SCN-001")
@pytest.mark.parametrize("text", [CODES[0], "014-000251-2", 'http://a.b/?x="1"&y=_{z}'])
@pytest.mark.parametrize("end", [28, 15, 96])
def test_a_keyboards_records_are_read_as_a_us_keyboard(text, end):
    """Capitals, digits, signs; Enter, Tab, or Enter of the keypad."""
    assert KeyDecoder().take(press(text, end)) == [text]


def test_the_keypad_and_a_key_held_down():
    """ALT emulation types on the keypad; repeats are nobody's scan."""
    keypad = [(1, code, DOWN) for code in (79, 80, 81, 74, 82)] + [(1, 30, 2), (1, 28, DOWN)]
    records = b"".join(EVENT.pack(0, 0, *one) for one in keypad)
    assert KeyDecoder().take(records) == ["123-0"]


def test_records_that_the_kernel_dropped_leave_a_mark():
    """A code with a hole in it is never taken for a whole one."""
    records = press(CODES[0])
    cut = records[: 40 * EVENT.size] + EVENT.pack(0, 0, 0, 3, 0) + records[70 * EVENT.size :]
    (line,) = KeyDecoder().take(cut)
    assert LOST in line


async def test_a_grabbed_keyboard_is_read_from_records_in_pieces(tmp_path, listens, until):
    """A pipe in place of /dev/input, cut anywhere, the writer gone and back."""
    path, grabbed = tmp_path / "event7", []
    os.mkfifo(path)
    heard = listens(KeyboardReader("", str(path), again_s=0.01, grab=grabbed.append))
    await until(lambda: grabbed)
    writer = os.open(path, os.O_WRONLY)
    records = press(CODES[0]) + press("014-000251-2")
    for start in range(0, len(records), 1000):
        os.write(writer, records[start : start + 1000])
        await asyncio.sleep(0)
    await until(lambda: len(heard.lines) == 2)
    assert heard.lines == [CODES[0], "014-000251-2"]
    os.close(writer)
    await until(lambda: len(grabbed) > 1)
    writer = os.open(path, os.O_WRONLY)
    os.write(writer, press(CODES[1]))
    await until(lambda: len(heard.lines) == 3)
    os.close(writer)


async def test_a_keyboard_that_cannot_be_grabbed_is_not_read(tmp_path, listens, until):
    """Read but not grabbed, it would type into the terminal as well: every code twice."""
    path = tmp_path / "event7"
    os.mkfifo(path)
    heard = listens(KeyboardReader("", str(path), again_s=0.01))  # no device: the grab fails
    await until(lambda: heard.there == [False])
    assert heard.lines == []


@pytest.mark.parametrize("url", ["", "usb:/dev/usb/lp0", "serial:", "evdev", "/dev/ttyACM0"])
def test_an_address_of_another_kind_is_refused(url):
    """In words that name it."""
    with pytest.raises(ValueError):
        open_reader(url)


def test_addresses():
    """A serial line has a speed, 9600 unless told."""
    assert open_reader("serial:/dev/ttyACM0").baud == 9600
    assert open_reader("serial:/dev/ttyACM0?baud=115200").baud == 115200
    with pytest.raises(ValueError):
        open_reader("serial:/dev/ttyACM0?baud=vite")
    assert open_reader("evdev:/dev/input/event3").path == "/dev/input/event3"


@pytest.mark.spec("SCN-001", "SCN-004")
async def test_a_station_hears_its_serial_scanner_whatever_has_the_focus(cable, room, until):
    """In a field, on a button: the code is heard once, the broken one is said, nothing is typed."""
    app = room.RoomApp()
    app.equip(app._scans, SerialReader("serial:x", str(cable.path), again_s=0.01), "fr")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        for focus in ("#field", "#sell"):
            app.screen.query_one(focus).focus()
            await pilot.pause()
            code = CODES[0] if focus == "#field" else CODES[1]
            os.write(cable.master, (code + "\r" + code + "\r").encode())
            await until(lambda code=code: f"scan {code}" in app.room.heard)
        os.write(cable.master, b"NI CODE\r")
        await until(lambda: "scan NI CODE" in app.room.heard)
        cable.unplug()
        await until(lambda: "Lecteur de codes introuvable" in said(app))
        cable.plug()
        await until(lambda: "Lecteur de codes prêt" in said(app))
        assert app.room.heard == [f"scan {CODES[0]}", f"scan {CODES[1]}", "scan NI CODE"]
        assert app.screen.query_one("#field").value == ""


def said(app) -> str:
    from ui.frame import MessageLine

    return app.screen.query_one(MessageLine).said

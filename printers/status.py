"""What a printer says of itself: DLE EOT 1, 2 and 4 before a job, GS r 1 after it.

No answer is « unknown », never « ready ». A byte that has not the fixed bits of a status is noise.
"""

from __future__ import annotations

from typing import Protocol

import msgspec

QUESTIONS = {1: b"\x10\x04\x01", 2: b"\x10\x04\x02", 4: b"\x10\x04\x04"}
OFFLINE, COVER_OPEN, PAPER_STOP, ERROR = 0x08, 0x04, 0x20, 0x40
NEAR_END, NO_PAPER = 0x0C, 0x60


class Line(Protocol):
    async def write(self, data: bytes) -> None: ...

    async def read(self, timeout_s: float) -> bytes: ...


class State(msgspec.Struct, frozen=True):
    """`cause` stops printing: "" or CAPOT_OUVERT, PLUS_DE_PAPIER, ERREUR, HORS_LIGNE.

    `known` is False when the printer answered nothing; `low` when the roll is near its end.
    """

    known: bool
    cause: str = ""
    low: bool = False


async def ask(line: Line, timeout_s: float) -> State:
    """The printer's state. Raises OSError when the line breaks."""
    await drained(line)
    answers: dict[int, int] = {}
    for number, question in QUESTIONS.items():
        await line.write(question)
        byte = await _status_byte(line, timeout_s)
        if byte is None:
            break
        answers[number] = byte
    return read_state(answers)


def read_state(answers: dict[int, int]) -> State:
    """From status bytes to a state: the cover shows in 2, not in the paper byte, so all count."""
    if not answers:
        return State(known=False)
    one, two, four = (answers.get(number, 0) for number in (1, 2, 4))
    cause = ""
    if two & COVER_OPEN:
        cause = "CAPOT_OUVERT"
    elif two & PAPER_STOP or four & NO_PAPER == NO_PAPER:
        cause = "PLUS_DE_PAPIER"
    elif two & ERROR:
        cause = "ERREUR"
    elif one & OFFLINE:
        cause = "HORS_LIGNE"
    return State(known=len(answers) == len(QUESTIONS), cause=cause, low=bool(four & NEAR_END))


def is_status(byte: int) -> bool:
    """DLE EOT answers are 0xx1xx10, so that garbage and other answers are told apart."""
    return byte & 0x93 == 0x12


def is_fence(byte: int) -> bool:
    """GS r 1 answers have the paper sensors in the low bits and nothing above."""
    return byte & 0xF0 == 0


async def drained(line: Line) -> None:
    """Throws away what an earlier job or a restart left on the line."""
    for _ in range(16):
        if not await line.read(0.0):
            return


async def _status_byte(line: Line, timeout_s: float) -> int | None:
    for _ in range(4):
        answer = await line.read(timeout_s)
        if not answer:
            return None
        for byte in reversed(answer):
            if is_status(byte):
                return byte
    return None

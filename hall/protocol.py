"""What stations and the hall say to each other, one JSON object a frame (design §4).

`say` names the kind of frame. Nothing here knows of sockets: bytes in, structs out, and back.
The first frame of a station is `Hello` with its key, or `Pair` with a one-time code. Every order
has an id made before it is sent, and kept when it is sent again: « YYYYMMDD-anything », where the
date is the `day` that the hall last said. Moments (`now`, deadlines in views) are hall
milliseconds.
"""

from __future__ import annotations

from typing import Annotated, Any, TypeVar

import msgspec

from core.rules import Refusal, Role
from core.stations import StationKind

PROTOCOL = 1
FRAME_BYTES = 64 * 1024  # the largest frame a station may send; nothing honest comes near
PAGE = 200  # rows of one Answer

Id = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Name = Annotated[str, msgspec.Meta(max_length=64)]
Text = Annotated[str, msgspec.Meta(max_length=200)]


class Frame(msgspec.Struct, frozen=True, tag_field="say", tag=True):
    """Anything said, either way."""


class Hello(Frame, frozen=True):
    """A paired station comes, or comes back. The version must be the hall's own."""

    station: Name
    key: Text
    version: Name = ""
    protocol: int = PROTOCOL


class Pair(Frame, frozen=True):
    """A station asks for its key. Answered by `Paired`, then the station says `Hello`."""

    code: Name
    kind: StationKind
    name: Text


class SignIn(Frame, frozen=True):
    """A person at a station; `pin` never leaves the hall's memory. Done.result: roles, name."""

    id: Id
    person: Text
    pin: Name


class SignOut(Frame, frozen=True):
    id: Id


class Touch(Frame, frozen=True):
    """Somebody pressed a key: puts off the lock after five idle minutes (GEN-005)."""


class Order(Frame, frozen=True):
    """`type` names a core order, `data` its fields. `role` chooses among a person's functions.

    Without `role` the hall takes the first function that may give this order.
    """

    id: Id
    type: Name
    data: dict[str, Any] = {}
    role: Role | None = None


class Watch(Frame, frozen=True):
    """From now on send this view whenever it changes; `of` says of what (a partie, a lane...)."""

    view: Name
    of: Text = ""


class Unwatch(Frame, frozen=True):
    view: Name
    of: Text = ""


class Ask(Frame, frozen=True):
    """One page of rows, from row `start` on."""

    id: Id
    query: Name
    args: dict[str, Any] = {}
    start: Annotated[int, msgspec.Meta(ge=0, le=10_000_000)] = 0


class Paired(Frame, frozen=True):
    """The station's key, told once. `certificate` is the hall's, PEM, empty on plain ws."""

    station: str
    key: str
    kind: StationKind
    name: str
    certificate: str = ""


class Welcome(Frame, frozen=True):
    """The hall has recognised the station. `person` is who is still signed in here, or empty."""

    station: str
    kind: StationKind
    name: str
    house: str
    rehearsal: bool
    version: str
    build: str
    now: int
    at: str
    day: str
    person: str = ""
    person_name: str = ""
    roles: tuple[Role, ...] = ()


class Done(Frame, frozen=True):
    """The order is durable. `seq` is the last line of the journal that it wrote."""

    id: str
    seq: int
    result: dict[str, Any] = {}


class Refused(Frame, frozen=True):
    """Nothing happened. `id` is empty when no order is concerned; words are for the screen."""

    id: str
    code: str
    values: dict[str, Any] = {}


T = TypeVar("T")


class View(Frame, frozen=True):
    """All that this screen may see of a thing, whole; the newest replaces every older one."""

    kind: str
    of: str
    seq: int
    now: int
    data: msgspec.Raw

    def read(self, shape: type[T]) -> T:
        """The view as a struct of core.views."""
        return msgspec.json.decode(self.data, type=shape)


class Answer(Frame, frozen=True):
    """A page; when `more`, ask again with `start` after the rows got so far."""

    id: str
    rows: list[dict[str, Any]]
    more: bool


class Notice(Frame, frozen=True):
    """Something everybody at a station must know: who signed in or out, the hall stops...

    Codes: SESSION (values: person, name, roles; empty person when signed out, `cause`),
    SALLE_ARRETEE (values: cause), REPRISE (values: what was restored), POSTE_REVOQUE,
    COPIE_EN_PANNE and COPIE_RETABLIE (values: file, copied, lag, fault): the second copy.
    """

    code: str
    values: dict[str, Any] = {}
    now: int = 0


FromStation = Hello | Pair | SignIn | SignOut | Touch | Order | Watch | Unwatch | Ask
FromHall = Paired | Welcome | Done | Refused | View | Answer | Notice

_station_frames: msgspec.json.Decoder[FromStation] = msgspec.json.Decoder(FromStation)
_hall_frames: msgspec.json.Decoder[FromHall] = msgspec.json.Decoder(FromHall)
_encoder = msgspec.json.Encoder()


def read_station(frame: bytes | str) -> FromStation:
    """What a station said. Refuses TRAME_ILLISIBLE, whatever the bytes."""
    try:
        return _station_frames.decode(frame)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as fault:
        raise Refusal("TRAME_ILLISIBLE", why=str(fault)[:120]) from None


def read_hall(frame: bytes | str) -> FromHall:
    """What the hall said. Refuses TRAME_ILLISIBLE: then the hall is not of our version."""
    try:
        return _hall_frames.decode(frame)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as fault:
        raise Refusal("TRAME_ILLISIBLE", why=str(fault)[:120]) from None


def write(frame: Frame) -> bytes:
    return _encoder.encode(frame)

"""One fact, one line of canonical JSON, chained to the line before (design §4, GEN-004).

    hash = SHA-256(bytes.fromhex(prev) + the line without its "hash"), prev of line 1 = 64 zeros

Canonical: sorted keys, no spaces, UTF-8, no float. `docs/journal.md` describes the format for
whoever has the archive and not the software.
"""

from __future__ import annotations

import hashlib
from functools import cache
from typing import Any

import msgspec
from msgspec import inspect

from core.rules import FACTS, Fact, canonical

GENESIS = "0" * 64
HASH_KEY = b',"hash":"'
HASH_CHARS = 65  # and its closing quote


class Head(msgspec.Struct, frozen=True, gc=False):
    """The end of a chain: the last sequence number and its hash."""

    seq: int = 0
    hash: str = GENESIS


class Line(msgspec.Struct, frozen=True, gc=False):
    """A line about to be stored, or just read: its bytes, and what they end the chain with."""

    seq: int
    hash: str
    text: bytes

    @property
    def head(self) -> Head:
        return Head(self.seq, self.hash)


class Stamp(msgspec.Struct, frozen=True, gc=False):
    """What a line says beside its fact."""

    at: str
    mono_ns: int
    order_id: str = ""
    actor: str = ""
    role: str = ""
    station: str = ""


class Read(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A stored line, decoded; `data` keeps the fact's own bytes."""

    actor: str
    at: str
    data: msgspec.Raw
    hash: str
    mono_ns: int
    order_id: str
    prev: str
    role: str
    seq: int
    station: str
    type: str

    def fact(self) -> Fact:
        """Raises msgspec.MsgspecError or KeyError when this software does not know such a fact."""
        return _decoder(self.type).decode(self.data)


class BadLine(Exception):  # noqa: N818 -- what an audit finds
    """The chain is broken here; `seq` is the first sequence number that cannot be trusted."""

    def __init__(self, seq: int, why: str) -> None:
        super().__init__(f"{seq}: {why}")
        self.seq = seq
        self.why = why


sha256, fromhex = hashlib.sha256, bytes.fromhex
_canonical = msgspec.json.Encoder(order="sorted")
_as_declared = msgspec.json.Encoder()  # the fields of `Read` are declared in order
_read: msgspec.json.Decoder[Read] = msgspec.json.Decoder(Read)


def _no_float(text: str) -> Any:
    raise ValueError(f"a float: {text}")


_loose = msgspec.json.Decoder(float_hook=_no_float)


def line(head: Head, stamp: Stamp, fact: Fact) -> Line:
    """The line that follows `head`. Raises TypeError for a fact that could hold a float."""
    _must_be_exact(type(fact))
    encode = _canonical.encode
    before = b'{"actor":%b,"at":%b,"data":%b' % (
        encode(stamp.actor),
        encode(stamp.at),
        canonical(fact),
    )
    after = (
        b',"mono_ns":%d,"order_id":%b,"prev":"%b","role":%b,"seq":%d,"station":%b,"type":"%b"}'
        % (
            stamp.mono_ns,
            encode(stamp.order_id),
            head.hash.encode(),
            encode(stamp.role),
            head.seq + 1,
            encode(stamp.station),
            type(fact).__name__.encode(),
        )
    )
    digest = hashlib.sha256(bytes.fromhex(head.hash) + before + after).hexdigest()
    return Line(head.seq + 1, digest, before + HASH_KEY + digest.encode() + b'"' + after)


def place(head: Head | Read, text: bytes) -> Read:
    """Reads the line that must come next, its hash unlooked at. Raises `BadLine`."""
    try:
        read = _read.decode(text)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as fault:
        raise BadLine(head.seq + 1, f"unreadable line ({fault})") from None
    if read.seq != head.seq + 1:
        raise BadLine(head.seq + 1, _what_is_wrong(head, read))
    return read


def follow(head: Head | Read, text: bytes) -> Read:
    """Reads the line that must follow `head`, comparing bytes. Raises `BadLine`."""
    read = place(head, text)
    before, _, rest = text.rpartition(HASH_KEY)
    body = before + rest[HASH_CHARS:]
    if sha256(fromhex(head.hash) + body).hexdigest() == read.hash and read.prev == head.hash:
        return read
    raise BadLine(head.seq + 1, _what_is_wrong(head, read))


def _what_is_wrong(head: Head | Read, read: Read) -> str:
    if read.seq != head.seq + 1:
        return f"found sequence number {read.seq}"
    if read.prev != head.hash:
        return "does not follow the line before (prev)"
    return "altered: the hash does not fit the bytes"


def moment(text: bytes) -> str:
    """What a line says of its time, unverified; empty when it cannot be read."""
    try:
        return _read.decode(text).at
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return ""


def line_hash(text: bytes) -> tuple[int, str]:
    """What a line says of its place and its hash, not compared with anything. Raises `BadLine`."""
    try:
        read = _read.decode(text)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as fault:
        raise BadLine(0, f"unreadable line ({fault})") from None
    return read.seq, read.hash


def must_be_canonical(seq: int, text: bytes, read: Read | None = None) -> None:
    """A line may fit its hash and still not be written as agreed. Raises `BadLine`."""
    try:
        read = read or _read.decode(text)
        data = bytes(read.data)
        plain = _as_declared.encode(read) == text and _canonical.encode(_loose.decode(data)) == data
    except (msgspec.MsgspecError, ValueError) as fault:
        raise BadLine(seq, f"not canonical ({fault})") from None
    if not plain:
        raise BadLine(seq, "not canonical JSON")


@cache
def _decoder(name: str) -> msgspec.json.Decoder[Fact]:
    return msgspec.json.Decoder(FACTS[name])


@cache
def _must_be_exact(fact: type[Fact]) -> None:
    if _can_be_float(inspect.type_info(fact), set()):
        raise TypeError(f"{fact.__name__} can hold a float: money and time are integers")


def _can_be_float(kind: Any, seen: set[type]) -> bool:
    if isinstance(kind, inspect.FloatType | inspect.AnyType | inspect.RawType):
        return True
    if isinstance(kind, inspect.StructType):
        if kind.cls in seen:
            return False
        seen.add(kind.cls)
        return any(_can_be_float(field.type, seen) for field in kind.fields)
    parts: list[Any] = []
    for name in ("types", "item_types"):
        parts.extend(getattr(kind, name, ()))
    for name in ("item_type", "key_type", "value_type"):
        if (part := getattr(kind, name, None)) is not None:
            parts.append(part)
    return any(_can_be_float(part, seen) for part in parts)

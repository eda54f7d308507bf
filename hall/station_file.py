"""A station's own file: its key, and how it gets one with a one-time code (design §4, GEN-007)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
from websockets.asyncio.client import connect

from core.rules import Refusal
from core.stations import StationKind
from hall import protocol
from hall.pairing import pinned_by, secret_of
from hall.private import write_private
from hall.protocol import Paired


class Refused(Exception):  # noqa: N818 -- an answer of the hall, not an error
    """The hall said no: a stable code, and the values its sentence needs."""

    def __init__(self, code: str, values: dict[str, Any] | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.values = values or {}

    def __str__(self) -> str:
        return f"{self.code} {self.values}" if self.values else self.code


class StationFile(msgspec.Struct, frozen=True):
    """What a paired station keeps, mode 0600."""

    station: str
    key: str
    kind: StationKind
    name: str
    certificate: str = ""


def read_station(path: Path) -> StationFile:
    """Raises `Refused`: POSTE_NON_APPAIRE, CLE_DE_POSTE_ILLISIBLE."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=StationFile)
    except FileNotFoundError:
        raise Refused("POSTE_NON_APPAIRE", {"file": str(path)}) from None
    except msgspec.MsgspecError:
        raise Refused("CLE_DE_POSTE_ILLISIBLE", {"file": str(path)}) from None


async def pair(url: str, path: Path, code: str, kind: StationKind, name: str) -> StationFile:
    """Spends a one-time code and keeps the station's key in `path`, 0600. Raises `Refused`."""
    try:
        said = await _asked(url, code, kind, name)
    except Refusal as refusal:
        raise Refused(refusal.code, refusal.values) from None
    match said:
        case Paired():
            kept = StationFile(said.station, said.key, said.kind, said.name, said.certificate)
        case protocol.Refused():
            raise Refused(said.code, said.values)
        case _:
            raise Refused("TRAME_ILLISIBLE")
    write_private(path, msgspec.json.encode(kept))
    return kept


async def _asked(url: str, code: str, kind: StationKind, name: str) -> protocol.FromHall:
    tls = pinned_by(code) if url.startswith("wss:") else None
    async with connect(url, ssl=tls.context if tls else None, compression=None, proxy=None) as line:
        if tls:
            tls.check(line.transport.get_extra_info("ssl_object"))  # before the secret leaves
        await line.send(protocol.write(protocol.Pair(secret_of(code), kind, name)), text=True)
        return protocol.read_hall(await line.recv())

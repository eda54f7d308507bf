"""A disk that remembers what was written and what was synced, and can lose power (guide §1a).

Between two syncs of a file any subset of its writes may have reached the disk, in any order, torn
at 512 bytes. Creating and removing files counts as synced only when their folder was.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import apsw

SECTOR = 512
NAME = "powercut"
Op = tuple  # ("write", file, offset, bytes) ("truncate", file, size) ("sync", file) ("ack", seq)...


class Disk(apsw.VFS):
    """Passes everything on to the real disk and keeps a log of it."""

    def __init__(self) -> None:
        self.log: list[Op] = []
        self.fail_after: int | None = None  # operations left before `fault` sets in
        self.fault: type[Exception] = apsw.FullError
        self.fails_at = "write"  # or sync, open
        super().__init__(NAME, "")

    def xOpen(self, name, flags):  # noqa: N802
        if flags[0] & (apsw.SQLITE_OPEN_MAIN_DB | apsw.SQLITE_OPEN_WAL):
            self.may_fail("open")
        return DiskFile(self, name, flags)

    def may_fail(self, operation: str) -> None:
        """Once it has set in a fault stays: a disk does not heal by being asked again."""
        if self.fail_after is None or operation != self.fails_at:
            return
        self.fail_after -= 1
        if self.fail_after < 0:
            raise self.fault

    def xDelete(self, name, sync_folder):  # noqa: N802
        super().xDelete(name, sync_folder)
        self.log.append(("delete", Path(name).name, sync_folder))

    def ack(self, seq: int) -> None:
        self.log.append(("ack", seq))


class DiskFile(apsw.VFSFile):
    def __init__(self, disk: Disk, name, flags) -> None:
        self._disk = disk
        path = name.filename() if isinstance(name, apsw.URIFilename) else name
        self._name = Path(path).name if path else "temp"
        super().__init__("", name, flags)

    def xWrite(self, data, offset):  # noqa: N802
        self._disk.may_fail("write")
        super().xWrite(data, offset)
        self._disk.log.append(("write", self._name, offset, bytes(data)))

    def xTruncate(self, size):  # noqa: N802
        super().xTruncate(size)
        self._disk.log.append(("truncate", self._name, size))

    def xSync(self, flags):  # noqa: N802
        self._disk.may_fail("sync")
        super().xSync(flags)
        self._disk.log.append(("sync", self._name))


class Platter:
    """What is surely on the disk, and what only perhaps."""

    def __init__(self) -> None:
        self.sure: dict[str, bytearray] = {}
        self.perhaps: dict[str, list[Op]] = {}

    def apply(self, op: Op) -> None:
        kind = op[0]
        if kind in ("write", "truncate"):
            self.perhaps.setdefault(op[1], []).append(op)
            self.sure.setdefault(op[1], bytearray())
        elif kind == "sync":
            for pending in self.perhaps.pop(op[1], ()):
                _put(self.sure[op[1]], pending)
        elif kind == "delete":
            self.sure.pop(op[1], None)
            self.perhaps.pop(op[1], None)

    def image(self, chance: random.Random) -> dict[str, bytes]:
        """One legal content of the disk after a power cut now."""
        files = {}
        for name, sure in self.sure.items():
            content = bytearray(sure)
            for op in self.perhaps.get(name, ()):
                for part in _torn(op):
                    if chance.random() < 0.5:
                        _put(content, part)
            files[name] = bytes(content)
        return files


def _torn(op: Op) -> Iterator[Op]:
    if op[0] != "write":
        yield op
        return
    _, name, offset, data = op
    for start in range(0, len(data), SECTOR):
        yield ("write", name, offset + start, data[start : start + SECTOR])


def _put(content: bytearray, op: Op) -> None:
    if op[0] == "truncate":
        del content[op[2] :]
        return
    _, _, offset, data = op
    if len(content) < offset:
        content.extend(bytes(offset - len(content)))
    content[offset : offset + len(data)] = data


def images(log: list[Op], count: int, seed: int) -> Iterator[tuple[int, dict[str, bytes]]]:
    """(last acknowledged seq, files) of `count` power cuts spread over the log."""
    chance = random.Random(seed)
    cuts = sorted(chance.randrange(1, len(log) + 1) for _ in range(count))
    platter, acked, done = Platter(), 0, 0
    for cut in cuts:
        for op in log[done:cut]:
            if op[0] == "ack":
                acked = op[1]
            else:
                platter.apply(op)
        done = cut
        yield acked, platter.image(chance)

"""The machine as `quine doctor` sees it: its devices, its settings, and what a command answers.

`root` lets a test stand in front of another machine's `/dev`, `/proc`, `/etc` and `/run`.
"""

from __future__ import annotations

import importlib.util
import os
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from enum import StrEnum
from pathlib import Path
from urllib.parse import urlsplit

import msgspec

COMMAND_S, CONNECT_S = 3.0, 1.5


class Level(StrEnum):
    """What stands at the beginning of each line."""

    OK = "ok"
    WARNING = "attention"
    TO_DO = "à faire"
    IMPOSSIBLE = "impossible"


class Finding(msgspec.Struct, frozen=True):
    level: Level
    subject: str
    text: str

    def __str__(self) -> str:
        return f"{self.level:<11} {self.subject:<11} {self.text}"


class Machine(msgspec.Struct):
    """Asked, never changed."""

    root: Path = Path("/")
    environ: Mapping[str, str] = msgspec.field(default_factory=lambda: dict(os.environ))
    encoding: str = msgspec.field(default_factory=lambda: sys.stdout.encoding or "")

    def at(self, path: str) -> Path:
        return self.root / path.lstrip("/")

    def found(self, folder: str, pattern: str) -> list[str]:
        """The names in a folder, shown as the machine's own paths; none where it is not."""
        try:
            paths = sorted(self.at(folder).glob(pattern))
        except OSError:
            return []
        return [f"/{path.relative_to(self.root)}" for path in paths]

    def readable(self, path: str) -> bool:
        return os.access(self.at(path), os.R_OK)

    def writable(self, path: str) -> bool:
        return os.access(self.at(path), os.W_OK)

    def text(self, path: str) -> str:
        """The content of a small system file; empty where it cannot be read."""
        try:
            return self.at(path).read_text(encoding="utf-8", errors="replace")
        except OSError:
            return ""

    def says(self, *command: str) -> str:
        """What a command prints; empty when it is not there, fails, or takes too long."""
        try:
            done = subprocess.run(
                command, capture_output=True, text=True, timeout=COMMAND_S, check=True
            )
        except (OSError, subprocess.SubprocessError):
            return ""
        return done.stdout.strip()

    def has(self, module: str) -> bool:
        """Whether a Python module is installed, without importing it."""
        try:
            return importlib.util.find_spec(module) is not None
        except (ImportError, ValueError):
            return False

    def filesystem(self, folder: Path) -> str:
        """The type of the filesystem a folder lies on, by the longest mount point above it."""
        best, kind = "", ""
        for line in self.text("/proc/mounts").splitlines():
            fields = line.split()
            if len(fields) < 3:
                continue
            point = fields[1].replace("\\040", " ")
            if folder.is_relative_to(point) and len(point) >= len(best):
                best, kind = point, fields[2]
        return kind

    def printer(self, url: str) -> Finding:
        """A printer as a station names it: tcp://host:port, usb:/dev/…, serial:/dev/…, preview:DIR."""
        scheme, _, place = url.partition(":")
        if scheme == "tcp":
            return self._network(url)
        if scheme in ("usb", "serial"):
            path = place.partition("?")[0]
            if not self.at(path).exists():
                return Finding(Level.TO_DO, "imprimante", f"{url} : absente ; allumez, branchez")
            if not self.writable(path):
                return Finding(
                    Level.TO_DO, "imprimante", f"{url} : interdite ; groupe « lp » ou « dialout »"
                )
            return Finding(Level.OK, "imprimante", f"{url} : là, et ouverte à l'écriture")
        if scheme in ("preview", "file") and place:
            return Finding(Level.OK, "imprimante", f"{url} : aperçu, aucun papier")
        return Finding(Level.TO_DO, "imprimante", f"{url} : adresse inconnue")

    def _network(self, url: str) -> Finding:
        try:
            parts = urlsplit(url)
            host, port = parts.hostname or "", parts.port or 9100
            with socket.create_connection((host, port), CONNECT_S):
                return Finding(Level.OK, "imprimante", f"{url} : répond")
        except (OSError, ValueError) as fault:
            return Finding(Level.TO_DO, "imprimante", f"{url} : ne répond pas ({fault})")


def shortened(names: list[str], most: int = 4) -> str:
    """The first names of a long list."""
    more = f" et {len(names) - most} autres" if len(names) > most else ""
    return ", ".join(names[:most]) + more


def worst(findings: list[Finding]) -> Iterator[Finding]:
    """Those that make a night impossible."""
    return (finding for finding in findings if finding.level is Level.IMPOSSIBLE)

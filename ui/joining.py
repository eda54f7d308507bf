"""How a station's program joins the hall: its options, its one-time pairing, its 0600 key file.

Every program of the house takes the same options; what differs comes as `more`. Nothing here is a
screen: what goes wrong before one opens is a sentence on the terminal and an exit status.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import socket
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from core.stations import StationKind
from hall.build import version
from hall.client import HallClient, Refused
from ui import themes, words
from ui.app import STYLES

HALL = "ws://127.0.0.1:8717"
EXIT_NO_START = 2
PAIRING_S = 10


@dataclass(frozen=True)
class Joined:
    """A station that may open its line, and how it wants to look."""

    hall: HallClient
    theme: str
    log: Path
    options: argparse.Namespace


def styles(*names: str) -> list[Path]:
    """The style sheets of a program, in order."""
    return [STYLES / f"{name}.tcss" for name in names]


def joined(
    argv: list[str],
    program: str,
    kind: StationKind,
    description: str,
    more: Callable[[argparse.ArgumentParser], None] | None = None,
) -> Joined | int:
    """Reads the options and pairs if asked to. An int is the exit status: nothing more to do."""
    parser = argparse.ArgumentParser(
        prog=f"quine {program}",
        description=description,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    _common(parser, program)
    if more is not None:
        more(parser)
    options = parser.parse_args(argv)
    file = options.station_file or config_folder() / f"{program}.key"
    hall = HallClient(options.hall, file.expanduser(), version=version())
    if options.pair:
        name = options.name or f"{program} {socket.gethostname()}"
        if fault := _paired(hall, options.pair, kind, name):
            return _said(fault)
    elif not hall.paired:
        return _said(words.in_words("POSTE_NON_APPAIRE", {"file": str(file)}))
    return Joined(hall, options.theme, state_folder() / f"{program}.log", options)


def _common(parser: argparse.ArgumentParser, program: str) -> None:
    add = parser.add_argument
    add("--hall", default=HALL, metavar="URL", help=f"adresse de la salle ({HALL})")
    add("--pair", metavar="CODE", help="code d'appairage, à donner une seule fois")
    add("--name", metavar="NOM", help="nom du poste, retenu par la salle à l'appairage")
    add(
        "--station-file",
        type=Path,
        metavar="FICHIER",
        help=f"clé du poste ({config_folder() / (program + '.key')})",
    )
    add("--theme", default="", choices=["", *themes.NAMES], help="couleurs ; sinon selon l'écran")


def _paired(hall: HallClient, code: str, kind: StationKind, name: str) -> str:
    """Spends the code; a sentence when it was not accepted."""
    try:
        asyncio.run(asyncio.wait_for(hall.pair(code, kind, name), PAIRING_S))
    except Refused as refused:
        return words.in_words(refused.code, refused.values)
    except (
        Exception
    ) as fault:  # whatever a socket or a library may say: the person needs a sentence
        return f"{words.in_words('HORS_LIGNE', {})} ({hall.url}: {fault or type(fault).__name__})"
    return ""


def _said(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return EXIT_NO_START


def config_folder() -> Path:
    """Where a station keeps its key: `$XDG_CONFIG_HOME/quine`, else `~/.config/quine`."""
    return Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config") / "quine"


def state_folder() -> Path:
    """Where faults are noted: `$XDG_STATE_HOME/quine`, else `~/.local/state/quine`."""
    return Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local/state") / "quine"

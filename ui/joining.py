"""How a station's program joins the hall: its options, its one-time pairing, its 0600 key file.

Every program of the house takes the same options; what differs comes as `more`. What an option does
not say, the settings of the machine say (`ui/settings.py`). Nothing here is a
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
from typing import TypeVar

from assets.arguments import Parser
from core.stations import StationKind
from hall.build import version
from hall.client import HallClient, Refused
from ui import themes, words
from ui.app import STYLES, Station
from ui.decode import ScanDecoder, calibrate
from ui.readers import Reader, open_reader
from ui.scan import ScanCollector
from ui.settings import BadSettings, Settings, config_folder, read_settings, settings_file

HALL = "ws://127.0.0.1:8717"
EXIT_NO_START = 2
PAIRING_S = 10
SCANNING = (StationKind.CALLER, StationKind.KIOSK, StationKind.DESK)

S = TypeVar("S", bound=Station)


@dataclass(frozen=True)
class Joined:
    """A station that may open its line, and how it wants to look."""

    hall: HallClient
    theme: str
    log: Path
    options: argparse.Namespace
    settings: Settings
    reader: Reader | None

    def equipped(self, app: S) -> S:
        """The program with this machine's scanner and language."""
        scanner = self.settings.scanner
        decoder = ScanDecoder(calibration=calibrate(scanner.calibration))
        scans = ScanCollector(decoder, prefix=scanner.prefix)
        app.equip(scans, self.reader, self.settings.lang or app.lang)
        return app


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
    parser = Parser(
        prog=f"quine {program}",
        description=description,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    _common(parser, program, kind)
    if more is not None:
        more(parser)
    try:
        settings = _settings(parser, argv, program)
        options = parser.parse_args(argv)
        reader = _reader(options, settings)
    except BadSettings as bad:
        values = {"file": str(bad.file), "why": bad.why}
        return _said(words.in_words("REGLAGES_ILLISIBLES", values))
    file = options.station_file or config_folder() / f"{program}.key"
    hall = HallClient(options.hall, file.expanduser(), version=version())
    if options.pair:
        name = options.name or f"{program} {socket.gethostname()}"
        if fault := _paired(hall, options.pair, kind, name):
            return _said(fault)
    elif not hall.paired:
        return _said(words.in_words("POSTE_NON_APPAIRE", {"file": str(file)}))
    log = state_folder() / f"{program}.log"
    return Joined(hall, options.theme, log, options, settings, reader)


def _settings(parser: argparse.ArgumentParser, argv: list[str], program: str) -> Settings:
    """Reads the settings and makes them the defaults of the options. Raises BadSettings."""
    early = Parser(add_help=False, allow_abbrev=False)
    early.add_argument("--settings", type=Path)
    named: Path | None = early.parse_known_args(argv)[0].settings
    settings = read_settings(named, program)
    file = settings_file(named)
    printer, voice = settings.printer, settings.voice
    for option, table, value in (
        ("hall", "hall", settings.hall),
        ("theme", "theme", settings.theme),
        ("printer", "printer.url", printer.url),
        ("printer_profile", "printer.profile", printer.profile),
        ("engine", "voice.engine", voice.engine),
        ("voice", "voice.voice", voice.voice),
        ("speed", "voice.speed", voice.speed),
        ("sound", "voice.sound", voice.sound),
    ):
        action = next((one for one in parser._actions if one.dest == option), None)
        if value is None or action is None:
            continue
        if action.choices is not None and value not in action.choices:
            among = ", ".join(str(choice) for choice in action.choices if choice)
            raise BadSettings(file, f"{table} = {value!r} ; {among}")
        parser.set_defaults(**{option: value})
    return settings


def _reader(options: argparse.Namespace, settings: Settings) -> Reader | None:
    """The scanner that is no keyboard, if there is one. Raises BadSettings."""
    if "scanner" not in options:
        return None
    given: str | None = options.scanner
    url = settings.scanner.url if given is None else given
    try:
        return open_reader(url) if url else None
    except ValueError as fault:
        where = settings_file(options.settings) if given is None else Path("--scanner")
        raise BadSettings(where, str(fault)) from None


def _common(parser: argparse.ArgumentParser, program: str, kind: StationKind) -> None:
    add = parser.add_argument
    add(
        "--settings",
        type=Path,
        metavar="FICHIER",
        help=f"réglages du poste ({settings_file()})",
    )
    if kind in SCANNING:
        add("--scanner", metavar="URL", help="lecteur sans clavier : serial:PORT, evdev:FICHIER")
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


def state_folder() -> Path:
    """Where faults are noted: `$XDG_STATE_HOME/quine`, else `~/.local/state/quine`."""
    return Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local/state") / "quine"

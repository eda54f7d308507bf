"""What a station knows of its own machine: addresses, printer, scanner, voice, colours, language.

`$XDG_CONFIG_HOME/quine/station.toml`, or the file that `--settings` names; an option given by hand
wins. A table of a program's name ([kiosk], [kiosk.printer] …) is for that program alone, so that
several may run on one machine. Nothing of the law stands here (design §3). `docs/settings.md`.
"""

from __future__ import annotations

import json
import os
import tomllib
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

FILE, CALIBRATION = "station.toml", "calibration.toml"
PROGRAMS = ("caller", "kiosk", "desk", "display")


class PrinterSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`url` as `--printer` takes it, `profile` a name of `quine printer list`.

    The others say in what this printer differs from its profile (`printers.Profile`).
    """

    url: str | None = None
    profile: str | None = None
    dots: Literal[576, 512, 384] | None = None
    mode: Literal["mixed", "dots", "letters"] | None = None
    code_page: Annotated[int, msgspec.Meta(ge=0, le=255)] | None = None
    native_qr: bool | None = None
    cutter: bool | None = None
    status: bool | None = None
    fence: bool | None = None

    @property
    def changes(self) -> dict[str, Any]:
        told = msgspec.structs.asdict(self)
        return {
            name: value
            for name, value in told.items()
            if name not in ("url", "profile") and value is not None
        }


class ScannerSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`url` of a scanner that is no keyboard; `prefix` the key that a keyboard one types first.

    `calibration` is what one scan of the calibration sheet typed here; `quine doctor scanner`
    keeps it in a file of its own.
    """

    url: str = ""
    prefix: Literal["", "f11", "f12"] = ""
    calibration: str = ""


class VoiceSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """As the options of `quine voice`."""

    engine: str | None = None
    voice: str | None = None
    speed: float | None = None
    sound: str | None = None


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """None: the program's own default."""

    hall: str | None = None
    theme: str | None = None
    lang: Literal["fr", "en"] | None = None
    printer: PrinterSettings = PrinterSettings()
    scanner: ScannerSettings = ScannerSettings()
    voice: VoiceSettings = VoiceSettings()


class BadSettings(Exception):  # noqa: N818 -- an answer to the person who wrote the file
    """The file cannot be used: which, and why."""

    def __init__(self, file: Path, why: str) -> None:
        super().__init__(f"{file}: {why}")
        self.file, self.why = file, why


def config_folder() -> Path:
    """Where a station keeps its key and its settings: `$XDG_CONFIG_HOME/quine`."""
    return Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config") / "quine"


def settings_file(named: Path | None = None) -> Path:
    """The file that was named, else the station's own."""
    return config_folder() / FILE if named is None else named.expanduser()


def read_settings(file: Path | None = None, program: str = "") -> Settings:
    """The settings of one program; all defaults where no file lies. Raises BadSettings.

    A file that was named must be there. Every table is checked, that of other programs too.
    """
    path = settings_file(file)
    told = _tables(path, must_be_there=file is not None)
    own = {name: told.pop(name) for name in PROGRAMS if name in told}
    settings = _checked(path, told)
    for name, table in own.items():
        if not isinstance(table, dict):
            raise BadSettings(path, f"{name} : [{name}] attendu, une table")
        alone = _checked(path, _over(told, table))
        if name == program:
            settings = alone
    if not settings.scanner.calibration:
        learnt = _learnt(path.with_name(CALIBRATION))
        scanner = msgspec.structs.replace(settings.scanner, calibration=learnt)
        settings = msgspec.structs.replace(settings, scanner=scanner)
    return settings


def keep_calibration(typed: str, file: Path | None = None) -> Path:
    """Keeps what the calibration sheet typed, beside the settings; returns the file. OSError."""
    settings = settings_file(file)
    path = settings.with_name(CALIBRATION)
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(path.name + ".new")
    line = f"calibration = {json.dumps(typed, ensure_ascii=False)}\n"
    partial.write_text(f"# Appris par « quine doctor scanner ».\n{line}", encoding="utf-8")
    partial.replace(path)
    return path


def _learnt(path: Path) -> str:
    return str(_tables(path, must_be_there=False).get("calibration", ""))


def _tables(path: Path, *, must_be_there: bool) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as fault:
        if must_be_there:
            raise BadSettings(path, str(fault.strerror)) from None
        return {}
    except OSError as fault:
        raise BadSettings(path, str(fault.strerror)) from None
    except ValueError as fault:  # not UTF-8, or not TOML: which line is said
        raise BadSettings(path, str(fault)) from None


def _over(common: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    """The common tables with a program's own laid over them."""
    merged = dict(common)
    for name, value in own.items():
        below = merged.get(name)
        both = isinstance(value, dict) and isinstance(below, dict)
        merged[name] = _over(below, value) if both else value  # type: ignore[arg-type]  # `both` says it
    return merged


def _checked(path: Path, tables: dict[str, Any]) -> Settings:
    try:
        return msgspec.convert(tables, Settings)
    except msgspec.ValidationError as fault:
        raise BadSettings(path, str(fault)) from None

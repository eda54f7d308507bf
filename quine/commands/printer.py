"""`quine printer`: a test page and what the printer answered; code pages; which printers there are."""

from __future__ import annotations

import argparse
import asyncio
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from printers import Profile
    from ui.settings import PrinterSettings

PRINTING = ("kiosk", "desk")
NOBODY = bytes(32)  # the key of no house: the code is read, and is a test to all of them
WHICH = (
    "tcp://hôte:9100, usb:…, serial:…, preview:DOSSIER ; ou kiosk, desk : l'imprimante que les "
    "réglages donnent à ce programme ; rien : celle du poste"
)


def add(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(required=True, metavar="ACTION")
    test = actions.add_parser("test", help="imprimer une page d'essai")
    test.add_argument("printer", nargs="?", default="", metavar="IMPRIMANTE", help=WHICH)
    test.add_argument(
        "--profile", metavar="PROFIL", help="défaut : celui des réglages, ou epson-80"
    )
    test.set_defaults(run=run_test)
    pages = actions.add_parser("pages", help="chercher le numéro des lettres accentuées")
    pages.add_argument("printer", nargs="?", default="", metavar="IMPRIMANTE", help=WHICH)
    pages.set_defaults(run=run_pages, profile=None)
    known = actions.add_parser("list", help="les imprimantes des réglages, et les profils connus")
    known.set_defaults(run=run_list)
    for action in (test, pages, known):
        action.add_argument("--settings", type=Path, metavar="FICHIER", help="réglages du poste")


def run_test(args: argparse.Namespace) -> int:
    from core import codes
    from core.documents import TestPage, coded
    from printers import try_printer
    from ui.devices import cause_in_words

    url, profile = _meant(args)
    blank = TestPage(house="Quine", number=1, printer=url)
    page = coded(blank, partial(codes.make, NOBODY))
    tried = asyncio.run(try_printer(url, profile, page))
    if tried.printed:
        print(
            "Page imprimée et confirmée" if tried.confirmed else "Page envoyée, sans confirmation"
        )
        if tried.state.low:
            print("Le rouleau est presque fini")
        return 0
    came = "La page est peut-être incomplète" if tried.begun else "Rien n'est sorti"
    print(f"{came} : {cause_in_words(tried.cause)} [{tried.cause}]", file=sys.stderr)
    return 1


def run_pages(args: argparse.Namespace) -> int:
    from printers import try_code_pages
    from ui.devices import cause_in_words

    cause = asyncio.run(try_code_pages(_meant(args)[0]))
    if cause:
        print(f"Rien n'est sorti : {cause_in_words(cause)} [{cause}]", file=sys.stderr)
        return 1
    print("Gardez le numéro dont la ligne se lit bien : code_page = N dans [printer] des réglages")
    return 0


def run_list(args: argparse.Namespace) -> int:
    from printers import PROFILES

    seen = set()
    for program in ("", "kiosk", "desk"):
        own = _own(args.settings, program)
        if own.url and own not in seen:
            seen.add(own)
            print(f"{program or 'poste':16} {own.url}")
            print(f"{'':16} {_said(_profile(own.url, own.profile, own.changes))}")
    for name, profile in PROFILES.items():
        print(f"{name:16} {_said(profile)}")
    return 0


def _meant(args: argparse.Namespace) -> tuple[str, Profile]:
    """The address and the profile. Refuses PROFIL_INCONNU, ADRESSE_ILLISIBLE; ends without either."""
    from core.rules import Refusal

    if ":" in args.printer:
        return args.printer, _profile(args.printer, args.profile, {})
    if args.printer not in ("", *PRINTING):
        raise Refusal("ADRESSE_ILLISIBLE", text=args.printer)
    own = _own(args.settings, args.printer)
    if not own.url:
        which = args.printer or "poste"
        raise SystemExit(f"Les réglages ne donnent pas d'imprimante : {which}. [SANS_IMPRIMANTE]")
    changes = {} if args.profile else own.changes
    return own.url, _profile(own.url, args.profile or own.profile, changes)


def _own(file: Path | None, program: str) -> PrinterSettings:
    """What the settings give to a program, "" for what they give to all. Ends with a bad file."""
    from ui.settings import BadSettings, read_settings
    from ui.words import in_words

    try:
        return read_settings(file, program).printer
    except BadSettings as bad:
        values = {"file": str(bad.file), "why": bad.why}
        raise SystemExit(in_words("REGLAGES_ILLISIBLES", values)) from None


def _profile(url: str, name: str | None, changes: Mapping[str, Any]) -> Profile:
    from core.rules import Refusal
    from printers import open_transport, profile_for
    from ui.devices import DEFAULT_PROFILE

    try:
        open_transport(url)
        return profile_for(url, name or DEFAULT_PROFILE, changes)
    except ValueError:
        raise Refusal("ADRESSE_ILLISIBLE", text=url) from None
    except KeyError:
        raise Refusal("PROFIL_INCONNU", profile=name) from None


def _said(profile: Profile) -> str:
    """All that a profile says, in a line."""
    paper = {"mixed": "cartons peints", "dots": "tout peint", "letters": "tout en lettres"}
    said = [f"{profile.dots} points", paper[profile.mode], f"lettres n° {profile.code_page}"]
    said.append("QR" if profile.native_qr else "QR peint")
    said.append("massicot" if profile.cutter else "sans massicot")
    said.append("répond" if profile.status and profile.fence else "ne répond pas")
    return ", ".join(said)

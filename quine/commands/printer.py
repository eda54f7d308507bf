"""`quine printer test URL`: prints a page and says what the printer answered."""

from __future__ import annotations

import argparse
import asyncio
import sys


def add(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(required=True, metavar="ACTION")
    test = actions.add_parser("test", help="imprimer une page d'essai")
    test.add_argument("url", metavar="URL", help="tcp://hôte:9100, usb:…, serial:…, preview:DIR")
    test.add_argument("--profile", default="epson-80", metavar="PROFIL")
    test.set_defaults(run=run_test)
    profiles = actions.add_parser("list", help="les profils d'imprimante connus")
    profiles.set_defaults(run=run_list)


def run_test(args: argparse.Namespace) -> int:
    from core.documents import TestPage
    from core.rules import Refusal
    from printers import PROFILES, try_printer

    profile = PROFILES.get(args.profile)
    if profile is None:
        raise Refusal("PROFIL_INCONNU", profile=args.profile)
    page = TestPage(house="Quine", number=1, printer=args.url)
    try:
        tried = asyncio.run(try_printer(args.url, profile, page))
    except ValueError:
        raise Refusal("ADRESSE_ILLISIBLE", text=args.url) from None
    if tried.printed:
        print(
            "Page imprimée et confirmée" if tried.confirmed else "Page envoyée, sans confirmation"
        )
        return 0
    print(f"Rien n'est sorti : {tried.cause}", file=sys.stderr)
    return 1


def run_list(args: argparse.Namespace) -> int:
    from printers import PROFILES

    for name, profile in PROFILES.items():
        print(f"{name:16} {profile.dots} points, {profile.columns} colonnes, mode {profile.mode}")
    return 0

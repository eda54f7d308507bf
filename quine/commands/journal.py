"""`quine journal verify | export`: the chain held against itself, and its lines (design §4)."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path


def add(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(required=True, metavar="ACTION")
    verify = actions.add_parser("verify", help="vérifier la chaîne, les sceaux et le fichier")
    verify.add_argument("path", type=Path, metavar="CHEMIN", help="maison, dossier ou .jsonl")
    verify.set_defaults(run=run_verify)
    export = actions.add_parser("export", help="sortir les lignes (JSON Lines)")
    export.add_argument("path", type=Path, metavar="DIR")
    export.set_defaults(run=run_export)


def run_verify(args: argparse.Namespace) -> int:
    """Exit 0 with count and head; exit 1 naming the first bad sequence number and why."""
    from hall.journal.audit import verify

    try:
        report = verify(args.path)
    except FileNotFoundError:
        return _absent(args.path)
    print(report)
    return 0 if report.whole else 1


def run_export(args: argparse.Namespace) -> int:
    from hall.journal.audit import export

    try:
        report = export(args.path, sys.stdout.buffer)
    except FileNotFoundError:
        return _absent(args.path)
    sys.stdout.flush()
    if not report.whole:
        print(report, file=sys.stderr)
    return 0 if report.whole else 1


def _absent(path: Path) -> int:
    print(f"Aucun journal dans {path} [PAS_DE_JOURNAL]", file=sys.stderr)
    return 1

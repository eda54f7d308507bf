"""`quine journal verify | export | backup`: the chain, its lines, a copy elsewhere (design §4)."""

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
    backup = actions.add_parser(
        "backup",
        help="copier le journal, salle ouverte ou non",
        description="Copie entière et vérifiée ; n'écrase jamais. Le journal seul : ni les clés,"
        " ni les personnes.",
    )
    backup.add_argument("path", type=Path, metavar="DIR")
    backup.add_argument(
        "--to", type=Path, required=True, metavar="FICHIER.db|DOSSIER", help="où la poser"
    )
    backup.set_defaults(run=run_backup)


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


def run_backup(args: argparse.Namespace) -> int:
    """Exit 0 with the copy's name, count and head, once it has been read back whole."""
    from quine.safekeeping import backed_up

    try:
        report = backed_up(args.path, args.to)
    except FileNotFoundError:
        return _absent(args.path)
    except OSError as fault:
        print(f"Impossible d'écrire dans {args.to} : {fault.strerror} [FICHIER_NON_ECRIT]",
              file=sys.stderr)  # fmt: skip
        return 1
    print(report)
    return 0


def _absent(path: Path) -> int:
    print(f"Aucun journal dans {path} [PAS_DE_JOURNAL]", file=sys.stderr)
    return 1

"""`quine journal verify | export | backup | archive`: the chain, its lines, copies elsewhere."""

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
    archive = actions.add_parser(
        "archive",
        help="archiver une année, lisible sans Quine",
        description="Toutes les lignes d'une année, avec de quoi les vérifier ; n'écrase jamais et"
        " ne retire rien du journal.",
    )
    archive.add_argument("path", type=Path, metavar="DIR")
    archive.add_argument("--year", type=int, required=True, metavar="AAAA", help="l'année civile")
    archive.add_argument("--out", type=Path, required=True, metavar="FICHIER.zip")
    archive.set_defaults(run=run_archive)


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
        return _unwritten(args.to, fault)
    print(report)
    return 0


def run_archive(args: argparse.Namespace) -> int:
    """Exit 0 with the archive's name, lines and head."""
    from quine.yearly import archived

    try:
        kept = archived(args.path, args.year, args.out)
    except FileNotFoundError:
        return _absent(args.path)
    except OSError as fault:
        return _unwritten(args.out, fault)
    about = kept.about
    print(f"{kept.file} : lignes {about.first} à {about.last}, tête {about.head}")
    if not kept.ended:
        print(
            "Aucune ligne d'une année plus tardive : si celle-ci n'est pas finie, à refaire alors."
        )
    return 0


def _unwritten(out: Path, fault: OSError) -> int:
    print(f"Impossible d'écrire dans {out} : {fault.strerror} [FICHIER_NON_ECRIT]", file=sys.stderr)
    return 1


def _absent(path: Path) -> int:
    print(f"Aucun journal dans {path} [PAS_DE_JOURNAL]", file=sys.stderr)
    return 1

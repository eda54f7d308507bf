"""`quine dossier DIR`: all of a *séance* in one file for the inspector, at any moment (GEN-017)."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from core.rules import Refusal


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("path", type=Path, metavar="DIR", help="maison, dossier ou .jsonl")
    parser.add_argument("--seance", default="", metavar="ID", help="défaut : la dernière")
    parser.add_argument("--out", type=Path, required=True, metavar="FICHIER.zip|DOSSIER")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Beside a running hall too. Exit 1 with one sentence when nothing could be written."""
    from quine.dossier import make

    try:
        made = make(args.path, args.out, args.seance)
    except FileNotFoundError as fault:
        if fault.filename is None:
            raise Refusal("PAS_UNE_MAISON", folder=str(args.path)) from None
        return _unwritten(args.out, fault)
    except OSError as fault:
        return _unwritten(args.out, fault)
    mark = ", noms masqués" if made.masked else ""
    print(
        f"Dossier de la séance {made.seance} : {made.path}, {made.bytes} octets,"
        f" {made.lines} lignes de journal{mark}"
    )
    print(f"Tête du journal : {made.head}")
    return 0


def _unwritten(out: Path, fault: OSError) -> int:
    print(f"Impossible d'écrire {out} : {fault.strerror} [FICHIER_NON_ECRIT]", file=sys.stderr)
    return 1

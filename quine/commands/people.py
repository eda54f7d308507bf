"""`quine people import FILE.csv`: staff with their functions, and the exclusion list."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path


def add(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(required=True, metavar="ACTION")
    take = actions.add_parser(
        "import",
        help="importer un fichier CSV",
        description="Colonnes : nom, prenom, naissance ; pour le personnel fonctions, et au choix "
        "identifiant, piece, code, badge. Sans colonne fonctions, c'est la liste des exclusions. "
        "Tout ou rien.",
    )
    take.add_argument("file", type=Path, metavar="FICHIER.csv")
    take.add_argument("--data", type=Path, required=True, metavar="DIR", help="la maison")
    take.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from assets.words import words
    from core.people import RecordStaff
    from hall.lists import BadList, import_list
    from hall.opening import open_house

    try:
        content = args.file.read_bytes()
    except OSError as fault:
        print(f"Fichier illisible : {fault.strerror} [FICHIER_ILLISIBLE]", file=sys.stderr)
        return 1
    opened = open_house(args.data)
    try:
        employed, barred = import_list(opened.hall.people, content)
        for one in employed:
            opened.give(RecordStaff(one.person, one.digest, one.roles))
        opened.commit()
    except BadList as bad:
        for line in bad.faults:
            sentence = words().refusal(line.code, line.values)
            print(f"ligne {line.line} : {sentence} [{line.code}]", file=sys.stderr)
        print("Rien n'a été importé.", file=sys.stderr)
        return 1
    finally:
        opened.close()
    print(f"{len(employed)} personnes employées, {barred} exclusions enregistrées")
    return 0

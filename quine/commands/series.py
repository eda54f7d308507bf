"""`quine series create`: a certified series of ours; `quine series import`: a supplier's (design §9)."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.bingo.stock import Report

MOST_LISTED = 12  # numbers set aside that are listed one by one


def add(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(required=True, metavar="ACTION")
    create = actions.add_parser("create", help="créer une série certifiée")
    create.add_argument("--data", type=Path, required=True, metavar="DIR", help="la maison")
    create.add_argument("--serie", type=int, required=True, metavar="S", help="son numéro")
    create.add_argument("--size", type=int, required=True, metavar="N", help="multiple de six")
    create.set_defaults(run=run_create)
    again = actions.add_parser("verify", help="refaire toute une série et comparer son certificat")
    again.add_argument("--data", type=Path, required=True, metavar="DIR", help="la maison")
    again.add_argument("--serie", type=int, required=True, metavar="S", help="son numéro")
    again.set_defaults(run=run_verify)
    take = actions.add_parser(
        "import",
        help="importer une série préimprimée",
        description="JSON Lines, ou CSV avec les colonnes serial et n1..n15 ou c1..c27 ; aussi en "
        ".gz. Une colonne ecarte donne la raison pour laquelle un numéro ne sera jamais vendu. "
        "Tout ou rien.",
    )
    take.add_argument("file", type=Path, metavar="FICHIER")
    take.add_argument("--data", type=Path, required=True, metavar="DIR", help="la maison")
    take.add_argument("--serie", type=int, required=True, metavar="S", help="son numéro")
    take.add_argument(
        "--approval",
        default="",
        metavar="REF",
        help="agrément du fabricant ; défaut : celui de la fiche d'agrément",
    )
    take.set_defaults(run=run_import)


def run_create(args: argparse.Namespace) -> int:
    from core.bingo.stockroom import CreateSerie
    from core.rules import told
    from hall import supplies  # noqa: F401 -- draws the key and certifies the series
    from hall.opening import open_house

    opened = open_house(args.data)
    try:
        created = told(opened.give(CreateSerie(args.serie, args.size)))
        opened.commit()
    finally:
        opened.close()
    print(f"Série {created['serie']:03d} : {args.size} cartons, empreinte {created['digest']}")
    return 0


def run_verify(args: argparse.Namespace) -> int:
    """Every carton made again from the journalled key. Refuses CERTIFICAT_DIFFERENT."""
    from core.bingo.cartons import Certificate, certificates
    from core.rules import Refusal
    from hall.stock import known_series
    from quine.commands.reading import house_of

    found = [known for known in known_series(house_of(args.data)) if known.serie == args.serie]
    if not found:
        raise Refusal("SERIE_INCONNUE", serie=args.serie)
    last = max(found, key=lambda known: known.season)
    certificate = Certificate(last.algorithm, last.size, last.digest, last.exceptions)
    certificates.verify(bytes.fromhex(last.key), certificate)
    print(f"Série {args.serie:03d} : {last.size} cartons refaits, certificat exact")
    return 0


def run_import(args: argparse.Namespace) -> int:
    from hall.opening import open_house
    from hall.stock import NotTaken, import_series

    try:
        data = args.file.read_bytes()
    except OSError as fault:
        print(f"Fichier illisible : {fault.strerror} [FICHIER_ILLISIBLE]", file=sys.stderr)
        return 1
    opened = open_house(args.data)
    try:
        imported = import_series(opened, data, args.serie, args.approval)
    except NotTaken as refused:
        _report(refused.report)
        return 1
    except OSError as fault:
        print(f"Écriture impossible : {fault.strerror}. Rien n'a été importé.", file=sys.stderr)
        return 1
    finally:
        opened.close()
    print(
        f"Série {imported.serie:03d} importée : numéros {imported.first} à "
        f"{imported.first + imported.size - 1}, agrément {imported.approval}, "
        f"empreinte {imported.digest}"
    )
    _say_set_aside(imported.set_aside)
    return 0


def _report(report: Report) -> None:
    from assets.words import words

    for fault in report.faults:
        sentence = words().refusal(fault.code, fault.values)
        print(f"ligne {fault.line} : {sentence} [{fault.code}]", file=sys.stderr)
    if report.more_faults:
        print(f"et {report.more_faults} autres lignes refusées", file=sys.stderr)
    print("Rien n'a été importé.", file=sys.stderr)


def _say_set_aside(set_aside: Mapping[int, str]) -> None:
    listed = [f"{number} ({reason})" for number, reason in list(set_aside.items())[:MOST_LISTED]]
    if len(set_aside) > MOST_LISTED:
        listed.append("…")
    if listed:
        print(f"{len(set_aside)} numéros écartés, jamais vendus : {', '.join(listed)}")

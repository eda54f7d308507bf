"""`quine series create`: a certified series of cartons, its header journalled (design §9)."""

from __future__ import annotations

import argparse
from pathlib import Path


def add(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(required=True, metavar="ACTION")
    create = actions.add_parser("create", help="créer une série certifiée")
    create.add_argument("--data", type=Path, required=True, metavar="DIR", help="la maison")
    create.add_argument("--serie", type=int, required=True, metavar="S", help="son numéro")
    create.add_argument("--size", type=int, required=True, metavar="N", help="multiple de six")
    create.set_defaults(run=run_create)


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

"""`quine draw proof | verify`: what a player needs to check a draw at home (design §7)."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from core.rules import Refusal


def add(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(required=True, metavar="ACTION")
    proof = actions.add_parser("proof", help="sortir la preuve d'un tirage (JSON)")
    proof.add_argument("path", type=Path, metavar="DIR")
    proof.add_argument("--partie", type=int, required=True, metavar="N")
    proof.add_argument("--seance", default="", metavar="ID", help="défaut : la dernière")
    proof.set_defaults(run=run_proof)
    verify = actions.add_parser("verify", help="vérifier une preuve")
    verify.add_argument("file", type=Path, metavar="FICHIER")
    verify.set_defaults(run=run_verify)


def run_proof(args: argparse.Namespace) -> int:
    import msgspec

    from core import chance
    from core.bingo.partie.preparation import serials
    from quine.commands.reading import house_of, seance_of

    house = house_of(args.path)
    seance = seance_of(house, args.seance)
    partie = seance.parties.get(args.partie)
    if partie is None:
        raise Refusal("PARTIE_INCONNUE", partie=args.partie)
    if not partie.revealed:
        raise Refusal("TIRAGE_NON_REVELE", partie=args.partie)
    told = chance.proof(
        bytes.fromhex(partie.revealed),
        partie.game_id,
        serials(partie.serie, partie.sold_last),
        partie.public,
        partie.balls,
    )
    sys.stdout.write(msgspec.json.encode(told).decode() + "\n")
    return 0


def run_verify(args: argparse.Namespace) -> int:
    import msgspec

    from core import chance

    try:
        told = msgspec.json.decode(args.file.read_bytes())
    except (OSError, msgspec.DecodeError) as fault:
        raise Refusal("PREUVE_ILLISIBLE", field=str(fault)) from None
    if not isinstance(told, dict):
        raise Refusal("PREUVE_ILLISIBLE", field="objet")
    chance.verify(told)
    public = told["public_entropy"]
    mark = " (sans aléa public)" if str(public).startswith("journal:") else ""
    print(f"Tirage {told['game_id']} : {len(told['calls'])} boules, preuve exacte{mark}")
    return 0

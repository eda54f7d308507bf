"""`quine demo`: a night at the bingo, by itself (`--headless`) or with you at the console."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--headless", action="store_true", help="toute une nuit, sans terminal")
    parser.add_argument("--players", type=int, default=12, metavar="N", help="joueurs simulés")
    parser.add_argument("--parties", type=int, default=3, metavar="P", help="au moins 2")
    parser.add_argument("--rehearsal-seed", metavar="S", help="la même nuit, à l'octet près")
    parser.add_argument("--speed", type=int, default=1, metavar="N", help="divise les délais")
    parser.add_argument("--out", type=Path, metavar="DIR", help="où laisser la nuit")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from core.rules import Refusal

    if args.players < 1 or args.parties < 2 or args.speed < 1:
        raise Refusal("DEMONSTRATION_IMPOSSIBLE", players=args.players, parties=args.parties)
    if args.headless or not sys.stdout.isatty():
        return _headless(args)
    from quine.simulator.live import live

    return live(args.players, args.parties, args.speed, args.rehearsal_seed, args.out)


def _headless(args: argparse.Namespace) -> int:
    """Exit 0 only if every check holds."""
    from quine.simulator.headless import headless
    from quine.simulator.night import Script

    out = args.out or Path("build/demo")
    script = Script(args.players, args.parties, args.rehearsal_seed or "0")
    checks, night, seconds = headless(script, args.rehearsal_seed, out)
    for check in checks:
        print(f"{'ok ' if check.holds else 'NON'} {check.what} : {check.seen}")
    failed = [check for check in checks if not check.holds]
    print(
        f"{args.players} joueurs, {args.parties} parties, {night.orders} ordres en {seconds:.1f} s"
        f" → {out}"
    )
    if failed:
        print(f"{len(failed)} vérifications ne tiennent pas", file=sys.stderr)
    return 1 if failed else 0

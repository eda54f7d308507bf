"""`quine simulate`: the real hall under the load of a full room, and what it took (issue 4)."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from quine.load.figures import Figures, Phase, Spread


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--kiosks", type=int, default=20, metavar="K", help="bornes à la fois")
    parser.add_argument("--boards", type=int, default=10, metavar="B", help="tableaux")
    parser.add_argument("--players", type=int, default=100, metavar="N", help="joueurs")
    parser.add_argument("--parties", type=int, default=2, metavar="P", help="au moins 2")
    parser.add_argument(
        "--rate", type=float, default=0.0, metavar="R", help="ordres par seconde ; 0 : au plus vite"
    )
    parser.add_argument("--seconds", type=int, default=300, metavar="S", help="temps maximal")
    parser.add_argument("--json", action="store_true", help="tous les chiffres, en JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Exit 0 when the whole night was played and its journal is whole."""
    import msgspec

    from quine.load.driving import Load, drive

    load = Load(args.kiosks, args.boards, args.players, args.parties, args.rate, args.seconds)
    figures = drive(load)
    if args.json:
        sys.stdout.write(msgspec.json.encode(figures).decode() + "\n")
    else:
        print("\n".join(_lines(figures)))
    return 0 if figures.complete and figures.journal == "entier" else 1


def _lines(figures: Figures) -> list[str]:
    hall = figures.hall
    end = "complète" if figures.complete else f"INTERROMPUE : {figures.failed}"
    return [
        f"{figures.kiosks} bornes, {figures.boards} tableaux, {figures.players} joueurs,"
        f" {figures.parties} parties : nuit {end}, journal {figures.journal}",
        f"vente       {_phase(figures.sale)}",
        f"tirage      {_phase(figures.draw)}",
        f"en tout     {_phase(figures.all)}",
        f"tableaux    de l'ordre à la vue : {_spread(figures.view_ms)}, {figures.views} vues",
        f"octets      {figures.sent_bytes:,} envoyés, {figures.received_bytes:,} reçus",
        f"salle       {hall.cpu_s} s de processeur ({hall.cpu_share:.0%}), {hall.memory_mb} Mo",
        f"journal     {hall.lines} lignes en {hall.commits} commits"
        f" ({hall.lines_a_commit} lignes par commit, {hall.commits_a_second} commits/s),"
        f" commit : {_spread(hall.commit_ms)}, {hall.journal_bytes:,} octets",
        f"postes      {figures.stations_cpu_s} s de processeur, tous dans ce programme",
    ]


def _phase(phase: Phase) -> str:
    return (
        f"{phase.orders} ordres en {phase.seconds} s, {phase.orders_a_second} par seconde ;"
        f" réponse : {_spread(phase.answer_ms)}"
    )


def _spread(took: Spread) -> str:
    return f"p50 {took.p50:.1f} ms, p99 {took.p99:.1f} ms, au plus {took.most:.1f} ms"

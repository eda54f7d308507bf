"""`quine odds`: exact chances for a room of N cartons, and the *boule maxima* for a wanted chance."""

from __future__ import annotations

import argparse


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--cartons", type=int, required=True, metavar="N", help="en jeu")
    parser.add_argument("--boule-maxima", type=int, default=52, metavar="K", help="défaut 52")
    parser.add_argument("--chance", type=float, default=0.02, help="chance voulue du cumulé")
    parser.add_argument("--single", action="store_true", help="cartons isolés, non par bandes")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from core.bingo import odds

    strips = not args.single
    print(f"{args.cartons} cartons en jeu, {'par bandes de six' if strips else 'isolés'}")
    print(" boule   quine avant   bingo avant")
    for ball in range(20, 91, 5):
        quine = odds.room_quine(ball, args.cartons, strips)
        bingo = odds.room_bingo(ball, args.cartons, strips)
        bar = "█" * round(bingo * 40)
        print(f"  {ball:3}     {quine:9.4%}     {bingo:9.4%}  {bar}")
    won = odds.room_bingo(args.boule_maxima, args.cartons, strips)
    print(f"Cumulé à la boule {args.boule_maxima} au plus : {won:.4%}")
    proposed = odds.boule_maxima(args.chance, args.cartons, strips)
    print(f"Pour {args.chance:.2%} : boule maxima {proposed}")
    return 0

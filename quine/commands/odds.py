"""`quine odds`: the chances of a room of N cartons, and the *boule maxima* for a wanted chance (JKP-007).

Exact for one carton and for one strip; a larger room as `core.bingo.odds` says.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

TABLE = range(20, 91, 5)
CURVE = range(19, 91)  # a column a ball, as wide as a screen of 80
TALL = 8  # lines of the curve
PARTS = " ▁▂▃▄▅▆▇█"


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--cartons", type=int, required=True, metavar="N", help="en jeu")
    parser.add_argument("--boule-maxima", type=int, default=52, metavar="K", help="défaut 52")
    parser.add_argument(
        "--chance", type=_chance, default=0.02, metavar="C", help="voulue, 0,02 ou 2 %% (défaut)"
    )
    parser.add_argument("--single", action="store_true", help="cartons isolés, non par bandes")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """All of it or a refusal: NOMBRE_DE_CARTONS_INVALIDE, BOULE_HORS_LIMITES, CHANCE_HORS_LIMITES."""
    told = _told(args.cartons, args.boule_maxima, args.chance, not args.single)
    print("\n".join(told))
    return 0


def _told(cartons: int, last: int, chance: float, strips: bool) -> Iterator[str]:
    from core.bingo import odds

    def bingo(ball: int) -> float:
        return odds.room_bingo(ball, cartons, strips)

    yield f"{cartons} cartons en jeu, {'par bandes de six' if strips else 'isolés'}"
    yield " boule   quine au plus tard   bingo au plus tard"
    for ball in sorted({*TABLE, last}):
        quine = odds.room_quine(ball, cartons, strips)
        mark = "  <- boule maxima" if ball == last else ""
        yield f"  {ball:3}   {_percent(quine):>18}   {_percent(bingo(ball)):>18}{mark}"
    yield ""
    yield from _curve([bingo(ball) for ball in CURVE])
    proposed = odds.boule_maxima(chance, cartons, strips)
    yield ""
    yield f"Cumulé gagné à la boule {last} au plus tard : {_percent(bingo(last))}"
    further = min(proposed + 1, CURVE[-1])
    yield f"Pour {_percent(chance)} au plus : boule maxima {proposed}"
    yield f"  {proposed} : {_percent(bingo(proposed))} ; {further} : {_percent(bingo(further))}"


def _curve(chances: list[float]) -> Iterator[str]:
    """The chance of a bingo by each ball, in eighths of a line; its axis has a mark every ten."""
    for line in range(TALL - 1, -1, -1):
        cells = (PARTS[round(8 * min(1.0, max(0.0, TALL * one - line)))] for one in chances)
        scale = {TALL - 1: "100 %", TALL // 2 - 1: " 50 %"}.get(line, "     ")
        yield f"{scale} {''.join(cells)}".rstrip()
    axis, below = ([" "] * (len(CURVE) + 1) for _ in range(2))
    for at, ball in enumerate(CURVE):
        axis[at] = "┴" if ball % 10 == 0 else "─"
        if ball % 10 == 0:
            below[at - 1 : at + 1] = str(ball)
    yield f"  0 % {''.join(axis).rstrip()}"
    yield f"bingo {''.join(below).rstrip()}"


def _percent(chance: float) -> str:
    """As people write it; what is rare is never written as impossible."""
    if 0 < chance < 0.000001:
        return "< 0,0001 %"
    return f"{100 * chance:.4f} %".replace(".", ",")


def _chance(text: str) -> float:
    number = text.strip().removesuffix("%").strip().replace(",", ".")
    try:
        return float(number) / (100 if text.strip().endswith("%") else 1)
    except ValueError:
        raise argparse.ArgumentTypeError(f"une chance s'écrit 0,02 ou 2 % : {text}") from None

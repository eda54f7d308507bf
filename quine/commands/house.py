"""`quine house new`: founds a house, and for a rehearsal all that a night by hand needs."""

from __future__ import annotations

import argparse
from pathlib import Path

from core.bingo.forfait.state import Terms
from core.rules import Role
from core.site import Parameters


def add(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(required=True, metavar="ACTION")
    new = actions.add_parser("new", help="fonder une maison")
    new.add_argument("--data", type=Path, required=True, metavar="DIR", help="son dossier")
    new.add_argument("--name", default="", help="le nom du casino, imprimé sur chaque papier")
    new.add_argument("--code", default="", help="son code, lettres et chiffres (dans les tirages)")
    new.add_argument(
        "--rehearsal",
        action="store_true",
        help="maison de répétition : personnel, avis, une exclusion, une séance pour aujourd'hui",
    )
    new.add_argument("--rehearsal-seed", metavar="S", help="rejoue les mêmes clés et tirages")
    new.add_argument("--parties", type=int, default=3, help="parties de la séance de répétition")
    new.add_argument("--speed", type=int, default=1, help="divise les délais (répétition)")
    new.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from hall.founding import found

    terms = Terms(30_00, 24_00, 6_00, cartons=3, parties=args.parties, capacity=120)
    parameters = quicker(args.speed) if args.rehearsal and args.speed > 1 else None
    founded = found(
        args.data,
        rehearsal=args.rehearsal,
        name=args.name,
        code=args.code,
        seed=args.rehearsal_seed,
        terms=terms,
        parameters=parameters,
    )
    kind = "Maison de répétition" if args.rehearsal else "Maison"
    print(f"{kind} fondée dans {args.data}")
    print("Personnel et codes personnels (montrés cette seule fois) :")
    for member in founded.staff:
        roles = ", ".join(_french(role) for role in member.roles)
        print(f"  {member.person:10} {member.pin}  {member.name:18} {roles}")
    if founded.seance:
        print(f"Séance publiée pour aujourd'hui, inscriptions ouvertes : {founded.seance}")
    return 0


def _french(role: Role) -> str:
    return role.value.lower().replace("_", " ")


def quicker(speed: int) -> Parameters:
    """Intervals and windows divided; only a rehearsal may go below the limits of spec 19."""
    usual = Parameters()
    return Parameters(
        tirage_intervalle_ms=max(100, usual.tirage_intervalle_ms // speed),
        tirage_minimum_ms=max(50, usual.tirage_minimum_ms // speed),
        autres_gagnants_ms=max(500, usual.autres_gagnants_ms // speed),
        dernier_appel_ms=max(500, usual.dernier_appel_ms // speed),
    )

"""`quine hall`: serves a house until it is told to stop; prints one pairing code a kind of station."""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hall.running import Ready

STATIONS = {
    "caller": "pupitre",
    "desk": "caisse",
    "kiosk": "borne",
    "display": "tableau",
    "voice": "sonorisation",
}


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", type=Path, required=True, metavar="DIR", help="la maison")
    parser.add_argument(
        "--listen", default="127.0.0.1:8717", metavar="HÔTE:PORT", help="défaut 127.0.0.1:8717"
    )
    parser.add_argument("--plain", action="store_true", help="ws au lieu de wss hors de la machine")
    parser.add_argument(
        "--copy", type=Path, metavar="DIR", help="tenir un second journal, sur un autre disque"
    )
    parser.add_argument(
        "--quick",
        action="store_true",
        help="ouvrir depuis le dernier instantané ; le journal est relu pendant la séance",
    )
    parser.add_argument("--rehearsal-seed", metavar="S", help="répétition : rejoue la même nuit")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from core.rules import Refusal
    from hall import loop

    host, _, port = args.listen.rpartition(":")
    if not host or not port.isdigit():
        raise Refusal("ADRESSE_ILLISIBLE", text=args.listen)
    try:
        loop.run(_serve(args, host.strip("[]"), int(port)))
    except OSError as fault:
        print(f"Impossible d'écouter sur {args.listen} : {fault.strerror} [PORT]", file=sys.stderr)
        return 1
    return 0


async def _serve(args: argparse.Namespace, host: str, port: int) -> None:
    from hall.running import Plan, run
    from quine import rules
    from quine.dossier.aside import dossier_of

    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(name, stop.set)
    plan = Plan(
        args.data,
        host,
        port,
        plain=True if args.plain else None,
        seed=args.rehearsal_seed,
        copy=args.copy,
        verify=not args.quick,
        rules=rules.forfait(),
        dossier=dossier_of,
    )
    await run(plan, ready=_say, stop=stop)


def _say(ready: Ready) -> None:
    from hall.build import build_hash, version

    mark = " — RÉPÉTITION, logiciel non agréé" if ready.rehearsal else ""
    print(f"{ready.house}{mark}")
    print(f"Quine {version()}, empreinte {build_hash()}")
    print(f"La salle écoute sur {ready.url} ; journal vérifié : {ready.lines} lignes")
    for seed in ready.missing_seeds:
        print(f"ALARME : la graine du tirage {seed} manque au coffre", file=sys.stderr)
    print("Codes d'appairage, valables dix minutes, une fois :")
    for kind, code in ready.codes.items():
        if kind in STATIONS:
            command = f"quine {kind} --hall {ready.url} --pair {code}"
            print(f"  {STATIONS[kind]:13} {command}")
    sys.stdout.flush()

"""`quine code read CODE`: what a printed code says, whether it is ours, what the house knows of it."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.codes import Code
    from core.house import House


def add(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(required=True, metavar="ACTION")
    read = actions.add_parser("read", help="lire un code")
    read.add_argument("code", metavar="CODE")
    read.add_argument("--data", type=Path, required=True, metavar="DIR", help="la maison")
    read.set_defaults(run=run_read)


def run_read(args: argparse.Namespace) -> int:
    import msgspec

    from core import codes
    from hall.keys import read_keys
    from hall.opening import KEYS, house_folder
    from hall.scans import seal_holds
    from quine.commands.reading import house_of

    house = house_of(args.data)
    code = codes.read(args.code)
    key = read_keys(house_folder(args.data) / KEYS).code
    authentic = seal_holds(house, key, code)
    told = {
        "kind": code.kind.name,
        "event": code.event,
        "serial": code.serial,
        "authentic": authentic,
        "status": status(house, code) if authentic else "NON_AUTHENTIQUE",
    }
    sys.stdout.write(msgspec.json.encode(told).decode() + "\n")
    return 0


def status(house: House, code: Code) -> str:
    """In the words of the registers: what has become of this paper."""
    from core.codes import Kind

    if code.kind is Kind.CARTON:
        return _carton(house, code)
    if code.kind is Kind.BON_DE_GAIN:
        voucher = house.desk.vouchers.get(code.serial)
        return "INCONNU" if voucher is None else "PAYE" if voucher.paid_at else "A_PAYER"
    if code.kind is Kind.ADMISSION:
        return "VALABLE_LE_JOUR" if code.serial in house.people.admissions else "INCONNU"
    registration = house.bingo.registrations.get(code.serial)
    return next(iter(registration.status.values())).value if registration else "INCONNU"


def _carton(house: House, code: Code) -> str:
    from core.bingo.partie.verdicts import serie_in
    from core.codes import seance_of

    season, number = seance_of(code.event)
    seance = house.bingo.seances[f"{season}-{number:03d}"]
    serie, carton = divmod(code.serial, 1_000_000)
    partie = serie_in(seance, serie)
    assert partie is not None  # its seal holds, so it is one of ours
    if partie in seance.past:
        return "PARTIE_ANNULEE"
    if carton in partie.winners():
        return "RECUPERE" if carton in partie.recovered else "GAGNANT"
    issued = partie.sold_last if partie.frozen else seance.forfait.next_number - 1
    return "EN_JEU" if carton <= issued else "NON_VENDUE"

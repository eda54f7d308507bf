"""Money in and out: what was sold, which vouchers were issued, paid, expired (GEN-003)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from core.codes import Serial
from core.registers.columns import Column, Kind, Row
from quine.dossier.columns import BY, LINE, PARTIE, TIME, WHAT, placed
from quine.dossier.reading import Reading

SALES = (
    *(LINE, TIME),
    Column("recepisse", "Récépissé", Kind.COUNT),
    Column("joueur", "Joueur", Kind.PERSON),
    Column("seances", "Séances"),
    Column("forfaits", "Forfaits", Kind.COUNT),
    Column("prix_c", "Prix", Kind.MONEY),
    Column("part_cartons_c", "Part cartons", Kind.MONEY),
    Column("droits_c", "Droits", Kind.MONEY),
    Column("moyen", "Moyen"),
    Column("reference", "Ticket"),
    Column("rendu_c", "Rendu", Kind.MONEY),
    Column("caisse", "Caisse"),
    BY,
    Column("statut", "Statut"),
    Column("echange_le", "Échangé le", Kind.MOMENT),
    Column("premier", "Premier carton", Kind.COUNT),
    Column("dernier", "Dernier carton", Kind.COUNT),
    Column("des_la_partie", "Dès la partie", Kind.COUNT),
)


def sales(reading: Reading, seance: str) -> Iterator[Row]:
    """Every receipt that covers the *séance*, paid on the day or long before."""
    for told in reading.everywhere("ForfaitPaid"):
        fact: Any = told.fact
        sold = reading.house.bingo.registrations[fact.number]
        if seance not in sold.status:
            continue
        given = sold.exchanges.get(seance)
        yield {
            **placed(told),
            "recepisse": fact.number,
            "joueur": sold.person,
            "seances": list(sold.status),
            "forfaits": sold.count,
            "prix_c": fact.prix_c,
            "part_cartons_c": fact.cartons_c,
            "droits_c": fact.droits_c,
            "moyen": fact.means,
            "reference": fact.reference,
            "rendu_c": fact.change_c,
            "caisse": fact.till or told.line.station,
            "statut": sold.status[seance].value,
            "echange_le": given.at if given else "",
            "premier": given.first if given else None,
            "dernier": given.last if given else None,
            "des_la_partie": given.from_partie if given else None,
        }


PAYMENTS = (
    *(LINE, TIME, WHAT, Column("bon", "Bon", Kind.COUNT), PARTIE),
    Column("carton", "Carton"),
    Column("combinaison", "Combinaison"),
    Column("montant_c", "Montant", Kind.MONEY),
    Column("lot_en_nature", "Lot en nature"),
    Column("caisse", "Caisse"),
    BY,
)
PAID = {"VoucherIssued": "BON_EMIS", "LotPaid": "LOT_PAYE", "VoucherExpired": "BON_PERIME"}


def payments(reading: Reading, seance: str) -> Iterator[Row]:
    """Vouchers of the *séance*, whenever they were paid, and what went to the *orphelins*."""
    for told in reading.everywhere(*PAID, "OrphelinDeposited"):
        fact: Any = told.fact
        if told.type == "OrphelinDeposited":
            if fact.source.partition("/")[0] == seance:
                what = {
                    "fait": "ORPHELIN",
                    "montant_c": fact.amount_c,
                    "combinaison": fact.reference,
                }
                yield {**placed(told), **what}
            continue
        voucher = reading.house.desk.vouchers[fact.voucher]
        if voucher.seance == seance:
            yield {
                **placed(told),
                "fait": PAID[told.type],
                "bon": fact.voucher,
                "partie": voucher.partie,
                "carton": str(Serial(voucher.serie, voucher.carton)),
                "combinaison": voucher.combination,
                "montant_c": fact.amount_c,
                "lot_en_nature": voucher.object,
                "caisse": getattr(fact, "till", ""),
                "par": getattr(fact, "by", "") or told.line.actor,
            }

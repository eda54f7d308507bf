"""The *historique* as an inspector prints it: eighty columns, and CSV (FOR-032, REG-05F).

Arrêté du 14 mai 2007, art. 66-1-9: distribution and amount of the lots, and the retentions.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from core.bingo.partie.state import Lot
from core.bingo.seance import statements
from core.bingo.seance.state import Seance
from core.codes import Serial
from core.documents import plain
from core.money import written
from core.registers.accounts import HISTORIQUE, lines_of
from core.registers.columns import Column, Kind, Row
from core.registers.historique import Attempt, attempts, stop_of, totals
from core.registers.render import csv_text, day, moment
from core.registers.seances import in_order
from core.rules import Refusal

if TYPE_CHECKING:
    from core.house import House

WIDTH = 80
STATUS = {"VALIDEE": "validée", "ANNULEE": "annulée", "NON_JOUEE": "non jouée"}
BALLS_A_LINE = 24

HEAD = (
    Column("forfaits_vendus", "Forfaits vendus", Kind.COUNT),
    Column("forfaits_echanges", "Forfaits échangés", Kind.COUNT),
    Column("prix_c", "Prix", Kind.MONEY),
    Column("part_cartons_c", "Part cartons", Kind.MONEY),
    Column("droits_c", "Droits", Kind.MONEY),
    Column("cartons_par_forfait", "Cartons par forfait", Kind.COUNT),
    Column("base_c", "Base", Kind.MONEY),
    Column("retenue_35_c", "Retenue 35 %", Kind.MONEY),
    Column("enveloppe_quine_15_c", "Enveloppe quine 15 %", Kind.MONEY),
    Column("enveloppe_bingo_50_c", "Enveloppe bingo 50 %", Kind.MONEY),
    Column("participation_especes_c", "Participation en espèces", Kind.MONEY),
    Column("participation_nature_c", "Participation en nature", Kind.MONEY),
    Column("scelle_sha256", "Scellé"),
)


def header(house: House, seance: Seance) -> Row:
    """The header of REG-05F: what was sold and how the base was cut, in cents."""
    forfait = seance.forfait
    terms, pools = forfait.terms, forfait.pools
    registrations = [house.bingo.registrations[number] for number in forfait.numbers]
    return {
        "forfaits_vendus": forfait.sold,
        "forfaits_echanges": sum(r.count for r in registrations if seance.id in r.exchanges),
        "prix_c": terms.prix_c,
        "part_cartons_c": terms.part_cartons_c,
        "droits_c": terms.droits_c,
        "cartons_par_forfait": terms.cartons,
        "base_c": forfait.base_c,
        "retenue_35_c": pools.retenue_c if pools else None,
        "enveloppe_quine_15_c": sum(pools.quine_c) if pools else None,
        "enveloppe_bingo_50_c": sum(pools.bingo_c) if pools else None,
        "participation_especes_c": sum(added.cash_c for added in forfait.contributions),
        "participation_nature_c": sum(added.value_c for added in forfait.contributions),
        "scelle_sha256": pools.seal if pools else "",
    }


def historique_csv(house: House, seance_id: str) -> str:
    """One line an attempt, the header repeated on each, so that files can be put together."""
    seance = house.bingo.seance_named(seance_id)
    head = header(house, seance)
    return csv_text((*HISTORIQUE, *HEAD), ({**row, **head} for row in lines_of(seance, whole=True)))


def historique_text(house: House, seance_id: str) -> str:
    """The whole document, lines of eighty columns at most. Refuses SEANCE_INCONNUE."""
    seance = house.bingo.seance_named(seance_id)
    return "\n".join(line[:WIDTH].rstrip() for line in _lines(house, seance)) + "\n"


def _lines(house: House, seance: Seance) -> Iterator[str]:
    yield from _title(house, seance)
    yield from _sold(house, seance)
    yield "-" * WIDTH
    yield from _table(seance)
    yield "-" * WIDTH
    yield from _footer(house, seance)
    yield ""
    yield from _winners(seance)
    yield ""
    yield from _balls(seance)
    yield "=" * WIDTH
    yield from _hashes(house, seance)


def _title(house: House, seance: Seance) -> Iterator[str]:
    mark = "RÉPÉTITION - SANS VALEUR" if house.site.rehearsal else ""
    yield f"{'HISTORIQUE DU BINGO AU FORFAIT':<{WIDTH - len(mark)}}{mark}"
    yield plain(house.site.name)
    yield f"Séance {seance.id} du {day(seance.day)} à {seance.time} (art. 66-1-9, REG-05F)"
    closed = f", close le {moment(seance.closed_at)}" if seance.closed_at else ", non close"
    yield f"Ouverte le {moment(seance.opened_at) or '-'}{closed}"
    yield "=" * WIDTH


def _sold(house: House, seance: Seance) -> Iterator[str]:
    head, terms = header(house, seance), seance.forfait.terms
    yield (
        f"Forfaits vendus {head['forfaits_vendus']}, échangés {head['forfaits_echanges']} ;"
        f" {terms.cartons} cartons par forfait et par partie"
    )
    yield (
        f"Prix {written(terms.prix_c)} € = cartons {written(terms.part_cartons_c)} €"
        f" + droits d'inscription {written(terms.droits_c)} €"
    )
    for label, key in (
        ("Base de calcul", "base_c"),
        ("Retenue 35 %", "retenue_35_c"),
        ("Enveloppe des quines 15 %", "enveloppe_quine_15_c"),
        ("Enveloppe des bingos 50 %", "enveloppe_bingo_50_c"),
        ("Participation complémentaire, espèces", "participation_especes_c"),
        ("Participation complémentaire, nature", "participation_nature_c"),
    ):
        if head[key] is not None and (head[key] or not key.startswith("participation")):
            yield _amount(label, head[key])


def _amount(label: str, cents: int) -> str:
    return f"{label:<40}{written(cents) + ' €':>18}"


def _table(seance: Seance) -> Iterator[str]:
    """One line an attempt: series and cartons, then lot, rank and number of winners of each."""
    yield f"{'':34}{'QUINE':>22}{'BINGO':>24}"
    yield (
        f"{'n°':>3} {'statut':<10}{'série':>5}{'cartons':>9}      "
        f"{'lot €':>13}{'rang':>5}{'g.':>4}  {'lot €':>13}{'rang':>5}{'g.':>4}"
    )
    for attempt in attempts(seance):
        serie = f"{attempt.partie.serie:03d}" if attempt.partie else "-"
        yield (
            f"{attempt.n:>3} {STATUS[attempt.status]:<10}{serie:>5}{attempt.count:>9}      "
            f"{_played(attempt.quine)}  {_played(attempt.bingo)}"
        )


def _played(lot: Lot) -> str:
    rank = str(lot.rank) if lot.won else "-"
    return f"{written(lot.played_c):>13}{rank:>5}{len(lot.shares):>4}"


def _footer(house: House, seance: Seance) -> Iterator[str]:
    sums, pools = totals(house, seance), seance.forfait.pools
    won_c = sum(
        sum(attempt.quine.shares.values()) + sum(attempt.bingo.shares.values())
        for attempt in attempts(seance)
    )
    yield _amount("Total des lots de quine", sums["quine_c"])
    yield _amount("Total des lots de bingo", sums["bingo_c"])
    yield _amount("Retenue", pools.retenue_c if pools else 0)
    if used := seance.forfait.retention_used:
        yield _amount("Rendue pour parties annulées", sum(used.values()))
    yield _amount("Payé aux gagnants", sums["paid_c"])
    if won_c != sums["paid_c"]:
        yield _amount("Bons encore à payer", won_c - sums["paid_c"])
    yield _amount("Versé aux orphelins", sums["orphelins_c"])
    yield from _stopped(seance)
    stopped = seance.forfait.stopped
    elsewhere_c = stopped.lots_c - stopped.surplus_c if stopped and pools else 0
    orphelins_c = 0 if stopped and not pools else sums["orphelins_c"]
    remainder_c = sums["quine_c"] + sums["bingo_c"] - won_c - orphelins_c - elsewhere_c
    yield _amount("Reste à redistribuer", remainder_c)
    yield _amount("Droits d'inscription", sums["fees_c"])


def _stopped(seance: Seance) -> Iterator[str]:
    """Refunds of a stop and their sources (FOR-032, FOR-045)."""
    if seance.forfait.stopped is None:
        return
    account = stop_of(seance)
    yield f"Arrêtée le {moment(account['at'])}, {account['unplayed']} parties non jouées"
    for label, key in (
        ("Remboursements au prorata", "refunds_c"),
        ("Retenue restituée", "retention_returned_c"),
        ("Retenue gardée", "retention_kept_c"),
        ("Lots non distribués", "lots_c"),
        ("Complément du casino", "casino_c"),
        ("Excédent versé aux orphelins", "surplus_c"),
    ):
        yield _amount(label, account[key])


def _winners(seance: Seance) -> Iterator[str]:
    yield "GAGNANTS"
    for attempt in attempts(seance):
        for label, lot in (("quine", attempt.quine), ("bingo", attempt.bingo)):
            yield from _shares(attempt, label, lot)


def _shares(attempt: Attempt, label: str, lot: Lot) -> Iterator[str]:
    """Allocation and carry, then each winning carton with its share, two to a line."""
    parts = [f"alloué {written(lot.allocated_c)}"]
    if lot.carried_c:
        parts.append(f"report {written(lot.carried_c)}")
    if lot.complement_c:
        parts.append(f"complément {written(lot.complement_c)}")
    if lot.object:
        parts.append(plain(lot.object))
    left_c = attempt.left_c(lot)
    if left_c:
        parts.append(f"non réclamé {written(left_c)}")
    yield f"{attempt.n:>3} {label}  {', '.join(parts)}"
    serie = attempt.partie.serie if attempt.partie else 0
    won = [
        f"{Serial(serie, number)} {written(share_c):>13} €"
        for number, share_c in sorted(lot.shares.items())
    ]
    for start in range(0, len(won), 2):
        yield "       " + "    ".join(won[start : start + 2])


def _balls(seance: Seance) -> Iterator[str]:
    yield "NUMÉROS TIRÉS, DANS L'ORDRE"
    for attempt in attempts(seance):
        balls = attempt.partie.balls if attempt.partie else []
        for start in range(0, len(balls), BALLS_A_LINE):
            label = f"{attempt.n:>3} " if start == 0 else "    "
            numbers = " ".join(f"{ball:>2}" for ball in balls[start : start + BALLS_A_LINE])
            yield f"{label}{numbers}"


def _hashes(house: House, seance: Seance) -> Iterator[str]:
    """The seal of the allocation (FOR-026), and the digest that two people sign (GEN-006)."""
    pools = seance.forfait.pools
    yield f"Scellé  {pools.seal if pools else 'lots non répartis'}"
    document = f"historique:{seance.id}"
    digest = statements.digest_of(house, document) or ""
    yield f"SHA-256 {digest}"
    signed = house.signatures.is_signed(document, digest)
    yield "Signé par deux personnes" if signed else "Non signé"


def last_held(house: House) -> str:
    """The *séance* meant when nobody names one: in course, else the last held.

    Refuses AUCUNE_SEANCE.
    """
    if house.bingo.course:
        return house.bingo.course
    held = in_order(house) or list(house.bingo.seances.values())
    if not held:
        raise Refusal("AUCUNE_SEANCE")
    return held[-1].id

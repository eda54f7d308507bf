"""What must hold after a night: to the cent, to the ball, to the byte. Each check says what it saw."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from core import chance
from core.bingo.seance.state import Stage as Stages
from core.house import House, check
from core.registers.historique import historique
from hall.journal.audit import verify
from hall.opening import open_house
from quine.simulator.night import Night, Script


class Check(msgspec.Struct, frozen=True):
    what: str
    seen: str
    holds: bool


def all_checks(script: Script, night: Night, data: Path) -> tuple[list[Check], House]:
    """Opens the house again from its journal alone and holds it against what people saw."""
    report = verify(data)
    opened = open_house(data)
    try:
        house: House = opened.hall.house
    finally:
        opened.close()
    told = historique(house, night.seance)
    found = [
        Check("le journal est entier", str(report), True),
        *_house(house, night),
        *_money(script, night, house, told),
        *_draws(night, house, told),
        *_winners(night, told),
    ]
    return found, house


def _house(house: House, night: Night) -> Iterator[Check]:
    check(house)
    stage = house.bingo.seances[night.seance].stage
    yield Check("la séance est fermée", stage, stage is Stages.FERMEE)
    refused = night.counter.refused
    yield Check("les refus attendus", ", ".join(sorted(set(refused))), len(refused) >= 6)


def _money(script: Script, night: Night, house: House, told: dict[str, Any]) -> Iterator[Check]:
    """The papers in people's hands against the books (GEN-003, FOR-022 to FOR-029)."""
    sold = sum(player.count for player in night.players)
    terms = script.terms
    yield _equal("forfaits vendus", told["forfaits"]["sold"], sold)
    yield _equal("part cartons", told["base_c"], sold * terms.part_cartons_c)
    yield _equal("retenue 35 %", told["retention_c"], told["base_c"] * 35 // 100)
    totals = told["totals"]
    yield _equal("droits d'inscription", totals["fees_c"], sold * terms.droits_c)
    lots_c = told["base_c"] - told["retention_c"]
    yield _equal("lots 65 %", totals["quine_c"] + totals["bingo_c"], lots_c)
    yield _equal("lots payés et orphelins", totals["paid_c"] + totals["orphelins_c"], lots_c)
    vouchers_c = sum(voucher.amount_c for voucher in night.counter.vouchers.values())
    yield _equal("bons de gain imprimés", vouchers_c, totals["paid_c"])
    receipts_c = sum(receipt.total_c for receipt in night.counter.recepisses.values())
    yield _equal("récépissés imprimés", receipts_c, sold * terms.prix_c)
    till = house.desk.closed_tills[-1]
    yield _equal("caisse comptée", till.counted_c or 0, till.expected_c)


def _equal(what: str, seen: int, due: int) -> Check:
    return Check(what, f"{seen} = {due}", seen == due)


def _draws(night: Night, house: House, told: dict[str, Any]) -> Iterator[Check]:
    """Every draw proved from its revealed seed, by the same check as a player at home (design §7)."""
    from core.bingo.partie.preparation import serials

    seance = house.bingo.seances[night.seance]
    for line in told["parties"]:
        partie = seance.parties[line["n"]]
        proof = chance.proof(
            bytes.fromhex(partie.revealed),
            partie.game_id,
            serials(partie.serie, partie.sold_last),
            partie.public,
            line["balls"],
        )
        chance.verify(proof)
        same = proof["commitment"] == partie.commitment
        yield Check(f"tirage de la partie {line['n']} prouvé", proof["commitment"][:8], same)
        seen = night.stage.found[line["n"]].balls
        yield Check("boules vues au tableau", str(len(seen)), list(seen) == line["balls"])


def _winners(night: Night, told: dict[str, Any]) -> Iterator[Check]:
    """The players found the same winners at the same rank, from their papers alone."""
    for line in told["parties"]:
        found = night.stage.found[line["n"]]
        for word, rank, serials in (
            ("quine", found.quine_rank, found.quine),
            ("bingo", found.bingo_rank, found.bingo),
        ):
            paid = sorted(winner["carton"] for winner in line[word]["winners"])
            shares_c = sum(winner["share_c"] for winner in line[word]["winners"])
            holds = (
                line[word]["rank"] == rank
                and paid == sorted(serials)
                and shares_c == line[word]["lot_c"]
            )
            seen = f"rang {rank}, {', '.join(serials)}"
            yield Check(f"{word} de la partie {line['n']}", seen, holds)

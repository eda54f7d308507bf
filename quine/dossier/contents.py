"""What lies in a dossier: a name and its bytes, one after the other (GEN-017, FOR-032, FOR-046)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec

from core import chance
from core.bingo.cartons import Series
from core.bingo.cartons.listing import lines
from core.bingo.partie.preparation import serials
from core.bingo.partie.state import Partie
from core.bingo.seance.state import Seance
from core.registers import ASKS
from core.registers.columns import Ask, Column, Row
from core.registers.historique import historique
from core.registers.historique_paper import historique_csv, historique_text
from core.registers.render import Names, csv_text, nobody, text
from hall.build import listing
from hall.journal.stretches import SEAL_KEY
from quine.dossier.lisezmoi import lisezmoi
from quine.dossier.reading import Reading
from quine.dossier.tables import TABLES

File = tuple[str, bytes]
HASH = Column("hash", "Empreinte de la ligne")
ENCLOSED = "verify.py"


def files(reading: Reading, seance: Seance, names: Names, public_key: bytes) -> Iterator[File]:
    """Every file but the journal and the manifest. What is not known yet is simply not there."""
    house, masked = reading.house, names is nobody
    yield (
        "LISEZMOI.txt",
        lisezmoi(
            reading, seance, masked=masked, public_key=public_key.decode("ascii").strip()
        ).encode(),
    )
    yield ENCLOSED, resources.files("quine.dossier").joinpath(ENCLOSED).read_bytes()
    yield "seance.json", _json(programme(reading, seance))
    yield "historique.json", _json(historique(house, seance.id))
    yield "historique.txt", historique_text(house, seance.id).encode()
    yield "historique.csv", historique_csv(house, seance.id).encode()
    for table in TABLES:
        yield table.name, table.csv(reading, seance.id, names).encode()
    yield from registers(reading, seance, names)
    for partie in attempts(seance):
        yield from _cartons(seance, partie)
        yield from _proof(partie)
    yield from _lots(reading, seance)
    yield "logiciel/fichiers.txt", listing().encode()
    yield "logiciel/versions.json", _json(_versions(reading))
    if public_key:
        yield "seal.pub", public_key


def public_key_of(folder: Path) -> bytes:
    """The house's seal key as it lies beside the journal; empty for a bare .jsonl."""
    path = folder / SEAL_KEY
    return path.read_bytes() if path.is_file() else b""


def attempts(seance: Seance) -> tuple[Partie, ...]:
    """Every *partie* and every cancelled attempt, in order."""
    found = (*seance.past, *seance.parties.values())
    return tuple(sorted(found, key=lambda partie: (partie.n, partie.attempt)))


def programme(reading: Reading, seance: Seance) -> dict[str, Any]:
    """The *séance* as planned, published, appointed and tested; what of it is known now."""
    house, forfait = reading.house, seance.forfait
    plain = msgspec.to_builtins(seance, str_keys=True)
    kept = (
        *("id", "season", "number", "kind", "day", "time", "lieu", "lieu_checks", "mode", "stage"),
        *("planned_by", "mcd", "directeur", "animateur", "temporaries", "notices", "parameters"),
        *("equipment", "opened_at", "closed_at", "count", "archive", "seal"),
    )
    return {
        "maison": {
            "code": house.site.code,
            "nom": house.site.name,
            "repetition": house.site.rehearsal,
            "agrements": msgspec.to_builtins(house.site.approvals),
        },
        "seance": {name: plain[name] for name in kept},
        "forfait": {
            "conditions": msgspec.to_builtins(forfait.terms),
            "etat": forfait.registrations.value,
            "engagement_des_lots": forfait.commitment,
            "lots": msgspec.to_builtins(forfait.pools),
            "participations": msgspec.to_builtins(forfait.contributions),
        },
        "parties": [_partie(partie) for partie in attempts(seance)],
    }


def _partie(partie: Partie) -> dict[str, Any]:
    return {
        "partie": partie.n,
        "tentative": partie.attempt,
        "phase": partie.phase.value,
        "serie": partie.serie,
        "algorithme": partie.algorithm,
        "engagement": partie.commitment,
        "cartons_figes": partie.sold_root,
        "alea_public": partie.public,
        "boules": partie.balls,
        "revele": bool(partie.revealed),
        "debut": partie.drawn_at,
        "fin": partie.ended_at,
        "validee": partie.validated_at,
    }


# Registers.


def registers(reading: Reading, seance: Seance, names: Names) -> Iterator[File]:
    """Each register as text and as CSV, the digest of each line in its last column (GEN-017)."""
    for register in ASKS.values():
        rows = list(_rows(reading, register, seance))
        columns = (*register.columns, HASH)
        yield f"registres/{register.name}.txt", text(register, rows, names).encode()
        yield f"registres/{register.name}.csv", csv_text(columns, rows, names).encode()


def _rows(reading: Reading, register: Ask, seance: Seance) -> Iterator[Row]:
    """The lines of the *séance*; of the cash journal, which knows none, those of its days."""
    if "seance" in {column.name for column in register.columns} or register.name == "REG-07":
        yield from register.rows(reading.house, seance=seance.id)
        return
    days = _days(reading, seance)
    yield from (row for row in register.rows(reading.house) if row["created_at"][:10] in days)


def _days(reading: Reading, seance: Seance) -> set[str]:
    """Days on which money of this *séance* moved: sales before, the day itself, payments after."""
    house = reading.house
    sold = (house.bingo.registrations[number].paid_at for number in seance.forfait.numbers)
    paid = (v.paid_at for v in house.desk.vouchers.values() if v.seance == seance.id)
    return {seance.day, *(at[:10] for at in (*sold, *paid) if at)}


# Cartons, draws, lots.


def _cartons(seance: Seance, partie: Partie) -> Iterator[File]:
    """The cartons issued so far for an attempt, rebuilt from the key of its series (design §9)."""
    issued = partie.sold_last if partie.frozen else seance.forfait.next_number - 1
    if issued:
        series = Series(bytes.fromhex(partie.key), partie.size, partie.algorithm, partie.exceptions)
        told = b"".join(lines(series, partie.serie, 1, issued))
        yield f"cartons/partie-{partie.n}-{partie.attempt}.jsonl", told


def _proof(partie: Partie) -> Iterator[File]:
    """A revealed draw only: what anybody needs to check it at home (design §7)."""
    if partie.revealed:
        sold = serials(partie.serie, partie.sold_last)
        told = chance.proof(
            bytes.fromhex(partie.revealed), partie.game_id, sold, partie.public, partie.balls
        )
        yield f"tirages/partie-{partie.n}-{partie.attempt}.json", _json(told)


def _lots(reading: Reading, seance: Seance) -> Iterator[File]:
    for told in reading.of(seance.id, "AllocationRevealed"):
        fact: Any = told.fact
        pools = seance.forfait.pools
        lots = {"quine_c": pools.quine_c, "bingo_c": pools.bingo_c} if pools else {}
        proof = {"seance": seance.id, "seed": fact.seed, "commitment": seance.forfait.commitment}
        yield "tirages/lots.json", _json(proof | lots)


def _versions(reading: Reading) -> list[dict[str, Any]]:
    """Which software ran, from which line of the journal on; the last is what runs now."""
    return [
        {"ligne": told.line.seq, "heure": told.line.at, **_software(told.fact)}
        for told in reading.everywhere("HallStarted")
    ]


def _software(fact: Any) -> dict[str, str]:
    names = ("version", "build", "rules_digest")
    return {name: getattr(fact, name) for name in names}


_json_text = partial(json.dumps, ensure_ascii=False, indent=1)


def _json(told: Any) -> bytes:
    return (_json_text(msgspec.to_builtins(told, str_keys=True)) + "\n").encode()


__all__ = ["File", "files", "public_key_of"]

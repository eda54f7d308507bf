"""What a headless night leaves behind: journal, historique, and the papers as pictures."""

from __future__ import annotations

from pathlib import Path

import msgspec

from core.documents import BonDeGain, CartonPage, Document, Recepisse
from core.house import House
from core.registers.historique import historique
from core.registers.historique_paper import historique_csv, historique_text
from hall.journal.audit import export
from printers import render_png
from quine.simulator.night import Night


def write(night: Night, house: House, out: Path) -> None:
    """Fills `out`: journal.jsonl, historique.json, .txt, .csv, recepisses/, cartons/, bons/."""
    with (out / "journal.jsonl").open("wb") as lines:
        export(out / "data", lines)
    told = historique(house, night.seance)
    _json(out / "historique.json", told)
    (out / "historique.txt").write_text(historique_text(house, night.seance), encoding="utf-8")
    (out / "historique.csv").write_text(historique_csv(house, night.seance), encoding="utf-8")
    winners = {
        winner["carton"]
        for line in told["parties"]
        for word in ("quine", "bingo")
        for winner in line[word]["winners"]
    }
    for kind, ref, copy, document in night.counter.papers:
        if wanted(document, winners):
            name = f"{ref.replace('/', '-')}{f'-duplicata-{copy}' if copy else ''}.png"
            _picture(out / FOLDERS[kind] / name, document)


FOLDERS = {"recepisse": "recepisses", "cartons": "cartons", "bon_de_gain": "bons"}


def wanted(document: Document, winners: set[str]) -> bool:
    """Every receipt and voucher; of the cartons the first forfait's and every winner's."""
    if isinstance(document, CartonPage):
        first = document.forfait == 1
        return first or any(carton.serial in winners for carton in document.cartons)
    return isinstance(document, Recepisse | BonDeGain)


def _json(path: Path, content: object) -> None:
    path.write_bytes(msgspec.json.format(msgspec.json.encode(content), indent=2) + b"\n")


def _picture(path: Path, document: Document) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(render_png(document))

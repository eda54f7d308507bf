"""What a headless night leaves behind: journal, historique, and the papers as pictures."""

from __future__ import annotations

from pathlib import Path

from core.documents import BonDeGain, CartonPage, Document, Recepisse
from core.house import House
from core.registers.historique import historique
from hall.journal.audit import export
from printers import render_png
from quine import historique as paper
from quine.simulator.night import Night


def write(night: Night, house: House, out: Path) -> None:
    """Fills `out`: journal.jsonl, historique.json, .txt, .csv, recepisses/, cartons/, bons/."""
    with (out / "journal.jsonl").open("wb") as lines:
        export(out / "data", lines)
    paper.write(house, night.seance, out)
    told = historique(house, night.seance)
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


def _picture(path: Path, document: Document) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(render_png(document))

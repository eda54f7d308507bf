"""The statutory registers: read, printed, exported; every reading leaves its line (GEN-017)."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from core.consultations import Means
from core.registers import ASKS
from core.registers.columns import Ask, digest
from core.registers.render import cell, csv_text, text
from core.views.desk import DeskSeance
from kiosk.desk.modals import Choice
from kiosk.desk.reader import EXPORT_CSV, EXPORT_TEXT, PRINT, Reader
from kiosk.desk.talk import Talk, french_day


async def registers(talk: Talk) -> None:
    """Which register, of which *séance*."""
    allowed = [ask for ask in ASKS.values() if set(talk.roles) & ask.allowed]
    register = await talk.choose(
        "Registres",
        [Choice(ask.name, f"{ask.name:8} {ask.title}") for ask in allowed],
        empty="Aucun registre ne vous est ouvert.",
    )
    seances = [Choice("", "Tout le registre")] + [
        Choice(one.id, seance_line(one)) for one in talk.desk.seances
    ]
    await read_one(talk, register, await talk.choose("Quelles lignes ?", seances))


async def incidents(talk: Talk) -> None:
    """The incident register, at once."""
    await read_one(talk, "REG-26", "")


async def dossier(talk: Talk) -> None:
    """The inspector's file, laid down on the hall's own disk while the night goes on (GEN-017)."""
    seances = [Choice(one.id, seance_line(one)) for one in talk.desk.seances]
    seance = await talk.choose(
        "Dossier pour l'inspecteur",
        [Choice("", "La séance en cours, sinon la dernière tenue"), *seances],
        note="Il contient des noms : il reste sur la machine de la salle.",
    )
    talk.say("Le dossier se prépare : quelques secondes.")
    made = await talk.order("MakeDossier", seance=seance)
    talk.say(f"Dossier écrit : {made['path']} ({made['lines']} lignes, tête {made['head'][:16]}).")


def seance_line(one: DeskSeance) -> str:
    """« Séance 2026-001 du 30/11/2026 »."""
    return f"Séance {one.id} du {french_day(one.day)}"


async def read_one(talk: Talk, name: str, seance: str) -> None:
    """On the screen, then on paper or in a file when asked for."""
    register = ASKS[name]
    lines = await talk.rows(name, seance=seance)
    shown = [[cell(column, row) for column in register.columns] for row in lines]
    title = f"{register.name} · {register.title}" + (f" · séance {seance}" if seance else "")
    hashed = digest([row["hash"] for row in lines])
    asked = await talk.app.push_screen_wait(
        Reader(title, [column.title for column in register.columns], shown, hashed)
    )
    if asked == PRINT:
        await talk.order("RequestPaper", kind="registre", ref=f"{name}:{seance}")
        await talk.rows(name, seance=seance, means=Means.PAPER)
        talk.say(f"{register.name} : il s'imprime.")
    elif asked in (EXPORT_CSV, EXPORT_TEXT):
        lines = await talk.rows(name, seance=seance, means=Means.FILE)
        file = await asyncio.to_thread(_written, talk.app.exports, register, seance, asked, lines)
        talk.say(f"Écrit : {file}")


def _written(
    folder: Path, register: Ask, seance: str, form: str, lines: list[dict[str, Any]]
) -> Path:
    """A file only its owner reads, written whole or not at all."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    file = folder / f"{register.name}{'-' + seance if seance else ''}.{form}"
    content = csv_text(register.columns, lines) if form == EXPORT_CSV else text(register, lines)
    written = file.with_suffix(f".{form}.new")
    written.touch(mode=0o600)
    written.write_text(content, encoding="utf-8-sig" if form == EXPORT_CSV else "utf-8")
    written.replace(file)
    return file

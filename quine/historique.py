"""`quine historique DIR`: the *historique* of a *séance* from its journal alone (FOR-032, GEN-017).

The journal is verified and replayed; neither the hall nor the people file is needed.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec

import core.house as law
from core.house import House
from core.registers.historique import historique
from core.registers.historique_paper import historique_csv, historique_text, last_held
from core.rules import Refusal
from hall.journal import BadLine, JournalFailure, lines_of
from hall.opening import restore

USAGE = "quine historique DIR [--seance ID] [--json | --text | --csv] [--out DOSSIER]"
FORMATS = ("--json", "--text", "--csv")


class Wanted(msgspec.Struct):
    """What was asked for on the command line."""

    folder: str = ""
    seance: str = ""
    format: str = "--text"
    out: str = ""


def read_house(path: Path) -> House:
    """The house as its journal tells it: a house, a folder with `data/`, or a .jsonl.

    Raises FileNotFoundError, `BadLine`, `JournalFailure`; refuses SCHEMA_DIFFERENT.
    """
    house = House()
    restore(lines_of(path), house, law)
    return house


def as_json(house: House, seance: str) -> str:
    return json.dumps(historique(house, seance), ensure_ascii=False, indent=1) + "\n"


def write(house: House, seance: str, folder: Path) -> tuple[Path, ...]:
    """Writes historique.json, .txt and .csv into a folder that exists."""
    contents = (
        ("historique.json", as_json(house, seance)),
        ("historique.txt", historique_text(house, seance)),
        ("historique.csv", historique_csv(house, seance)),
    )
    for name, content in contents:
        (folder / name).write_bytes(content.encode())
    return tuple(folder / name for name, _ in contents)


def main(args: Sequence[str]) -> int:
    """`args` after « historique ». 0, or 1 with one sentence on stderr, or 2 for bad words."""
    if any(word in ("-h", "--help") for word in args):
        print(USAGE)
        return 0
    try:
        wanted = _wanted(args)
    except ValueError as strange:
        print(f"{strange}\n{USAGE}", file=sys.stderr)
        return 2
    try:
        house = read_house(Path(wanted.folder))
        seance = wanted.seance or last_held(house)
        if wanted.out:
            Path(wanted.out).mkdir(parents=True, exist_ok=True)
            for path in write(house, seance, Path(wanted.out)):
                print(path)
        else:
            sys.stdout.write(_shown(house, seance, wanted.format))
    except BadLine as bad:
        return _failed(f"Journal altéré, ligne {bad.seq} : {bad.why}")
    except Refusal as refusal:
        return _failed(_sentence(refusal))
    except (OSError, JournalFailure) as fault:
        return _failed(f"Journal illisible : {fault}")
    return 0


def _shown(house: House, seance: str, format_: str) -> str:
    if format_ == "--json":
        return as_json(house, seance)
    return historique_csv(house, seance) if format_ == "--csv" else historique_text(house, seance)


def _wanted(args: Sequence[str]) -> Wanted:
    wanted, words = Wanted(), iter(args)
    for word in words:
        if word in FORMATS:
            wanted.format = word
        elif word in ("--seance", "--out"):
            value = next(words, "")
            if not value:
                raise ValueError(f"Il manque une valeur après {word}.")
            setattr(wanted, word.removeprefix("--"), value)
        elif word.startswith("-") or wanted.folder:
            raise ValueError(f"Mot inattendu : {word}")
        else:
            wanted.folder = word
    if not wanted.folder:
        raise ValueError("Il manque le dossier de la maison.")
    return wanted


def _sentence(refusal: Refusal) -> str:
    from assets.words import words

    return words("fr").refusal(refusal.code, refusal.values)


def _failed(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 1

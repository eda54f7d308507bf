#!/usr/bin/env python3
"""Vérifie l'archive d'une année : « python3 verify.py » dans le dossier décompressé.

Python seul (3.8 ou plus récent), aucun réseau, rien n'est écrit. Chaque ligne du journal est
comparée octet par octet à la précédente. Avec le dossier de l'année d'avant en argument, vérifie
aussi que celle-ci commence où l'autre finit. Fin 0 et une ligne si tout est entier, fin 1 sinon.
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path
from typing import Any

ABOUT = "ANNEE.json"


class Fault(Exception):  # noqa: N818 -- what an audit finds
    """The first thing that does not hold."""


def whole(folder: Path, before: str = "") -> str:
    """One line when every line follows the one before. Raises `Fault`."""
    about = told(folder)
    seq, prev = about["first"] - 1, about["prev"]
    if before and told(Path(before))["head"] != prev:
        raise Fault("l'année ne commence pas où finit celle d'avant")
    with (folder / about["journal"]).open("rb") as lines:
        for text in lines:
            seq, prev = followed(seq, prev, text)
    if (seq, prev) != (about["last"], about["head"]):
        raise Fault(f"la ligne {seq} n'est pas la dernière annoncée")
    count = about["last"] - about["first"] + 1
    return f"ENTIER : {about['house']}, année {about['year']}, {count} lignes, tête {prev}"


def told(folder: Path) -> dict[str, Any]:
    try:
        about: dict[str, Any] = json.loads((folder / ABOUT).read_bytes())
    except (OSError, ValueError) as fault:
        raise Fault(f"{folder / ABOUT} ne se lit pas ({fault})") from None
    return about


def followed(seq: int, prev: str, text: bytes) -> tuple[int, str]:
    """The number and hash of a line, once it is what must come next."""
    try:
        line = json.loads(text)
        hash_ = line.pop("hash")
        plain = json.dumps(line, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        stored = json.dumps({**line, "hash": hash_}, sort_keys=True, separators=(",", ":"),
                            ensure_ascii=False)  # fmt: skip
        digest = hashlib.sha256(bytes.fromhex(prev) + plain.encode()).hexdigest()
        fits = (line["seq"], line["prev"], hash_) == (seq + 1, prev, digest)
    except (ValueError, LookupError, TypeError, AttributeError):
        fits = False
    if not fits or stored.encode() + b"\n" != text:
        raise Fault(f"la ligne {seq + 1} n'est pas celle qui fut écrite")
    return seq + 1, digest


def main() -> int:
    try:
        print(whole(Path(__file__).resolve().parent, *sys.argv[1:2]))
    except Fault as fault:
        print(f"NON : {fault}")
        return 1
    except (OSError, LookupError, TypeError, ValueError) as odd:
        print(f"NON : {ABOUT} : n'a pas la forme attendue ({odd!r})")
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

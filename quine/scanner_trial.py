"""`quine doctor scanner`: the sheet to scan, the scanner's trial, and what it learnt kept."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from assets.arguments import Parser
from ui.readers import open_reader
from ui.settings import BadSettings, keep_calibration, read_settings

STEPS = """1. quine doctor scanner --sheet feuille.png   (imprimez-la, ou montrez-la à l'écran)
2. quine doctor scanner   (dans le terminal où tournera le programme ; scannez la feuille, un carton)"""


def main(args: Sequence[str]) -> int:
    """0 when the trial was left or the sheet written; 1 when not; 2 for bad words."""
    options = _parser().parse_args(list(args))
    try:
        if options.sheet is not None:
            return _sheet(options.sheet)
        settings = read_settings(options.settings)
        url = settings.scanner.url if options.scanner is None else options.scanner
        return _trial(url, options.settings)
    except BadSettings as bad:
        print(f"Réglages du poste illisibles : {bad.file} : {bad.why}", file=sys.stderr)
    except OSError as fault:
        print(f"Écriture impossible : {fault}", file=sys.stderr)
    except ValueError as fault:
        print(f"--scanner : {fault}", file=sys.stderr)
        return 2
    return 1


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="quine doctor scanner",
        description="Essaie le lecteur de codes et apprend le clavier.",
        epilog=STEPS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--sheet", type=Path, metavar="PNG", help="écrit la feuille d'étalonnage")
    parser.add_argument("--settings", type=Path, metavar="FICHIER", help="réglages du poste")
    parser.add_argument(
        "--scanner", metavar="URL", help="serial:PORT ou evdev:FICHIER ; '' : clavier"
    )
    return parser


def _sheet(file: Path) -> int:
    from ui.calibration import sheet

    sheet(file)
    print(f"Feuille d'étalonnage : {file}. Imprimez-la, puis : quine doctor scanner")
    return 0


def _trial(url: str, settings: Path | None) -> int:
    from ui.calibration import ScannerTrial

    reader = open_reader(url) if url else None
    if reader is None and not sys.stdin.isatty():
        print("Il faut un terminal : le lecteur y tape comme un clavier.", file=sys.stderr)
        return 1
    trial = ScannerTrial(reader)
    trial.run()
    if trial.return_code:
        return 1
    if trial.typed:
        kept = keep_calibration(trial.typed, settings)
        print(f"Étalonnage gardé pour ce poste : {kept}")
    return 0

"""The command `quine`: one door to every program of the house (its words are relied on, issue 2)."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from importlib import import_module

from assets.arguments import Parser

# Programs of their own: they read their own arguments.
PROGRAMS = {
    "caller": ("caller.app", "le pupitre de l'animateur"),
    "kiosk": ("kiosk.player.main", "la borne des joueurs"),
    "desk": ("kiosk.desk.main", "la caisse et le comptoir"),
    "display": ("display.app", "le tableau de la salle"),
    "voice": ("ui.loudspeaker", "la sonorisation"),
    "spec": ("quine.spec", "les exigences, leurs règles et leurs tests"),
    "historique": ("quine.historique", "l'historique d'une séance"),
    "doctor": ("quine.doctor", "ce que cette machine sait faire"),
}

# Commands of this package: each module has `add(parser)` and `run(args) -> int`.
COMMANDS = {
    "house": ("quine.commands.house", "fonder une maison"),
    "people": ("quine.commands.people", "importer le personnel et les exclusions"),
    "hall": ("quine.commands.hall", "la salle : tient la vérité et sert les postes"),
    "demo": ("quine.commands.demo", "une soirée de démonstration"),
    "journal": ("quine.commands.journal", "vérifier, exporter ou sauvegarder le journal"),
    "dossier": ("quine.commands.dossier", "le dossier d'une séance pour le contrôleur"),
    "simulate": ("quine.commands.simulate", "la salle sous la charge, et ce qu'elle a coûté"),
    "series": ("quine.commands.series", "créer une série de cartons"),
    "cartons": ("quine.commands.cartons", "sortir les cartons d'une série"),
    "draw": ("quine.commands.draw", "la preuve d'un tirage, et sa vérification"),
    "odds": ("quine.commands.odds", "les chances d'une salle, la boule maxima"),
    "code": ("quine.commands.code", "ce que dit un code imprimé"),
    "printer": ("quine.commands.printer", "essayer une imprimante"),
}


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit code: 0 done, 1 refused or failed, 2 misused."""
    words = list(sys.argv[1:] if argv is None else argv)
    if words and words[0] in PROGRAMS:
        return _program(words[0], words[1:])
    parser = _parser(words[0] if words else "")
    args = parser.parse_args(words)
    run: Callable[[argparse.Namespace], int] | None = getattr(args, "run", None)
    if run is None:
        parser.print_help()
        return 2
    return _told(run, args)


def _program(name: str, words: list[str]) -> int:
    module = import_module(PROGRAMS[name][0])
    return int(module.main(words))


def _parser(wanted: str) -> argparse.ArgumentParser:
    """Only the wanted command is imported: `quine --help` costs nothing."""
    parser = Parser(prog="quine", description="Quine : la suite de terminaux d'une salle de bingo.")
    commands = parser.add_subparsers(dest="command", metavar="COMMANDE")
    for name, (module, about) in {**COMMANDS, **PROGRAMS}.items():
        command = commands.add_parser(name, help=about, description=about.capitalize() + ".")
        if name == wanted and name in COMMANDS:
            found = import_module(module)
            found.add(command)
    return parser


def _told(run: Callable[[argparse.Namespace], int], args: argparse.Namespace) -> int:
    """Runs, and turns what was refused into a clear sentence with its stable code."""
    from assets.words import words
    from core.rules import Refusal
    from hall.journal import BadLine, JournalFailure

    try:
        return run(args)
    except Refusal as refusal:
        sentence = words().refusal(refusal.code, refusal.values)
        print(f"{sentence} [{refusal.code}]", file=sys.stderr)
    except BadLine as bad:
        print(
            f"Le journal est altéré à la ligne {bad.seq} : {bad} [JOURNAL_ALTERE]", file=sys.stderr
        )
    except JournalFailure as failure:
        print(f"Le journal ne peut pas être tenu : {failure} [JOURNAL_EN_PANNE]", file=sys.stderr)
    except BrokenPipeError:
        sys.stderr.close()
    except KeyboardInterrupt:
        return 130
    return 1


if __name__ == "__main__":
    sys.exit(main())

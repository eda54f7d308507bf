"""Command lines in French: argparse with the headings and faults that people read.

A parser's subcommands are of its own class, so one parser at the top is enough.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable
from typing import Any, NoReturn

FAULTS = (
    (r"the following arguments are required: (.*)", r"il manque {}"),
    (r"unrecognized arguments: (.*)", r"argument inconnu : {}"),
    (r"argument (.*): expected one argument", r"{} : une valeur est attendue"),
    (r"argument (.*): expected at least one argument", r"{} : au moins une valeur est attendue"),
    (r"argument (.*): invalid choice: (.*) \(choose from (.*)\)", r"{} : {} inconnu ; au choix {}"),
    (r"argument (.*): invalid \w+ value: (.*)", r"{} : {} n'est pas lisible"),
    (r"argument (.*): not allowed with argument (.*)", r"{} ne va pas avec {}"),
    (r"one of the arguments (.*) is required", r"il faut l'un de {}"),
    (r"argument (.*?): (.*)", r"{} : {}"),
)


class Parser(argparse.ArgumentParser):
    """As argparse's own, in French."""

    def __init__(self, *, add_help: bool = True, **how: Any) -> None:
        shape = how.pop("formatter_class", argparse.HelpFormatter)
        french: Any = type("French", (_Shape, shape), {})
        super().__init__(add_help=False, formatter_class=french, **how)
        self._positionals.title = "arguments"
        self._optionals.title = "options"
        if add_help:
            self.add_argument("-h", "--help", action="help", help="montrer cette aide")

    def error(self, message: str) -> NoReturn:
        """Exit status 2, as everywhere."""
        self.print_usage()
        self.exit(2, f"{self.prog} : {in_french(message)}\n")


def in_french(fault: str) -> str:
    """What argparse found wrong; a message it has never said before stays as it is."""
    for said, french in FAULTS:
        if found := re.fullmatch(said, fault):
            return french.format(*found.groups())
    return fault


class _Shape(argparse.HelpFormatter):
    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[Any],
        prefix: str | None = None,
    ) -> None:
        super().add_usage(usage, actions, groups, "usage : " if prefix is None else prefix)

"""The check list of the opening tests, line by line, and what Space does on each (BIN-007, 016-018).

The order is that of the law: equipment, ninety numbers, blank draw, cartons, signature.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from assets.words import words
from core.bingo.partie.state import BALLS
from core.bingo.seance.state import Mode
from core.views.caller import ShownTest, ShownTests


@dataclass(frozen=True)
class Task:
    """One line of the list. `done` is None while nobody has said anything about it."""

    name: str
    state: str
    done: bool | None
    sentence: str
    label: str = ""
    order: str = ""
    fields: dict[str, Any] = field(default_factory=dict)
    element: str = ""
    """What a failure is recorded for (E); empty where none can be."""
    types: bool = False
    """The sphere's blank draw: every ball is typed."""
    runs: bool = False
    """The blank draw of the generator: it runs by itself until it is stopped."""


def tasks(tests: ShownTests, mode: str) -> tuple[Task, ...]:
    """The list from top to bottom."""
    return (*(_element(test) for test in tests.tests), *_draw(tests, mode), *_end(tests))


def task(tests: ShownTests, mode: str, cursor: int | None) -> Task:
    """The line the animateur has chosen, else the first one that is not done."""
    lines = tasks(tests, mode)
    return lines[current(lines, cursor)]


def current(lines: tuple[Task, ...], cursor: int | None) -> int:
    """Its place in the list."""
    if cursor is not None and 0 <= cursor < len(lines):
        return cursor
    return next((n for n, line in enumerate(lines) if not line.done), len(lines) - 1)


def _element(test: ShownTest) -> Task:
    name = words("fr").label(f"element.{test.element}")
    must = "obligatoire" if test.mandatory else "facultatif"
    state = {None: must, True: "réussi", False: "EN ÉCHEC"}[test.passed]
    return Task(
        name[:1].upper() + name[1:],
        f"{state} {test.measure}".strip(),
        test.passed,
        f"Essayez : {name}. Espace : réussi. E : en échec.",
        "Réussi",
        "RecordTest",
        {"element": test.element, "passed": True},
        test.element,
    )


def _draw(tests: ShownTests, mode: str) -> Iterator[Task]:
    sphere = mode == Mode.SPHERE
    put = "Mettez les 90 boules dans la sphère" if sphere else "Activez les 90 numéros"
    yield Task(
        "90 boules",
        f"{tests.balls} introduites" if tests.balls else "à introduire",
        tests.balls == BALLS or None,
        f"{put} ; Espace le confirme.",
        "90 boules",
        "LoadBalls",
        {"count": BALLS},
    )
    out = BALLS - len(tests.missing) if tests.blank_started else 0
    name, state = "Tirage à blanc", f"{out} sur 90"
    if tests.blank_done:
        again = "Tirage à blanc terminé. Espace le recommence."
        yield Task(name, "90 contrôlés", True, again, "Recommencer", "StartBlankDraw")
    elif not tests.blank_started:
        start = "Espace commence le tirage à blanc des 90 numéros."
        yield Task(name, "à faire", None, start, "Commencer", "StartBlankDraw")
    elif not tests.missing:
        end = "Les 90 numéros sont sortis. Espace termine le tirage à blanc."
        yield Task(name, state, None, end, "Terminer", "EndBlankDraw")
    elif sphere:
        ask = f"Boule {out + 1} : tapez son numéro, puis Entrée."
        yield Task(name, state, None, ask, "Boule", types=True)
    else:
        run = "Le tirage à blanc se fait seul. Espace l'arrête."
        yield Task(name, state, None, run, "Arrêter", "DrawBlank", runs=True)


def _end(tests: ShownTests) -> Iterator[Task]:
    yield Task(
        "Cartons en parfait état",
        "vérifiés" if tests.cartons_perfect else "à vérifier",
        tests.cartons_perfect or None,
        "Cartons imprimés et relus, en parfait état : Espace le confirme.",
        "Parfait état",
        "TickCartons",
    )
    sign = "Un membre du comité signe les essais et ouvre la séance, au guichet."
    yield Task("Signature", "signé" if tests.signed else "au guichet", tests.signed or None, sign)

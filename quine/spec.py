"""`quine spec`: which requirement is served by which rule and proved by which test.

Requirements are the headings of `docs/spec` (« #### BIN-021 · Title »); rules are the `spec="…"` of
@rule, tests the `@pytest.mark.spec("…")`: both are read as text, nothing is imported or run.
"""

from __future__ import annotations

import ast
import json
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

HEADING = re.compile(r"^#{3,5} ([A-Z]{3}-\d{2,3}[A-Z]?) · (.+?)\s*$", re.MULTILINE)
DEFINED = re.compile(  # registers, decisions, states: they have an id and are no requirement
    r"^(?:#{2,5} |\| ?)\**((?:REG|SM|ANN|D|V)-\d{1,3}[A-Za-z]?)\b", re.MULTILINE
)
SOURCES = (
    *("core", "hall", "printers", "voice", "ui"),
    *("caller", "kiosk", "display", "quine", "assets"),
)
DOCUMENTS, TESTS = Path("docs") / "spec", Path("tests")
USAGE = "quine spec [--json] [FILTRE…]   par exemple : quine spec FOR, quine spec BIN-05"


class Requirement(msgspec.Struct):
    """One requirement; `rules` and `tests` are « path:line name », in the order of the sources."""

    id: str
    title: str
    rules: list[str] = []
    tests: list[str] = []


class Totals(msgspec.Struct):
    requirements: int
    with_rule: int
    with_test: int


class Coverage(msgspec.Struct):
    """`unknown` lists what a rule or a test names and `docs/spec` does not have."""

    requirements: list[Requirement]
    unknown: list[str] = []

    @property
    def totals(self) -> Totals:
        return Totals(
            len(self.requirements),
            sum(bool(requirement.rules) for requirement in self.requirements),
            sum(bool(requirement.tests) for requirement in self.requirements),
        )

    def about(self, filters: Sequence[str]) -> Coverage:
        """Only the requirements whose id begins with one of the filters; all without a filter."""
        if not filters:
            return self
        wanted = tuple(word.upper() for word in filters)
        return Coverage([r for r in self.requirements if r.id.startswith(wanted)], self.unknown)


class Named(msgspec.Struct, frozen=True):
    """Where a requirement is named: « rule » or « test », and at which place."""

    id: str
    kind: str
    place: str


def root() -> Path:
    """The checkout. Raises FileNotFoundError where the software was installed without it."""
    for folder in (Path(__file__).resolve().parents[1], Path.cwd()):
        if (folder / DOCUMENTS).is_dir():
            return folder
    raise FileNotFoundError("docs/spec")


def requirements(folder: Path) -> Iterator[Requirement]:
    """Every heading of the specification, chapter by chapter."""
    for path in sorted((folder / DOCUMENTS).glob("*.md")):
        for match in HEADING.finditer(path.read_text(encoding="utf-8")):
            yield Requirement(match[1], match[2])


def defined(folder: Path) -> set[str]:
    """What `docs/spec` numbers beside its requirements: registers, decisions, state machines."""
    pages = [path.read_text(encoding="utf-8") for path in (folder / DOCUMENTS).glob("*.md")]
    return {match[1] for page in pages for match in DEFINED.finditer(page)}


def coverage(folder: Path) -> Coverage:
    """The whole specification with what serves and proves it."""
    known = {requirement.id: requirement for requirement in requirements(folder)}
    others = defined(folder)
    found = Coverage(list(known.values()))
    for named in mentions(folder):
        requirement = known.get(named.id)
        if requirement is not None:
            (requirement.rules if named.kind == "rule" else requirement.tests).append(named.place)
        elif named.id not in others:
            found.unknown.append(f"{named.id} ({named.place})")
    return found


def mentions(folder: Path) -> Iterator[Named]:
    """What the sources say of themselves, in a stable order: rules in packages, proofs in tests."""
    for source in (*SOURCES, str(TESTS)):
        kind = "test" if source == str(TESTS) else "rule"
        for path in sorted((folder / source).rglob("*.py")):
            tree = ast.parse(path.read_text(encoding="utf-8"), filename=str(path))
            place = path.relative_to(folder).as_posix()
            yield from (named for named in _in_module(tree, place) if named.kind == kind)


def _in_module(tree: ast.Module, path: str) -> Iterator[Named]:
    everywhere = [
        (mark, path)
        for node in tree.body
        if isinstance(node, ast.Assign) and _assigns_marks(node)
        for mark in ast.walk(node.value)
    ]
    for mark, place in everywhere:
        yield from _marked(mark, place)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            place = f"{path}:{node.lineno} {node.name}"
            for decorator in node.decorator_list:
                yield from _ruled(decorator, place)
                yield from _marked(decorator, place)


def _assigns_marks(node: ast.Assign) -> bool:
    return any(isinstance(to, ast.Name) and to.id == "pytestmark" for to in node.targets)


def _ruled(node: ast.expr, place: str) -> Iterator[Named]:
    if isinstance(node, ast.Call) and _name(node.func) == "rule":
        for keyword in node.keywords:
            if keyword.arg == "spec":
                yield from (Named(id_, "rule", place) for id_ in _ids(keyword.value))


def _marked(node: ast.AST, place: str) -> Iterator[Named]:
    if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("mark.spec"):
        for argument in node.args:
            yield from (Named(id_, "test", place) for id_ in _ids(argument))


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else getattr(node, "attr", "")


def _ids(node: ast.AST) -> Iterator[str]:
    """Ids stand alone, or several in one text between spaces."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield from node.value.replace(",", " ").split()


def as_json(found: Coverage) -> str:
    shown = {"requirements": found.requirements, "totals": found.totals}
    return json.dumps(msgspec.to_builtins(shown), ensure_ascii=False, indent=1)


def as_text(found: Coverage, width: int = 80) -> str:
    """One line a requirement: ● rule and test, ◐ one of them, ○ none; then the totals."""
    lines = [f"   {'exigence':<10}{'règles':>7}{'essais':>7}  titre"]
    for requirement in found.requirements:
        rules, tests = len(requirement.rules), len(requirement.tests)
        mark = "●" if rules and tests else "◐" if rules or tests else "○"
        counts = f"{rules or '-':>7}{tests or '-':>7}"
        lines.append(f" {mark} {requirement.id:<10}{counts}  {requirement.title}"[:width])
    totals = found.totals
    lines.append(
        f"{totals.requirements} exigences, {totals.with_rule} servies par une règle,"
        f" {totals.with_test} prouvées par un essai"
    )
    lines.extend(f"inconnue de docs/spec : {name}" for name in found.unknown)
    return "\n".join(lines)


def detailed(found: Coverage) -> str:
    """For a few requirements: where each is served and proved."""
    lines: list[str] = []
    for requirement in found.requirements:
        lines.append(f"{requirement.id} · {requirement.title}")
        lines.extend(f"  règle  {place}" for place in requirement.rules or ["-"])
        lines.extend(f"  essai  {place}" for place in requirement.tests or ["-"])
    return "\n".join(lines)


FEW = 12  # so many are shown with their places


def main(args: Sequence[str]) -> int:
    """`args` after « spec ». 0; 1 when something names an unknown requirement; 2 for bad words."""
    filters = [word for word in args if word != "--json"]
    if any(word in ("-h", "--help") for word in filters):
        print(USAGE)
        return 0
    if strange := [word for word in filters if word.startswith("-")]:
        print(f"Option inconnue : {strange[0]}\n{USAGE}", file=sys.stderr)
        return 2
    try:
        found = coverage(root()).about(filters)
    except FileNotFoundError as missing:
        print(f"Le dossier {missing} n'est pas là : lancez depuis les sources.", file=sys.stderr)
        return 2
    if "--json" in args:
        print(as_json(found))
    else:
        print(as_text(found))
        if filters and len(found.requirements) <= FEW:
            print("\n" + detailed(found))
    return 1 if found.unknown else 0

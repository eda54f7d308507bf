"""What may be asked: pages of rows, read from durable state, checked by role (GEN-017, GEN-023).

A question names a register of `core.registers.ASKS`, narrowed by `seance` or `day`; `means` says
on what it is read, and its first page leaves a fact. Names are put in here, for those who may see
them. `people` searches the people file by name, `hall` tells of the hall itself: staff only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

import msgspec

from core.consultations import ConsultRegister, Means
from core.registers.columns import Ask
from core.registers.render import named
from core.rules import Order, Refusal, Role
from core.stations import StationKind
from core.views.lists import LISTS, List
from hall.access import STAFF
from hall.people import MOST_FOUND, PeopleFile
from hall.protocol import PAGE
from hall.windows import role_allowed

PEOPLE = "people"
HALL = "hall"
MAY_SEARCH = STAFF - {Role.ANIMATEUR, Role.TECHNICIEN}


class Question(msgspec.Struct, frozen=True):
    """A page of rows, asked by somebody in this role."""

    name: str
    args: dict[str, Any]
    start: int
    kind: StationKind
    roles: tuple[Role, ...]


class Questions:
    def __init__(
        self,
        asks: Mapping[str, Ask],
        people: PeopleFile,
        lists: Mapping[str, List] = LISTS,
        *,
        about: Callable[[], dict[str, Any]] = dict,
    ) -> None:
        """`about` tells of the hall itself."""
        self._about = about
        self._asks = asks
        self._lists = lists
        self._people = people

    def role(self, question: Question) -> Role:
        """In what quality it is asked. Refuses QUESTION_INCONNUE, FONCTION_NON_AUTORISEE."""
        if question.name == PEOPLE:
            allowed: Iterable[Any] = MAY_SEARCH
        elif question.name == HALL:
            allowed = STAFF
        elif entry := self._asks.get(question.name) or self._lists.get(question.name):
            allowed = entry.allowed
        else:
            raise Refusal("QUESTION_INCONNUE", query=question.name)
        role = role_allowed(allowed, question.kind, question.roles)
        if role is None:
            raise Refusal("FONCTION_NON_AUTORISEE", query=question.name)
        return role

    def trace(self, question: Question) -> Order | None:
        """The order that records that a register is being read, with its first page (GEN-017)."""
        if question.start or question.name not in self._asks:
            return None
        seance, day = _narrowed(question)
        means = question.args.get("means", Means.SCREEN)
        if means not in tuple(Means):
            raise Refusal("QUESTION_INVALIDE", query=question.name)
        return ConsultRegister(question.name, seance, day, Means(means))

    def rows(self, house: Any, question: Question) -> tuple[list[Any], bool]:
        """A page, and whether there is more. To be called between two batches."""
        found = self._found(house, question)
        page = list(islice(found, question.start, question.start + PAGE + 1))
        return [msgspec.to_builtins(row) for row in page[:PAGE]], len(page) > PAGE

    def _found(self, house: Any, question: Question) -> Iterator[dict[str, Any]]:
        if question.name == PEOPLE:
            yield from self._search(question.args)
            return
        if question.name == HALL:
            yield self._about()
            return
        if looked_up := self._lists.get(question.name):
            yield from self._listed(house, question, looked_up)
            return
        register = self._asks[question.name]
        seance, day = _narrowed(question)
        for row in register.rows(house, seance=seance, day=day):
            yield named(register, row, self._people.person)

    def _listed(self, house: Any, question: Question, wanted: List) -> Iterator[dict[str, Any]]:
        """A list of the desk, with a `<field>_name` beside each person id."""
        for row in wanted.rows(house, question.args):
            names = {
                f"{field}_name": self._people.name(row[field])
                for field in wanted.people
                if row.get(field)
            }
            yield row | names

    def _search(self, args: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """`{"text": "zoé"}`, or `{"ids": [...]}` for the names of known ids."""
        ids, text = args.get("ids"), args.get("text", "")
        if isinstance(ids, list):
            wanted = [name for name in ids if isinstance(name, str)][:PAGE]
            found = [person for name in wanted if (person := self._people.person(name))]
        elif isinstance(text, str):
            found = self._people.search(text, MOST_FOUND)
        else:
            raise Refusal("QUESTION_INVALIDE", query="people")
        for person in found:
            yield {**msgspec.to_builtins(person), "name": person.name}


def _narrowed(question: Question) -> tuple[str, str]:
    seance, day = question.args.get("seance", ""), question.args.get("day", "")
    if not (isinstance(seance, str) and isinstance(day, str)):
        raise Refusal("QUESTION_INVALIDE", query=question.name)
    return seance, day

"""What may be asked: pages of rows, read from durable state, checked by role (GEN-017, GEN-023).

A question is an entry of core.registers:

    ASKS["sales"](house, args, now_ms) -> iterable of structs or dicts
    ASKS["sales"].allowed   frozenset of station kinds and of roles
    ASKS["sales"].people    names of fields holding person ids: the row gets `<field>_name` too
    ASKS["sales"].trace     a function of `args` giving the order that records the consultation

`people` searches the people file by name; staff only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

import msgspec

from core.rules import Order, Refusal, Role
from core.stations import StationKind
from hall.access import STAFF
from hall.people import MOST_FOUND, PeopleFile
from hall.protocol import PAGE
from hall.windows import role_allowed

MAY_SEARCH = STAFF - {Role.ANIMATEUR, Role.TECHNICIEN}


class Question(msgspec.Struct, frozen=True):
    """A page of rows, asked by somebody in this role."""

    name: str
    args: dict[str, Any]
    start: int
    kind: StationKind
    roles: tuple[Role, ...]


class Questions:
    def __init__(self, asks: Mapping[str, Any], people: PeopleFile) -> None:
        self._asks = asks
        self._people = people

    def role(self, question: Question) -> Role:
        """In what quality it is asked. Refuses QUESTION_INCONNUE, FONCTION_NON_AUTORISEE."""
        if question.name == "people":
            allowed: Iterable[Any] = MAY_SEARCH
        elif entry := self._asks.get(question.name):
            allowed = entry.allowed
        else:
            raise Refusal("QUESTION_INCONNUE", query=question.name)
        role = role_allowed(allowed, question.kind, question.roles)
        if role is None:
            raise Refusal("FONCTION_NON_AUTORISEE", query=question.name)
        return role

    def trace(self, question: Question) -> Order | None:
        """The order that records a first page being read, if this register wants one."""
        made = getattr(self._asks.get(question.name), "trace", None)
        if made is None or question.start:
            return None
        order: Order | None = made(question.args)
        return order

    def rows(self, house: Any, question: Question, now_ms: int) -> tuple[list[Any], bool]:
        """A page, and whether there is more. To be called between two batches."""
        found = self._found(house, question, now_ms)
        page = list(islice(found, question.start, question.start + PAGE + 1))
        return [msgspec.to_builtins(row) for row in page[:PAGE]], len(page) > PAGE

    def _found(self, house: Any, question: Question, now_ms: int) -> Iterator[dict[str, Any]]:
        if question.name == "people":
            yield from self._search(question.args)
            return
        entry = self._asks[question.name]
        fields = tuple(getattr(entry, "people", ()))
        try:
            for row in entry(house, question.args, now_ms):
                plain: dict[str, Any] = msgspec.to_builtins(row)
                for field in fields:
                    if plain.get(field):
                        plain[f"{field}_name"] = self._people.name(plain[field])
                yield plain
        except (KeyError, TypeError, ValueError) as fault:
            raise Refusal("QUESTION_INVALIDE", query=question.name, why=repr(fault)[:120]) from None

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

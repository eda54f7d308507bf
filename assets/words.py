"""What the hall's codes mean, in the words of whoever reads them (GEN-021): `words("fr")`.

A catalogue is `locales/LANG.toml`: one sentence per refusal code, one label per name of a state, a
role, a cause. French is complete and comes first; what another language lacks is said in French.
In a sentence `{name}` is a value of the refusal. Amounts (`…_c`, cents) become euros and `…_ms` a
duration; `{n:one|many}` counts, `{day:day}` is a date, `{phase:phase}` the label `phase.…`; what
stands in `[…]` is left out when one of its values is missing. A wrong or unknown code never raises:
it is shown as it is.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from datetime import datetime
from functools import lru_cache
from importlib.resources import files
from typing import Any

FIRST = "fr"
PLACE = re.compile(r"\{(\w+)(?::([^{}]*))?\}")
OPTIONAL = re.compile(r"\[([^\[\]]*)\]")
MOST_LETTERS = 120
SPACES = "\u00a0\u202f"  # that do not break a line


class Catalogue:
    """The words of one language."""

    def __init__(self, lang: str, catalogue: Mapping[str, Any], behind: Catalogue | None) -> None:
        self.lang = lang
        self.refusals: Mapping[str, str] = catalogue.get("refusals", {})
        self.labels: Mapping[str, Mapping[str, str]] = catalogue.get("labels", {})
        self._forms: Mapping[str, str] = catalogue.get("forms", {})
        self._behind = behind

    def knows(self, code: str) -> bool:
        return code in self.refusals or (self._behind is not None and self._behind.knows(code))

    def refusal(self, code: str, values: Mapping[str, Any] | None = None) -> str:
        """One clear sentence for a refusal, never empty, never raising."""
        values = values or {}
        if code in self.refusals:
            return self._filled(self.refusals[code], values)
        if self._behind is not None and self._behind.knows(code):
            return self._behind.refusal(code, values)
        told = ", ".join(f"{name} {self.value(name, value)}" for name, value in values.items())
        sentence = self._form("unknown").replace("{code}", _printable(code))
        return f"{sentence} ({told})" if told else sentence

    def label(self, key: str) -> str:
        """A name from its key: « phase.TIRAGE_QUINE » -> « tirage pour la quine »."""
        group, _, name = key.partition(".")
        if name in self.labels.get(group, {}):
            return self.labels[group][name]
        return self._behind.label(key) if self._behind is not None else _printable(name or group)

    def amount(self, cents: int) -> str:
        """121200 -> « 1 212,00 € », with spaces that do not break a line."""
        sign, whole = ("-" if cents < 0 else ""), abs(cents)
        euros = f"{whole // 100:,}".replace(",", self._form("thousands"))
        return sign + self._form("amount").format(euros=euros, cents=f"{whole % 100:02d}")

    def value(self, name: str, value: Any, form: str = "") -> str:
        """A value as this language writes it; `form` is what follows « : » in a sentence."""
        if form in ("day", "moment"):
            return self._civil(value, form)
        if "|" in form:
            return self._counted(value, *form.split("|", 1))
        if isinstance(value, list | tuple | set | frozenset):
            return ", ".join(self.value(name, one, form) for one in value)
        if form:  # « essais:2026-001 » is labelled by what comes before the colon
            return self.label(f"{form}.{str(value).partition(':')[0]}")
        if isinstance(value, bool):
            return self._form("yes" if value else "no")
        if isinstance(value, int) and name.endswith("_c"):
            return self.amount(value)
        if isinstance(value, int) and (name == "ms" or name.endswith("_ms")):
            return self._lasting(value)
        return _printable(str(value))

    def _filled(self, sentence: str, values: Mapping[str, Any]) -> str:
        def place(found: re.Match[str]) -> str:
            name, form = found[1], found[2] or ""
            return self.value(name, values[name], form) if name in values else "…"

        def optional(found: re.Match[str]) -> str:
            return found[1] if {one[1] for one in PLACE.finditer(found[1])} <= set(values) else ""

        return PLACE.sub(place, OPTIONAL.sub(optional, sentence))

    def _counted(self, count: Any, one: str, many: str) -> str:
        if isinstance(count, list | tuple):
            count = len(count)
        alone = isinstance(count, int) and (count == 1 or (count == 0 and self.lang == "fr"))
        return f"{_printable(str(count))} {one if alone else many}"

    def _civil(self, iso: Any, form: str) -> str:
        try:
            return datetime.fromisoformat(str(iso)).strftime(self._form(form))
        except ValueError:
            return _printable(str(iso))

    def _lasting(self, ms: int) -> str:
        """A duration, the last second begun counted: 61 001 ms is 1 min 2 s."""
        minutes, seconds = divmod(-(-ms // 1_000), 60)
        return f"{minutes} min {seconds} s" if minutes else f"{seconds} s"

    def _form(self, name: str) -> str:
        if name in self._forms or self._behind is None:
            return self._forms[name]
        return self._behind._form(name)


@lru_cache
def words(lang: str = FIRST) -> Catalogue:
    """The catalogue of a language; French for one that has none."""
    file = files("assets") / "locales" / f"{lang}.toml"
    if not re.fullmatch(r"[a-z]{2}(_[A-Z]{2})?", lang) or not file.is_file():
        return words(FIRST)
    behind = None if lang == FIRST else words(FIRST)
    return Catalogue(lang, tomllib.loads(file.read_text("utf-8")), behind)


def _printable(text: str) -> str:
    """A value may come from a scanner: no control sign reaches a terminal through a sentence."""
    shown = "".join(sign if sign.isprintable() or sign in SPACES else "·" for sign in text)
    return shown if len(shown) <= MOST_LETTERS else shown[: MOST_LETTERS - 1] + "…"

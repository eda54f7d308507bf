"""How a sentence of the hall is built: one template, read by the eye and heard by the ear (ANN).

The displayed text keeps digits and plain spaces (how « : » and « ? » are spaced is a matter of the
screen); the spoken text has every number and amount in words (SPK-001, SPK-003). Amounts in cents.
"""

from __future__ import annotations

import re
from typing import Protocol

import msgspec

from core.money import written
from core.spoken import Variant, amount_words, number_words

SPACE_BEFORE_SIGN = re.compile(r" +([:;?!])")


class Announcement(msgspec.Struct, frozen=True):
    """One announcement: its number in chapter 13, the text displayed, the text spoken."""

    id: str
    text: str
    speech: str


class Said(Protocol):
    """Something that stands in a sentence in two ways."""

    def shown(self) -> str: ...
    def spoken(self, variant: Variant) -> str: ...


class Number(msgspec.Struct, frozen=True):
    """A whole number, alone or with what it counts, singular and plural."""

    value: int
    one: str = ""
    many: str = ""
    feminine: bool = False

    def shown(self) -> str:
        return f"{self.value:,}".replace(",", " ") + self._counted()

    def spoken(self, variant: Variant) -> str:
        words = number_words(self.value, variant)
        if self.feminine and (words == "un" or words.endswith((" un", "-un"))):
            words += "e"
        return words + self._counted()

    def _counted(self) -> str:
        what = self.many if self.value > 1 else self.one
        return what and f" {what}"


class Amount(msgspec.Struct, frozen=True):
    """Cents. `unit` is « € » for lots, « euros » where the sentence says the word."""

    cents: int
    unit: str = "€"

    def shown(self) -> str:
        return f"{written(self.cents)} {self.unit}"

    def spoken(self, variant: Variant) -> str:
        return amount_words(self.cents, variant)


class FormulaAmount(msgspec.Struct, frozen=True):
    """An amount inside a formula of article 85, which brings its own « euros » (CAT-001)."""

    cents: int

    def shown(self) -> str:
        digits = written(self.cents).removesuffix(",00")
        return f"{digits} euros"

    def spoken(self, variant: Variant) -> str:
        return amount_words(self.cents, variant)


class Serial(msgspec.Struct, frozen=True):
    """A series or a carton as printed, « 014 » or « 014-000251 »; leading zeros are not spoken."""

    text: str

    def shown(self) -> str:
        return self.text

    def spoken(self, variant: Variant) -> str:
        parts = re.findall(r"\d+|[^\W\d_]+", self.text)
        said = [number_words(int(part), variant) if part.isdigit() else part for part in parts]
        return " tiret ".join(said) if "-" in self.text else " ".join(said)


class Phrase(msgspec.Struct, frozen=True):
    """Part of a sentence, with its own values, present or not."""

    template: str
    values: tuple[tuple[str, Said], ...] = ()

    def shown(self) -> str:
        return self.template.format(**{name: said.shown() for name, said in self.values})

    def spoken(self, variant: Variant) -> str:
        return self.template.format(**{name: said.spoken(variant) for name, said in self.values})


class Words(msgspec.Struct, frozen=True):
    """Words of the house, a name or an object: said as they are written."""

    text: str

    def shown(self) -> str:
        return self.text

    def spoken(self, variant: Variant) -> str:
        return self.text


NOTHING = Words("")


def phrase(template: str, **values: Said) -> Phrase:
    return Phrase(template, tuple(values.items()))


def announce(ann: str, template: str, variant: Variant = "FR", **values: Said) -> Announcement:
    sentence = phrase(template, **values)
    speech = SPACE_BEFORE_SIGN.sub(r"\1", sentence.spoken(variant))
    return Announcement(f"ANN-{ann}", sentence.shown(), speech)


def cartons_of(count: int, state: str = "") -> Number:
    plural = state and f" {state}s"
    return Number(count, "carton" + (state and f" {state}"), "cartons" + plural)


def parties_of(count: int) -> Number:
    return Number(count, "partie", "parties", feminine=True)

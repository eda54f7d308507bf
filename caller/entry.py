"""Figures typed by the animateur, and what they mean: no field to look for, no focus to lose.

A ball or a number of the public takes two steps (BIN-002); a carton's number may be typed as on
the paper, with or without zeros and check digit (SCN-001, SCN-004).
"""

from __future__ import annotations

from typing import Any

from caller.steps import Wants
from core import codes
from core.rules import Refusal
from core.views.caller import Caller

LONGEST = {Wants.CARTON: 15, Wants.RECOVER: 15}
BALL_FIGURES = 2
Order = tuple[str, dict[str, Any]]


class Entry:
    """What has been typed so far."""

    def __init__(self) -> None:
        self.text = ""
        self.refused = False
        """What stands there was refused: it stays to be read, and the next figure starts anew."""

    def take(self, character: str, wants: Wants) -> bool:
        """One key; False when it is not for this entry."""
        wanted = character.isdigit() and character.isascii()
        if wants in (Wants.CARTON, Wants.RECOVER):
            wanted = wanted or (character == "-" and bool(self.text))
        if wants is Wants.NOTHING or not wanted:
            return False
        if self.refused:
            self.clear()
        if len(self.text) >= LONGEST.get(wants, BALL_FIGURES):
            return False
        self.text += character
        return True

    def erase(self) -> None:
        """The last figure."""
        self.text, self.refused = self.text[:-1], False

    def clear(self) -> bool:
        """True when there was something."""
        was, self.text, self.refused = bool(self.text), "", False
        return was


def order_of(text: str, wants: Wants, view: Caller) -> Order:
    """What Enter gives for this text. Raises `Refusal` when it cannot be what is wanted."""
    if wants in (Wants.CARTON, Wants.RECOVER):
        order = "VerifyCarton" if wants is Wants.CARTON else "RecoverCarton"
        return order, {"text": carton(text, view)}
    number = int(text)
    if wants is Wants.SEANCE:
        if not 1 <= number <= len(view.today):
            raise Refusal("NOMBRE_HORS_LIMITES", least=1, most=len(view.today))
        return "StartTests", {"seance": view.today[number - 1]}
    if not 1 <= number <= 90:
        raise Refusal("NUMERO_HORS_TIRAGE", number=number)
    orders = {Wants.BALL: "EnterNumber", Wants.BLANK: "DrawBlank", Wants.PUBLIC: "GivePublicNumber"}
    return orders[wants], {"number": number}


def carton(text: str, view: Caller) -> str:
    """A number alone is a carton of this *partie*'s series: « 251 » is « 014-000251 »."""
    partie = view.board.partie
    if "-" not in text and len(text) <= 6 and partie is not None:
        return str(codes.checked(partie.serie, int(text)))
    codes.typed(text)
    return text


def to_compare(text: str) -> str:
    """The number as the paper has it, when it was typed without its check digit; else ""."""
    typed = codes.typed(text)
    return "" if typed.with_check else typed.serial.typed

"""What a person can do on a screen, declared once: keys, hints, help and clicks all read it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from textual.binding import Binding

KEY_NAMES = {
    "space": "Espace",
    "enter": "Entrée",
    "escape": "Échap",
    "tab": "Tab",
    "up": "↑",
    "down": "↓",
    "left": "←",
    "right": "→",
    "delete": "Suppr",
    "pageup": "Page ↑",
    "pagedown": "Page ↓",
    "plus": "+",
    "minus": "-",
}


@dataclass(frozen=True)
class Action:
    """One thing to do."""

    id: str
    """The screen answers it in `do_<id>`."""
    key: str
    """Textual's name of the key, several separated by commas; the first is shown."""
    label: str
    """French, an imperative or a noun, short."""
    shown: bool = True
    """Whether the hint bar has it; the help page always has."""

    @property
    def key_name(self) -> str:
        """The key as its cap says."""
        first = self.key.split(",")[0]
        if first in KEY_NAMES:
            return KEY_NAMES[first]
        return "Ctrl " + first[-1].upper() if first.startswith("ctrl+") else first.upper()


@dataclass(frozen=True)
class Hint:
    """An action as it stands now."""

    action: Action
    why_not: str = ""
    """Empty when it may be done; else the reason, in words for the person."""


def bindings(actions: Iterable[Action]) -> Iterator[Binding]:
    """Textual's bindings for these actions. Two actions on one key are a mistake.

    A letter is the same key with Shift or Caps Lock: « S » must stop the draw whatever their state.
    """
    taken: dict[str, str] = {}
    for action in actions:
        for key in action.key.split(","):
            if taken.setdefault(key, action.id) != action.id:
                raise ValueError(f"{key}: {taken[key]} and {action.id}")
        keys = action.key.split(",")
        keys += [key.upper() for key in keys if len(key) == 1 and key.upper() != key]
        yield Binding(",".join(keys), f"act('{action.id}')", action.label, show=False)

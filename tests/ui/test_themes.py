"""Colours: hexadecimal, complete, and far enough apart to be read."""

from __future__ import annotations

import re

import pytest
from textual.color import Color

from ui import themes

HEX = re.compile(r"#[0-9a-f]{6}")
NAMED = {"input-cursor-text-style", "block-cursor-text-style"}


def ratio(one: str, other: str) -> float:
    """Contrast as WCAG 2 counts it, 1 to 21."""

    def light(colour: str) -> float:
        parts = [part / 255 for part in Color.parse(colour).rgb]
        linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", themes.THEMES, ids=themes.NAMES)
def test_every_theme_is_hexadecimal_and_complete(theme):
    """Names of colours mean something else on each terminal."""
    assert set(theme.variables) == set(themes.DEFAULTS)
    values = [v for name, v in theme.variables.items() if name not in NAMED]
    assert all(HEX.fullmatch(value) for value in values)


@pytest.mark.spec("DSP-015")
@pytest.mark.parametrize("theme", themes.THEMES, ids=themes.NAMES)
def test_what_must_be_read_can_be_read(theme):
    """4.5 to 1 at least for text and figures, 3 to 1 for a number still to come."""
    v, ground = theme.variables, theme.background
    pairs = [
        (v["lit"], v["lit-text"]),
        (v["lit-odd"], v["lit-text"]),
        (v["last"], v["last-text"]),
        (v["lit"], ground),
        (v["muted"], ground),
        (theme.foreground, ground),
        (theme.foreground, theme.panel),
        (theme.error, v["key-text"]),
        (theme.warning, v["key-text"]),
        (theme.accent, v["key-text"]),
    ]
    assert [pair for pair in pairs if ratio(*pair) < 4.5] == []
    assert ratio(v["unlit"], ground) >= 3


@pytest.mark.parametrize(
    ("system", "theme"), [("truecolor", "nuit"), ("256", "nuit"), ("standard", "console")]
)
def test_a_terminal_gets_the_theme_that_it_can_show(system, theme):
    """Sixteen colours on a bare console."""
    assert themes.fitting(system) == theme

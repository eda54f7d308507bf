"""Four ways to light the hall. Hexadecimal colours only: names are mapped by each terminal anew.

Every state has a second sign beside its colour (reverse video, weight, a mark), so that any of
these may be chosen by taste. `console` uses the sixteen colours of a bare Linux console.
"""

from __future__ import annotations

from textual.theme import Theme

NIGHT, DAY, CONTRAST, CONSOLE = "nuit", "jour", "contraste", "console"


def _theme(name: str, *, dark: bool, colours: dict[str, str], extra: dict[str, str]) -> Theme:
    ground = colours["background"]
    variables = {
        "lit-odd": extra["lit"],
        "carton-frame": extra["unlit"],
        "key-text": ground,
        "border": colours["accent"],
        "border-blurred": extra["unlit"],
        "text-muted": extra["muted"],
        "text-disabled": extra["muted"],
        "scrollbar": extra["unlit"],
        "scrollbar-hover": colours["accent"],
        "scrollbar-active": colours["accent"],
        "scrollbar-background": colours["surface"],
        "scrollbar-background-hover": colours["surface"],
        "scrollbar-background-active": colours["surface"],
        "scrollbar-corner-color": colours["surface"],
        "input-cursor-background": colours["accent"],
        "input-cursor-foreground": ground,
        "input-cursor-text-style": "reverse",
        "block-cursor-background": colours["accent"],
        "block-cursor-foreground": ground,
        "block-cursor-text-style": "bold",
        **extra,
    }
    return Theme(name=name, dark=dark, **colours, variables=variables)  # type: ignore[arg-type]  # **colours are the fields of Theme by name


THEMES: tuple[Theme, ...] = (
    _theme(
        NIGHT,
        dark=True,
        colours={
            "primary": "#5b9cff",
            "secondary": "#7bd3c8",
            "accent": "#ffc83d",
            "success": "#5fd38d",
            "warning": "#ffb020",
            "error": "#ff6b6b",
            "foreground": "#eef1f8",
            "background": "#0b1020",
            "surface": "#121a31",
            "panel": "#1b2545",
        },
        extra={
            "lit": "#ffc83d",
            "lit-odd": "#f2b417",
            "lit-text": "#0b1020",
            "last": "#ffffff",
            "last-text": "#a5122a",
            "unlit": "#7480a8",
            "unlit-figure": "#3d4b7d",
            "muted": "#8d98b8",
        },
    ),
    _theme(
        DAY,
        dark=False,
        colours={
            "primary": "#1f4fa3",
            "secondary": "#1c7a6e",
            "accent": "#9a2445",
            "success": "#1d7a3e",
            "warning": "#9a5b00",
            "error": "#b3152a",
            "foreground": "#1b2130",
            "background": "#f7f4ec",
            "surface": "#ffffff",
            "panel": "#e8e2d2",
        },
        extra={
            "lit": "#1f4fa3",
            "lit-odd": "#2a5fbb",
            "lit-text": "#ffffff",
            "last": "#9a2445",
            "last-text": "#ffffff",
            "unlit": "#8b8674",
            "unlit-figure": "#b3ab94",
            "muted": "#6a6658",
        },
    ),
    _theme(
        CONTRAST,
        dark=True,
        colours={
            "primary": "#ffffff",
            "secondary": "#00ffff",
            "accent": "#ffff00",
            "success": "#00ff00",
            "warning": "#ffff00",
            "error": "#ff8080",
            "foreground": "#ffffff",
            "background": "#000000",
            "surface": "#000000",
            "panel": "#202020",
        },
        extra={
            "lit": "#ffff00",
            "lit-odd": "#ffff66",
            "lit-text": "#000000",
            "last": "#ffffff",
            "last-text": "#000000",
            "unlit": "#a0a0a0",
            "unlit-figure": "#606060",
            "muted": "#c0c0c0",
        },
    ),
    _theme(
        CONSOLE,
        dark=True,
        colours={
            "primary": "#5555ff",
            "secondary": "#00aaaa",
            "accent": "#ffff55",
            "success": "#55ff55",
            "warning": "#ffff55",
            "error": "#ff5555",
            "foreground": "#aaaaaa",
            "background": "#000000",
            "surface": "#000000",
            "panel": "#0000aa",
        },
        extra={
            "lit": "#aaaaaa",
            "lit-text": "#000000",
            "last": "#00aaaa",
            "last-text": "#000000",
            "unlit": "#aaaaaa",
            "unlit-figure": "#aaaaaa",
            "muted": "#aaaaaa",
        },
    ),
)

NAMES = tuple(theme.name for theme in THEMES)

DEFAULTS = dict(THEMES[0].variables)
"""What a theme of somebody else's lacks is taken from here."""


def fitting(color_system: str | None) -> str:
    """The theme for what the terminal can do, when nobody has chosen one."""
    return CONSOLE if color_system in (None, "standard", "windows") else NIGHT

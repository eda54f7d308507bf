"""A list to choose from whose chosen line stands in reverse video, also where there is no colour."""

from __future__ import annotations

from dataclasses import replace

from textual.style import Style
from textual.widgets import OptionList


class Choices(OptionList):
    """Textual 8.2 leaves `reverse` out of a component's style; here it counts (DSP-015)."""

    def get_visual_style(self, *component_classes: str, partial: bool = False) -> Style:
        """The style as the sheet says it."""
        style = super().get_visual_style(*component_classes, partial=partial)
        last = component_classes[-1] if component_classes else ""
        if last and self.get_component_styles(last).text_style.reverse:
            return replace(style, reverse=True)
        return style

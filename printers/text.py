"""A document as plain text: for previews, tests and printers that are a file."""

from __future__ import annotations

from core.documents import Document
from printers.cartons import grid_lines
from printers.layout import Block, Cut, Face, Feed, Grid, Qr, Text
from printers.papers import lay


def render_text(document: Document, columns: int = 48) -> str:
    """Lines of at most so many columns; a QR stands as [qr …], a cut as an empty line."""
    lines = [
        line
        for block in lay(document, columns, typed_cartons=True)
        for line in _said(block, columns)
    ]
    return "\n".join(lines).rstrip() + "\n"


def _said(block: Block, columns: int) -> list[str]:
    match block:
        case Text(text, wide=wide) if wide > 1 and text.startswith(" "):
            return [text.strip().center(columns).rstrip()]
        case Text(text):
            return [text.rstrip()]
        case Grid(rows):
            return ["".join(pieces).center(columns).rstrip() for pieces in grid_lines(rows)]
        case Qr(payload):
            return [f"[qr {payload}]".center(columns).rstrip()]
        case Cut():
            return [""]
        case Feed() | Face():
            return []

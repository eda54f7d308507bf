"""A sentence that is wider than its place goes on below: a reason that is cut is no reason."""

from __future__ import annotations

from rich.cells import cell_len, chop_cells


def folded(text: str, first: int, width: int) -> list[str]:
    """Lines of at most `first`, then `width` cells, broken at spaces where that is possible.

    Args:
        text: one line of printable text; at least one line comes back, spaces at its ends are kept.
        first: cells of the first line.
        width: cells of the others.
    """
    lines: list[str] = []
    rest, room = text, max(first, 1)
    while cell_len(rest) > room:
        whole = chop_cells(rest, room)[0]
        cut = whole.rfind(" ")
        if rest[len(whole)] != " " and whole[:cut].strip():
            whole = whole[:cut]
        lines.append(whole)
        rest, room = rest[len(whole) :].lstrip(), max(width, 1)
    return [*lines, rest]

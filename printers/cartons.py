"""Cartons on the roll: painted as a face, or typed where painting takes too long (PRT-001)."""

from __future__ import annotations

from core.documents import CartonPage, PrintedCarton
from printers.layout import Face, Grid, Roll
from printers.words import euros, spelled, spelled_marks

KEEP = "Conserver le carton"
Rows = tuple[tuple[int, ...], ...]


def lay_cartons(roll: Roll, page: CartonPage, in_letters: bool) -> None:
    """The cartons one under the other, a line to tear along between them."""
    for place, carton in enumerate(page.cartons):
        if place:
            roll.feed(8)
            roll.rule("-")
            roll.feed(8)
        face = face_of(page, carton)
        if in_letters:
            _typed(roll, face)
        else:
            roll.blocks.append(face)
    if page.approval:
        roll.line(f"Logiciel {page.approval}", align="center")


def face_of(page: CartonPage, carton: PrintedCarton) -> Face:
    """All that a carton says, in the words it says it with."""
    forfait = f"Forfait {page.forfait}" if page.forfait else "Compris dans le forfait"
    return Face(
        house=page.house,
        number=spelled(carton.serial),
        seance=page.seance,
        partie=f"Partie {page.partie}",
        price=euros(page.price_c) if page.price_c else forfait,
        note=f"Tirage {page.commitment}" if page.commitment else "",
        foot=KEEP,
        marks=spelled_marks(page),
        rows=carton.rows,
        code=carton.code,
    )


def _typed(roll: Roll, face: Face) -> None:
    roll.line(face.house, align="center", bold=True)
    for mark in face.marks:
        roll.mark(mark)
    roll.line(face.number, align="center", bold=True, big=2)
    roll.pair(face.seance, face.partie, bold=True)
    roll.pair(face.price, face.note)
    roll.blocks.append(Grid(face.rows))
    roll.qr(face.code)
    roll.line(face.foot, align="center")


def grid_lines(rows: Rows) -> list[list[str]]:
    """A typed grid: each line as its pieces, frame and cells in turn, cells two letters wide."""
    lines = [_frame("┌", "┬", "┐")]
    for place, row in enumerate(rows):
        if place:
            lines.append(_frame("├", "┼", "┤"))
        pieces = ["│"]
        for number in row:
            pieces += [f"{number or '':>2}", "│"]
        lines.append(pieces)
    return [*lines, _frame("└", "┴", "┘")]


def _frame(left: str, middle: str, right: str) -> list[str]:
    pieces = [left]
    for place in range(9):
        pieces += ["──", middle if place < 8 else right]
    return pieces

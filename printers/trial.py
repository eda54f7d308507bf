"""The test page: what to look at before a printer is trusted with money."""

from __future__ import annotations

from core.documents import TestPage
from printers.layout import Grid, Roll

ACCENTS = ("éèêëàâäçùûüîïôö ÉÈÊËÀÂÇÙÎÔ", "€ « » ° · × œ Œ - ' \"", "[/b] Zoé <éàü> ${x} & # @ %")
ROWS = (
    (4, 0, 23, 0, 45, 0, 0, 78, 90),
    (0, 12, 0, 34, 0, 56, 67, 79, 0),
    (7, 15, 0, 38, 49, 0, 69, 0, 0),
)


def lay_test_page(roll: Roll, page: TestPage) -> None:
    """Accents, the whole width, sizes, a grid and a QR."""
    if page.printer:
        roll.pair("Imprimante", page.printer)
    roll.line("Ces lettres doivent être lisibles :")
    for line in ACCENTS:
        roll.line(line, align="center")
    roll.line(f"Une seule ligne de {roll.columns} signes :")
    roll.line(("1234567890" * 5)[: roll.columns])
    roll.line("Grand", bold=True, big=2)
    roll.mark("BLANC SUR NOIR")
    roll.blocks.append(Grid(ROWS))
    roll.qr(page.code)
    roll.line("Scannez ce code : il doit être reconnu.", align="center")

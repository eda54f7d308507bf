"""A register on the screen: its lines, its hash, and the keys that print or export it (GEN-017)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import DataTable, Static

from ui.actions import Action
from ui.modals import HouseModal
from ui.seams import plain, plain_rich

PRINT, EXPORT_CSV, EXPORT_TEXT = "print", "csv", "txt"


class Reader(HouseModal[str]):
    """Lines under their titles; Enter shows one line whole. The result is what to do next, or None."""

    ACTIONS = (
        Action("print", "f2", "Imprimer"),
        Action("csv", "f3", "Exporter en CSV"),
        Action("txt", "f4", "Exporter en texte"),
        Action("close", "escape", "Fermer"),
    )
    AUTO_FOCUS = "DataTable"

    def __init__(
        self, title: str, columns: Sequence[str], lines: Sequence[Sequence[str]], digest: str
    ) -> None:
        super().__init__()
        self._title, self._columns, self._lines, self._digest = title, columns, lines, digest

    def compose(self) -> ComposeResult:
        """The table takes all the room."""
        with Vertical(classes="dialog reader"):
            yield Static(plain(self._title), classes="dialog--title")
            yield DataTable(cursor_type="row", zebra_stripes=False)
            yield Static("", id="line")
            count = len(self._lines)
            lines = f"{count} ligne{'s' if count > 1 else ''}" if count else "Aucune ligne"
            foot = f"{lines}   SHA-256 {self._digest[:32]}…"
            yield Static(plain(foot), classes="dialog--note")
            keys = "F2 imprimer   F3 CSV   F4 texte   ← → colonnes   Échap fermer"
            yield Static(plain(keys), id="note", classes="dialog--note")

    def on_mount(self) -> None:
        """Filled once: it is what was read at that moment."""
        table: DataTable[Any] = self.query_one(DataTable)
        table.add_columns(*(plain_rich(title) for title in self._columns))
        for line in self._lines:
            table.add_row(*(plain_rich(cell) for cell in line))

    def on_data_table_row_highlighted(self, event: DataTable.RowHighlighted) -> None:
        """The line under the cursor, whole, whatever the width of the screen."""
        if event.cursor_row < len(self._lines):
            pairs = zip(self._columns, self._lines[event.cursor_row], strict=True)
            told = "   ".join(f"{title} : {cell}" for title, cell in pairs if cell)
            self.query_one("#line", Static).update(plain(told))

    def do_print(self) -> None:
        """On paper."""
        self.finish(PRINT)

    def do_csv(self) -> None:
        """For a spreadsheet."""
        self.finish(EXPORT_CSV)

    def do_txt(self) -> None:
        """As text."""
        self.finish(EXPORT_TEXT)

    def do_close(self) -> None:
        """Back."""
        self.dismiss(None)

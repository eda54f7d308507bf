"""A series that its supplier printed, as bytes: fifteen a carton, row by row, in order of number.

Requirements BIN-003, BIN-006, BIN-007. A number that was not delivered is fifteen zeros. The digest
is made as the certificate of our own series makes its own: SHA-256 over these bytes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from core.bingo.cartons.grid import IN_A_CARTON, Carton, carton_of
from core.codes import Serial
from core.rules import Refusal, canonical

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from core.bingo.stock import Stock

    Array = NDArray[Any]

NOTHING = bytes(IN_A_CARTON)
CSV_HEADER = ",".join(["serial", "ecarte", *(f"n{at}" for at in range(1, IN_A_CARTON + 1))])


class PrintedSeries(msgspec.Struct, frozen=True):
    """The cartons `first`, `first`+1 …; `set_aside` are those never to be sold, with the reason."""

    serie: int
    first: int
    content: bytes
    set_aside: Mapping[int, str] = {}

    @property
    def size(self) -> int:
        """How many numbers, those that were not delivered included."""
        return len(self.content) // IN_A_CARTON

    @property
    def last(self) -> int:
        return self.first + self.size - 1

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.content).hexdigest()

    def carton(self, number: int) -> Carton | None:
        """None where nothing was delivered. Refuses CARTE_INCONNUE outside the series."""
        self.must_have(number, 1)
        at = (number - self.first) * IN_A_CARTON
        numbers = self.content[at : at + IN_A_CARTON]
        return None if numbers == NOTHING else carton_of(numbers)

    def must_have(self, first: int, count: int) -> None:
        """Refuses NOMBRE_DE_CARTONS_INVALIDE for a count below 1, and CARTE_INCONNUE."""
        if count < 1:
            raise Refusal("NOMBRE_DE_CARTONS_INVALIDE", count=count)
        for number in (first, first + count - 1):
            if not self.first <= number <= self.last:
                raise Refusal("CARTE_INCONNUE", number=number, least=self.first, most=self.last)

    def rows(self) -> Array:
        """Every carton: uint8 of shape (size, 15), zeros where nothing was delivered."""
        import numpy as np

        return np.frombuffer(self.content, np.uint8).reshape(self.size, IN_A_CARTON)


def printed(stock: Stock) -> PrintedSeries:
    """The series of a supplier's file that was read without a fault."""
    first, last = min(stock.cartons), max(stock.cartons)
    content = bytearray((last - first + 1) * IN_A_CARTON)
    for number, carton in stock.cartons.items():
        at = (number - first) * IN_A_CARTON
        content[at : at + IN_A_CARTON] = bytes(carton.top + carton.middle + carton.bottom)
    return PrintedSeries(stock.serie, first, bytes(content), stock.ecartes)


def shared(
    ours: PrintedSeries, others: Iterable[tuple[int, int, Array]]
) -> dict[frozenset[int], str]:
    """Sets of fifteen numbers that another series has too, with the other's serial (BIN-006).

    `others` are pieces of series: their number, the number of the first carton, and the cartons as
    uint8 of shape (n, 15). One piece is in memory at a time, so a season may be long.
    """
    import numpy as np

    wanted = np.sort(_sets(ours.rows()))
    found: dict[frozenset[int], str] = {}
    for serie, first, rows in others:
        for at in np.flatnonzero(np.isin(_sets(rows), wanted)):
            if rows[at].any():
                found.setdefault(frozenset(rows[at].tolist()), str(Serial(serie, first + int(at))))
    return found


def _sets(rows: Array) -> Array:
    """Each carton's numbers, ascending, as one value that can be compared and sorted."""
    import numpy as np

    ascending = np.sort(rows.reshape(-1, IN_A_CARTON), axis=1)
    return np.ascontiguousarray(ascending).view(f"S{IN_A_CARTON}").ravel()


def lines(series: PrintedSeries, first: int, count: int, fmt: str) -> Iterator[bytes]:
    r"""Consecutive cartons as `stock.read_stock` reads them, one line each, ended by \n.

    What was not delivered is left out. Refuses FORMAT_INCONNU, and what `must_have` refuses,
    before the first line.
    """
    if fmt not in ("jsonl", "csv"):
        raise Refusal("FORMAT_INCONNU", format=fmt)
    series.must_have(first, count)
    return _lines(series, range(first, first + count), fmt == "csv")


def _lines(series: PrintedSeries, numbers: range, as_csv: bool) -> Iterator[bytes]:
    if as_csv:
        yield f"{CSV_HEADER}\n".encode()
    for number in numbers:
        carton = series.carton(number)
        if carton is None:
            continue
        serial, reason = str(Serial(series.serie, number)), series.set_aside.get(number, "")
        if as_csv:
            quoted = '"' + reason.replace('"', '""') + '"' if reason else ""
            cells = [serial, quoted, *(str(n) for row in carton for n in row)]
            yield (",".join(cells) + "\n").encode()
        else:
            line: dict[str, Any] = {"serial": serial, "rows": carton}
            yield canonical(line | ({"ecarte": reason} if reason else {})) + b"\n"

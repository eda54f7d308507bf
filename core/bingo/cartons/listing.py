r"""Cartons as rows of text, for printers and for whoever prints elsewhere: JSON Lines or CSV.

{"serial":"014-000251","rows":[[..5..],[..5..],[..5..]],"strip":42}
serial,strip,n1,...,n15
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from core.bingo.cartons.grid import IN_A_CARTON, IN_A_STRIP
from core.bingo.cartons.series import Series
from core.codes import checked
from core.rules import Refusal

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

_STEP = 6 * 2048  # cartons in a block of text
_ROW = "##,##,##,##,##"
_LINES = {
    "jsonl": f'{{"serial":"%s-######","rows":[[{_ROW}],[{_ROW}],[{_ROW}]],"strip":######}}\n',
    "csv": f"%s-######,######,{_ROW},{_ROW},{_ROW}\n",
}
CSV_HEADER = ",".join(["serial", "strip", *(f"n{at}" for at in range(1, IN_A_CARTON + 1))])


def lines(
    series: Series, serie: int, first: int = 1, count: int | None = None, fmt: str = "jsonl"
) -> Iterator[bytes]:
    r"""Consecutive cartons of a series, in blocks of whole lines, ASCII, ended by \n.

    `serie` is the number of the series in its season. CSV begins with a header line. Refuses
    FORMAT_INCONNU, and what `Series.rows` refuses, before the first block.
    """
    count = series.size - first + 1 if count is None else count
    if fmt not in _LINES:
        raise Refusal("FORMAT_INCONNU", format=fmt)
    series.must_have(first, count)
    checked(serie, first + count - 1)
    return _blocks(series, _LINES[fmt] % f"{serie:03d}", first, count, fmt == "csv")


def _blocks(series: Series, line: str, first: int, count: int, header: bool) -> Iterator[bytes]:
    if header:
        yield f"{CSV_HEADER}\n".encode()
    end = first + count
    while first < end:
        step = min(_STEP - (first - 1) % _STEP, end - first)
        yield _block(line, first, series.rows(first, step).reshape(step, IN_A_CARTON))
        first += step


def _block(line: str, first: int, cartons: Array) -> bytes:
    """Every line at its full width, digits put in their places, then the empty places taken out."""
    import numpy as np

    wide = np.empty((len(cartons), len(line)), np.uint8)
    wide[:] = np.frombuffer(line.encode(), np.uint8)
    serials = np.arange(first, first + len(cartons))
    strips = (serials - 1) // IN_A_STRIP + 1
    gaps = [at for at, letter in enumerate(line) if letter == "#"]
    numbers = gaps[6:36] if "rows" in line else gaps[12:]
    strip = gaps[36:] if "rows" in line else gaps[6:12]
    for at, power in enumerate((100_000, 10_000, 1000, 100, 10, 1)):
        wide[:, gaps[at]] = serials // power % 10 + 48
        wide[:, strip[at]] = np.where(strips >= power, strips // power % 10 + 48, 0)
    for at in range(IN_A_CARTON):
        tens, units = np.divmod(cartons[:, at], np.uint8(10))
        wide[:, numbers[2 * at]] = np.where(tens > 0, tens + np.uint8(48), np.uint8(0))
        wide[:, numbers[2 * at + 1]] = units + np.uint8(48)
    flat = wide.ravel()
    return flat.compress(flat != 0).tobytes()

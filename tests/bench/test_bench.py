"""`python -m bench`: one JSON object a line."""

import json
import sys

from bench.__main__ import main


def test_every_measurement_is_a_line_with_name_value_and_unit(capsys, monkeypatch):
    """Two small measurements stand for the rest; the real ones take their time in `make bench`."""
    from bench import cartons

    told = [cartons.measured("a", 12345.678, "ms"), cartons.measured("b", 2, "s", 30.04)]
    monkeypatch.setattr(cartons, "run", lambda: iter(told))
    assert main(["cartons"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert lines == [
        {"name": "a", "value": 12350.0, "unit": "ms"},
        {"name": "b", "value": 2.0, "unit": "s", "ratio": 30.0},
    ]


def test_a_name_that_is_not_there_is_said(capsys):
    """With the names that are."""
    assert main(["cartoons"]) == 2
    assert "cartons" in capsys.readouterr().err


def test_a_measurement_is_the_median_of_warm_runs(monkeypatch):
    """The first run, which builds tables, does not count."""
    from bench import cartons

    clock = iter([0.0, 1.0, 1.0, 1.2, 2.0, 5.0])
    monkeypatch.setattr(cartons.time, "process_time", lambda: next(clock))
    calls = []
    assert cartons.seconds(lambda: calls.append(1), 3) == 1.0
    assert len(calls) == 4 and "bench.cartons" in sys.modules

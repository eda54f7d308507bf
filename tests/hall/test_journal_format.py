"""docs/journal.md says what every line may hold, and its stand-alone check works."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from test_journal import some

import core.house  # noqa: F401 -- every fact there is
from core.rules import FACTS
from hall.journal import Head

PAGE = (Path(__file__).parents[2] / "docs" / "journal.md").read_text()


@pytest.mark.spec("GEN-004", "GEN-017")
def test_every_fact_and_field_is_explained():
    """One row a fact, with exactly its fields, and a meaning."""
    rows = dict(re.findall(r"^\| `(\w+)` \| (.*) \| .+ \|$", PAGE, re.MULTILINE))
    told = {name: re.findall(r"`(\w+)`", fields) for name, fields in rows.items()}
    facts = {
        name: [field.name for field in msgspec.structs.fields(fact)]
        for name, fact in FACTS.items()
        if fact.__module__.startswith("core.")
    }
    missing = [
        f"| `{name}` | {', '.join(f'`{field}`' for field in fields) or '—'} | … |"
        for name, fields in facts.items()
        if told.get(name) != fields
    ]
    assert not missing, "docs/journal.md lacks these rows:\n" + "\n".join(missing)
    assert not {name for name in told if name[0].isupper()} - set(facts)


@pytest.mark.spec("GEN-017")
def test_the_check_on_the_page_needs_no_quine(tmp_path):
    """The printed program accepts a good archive and names the first bad line of another."""
    (program,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    (tmp_path / "check.py").write_text(program)
    lines = [line.text for line in some(Head(), 5)]
    good, bad = tmp_path / "good.jsonl", tmp_path / "bad.jsonl"
    good.write_bytes(b"".join(text + b"\n" for text in lines))
    bad.write_bytes(good.read_bytes().replace(b'"total":4', b'"total":5'))
    said = [
        subprocess.run(
            [sys.executable, "-I", tmp_path / "check.py", path], capture_output=True, text=True
        )
        for path in (good, bad)
    ]
    assert said[0].stdout.startswith("5 lines") and said[0].returncode == 0
    assert said[1].stderr.startswith("line 4 ") and said[1].returncode == 1

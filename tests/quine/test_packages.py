"""Packages are listed by name: one that is forgotten would be missing from an installed Quine."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_every_package_is_listed():
    """Each folder with an `__init__.py`, and nothing else."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    rooms = project["tool"]["importlinter"]["root_packages"]
    found = {
        ".".join(path.parent.relative_to(ROOT).parts)
        for room in rooms
        for path in (ROOT / room).rglob("__init__.py")
    }
    assert set(project["tool"]["setuptools"]["packages"]) == found


def test_the_lock_names_no_registry_and_every_package_has_its_hash():
    """Pinned with hashes; the same file serves wherever packages come from."""
    for name in ("requirements.lock", "requirements-oracle.lock"):
        text = (ROOT / name).read_text()
        assert "://" not in text
        pinned = [line for line in text.splitlines() if "==" in line]
        assert pinned and all(line.rstrip().endswith("\\") for line in pinned)

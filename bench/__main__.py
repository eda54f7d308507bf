"""Runs the measurements and prints one JSON object a line: name, value, unit, and ratio if any.

`python -m bench` runs every module of this folder, `python -m bench cartons` only that one. Each
has `run()`, which yields the objects. The ratio is against a reference measured in the same run:
how many times better.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module
from pkgutil import iter_modules

from bench import __path__ as folder


def main(wanted: list[str]) -> int:
    """Prints as it goes; 2 for a name that is not there."""
    names = sorted(module.name for module in iter_modules(folder) if module.name[0] != "_")
    unknown = set(wanted) - set(names)
    if unknown:
        print(f"bench: {', '.join(sorted(unknown))}? {', '.join(names)}", file=sys.stderr)
        return 2
    for name in names:
        if not wanted or name in wanted:
            for measured in import_module(f"bench.{name}").run():
                print(json.dumps(measured, ensure_ascii=False), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

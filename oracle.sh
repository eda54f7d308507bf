#!/usr/bin/env bash
# Makes the printer emulator's own environment: it wants Python >= 3.12 and never meets ours.
set -u
where=$1
[ -x "$where/bin/emupos" ] && exit 0
for python in "${QUINE_ORACLE_PYTHON:-}" python3.14 python3.13 python3.12 \
  "$HOME"/.pyenv/versions/3.14*/bin/python "$HOME"/.pyenv/versions/3.13*/bin/python \
  "$HOME"/.pyenv/versions/3.12*/bin/python python3; do
  [ -n "$python" ] || continue
  "$python" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 12))' 2>/dev/null || continue
  "$python" -m venv "$where" &&
    "$where/bin/python" -m pip install --quiet --disable-pip-version-check --ignore-requires-python \
      --require-hashes -r requirements-oracle.lock && exit 0
  rm -rf "$where"
done
echo "skip: no Python >= 3.12 here, the printer emulator's tests will not run"
[ -z "${QUINE_REQUIRE_ALL:-}" ]

# Everything runs from here: `make demo` for a night at the bingo, `make test` for the proofs.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.ready
ORACLE := .venv-oracle

.PHONY: setup demo test lint bench soak oracle lock clean

setup: $(STAMP)

$(STAMP): requirements.lock pyproject.toml
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps -e .
	@touch $@

demo: setup
	@$(BIN)/quine demo $(if $(HEADLESS),--headless --players 40 --parties 4 --out $(or $(OUT),build/demo))

test: setup oracle
	$(BIN)/python -m pytest -n auto -m "not slow"

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: setup
	$(BIN)/python -m bench

soak: setup oracle
	QUINE_HYPOTHESIS=soak $(BIN)/python -m pytest

# The printer emulator wants a Python >= 3.12; found by running it, skipped with one line where missing.
oracle:
	@./oracle.sh $(ORACLE)

# For maintainers: the one lock for Python 3.11 to 3.14 (wants uv).
lock:
	uv pip compile pyproject.toml --all-extras --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --no-annotate -o requirements.lock
	echo "emupos==0.4.0" | uv pip compile - --universal --python-version 3.13 --generate-hashes --no-emit-index-url --no-header --no-annotate -o requirements-oracle.lock

clean:
	rm -rf $(VENV) $(ORACLE) build *.egg-info

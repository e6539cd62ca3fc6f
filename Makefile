# Parlour. The two commands: `make play` and `make test`. Each target sets up what it needs by itself.

PYTHON ?= python3
BIN := .venv/bin
PIP := PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_CONSTRAINT=constraints.txt $(BIN)/python -m pip install --quiet
SETUP := pyproject.toml constraints.txt

# RUNLEVEL=1: what is installed for the tests isn't started as a service
INSTALL := export DEBIAN_FRONTEND=noninteractive RUNLEVEL=1; apt-get -qq update && \
	apt-get -qq --yes --no-install-recommends install
MAY_INSTALL := [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null

.PHONY: play test test-browser chromium postgres lint format soak corpus pictures attack bench bench-gpu bench-web bench-scale clean

play: .venv/ready-to-play  ## open the house in the browser
	@$(BIN)/parlour serve

test: lint chromium postgres  ## everything that must hold, in a few minutes
	$(BIN)/python -m tests.warm
	$(BIN)/python -m pytest -q -n 2

test-browser: .venv/ready-to-test chromium  ## the house in a real Chromium: clicks, keys, lost lines, phones, axe
	$(BIN)/python -m pytest -q tests/web/test_browser*.py

chromium:  # Debian's, where it can be installed; without one the tests that need it say so and are skipped
	@command -v chromium >/dev/null || command -v google-chrome >/dev/null || ! { $(MAY_INSTALL); } || \
		{ echo "Installing Chromium for the tests (once) …"; timeout 300 sh -c '$(INSTALL) chromium' >/dev/null 2>&1; } || \
		echo "Chromium can't be installed here; the tests in a browser are skipped."

postgres:  # likewise, for the tests of a house on PostgreSQL
	@command -v initdb >/dev/null || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || ! { $(MAY_INSTALL); } || \
		{ echo "Installing PostgreSQL for the tests (once) …"; timeout 300 sh -c '$(INSTALL) postgresql' >/dev/null 2>&1; } || \
		echo "PostgreSQL can't be installed here; the tests on it are skipped."

lint: .venv/ready-to-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check --diff .
	$(BIN)/mypy

format: .venv/ready-to-test
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

soak: .venv/ready-to-test  ## the common checks with many more random examples
	PARLOUR_PROFILE=soak $(BIN)/python -m pytest -q -n 2 tests/test_every_game.py

attack: .venv/ready-to-test  ## try to break the house: 100,000 hostile requests, kills, outages, races; an hour or so
	$(BIN)/python -m tests.warm
	$(BIN)/python -m tests.attack

corpus: .venv/ready-to-test  ## add finished matches for games and player counts that have none stored yet
	$(BIN)/python -m tests.make_corpus

pictures: .venv/ready-to-test  ## draw the pictures of the documents anew
	$(BIN)/python docs/make_pictures.py
	$(BIN)/python -m docs.make_screenshots

bench: .venv-bench/ready  ## race other systems in one run and print the ratios
	.venv-bench/bin/python -m bench.race

bench-web: .venv/ready-to-test  ## the house under load: 500 tables, 2,000 streams; one process, then two on PostgreSQL
	$(BIN)/python -m bench.web --moves 200
	$(BIN)/python -m bench.web --moves 400 --processes 2 --database postgres

bench-scale: .venv/ready-to-test  ## what moves, frames, tables and searches cost with 1, 2 and 4 processes
	$(BIN)/python -m bench.scale

bench-gpu:  ## the same on a GPU, with whatever Python holds numba-cuda
	$(PYTHON) -m bench.gpu

clean:
	rm -rf .venv .venv-bench build dist .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Parlour needs Python 3.11 or newer; name one with: make PYTHON=python3.12 …"; exit 1; }
	$(PYTHON) -m venv .venv

.venv/ready-to-play: $(SETUP) | .venv/bin/python
	@echo "Setting up (once; a minute or so) …"
	@$(PIP) --editable .
	@touch $@

.venv/ready-to-test: $(SETUP) | .venv/bin/python
	@echo "Setting up for development (once; a minute or two) …"
	@$(PIP) --editable '.[dev]'
	@touch $@ .venv/ready-to-play

.venv-bench/ready: $(SETUP) bench/requirements.txt
	@echo "Setting up the other systems to race (once; some minutes) …"
	$(PYTHON) -m venv .venv-bench
	PIP_DISABLE_PIP_VERSION_CHECK=1 .venv-bench/bin/python -m pip install --quiet -r bench/requirements.txt
	PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_CONSTRAINT=constraints.txt .venv-bench/bin/python -m pip install --quiet --editable .
	@touch $@

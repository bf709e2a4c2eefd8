# Everything that a person or a machine does with Muster goes through here; `make` alone lists it.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
NPM := npm --prefix frontend
PY_STAMP := $(VENV)/.muster-installed
NODE_STAMP := frontend/node_modules/.muster-installed
CLIENT := frontend/build/index.html
CLIENT_SOURCES := frontend/src frontend/static frontend/package-lock.json frontend/svelte.config.js frontend/vite.config.ts

HOST ?= 127.0.0.1
PORT ?= 8000
DATA ?= data
# `make test` may not take longer than this.
TEST_MINUTES := 12

.PHONY: help
help: ## list what can be made
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 20

# --- setting up ---------------------------------------------------------------------------------------------

.PHONY: setup
setup: $(PY_STAMP) $(NODE_STAMP) ## install the locked Python and Node packages (at once when nothing changed)

$(PY_STAMP): requirements/dev.txt pyproject.toml hatch_build.py
	@command -v $(PYTHON) >/dev/null || { echo "Muster needs Python 3.11 or newer; '$(PYTHON)' was not found." >&2; exit 1; }
	@$(PYTHON) -c 'import sys; v = sys.version_info; sys.exit(None if v >= (3, 11) else f"Muster needs Python 3.11 or newer; {sys.executable} is {v[0]}.{v[1]}. Name another: make setup PYTHON=python3.12")'
	@echo "Installing the Python packages"
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) || { echo "Python could not make a virtual environment; on Debian: apt-get install python3-venv" >&2; rm -rf $(VENV); exit 1; }
	@$(PIP) install --require-hashes -r requirements/dev.txt
	@$(PIP) install --no-build-isolation --no-deps -e .
	@touch $@

$(NODE_STAMP): frontend/package-lock.json frontend/.npmrc
	@command -v node >/dev/null && command -v npm >/dev/null || { echo "Muster needs Node 20 (20.19 or newer, with npm) to build its browser client; it was not found." >&2; exit 1; }
	@node -e 'const [major, minor] = process.versions.node.split(".").map(Number); if (major < 20 || (major === 20 && minor < 19)) { console.error("Muster needs Node 20.19 or newer; this is " + process.versions.node + "."); process.exit(1) }'
	@echo "Installing the packages of the browser client"
	@$(NPM) ci --loglevel=error
	@touch $@

.PHONY: lock
lock: ## renew the Python locks from pyproject.toml (needs uv; the browser client's lock is npm's own)
	@tools/lock $(UPGRADE)

# --- running ------------------------------------------------------------------------------------------------

.PHONY: build
build: setup ## build the browser client, if it changed
	@if [ ! -e $(CLIENT) ] || [ -n "$$(find $(CLIENT_SOURCES) -newer $(CLIENT) -print -quit)" ]; then $(NPM) run --silent build; fi

.PHONY: run
run: build ## serve Muster on http://localhost:8000 with its data in ./data
	@$(BIN)/muster serve --host $(HOST) --port $(PORT) --data $(DATA)

# --- checking -----------------------------------------------------------------------------------------------

.PHONY: check
check: setup ## lint, types and unit tests: quick, without browser and server
	@$(MAKE) --no-print-directory -j2 --output-sync=target lint-server lint-client unit-client types-server
	@$(BIN)/pytest -q --ignore=tests/api --ignore=tests/e2e

.PHONY: lint-server
lint-server:
	@$(BIN)/ruff check --quiet
	@$(BIN)/ruff format --check || { echo "Run 'make format'." >&2; exit 1; }
	@NO_COLOR=1 $(BIN)/lint-imports --no-logo

.PHONY: types-server types-mypy types-pyright
types-server: types-mypy types-pyright

types-mypy:
	@$(BIN)/mypy

types-pyright:
	@$(BIN)/basedpyright

.PHONY: types
types: setup ## write the browser client's types of the protocol anew
	@mkdir -p .make
	@$(BIN)/python -m muster.protocol .make/protocol.json
	@cd frontend && npm run --silent types -- ../.make/protocol.json -o src/protocol/types.ts

.PHONY: lint-client
lint-client:
	@$(NPM) run --silent lint
	@$(NPM) run --silent check

.PHONY: unit-client
unit-client:
	@tools/client-tests

.PHONY: format
format: setup ## put the Python code into its one form
	@$(BIN)/ruff check --quiet --fix
	@$(BIN)/ruff format

.PHONY: test
test: ## everything: lint, types, both suites and the browser; installs Chromium if it is missing
	@tools/test $(TEST_MINUTES)

# --- the long runs ------------------------------------------------------------------------------------------
# Each part says in tests/soak/<part>.py what can be set, writes its figures to .make/soak.md and runs alone as well.

.PHONY: soak
soak: setup ## the long runs, all three parts; their figures go to .make/soak.md (takes hours)
	@failed=; for part in rules bots server; do $(MAKE) --no-print-directory soak-$$part || failed="$$failed $$part"; done; test -z "$$failed" || { echo "Failed:$$failed. See .make/soak.md." >&2; exit 1; }

.PHONY: soak-rules
soak-rules: setup ## switch 40 rules off, one at a time, and look for one that no test misses (SOAK_SEED says which)
	@$(BIN)/python -m tests.soak.rules

.PHONY: soak-bots
soak-bots: setup ## 1000 matches between bots without a fault, every rule at work, sensible against random
	@$(BIN)/python -m tests.soak.bots

.PHONY: soak-server
soak-server: setup ## thousands of new examples for the property tests and the fuzzing, a hundred kills
	@$(BIN)/python -m tests.soak.server

# --- how fast it is -----------------------------------------------------------------------------------------
# Each part says in tests/bench/<part>.py what can be set, writes its figures to .make/bench.md and runs alone as well.

.PHONY: bench
bench: bench-rules bench-open bench-battle bench-skirmish bench-server ## how fast it is, beside a raw loop, bare servers and boardgame.io: .make/bench.md (five minutes)

.PHONY: bench-rules
bench-rules: setup ## decisions a second, previews, legal moves, sight, views, loading
	@$(BIN)/python -m tests.bench.rules

.PHONY: bench-open
bench-open: setup ## the open table: a preview of a manoeuvre, eight ways of a base, three lines to all enemies
	@$(BIN)/python -m tests.bench.open

.PHONY: bench-battle
bench-battle: setup ## whole Baroque battles: every answer, and previews among 40 units and 20 pieces of terrain
	@$(BIN)/python -m tests.bench.battle

.PHONY: bench-skirmish
bench-skirmish: setup ## whole matches of Anno Domini 1666: every answer
	@$(BIN)/python -m tests.bench.skirmish

.PHONY: bench-server
bench-server: setup ## moves to the other player, a thousand spectators, bytes, memory (BENCH_PEER=no: without boardgame.io)
	@$(BIN)/python -m tests.bench.server

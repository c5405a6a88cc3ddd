# Everything sets itself up: `make serve` plays, `make test` proves. Set PYTHON= to choose an interpreter, PORT= another port.
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$p; break; }; done)
PORT ?= 8000
GALLERY ?= var/gallery
# Tests at once: on two cores four take an eighth less time than three, for they often wait for pages and processes.
WORKERS ?= 4
CORES ?= $(shell nproc 2>/dev/null || echo 2)
# The longest first: they run side by side.
CHECKS = check-types check-scripts check-messages check-python check-templates check-packages
SETUP = $(if $(PYTHON),$(PYTHON),$(error Zaria needs Python 3.11 or newer; set PYTHON= to one)) tools/bootstrap.py
BIN = .venv/bin

# Tests and servers are many processes: what one of them compiled, the others need not compile again.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help serve demo gallery quick test nightly emulated services check $(CHECKS) hooks bench bench-strength bench-nightly release lock clean

help: ## What can be made
	@sed -n 's/^\([a-z-]*\):.*## /\1	/p' Makefile | expand -t 16

serve: ## Play: http://127.0.0.1:8000, PORT= changes it
	@$(SETUP) run
	@exec $(BIN)/zaria serve --port $(PORT)

demo: ## A club in full swing to look at, made in a minute: http://127.0.0.1:8000, PORT= changes it
	@$(SETUP) run
	@exec $(BIN)/zaria serve --demo --port $(PORT)

gallery: ## Sixty pictures of a demo, side by side in GALLERY=, and those of README: three sizes, two themes, three languages
	@$(SETUP) browser
	@$(BIN)/python -m tools.generate.gallery --readme $(GALLERY)

quick: check ## Every check, and the tests without servers, databases, browsers and long proofs
	@ZARIA_PROOF=$${ZARIA_PROOF:-0.25} $(BIN)/pytest -q -n $(WORKERS) --dist loadgroup -m "not service and not browser and not proof and not slow"

test: check ## What every change must pass: all tests but the slow ones, and proofs that look a quarter as long
	@$(SETUP) browser oracles services deployment
	@ZARIA_PROOF=$${ZARIA_PROOF:-0.25} $(BIN)/pytest -n $(WORKERS) --dist loadgroup -m "not slow"

nightly: check ## Every test, the slow ones too, and proofs that look three times as long
	@$(SETUP) browser oracles services deployment
	@ZARIA_PROOF=$${ZARIA_PROOF:-3} $(BIN)/pytest -n $(WORKERS) --dist loadgroup

emulated: ## Tests of the kernels on an emulated ARM processor, compiled by zig; nothing is installed (Debian only)
	@$(SETUP) dev
	@$(BIN)/python -m tools.checks.emulated

services: ## PostgreSQL and Redis, for tests and for several machines; Stockfish, which plays chess
	@$(SETUP) services

check: ## Style, types, layers, translations, known holes, JavaScript, style sheets, templates
	@$(SETUP) dev javascript
	@$(MAKE) --no-print-directory -j $(CORES) -O $(CHECKS)

hooks: ## Let git check the changed files before each commit, in seconds
	@$(SETUP) dev javascript
	@git config core.hooksPath .githooks

check-types:
	@$(BIN)/mypy

check-scripts:
	@$(BIN)/python tools/bootstrap.py types style units

check-python:
	@$(BIN)/ruff check -q .
	@$(BIN)/ruff format -q --check .
	@$(BIN)/lint-imports

check-templates:
	@$(BIN)/djlint --check src/zaria/web/templates
	@$(BIN)/djlint --quiet --lint src/zaria/web/templates
	@$(BIN)/python -m tools.checks.line_length

check-messages:
	@$(BIN)/python -m tools.generate.messages check
	@$(BIN)/python -m tools.checks.translations
	@$(BIN)/python -m tools.checks.literals
	@$(BIN)/python -m tools.checks.shared_messages
	@$(BIN)/python -m tools.checks.read_again

check-packages:
	@$(BIN)/python -m tools.checks.audit

bench: ## Speed, as ratios to a peer measured in the same run; first one table of all peers
	@$(SETUP) bench judges browser oracles services
	@$(BIN)/python -m tools.bench

bench-strength: ## How strong the engines are beside their judges; PART="benchmark --ply 1" (docs/measurements/strength.md)
	@$(SETUP) bench
	@$(BIN)/python -m tools.bench.strength $(PART)

bench-nightly: ## Our 3-ply beside gnubg's 2-ply: decisions judged by its 3-ply, and a thousand games; hours
	@$(SETUP) bench
	@$(BIN)/python -m tools.bench.strength differences --ply 3 --decisions 1500 --minutes 60
	@$(BIN)/python -m tools.bench.strength --only peer-3 --games 1000 --minutes 240

release: ## The source and a wheel for any machine of this kind, in dist/
	@$(SETUP) dev
	@$(BIN)/uv build -q --no-build-isolation --python $(BIN)/python -o dist

lock: ## Choose the versions of all packages anew
	@$(SETUP) dev
	@for f in build base dev bench judges uv zig; do $(BIN)/uv pip compile -q --upgrade --universal --python-version 3.11 --generate-hashes \
		--no-emit-index-url --no-emit-find-links --custom-compile-command "make lock" requirements/$$f.in -o requirements/$$f.txt; done
	@for f in . tools/bench/peers/node; do \
		$(BIN)/npm install --silent --package-lock-only --omit-lockfile-registry-resolved=true --prefix $$f; done

clean: ## Remove what was built, not what was played (var/)
	rm -rf .venv .stamps build dist node_modules src/zaria.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find src tests tools -name __pycache__ -type d -prune -exec rm -rf {} +
	find src \( -name '*.so' -o -name '*.mo' \) -delete

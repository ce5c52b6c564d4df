# The two commands of the README, and what developers run. Needs Python 3.11 or newer and any make; everything else goes
# into .venv/ beside this file. All paths are relative, so that a folder with spaces in its name will do.

PYTHON ?= python3
BIN := .venv/bin
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check
SPHINX := $(BIN)/python -m sphinx --builder html --fail-on-warning --keep-going --quiet
PROVE := $(BIN)/python -m pytest -n auto --dist worksteal --hypothesis-profile=prove
NO_INSTALL := { echo "The packages could not be installed (see above). The first time needs the internet." >&2; exit 1; }

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
# Two installations into one .venv must not run at the same time.
.NOTPARALLEL:
.PHONY: help kit test prove prove-some site try-site lint docs format forecasts pictures bench lock clean

help: ## Show what can be made
	@awk 'BEGIN { FS = ":.*## " } /^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' Makefile

# These need no extra: forecasts of beads come with the program, so output/ is the same with the lab and without it.
kit: .venv/kit.stamp ## Print the default machine into output/, and print packs of others, for A4 and for Letter paper
	$(BIN)/menace-kit build --kit output/kit.toml --output output --paper a4
	$(BIN)/menace-kit build --kit output/kit.toml --output output --paper letter
	for paper in a4 letter; do \
	  $(BIN)/menace-kit build --kit output/pocket-matchbox/kit.toml --output output/pocket-matchbox --paper $$paper --print-pack \
	    || exit 1; \
	  for preset in her-19 gardner-her-24 nim-8; do \
	    $(BIN)/menace-kit build --preset $$preset --output output/$$preset --paper $$paper --print-pack || exit 1; \
	  done; \
	done

# What is compiled is kept from run to run, also where the surroundings say otherwise.
test prove prove-some try-site: export PYTHONDONTWRITEBYTECODE =

test: .venv/dev.stamp ## Run the tests to run after every change
	$(BIN)/python -m pytest -n auto --dist loadfile

prove: .venv/prove.stamp ## Run the exhaustive tests, and others with new examples (with SEED=1 always the same)
	$(PROVE) -m "prove or hypothesis" $(if $(SEED),--hypothesis-seed=$(SEED),)

prove-some: .venv/dev.stamp ## Run a fixed part of the exhaustive tests: the first of each file
	$(PROVE) -m prove --first-of-each-file --hypothesis-seed=$(or $(SEED),1961)

# What was fetched is kept in build/fetched, and believed only with the hashes of templates/site/packages.toml.
# ADDRESS is where it will be; a link to it that somebody shares needs that for its picture.
site: .venv/dev.stamp ## Write the site, which runs the program in a browser, with the documents, into build/site
	$(SPHINX) -d build/site-docs-read -t site docs build/site-docs
	$(BIN)/menace-kit dev site --output build/site --fetched build/fetched --documents build/site-docs $(if $(ADDRESS),--address "$(ADDRESS)")

try-site: .venv/dev.stamp ## Run the tests that need the site and a browser
	$(BIN)/python -m pytest -n auto --dist loadfile -m site tests/site

lint: .venv/dev.stamp ## Check formatting, style and types
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/python -m mypy

docs: .venv/dev.stamp ## Make the pages of docs/, in build/docs; whatever is doubtful in them is an error
	$(SPHINX) -d build/docs-read docs build/docs

format: .venv/dev.stamp ## Rewrite the code in the project's format
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

forecasts: .venv/dev.stamp ## Simulate what the presets' machines need, for shopping lists, into templates/forecasts.toml
	$(BIN)/python -m benchmarks.forecasts

pictures: .venv/dev.stamp kit site ## Make the documents' pictures, from output/, the site and a companion in Chromium
	$(BIN)/python -m docs.make_pictures

bench: .venv/dev.stamp ## Measure how long things take
	$(BIN)/python benchmarks/bench.py

# Nothing here installs from it: see CONTRIBUTING.md.
lock: .venv/dev.stamp ## Note in requirements-dev.lock which versions of all packages are the newest today
	$(BIN)/python -m uv pip compile --quiet --upgrade --universal --extra prove --generate-hashes --no-header --no-annotate \
	  --no-emit-index-url --output-file requirements-dev.lock pyproject.toml

clean: ## Remove what make, the tests and the checks leave behind (output/ stays)
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis build dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The stamps say that .venv holds what pyproject.toml asks for. The package itself is installed as a link to this folder,
# so a change to the code needs no new installation.
.venv/kit.stamp: $(BIN)/python pyproject.toml
	@echo "Installing what the kit needs into .venv ..."
	@$(INSTALL) --editable . || $(NO_INSTALL)
	@touch $@

.venv/dev.stamp: $(BIN)/python pyproject.toml
	@echo "Installing what the kit, the tests and the checks need into .venv ..."
	@$(INSTALL) --editable ".[dev]" || $(NO_INSTALL)
	@touch $@ .venv/kit.stamp

.venv/prove.stamp: .venv/dev.stamp
	@echo "Installing what only the exhaustive tests need into .venv ..."
	@$(INSTALL) --editable ".[prove]" || $(NO_INSTALL)
	@touch $@

# No prerequisites: its age is that of the Python it points to. A .venv whose Python is gone, that is only half made, or
# that was moved or copied here from another folder (it would run that folder's code) is made anew.
ifneq ($(shell test -x .venv/bin/python && cat .venv/folder 2>/dev/null),$(CURDIR))
.PHONY: $(BIN)/python
endif
$(BIN)/python:
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "This needs Python 3.11 or newer, and $(PYTHON) is not. Name another one: make PYTHON=python3.12 ..." >&2; \
	  exit 1; }
	@"$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null || { \
	  echo "This Python lacks its venv module. On Debian or Ubuntu: sudo apt install python3-venv" >&2; \
	  exit 1; }
	@"$(PYTHON)" -m venv --clear .venv || { \
	  echo "The folder .venv could not be made (see above)." >&2; \
	  exit 1; }
	@pwd -P >.venv/folder

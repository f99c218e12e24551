# Every target does its own set-up (.venv, see .ci/venv), and is quick where nothing changed.
# Works with GNU make 3.81 and later.

PYTHON ?=
PORT ?= 5000
ARGS ?=
RUN = .venv/bin/python -m

# DVC starts the stages with whatever `python` it finds.
export PATH := $(CURDIR)/.venv/bin:$(PATH)
# Compiled modules are kept beside the sources: a second run starts in half the time.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help demo ui test test-browser check bench lock setup checkout

help: ## Show what there is to make.
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-13s %s\n", $$1, $$2 }' Makefile
	@echo
	@echo "PYTHON=python3.12 names the interpreter, PORT=5001 the port of ui, ARGS='-k word' goes to pytest."

demo: checkout setup ## Run the pipeline as params.yaml says and print the leaderboard.
	@code=0; .venv/bin/dvc repro --keep-going || code=$$?; \
	$(RUN) triaudit stage=show || { shown=$$?; test $$code -ne 0 || code=$$shown; }; exit $$code

ui: setup ## Open the tracked runs in MLflow (PORT=5000).
	@exec .ci/ui "$(PORT)"

test: setup ## Run the tests, except those that need a browser.
	@$(RUN) pytest -rs -m "not browser" -n auto --maxprocesses 8 --dist loadgroup $(ARGS)

test-browser: setup ## Install Chromium where there is none, and run the tests of the report's pages.
	@.ci/chromium
	@$(RUN) pytest -m browser $(ARGS)

check: setup ## Lint, formatting and strict types.
	@$(RUN) ruff check .
	@$(RUN) ruff format --check .
	@$(RUN) mypy

bench: setup ## Measure the model judge beside a bare client, on a local server (ARGS=--quick: under a minute).
	@$(RUN) bench.judged $(ARGS)

lock: setup ## Pin the newest allowed versions of everything in requirements.txt; needs uv.
	@uv pip compile pyproject.toml --group dev --universal --python-version 3.11 --upgrade --quiet \
	  --no-header --no-emit-index-url --no-annotate -o requirements.txt
	@git --no-pager diff --stat -- requirements.txt

setup:
	@.ci/venv "$(PYTHON)"

checkout:
	@git rev-parse --is-inside-work-tree >/dev/null || { \
	  echo "DVC keeps its books in git, and this folder is no git checkout: clone the repository," >&2; \
	  echo "or turn this folder into one: git init && git add --all && git commit --message start" >&2; exit 1; }
	@test -f .dvc/config || { \
	  echo ".dvc/config is missing: \`git checkout -- .dvc\` brings it back (or: .venv/bin/dvc init)" >&2; exit 1; }

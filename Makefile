# The project's commands. Each first creates the environment (.venv) if necessary; this needs only Python 3.11 or newer.
# To use another Python, run `make PYTHON=python3.12 test`, or set the environment variable PYTHON=python3.12.

PYTHON ?= $(firstword $(wildcard .venv/bin/python) python3)
RUN := .venv/bin
# The environment's tools, such as node, take precedence over those of the machine.
export PATH := $(CURDIR)/$(RUN):$(PATH)
# The programs that a target runs import the same modules, so bytecode is cached even if the machine's settings disable
# it.
unexport PYTHONDONTWRITEBYTECODE
.DEFAULT_GOAL := help
.PHONY: help serve table site wheel lint style types javascript browsers check test nightly lab bench fix lock messages catalogues env clean

help:
	@echo "make serve   build the book and serve it on this machine (PORT=number; LAN=1: also to phones on this network)"
	@echo "make table   host a game for phones on this network (GAME=catbox; PORT=number; OPTIONS=players=3)"
	@echo "make check   lint, types, and the quick tests that need no browser, site or JupyterLab: 3 minutes"
	@echo "make test    lint, types and all tests except the nightly ones, also in Chromium, Firefox, WebKit and JupyterLab"
	@echo "make nightly tests that make test skips: every page of the book, every game in each test, random examples"
	@echo "make lab     start JupyterLab, where the book's pages open as notebooks"
	@echo "make bench   run the benchmarks"
	@echo "make site    build the book for any static host, without serving it (_build/html, or OUT=folder; ADDRESS=URL; LANGS=en)"
	@echo "make wheel   build a wheel that contains the built book (dist), so that 'cattools serve' needs no build"
	@echo "make fix     format the code and regenerate files made from it: rules, usual pages, docs/reference.md, protocol.js"
	@echo "make messages collect the messages for translators (locale/*.pot) and update the catalogues of every language"
	@echo "make lock    resolve the dependencies again (UPGRADE=1: to the newest versions)"
	@echo "make env     create the environment (.venv), as the other commands do if it is missing"
	@echo "make clean   remove everything that was built, including the environment"

env:
	@$(PYTHON) tools/make_environment.py

COMPILED := cattools/locale/compiled
catalogues: env $(COMPILED)
$(COMPILED): $(wildcard locale/*/*.po) | env
	@$(RUN)/python -m tools.compile_catalogues
	@touch $@

serve: catalogues
	@$(RUN)/cattools serve $(if $(PORT),--port $(PORT)) $(if $(LAN),--lan)

table: catalogues
	@$(RUN)/cattools table $(or $(GAME),catbox) --lan $(if $(PORT),--port $(PORT)) $(if $(OPTIONS),--options $(OPTIONS))

site: catalogues
	@$(RUN)/cattools build $(if $(OUT),--out $(OUT)) $(if $(ADDRESS),--address $(ADDRESS)) $(if $(LANGS),--languages $(LANGS))

wheel: catalogues
	@$(RUN)/python tools/build_wheel.py $(if $(ADDRESS),--address $(ADDRESS))

lab: catalogues
	@$(RUN)/python -m cattools.site.notebooks.jupyterlab

lint: style types javascript

style: catalogues
	@echo "== format and lint (ruff)"
	@$(RUN)/ruff format --check .
	@$(RUN)/ruff check .

types: catalogues
	@echo "== types (mypy)"
	@$(RUN)/mypy

javascript: catalogues
	@echo "== JavaScript (biome, tsc, node --test)"
	@$(RUN)/python tools/check_javascript.py

# If a browser is missing, the test run continues; the browser tests then fail and say what is missing.
browsers: env
	@echo "== browsers (Chromium, Firefox, WebKit)"
	@-$(RUN)/python tools/find_browsers.py --install

check: lint
	@$(RUN)/python tools/run_tests.py --check

test: browsers lint
	@$(RUN)/python tools/run_tests.py

nightly: catalogues browsers
	@$(RUN)/python tools/run_tests.py --nightly

bench: catalogues browsers
	@$(RUN)/python -m benchmarks

fix: catalogues
	@$(RUN)/ruff check --fix .
	@$(RUN)/ruff format .
	@$(RUN)/python -m cattools.site.game_pages.generate
	@$(RUN)/python -m cattools.site.sphinx.rule_sections
	@$(RUN)/python -m cattools.site.notebooks.normalize
	@$(RUN)/python tools/generate_reference.py
	@$(RUN)/python tools/check_javascript.py --fix
	@$(RUN)/python tools/generate_protocol_js.py

messages: env
	@$(RUN)/python -m tools.catalogues update

lock:
	@$(PYTHON) tools/lock_requirements.py $(if $(UPGRADE),--upgrade)

clean:
	rm -rf .venv _build dist .cache .mypy_cache .ruff_cache .pytest_cache .hypothesis .jupyter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

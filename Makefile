# The project's commands. Each first creates the environment (.venv) if necessary, which needs only Python 3.11 or newer.
# To use another Python: `make PYTHON=python3.12 test`, or set the environment variable PYTHON=python3.12.

PYTHON ?= $(firstword $(wildcard .venv/bin/python) python3)
RUN := .venv/bin
# The environment's tools (node among them) come before the machine's.
export PATH := $(CURDIR)/$(RUN):$(PATH)
# The programs of one run import the same modules, so cache the bytecode even if the machine's settings disable it.
unexport PYTHONDONTWRITEBYTECODE
.DEFAULT_GOAL := help
.PHONY: help serve site wheel lint check test nightly lab bench fix lock messages env clean

help:
	@echo "make serve   build the book and serve it on this machine (PORT=number; LAN=1: for phones of this network too)"
	@echo "make check   lint, types and all tests that need no browser, site or JupyterLab: below 3 minutes"
	@echo "make test    lint, types, unit tests, notebooks, Chromium on the site and on JupyterLab, Firefox and WebKit on the site"
	@echo "make nightly what the usual run leaves out: every page of the book, every game in each test, random examples"
	@echo "make lab     JupyterLab with the book's pages opening as notebooks"
	@echo "make bench   the project's figures, as ratios"
	@echo "make site    build the book for any static host, without serving it (_build/html, or OUT=folder; ADDRESS=URL)"
	@echo "make wheel   a wheel that carries the built book (dist): where it is installed, 'cattools serve' works at once"
	@echo "make fix     format the code, and write what is made from it: rules in the pages, docs/reference.md, protocol.js"
	@echo "make messages gather every sentence for translators (locale/cattools.pot)"
	@echo "make lock    resolve the dependencies anew (UPGRADE=1: the newest of each)"
	@echo "make env     make the environment (.venv), which every command above does first where it is not there"
	@echo "make clean   remove everything that was built, the environment too"

env:
	@$(PYTHON) tools/make_environment.py

serve: env
	@$(RUN)/cattools serve $(if $(PORT),--port $(PORT)) $(if $(LAN),--lan)

site: env
	@$(RUN)/cattools build $(if $(OUT),--out $(OUT)) $(if $(ADDRESS),--address $(ADDRESS))

wheel: env
	@$(RUN)/python tools/build_wheel.py $(if $(ADDRESS),--address $(ADDRESS))

lab: env
	@$(RUN)/python -m cattools.site.notebooks.jupyterlab

lint: env
	@echo "== format and lint (ruff)"
	@$(RUN)/ruff format --check .
	@$(RUN)/ruff check .
	@echo "== types (mypy)"
	@$(RUN)/mypy
	@echo "== JavaScript (biome, tsc, node --test)"
	@$(RUN)/python tools/check_javascript.py

check: lint
	@$(RUN)/python tools/run_tests.py --quick

# A test run continues without a browser; the browser tests then fail and say what is missing.
test: lint
	@echo "== browsers (Chromium, Firefox, WebKit)"
	@-$(RUN)/python tools/find_browsers.py --install
	@$(RUN)/python tools/run_tests.py

nightly: env
	@-$(RUN)/python tools/find_browsers.py --install
	@$(RUN)/python tools/run_tests.py --nightly

bench: env
	@$(RUN)/python tools/find_browsers.py --install
	@$(RUN)/python -m benchmarks

fix: env
	@$(RUN)/ruff check --fix .
	@$(RUN)/ruff format .
	@$(RUN)/python -m cattools.site.sphinx.rule_sections
	@$(RUN)/python -m cattools.site.notebooks.normalize
	@$(RUN)/python tools/generate_reference.py
	@$(RUN)/python tools/check_javascript.py --fix
	@$(RUN)/python tools/generate_protocol_js.py

messages: env
	@$(RUN)/python tools/extract_messages.py

lock:
	@$(PYTHON) tools/lock_requirements.py $(if $(UPGRADE),--upgrade)

clean:
	rm -rf .venv _build dist .cache .mypy_cache .ruff_cache .pytest_cache .hypothesis .jupyter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

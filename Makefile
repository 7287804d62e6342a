# Everything a newcomer or CI needs. Each target does its own set-up; Python 3.11 to 3.13 with venv is all it asks for.
#
#   make demo     a game that plays itself in the terminal
#   make test     the linters, then the tests on the newest libraries, then again on Debian 13's
#   make lint     ruff and mypy alone
#   make bench    figures: how fast things are
#   make bench-vision  how well the eyes read, on renders and photos, beside plain means; it takes long
#   make clean    forget the environments and caches; games are kept

PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys, venv; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' 2>/dev/null && echo $$p && break; done)
NEWEST := .venv
DEBIAN := .venv-debian13
RIVAL := .venv-rival
OPTIONS ?=

.PHONY: demo test test-newest test-debian13 lint bench clean
.DEFAULT_GOAL := help

.PHONY: help
help:
	@sed -n '3,9s/^# *//p' Makefile

demo: $(NEWEST)/.ready
	@$(NEWEST)/bin/stadium run --simulate $(OPTIONS)

test: lint test-newest test-debian13

lint: $(NEWEST)/.ready
	$(NEWEST)/bin/ruff check .
	$(NEWEST)/bin/ruff format --check .
	$(NEWEST)/bin/mypy

test-newest: $(NEWEST)/.ready
	$(NEWEST)/bin/pytest --cov $(OPTIONS)

test-debian13: $(DEBIAN)/.ready
	$(DEBIAN)/bin/pytest $(OPTIONS)

bench: $(NEWEST)/.ready
	@for bench in tests/bench/bench_*.py; do $(NEWEST)/bin/python $$bench || exit; done

.PHONY: bench-vision
bench-vision: $(NEWEST)/.ready $(RIVAL)/.ready
	@$(NEWEST)/bin/python tests/bench/bench_vision.py all

# A reader of print from PyPI that the eyes are measured beside; it wants another OpenCV than ours.
$(RIVAL)/.ready:
	@echo "Setting up $(RIVAL) (once) ..."; $(PYTHON) -m venv $(RIVAL) && \
	{ $(RIVAL)/bin/python -m pip install --quiet --disable-pip-version-check 'rapidocr-onnxruntime==1.4.4' || \
	{ echo "RapidOCR cannot be fetched: that row is left out" >&2; rm -f $(RIVAL)/bin/python; }; } && touch $(RIVAL)/.ready

$(NEWEST)/.ready: pyproject.toml constraints.txt
	@$(call environment,$(NEWEST),constraints.txt)

$(DEBIAN)/.ready: pyproject.toml constraints-debian13.txt
	@$(call environment,$(DEBIAN),constraints-debian13.txt)

# An environment of its own, made anew whenever what it should hold has changed.
define environment
	if [ -z "$(PYTHON)" ]; then \
		echo "Python 3.11, 3.12 or 3.13 with venv is needed: sudo apt install python3 python3-venv" >&2; exit 2; fi; \
	echo "Setting up $(1) (once; it takes a minute or two) ..."; \
	rm -rf $(1) && $(PYTHON) -m venv $(1) && \
	$(1)/bin/python -m pip install --quiet --disable-pip-version-check --constraint $(2) --editable '.[dev]' && \
	touch $(1)/.ready
endef

clean:
	rm -rf $(NEWEST) $(DEBIAN) $(RIVAL) build dist .coverage .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -prune -exec rm -rf {} +

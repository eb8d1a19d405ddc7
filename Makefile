# Everything a person does here, one word each. Each target sets up what it needs.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
export MPLBACKEND ?= agg

.PHONY: help demo lab test test-browser check bench notebooks screenshots test-floor clean

help:  ## say what there is
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

demo: $(VENV)/.ready  ## run the quickstart into out/, as a notebook and a page
	$(BIN)/python -m wai_nb recipes demo

lab: $(VENV)/.lab  ## open the notebooks in JupyterLab
	$(BIN)/jupyter lab notebooks

test: $(VENV)/.browser  ## run every test: unit, doctest, notebooks, and in JupyterLab where there is a Chromium
	WAI_IPYKERNEL6=$(CURDIR)/$(VENV)/ipykernel6 $(BIN)/python -m pytest -n auto --dist loadfile

test-browser: $(VENV)/.browser  ## run the tests that look at notebooks in JupyterLab
	WAI_IPYKERNEL6=$(CURDIR)/$(VENV)/ipykernel6 $(BIN)/python -m pytest tests/browser

check: $(VENV)/.dev  ## style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(VENV)/.ready  ## print the figures that the design promises
	@for file in benchmarks/[a-z]*.py; do $(BIN)/python $$file || exit 1; done

notebooks: $(VENV)/.ready  ## execute the notebooks again and write them back, normalised
	$(BIN)/python -m wai_nb recipes run
	$(BIN)/python -m wai_nb recipes readme

screenshots: $(VENV)/.browser  ## take the pictures of docs/img again, in JupyterLab
	$(BIN)/python -m tests.browser.screenshots

test-floor:  ## run the unit tests on the oldest versions allowed
	$(PYTHON) -m venv .venv-floor
	.venv-floor/bin/python -m pip install --quiet --editable '.[test]' --constraint tests/floor.txt
	.venv-floor/bin/python -m pytest -m 'not notebook and not browser' -o filterwarnings=default

clean:  ## remove what was built
	rm -rf $(VENV) .venv-floor out dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis

$(VENV)/.ready: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test,math,sql,wasi]'
	@touch $@

$(VENV)/.dev: $(VENV)/.ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

$(VENV)/.lab: $(VENV)/.ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[lab]'
	@touch $@

# ipykernel 6 stands beside the current one: its kernels hear clicks at other times.
$(VENV)/.browser: $(VENV)/.ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test,browser]'
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --upgrade \
		--target $(VENV)/ipykernel6 ipykernel==6.31.0
	@touch $@

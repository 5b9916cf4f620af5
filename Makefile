# Everything runs in .venv, which these targets make for themselves. Needed on the machine: Python 3.11+ and make.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet install --constraint constraints.txt

.PHONY: demo test test-spark check docs frontend frontend-packages bench bench-learned models lists reference fuzz mutation wheels install-check sbom release clean

demo: .venv/.use                ## de-identify bundled fictional records, write demo/report.html
	$(BIN)/maskerad demo

test: .venv/.dev                ## every test
	$(BIN)/python -m pytest -n 2 --dist worksteal

test-spark: .venv/.spark         ## the tests on Spark, which needs Java and half a gigabyte more
	$(BIN)/python -m pytest tests/spark

check: .venv/.train .venv/.spark ## style, types, layers, tests with the documentation's code blocks
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python scripts/reference.py --check
	$(BIN)/python -m pytest -n 2 --dist worksteal

reference: .venv/.dev           ## the pages of docs/reference, from the code
	$(BIN)/python scripts/reference.py

docs: .venv/.dev                ## the documentation site, build/site; a broken link or anchor is an error
	$(BIN)/python scripts/reference.py
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict
	@echo 'wrote build/site: open build/site/index.html; for its search, $(BIN)/python -m http.server --directory build/site'

bench: .venv/.dev               ## accuracy, speed beside the peers, hostile input, memory
	$(BIN)/python -m benchmarks

bench-learned: .venv/.train     ## trained recognisers: scores, speed, time, memory; ROWS="crf speed" for some
	$(BIN)/python -m benchmarks.learned $(ROWS)

frontend: frontend-packages     ## the workspace's browser side: types, tests, and the file that ships (needs node and npm)
	cd frontend && npm run --silent check && npm test --silent && npm run --silent build

frontend-packages:              ## what the browser side is built by, as locked
	cd frontend && npm ci --silent --ignore-scripts

fuzz: .venv/.fuzz               ## an hour: the laws of tests/fuzz, led by coverage; LAWS="readers" MINUTES=10 for some
	$(BIN)/python -m scripts.fuzz --minutes $(or $(MINUTES),7.5) $(LAWS)

mutation: .venv/.mutation        ## small faults put into rooms, which their tests must find; MODULES="core linking" SAMPLE=50
	$(BIN)/python -m scripts.mutation --sample $(or $(SAMPLE),50) --seed $(or $(SEED),1) $(MODULES)

wheels: .venv/.release              ## dist: the source archive, a wheel for any machine, and one with the core, for any Linux of this processor
	rm -rf dist
	$(BIN)/python -m build --no-isolation --outdir dist .
	$(BIN)/python -m scripts.audit
	MASKERAD_PURE=1 $(BIN)/python -m build --no-isolation --wheel --outdir dist .

install-check: wheels           ## installs each wheel in an empty environment without a compiler, and uses it
	$(BIN)/python -m scripts.install_check

sbom: install-check             ## dist: every package that an installation brings, as CycloneDX JSON
	$(BIN)/python -m scripts.sbom

release: check sbom             ## all of this, and that everything speaks of one version
	$(BIN)/python -m scripts.release

models: .venv/.train            ## train the models that ship anew, measured on records left out; LANGUAGES="sv de" for some
	$(BIN)/python -m scripts.models $(LANGUAGES) --held-out

lists: .venv/.dev               ## compose the word lists anew from their sources
	$(PIP) --editable '.[lists]'
	$(BIN)/python scripts/lists/compose.py

.venv/bin/python:
	$(PYTHON) -m venv .venv

.venv/.use: .venv/bin/python pyproject.toml constraints.txt
	$(PIP) --editable '.[ja]'
	$(BIN)/python -m compileall -q src
	touch $@

.venv/.dev: .venv/bin/python pyproject.toml constraints.txt
	$(PIP) --editable '.[dev]'
	$(BIN)/python -m compileall -q src
	touch .venv/.use $@

.venv/.release: .venv/.dev
	$(PIP) --editable '.[dev,release]'
	touch $@

.venv/.train: .venv/.dev
	$(PIP) --editable '.[dev,train]'
	touch $@

.venv/.spark: .venv/.dev
	$(PIP) --editable '.[dev,spark,lint]'
	touch $@

.venv/.fuzz: .venv/.dev
	$(PIP) --editable '.[dev,fuzz]'
	touch $@

.venv/.mutation: .venv/.dev
	$(PIP) --editable '.[dev,mutation]'
	touch $@

clean:
	rm -rf .venv demo bench bench-learned build dist frontend/node_modules frontend/build

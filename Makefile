# `make play` and `make test` need only python3 (3.11 or newer) and make: they set up .venv first.

PYTHON ?= python3
BIN := .venv/bin
CATALOGUES := $(wildcard src/dicehall/locale/*/LC_MESSAGES/dicehall.po)

.PHONY: play quick test soak check js format messages docs man pictures animation lock clean

play: .venv/play
	$(BIN)/dicehall

# The tests start hundreds of processes, none of which should have to compile the house anew.
test: export PYTHONDONTWRITEBYTECODE =
test: .venv/test
	$(BIN)/pytest -n auto --dist loadfile --no-loadscope-reorder --durations=25

# What can be proven in a minute, without a browser, a server or a database: rules, records, words,
# players, matches, layers and types. With GAME=bones (a folder of src/dicehall/games) only that
# game, and the contract that every game keeps. (mypy takes longer when it has no cache yet.)
QUICK := game games words players match page screen terminal test_layers.py test_docs.py
QUICK := $(if $(GAME),games/$(GAME) game/test_contract.py,$(QUICK))

quick: .venv/test
	$(BIN)/mypy
	$(BIN)/pytest $(if $(GAME),,-n auto --dist loadfile src) $(addprefix tests/,$(QUICK)) \
	  -m "not (browser or server or database or slow)"

# The tests of faults and of chance at full size, for an hour or a night.
soak: export DICEHALL_KILLS ?= 1000
soak: .venv/test
	$(BIN)/pytest -m soak --durations=25

check: .venv/test
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/mypy --config-file tests/mypy.ini
	$(BIN)/pytest tests/test_layers.py tests/words/test_catalogue.py
	if command -v node >/dev/null && command -v npm >/dev/null; then $(MAKE) js; fi

# Lint, types and unit tests of the scripts. Only developing them needs Node; there is no build step.
js: node_modules/.package.json
	node_modules/.bin/biome check --error-on-warnings
	node_modules/.bin/tsc
	node --test --test-reporter=dot tests/js/*.test.js

node_modules/.package.json: package.json
	npm install --no-package-lock --no-audit --no-fund --silent
	cp $< $@

format: .venv/test
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	if test -d node_modules; then node_modules/.bin/biome check --write; fi

# Collect the messages to be translated, and bring every catalogue up to date with them.
messages: .venv/test
	PYTHONPATH=scripts $(BIN)/pybabel -q extract -F babel.cfg -k translatable -k translatable_plural:1,2 \
	  --omit-header --sort-by-file --add-location=file \
	  -o src/dicehall/locale/dicehall.pot src/dicehall
	$(BIN)/pybabel -q update -D dicehall -d src/dicehall/locale -i src/dicehall/locale/dicehall.pot \
	  --no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date
	$(BIN)/python scripts/make_cldr.py

# The documentation as a site, into the folder site; no network is needed.
docs: .venv/test
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict

# The manual page: man -l dicehall.1
man: .venv/test
	$(BIN)/python scripts/manual.py > dicehall.1

# Pictures of every page and of what moves, into the folder pictures: docs/pictures.md.
pictures: .venv/test
	PYTHONPATH=scripts $(BIN)/python -m pictures $(GAMES)

# The animation at the top of the README.
animation: .venv/test
	PYTHONPATH=scripts $(BIN)/python -m pictures --animation docs/knucklebones.webp

# Every version is pinned, with hashes: constraints/play.txt to play, constraints/cluster.txt to play
# on several machines, constraints/test.txt to develop. Installing compiles the catalogues.
.venv/play .venv/test: .venv/%: constraints/%.txt pyproject.toml hatch_build.py $(CATALOGUES)
	test -d .venv || $(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --no-deps --require-hashes -r $<
	$(BIN)/pip install --quiet --no-deps --no-build-isolation -e .
	test $* = test || $(BIN)/pip uninstall --quiet --yes babel  # 33 MB that only the build needs
	touch $@

COMPILE := uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
  --no-emit-index-url --no-header --no-annotate pyproject.toml

# Litestar asks for these only to make up examples for its documentation pages.
NOT_NEEDED := --no-emit-package faker --no-emit-package polyfactory

lock:
	$(COMPILE) --extra cluster --extra envs --extra openspiel --group dev -o constraints/test.txt
	$(COMPILE) --extra cluster --group build -c constraints/test.txt $(NOT_NEEDED) -o constraints/cluster.txt
	$(COMPILE) --extra play --group build -c constraints/test.txt $(NOT_NEEDED) -o constraints/play.txt

clean:
	rm -rf .venv

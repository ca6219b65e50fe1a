# `make play` and `make test` need only make and Python 3.11 or newer; they set up .venv first.

PYTHON ?= python3
BIN := .venv/bin
CATALOGUES := $(wildcard src/dicehall/locale/*/LC_MESSAGES/dicehall.po)

.PHONY: play quick test soak check js format messages docs man pictures animation lock release clean

play: .venv/play
	$(BIN)/dicehall

# The tests start hundreds of processes, which should not recompile the package to bytecode.
test: export PYTHONDONTWRITEBYTECODE =
test: .venv/test
	$(BIN)/pytest -n auto --dist loadfile --no-loadscope-reorder --durations=25

# The tests that run in a minute without a browser, a server or a database: rules, records, words,
# players, matches, layers and types. GAME=bones (a folder of src/dicehall/games) limits them to that
# game and the contract for all games. (mypy takes longer without a cache.)
QUICK := game games words players match game_page game_screen plain_terminal test_layers.py test_docs.py
QUICK := $(if $(GAME),games/$(GAME) game/test_contract.py,$(QUICK))

quick: .venv/test
	$(BIN)/mypy
	$(BIN)/pytest $(if $(GAME),,-n auto --dist loadfile src) $(addprefix tests/,$(QUICK)) \
	  -m "not (browser or server or database or slow)"

# The fault and chance tests at full size; takes an hour or a night.
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

# Extract the translatable messages and update every catalogue.
messages: .venv/test
	PYTHONPATH=scripts $(BIN)/pybabel -q extract -F babel.cfg -k translatable -k translatable_plural:1,2 \
	  --omit-header --sort-by-file --add-location=file \
	  -o src/dicehall/locale/dicehall.pot src/dicehall
	$(BIN)/pybabel -q update -D dicehall -d src/dicehall/locale -i src/dicehall/locale/dicehall.pot \
	  --no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date
	$(BIN)/python scripts/make_cldr.py

# Build the documentation site into the folder site; needs no network.
docs: .venv/test
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict

# The man page; view it with man -l dicehall.1
man: .venv/test
	$(BIN)/python scripts/manual.py > dicehall.1

# Pictures of all pages and animations, into the folder pictures; see docs/pictures.md.
pictures: .venv/test
	PYTHONPATH=scripts $(BIN)/python -m pictures $(GAMES)

# The animation at the top of the README.
animation: .venv/test
	PYTHONPATH=scripts $(BIN)/python -m pictures --animation docs/knucklebones.webp

# All versions are pinned with hashes: constraints/play.txt to play, constraints/cluster.txt to host
# on several machines, constraints/test.txt to develop. Installing compiles the catalogues.
.venv/play .venv/test: .venv/%: constraints/%.txt pyproject.toml hatch_build.py $(CATALOGUES)
	test -d .venv || $(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --no-deps --require-hashes -r $<
	$(BIN)/pip install --quiet --no-deps --no-build-isolation -e .
	test $* = test || $(BIN)/pip uninstall --quiet --yes babel  # 33 MB, needed only to build
	touch $@

COMPILE := uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
  --no-emit-index-url --no-header --no-annotate pyproject.toml

# Litestar uses these only to generate examples in its documentation pages.
NOT_NEEDED := --no-emit-package faker --no-emit-package polyfactory

lock:
	$(COMPILE) --extra cluster --extra envs --extra openspiel --group dev -o constraints/test.txt
	$(COMPILE) --extra cluster --group build -c constraints/test.txt $(NOT_NEEDED) -o constraints/cluster.txt
	$(COMPILE) --extra play --group build -c constraints/test.txt $(NOT_NEEDED) -o constraints/play.txt

# Wheel and sdist into dist/, each checked in a fresh environment, and a tag.
release: .venv/test
	$(BIN)/python scripts/release.py

clean:
	rm -rf .venv

# Ante Up. The two commands that matter: `make serve` and `make test`.
# The rest: play, soak, lint, bench, house, golden, test-tools, clean.
#
# Everything is installed into .venv, once, and again when setup.cfg changes. A stamp says which
# extras are there already, so a sysop never downloads what only the tests need.
#
#   make serve ARGS="--port 0"           passes arguments on (play, test, soak and bench too)
#   make PYTHON=/opt/python/bin/python3  takes that Python instead of the first that is new enough

ARGS   ?=
MODERN  = import sys; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(or $(shell for name in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$name -c '$(MODERN)' 2>/dev/null && echo $$name && break; done),python3)
BIN     = .venv/bin
DEBIAN  = inetutils-telnet busybox putty-tools tintin++ tmux netcat-openbsd

NO_PYTHON  = Ante Up needs Python 3.11 or newer and found no "$(PYTHON)": install it (Debian, \
	Ubuntu: apt-get install python3 python3-venv), or name yours with make PYTHON=/path/to/python3.
OLD_PYTHON = Ante Up needs Python 3.11 or newer and "$(PYTHON)" is older: install a newer one \
	(Debian, Ubuntu: apt-get install python3 python3-venv), or name it with make PYTHON=/path/to/python3.
NO_VENV    = Ante Up needs the venv module of Python, which "$(PYTHON)" lacks: install the package \
	python3-venv (Debian, Ubuntu: apt-get install python3-venv).

.PHONY: serve play test soak lint bench house golden test-tools clean
.NOTPARALLEL:
.DELETE_ON_ERROR:

serve: .venv/run.stamp
	@$(BIN)/anteup serve $(ARGS)

play: .venv/run.stamp
	@$(BIN)/anteup play $(ARGS)

# Each file is compiled once, and not anew by each of the processes that the tests start.
test soak: export PYTHONDONTWRITEBYTECODE =

test: .venv/test.stamp
	$(BIN)/python -m pytest -n 2 $(ARGS)

soak: .venv/test.stamp
	$(BIN)/python -m pytest -n 2 -m soak $(ARGS)

lint: .venv/lint.stamp
	$(BIN)/python -m flake8
	$(BIN)/python -m mypy

bench: .venv/test.stamp
	$(BIN)/python -m bench $(ARGS)

# The file that the House plays from, made anew: hours of both cores, in pieces (training/).
house: .venv/train.stamp
	$(BIN)/python -m training $(ARGS)

# The golden screens made anew, on purpose: read the difference like code before you commit it.
golden: .venv/test.stamp
	ANTEUP_GOLDEN=write $(BIN)/python -m pytest -n 0 tests/golden tests/unit/test_clients.py \
		tests/e2e/test_real_clients.py

# Real telnet clients and a terminal to run them in, which some tests use.
test-tools:
	@if ! command -v apt-get >/dev/null || [ "$$(id -u)" != 0 ]; then \
		echo "Not root on Debian or Ubuntu: install these for the tests yourself: $(DEBIAN)"; \
	elif ! dpkg -s $(DEBIAN) >/dev/null 2>&1; then \
		apt-get update -qq && \
		DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends $(DEBIAN) >/dev/null; \
	fi

clean:
	rm -rf .venv build dist *.egg-info .pytest_cache .mypy_cache .hypothesis .coverage .coverage.*
	find ansi door tests bench training -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true

$(BIN)/python:
	@command -v "$(PYTHON)" >/dev/null || { echo '$(strip $(NO_PYTHON))' >&2; exit 1; }
	@"$(PYTHON)" -c '$(MODERN)' || { echo '$(strip $(OLD_PYTHON))' >&2; exit 1; }
	@"$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null || { echo '$(strip $(NO_VENV))' >&2; exit 1; }
	@"$(PYTHON)" -m venv --clear .venv

# What serves and plays is part of every extra, so each of them leaves the first stamp as well.
.venv/run.stamp: EXTRA =
.venv/test.stamp: EXTRA = [test]
.venv/lint.stamp: EXTRA = [lint]
.venv/train.stamp: EXTRA = [train]
.venv/%.stamp: setup.cfg pyproject.toml | $(BIN)/python
	@echo 'Installing ante-up$(EXTRA) into .venv ...' >&2
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --editable '.$(EXTRA)'
	@touch .venv/run.stamp $@

# Everything a person or a machine runs here. Needs npm with Node 24, or with Node 20 or 22 to fetch it, and make; the rest comes by itself.

SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: up down logs dev storybook reset test test-faults test-ci test-containers test-one e2e check fmt generate bench load fuzz integrity help

# The packages are installed with whatever Node is there; everything after that runs on the Node they bring along.
CALLERS_PATH := $(PATH)
export PATH := $(CURDIR)/node_modules/.bin:$(PATH)
INSTALLED := node_modules/.package-lock.json
DATA := $(or $(FAIRLINE_DATA),.data)
# The launcher shares the compile cache of the processes that it starts.
COMPILED := NODE_COMPILE_CACHE=$(CURDIR)/node_modules/.cache/fairline/compiled

up: $(INSTALLED) ## Start Fairline on http://localhost:8080 and return (GATEWAY_PORT, FAIRLINE_DEMO=0, FAIRLINE_PORT_SHIFT, FAIRLINE_DATA, INSPECT=<service>)
	@$(COMPILED) node deploy/local/up.ts

down: $(INSTALLED) ## Stop it; the data stays in .data/
	@$(COMPILED) node deploy/local/down.ts

logs: ## Show what every process says, as it says it
	@ls $(DATA)/log/*.log >/dev/null 2>&1 || { echo "There are no logs in $(DATA)/log yet: make up"; exit 1; }
	@tail -n 20 -F $(DATA)/log/*.log

dev: $(INSTALLED) ## Start it in the foreground: services restart when their files change, the web app comes from Vite
	@node deploy/local/up.ts --dev

storybook: $(INSTALLED) web/storybook/node_modules/.package-lock.json ## Show the components of the web app in their states on http://localhost:6006 (installs Storybook on first use)
	@cd web/storybook && npm run --silent dev

reset: ## Stop it and delete its data, after asking (YES=1 does not ask)
	@test -f "$(DATA)/platform.json" || { echo "There is no installation in $(DATA), so nothing is deleted."; exit 1; }
	@echo "This stops Fairline and deletes $(abspath $(DATA)): databases, events, uploaded documents, mail, logs and secrets."
	@test "$(YES)" = 1 || { read -r -p "Delete it? [y/N] " answer; [[ $$answer == [yY]* ]] || { echo "Nothing was deleted."; exit 1; }; }
	@node deploy/local/down.ts && rm -rf "$(DATA)"

test: $(INSTALLED) ## Run types, lint, dead code, tests of all sizes on real servers and in a real browser
	@node deploy/tests/run.ts test

test-faults: $(INSTALLED) ## Kill processes and servers under load and prove the books, journeys under British rules, a smoke load
	@node deploy/tests/run.ts faults

test-ci: $(INSTALLED) ## Run both, as CI does
	@node deploy/tests/run.ts test faults

test-containers: $(INSTALLED) ## Build the images, bring them up, kill and scale them under load, prove the books (needs Docker with Compose)
	@node deploy/tests/containers.ts

test-one: $(INSTALLED) ## Run one test file, of whatever size: make test-one FILE=services/betting/bets/bet.test.ts
	@test -n "$(FILE)" || { echo "Which file? make test-one FILE=services/betting/bets/bet.test.ts"; exit 1; }
	@test -f "$(FILE)" || { echo "There is no file $(FILE)."; exit 1; }
	@vitest run "$(FILE)"

e2e: $(INSTALLED) ## Run the browser journeys of one file on a platform of their own: make e2e FILE=wallet.spec.ts
	@test -n "$(FILE)" || { echo "Which one? make e2e FILE=wallet.spec.ts, or another of:"; ls deploy/tests/journeys | grep spec | sed 's/^/  /'; exit 1; }
	@playwright test -c deploy/tests "$(FILE)"

check: $(INSTALLED) ## Run the quick part of it: types, lint, dead code, house rules
	@node deploy/tests/run.ts check

fmt: $(INSTALLED) ## Format, sort imports and apply safe fixes of the linter
	@biome check --write --colors=off .

generate: $(INSTALLED) ## Write the documents that are built from the contracts
	@npm run --silent generate

bench: $(INSTALLED) ## Measure, beside whatever runs; prints a table and writes .data/bench.json
	@node deploy/load/run.ts bench

load: $(INSTALLED) ## Put load on a platform of its own, or on BASE_URL (k6; PROFILE=smoke|average|stress|spike|soak); writes .data/load.json
	@node deploy/load/run.ts $(or $(PROFILE),average)

fuzz: $(INSTALLED) ## Send what the OpenAPI document allows and forbids, as player and operator, to a platform of its own (schemathesis)
	@node deploy/tests/fuzz.ts

integrity: $(INSTALLED) ## Prove the ledger and the casino rounds of the running installation: one line per invariant
	@node deploy/local/integrity.ts

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# npm writes this file last, so one that is missing or older than the lockfile means an installation that was not finished.
$(INSTALLED): package-lock.json
	@mkdir -p $(DATA)/log
	@echo "  Installing packages (about a minute, only when they change)"
	@PATH="$(CALLERS_PATH)" npm ci --loglevel=error --no-progress >$(DATA)/log/npm.log 2>&1 && test -x node_modules/.bin/node || { \
		rm -rf node_modules; \
		echo "✗ The packages could not be installed: $$(grep -E '^npm (error|ERR!) .*[a-z]' $(DATA)/log/npm.log | grep -vE ' (code|syscall|errno) ' | sed -E '1!d; s/^npm (error|ERR!) //' | grep . || echo 'the Node they should bring is missing'). See $(DATA)/log/npm.log."; \
		exit 1; }
	@touch $@

# Storybook has packages of its own: only who looks at components installs them.
web/storybook/node_modules/.package-lock.json: web/storybook/package-lock.json
	@cd web/storybook && npm ci --loglevel=error --no-progress
	@touch $@

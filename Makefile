# The commands of the project. `make demo` and `make test` do everything a bare Debian 12 needs.
PRESET ?= release
PREFIX ?= /usr/local
export MODELS ?= models

.PHONY: help build demo install models test test-random test-pages asan tsan sanitize bench
.PHONY: lint lint-changed apart format format-check clean

help:
	@echo "make demo        build the command and show what panarc does"
	@echo "make build       build the command and the library; the command is build/release/panarc"
	@echo "make install     install both below PREFIX, which is /usr/local unless told otherwise"
	@echo "make models      train a model from text to trees for each treebank below TREEBANKS"
	@echo "make test        build everything and run the test suite"
	@echo "make test-random the same, with random values from the date, or from SEED"
	@echo "make test-pages  the pages of view, diff and eval in a browser"
	@echo "make asan        the test suite under AddressSanitizer and UndefinedBehaviorSanitizer"
	@echo "make tsan        the test suite under ThreadSanitizer"
	@echo "make sanitize    the shorter tests under the first two, and those of threads under the third"
	@echo "make bench       the benchmarks"
	@echo "make lint        clang-format and clang-tidy, as checks"
	@echo "make lint-changed the same, with clang-tidy on what has changed since origin/main"
	@echo "make apart       every source compiled by itself, instead of several joined"
	@echo "make format      clang-format, in place"

# A directory that has been configured is left as it is, with tests or without.
build:
	@scripts/install-packages build
	@[ -f build/$(PRESET)/build.ninja ] || \
	  cmake --preset $(PRESET) -DPANARC_BUILD_TESTS=OFF -DPANARC_BUILD_BENCHMARKS=OFF
	cmake --build --preset $(PRESET) --target panarc

demo: build
	build/$(PRESET)/panarc demo

install: build
	cmake --install build/$(PRESET) --prefix $(PREFIX)

# E.g. make models TREEBANKS=~/ud-treebanks-v2.14 MODELS=models OPTIONS=--fast
models: build
	@[ -n "$(TREEBANKS)" ] || { echo "make models TREEBANKS=FOLDER [OPTIONS=...]"; exit 2; }
	PANARC=build/$(PRESET)/panarc scripts/train-models $(TREEBANKS) -- $(OPTIONS)

test:
	@scripts/install-packages build test
	cmake --preset $(PRESET)
	cmake --build --preset $(PRESET)
	ctest --preset $(PRESET)

# Some packages of Node.js bring npm along, and do not go together with Debian's package of it.
test-pages: build
	@scripts/install-packages pages
	@command -v node >/dev/null && command -v npm >/dev/null || scripts/install-packages node
	@cd tests/pages && { [ node_modules/.package-lock.json -nt package-lock.json ] || \
	  npm ci --no-audit --no-fund --loglevel=error; }
	cd tests/pages && PANARC=$(CURDIR)/build/$(PRESET)/panarc npm test --silent

# Under `make test` properties are tried on the same random values every time.
test-random:
	@export RC_PARAMS="seed=$${SEED:-$$(date +%s)}"; $(MAKE) test; status=$$?; \
	echo "make test-random SEED=$${RC_PARAMS#seed=} tries the same values again"; exit $$status

asan tsan:
	$(MAKE) test PRESET=$@

# Tests say by themselves that they take long, or need one thread (tests/support/groups.h).
sanitize:
	@scripts/install-packages build test
	cmake --preset asan
	cmake --build --preset asan --target short_tests
	PANARC_LEAVE_OUT=long ctest --preset asan --label-exclude 'long|install'
	cmake --preset tsan
	cmake --build --preset tsan --target test_base test_parse test_pipeline test_train
	PANARC_LEAVE_OUT=one-thread ctest --preset tsan --label-regex '^(base|parse|pipeline|train)$$'

bench:
	@scripts/install-packages build test
	cmake --preset $(PRESET)
	cmake --build --preset $(PRESET) --target benchmarks
	scripts/bench build/$(PRESET)

SOURCES = $(shell git ls-files -co --exclude-standard '*.cc' '*.h')

format:
	@scripts/install-packages lint
	clang-format -i $(SOURCES)

format-check:
	@scripts/install-packages lint
	clang-format --dry-run -Werror $(SOURCES)

lint: format-check
	@scripts/install-packages build test
	scripts/tidy

lint-changed: format-check
	@scripts/install-packages build test
	scripts/tidy --changed

apart:
	@scripts/install-packages build test
	scripts/compile-apart

clean:
	rm -rf build

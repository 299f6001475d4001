# The commands of the project. `make demo` and `make test` do everything a bare Debian 12 needs.
PRESET ?= release

.PHONY: help setup build test demo asan tsan bench lint format format-check clean

help:
	@echo "make demo     build and show what panarc does"
	@echo "make test     build and run the test suite"
	@echo "make build    build; the command is build/release/panarc"
	@echo "make asan     the test suite under AddressSanitizer and UndefinedBehaviorSanitizer"
	@echo "make tsan     the test suite under ThreadSanitizer"
	@echo "make bench    the benchmarks"
	@echo "make lint     clang-format and clang-tidy, as checks"
	@echo "make format   clang-format, in place"

setup:
	@scripts/install-packages

build/%/build.ninja: CMakeLists.txt CMakePresets.json | setup
	cmake --preset $*

.PRECIOUS: build/%/build.ninja

build: build/$(PRESET)/build.ninja
	cmake --build --preset $(PRESET)

test: build
	ctest --preset $(PRESET)

demo: build
	build/$(PRESET)/panarc demo

asan tsan:
	$(MAKE) test PRESET=$@

bench: build
	scripts/bench build/$(PRESET)

SOURCES = $(shell git ls-files -co --exclude-standard '*.cc' '*.h')

format: setup
	clang-format -i $(SOURCES)

format-check: setup
	clang-format --dry-run -Werror $(SOURCES)

lint: format-check build
	scripts/tidy build/$(PRESET)

clean:
	rm -rf build

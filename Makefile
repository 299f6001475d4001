# The commands of the project. `make demo` and `make test` do everything a bare Debian 12 needs.
PRESET ?= release
PREFIX ?= /usr/local

.PHONY: help build demo install test asan tsan sanitize bench lint format format-check clean

help:
	@echo "make demo     build the command and show what panarc does"
	@echo "make build    build the command and the library; the command is build/release/panarc"
	@echo "make install  install both below PREFIX, which is /usr/local unless told otherwise"
	@echo "make test     build everything and run the test suite"
	@echo "make asan     the test suite under AddressSanitizer and UndefinedBehaviorSanitizer"
	@echo "make tsan     the test suite under ThreadSanitizer"
	@echo "make sanitize the shorter tests under the first two, and those of threads under the third"
	@echo "make bench    the benchmarks"
	@echo "make lint     clang-format and clang-tidy, as checks"
	@echo "make format   clang-format, in place"

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

test:
	@scripts/install-packages build test
	cmake --preset $(PRESET)
	cmake --build --preset $(PRESET)
	ctest --preset $(PRESET)

asan tsan:
	$(MAKE) test PRESET=$@

sanitize:
	@scripts/install-packages build test
	cmake --preset asan
	cmake --build --preset asan
	ctest --preset asan --label-exclude 'long|install' \
	  --exclude-regex 'IncludeGraph|FeaturePlan.(Keys|ATemplate|Signatures)'
	cmake --preset tsan
	cmake --build --preset tsan --target test_base test_parse test_train
	ctest --preset tsan --label-regex '^(base|parse|train)$$' \
	  --exclude-regex 'LearnsTheSample|FindsTheUpdates|PartialTraining|ReferenceTraining|Constrained'

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

clean:
	rm -rf build

# The commands of the project. `make demo` and `make test` do everything a bare Debian 12 needs.
PRESET ?= release
PREFIX ?= /usr/local
export MODELS ?= models

.PHONY: help build demo install models test test-pages asan tsan sanitize bench lint format format-check clean

help:
	@echo "make demo        build the command and show what panarc does"
	@echo "make build       build the command and the library; the command is build/release/panarc"
	@echo "make install     install both below PREFIX, which is /usr/local unless told otherwise"
	@echo "make models      train a model from text to trees for each treebank below TREEBANKS"
	@echo "make test        build everything and run the test suite"
	@echo "make test-pages  the pages of view, diff and eval in a browser"
	@echo "make asan        the test suite under AddressSanitizer and UndefinedBehaviorSanitizer"
	@echo "make tsan        the test suite under ThreadSanitizer"
	@echo "make sanitize    the shorter tests under the first two, and those of threads under the third"
	@echo "make bench       the benchmarks"
	@echo "make lint        clang-format and clang-tidy, as checks"
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

asan tsan:
	$(MAKE) test PRESET=$@

# Tests of these folders in which one thread does all the work, and takes its time.
ONE_THREAD := IncludeGraph|LearnsTheSample|PartialTraining|ReferenceTraining|Constrained|Toy
ONE_THREAD := $(ONE_THREAD)|FrozenModel|OddSentences|TooLong|TrainsFurther|SomeOfTheHeads|Direction
ONE_THREAD := $(ONE_THREAD)|CostSensitive|WordVectors|WholeBeams|AnyChange
ONE_THREAD := $(ONE_THREAD)|Joint|Card|PipelineScores|Pipeline.([^I]|IsOneFile)
ONE_THREAD := $(ONE_THREAD)|DoesNotChangeTheModel|RestartBrings|KeepsSpans|OfDerivations

# Tests that run the command many times, each time with what other tests run as well, and tests that
# take long for what they are; as GoogleTest writes patterns.
TOO_LONG := IncludeGraph.*:*AllArcsCross*:FeaturePlan.Keys*:FeaturePlan.ATemplate*
TOO_LONG := $(TOO_LONG):FeaturePlan.Signatures*:*TriesOutTheExperiments*:ExperimentInterruption.ByKill*
TOO_LONG := $(TOO_LONG):Demo.TrainsParses*:*AreTrainedOnPredictedTags:*AScriptTrainsThem*
TOO_LONG := $(TOO_LONG):*ACardGoesInto*:*KeptByFurtherTrainings:*MirrorConstraints/swap
TOO_LONG := $(TOO_LONG):*LearnsTheSample*/covington:Trainer.CostSensitive*

sanitize:
	@scripts/install-packages build test
	cmake --preset asan
	cmake --build --preset asan --target short_tests
	GTEST_FILTER='-$(TOO_LONG)' ctest --preset asan --label-exclude 'long|install'
	cmake --preset tsan
	cmake --build --preset tsan --target test_base test_parse test_pipeline test_train
	ctest --preset tsan --label-regex '^(base|parse|pipeline|train)$$' \
	  --exclude-regex '$(ONE_THREAD)'

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

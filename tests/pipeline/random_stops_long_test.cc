#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "base/random.h"
#include "panarc/pipeline.h"
#include "panarc/tagger.h"
#include "panarc/text.h"
#include "panarc/train.h"
#include "support/groups.h"
#include "support/sample.h"
#include "support/slowdown.h"
#include "treebank/test_text.h"

/// Trainings of every kind are stopped at random moments, and resumed: once each, or as many times
/// as PANARC_STOPS says.

namespace panarc {
namespace {

using Clock = std::chrono::steady_clock;

const std::vector<Sentence>& training() {
  static const std::vector<Sentence> sentences = test::sample("train");
  return sentences;
}
const std::vector<Sentence>& dev() {
  static const std::vector<Sentence> sentences = test::sample("dev");
  return sentences;
}

/// What a training is told about being stopped.
struct Stopping {
  std::stop_token stop;
  std::string checkpoint;
};

TrainOptions options_of(const Stopping& stopping, bool has_checkpoint = true) {
  TrainOptions options;
  options.epochs = 2;
  options.threads = 2;
  options.stop = stopping.stop;
  if (!has_checkpoint) return options;
  options.checkpoint = stopping.checkpoint;
  options.resume = true;
  return options;
}
TrainOptions fast(const Stopping& stopping) {
  TrainOptions options = options_of(stopping);
  options.fast = true;
  return options;
}
TrainOptions network(const Stopping& stopping, ScorerKind scorer) {
  TrainOptions options = options_of(stopping);
  options.scorer = scorer;
  options.units = 20;
  return options;
}

std::string parser_bytes(const TrainOptions& options) {
  return train(training(), dev(), options).parser.bytes();
}

/// Trains one kind of model, and returns its bytes.
struct Kind {
  const char* name;
  std::function<std::string(const Stopping&)> train;
};

std::vector<Kind> kinds() {
  return {
      {"fast", [](const Stopping& stopping) { return parser_bytes(fast(stopping)); }},
      {"beam", [](const Stopping& stopping) { return parser_bytes(options_of(stopping)); }},
      {"swap",
       [](const Stopping& stopping) {
         TrainOptions options = fast(stopping);
         options.system = "swap";
         return parser_bytes(options);
       }},
      {"feed-forward",
       [](const Stopping& stopping) {
         return parser_bytes(network(stopping, ScorerKind::kFeedForward));
       }},
      {"recurrent",
       [](const Stopping& stopping) {
         return parser_bytes(network(stopping, ScorerKind::kRecurrent));
       }},
      {"joint",
       [](const Stopping& stopping) {
         TrainOptions options = fast(stopping);
         options.joint = true;
         return train_joint(training(), dev(), options, 2).training.parser.bytes();
       }},
      {"jack-knifed",
       [](const Stopping& stopping) {
         const PredictedTags tags =
             predict_tags(training(), dev(), {.tagger = options_of(stopping, false), .parts = 3});
         return train(tags.training, tags.dev, fast(stopping)).parser.bytes();
       }},
      {"ensemble",
       [](const Stopping& stopping) {
         EnsembleOptions options;
         options.members = ensemble_members("arc-eager,swap+fast,recurrent+units=20",
                                            options_of(stopping, false));
         options.votes.threads = 2;
         options.checkpoint = stopping.checkpoint;
         options.resume = true;
         return train_ensemble(training(), dev(), options).parser.bytes();
       }},
      {"pipeline",
       [](const Stopping& stopping) {
         PipelineOptions options;
         options.parser = fast(stopping);
         return train_pipeline(training(), dev(), options).bytes();
       }},
      {"recurrent pipeline",
       [](const Stopping& stopping) {
         PipelineOptions options;
         options.parser = network(stopping, ScorerKind::kRecurrent);
         return train_pipeline(training(), dev(), options).bytes();
       }},
      {"tagger",
       [](const Stopping& stopping) {
         return train_tagger(training(), dev(), options_of(stopping, false)).bytes();
       }},
      {"recurrent tagger",
       [](const Stopping& stopping) {
         return train_tagger(training(), dev(), network(stopping, ScorerKind::kRecurrent)).bytes();
       }},
      {"segmenter",
       [](const Stopping& stopping) {
         return train_segmenter(training(), dev(), options_of(stopping, false)).bytes();
       }},
  };
}

class RandomStops : public testing::Test {
 protected:
  /// Requests a stop after a while, and expects the training to end soon after that. Returns the
  /// bytes of the model if it was done before.
  std::optional<std::string> train_and_stop(const Kind& kind, Clock::duration when) {
    std::stop_source stop;
    std::clock_t requested = 0;
    std::jthread stopper([&](const std::stop_token& done) {
      const Clock::time_point end = Clock::now() + when;
      while (Clock::now() < end && !done.stop_requested()) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      }
      requested = std::clock();
      stop.request_stop();
    });
    std::optional<std::string> bytes;
    try {
      bytes = kind.train({stop.get_token(), checkpoint()});
    } catch (const Stopped&) {
    }
    const std::clock_t end = std::clock();
    stopper.request_stop();
    stopper.join();
    // Nothing was requested yet if the training was done first.
    longest_ = std::max(longest_, end - requested);
    return bytes;
  }
  [[nodiscard]] std::string checkpoint() const { return directory_ / "checkpoint"; }
  void remove_checkpoints() {
    for (const auto& file :
         std::filesystem::directory_iterator(std::filesystem::path(checkpoint()).parent_path())) {
      std::filesystem::remove(file);
    }
  }

  /// Of all threads, from a request to the end: what else the machine does should not matter.
  std::clock_t longest_ = 0;

 private:
  test::TemporaryDirectory directory_;
};

TEST_F(RandomStops, EndSoonAndAreResumed) {
  TEST_TAKES_LONG();
  const char* const stops = std::getenv("PANARC_STOPS");
  const int count = stops == nullptr ? 1 : std::atoi(stops);
  Random random(1);
  for (const Kind& kind : kinds()) {
    const Clock::time_point start = Clock::now();
    const std::string whole = kind.train({{}, checkpoint()});
    const Clock::duration time = Clock::now() - start;
    remove_checkpoints();
    longest_ = 0;
    for (int i = 0; i < count; ++i) {
      const auto when = std::chrono::duration_cast<Clock::duration>(time * random.real());
      std::optional<std::string> bytes = train_and_stop(kind, when);
      if (!bytes) bytes = kind.train({{}, checkpoint()});
      EXPECT_TRUE(*bytes == whole)
          << kind.name << " stopped after " << std::chrono::duration<double>(when).count() << " s";
      remove_checkpoints();
    }
    const double seconds = static_cast<double>(longest_) / CLOCKS_PER_SEC;
    EXPECT_LT(seconds, 0.5 * test::kSlowdown) << kind.name;
    RecordProperty(kind.name, std::to_string(seconds));
  }
}

}  // namespace
}  // namespace panarc

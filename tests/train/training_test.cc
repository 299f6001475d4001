#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/random.h"
#include "panarc/constraint.h"
#include "panarc/train.h"
#include "support/message_of.h"
#include "support/sample.h"
#include "train/bytes_executor.h"
#include "train/trainer.h"
#include "train/training.h"
#include "treebank/test_text.h"

/// Training as a thing that one can hold: step by step, with hooks, and by any executor.

namespace panarc {
namespace {

using testing::HasSubstr;

std::vector<Sentence> training() { return test::sample("train", 60); }
std::vector<Sentence> dev() { return test::sample("dev", 20); }

TrainOptions small(ScorerKind scorer = ScorerKind::kLinear) {
  TrainOptions options;
  options.scorer = scorer;
  options.threads = 2;
  options.epochs = 2;
  if (scorer == ScorerKind::kLinear) {
    options.fast = true;
  } else {
    options.units = 8;
    options.batch_words = 100;
  }
  return options;
}

constexpr std::array kScorers{ScorerKind::kLinear, ScorerKind::kFeedForward,
                              ScorerKind::kRecurrent};

double las(const Parser& parser, const std::vector<Sentence>& gold) {
  std::vector<Sentence> parsed = gold;
  for (Sentence& sentence : parsed) parser.parse(sentence);
  return evaluate(gold, parsed).percentage(Metric::kLas);
}

TEST(Training, GivesTheSameInStepsAsAtOnce) {
  for (const ScorerKind scorer : kScorers) {
    const std::string whole = train(training(), dev(), small(scorer)).parser.bytes();
    Training steps(training(), dev(), small(scorer));
    std::size_t count = 0;
    for (; steps.step(); ++count) (void)steps.snapshot();
    EXPECT_GT(count, 5U);
    EXPECT_TRUE(steps.is_done());
    EXPECT_EQ(steps.finish().parser.bytes(), whole) << kScorerNames.of(scorer);
    Training epochs(training(), dev(), small(scorer));
    EXPECT_TRUE(epochs.step());
    EXPECT_EQ(epochs.finish_epoch()->epoch, 1);
    EXPECT_EQ(epochs.finish_epoch()->epoch, 2);
    EXPECT_FALSE(epochs.finish_epoch());
    EXPECT_EQ(epochs.finish().parser.bytes(), whole) << kScorerNames.of(scorer);
  }
}

TEST(Training, GivesAParserAtAnyMoment) {
  Training steps(training(), {}, small());
  steps.step();
  const double early = las(steps.snapshot(), dev());
  while (steps.step()) {
  }
  const Parser late = steps.snapshot();
  EXPECT_GT(las(late, dev()), early + 10);
  // Without development data, the last epoch is the best.
  EXPECT_EQ(late.bytes(), steps.finish().parser.bytes());
}

TEST(Training, GoesOnWithoutRounding) {
  const test::TemporaryDirectory directory;
  for (const ScorerKind scorer : kScorers) {
    TrainOptions options = small(scorer);
    options.epochs = 4;
    Training whole(training(), dev(), options);
    while (whole.step()) {
    }
    const auto weights = [](const Training& training) {
      return training.snapshot().model().members().front().weights().fingerprint();
    };
    options.epochs = 2;
    Training allowed(training(), dev(), options);
    (void)allowed.finish();
    EXPECT_FALSE(allowed.step());
    allowed.save(directory / "finished");
    allowed.allow(2);
    while (allowed.step()) {
    }
    EXPECT_EQ(weights(allowed), weights(whole)) << kScorerNames.of(scorer);
    options.epochs = 4;
    options.checkpoint = directory / "finished";
    options.resume = true;
    Training resumed(training(), dev(), options);
    EXPECT_EQ(resumed.epochs().size(), 2U);
    while (resumed.step()) {
    }
    EXPECT_EQ(weights(resumed), weights(whole)) << kScorerNames.of(scorer);
  }
}

/// A sentence with a relation and words that the sample does not have.
Sentence unheard_of() {
  return Sentence::from_text(
      "1\tZyx\t_\tNOUN\t_\t_\t2\tunheard:of\t_\t_\n"
      "2\twvut\t_\tVERB\t_\t_\t0\troot\t_\t_\n\n");
}

TEST(Training, TakesMoreSentences) {
  const test::TemporaryDirectory directory;
  const std::vector<Sentence> more{unheard_of(), unheard_of(), unheard_of()};
  std::vector<Sentence> all = training();
  all.insert(all.end(), more.begin(), more.end());
  for (const ScorerKind scorer : kScorers) {
    TrainOptions options = small(scorer);
    options.epochs = 6;
    if (scorer == ScorerKind::kLinear) options.min_changes = 0;
    Training growing(training(), dev(), options);
    growing.finish_epoch();
    growing.step();
    // They are part of the next epoch, not of the one that has begun.
    growing.add(more);
    EXPECT_EQ(growing.finish_epoch()->counts.sentences, 60U);
    growing.step();
    growing.save(directory / "grown");
    const TrainResult result = growing.finish();
    EXPECT_EQ(result.epochs.back().counts.sentences, 63U);
    EXPECT_THAT(result.parser.labels(), testing::Contains("unheard:of"));
    if (scorer == ScorerKind::kLinear) {
      Sentence parsed = unheard_of();
      result.parser.parse(parsed);
      EXPECT_EQ(parsed.deprel(1), "unheard:of");
    }
    options.checkpoint = directory / "grown";
    options.resume = true;
    Training resumed(all, dev(), options);
    EXPECT_EQ(resumed.finish().parser.bytes(), result.parser.bytes()) << kScorerNames.of(scorer);
  }
}

TEST(Training, IsAsBeforeIfSentencesCannotBeAdded) {
  TrainOptions options = small();
  options.system = "arc-standard";
  Training good(training(), dev(), options);
  Training tried(training(), dev(), options);
  good.finish_epoch();
  tried.finish_epoch();
  // Costs of arc-standard have no closed form, and a sentence of so many words would take too long.
  std::string text;
  for (int word = 1; word <= 4100; ++word) {
    text += fmt::format("{}\tw\t_\tX\t_\t_\t{}\tdep\t_\t_\n", word, word - 1);
  }
  const Sentence too_long = Sentence::from_text(text + '\n');
  EXPECT_THROW(tried.add({&too_long, 1}), Error);
  EXPECT_EQ(tried.finish().parser.bytes(), good.finish().parser.bytes());
}

TEST(Training, StopsFromAnotherThreadAndGoesOn) {
  const std::string whole = train(training(), dev(), small()).parser.bytes();
  Training stopped(training(), dev(), small());
  std::thread([&] { stopped.request_stop(); }).join();
  EXPECT_THROW((void)stopped.finish(), Stopped);
  TrainProgress progress;
  std::optional<Training> current;
  int batches = 0;
  progress.on_batch = [&](const BatchReport&) {
    if (++batches == 7) current->request_stop();
  };
  current.emplace(training(), dev(), small(), progress);
  EXPECT_THROW((void)current->finish(), Stopped);
  EXPECT_EQ(batches, 7);
  EXPECT_EQ(current->finish().parser.bytes(), whole);
  EXPECT_EQ(stopped.finish().parser.bytes(), whole);
}

TEST(Training, RefusesToGoOnFromTheResultAlone) {
  const test::TemporaryDirectory directory;
  TrainOptions options = small();
  options.checkpoint = directory / "end";
  options.checkpoint_at_end = true;
  (void)train(training(), dev(), options);
  options.resume = true;
  Training finished(training(), dev(), options);
  EXPECT_GT(las(finished.snapshot(), dev()), 50);
  EXPECT_EQ(test::message_of([&] { finished.allow(1); }),
            "the training was resumed from a checkpoint of its end, which has only the parser");
}

// Hooks (PanParser, 5.1).

/// Of each sentence, only some heads are known each time: subsampling on the fly, as it is written
/// with a hook.
TEST(TrainingHooks, LearnFromSomeHeadsAtATime) {
  const auto gold = test::sample("train");
  const auto without = [&](double share) {
    TrainProgress progress;
    progress.before_updates = [=](TrainingExample& example) {
      Random random(1, static_cast<std::uint64_t>(example.epoch), example.number);
      for (std::size_t word = 1; word < example.known.size(); ++word) {
        if (random.real() < share) example.known[word] = {};
      }
    };
    TrainOptions options = small();
    options.epochs = 4;
    return las(train(gold, {}, options, progress).parser, dev());
  };
  const double of_all = without(0);
  const double of_some = without(0.7);
  EXPECT_GT(of_all, of_some);
  EXPECT_GT(of_some, of_all - 10);
  EXPECT_LT(without(1), 20);
}

TEST(TrainingHooks, MayChangeWhatIsLearnt) {
  // Every word is under the one before it.
  TrainProgress progress;
  progress.before_updates = [](TrainingExample& example) {
    for (std::size_t word = 1; word < example.known.size(); ++word) {
      example.known[word] = KnownWord{};
      example.known[word].heads = {KnownArc{static_cast<Node>(word - 1), {}}};
    }
  };
  TrainOptions options = small();
  options.epochs = 3;
  const Parser chains = train(training(), {}, options, progress).parser;
  std::size_t right = 0;
  std::size_t words = 0;
  for (Sentence& sentence : dev()) {
    chains.parse(sentence);
    for (Node word = 1; word <= sentence.size(); ++word, ++words) {
      right += sentence.head(word) == word - 1 ? 1 : 0;
    }
  }
  EXPECT_GT(right * 10, words * 9);
}

TEST(TrainingHooks, SeeEverySentenceAndEveryEpoch) {
  TrainProgress progress;
  std::vector<std::size_t> begun;
  std::vector<std::size_t> learnt;
  std::vector<int> evaluated;
  progress.before_updates = [&](TrainingExample& example) {
    begun.push_back(example.number);
    EXPECT_EQ(example.known.size(), static_cast<std::size_t>(example.sentence.size()) + 1);
    example.skip = example.number % 2 == 1;
  };
  progress.after_updates = [&](int, std::size_t sentence, const TrainingCounts& counts) {
    learnt.push_back(sentence);
    EXPECT_EQ(counts.sentences, sentence % 2 == 1 ? 0U : 1U);
  };
  progress.before_evaluation = [&](int epoch) { evaluated.push_back(epoch); };
  // The first epoch is made the best.
  progress.after_evaluation = [](EpochReport& report) { report.value = -report.epoch; };
  const TrainResult result = train(training(), dev(), small(), progress);
  EXPECT_EQ(begun, learnt);
  EXPECT_EQ(begun.size(), 120U);
  EXPECT_THAT(evaluated, testing::ElementsAre(1, 2));
  EXPECT_EQ(result.best().epoch, 1);
  EXPECT_EQ(result.epochs.front().counts.sentences, 30U);
}

TEST(TrainingHooks, AreNeverCalledAtTheSameTime) {
  EnsembleOptions options;
  options.members = ensemble_members("arc-eager,swap,arc-hybrid", small());
  options.votes.threads = 2;
  std::atomic_flag busy;
  TrainProgress progress;
  const auto be_alone = [&] {
    EXPECT_FALSE(busy.test_and_set());
    std::this_thread::sleep_for(std::chrono::microseconds(10));
    busy.clear();
  };
  progress.before_updates = [&](TrainingExample&) { be_alone(); };
  progress.after_updates = [&](int, std::size_t, const TrainingCounts&) { be_alone(); };
  const EnsembleResult result = train_ensemble(training(), dev(), options, progress);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(result.members[i].best().stage.model, i + 1);
}

TEST(TrainingHooks, MustLeaveAsManyWords) {
  TrainProgress progress;
  progress.before_updates = [](TrainingExample& example) { example.known.pop_back(); };
  EXPECT_THAT(test::message_of([&] { (void)train(training(), {}, small(), progress); }),
              HasSubstr("a hook has left"));
}

TEST(Executor, DoesNotChangeTheModel) {
  for (const ScorerKind scorer : kScorers) {
    TrainOptions options = small(scorer);
    options.threads = 1;
    const CheckedOptions checked(options);
    const TrainingPlan& plan = Training::plan_of(checked);
    const std::string whole = train_model(training(), dev(), plan).bytes();
    for (const std::size_t processes : {1U, 2U, 3U}) {
      auto executor = std::make_unique<test::BytesExecutor>(processes);
      const test::BytesExecutor& sent = *executor;
      const TrainProgress progress;
      ParserTraining training_of(training_data(training(), plan), dev_data(dev(), plan), plan,
                                 progress, std::move(executor));
      EXPECT_EQ(training_of.finish().bytes(), whole) << kScorerNames.of(scorer) << processes;
      EXPECT_GT(sent.bytes, 0U);
    }
  }
}

}  // namespace
}  // namespace panarc

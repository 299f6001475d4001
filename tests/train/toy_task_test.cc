#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/hash.h"
#include "scorer/linear/linear_learner.h"
#include "search/beam.h"
#include "support/groups.h"
#include "train/loop.h"
#include "train/sentence_trainer.h"

// A task that has nothing to do with trees, on the same search, strategies, losses, linear weights
// and training loop: chunking by BIO tags. All that a task needs is here.

namespace panarc {
namespace {

enum class Bio : std::uint8_t { kBegin, kInside, kOutside };

/// Words are letters: upper case are nouns, lower case adjectives, others are punctuation. A chunk
/// is a run of adjectives with the nouns that follow.
using Words = std::string;

/// The tags of the words so far.
struct ChunkState {
  std::vector<Bio> tags;
  std::size_t words = 0;
};

struct ChunkTask {
  using Input = Words;
  using State = ChunkState;
  using Step = Bio;

  static void start(const Input& words, State& state) { state = {{}, words.size()}; }
  [[nodiscard]] static bool is_final(const State& state) {
    return state.tags.size() == state.words;
  }
  static void advance(State& state, const Step& step) { state.tags.push_back(step); }
  [[nodiscard]] static std::uint32_t class_of(const Step& step) {
    return static_cast<std::uint32_t>(step);
  }
  /// I stands after B or I only.
  [[nodiscard]] static bool may_follow(const State& state, Bio tag) {
    return tag != Bio::kInside || (!state.tags.empty() && state.tags.back() != Bio::kOutside);
  }
  template <class Score, class Offers>
  void successors(const State& state, const Score* row, Offers& offers) const {
    for (const Bio tag : {Bio::kBegin, Bio::kInside, Bio::kOutside}) {
      if (may_follow(state, tag)) offers.add(tag, row[class_of(tag)]);
    }
  }
};

/// The word, the one before it, and the last tag, in one group of features.
struct ChunkFeatures {
  using Input = Words;
  using State = ChunkState;
  using Scratch = std::array<std::uint64_t, 3>;

  static void gather(const State& state, const Input& words, Scratch& scratch) {
    const std::size_t at = state.tags.size();
    const auto value = [&](std::size_t i) { return static_cast<std::uint64_t>(words[i]); };
    const std::uint64_t last = at == 0 ? 3 : static_cast<std::uint64_t>(state.tags.back());
    scratch = {value(at), at == 0 ? 0 : value(at - 1), last};
  }
  static std::uint64_t signature(const Scratch& s) {
    return mix_bits(s[0] << 32U | s[1] << 16U | s[2]) | 1U;
  }
  static std::uint64_t signature(std::size_t /*group*/, const Scratch& s) { return signature(s); }
  static std::size_t keys(std::size_t /*group*/, const Scratch& s, std::uint64_t* out) {
    for (std::uint64_t i = 0; i < 3; ++i) out[i] = mix_bits(i << 32U | (s[i] + 1)) | 1U;
    out[3] = signature(s);
    return 4;
  }
  static std::size_t group_count() { return 1; }
  static std::size_t key_count() { return 4; }
  static bool is_simple(std::size_t /*group*/) { return true; }
  static std::size_t passing_keys(const Scratch&, std::uint64_t*) { return 0; }
  // There are no vectors of words.
  static std::size_t vector_count() { return 0; }
  static std::uint64_t vector_number(std::size_t, const Scratch&) { return 0; }
  static std::span<const float> vector(std::uint64_t) { return {}; }
  static std::span<const std::uint64_t> vector_keys(std::size_t) { return {}; }
};

/// Any tags but the right one are an error, from which nothing is lost but itself.
struct ChunkGuide {
  using Gold = std::vector<Bio>;
  using Correct = Bio;

  void begin(const Words& /*words*/, const Gold& gold) { gold_ = &gold; }
  static void leave_path() {}
  /// B where the gold tag is I, but no chunk is open.
  Correct correct(const ChunkState& state, std::size_t depth) {
    const Bio gold = (*gold_)[depth];
    return ChunkTask::may_follow(state, gold) ? gold : Bio::kBegin;
  }
  static bool is_correct(const ChunkState& /*state*/, Correct correct, Bio step) {
    return step == correct;
  }
  template <class Visitor>
  void for_each_correct(const ChunkState& /*state*/, Correct correct, const float* /*row*/,
                        Visitor&& visit) const {
    visit(correct);
  }

  static std::size_t steps_left(const ChunkState& state, std::size_t depth) {
    return state.words - depth;
  }

  const Gold* gold_ = nullptr;
};

struct ChunkExample {
  Words words;
  std::vector<Bio> gold;
};

bool is_adjective(char word) { return word >= 'a' && word <= 'z'; }
bool is_noun(char word) { return word >= 'A' && word <= 'Z'; }

std::vector<ChunkExample> chunk_examples(std::uint64_t seed, std::size_t count) {
  Random random(seed);
  std::vector<ChunkExample> examples(count);
  for (ChunkExample& example : examples) {
    const std::size_t size = 3 + random.below(12);
    for (std::size_t i = 0; i < size; ++i) {
      const char word = "abcdefgABCDEFG.,;"[random.below(17)];
      const char before = i == 0 ? '.' : example.words.back();
      const bool goes_on = is_adjective(before) || (is_noun(before) && is_noun(word));
      const bool in_chunk = is_adjective(word) || is_noun(word);
      example.words += word;
      example.gold.push_back(!in_chunk ? Bio::kOutside : goes_on ? Bio::kInside : Bio::kBegin);
    }
  }
  return examples;
}

class ChunkTrainee final : public Trainee {
 public:
  ChunkTrainee(std::vector<ChunkExample> examples, const Strategy& strategy, std::size_t threads)
      : examples_(std::move(examples)) {
    for (std::size_t i = 0; i < threads; ++i) {
      workers_.push_back(std::make_unique<Worker>(strategy, learner_));
    }
  }

  [[nodiscard]] std::size_t sentences() const override { return examples_.size(); }
  [[nodiscard]] std::size_t length(std::size_t i) const override {
    return examples_[i].words.size();
  }
  [[nodiscard]] Learner& parameters() override { return learner_; }
  TrainingCounts train(std::size_t member, std::size_t sentence, double explore, Random& random,
                       Changes& changes) override {
    const ChunkExample& example = examples_[sentence];
    return workers_[member]->trainer.train(example.words, example.gold, explore, random, changes);
  }
  void forget(std::size_t member) override { workers_[member]->scorer.forget(); }
  void evaluate(EpochReport& /*report*/, Team& /*team*/,
                const Interruption& /*interruption*/) override {}
  void keep() override {}
  void save_best(ModelFileWriter& /*writer*/, const std::string& /*prefix*/) const override {}
  void load_best(const std::shared_ptr<const ModelFile>& /*file*/,
                 const std::string& /*prefix*/) override {}

  /// The tags that the weights give, as a search with so many hypotheses finds them.
  std::vector<Bio> tag(const Words& words, std::size_t size) const {
    LinearLearningScorer<ChunkFeatures> scorer(features_, learner_.table(), size);
    const ChunkTask task;
    Beam<ChunkTask> beam(task, size);
    scorer.begin(words);
    for (beam.start(words); !beam.is_final(); beam.advance()) {
      beam.expand(scorer.score(beam.open_states()));
    }
    return beam.top().state.tags;
  }

 private:
  struct Worker {
    Worker(const Strategy& strategy, const LinearLearner& learner)
        : scorer(features, learner.table(), strategy.greedy ? 1 : 4),
          trainer({strategy, {}, 4}, task, guide, scorer) {}

    ChunkFeatures features;
    ChunkTask task;
    ChunkGuide guide;
    LinearLearningScorer<ChunkFeatures> scorer;
    SentenceTrainer<ChunkTask, ChunkGuide> trainer;
  };

  std::vector<ChunkExample> examples_;
  ChunkFeatures features_;
  LinearLearner learner_{3};
  std::vector<std::unique_ptr<Worker>> workers_;
};

double accuracy(const ChunkTrainee& trainee, const std::vector<ChunkExample>& test,
                std::size_t beam) {
  double right = 0;
  double words = 0;
  for (const ChunkExample& example : test) {
    const std::vector<Bio> tags = trainee.tag(example.words, beam);
    for (std::size_t i = 0; i < tags.size(); ++i) right += tags[i] == example.gold[i] ? 1 : 0;
    words += static_cast<double>(tags.size());
  }
  return right / words;
}

TEST(ToyTask, EveryStrategyTrainsAChunker) {
  TEST_NEEDS_ONE_THREAD();
  const auto test = chunk_examples(2, 200);
  for (const std::string& name : strategy_names()) {
    const Strategy strategy = *strategy_by_name(name);
    ChunkTrainee trainee(chunk_examples(1, 200), strategy, 2);
    EXPECT_LT(accuracy(trainee, test, 4), 0.6) << "there is nothing to learn";
    TrainingCounts last;
    TrainProgress progress;
    progress.on_epoch = [&](const EpochReport& report) { last = report.counts; };
    run_training(trainee, {.epochs = 10, .patience = 5, .threads = 2, .batch = 8}, progress,
                 {strategy.explore, strategy.explore_after});
    EXPECT_EQ(last.sentences, 200U);
    EXPECT_GT(accuracy(trainee, test, strategy.greedy ? 1 : 4), 0.97) << name;
  }
}

}  // namespace
}  // namespace panarc

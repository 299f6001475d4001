#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <memory>
#include <random>
#include <span>
#include <vector>

#include "evaluate/comparison.h"
#include "feature/encoder.h"
#include "io/section.h"
#include "panarc/evaluate.h"
#include "parse/tree_search.h"
#include "scorer/parser_weights.h"
#include "support/groups.h"
#include "support/sample.h"
#include "train/corpus.h"
#include "train/loop.h"
#include "train/parser_trainer.h"

// A scorer that has nothing to do with features: a tiny dense network over the tags of four nodes,
// in the parsing task, with search, strategies and the training loop as they are.

namespace panarc {
namespace {

constexpr std::size_t kNodes = 4;
constexpr std::size_t kEmbedding = 12;
constexpr std::size_t kHidden = 24;
constexpr std::size_t kTags = 64;

/// Tag embeddings, a hidden layer with tanh, and a row per class.
struct Network {
  explicit Network(std::size_t classes)
      : embeddings(kTags * kEmbedding),
        hidden(kHidden * kNodes * kEmbedding),
        output(classes * kHidden) {
    std::mt19937 random(1);
    std::normal_distribution<float> normal(0, 0.2F);
    for (auto* const part : {&embeddings, &hidden, &output}) {
      for (float& value : *part) value = normal(random);
    }
  }
  [[nodiscard]] std::size_t classes() const { return output.size() / kHidden; }

  std::vector<float> embeddings;
  std::vector<float> hidden;
  std::vector<float> output;
};

/// What one state is to the network: tags, inputs, hidden values.
struct Forward {
  std::array<std::size_t, kNodes> tags{};
  std::array<float, kNodes * kEmbedding> input{};
  std::array<float, kHidden> hidden{};

  Forward(const Network& network, const ParseState& state, const EncodedSentence& words) {
    const Configuration& c = state.configuration();
    const auto tag = [&](bool there, auto node) {
      return there ? 1 + words.value(node(), 0) % (kTags - 1) : 0;
    };
    tags = {tag(c.stack_has(1), [&] { return c.stack(0); }),
            tag(c.stack_has(2), [&] { return c.stack(1); }),
            tag(c.buffer_size() > 0, [&] { return c.buffer(0); }),
            tag(c.buffer_size() > 1, [&] { return c.buffer(1); })};
    for (std::size_t i = 0; i < input.size(); ++i) {
      input[i] = network.embeddings[tags[i / kEmbedding] * kEmbedding + i % kEmbedding];
    }
    for (std::size_t h = 0; h < kHidden; ++h) {
      float sum = 0;
      for (std::size_t i = 0; i < input.size(); ++i) {
        sum += network.hidden[h * input.size() + i] * input[i];
      }
      hidden[h] = std::tanh(sum);
    }
  }
};

/// The gradient of one sentence.
struct NetworkChanges final : Changes {
  explicit NetworkChanges(std::size_t classes) : gradient(classes) { clear(); }
  void clear() override {
    for (auto* const part : parts()) std::fill(part->begin(), part->end(), 0.0F);
    is_empty = true;
  }
  [[nodiscard]] bool empty() const override { return is_empty; }
  void write(SectionWriter& writer) const override {
    for (const auto* part : {&gradient.embeddings, &gradient.hidden, &gradient.output}) {
      writer.write_all(std::span<const float>(*part));
    }
  }
  void read(SectionReader& reader) override {
    for (auto* const part : parts()) *part = reader.read_all<float>();
    is_empty = false;
  }

  Network gradient;
  bool is_empty = true;

 private:
  std::array<std::vector<float>*, 3> parts() {
    return {&gradient.embeddings, &gradient.hidden, &gradient.output};
  }
};

class NetworkLearner final : public Learner {
 public:
  explicit NetworkLearner(std::size_t classes) : network(classes) {}

  [[nodiscard]] std::unique_ptr<Changes> make_changes() const override {
    return std::make_unique<NetworkChanges>(network.classes());
  }
  void apply(std::span<const std::unique_ptr<Changes>> sentences, Team& /*team*/) override {
    for (const auto& changes : sentences) add(*changes);
  }
  void apply_at_once(Changes& changes) override {
    add(changes);
    changes.clear();
  }
  [[nodiscard]] std::size_t size() const override { return network.output.size(); }
  void save(ModelFileWriter& /*writer*/, const std::string& /*prefix*/) const override {}
  void load(const ModelFile& /*file*/, const std::string& /*prefix*/) override {}

  Network network;

 private:
  void add(const Changes& changes) {
    constexpr float kRate = 0.02F;
    const Network& gradient = static_cast<const NetworkChanges&>(changes).gradient;
    const auto step = [&](std::vector<float>& to, const std::vector<float>& by) {
      for (std::size_t i = 0; i < to.size(); ++i) to[i] += kRate * by[i];
    };
    step(network.embeddings, gradient.embeddings);
    step(network.hidden, gradient.hidden);
    step(network.output, gradient.output);
  }
};

class NetworkScorer final : public LearningScorer<ParseState, EncodedSentence> {
 public:
  explicit NetworkScorer(const Network& network) : network_(network) {}

  void begin(const EncodedSentence& words) override { words_ = &words; }
  std::span<const float* const> score(std::span<const ParseState* const> states) override {
    const std::size_t classes = network_.classes();
    scores_.assign(states.size() * classes, 0);
    rows_.clear();
    for (std::size_t i = 0; i < states.size(); ++i) {
      const Forward forward(network_, *states[i], *words_);
      float* const row = &scores_[i * classes];
      for (std::size_t cls = 0; cls < classes; ++cls) {
        for (std::size_t h = 0; h < kHidden; ++h) {
          row[cls] += network_.output[cls * kHidden + h] * forward.hidden[h];
        }
      }
      rows_.push_back(row);
    }
    return rows_;
  }
  void forget() override {}

  void learn(const Update<ParseState>& update, Changes& changes) override {
    auto& into = static_cast<NetworkChanges&>(changes);
    into.is_empty = false;
    for (const auto& term : update.terms()) {
      const Forward forward(network_, update.state(term.state), *words_);
      const float* const output = &network_.output[term.cls * kHidden];
      for (std::size_t h = 0; h < kHidden; ++h) {
        into.gradient.output[term.cls * kHidden + h] += term.coefficient * forward.hidden[h];
        const float inner =
            term.coefficient * output[h] * (1 - forward.hidden[h] * forward.hidden[h]);
        for (std::size_t i = 0; i < forward.input.size(); ++i) {
          const std::size_t at = h * forward.input.size() + i;
          into.gradient.hidden[at] += inner * forward.input[i];
          into.gradient.embeddings[forward.tags[i / kEmbedding] * kEmbedding + i % kEmbedding] +=
              inner * network_.hidden[at];
        }
      }
    }
  }

 private:
  const Network& network_;
  const EncodedSentence* words_ = nullptr;
  std::vector<float> scores_;
  std::vector<const float*> rows_;
};

class NetworkTrainee final : public Trainee {
 public:
  NetworkTrainee(const Corpus& corpus, const Strategy& strategy)
      : corpus_(corpus),
        classes_(classes_of({.labels = LabelMode::kNone}, {})),
        learner_(classes_.size()),
        trainer_(make_parser_trainer(
            "arc-eager", {{strategy, {}, 4}, {strategy.reference, {}, {}}, kSystem, {}, {}},
            classes_, std::make_unique<NetworkScorer>(learner_.network))) {}

  [[nodiscard]] std::size_t sentences() const override { return corpus_.examples().size(); }
  [[nodiscard]] std::size_t length(std::size_t /*sentence*/) const override { return 1; }
  [[nodiscard]] Learner& parameters() override { return learner_; }
  TrainingCounts train(std::size_t /*member*/, std::size_t sentence, double explore, Random& random,
                       Changes& changes) override {
    const Example& example = corpus_.examples()[sentence];
    return trainer_->train(example.words, example.known, {}, explore, random, changes);
  }
  void forget(std::size_t /*member*/) override {}
  void evaluate(EpochReport& /*report*/, Team& /*team*/,
                const Interruption& /*interruption*/) override {}
  void keep() override {}
  void save_best(ModelFileWriter& /*writer*/, const std::string& /*prefix*/) const override {}
  void load_best(const std::shared_ptr<const ModelFile>& /*file*/,
                 const std::string& /*prefix*/) override {}

  /// Right heads, in percent.
  double score(const std::vector<Sentence>& gold, std::span<const WordColumn> columns,
               std::size_t beam) const {
    std::unique_ptr<ParserScorer<float>> scorer = std::make_unique<NetworkScorer>(learner_.network);
    const auto search = make_tree_search("arc-eager", classes_, kSystem, std::move(scorer), beam);
    const WordEncoder encoder({columns.begin(), columns.end()});
    EncodedSentence words;
    std::vector<Parse> parses;
    double right = 0;
    double all = 0;
    for (const Sentence& sentence : gold) {
      encoder.encode(sentence, words);
      search->parse(words, {}, parses);
      for (Node word = 1; word <= sentence.size(); ++word) {
        right += parses[0].heads[static_cast<std::size_t>(word)] == sentence.head(word) ? 1 : 0;
        ++all;
      }
    }
    return 100 * right / all;
  }

 private:
  static constexpr SystemOptions kSystem{.root = RootPosition::kLast, .single_root = true};

  const Corpus& corpus_;
  TransitionClasses classes_;
  NetworkLearner learner_;
  std::unique_ptr<ParserTrainer> trainer_;
};

TEST(ToyScorer, ANetworkLearnsToParse) {
  TEST_NEEDS_ONE_THREAD();
  const std::vector<WordColumn> columns{{Attribute::kUpos, 0, ""}};
  const Corpus corpus(test::sample("train"), {}, columns);
  const std::vector<Sentence> dev = test::sample("dev");
  for (const char* const name : {"greedyn", "earlyNDrestart"}) {
    const Strategy strategy = *strategy_by_name(name);
    const std::size_t beam = strategy.greedy ? 1 : 4;
    NetworkTrainee trainee(corpus, strategy);
    const double before = trainee.score(dev, columns, beam);
    run_training(trainee, {.epochs = 8, .patience = 5, .batch = 4}, {}, {strategy.explore});
    EXPECT_GT(trainee.score(dev, columns, beam), 60) << name;
    EXPECT_LT(before, 40) << name;
  }
}

}  // namespace
}  // namespace panarc

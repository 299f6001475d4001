#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <map>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/team.h"
#include "io/section.h"
#include "model/any_model.h"
#include "panarc/error.h"
#include "panarc/evaluate.h"
#include "panarc/extend.h"
#include "panarc/train.h"
#include "support/message_of.h"
#include "support/sample.h"
#include "support/with_section.h"
#include "train/bytes_executor.h"
#include "train/trainer.h"

// Classifiers as a user writes them.

namespace panarc {
namespace {

using testing::HasSubstr;

/// The averaged perceptron, with a map for a table.
class Perceptron : public UserClassifier {
 public:
  explicit Perceptron(const ClassifierSetup& setup) : classes_(setup.classes.size()) {}

  void score(std::span<const std::uint64_t> seen, std::span<float> scores) const override {
    for (const std::uint64_t feature : seen) {
      const auto row = rows_.find(feature);
      if (row == rows_.end()) continue;
      for (std::size_t i = 0; i < scores.size(); ++i) scores[i] += row->second[i];
    }
  }
  void update(std::span<const ClassifierUpdate> sentence) override {
    for (const ClassifierUpdate& update : sentence) {
      for (const std::uint64_t feature : update.seen) {
        std::vector<float>& row = rows_.try_emplace(feature, 2 * classes_).first->second;
        for (const auto& change : update.changes) {
          row[change.cls] += change.by;
          row[classes_ + change.cls] += change.by * time_;
        }
      }
    }
    ++time_;
  }

  [[nodiscard]] std::string save() const override {
    std::string bytes;
    put(time_, bytes);
    const std::map<std::uint64_t, std::vector<float>> sorted(rows_.begin(), rows_.end());
    for (const auto& [feature, row] : sorted) {
      put(feature, bytes);
      for (const float value : row) put(value, bytes);
    }
    return bytes;
  }
  [[nodiscard]] std::string save_for_scoring() const override {
    Perceptron averaged(classes_, time_, rows_);
    for (auto& [feature, row] : averaged.rows_) {
      for (std::size_t i = 0; i < classes_; ++i) {
        row[i] -= std::exchange(row[classes_ + i], 0.0F) / time_;
      }
    }
    averaged.time_ = 1;
    return averaged.save();
  }
  void load(std::string_view bytes) override {
    const std::size_t size = sizeof(std::uint64_t) + 2 * classes_ * sizeof(float);
    if (bytes.size() % size != sizeof(float)) throw Error("the perceptron is damaged");
    time_ = take<float>(bytes);
    rows_.clear();
    while (!bytes.empty()) {
      std::vector<float>& row = rows_[take<std::uint64_t>(bytes)];
      for (std::size_t i = 0; i < 2 * classes_; ++i) row.push_back(take<float>(bytes));
    }
  }
  [[nodiscard]] std::size_t size() const override { return rows_.size(); }

 private:
  /// Weights, and changes times their times.
  using Rows = std::unordered_map<std::uint64_t, std::vector<float>>;

  Perceptron(std::size_t classes, float time, Rows rows)
      : classes_(classes), time_(time), rows_(std::move(rows)) {}

  template <class Value>
  static void put(Value value, std::string& bytes) {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof(value));
  }
  template <class Value>
  static Value take(std::string_view& bytes) {
    Value value;
    std::memcpy(&value, bytes.data(), sizeof(value));
    bytes.remove_prefix(sizeof(value));
    return value;
  }

  std::size_t classes_;
  float time_ = 1;
  Rows rows_;
};

/// Looks at states by itself, not through templates.
class Looking : public Perceptron {
 public:
  using Perceptron::Perceptron;
  void look(const ParseView& state, std::span<const std::uint64_t> /*features*/,
            std::vector<std::uint64_t>& seen) const override {
    const auto tag = [&](Node node) { return node == kRoot ? "ROOT" : state.upos(node); };
    const Node s = state.stack(0);
    const Node b = state.buffer(0);
    const bool attached = s > kRoot && state.attached(s);
    seen = {feature_id(1, {tag(s), tag(b), tag(state.buffer(1))}),
            feature_id(2, {tag(state.stack(1)), tag(s), tag(b)}),
            feature_id(3, {state.form(s), tag(b)}), feature_id(4, {tag(s), state.form(b)}),
            feature_id(5, {attached ? std::to_string(state.label(s)) : "", tag(s), tag(b)})};
  }
};

void use_classifiers() {
  const auto use = [](const std::string& name, auto make) { register_classifier(name, make); };
  use("perceptron", [](const ClassifierSetup& s) { return std::make_unique<Perceptron>(s); });
  use("looking", [](const ClassifierSetup& s) { return std::make_unique<Looking>(s); });
}

/// So many sentences are enough to learn something.
constexpr std::size_t kFew = 60;

TrainOptions with_classifier(const std::string& classifier = "perceptron") {
  TrainOptions options;
  options.classifier = classifier;
  options.fast = true;
  options.epochs = 2;
  options.threads = 2;
  return options;
}

Parser parser_of(const TrainOptions& options, std::size_t sentences = 1000) {
  return train(test::sample("train", sentences), {}, options).parser;
}

std::string bytes_of(const Parser& parser) { return parser.model().with_report("null").bytes(); }

Parser loaded(const std::string& bytes) {
  return Parser::from_memory(std::as_bytes(std::span(bytes)));
}

std::vector<Sentence> parsed_by(const Parser& parser) {
  std::vector<Sentence> sentences = test::sample("dev");
  for (Sentence& sentence : sentences) parser.parse(sentence);
  return sentences;
}

/// All heads and relations.
std::vector<std::string> trees_by(const Parser& parser) {
  std::vector<std::string> trees;
  for (const Sentence& sentence : parsed_by(parser)) {
    for (Node word = 1; word <= sentence.size(); ++word) {
      trees.push_back(std::to_string(sentence.head(word)) + std::string(sentence.deprel(word)));
    }
  }
  return trees;
}

double las(const Parser& parser) {
  return evaluate(test::sample("dev"), parsed_by(parser)).percentage(Metric::kLas);
}

class ClassifierTest : public testing::Test {
 protected:
  ClassifierTest() { use_classifiers(); }
};

TEST_F(ClassifierTest, LearnsAsWellAsTheLinearScorer) {
  TrainOptions linear = with_classifier();
  linear.classifier.reset();
  linear.min_changes = 0;
  const double expected = las(parser_of(linear));
  EXPECT_GT(expected, 75);
  // The linear scorer rounds weights, and keeps fewer bits of features.
  EXPECT_NEAR(las(parser_of(with_classifier())), expected, 1);
}

TEST_F(ClassifierTest, WorksWithEverySystem) {
  for (const std::string& system : system_name_list()) {
    TrainOptions options = with_classifier();
    options.system = system;
    options.fast = false;
    options.beam = 2;
    options.strategy = "maxvNDrestart";
    options.features = system == "arc-standard" || system == "swap" ? "small-stack" : "small";
    if (system.ends_with("span")) options.span = 6;
    EXPECT_GT(las(parser_of(options, kFew)), 40) << system;
  }
}

TEST_F(ClassifierTest, WorksWithEveryStrategy) {
  for (const std::string& name : strategy_names()) {
    const Strategy strategy = *strategy_by_name(name);
    if (!strategy.user.empty()) continue;  // of other tests
    TrainOptions options = with_classifier();
    options.strategy = name;
    options.beam = strategy.greedy ? 1 : 2;
    EXPECT_GT(las(parser_of(options, kFew)), name == "full" ? 15 : 40) << name;
  }
}

TEST_F(ClassifierTest, WorksWithTheLikelihoodAndOtherOptions) {
  TrainOptions likelihood = with_classifier();
  likelihood.loss = LossKind::kLikelihood;
  EXPECT_GT(las(parser_of(likelihood)), 75);
  TrainOptions parallel = with_classifier();
  parallel.labels = LabelMode::kParallel;
  parallel.direction = Direction::kRightToLeft;
  EXPECT_GT(las(parser_of(parallel)), 70);
}

TEST_F(ClassifierTest, SeesTheSentence) {
  EXPECT_GT(las(parser_of(with_classifier("looking"))), 60);
  TrainOptions backwards = with_classifier("looking");
  backwards.direction = Direction::kRightToLeft;
  EXPECT_GT(las(parser_of(backwards)), 60);
}

TEST_F(ClassifierTest, LearnsTheSameWithAnyNumberOfThreads) {
  TrainOptions one = with_classifier();
  one.threads = 1;
  TrainOptions four = with_classifier();
  four.threads = 4;
  EXPECT_TRUE(bytes_of(parser_of(one, 60)) == bytes_of(parser_of(four, 60)));
}

TEST_F(ClassifierTest, LearnsAtOnce) {
  TrainOptions options = with_classifier();
  options.batch = 1;
  EXPECT_GT(las(parser_of(options)), 75);
}

TEST_F(ClassifierTest, IsSavedAndLoadedWithTheParser) {
  const Parser parser = parser_of(with_classifier(), 100);
  const Parser again = loaded(parser.bytes());
  EXPECT_EQ(trees_by(parser), trees_by(again));
  EXPECT_EQ(again.info().classifier, "perceptron");
  EXPECT_EQ(again.info().features, parser.info().features);
  EXPECT_TRUE(again.bytes() == parser.bytes());
}

TEST_F(ClassifierTest, MustBeRegisteredAndWhole) {
  const std::string bytes = parser_of(with_classifier(), 20).bytes();
  std::string options = test::section_of(bytes, "options");
  options.replace(options.find("perceptron"), 10, "perceptrom");
  const auto load = [](const std::string& model) {
    return test::message_of([&] { (void)loaded(model); });
  };
  EXPECT_THAT(
      load(test::with_section(bytes, "options", options)),
      HasSubstr("the model needs the classifier 'perceptrom' (register_classifier); register it"));
  EXPECT_THAT(load(test::with_section(bytes, "classifier", "?")),
              HasSubstr("the perceptron is damaged"));
  EXPECT_THAT(load(test::with_section(bytes, "classifier", std::nullopt)), HasSubstr("classifier"));
}

TEST_F(ClassifierTest, Votes) {
  std::vector<Parser> members;
  for (const std::uint64_t seed : {1, 2, 3}) {
    TrainOptions options = with_classifier(seed == 3 ? "looking" : "perceptron");
    options.seed = seed;
    members.push_back(parser_of(options, 120));
  }
  EXPECT_GT(las(combine(members, {}, {})), 65);
  members.pop_back();
  const Parser together = combine(members, test::sample("dev"), {.votes = VoteFor::kActions});
  EXPECT_GT(las(together), 65);
  EXPECT_EQ(trees_by(together), trees_by(loaded(together.bytes())));
}

TEST_F(ClassifierTest, LearnsFurther) {
  TrainOptions further = with_classifier();
  further.epochs = 1;
  further.from = parser_of(further);
  const double before = las(*further.from);
  // Few sentences add to what is known; alone, they teach less.
  EXPECT_GT(las(parser_of(further, kFew)), before - 5);
  TrainOptions anew = further;
  anew.from.reset();
  EXPECT_LT(las(parser_of(anew, kFew)), before - 10);
  TrainOptions more = further;
  more.from = parser_of(with_classifier(), 10);
  EXPECT_THAT(test::message_of([&] { (void)parser_of(more); }),
              HasSubstr("the classifier perceptron cannot learn new relations"));
  further.classifier = "looking";
  EXPECT_THAT(test::message_of([&] { (void)parser_of(further); }),
              HasSubstr("the initial model has perceptron"));
}

TEST_F(ClassifierTest, ReceivesWhatAnotherProcessHasFound) {
  const CheckedOptions options(with_classifier());
  const TrainingPlan& plan = Training::plan_of(options);
  const auto train_with = [&](std::unique_ptr<Executor> executor) {
    const TrainProgress progress;
    return ParserTraining(training_data(test::sample("train", kFew), plan), dev_data({}, plan),
                          plan, progress, std::move(executor))
        .finish()
        .bytes();
  };
  EXPECT_TRUE(train_with(nullptr) == train_with(std::make_unique<test::BytesExecutor>(2)));
}

TEST_F(ClassifierTest, LearnsFromMoreSentences) {
  const std::vector<Sentence> all = test::sample("train");
  const auto more = std::span(all).first(kFew);
  Training training(all, {}, with_classifier());
  (void)training.finish();
  training.add(more);
  training.allow(1);
  EXPECT_GT(las(training.finish().parser), 75);
}

TEST_F(ClassifierTest, ResumesAnInterruptedTraining) {
  const std::string path = std::filesystem::temp_directory_path() / "classifier.checkpoint";
  std::filesystem::remove(path);
  TrainOptions options = with_classifier();
  options.epochs = 3;
  const std::vector<Sentence> training = test::sample("train", 60);
  const std::string whole = bytes_of(train(training, {}, options).parser);
  options.checkpoint = path;
  options.resume = true;
  std::stop_source stop;
  options.stop = stop.get_token();
  TrainProgress progress;
  progress.on_epoch = [&](const EpochReport&) { stop.request_stop(); };
  EXPECT_THROW((void)train(training, {}, options, progress), Stopped);
  options.stop = {};
  int resumed = 0;
  progress.on_epoch = [&](const EpochReport& report) { resumed += report.resumed ? 1 : 0; };
  EXPECT_TRUE(bytes_of(train(training, {}, options, progress).parser) == whole);
  EXPECT_EQ(resumed, 1);
  std::filesystem::remove(path);
}

TEST_F(ClassifierTest, RefusesWhatOnlyFeatureWeightsCanDo) {
  const auto refused = [](auto set) {
    TrainOptions options = with_classifier();
    set(options);
    return test::message_of([&] { (void)parser_of(options, 10); });
  };
  EXPECT_THAT(refused([](TrainOptions& o) { o.loss = LossKind::kPassiveAggressive; }),
              HasSubstr("for feature weights only"));
  EXPECT_THAT(refused([](TrainOptions& o) { o.prune = 1.0F; }),
              HasSubstr("for feature weights only"));
  EXPECT_THAT(refused([](TrainOptions& o) {
                o.fast = false;
                o.scorer = ScorerKind::kRecurrent;
              }),
              HasSubstr("a network scores transitions by itself"));
  EXPECT_THAT(refused([](TrainOptions& o) { o.classifier = "perceptrons"; }),
              HasSubstr("there is no classifier 'perceptrons'"));
}

}  // namespace
}  // namespace panarc

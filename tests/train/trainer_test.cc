#include "train/trainer.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <stdexcept>

#include "evaluate/comparison.h"
#include "panarc/error.h"
#include "support/sample.h"
#include "train/corpus.h"
#include "treebank/test_text.h"

namespace panarc {
namespace {

/// LAS, or UAS if there are no labels.
double score(const Model& model, const std::vector<Sentence>& gold) {
  ModelParser parser(model);
  Scores scores;
  SentenceComparison comparison;
  for (const Sentence& sentence : gold) {
    Sentence parsed = sentence;
    parser.parse(parsed);
    comparison.compare(sentence, parsed);
    scores.add(comparison);
  }
  return scores.percentage(model.options().labels == LabelMode::kNone ? Metric::kUas
                                                                      : Metric::kLas);
}

/// Arc-standard and its kin join the two words on top of the stack.
constexpr const char* kStackTemplates =
    "s0.form s0.upos s1.form s1.upos b0.form b0.upos b1.upos s0.form+s1.form s0.upos+s1.upos "
    "s0.form+s1.upos s0.upos+s1.form s0.upos+s1.upos+b0.upos s2.upos+s1.upos+s0.upos "
    "s1.upos+s0.upos+s0l.upos s1.upos+s0.upos+s0r.upos s1.upos+s1l.upos+s0.upos "
    "s1.upos+s1r.upos+s0.upos s0.upos+b0.upos b0.upos+b1.upos history1+history2";

/// A quick training of a system.
TrainOptions options_of(std::string_view system, std::string_view strategy = "greedyn") {
  TrainOptions options;
  options.model.system = system;
  with_system(system, [&](auto s) {
    options.model.transitions.root = default_root<decltype(s)>();
    if (kHasSpan<decltype(s)>) options.model.transitions.span = 6;
  });
  options.model.features =
      system == "arc-standard" || system == "swap" ? kStackTemplates : *built_in_templates("small");
  options.strategy = *strategy_by_name(strategy);
  options.model.beam = options.strategy.greedy ? 1 : 4;
  options.epochs = 4;
  return options;
}

Model train_sample(const TrainOptions& options, const TrainProgress& progress = {}) {
  return train(test::sample("train"), test::sample("dev"), options, progress);
}

class TrainerTest : public testing::Test {
 protected:
  [[nodiscard]] std::string path(std::string_view name) const { return directory_ / name; }
  [[nodiscard]] std::string bytes_of(const Model& model) const {
    model.save(path("bytes"));
    return test::read_bytes(path("bytes"));
  }

 private:
  test::TemporaryDirectory directory_;
};

class TrainSystem : public testing::TestWithParam<std::string> {};

std::vector<std::string> all_systems() {
  std::vector<std::string> names;
  for_each_system([&](auto system) { names.emplace_back(decltype(system)::kName); });
  return names;
}
std::string test_name(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

TEST_P(TrainSystem, LearnsTheSample) {
  TrainOptions options = options_of(GetParam());
  // Exact costs of SWAP take their time.
  if (GetParam() == "swap") options.epochs = 2;
  EXPECT_GT(score(train_sample(options), test::sample("dev")), GetParam() == "swap" ? 60 : 70);
}

TEST_P(TrainSystem, LearnsTheSampleWithABeam) {
  TrainOptions options = options_of(GetParam(), "maxvNDrestartSO");
  if (GetParam() == "swap") {
    options.strategy = *strategy_by_name("maxvNDrestart");
    options.swap_oracle = SwapOracle::kNdAll;
  }
  options.epochs = 2;
  EXPECT_GT(score(train_sample(options), test::sample("dev")), 70);
}

INSTANTIATE_TEST_SUITE_P(Systems, TrainSystem, testing::ValuesIn(all_systems()), test_name);

TEST(Trainer, EveryStrategyLearnsTheSample) {
  const std::vector<Sentence> dev = test::sample("dev");
  for (const std::string& name : strategy_names()) {
    TrainOptions options = options_of("arc-eager", name);
    // A full update often makes things worse; that is why there are others.
    EXPECT_GT(score(train_sample(options), dev), name == "full" ? 40 : 75) << name;
  }
}

TEST(Trainer, EverySwapOracleLearnsTheSample) {
  const std::vector<Sentence> dev = test::sample("dev");
  for (const SwapOracle oracle : kSwapOracles) {
    for (const char* strategy : {"greedy", "maxvND"}) {
      TrainOptions options = options_of("swap", strategy);
      options.swap_oracle = oracle;
      EXPECT_GT(score(train_sample(options), dev), 65)
          << swap_oracle_name(oracle) << ' ' << strategy;
    }
    // Exploration leads where the oracles do not know the way.
    for (const char* strategy : {"greedyn", "maxvNDrestartSO"}) {
      TrainOptions options = options_of("swap", strategy);
      options.swap_oracle = oracle;
      options.epochs = 2;
      EXPECT_GT(score(train(test::sample("train", 25), {}, options), dev), 5);
    }
  }
}

TEST(Trainer, EveryWayOfLabelsLearnsTheSample) {
  const std::vector<Sentence> dev = test::sample("dev");
  for (const LabelMode mode : {LabelMode::kJoint, LabelMode::kParallel, LabelMode::kNone}) {
    for (const char* strategy : {"greedyn", "greedy", "maxvNDrestartSO"}) {
      TrainOptions options = options_of("arc-eager", strategy);
      options.model.labels = mode;
      EXPECT_GT(score(train_sample(options), dev), 70) << static_cast<int>(mode) << strategy;
    }
  }
}

TEST(Trainer, RootFirstLearnsTheSample) {
  const std::vector<Sentence> dev = test::sample("dev");
  for (const char* system : {"arc-eager", "arc-standard", "covington"}) {
    TrainOptions options = options_of(system);
    options.model.transitions.root = RootPosition::kFirst;
    EXPECT_GT(score(train_sample(options), dev), 70) << system;
  }
}

TEST(Trainer, PassiveAggressiveLearnsTheSample) {
  TrainOptions options = options_of("arc-eager");
  options.learner.learner = Learner::kPassiveAggressive;
  EXPECT_GT(score(train_sample(options), test::sample("dev")), 70);
}

TEST(Trainer, PseudoProjectiveLearnsTheSample) {
  TrainOptions options = options_of("arc-eager");
  options.model.pseudo_projective = PseudoProjective::kHead;
  EXPECT_GT(score(train_sample(options), test::sample("dev")), 70);
}

TEST(Trainer, ClosedFormsLearnTheSample) {
  TrainOptions options = options_of("arc-eager");
  options.cost = CostMethod::kClosedForm;
  EXPECT_GT(score(train_sample(options), test::sample("dev")), 70);
}

TEST(Trainer, LearnsFromSomeOfTheHeads) {
  std::vector<Sentence> training = test::sample("train");
  int count = 0;
  for (Sentence& sentence : training) {
    for (Node word = 1; word <= sentence.size(); ++word) {
      if (++count % 3 == 0) sentence.set_head(word, kNoHead);
    }
  }
  for (const char* system : {"arc-eager", "swap"}) {
    TrainOptions options = options_of(system);
    if (options.model.system == "swap") {
      options.swap_oracle = SwapOracle::kLazy;
      options.epochs = 2;
    }
    options.single_root = true;
    const Model model = train(training, {}, options);
    EXPECT_GT(score(model, test::sample("dev")), 50) << system;
  }
}

TEST(Trainer, ASpanSystemLearnsShortArcsOnly) {
  TrainOptions options = options_of("arc-eager-span");
  options.model.transitions.span = 1;
  const Model model = train_sample(options);
  ModelParser parser(model);
  int right = 0;
  int attached = 0;
  for (const Sentence& gold : test::sample("dev")) {
    Sentence parsed = gold;
    parser.parse(parsed);
    for (Node word = 1; word <= gold.size(); ++word) {
      if (parsed.head(word) == kNoHead) continue;
      ++attached;
      right += parsed.head(word) == gold.head(word) ? 1 : 0;
    }
  }
  // What it does say is mostly right; had it learnt that words with far heads want any head, it
  // would not be.
  EXPECT_GT(attached, 200);
  EXPECT_GT(right, attached * 8 / 10);
}

TEST_F(TrainerTest, TheNumberOfThreadsDoesNotMatter) {
  for (const char* strategy : {"goldberg", "maxvNDrestartSO"}) {
    TrainOptions options = options_of("arc-hybrid", strategy);
    options.epochs = 3;
    std::string expected;
    for (const std::size_t threads : {1, 2, 3}) {
      options.threads = threads;
      const std::string bytes = bytes_of(train_sample(options));
      if (expected.empty()) expected = bytes;
      EXPECT_EQ(bytes, expected) << strategy << ' ' << threads;
    }
  }
}

TEST_F(TrainerTest, TheSeedMatters) {
  TrainOptions options = options_of("arc-eager");
  options.epochs = 1;
  const std::string one = bytes_of(train_sample(options));
  EXPECT_EQ(bytes_of(train_sample(options)), one);
  options.seed = 2;
  EXPECT_NE(bytes_of(train_sample(options)), one);
}

TEST(Trainer, KeepsTheModelOfTheBestEpochAndStopsWhenNoneIsBetter) {
  TrainOptions options = options_of("arc-eager");
  options.epochs = 40;
  options.patience = 2;
  std::vector<EpochReport> reports;
  TrainProgress progress;
  progress.on_epoch = [&](const EpochReport& report) { reports.push_back(report); };
  const std::vector<Sentence> dev = test::sample("dev");
  const Model model = train_sample(options, progress);
  ASSERT_LT(reports.size(), 40U);
  double best = -1;
  int best_epoch = 0;
  for (std::size_t i = 0; i < reports.size(); ++i) {
    const EpochReport& report = reports[i];
    EXPECT_EQ(report.epoch, static_cast<int>(i) + 1);
    EXPECT_EQ(report.counts.sentences, test::sample("train").size());
    EXPECT_GT(report.features, 0U);
    ASSERT_TRUE(report.dev);
    const double las = report.dev->percentage(Metric::kLas);
    EXPECT_EQ(report.best, las > best);
    if (las <= best) continue;
    best = las;
    best_epoch = report.epoch;
  }
  EXPECT_EQ(best_epoch + 2, static_cast<int>(reports.size()));
  EXPECT_EQ(score(model, dev), best);
  EXPECT_LT(reports.back().counts.updates, reports.front().counts.updates);
}

TEST_F(TrainerTest, WithoutDevelopmentDataTheLastEpochIsKept) {
  TrainOptions options = options_of("arc-eager");
  options.epochs = 2;
  std::vector<EpochReport> reports;
  TrainProgress progress;
  progress.on_epoch = [&](const EpochReport& report) { reports.push_back(report); };
  const Model model = train(test::sample("train"), {}, options, progress);
  ASSERT_EQ(reports.size(), 2U);
  EXPECT_FALSE(reports[0].best);
  EXPECT_TRUE(reports[1].best);
  EXPECT_FALSE(reports[1].dev);
  EXPECT_GT(score(model, test::sample("dev")), 60);
}

TEST(Trainer, TellsHowFarItIs) {
  TrainOptions options = options_of("arc-eager");
  options.epochs = 1;
  options.batch = 50;
  std::vector<std::size_t> done;
  TrainProgress progress;
  const std::size_t sentences = test::sample("train").size();
  progress.on_batch = [&](int epoch, std::size_t so_far, std::size_t all) {
    EXPECT_EQ(epoch, 1);
    EXPECT_EQ(all, sentences);
    done.push_back(so_far);
  };
  train_sample(options, progress);
  EXPECT_EQ(done.size(), (sentences + 49) / 50);
  EXPECT_EQ(done.front(), 50U);
  EXPECT_EQ(done.back(), sentences);
}

TEST(Trainer, ASingleRootIsAskedForIfTheTreebankHasIt) {
  TrainOptions options = options_of("arc-eager");
  options.epochs = 1;
  EXPECT_TRUE(train_sample(options).options().transitions.single_root);
  options.single_root = false;
  EXPECT_FALSE(train_sample(options).options().transitions.single_root);
  std::vector<Sentence> training = test::sample("train", 20);
  training.push_back(
      Sentence::parse("1\ta\t_\t_\t_\t_\t0\troot\t_\t_\n2\tb\t_\t_\t_\t_\t0\troot\t_\t_\n\n"));
  options.single_root = std::nullopt;
  EXPECT_FALSE(train(training, {}, options).options().transitions.single_root);
}

TEST(Trainer, RefusesWhatCannotBeTrained) {
  const auto refuses = [](const std::vector<Sentence>& training, const TrainOptions& options) {
    EXPECT_THROW(train(training, {}, options), Error);
  };
  TrainOptions options = options_of("arc-eager");
  refuses({}, options);
  const Sentence headless = Sentence::parse("1\ta\t_\t_\t_\t_\t_\t_\t_\t_\n\n");
  refuses({headless}, options);
  options.epochs = 0;
  refuses(test::sample("train", 2), options);
  options.epochs = 1;
  options.model.system = "arc-lazy";
  refuses(test::sample("train", 2), options);
  options.model.system = "swap";
  refuses(test::sample("train", 2), options);  // ROOT is last
  options.model.system = "arc-eager";
  options.model.transitions.span = 3;
  refuses(test::sample("train", 2), options);
}

TEST(Trainer, OddSentencesAreNoProblem) {
  std::vector<Sentence> training = test::sample("train", 8);
  training.push_back(Sentence::parse("1\ta\t_\t_\t_\t_\t0\troot\t_\t_\n\n"));
  training.push_back(Sentence::parse("1\ta\t_\t_\t_\t_\t_\t_\t_\t_\n\n"));
  for_each_system([&](auto system) {
    for (const std::string& strategy : strategy_names()) {
      TrainOptions options = options_of(decltype(system)::kName, strategy);
      options.epochs = 1;
      options.batch = 0;
      EXPECT_NO_THROW(train(training, {}, options));
    }
  });
}

// ------------------------------------------------------------------------------------------------
// Averages, frozen and rounded.

/// Trains a table of its own, as train() does.
class FrozenModel : public testing::Test {
 protected:
  FrozenModel() : corpus_(test::sample("train"), std::nullopt, 1) {
    options_.system.single_root = true;
    options_.strategy = *strategy_by_name("maxvNDrestartSO");
    options_.beam = 4;
    corpus_.encode(plan_.columns());
    classes_ = std::make_unique<TransitionClasses>(
        TransitionClasses::of<ArcEager>(LabelMode::kJoint, corpus_.labels().set()));
    table_ = std::make_unique<TrainingTable>(classes_->size());
    SentenceTrainer<ArcEager> trainer(options_, *classes_, plan_, *table_);
    for (std::size_t i = 0; i < 2 * corpus_.size(); ++i) {
      Random random(1, i, 0);
      std::vector<WeightChange> changes;
      Example& example = corpus_.prepare(i % corpus_.size(), 0.5, random);
      trainer.train(example, 1, random, changes);
      for (const WeightChange& change : changes) table_->change(change, ++time_);
      trainer.forget();
    }
  }

  template <class Table>
  std::vector<Parse> parse(const Table& table, const std::vector<Sentence>& sentences) {
    const auto search = make_search("arc-eager", LabelMode::kJoint, corpus_.labels().set(), plan_,
                                    table, options_.system, 4);
    const WordEncoder encoder(plan_.columns(), corpus_.known_words());
    std::vector<Parse> all;
    std::vector<Parse> parses;
    EncodedSentence words;
    for (const Sentence& sentence : sentences) {
      encoder.encode(sentence, words);
      search->parse(words, 1, parses);
      all.push_back(parses.front());
    }
    return all;
  }

  double las(const std::vector<Parse>& parses, const std::vector<Sentence>& gold) {
    int right = 0;
    int words = 0;
    for (std::size_t i = 0; i < gold.size(); ++i) {
      for (Node word = 1; word <= gold[i].size(); ++word) {
        const auto at = static_cast<std::size_t>(word);
        const auto label = static_cast<std::size_t>(parses[i].labels[at]);
        ++words;
        right += parses[i].heads[at] == gold[i].head(word) &&
                         corpus_.labels().names[label] == gold[i].deprel(word)
                     ? 1
                     : 0;
      }
    }
    return 100.0 * right / words;
  }

  SentenceTrainer<ArcEager>::Options options_;
  Corpus corpus_;
  FeaturePlan plan_{parse_templates(*built_in_templates("zn11"), "zn11")};
  std::unique_ptr<TransitionClasses> classes_;
  std::unique_ptr<TrainingTable> table_;
  double time_ = 0;
};

TEST_F(FrozenModel, AgreesWithTheAverages) {
  const TrainingTable averaged = table_->averaged(time_ + 1);
  const FrozenArrays arrays = freeze(*table_, time_ + 1, {});
  const FrozenTable<ClassWeight> frozen(arrays.index, arrays.words, classes_->size());
  const std::vector<Sentence> dev = test::sample("dev");
  const std::vector<Parse> expected = parse(averaged, dev);
  const std::vector<Parse> found = parse(frozen, dev);
  // Every transition of the beam was scored alike, to the last bit.
  for (std::size_t i = 0; i < dev.size(); ++i) {
    EXPECT_EQ(found[i].heads, expected[i].heads);
    EXPECT_EQ(found[i].labels, expected[i].labels);
    EXPECT_EQ(found[i].score, expected[i].score);
  }
  EXPECT_GT(las(expected, dev), 70);
}

TEST_F(FrozenModel, RoundedIsAsGood) {
  std::vector<Sentence> all = test::sample("dev");
  for (const Sentence& sentence : test::sample("test")) all.push_back(sentence);
  for (const Sentence& sentence : test::sample("train")) all.push_back(sentence);
  const TrainingTable averaged = table_->averaged(time_ + 1);
  const float scale = quantization_scale(*table_, time_ + 1);
  const FrozenArrays arrays = freeze_quantized(*table_, time_ + 1, {}, scale);
  const FrozenTable<QuantizedWeight> frozen(arrays.index, arrays.words, classes_->size());
  EXPECT_NEAR(las(parse(frozen, all), all), las(parse(averaged, all), all), 0.05);
}

// ------------------------------------------------------------------------------------------------
// Interruption, and training further.

/// Ends a training after so many epochs.
TrainProgress interrupt_after(int epochs) {
  TrainProgress progress;
  progress.on_batch = [epochs](int epoch, std::size_t /*done*/, std::size_t /*sentences*/) {
    if (epoch > epochs) throw std::runtime_error("interrupted");
  };
  return progress;
}

TEST_F(TrainerTest, AnInterruptedTrainingGoesOnAsIfNothingHadHappened) {
  for (const bool from_model : {false, true}) {
    TrainOptions options = options_of("arc-eager", "goldberg");
    if (from_model) {
      TrainOptions first = options;
      first.epochs = 1;
      options.from = std::make_shared<const Model>(train(test::sample("train", 100), {}, first));
    }
    const std::string expected = bytes_of(train_sample(options));
    options.checkpoint = path("checkpoint");
    options.checkpoint_seconds = 0;
    EXPECT_THROW(train_sample(options, interrupt_after(2)), std::runtime_error);
    EXPECT_TRUE(std::filesystem::exists(path("checkpoint")));
    options.resume = true;
    std::vector<EpochReport> reports;
    TrainProgress progress;
    progress.on_epoch = [&](const EpochReport& report) { reports.push_back(report); };
    options.threads = 2;
    EXPECT_EQ(bytes_of(train_sample(options, progress)), expected) << from_model;
    ASSERT_EQ(reports.size(), 4U);
    EXPECT_TRUE(reports[0].resumed);
    EXPECT_TRUE(reports[1].resumed);
    EXPECT_FALSE(reports[2].resumed);
    EXPECT_TRUE(reports[1].dev);
    // Whoever saves the model removes it then.
    EXPECT_TRUE(std::filesystem::remove(path("checkpoint")));
  }
}

TEST_F(TrainerTest, ResumingWithoutACheckpointStartsAnew) {
  TrainOptions options = options_of("arc-eager");
  options.epochs = 1;
  const std::string expected = bytes_of(train_sample(options));
  options.checkpoint = path("checkpoint");
  options.resume = true;
  EXPECT_EQ(bytes_of(train_sample(options)), expected);
}

TEST_F(TrainerTest, ResumesOnlyTheSameTraining) {
  TrainOptions options = options_of("arc-eager");
  options.checkpoint = path("checkpoint");
  options.checkpoint_seconds = 0;
  EXPECT_THROW(train_sample(options, interrupt_after(1)), std::runtime_error);
  options.resume = true;
  const auto refuses = [&](const TrainOptions& other, const std::vector<Sentence>& training) {
    EXPECT_THROW(train(training, test::sample("dev"), other), Error);
  };
  const std::vector<Sentence> training = test::sample("train");
  TrainOptions other = options;
  other.seed = 2;
  refuses(other, training);
  other = options;
  other.strategy = *strategy_by_name("greedy");
  refuses(other, training);
  other = options;
  other.model.features += "\ns0.lemma\n";
  refuses(other, training);
  refuses(options, test::sample("train", 100));
  test::write_bytes(path("checkpoint"), test::read_bytes(path("checkpoint")).substr(0, 5000));
  refuses(options, training);
  Model(train(test::sample("train", 10), {}, options_of("arc-eager"))).save(path("checkpoint"));
  refuses(options, training);
}

TEST(Trainer, TellsWhichSentenceIsTooLongForItsCosts) {
  std::string text;
  // 1 -> 3 crosses the arcs of 2 and 4.
  for (int word = 1; word <= 4100; ++word) {
    const int head = word == 2 ? 4 : word == 4 ? 1 : word == 3 ? 1 : word - 1;
    text +=
        fmt::format("{}\tw\t_\tX\t_\t_\t{}\t{}\t_\t_\n", word, head, head == 0 ? "root" : "dep");
  }
  TrainOptions options = options_of("arc-eager");
  options.epochs = 1;
  const std::vector<Sentence> training{Sentence::parse(text + "\n")};
  EXPECT_THROW(train(training, {}, options), Error);
  options.cost = CostMethod::kClosedForm;
  EXPECT_NO_THROW(train(training, {}, options));
}

TEST(Trainer, TrainsFurtherFromAModel) {
  const std::vector<Sentence> dev = test::sample("dev");
  for (const char* system : {"arc-eager", "non-monotonic-arc-eager"}) {
    TrainOptions options = options_of(system);
    const auto before = std::make_shared<const Model>(train_sample(options));
    // One epoch over a few sentences, one of which has a new relation, changes little.
    std::vector<Sentence> few = test::sample("test", 10);
    few[0].set_deprel(1, "brandnew");
    options.from = before;
    options.epochs = 1;
    const Model after = train(few, {}, options);
    EXPECT_THAT(after.labels().names, testing::Contains("brandnew"));
    EXPECT_EQ(after.labels().names.size(), before->labels().names.size() + 1);
    EXPECT_EQ(after.labels().names.back(), "brandnew");
    EXPECT_GT(score(after, dev), score(*before, dev) - 8) << system;
    options.from = nullptr;
    EXPECT_LT(score(train(few, {}, options), dev), score(after, dev) - 5);
  }
}

TEST(Trainer, TrainsFurtherWithManyMoreFeatures) {
  // The first model is of few sentences and keeps few bits of its keys; the second has many more
  // features, and must find them all.
  TrainOptions options = options_of("arc-eager");
  options.from = std::make_shared<const Model>(train(test::sample("train", 5), {}, options));
  EXPECT_GT(score(train_sample(options), test::sample("dev")), 70);
}

TEST(Trainer, AModelIsTrainedFurtherAsWhatItIs) {
  TrainOptions options = options_of("arc-eager");
  options.epochs = 1;
  options.from = std::make_shared<const Model>(train(test::sample("train", 10), {}, options));
  options.model.system = "arc-hybrid";
  EXPECT_THROW(train(test::sample("train", 10), {}, options), Error);
  options.model.system = "arc-eager";
  options.model.labels = LabelMode::kNone;
  EXPECT_THROW(train(test::sample("train", 10), {}, options), Error);
}

}  // namespace
}  // namespace panarc

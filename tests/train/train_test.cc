#include "panarc/train.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

#include "support/sample.h"
#include "treebank/test_text.h"

namespace panarc {
namespace {

TrainOptions quick_options() {
  TrainOptions options;
  options.fast = true;
  options.epochs = 1;
  return options;
}

TEST(Train, FilesThatOptionsNameAreReadOnce) {
  const test::TemporaryDirectory directory;
  const std::string templates = directory / "templates.txt";
  test::write_bytes(templates, "s0.upos b0.upos s0.upos+b0.upos\n");
  TrainOptions options = quick_options();
  options.features = templates;
  const CheckedOptions checked = options;
  // The file of templates is read once, as a pipe would be.
  std::filesystem::remove(templates);
  EXPECT_THROW(CheckedOptions{options}, Error);
  const TrainResult result = train(test::sample("train"), {}, checked);
  EXPECT_EQ(result.parser.info().templates.size(), 3U);
}

TEST(Train, TheReportHasTheSizeOfBatches) {
  const auto batch = [](std::size_t sentences, std::optional<std::size_t> said) {
    TrainOptions options = quick_options();
    options.batch = said;
    const TrainResult result = train(test::sample("train", sentences), {}, options);
    return nlohmann::json::parse(result.parser.info().report)["options"]["batch"].get<int>();
  };
  EXPECT_EQ(batch(6, 5), 5);
  EXPECT_EQ(batch(6, std::nullopt), 4);
  // Fewer sentences do not make a batch smaller: a batch of 1 would be another way to learn.
  EXPECT_EQ(batch(3, 100), 100);
  EXPECT_EQ(batch(1, std::nullopt), 4);
}

TEST(Train, OptionsThatMakeNoSenseAreRefusedBeforeThereAreData) {
  TrainOptions options = quick_options();
  options.span = 3;
  EXPECT_THROW(CheckedOptions{options}, OptionError);
}

/// The option that is refused, if one is.
std::string refused(const TrainOptions& options) {
  try {
    const CheckedOptions checked = options;
    return "none";
  } catch (const OptionError& error) {
    return error.option();
  }
}

TEST(Train, NumbersOutOfRangeAreRefused) {
  const auto refused_with = [](auto TrainOptions::*option, auto value) {
    TrainOptions options = quick_options();
    options.loss = LossKind::kPassiveAggressive;
    options.*option = value;
    return refused(options);
  };
  EXPECT_EQ(refused_with(&TrainOptions::aggressiveness, -1.0), "aggressiveness");
  EXPECT_EQ(refused_with(&TrainOptions::aggressiveness, std::nan("")), "aggressiveness");
  EXPECT_EQ(refused_with(&TrainOptions::aggressiveness, 0.5), "none");
  EXPECT_EQ(refused_with(&TrainOptions::explore, 1.5), "explore");
  EXPECT_EQ(refused_with(&TrainOptions::explore, EpochRates({0.5, 1.5})), "explore");
  EXPECT_EQ(refused_with(&TrainOptions::explore, EpochRates({0.5, std::nan("")})), "explore");
  EXPECT_EQ(refused_with(&TrainOptions::rare_rate, 2.0), "rare_rate");
  EXPECT_EQ(refused_with(&TrainOptions::epochs, 0), "epochs");
  EXPECT_EQ(refused_with(&TrainOptions::min_changes, -1), "min_changes");
  EXPECT_EQ(refused_with(&TrainOptions::threads, kMostThreads + 1), "threads");
  EXPECT_EQ(refused_with(&TrainOptions::beam, kWidestBeam + 1), "beam");
}

TEST(Train, RatesByEpochTakeTheWholeOfExplorationOver) {
  TrainOptions options = quick_options();
  options.strategy = "goldberg";
  options.explore = EpochRates({0.25, 1});
  const TrainResult result = train(test::sample("train", 4), {}, options);
  const auto said = nlohmann::json::parse(result.parser.info().report)["options"];
  EXPECT_EQ(said["explore"], nlohmann::json({0.25, 1.0}));
  EXPECT_EQ(said["explore_after"], 0);
  options.explore_after = 1;
  EXPECT_EQ(refused(options), "explore_after");
  options.explore = 0.25;
  EXPECT_EQ(refused(options), "none");
}

TEST(Train, ADiagnosisNeedsUpdatesThatTakeEffectAtOnce) {
  TrainOptions options = quick_options();
  options.diagnose = true;
  EXPECT_EQ(refused(options), "diagnose");
  options.batch = 2;
  EXPECT_EQ(refused(options), "diagnose");
  options.batch = 1;
  EXPECT_EQ(refused(options), "none");
}

TEST(Train, ADiagnosisIsNotInTheModel) {
  TrainOptions options = quick_options();
  options.batch = 1;
  const auto plain = train(test::sample("train"), test::sample("dev"), options);
  options.diagnose = true;
  const auto diagnosed = train(test::sample("train"), test::sample("dev"), options);
  EXPECT_EQ(diagnosed.parser.info().report, plain.parser.info().report);
  const auto epoch = nlohmann::json::parse(to_json(diagnosed.epochs.front()));
  EXPECT_GT(epoch["lowered"], 0);
  EXPECT_LT(epoch["lowered"], 50);
  EXPECT_GT(epoch["divergence"], 0);
  EXPECT_EQ(epoch["used"], 100);
  EXPECT_FALSE(nlohmann::json::parse(to_json(plain.epochs.front())).contains("lowered"));
}

TEST(Train, CostsAreAskedForWhereUpdatesDependOnThem) {
  TrainOptions options = quick_options();
  options.cost_sensitive = true;
  options.system = "swap";
  const auto has_swap_oracle = [](const TrainOptions& said) {
    const TrainResult result = train(test::sample("train", 4), {}, said);
    return nlohmann::json::parse(result.parser.info().report)["options"].contains("swap_oracle");
  };
  EXPECT_FALSE(has_swap_oracle(options));
  options.swap_oracle = SwapOracle::kLazy;
  EXPECT_EQ(refused(options), "cost_sensitive");
}

TEST(Train, AStrategyByNameKeepsTheOracleOfTheSystem) {
  TrainOptions options = quick_options();
  options.system = "swap";
  const auto oracle_of = [&](const std::string& strategy) {
    options.strategy = strategy;
    const TrainResult result = train(test::sample("train", 4), {}, options);
    return nlohmann::json::parse(result.parser.info().report)["options"].value("swap_oracle", "");
  };
  EXPECT_EQ(oracle_of("maxvNDrestartSO"), "nd-all");
  EXPECT_EQ(oracle_of("greedyn"), "nd-all");
  EXPECT_EQ(oracle_of("early"), "lazy");
  options.explore = 0.5;
  EXPECT_EQ(oracle_of("earlyNDrestartSO"), "");
}

TEST(Train, WarnsOfABeamThatTheStrategyDoesNotTrainFor) {
  const auto warnings_of = [](const char* strategy, std::size_t beam) {
    TrainOptions options = quick_options();
    options.strategy = strategy;
    options.beam = beam;
    std::vector<std::string> warnings;
    TrainProgress progress;
    progress.on_warning = [&](const std::string& message) { warnings.push_back(message); };
    train(test::sample("train", 4), {}, options, progress);
    return warnings;
  };
  EXPECT_THAT(warnings_of("greedy", 8), testing::ElementsAre(testing::HasSubstr("a beam of 8")));
  EXPECT_THAT(warnings_of("greedy", 1), testing::IsEmpty());
  EXPECT_THAT(warnings_of("early", 8), testing::IsEmpty());
}

TEST(Train, ASystemKeepsItsOracleInFurtherTraining) {
  TrainOptions options = quick_options();
  options.system = "swap";
  const auto oracle_of = [](const TrainResult& result) {
    return result.parser.info().report.find("\"swap_oracle\"") != std::string::npos;
  };
  const TrainResult first = train(test::sample("train"), {}, options);
  EXPECT_TRUE(oracle_of(first));
  TrainOptions further = quick_options();
  further.from = first.parser;
  EXPECT_TRUE(oracle_of(train(test::sample("train"), {}, further)));
}

TEST(Train, PatienceNeedsDevelopmentData) {
  TrainOptions options = quick_options();
  options.patience = 2;
  try {
    train(test::sample("train"), {}, options);
    FAIL();
  } catch (const OptionError& error) {
    EXPECT_EQ(error.option(), "patience");
  }
}

}  // namespace
}  // namespace panarc

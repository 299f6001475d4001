#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <string>

#include "panarc/options.h"
#include "panarc/train.h"
#include "support/message_of.h"
#include "train/rules.h"
#include "train/train_option.h"

namespace panarc {
namespace {

using testing::HasSubstr;

/// A value of an option that is not its default.
std::string some_value(const OptionInfo& option) {
  switch (option.type) {
    case OptionInfo::Type::kFlag:
      return "yes";
    case OptionInfo::Type::kSwitch:
      return "no";
    case OptionInfo::Type::kWhole:
      return std::to_string(static_cast<int>(option.least) + 1);
    case OptionInfo::Type::kReal:
      return "0.25";
    case OptionInfo::Type::kRates:
      return "0,0.25,0.5";
    case OptionInfo::Type::kChoice:
    case OptionInfo::Type::kList:
      return option.choices.back();
    case OptionInfo::Type::kText:
      return "a file";
  }
  return {};
}

TEST(TrainOptionTable, EveryOptionIsSetByItsNameAndReadBack) {
  TrainOptions all;
  for (const OptionInfo& option : describe_options()) {
    TrainOptions options;
    EXPECT_EQ(option_value(options, option.name), std::nullopt) << option.name;
    set_option(options, option.name, some_value(option));
    EXPECT_EQ(option_value(options, option.name), some_value(option)) << option.name;
    EXPECT_EQ(nlohmann::json::parse(to_json(options)).size(), 1U) << option.name;
    set_option(all, option.name, some_value(option));
  }
  const std::string json = to_json(all);
  EXPECT_EQ(nlohmann::json::parse(json).size(), describe_options().size());
  EXPECT_EQ(to_json(train_options_from_json(json)), json);
}

TEST(TrainOptionTable, NoOptionTakesAValueOutOfItsRange) {
  for (const OptionInfo& option : describe_options()) {
    TrainOptions options;
    EXPECT_EQ(option.help.empty(), option.arguments.empty()) << option.name;
    if (option.type == OptionInfo::Type::kText) continue;
    EXPECT_THROW(set_option(options, option.name, "?"), OptionError) << option.name;
    EXPECT_THROW(set_option(options, option.name, ""), OptionError) << option.name;
    if (option.type != OptionInfo::Type::kWhole && option.type != OptionInfo::Type::kReal) continue;
    EXPECT_THROW(set_option(options, option.name, "-1"), OptionError) << option.name;
    if (option.most > std::numeric_limits<float>::max()) continue;
    EXPECT_THROW(set_option(options, option.name, std::to_string(option.most + 1)), OptionError)
        << option.name;
  }
}

TEST(TrainOptionTable, EveryDefaultIsAValueOfItsOption) {
  for (const TrainOption& option : train_options()) {
    for (unsigned kind = 0; kind <= static_cast<unsigned>(Trained::kSegmenter); ++kind) {
      const std::string_view standard = option.standard_of(static_cast<Trained>(kind));
      TrainOptions options;
      if (!standard.empty()) {
        EXPECT_NO_THROW(option.set(standard, options)) << option.name();
      }
    }
  }
}

TEST(TrainOptionTable, WhatIsGivenReplacesTheDefault) {
  EXPECT_EQ(plan_of({}).epochs, 20);
  EXPECT_EQ(plan_of(TrainOptions{.epochs = 3}).epochs, 3);
  EXPECT_EQ(plan_of(TrainOptions{.scorer = ScorerKind::kRecurrent}).epochs, 60);
  EXPECT_EQ(plan_of(TrainOptions{.scorer = ScorerKind::kFeedForward}).model.system, "arc-standard");
  EXPECT_EQ(with_defaults({.fast = true}).strategy, "greedyn");
  EXPECT_EQ(with_defaults({.epochs = 3}).epochs, 3);
}

TEST(TrainOptionTable, NamesMayBeThoseOfArguments) {
  TrainOptions options;
  set_option(options, "min-changes", "7");
  EXPECT_EQ(options.min_changes, 7);
  set_option(options, "learner", "likelihood");
  EXPECT_EQ(options.loss, LossKind::kLikelihood);
  EXPECT_THAT(test::message_of([&] { set_option(options, "epoch", "3"); }),
              HasSubstr("there is no such option; did you mean epochs?"));
}

TEST(TrainOptionTable, EnsemblesTakeAnyOptionByName) {
  const auto members = ensemble_members("swap+explore=0.5+min-changes=1,recurrent+dropout=0.1");
  EXPECT_EQ(members[0].min_changes, 1);
  EXPECT_EQ(members[0].explore->in(1), 0.5);
  EXPECT_EQ(members[1].dropout, 0.1);
}

TEST(TrainOptionTable, OptionsThatMeanNothingAreRefusedWithAReason) {
  const auto refused = [](const TrainOptions& options) {
    return test::message_of([&] { (void)plan_of(options); });
  };
  EXPECT_THAT(refused({.dropout = 0.1}), HasSubstr("for networks only"));
  EXPECT_THAT(refused({.scorer = ScorerKind::kRecurrent, .batch = 3}), HasSubstr("batch_words"));
  EXPECT_THAT(refused({.scorer = ScorerKind::kFeedForward, .layers = 1}),
              HasSubstr("without layers"));
  EXPECT_THAT(refused({.rare_rate = std::numeric_limits<double>::quiet_NaN()}),
              HasSubstr("expected 0 to 1"));
}

}  // namespace
}  // namespace panarc

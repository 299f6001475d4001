#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

#include "derive/random_parser.h"
#include "panarc/json.h"

namespace panarc {
namespace {

using Json = nlohmann::ordered_json;
using testing::HasSubstr;

/// A derivation and what it says at every step.
struct Traced {
  explicit Traced(Direction direction = Direction::kLeftToRight, std::size_t beam = 2)
      : derivation(
            Parser(AnyModel(test::random_model(
                test::random_options("covington", {.single_root = true}, direction, beam), 7))),
            test::random_sentence(random, 4), {.words = test::random_known(random, 4)}) {
    search = derivation.search();
    derivation.trace([&](const DerivationStep& step) { steps.push_back(step); });
  }

  std::mt19937_64 random{3};
  Derivation derivation;
  BeamSearch search;
  std::vector<DerivationStep> steps;
};

TEST(DerivationJson, HasTheKeysOfTheOracleAndThoseOfTheParser) {
  for (const Direction direction : {Direction::kLeftToRight, Direction::kRightToLeft}) {
    const Traced traced(direction);
    ASSERT_EQ(traced.steps.size(), traced.search.transitions.size() + 1);
    for (std::size_t i = 0; i < traced.steps.size(); ++i) {
      const DerivationStep& step = traced.steps[i];
      const Json json = Json::parse(to_json(step));
      EXPECT_EQ(json["step"], i);
      EXPECT_EQ(json["final"], i + 1 == traced.steps.size());
      EXPECT_EQ(json["stack"], Json(step.state.stack));
      EXPECT_EQ(json["buffer"], Json(step.state.buffer));
      EXPECT_EQ(json.value("compared", Json::array()), Json(step.state.compared));
      for (std::size_t word = 1; word <= 4; ++word) {
        const Node head = step.state.heads[word];
        EXPECT_EQ(json["heads"][word - 1], head == kNoHead ? Json() : Json(head));
        const std::string& label = step.state.labels[word];
        EXPECT_EQ(json["labels"][word - 1], label.empty() ? Json() : Json(label));
      }
      ASSERT_EQ(json["costs"].size(), step.choices.size());
      ASSERT_EQ(json["scores"].size(), step.choices.size());
      for (const DerivationChoice& choice : step.choices) {
        EXPECT_EQ(json["costs"][choice.name], *choice.cost);
        EXPECT_EQ(json["scores"][choice.name], *choice.score);
      }
      EXPECT_EQ(json["score"], *step.state.score);
      EXPECT_EQ(json["cost"], *step.state.cost);
      if (i + 1 == traced.steps.size()) {
        EXPECT_FALSE(json.contains("taken"));
        continue;
      }
      EXPECT_EQ(json["taken"], traced.search.transitions[i]);
      ASSERT_EQ(json["beam"].size(), traced.search.steps[i].kept.size());
      EXPECT_EQ(json["beam"][0]["score"], traced.search.steps[i].kept[0].score);
      EXPECT_EQ(json["dropped"].size(), traced.search.steps[i].dropped.size());
    }
  }
}

// What the oracle says comes in the same words from a system alone.
TEST(DerivationJson, OfASystemAloneSaysWhatTheOracleSays) {
  OracleQuery query;
  query.system = "arc-eager";
  query.words = {{}, {.heads = {{2}}, .labels = {"nsubj"}}, {.heads = {{0}}}};
  query.after = {"SHIFT"};
  const Json json = Json::parse(to_json(Derivation(query).step()));
  const Json oracle = Json::parse(to_json(OracleService().answer(query)));
  for (const auto& [key, value] : oracle.items()) EXPECT_EQ(json[key], value) << key;
  EXPECT_FALSE(json.contains("scores"));
  EXPECT_FALSE(json.contains("score"));
  EXPECT_EQ(json["illegal"], Json({"REDUCE"}));
}

TEST(DerivationJson, OfASearchAndOfUpdates) {
  const Traced traced;
  const Json search = Json::parse(to_json(traced.search));
  EXPECT_EQ(search["width"], 2);
  EXPECT_EQ(search["transitions"], Json(traced.search.transitions));
  EXPECT_EQ(search["steps"].size(), traced.search.steps.size());
  EXPECT_EQ(search.contains("gold_lost"), traced.search.gold_lost.has_value());
  for (const DerivationUpdate& update :
       traced.derivation.updates({.strategy = *strategy_by_name("maxvNDrestart")})) {
    const Json json = Json::parse(to_json(update));
    EXPECT_EQ(json["error"], update.error);
    EXPECT_EQ(json["reason"], update.reason);
    EXPECT_EQ(json["before"], Json(update.before));
    EXPECT_EQ(json["positive"], Json(update.positive));
    EXPECT_EQ(json["negative_score"], update.negative_score);
  }
}

TEST(DerivationDrawing, ShowsEveryPart) {
  const Traced traced;
  for (const DerivationStep& step : traced.steps) {
    const std::string text = draw(step, {.most_choices = 3});
    EXPECT_THAT(text, HasSubstr("stack   "));
    EXPECT_THAT(text, HasSubstr("buffer  "));
    EXPECT_THAT(text, HasSubstr("1 " + step.forms[1]));
    if (step.state.final) {
      EXPECT_THAT(text, HasSubstr("\nfinal\n"));
      continue;
    }
    EXPECT_THAT(text, HasSubstr("  " + step.taken + " "));
    EXPECT_THAT(text, HasSubstr("taken"));
    EXPECT_THAT(text, HasSubstr("\nbeam"));
    for (const DerivationChoice& choice : step.choices) {
      if (choice.cost == 0 || choice.best) {
        EXPECT_THAT(text, HasSubstr("  " + choice.name + " "));
      }
    }
  }
}

}  // namespace
}  // namespace panarc

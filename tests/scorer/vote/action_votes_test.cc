#include "scorer/vote/action_votes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "model/any_model.h"
#include "model/made_up_model.h"
#include "parse/small_ensemble.h"
#include "support/message_of.h"

namespace panarc {
namespace {

using testing::HasSubstr;

Model model_with(std::uint64_t seed, const std::string& system = "arc-eager") {
  return Model(test::parts_of(test::options_of(system), seed));
}

std::shared_ptr<const ActionVotes> votes_of(const Model& a, double factor, const Model& b,
                                            double other) {
  return std::make_shared<const ActionVotes>(
      std::vector<ActionVotes::Member>{{a.shared_weights(), factor}, {b.shared_weights(), other}});
}

TEST(ActionVotes, AddUpScores) {
  const Model a = model_with(1);
  const Model b = model_with(2);
  const auto votes = votes_of(a, 2, b, -0.5);
  const Sentence sentence = test::sample("dev", 1).front();
  EncodedSentence words;
  WordEncoder({votes->columns().begin(), votes->columns().end()}, a.words())
      .encode(sentence, words);
  const ParseState state(sentence.size(), a.options().transitions);
  const ParseState* const states[] = {&state};
  const auto scores_of = [&](const ParserWeights& weights) {
    AnyParserScorer scorer = weights.make_scorer(1);
    return std::visit(
        [&](auto& of) {
          of->begin(words);
          const auto* const row = of->score(states)[0];
          return std::vector<double>(row, row + weights.classes());
        },
        scorer);
  };
  const auto of_a = scores_of(a.weights());
  const auto of_b = scores_of(b.weights());
  const auto of_both = scores_of(*votes);
  for (std::size_t i = 0; i < of_both.size(); ++i) {
    EXPECT_FLOAT_EQ(static_cast<float>(of_both[i]), static_cast<float>(2 * of_a[i] - of_b[i] / 2));
  }
}

TEST(ActionVotes, OfOneDecidesAsThatOne) {
  const Model model = model_with(1);
  const auto votes = std::make_shared<const ActionVotes>(
      std::vector<ActionVotes::Member>{{model.shared_weights(), model.weights().unit()}});
  EXPECT_EQ(test::parse_sample(model.with_weights(votes)), test::parse_sample(model));
}

TEST(ActionVotes, AreStoredInTheModel) {
  const Model model = model_with(1).with_weights(votes_of(model_with(1), 2, model_with(2), 3));
  const std::string bytes = model.bytes();
  const Model loaded = Model::load(std::as_bytes(std::span(bytes)), "file");
  EXPECT_EQ(test::parse_sample(loaded), test::parse_sample(model));
  EXPECT_EQ(loaded.weights().fingerprint(), model.weights().fingerprint());
  EXPECT_EQ(loaded.bytes(), bytes);
}

TEST(ActionVotes, RefuseOthers) {
  EXPECT_THAT(test::message_of([] { ActionVotes({}); }), HasSubstr("at least one"));
  for (const double factor : {std::nan(""), -HUGE_VAL, 1e300}) {
    EXPECT_THAT(test::message_of([&] { votes_of(model_with(1), factor, model_with(1), 1); }),
                HasSubstr("the factor of a vote"));
  }
  EXPECT_THAT(test::message_of([] { votes_of(model_with(1), 1, model_with(1, "arc-hybrid"), 1); }),
              HasSubstr("different actions"));
  ModelOptions options = test::options_of();
  options.features = "s0.form+b0.form";
  const Model narrow(test::parts_of(options));
  EXPECT_THAT(test::message_of([&] { votes_of(model_with(1), 1, narrow, 1); }),
              HasSubstr("different columns"));
}

TEST(ActionVotes, AreBetterThanTheMembers) {
  const std::vector<Parser> members =
      test::small_members("arc-eager,arc-eager+seed=2,arc-eager+seed=3");
  const Parser votes = combine(members, test::sample("train", 40), {.votes = VoteFor::kActions});
  EXPECT_EQ(votes.info().action_votes.size(), 3U);
  const auto las = [](const Parser& parser) {
    std::vector<Sentence> parsed = test::sample("test");
    for (Sentence& sentence : parsed) parser.parse(sentence);
    return evaluate(test::sample("test"), parsed).percentage(Metric::kLas);
  };
  double sum = 0;
  for (const Parser& member : members) sum += las(member);
  EXPECT_GT(las(votes), sum / 3);
}

TEST(ActionVotes, OfDifferentParsersMakeNoSense) {
  EXPECT_THAT(test::message_of([] {
                combine(test::small_members("arc-eager,arc-hybrid"), {},
                        {.votes = VoteFor::kActions});
              }),
              HasSubstr("differ in nothing but their training"));
  EXPECT_THAT(test::message_of([] {
                combine(test::small_members("arc-eager,arc-eager+seed=2"), test::sample("dev", 5),
                        {.votes = VoteFor::kActions, .weighting = VoteWeighting::kByTag});
              }),
              HasSubstr("cannot be weighted by tag"));
}

}  // namespace
}  // namespace panarc

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/any_model.h"
#include "model/model.h"
#include "panarc/evaluate.h"
#include "panarc/scheme.h"
#include "panarc/train.h"
#include "support/groups.h"
#include "support/message_of.h"
#include "support/sample.h"

namespace panarc {
namespace {

using testing::HasSubstr;

TrainOptions small_training() {
  TrainOptions options;
  options.fast = true;
  options.epochs = 3;
  options.threads = 1;
  return options;
}

/// UAS of a parser on the development data, compared with trees in which a rule was applied or not.
double uas(const Parser& parser, std::optional<Scheme> rule) {
  std::vector<Sentence> gold = test::sample("dev");
  std::vector<Sentence> parsed = gold;
  for (std::size_t i = 0; i < gold.size(); ++i) {
    if (rule) {
      LabeledTree tree = labeled_tree(gold[i]);
      apply_scheme(tree, *rule);
      set_tree(gold[i], tree);
    }
    parser.parse(parsed[i]);
  }
  return evaluate(gold, parsed).percentage(Metric::kUas);
}

TEST(ReferenceTraining, CountsWhichReferencesItCameTo) {
  TEST_NEEDS_ONE_THREAD();
  TrainOptions options = small_training();
  options.schemes = {Scheme::kCase};
  const TrainResult result = train(test::sample("train"), test::sample("dev"), options);
  std::size_t places = 0;
  for (const Sentence& sentence : test::sample("train")) {
    places += scheme_sites(labeled_tree(sentence), Scheme::kCase).size();
  }
  for (const EpochReport& epoch : result.epochs) {
    EXPECT_EQ(epoch.counts.choices, places);
    EXPECT_LT(epoch.counts.alternatives, places);
  }
  EXPECT_GT(result.epochs.front().counts.alternatives, 0);
}

TEST(ReferenceTraining, HasCosts) {
  TEST_NEEDS_ONE_THREAD();
  TrainOptions options = small_training();
  options.schemes = {Scheme::kCase};
  const double plain = uas(train(test::sample("train"), {}, options).parser, std::nullopt);
  options.cost_sensitive = true;
  EXPECT_GT(uas(train(test::sample("train"), {}, options).parser, std::nullopt), plain - 5);
}

TEST(ReferenceTraining, EveryStrategyLearnsFromThem) {
  TEST_NEEDS_ONE_THREAD();
  for (const std::string& strategy : strategy_names()) {
    TrainOptions options = small_training();
    options.strategy = strategy;
    options.epochs = 1;
    options.schemes = {Scheme::kCase};
    const TrainResult result = train(test::sample("train", 60), test::sample("dev", 10), options);
    EXPECT_GT(result.epochs.back().counts.updates, 0) << strategy;
  }
}

TEST(ReferenceTraining, DevelopmentDataAreComparedWithTheNearest) {
  TEST_NEEDS_ONE_THREAD();
  // Trained on trees of the other scheme alone, where both are right.
  std::vector<Sentence> training = test::sample("train");
  for (Sentence& sentence : training) {
    LabeledTree tree = labeled_tree(sentence);
    apply_scheme(tree, Scheme::kCase);
    set_tree(sentence, tree);
  }
  TrainOptions options = small_training();
  const TrainResult plain = train(training, test::sample("dev"), options);
  options.schemes = {Scheme::kCase};
  const TrainResult both = train(training, test::sample("dev"), options);
  EXPECT_GT(both.best().dev->percentage(Metric::kUas),
            plain.best().dev->percentage(Metric::kUas) + 5);
  EXPECT_GE(both.best().dev->percentage(Metric::kUas), uas(both.parser, Scheme::kCase));
}

TEST(ReferenceTraining, TwoTimesTheSameTreeIsOneReference) {
  TEST_NEEDS_ONE_THREAD();
  const auto last = [](std::vector<Sentence> training) {
    const TrainResult result = train(std::move(training), test::sample("dev"), small_training());
    return result.parser.model().single()->weights().fingerprint();
  };
  std::vector<Sentence> twice = test::sample("train");
  add_references(twice, test::sample("train"));
  EXPECT_EQ(last(std::move(twice)), last(test::sample("train")));
}

TEST(ReferenceTraining, GoesWithPartOfTheHeads) {
  TEST_NEEDS_ONE_THREAD();
  TrainOptions options = small_training();
  options.schemes = {Scheme::kCase};
  options.keep_arcs = 0.7;
  options.given = 0.5;
  const TrainResult result = train(test::sample("train"), test::sample("dev"), options);
  EXPECT_GT(result.best().dev->percentage(Metric::kUas), 50);
}

TEST(ReferenceTraining, OfRulesDoesNotGoWithPseudoProjectiveTrees) {
  TEST_NEEDS_ONE_THREAD();
  TrainOptions options = small_training();
  options.schemes = {Scheme::kCase};
  options.pseudo_projective = PseudoProjective::kHead;
  EXPECT_THAT(test::message_of([&] { (void)CheckedOptions(options); }),
              HasSubstr("the rules would move them"));
}

TEST(ReferenceTraining, OfTreesGoesWithPseudoProjectiveTrees) {
  TEST_NEEDS_ONE_THREAD();
  // The arc to the last word crosses that from ROOT in the second reference only.
  const auto sentence = [](const char* head, const char* comment) {
    return Sentence::from_text(
        fmt::format("{}1\ta\t_\tX\t_\t_\t2\tx\t_\t_\n"
                    "2\tb\t_\tX\t_\t_\t0\troot\t_\t_\n"
                    "3\tc\t_\tX\t_\t_\t{}\ty\t_\t_\n\n",
                    comment, head));
  };
  TrainOptions options = small_training();
  options.pseudo_projective = PseudoProjective::kHead;
  const TrainResult result =
      train(std::vector{sentence("2", ""), sentence("1", "# reference_number = 2\n")}, {}, options);
  EXPECT_EQ(result.epochs.back().counts.choices, 1);
  EXPECT_THAT(result.parser.labels(), testing::Contains("y↑x"));
}

}  // namespace
}  // namespace panarc

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>

#include "derive/random_parser.h"
#include "derive/row_scorer.h"
#include "parse/model_parser.h"
#include "support/systems.h"
#include "train/corpus.h"
#include "train/parser_trainer.h"

namespace panarc {
namespace {

using Engine = std::mt19937_64;
/// By how much the scores of transitions should rise, by where they are taken.
using Coefficients = std::map<std::string, int>;

std::string place(std::span<const Node> stack, std::span<const Node> buffer,
                  const std::string& transition) {
  return testing::PrintToString(std::vector(stack.begin(), stack.end())) +
         testing::PrintToString(std::vector(buffer.begin(), buffer.end())) + transition;
}

/// Remembers what it is asked to learn.
class Pupil final : public ConvertedScorer<LearningScorer<ParseState, EncodedSentence>, float> {
 public:
  using ConvertedScorer::ConvertedScorer;

  void forget() override {}
  void learn(const Update<ParseState>& update, Changes& /*changes*/) override {
    for (const auto& term : update.terms()) {
      const Configuration& c = update.state(term.state).configuration();
      learnt[place(c.stack(), c.buffer(), names.at(term.cls))] +=
          static_cast<int>(term.coefficient);
    }
  }

  std::map<std::uint32_t, std::string> names;
  Coefficients learnt;
};

/// What a training on a sentence would learn, from the training itself.
Coefficients learnt_in_training(const Model& model, const Sentence& gold,
                                const TreeChoices& references, const UpdateOptions& options) {
  const Strategy& strategy = options.strategy;
  const ModelOptions& of = model.options();
  const TransitionClasses classes = classes_of(of, model.labels());
  auto pupil = std::make_unique<Pupil>(model.weights().make_scorer(of.beam), classes.size());
  Pupil& listening = *pupil;
  classes.for_each([&](std::uint32_t cls, Action action, std::optional<Label> label) {
    listening.names[cls] = std::string(action_name(action));
    if (label) listening.names[cls] += ":" + model.labels().names[static_cast<std::size_t>(*label)];
  });
  for (std::size_t i = 0; i < of.tags.size(); ++i) {
    listening.names[classes.of(Action::kTag, static_cast<Label>(i))] = "TAG:" + of.tags[i];
  }
  const SeenNames names = model.names();
  const Corpus corpus({&gold, 1},
                      {.span = of.transitions.span,
                       .root = of.transitions.root,
                       .direction = of.direction,
                       .choices = {&references, 1},
                       .tags = of.tags,
                       .right_tags = {&gold, 1}},
                      model.weights().columns(), nullptr, &names);
  const auto trainer =
      make_parser_trainer(of.system,
                          {.sentence = {strategy, {}, of.beam},
                           .guide = {strategy.reference, options.cost, options.swap_oracle},
                           .system = of.transitions,
                           .apply = {},
                           .make_probe = {}},
                          classes, std::move(pupil));
  ModelParser reader(model);
  reader.read(gold);
  const double explore =
      options.epoch > strategy.explore_after ? strategy.explore.in(options.epoch) : 0;
  Random random(options.seed);
  NoChanges changes;
  const Example& example = corpus.examples().front();
  trainer->train(reader.words(), example.known, example.tags, explore, random, changes);
  std::erase_if(listening.learnt, [](const auto& entry) { return entry.second == 0; });
  return listening.learnt;
}

/// What training takes from a sentence, as the pairs of a derivation tell it, in text order.
Coefficients learnt_from(Derivation& derivation, const std::vector<DerivationUpdate>& updates,
                         Node words) {
  Coefficients learnt;
  const auto add = [&](const DerivationUpdate& update, const std::vector<std::string>& transitions,
                       double score, int sign) {
    derivation.reset();
    for (const std::string& transition : update.before) derivation.apply(transition);
    const double before = *derivation.state().score;
    for (const std::string& transition : transitions) {
      const DerivationState state = derivation.state();
      std::vector<Node> stack = state.stack;
      std::vector<Node> buffer = state.buffer;
      if (derivation.direction() == Direction::kRightToLeft) {
        for (Node& node : stack) node = mirrored(node, words);
        for (Node& node : buffer) node = mirrored(node, words);
      }
      learnt[place(stack, buffer, transition)] += sign;
      derivation.apply(transition);
    }
    EXPECT_DOUBLE_EQ(*derivation.state().score - before, score);
  };
  for (const DerivationUpdate& update : updates) {
    if (!update.error) {
      EXPECT_EQ(update.positive, update.negative);
      continue;
    }
    add(update, update.positive, update.positive_score, 1);
    add(update, update.negative, update.negative_score, -1);
    EXPECT_EQ(update.shared,
              static_cast<std::size_t>(std::ranges::mismatch(update.positive, update.negative).in1 -
                                       update.positive.begin()));
  }
  std::erase_if(learnt, [](const auto& entry) { return entry.second == 0; });
  return learnt;
}

Sentence with_tree(Sentence sentence, Engine& random, bool partial) {
  const Heads heads = test::random_projective_tree(random, sentence.size());
  for (Node word = 1; word <= sentence.size(); ++word) {
    const Node head = heads[static_cast<std::size_t>(word)];
    if (partial && random() % 4 == 0) continue;
    sentence.set_head(word, head);
    sentence.set_deprel(word, head == kRoot ? "root" : random() % 2 == 0 ? "obj" : "nsubj");
  }
  return sentence;
}

class UpdatesOf : public testing::TestWithParam<std::string> {};

INSTANTIATE_TEST_SUITE_P(System, UpdatesOf, testing::ValuesIn(test::all_systems()),
                         test::name_of_parameter);

TEST_P(UpdatesOf, AreThoseOfTrainingForEveryStrategy) {
  Engine random(1);
  std::size_t errors = 0;
  for (const std::string& name : strategy_names()) {
    for (int i = 0; i < 12; ++i) {
      SystemOptions system;
      with_system(GetParam(), [&](auto s) {
        system.root = i % 2 == 0 || !decltype(s)::kRootFirst ? default_root<decltype(s)>()
                                                             : RootPosition::kFirst;
        system.span = decltype(s)::kSpan ? 3 : 0;
      });
      ModelOptions options = test::random_options(
          GetParam(), system, i % 4 < 2 ? Direction::kLeftToRight : Direction::kRightToLeft, 3);
      if (i % 6 == 5) options.scorer = ScorerKind::kRecurrent;
      if (i % 6 == 4) options.tags = test::few_tags();
      const Model model = test::random_model(options, random());
      const auto size = static_cast<Node>(2 + random() % 6);
      const Sentence gold = with_tree(test::random_sentence(random, size), random, i % 3 == 2);
      UpdateOptions update{
          .strategy = *strategy_by_name(name), .epoch = 1 + i % 4, .seed = random()};
      if (options.system == "swap" && i % 3 == 0) update.swap_oracle = SwapOracle::kNdAll;
      KnownSentence known = known_sentence(gold);
      TreeChoices references;
      if (i % 6 == 3) {
        const Sentence other = with_tree(gold, random, false);
        references = choice_of_trees(std::vector{labeled_tree(gold), labeled_tree(other)});
        if (!references.choices.empty()) known.references = references;
      }
      Derivation derivation(Parser(AnyModel(model)), gold, known);
      const std::vector<DerivationUpdate> updates = derivation.updates(update);
      for (const DerivationUpdate& one : updates) errors += one.error ? 1 : 0;
      EXPECT_EQ(learnt_from(derivation, updates, size),
                learnt_in_training(model, gold, references, update))
          << name;
      EXPECT_EQ(update.strategy.restart || updates.size() == 1, true);
    }
  }
  EXPECT_GE(errors, 100U);
}

// Where the pair of a beam stands says why it was chosen.
TEST(Updates, SayWhy) {
  Engine random(2);
  const ModelOptions options = test::random_options("arc-eager", {}, Direction::kLeftToRight, 2);
  std::map<std::string, int> seen;
  for (int i = 0; i < 50; ++i) {
    const Model model = test::random_model(options, random());
    const Sentence gold = with_tree(test::random_sentence(random, 6), random, false);
    const Derivation derivation(Parser(AnyModel(model)), gold, known_sentence(gold));
    const auto first = [&](const char* strategy) {
      return derivation.updates({.strategy = *strategy_by_name(strategy)}).front();
    };
    const DerivationUpdate early = first("earlyND");
    const DerivationUpdate largest = first("maxvND");
    if (!early.error || !early.lost) continue;
    EXPECT_EQ(early.positive.size(), *early.lost);
    EXPECT_EQ(early.negative.size(), *early.lost);
    EXPECT_THAT(early.reason, testing::HasSubstr("early update"));
    EXPECT_EQ(early.lost, derivation.search().gold_lost);
    EXPECT_EQ(largest.lost, early.lost);
    EXPECT_GE(largest.negative.size(), *largest.lost);
    EXPECT_GE(largest.negative_score - largest.positive_score,
              early.negative_score - early.positive_score);
    EXPECT_THAT(largest.reason, testing::HasSubstr("largest"));
    ++seen["lost"];
  }
  EXPECT_GE(seen["lost"], 20);
}

}  // namespace
}  // namespace panarc

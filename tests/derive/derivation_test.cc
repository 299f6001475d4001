#include "panarc/derivation.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "derive/random_parser.h"
#include "model/made_up_model.h"
#include "panarc/error.h"
#include "support/message_of.h"
#include "support/systems.h"

namespace panarc {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using Engine = std::mt19937_64;

constexpr std::size_t kBeams[] = {1, 3};
constexpr Direction kDirections[] = {Direction::kLeftToRight, Direction::kRightToLeft};

/// What the oracle is asked about a derivation: the sentence as the parser reads it.
OracleQuery query_of(const ModelOptions& options, const std::vector<KnownWord>& known) {
  OracleQuery query;
  query.system = options.system;
  query.root = options.transitions.root;
  query.single_root = options.transitions.single_root;
  query.span = options.transitions.span;
  query.words = options.direction == Direction::kRightToLeft ? test::mirrored(known) : known;
  return query;
}

/// What derivations are compared with.
struct Judge {
  explicit Judge(std::uint64_t seed) : random(seed) {}

  OracleService oracle;
  Engine random;
  std::size_t costs = 0;  // that were compared
};

/// Costs by name are those of the oracle, where it names the transition.
void expect_costs_of(const OracleAnswer& answer, const std::vector<DerivationChoice>& choices,
                     Judge& judge) {
  for (const DerivationChoice& choice : choices) {
    for (const auto& [name, cost] : answer.costs) {
      // Without labels in the annotation, a transition has one cost, whatever its label.
      const bool is_same = name == choice.name || choice.name.starts_with(name + ":");
      if (!is_same) continue;
      EXPECT_EQ(choice.cost, cost) << choice.name;
      ++judge.costs;
    }
  }
}

/// Takes the derivation that parse() takes, comparing everything on the way.
void expect_parse(const Parser& parser, const ModelOptions& options, Sentence sentence,
                  std::vector<KnownWord> known, Judge& judge) {
  if (options.labels == LabelMode::kNone) {
    for (KnownWord& word : known) word.labels.clear();
  }
  Derivation derivation(parser, sentence, {.words = known});
  OracleQuery query = query_of(options, known);
  const BeamSearch search = derivation.search();
  std::vector<DerivationState> states{derivation.state()};
  double sum = 0;
  int costs = 0;
  for (const std::string& name : search.transitions) {
    const std::vector<DerivationChoice> choices = derivation.choices();
    const OracleAnswer answer = judge.oracle.answer(query);
    expect_costs_of(answer, choices, judge);
    const auto taken = std::ranges::find(choices, name, &DerivationChoice::name);
    ASSERT_NE(taken, choices.end()) << name;
    if (options.beam == 1) {
      EXPECT_TRUE(taken->best);
    }
    sum += *taken->score;
    costs += *taken->cost;
    derivation.apply(*taken);
    query.after.push_back(name);
    states.push_back(derivation.state());
    EXPECT_EQ(states.back().cost, costs);
  }
  EXPECT_TRUE(derivation.is_final());
  EXPECT_THAT(derivation.choices(), IsEmpty());
  // The tree of parse(), and its score.
  const ScoredTree best = parser.best(sentence).front();
  const LabeledTree tree = derivation.tree();
  EXPECT_EQ(tree.heads, best.heads);
  EXPECT_TRUE(std::equal(tree.labels.begin() + 1, tree.labels.end(), best.labels.begin() + 1));
  EXPECT_EQ(derivation.state().score, best.score);
  EXPECT_EQ(search.score, best.score);
  EXPECT_NEAR(sum, best.score, 1e-6);
  parser.parse(sentence);
  EXPECT_EQ(tree.heads, sentence.heads());
  // Undoing leads to every state before, in leaps.
  for (std::size_t at = states.size() - 1; at > 0;) {
    const std::size_t leap = 1 + judge.random() % at;
    derivation.undo(leap);
    at -= leap;
    EXPECT_EQ(derivation.state(), states[at]);
  }
  derivation.run_model();
  EXPECT_EQ(derivation.state(), states.back());
  derivation.reset();
  EXPECT_EQ(derivation.state(), states.front());
}

class DerivationOf : public testing::TestWithParam<std::string> {};

INSTANTIATE_TEST_SUITE_P(System, DerivationOf, testing::ValuesIn(test::all_systems()),
                         test::name_of_parameter);

/// Calls `visit(options)` for parsers of a system: all its options, both directions, with and
/// without a beam.
template <class Visit>
void for_each_parser(const std::string& name, Visit&& visit) {
  test::for_each_system_with_options([&](auto system, const SystemOptions& options) {
    if (decltype(system)::kName != name) return;
    if (decltype(system)::kSpan && options.span == 0) return;
    for (const Direction direction : kDirections) {
      for (const std::size_t beam : kBeams) {
        visit(test::random_options(name, options, direction, beam));
      }
    }
  });
}

// With all systems, 12,160 sentences.
TEST_P(DerivationOf, IsThatOfParseStepByStep) {
  Judge judge(1);
  Engine& random = judge.random;
  constexpr int kParsers = 80 / 4;
  for_each_parser(GetParam(), [&](ModelOptions options) {
    for (int i = 0; i < kParsers; ++i) {
      constexpr LabelMode kModes[] = {LabelMode::kJoint, LabelMode::kParallel, LabelMode::kNone};
      options.labels = kModes[i % 3];
      const Parser parser(AnyModel(test::random_model(options, random())));
      for (int j = 0; j < 4; ++j) {
        const auto size = static_cast<Node>(1 + random() % 8);
        expect_parse(parser, options, test::random_sentence(random, size),
                     test::random_known(random, size, true), judge);
      }
      ASSERT_FALSE(HasFailure()) << options.system << ' ' << options.transitions.span;
    }
  });
  EXPECT_GE(judge.costs, 10'000U);
}

TEST_P(DerivationOf, IsThatOfParseForNetworks) {
  Judge judge(2);
  Engine& random = judge.random;
  for_each_parser(GetParam(), [&](ModelOptions options) {
    options.scorer = random() % 3 == 0 ? ScorerKind::kFeedForward : ScorerKind::kRecurrent;
    options.features.clear();
    const Parser parser(AnyModel(test::random_model(options, random())));
    for (int i = 0; i < 8; ++i) {
      const auto size = static_cast<Node>(1 + random() % 8);
      expect_parse(parser, options, test::random_sentence(random, size),
                   test::random_known(random, size), judge);
    }
    ASSERT_FALSE(HasFailure()) << options.system;
  });
}

// Rounded weights, and the sums that greedy search adds up in 16 bits.
TEST_P(DerivationOf, IsThatOfParseForTrainedTables) {
  Judge judge(3);
  Engine& random = judge.random;
  for (const std::size_t beam : kBeams) {
    ModelOptions options = test::options_of(GetParam());
    options.beam = beam;
    if (GetParam().ends_with("-span")) options.transitions.span = 3;
    const Parser parser(AnyModel(Model(test::parts_of(options, random()))));
    for (const Sentence& sentence : test::sample("dev", 10)) {
      expect_parse(parser, options, sentence, test::random_known(random, sentence.size()), judge);
    }
  }
}

// Every hypothesis that a beam has kept or dropped is a derivation with this score and cost, and
// what is kept is better than what is dropped.
TEST_P(DerivationOf, BeamsAreMadeOfDerivations) {
  Engine random(4);
  std::size_t lost = 0;
  for_each_parser(GetParam(), [&](const ModelOptions& options) {
    const Parser parser(AnyModel(test::random_model(options, random())));
    const auto size = static_cast<Node>(1 + random() % 6);
    Derivation derivation(parser, test::random_sentence(random, size),
                          {.words = test::random_known(random, size)});
    const BeamSearch search = derivation.search();
    EXPECT_EQ(search.width, options.beam);
    std::vector<std::vector<std::string>> before{{}};
    bool had_gold = true;
    for (std::size_t i = 0; i < search.steps.size(); ++i) {
      const BeamStep& step = search.steps[i];
      std::vector<std::vector<std::string>> now;
      const auto expect_derivation = [&](const BeamHypothesis& hypothesis) {
        std::vector<std::string> transitions = before.at(hypothesis.from);
        if (!hypothesis.transition.empty()) transitions.push_back(hypothesis.transition);
        derivation.reset();
        for (const std::string& transition : transitions) derivation.apply(transition);
        EXPECT_EQ(derivation.state().score, hypothesis.score);
        EXPECT_EQ(derivation.state().cost, hypothesis.cost);
        return transitions;
      };
      EXPECT_LE(step.kept.size(), options.beam);
      for (const BeamHypothesis& hypothesis : step.kept) {
        now.push_back(expect_derivation(hypothesis));
      }
      for (const BeamHypothesis& hypothesis : step.dropped) {
        expect_derivation(hypothesis);
        EXPECT_LE(hypothesis.score, step.kept.back().score);
      }
      const auto is_gold = [](const BeamHypothesis& one) { return one.cost == 0; };
      const bool has_gold = std::ranges::any_of(step.kept, is_gold);
      EXPECT_EQ(search.gold_lost == i + 1, had_gold && !has_gold);
      if (search.gold_lost == i + 1) {
        EXPECT_TRUE(std::ranges::any_of(step.dropped, is_gold));
        ++lost;
      }
      had_gold = has_gold;
      before = std::move(now);
    }
    EXPECT_EQ(before.front(), search.transitions);
  });
  EXPECT_GE(lost, 1U);
}

// The oracle loses nothing, with a parser or without.
TEST_P(DerivationOf, TheOracleFollowsTheBestTree) {
  Engine random(5);
  for_each_parser(GetParam(), [&](const ModelOptions& options) {
    const auto size = static_cast<Node>(1 + random() % 8);
    const std::vector<KnownWord> known = test::random_known(random, size);
    const Parser parser(AnyModel(test::random_model(options, random())));
    Derivation derivation(parser, test::random_sentence(random, size), {.words = known});
    derivation.run_oracle();
    EXPECT_TRUE(derivation.is_final());
    EXPECT_EQ(derivation.state().cost, 0) << options.system;
    Derivation alone(query_of(options, known));
    alone.run_oracle();
    EXPECT_TRUE(alone.is_final());
    EXPECT_EQ(alone.state().cost, 0) << options.system;
    EXPECT_FALSE(alone.state().score);
  });
}

// A system alone answers as the oracle does, whatever is done.
TEST_P(DerivationOf, OfASystemAloneAnswersAsTheOracle) {
  Engine random(6);
  OracleService oracle;
  for_each_parser(GetParam(), [&](const ModelOptions& options) {
    if (options.direction == Direction::kRightToLeft) return;
    for (int i = 0; i < 10; ++i) {
      const auto size = static_cast<Node>(1 + random() % 8);
      OracleQuery query = query_of(options, test::random_known(random, size));
      Derivation derivation(query);
      while (true) {
        const OracleAnswer answer = oracle.answer(query);
        const DerivationState state = derivation.state();
        EXPECT_EQ(state.final, answer.final);
        EXPECT_EQ(state.stack, answer.stack);
        EXPECT_EQ(state.buffer, answer.buffer);
        EXPECT_EQ(state.heads, answer.heads);
        const std::vector<DerivationChoice> choices = derivation.choices();
        ASSERT_EQ(choices.size(), answer.costs.size());
        for (std::size_t at = 0; at < choices.size(); ++at) {
          EXPECT_EQ(choices[at].name, answer.costs[at].first);
          EXPECT_EQ(choices[at].cost, answer.costs[at].second);
        }
        if (choices.empty()) break;
        query.after.push_back(choices[random() % choices.size()].name);
        derivation.apply(query.after.back());
      }
      EXPECT_EQ(Derivation(query).state(), derivation.state());
    }
  });
}

// Tags are chosen in steps of their own.
TEST_P(DerivationOf, ChoosesTags) {
  Engine random(7);
  for_each_parser(GetParam(), [&](ModelOptions options) {
    options.tags = test::few_tags();
    const Parser parser(AnyModel(test::random_model(options, random())));
    const auto size = static_cast<Node>(1 + random() % 8);
    const Sentence sentence = test::random_sentence(random, size);
    KnownSentence known{.words = test::random_known(random, size), .tags = {""}};
    for (Node word = 1; word <= size; ++word) known.tags.push_back(test::few_tags()[random() % 3]);
    Derivation derivation(parser, sentence, known);
    int wrong = 0;
    for (const std::string& name : derivation.search().transitions) {
      const Node word = derivation.state().word_to_tag;
      EXPECT_EQ(word != kNoHead, name.starts_with("TAG:"));
      if (word != kNoHead) {
        const int cost = name == "TAG:" + known.tags.at(static_cast<std::size_t>(word)) ? 0 : 1;
        wrong += cost;
        const auto choices = derivation.choices();
        ASSERT_THAT(choices, SizeIs(3));
        EXPECT_EQ(std::ranges::find(choices, name, &DerivationChoice::name)->cost, cost);
        EXPECT_THAT(test::message_of([&] { derivation.apply("SHIFT"); }), HasSubstr("TAG:A"));
      }
      derivation.apply(name);
    }
    const ScoredTree best = parser.best(sentence).front();
    EXPECT_EQ(derivation.state().tags, best.tags);
    EXPECT_EQ(derivation.tree().heads, best.heads);
    EXPECT_EQ(derivation.state().score, best.score);
    int wrong_tags = 0;
    for (std::size_t i = 1; i < best.tags.size(); ++i) wrong_tags += best.tags[i] != known.tags[i];
    EXPECT_EQ(wrong, wrong_tags);
  });
}

// Nodes are those of the text even if the parser reads it backwards.
TEST(Derivation, GivesNodesInTextOrder) {
  Engine random(8);
  const ModelOptions options = test::random_options("arc-eager", {}, Direction::kRightToLeft, 1);
  const Parser parser(AnyModel(test::random_model(options, 1)));
  Derivation derivation(parser, test::random_sentence(random, 3));
  EXPECT_EQ(derivation.direction(), Direction::kRightToLeft);
  derivation.apply("SHIFT");
  derivation.apply("LEFT:amod");
  const DerivationState state = derivation.state();
  EXPECT_THAT(state.buffer, ElementsAre(2, 1, 0));
  EXPECT_THAT(state.heads, ElementsAre(kNoHead, kNoHead, kNoHead, 2));
  EXPECT_THAT(state.labels, ElementsAre("", "", "", "amod"));
}

TEST(Derivation, ShowsTheSecondListOfCovington) {
  OracleQuery query;
  query.system = "covington";
  query.words.resize(5);
  query.after = {"SHIFT", "SHIFT", "SHIFT", "NO-ARC", "LEFT"};
  Derivation derivation(query);
  EXPECT_THAT(derivation.state().stack, ElementsAre(1));
  EXPECT_THAT(derivation.state().compared, ElementsAre(2, 3));
  EXPECT_THAT(derivation.state().buffer, ElementsAre(4, 0));
  derivation.apply("SHIFT");
  EXPECT_THAT(derivation.state().compared, IsEmpty());
}

// A word may be under either of two heads: the cost is that against the nearer reference.
TEST(Derivation, CountsCostsAgainstSeveralReferences) {
  const std::vector<LabeledTree> trees{{{kNoHead, 0, 1, 1}, {"", "root", "obj", "obj"}},
                                       {{kNoHead, 2, 0, 2}, {"", "nsubj", "root", "obj"}}};
  for (const Direction direction : kDirections) {
    const Parser parser(
        AnyModel(test::random_model(test::random_options("arc-standard", {}, direction, 1), 1)));
    Engine random(1);
    const Sentence sentence = test::random_sentence(random, 3);
    Derivation derivation(parser, sentence, {.references = choice_of_trees(trees)});
    derivation.run_oracle();
    EXPECT_EQ(derivation.state().cost, 0);
    EXPECT_THAT(trees,
                testing::Contains(testing::Field(&LabeledTree::heads, derivation.tree().heads)));
  }
}

TEST(Derivation, MovesLiftedArcsBack) {
  Engine random(9);
  ModelOptions options = test::random_options("arc-eager", {}, Direction::kLeftToRight, 2);
  Model::Parts parts;
  options.pseudo_projective = PseudoProjective::kHead;
  parts.options = options;
  parts.labels = {{"root", "obj", "nsubj", "obj↑nsubj", "nsubj↑obj"}, 1};
  parts.weights = std::make_shared<const test::MadeUpWeights>(
      options, classes_of(options, parts.labels).size(), 5);
  parts.words = std::make_shared<const WordSet>(std::vector<std::uint64_t>());
  const Parser parser{AnyModel(Model(parts))};
  std::size_t moved = 0;
  for (int i = 0; i < 100; ++i) {
    const Sentence sentence = test::random_sentence(random, 7);
    Derivation derivation(parser, sentence);
    derivation.run_model();
    const ScoredTree best = parser.best(sentence).front();
    EXPECT_EQ(derivation.tree().heads, best.heads);
    moved += derivation.state().heads == best.heads ? 0 : 1;
  }
  EXPECT_GE(moved, 5U);
  // A tree that it can only learn in lifted form can be built without cost.
  std::vector<KnownWord> known(5);
  const Heads heads{kNoHead, 3, 0, 2, 2};
  for (std::size_t word = 1; word <= 4; ++word) {
    known[word] = {.heads = {{heads[word], {}}}, .labels = {word == 2 ? "root" : "obj"}};
  }
  known[3].labels = {"nsubj"};
  Derivation derivation(parser, test::random_sentence(random, 4), {.words = known});
  derivation.run_oracle();
  EXPECT_EQ(derivation.state().cost, 0);
  EXPECT_EQ(derivation.tree().heads, heads);
}

TEST(Derivation, OfASentenceWithoutWordsIsFinal) {
  const Parser parser(AnyModel(
      test::random_model(test::random_options("arc-eager", {}, Direction::kLeftToRight, 2), 1)));
  Derivation derivation(parser, Sentence());
  EXPECT_TRUE(derivation.is_final());
  EXPECT_THAT(derivation.search().transitions, IsEmpty());
}

TEST(Derivation, TakesTheBestLabelIfNoneIsGiven) {
  Engine random(10);
  const Parser parser(AnyModel(
      test::random_model(test::random_options("arc-hybrid", {}, Direction::kLeftToRight, 2), 1)));
  Derivation derivation(parser, test::random_sentence(random, 3));
  derivation.apply("SHIFT");
  const std::vector<DerivationChoice> choices = derivation.choices();
  derivation.apply("LEFT");
  const std::string taken = derivation.state().transitions.back();
  double best = -1e9;
  for (const DerivationChoice& choice : choices) {
    if (choice.name.starts_with("LEFT")) best = std::max(best, *choice.score);
  }
  EXPECT_EQ(*std::ranges::find(choices, taken, &DerivationChoice::name)->score, best);
}

TEST(Derivation, SaysWhatCannotBeDone) {
  Engine random(11);
  const ModelOptions options = test::random_options("arc-eager", {}, Direction::kLeftToRight, 2);
  const Model model = test::random_model(options, 1);
  const Parser parser{AnyModel(model)};
  const Sentence sentence = test::random_sentence(random, 3);
  Derivation derivation(parser, sentence);
  EXPECT_THAT(derivation.step().illegal, ElementsAre("LEFT", "RIGHT", "REDUCE"));
  const auto refusal = [&](const std::string& name) {
    return test::message_of([&] { derivation.apply(name); });
  };
  EXPECT_THAT(refusal("LEFT:obj"), HasSubstr("transition 1, LEFT:obj, is not legal there"));
  EXPECT_THAT(refusal("JUMP"), HasSubstr("'JUMP'"));
  derivation.apply("SHIFT");
  EXPECT_THAT(refusal("LEFT:dep"), HasSubstr("no such label"));
  EXPECT_THAT(refusal("LEFT:root"), HasSubstr("no such label"));
  EXPECT_THAT(refusal("SHIFT:obj"), HasSubstr("takes no label"));
  EXPECT_THAT(test::message_of([&] { derivation.undo(2); }), HasSubstr("only 1 were taken"));
  EXPECT_THAT(test::message_of([&] { derivation.run_oracle(); }), HasSubstr("nothing is known"));
  EXPECT_THAT(test::message_of([&] { static_cast<void>(derivation.updates({})); }),
              HasSubstr("nothing is known"));
  EXPECT_THAT(test::message_of([&] {
                Derivation(parser, sentence, {.words = {{}, {}}});
              }),
              HasSubstr("1 words, but the sentence has 3"));
  OracleQuery query;
  query.system = "arc-eager";
  query.words.resize(3);
  EXPECT_THAT(test::message_of([&] { static_cast<void>(Derivation(query).search()); }),
              HasSubstr("without a parser"));
}

TEST(Derivation, IsThatOfOneMemberOfAnEnsemble) {
  Engine random(12);
  const ModelOptions first = test::random_options("arc-eager", {}, Direction::kLeftToRight, 2);
  const ModelOptions second = test::random_options("arc-hybrid", {}, Direction::kRightToLeft, 1);
  Ensemble::Parts parts;
  parts.members = {test::random_model(first, 1), test::random_model(second, 2)};
  parts.weights = VoteWeights{{1, 1}};
  const Parser parser{AnyModel(Ensemble(std::move(parts)))};
  const Sentence sentence = test::random_sentence(random, 5);
  EXPECT_THAT(test::message_of([&] { Derivation(parser, sentence); }),
              HasSubstr("1 (arc-eager, left-to-right, linear), 2 (arc-hybrid, right-to-left"));
  Derivation derivation(parser, sentence, {}, {.member = 2});
  derivation.run_model();
  const Parser alone(AnyModel(test::random_model(second, 2)));
  EXPECT_EQ(derivation.tree().heads, alone.best(sentence).front().heads);
}

}  // namespace
}  // namespace panarc

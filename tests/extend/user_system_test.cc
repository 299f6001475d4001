#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "extend/user_parts.h"
#include "oracle/static_oracle.h"
#include "oracle/user_oracle.h"
#include "panarc/constraint.h"
#include "panarc/derivation.h"
#include "panarc/evaluate.h"
#include "panarc/extend.h"
#include "panarc/oracle.h"
#include "panarc/parser.h"
#include "panarc/pipeline.h"
#include "panarc/train.h"
#include "support/message_of.h"
#include "support/sample.h"
#include "support/trees.h"
#include "support/with_section.h"

namespace panarc {
namespace {

using test::message_of;
using test::register_my_systems;
using test::sample;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

/// A system with one mistake.
class Mistaken : public ArcHybrid {
 public:
  std::function<bool(const View&, Action)> also_legal = [](const View&, Action) { return true; };
  std::function<void(ConfigurationEditor&, Action)> also_apply = [](ConfigurationEditor&, Action) {
  };
  std::function<void(SystemFacts&)> change = [](SystemFacts&) {};

  [[nodiscard]] SystemFacts facts() const override {
    SystemFacts facts = ArcHybrid::facts();
    change(facts);
    return facts;
  }
  [[nodiscard]] bool legal(const View& c, Action action) const override {
    return ArcHybrid::legal(c, action) && also_legal(c, action);
  }
  void apply(ConfigurationEditor& c, Action action) const override {
    ArcHybrid::apply(c, action);
    also_apply(c, action);
  }
};

std::string complaint(const std::function<void(Mistaken&)>& make_mistake) {
  auto system = std::make_shared<Mistaken>();
  make_mistake(*system);
  return message_of([&] { register_system("mistaken", system); });
}

TEST(RegisterSystem, FindsMistakesInShortSentences) {
  EXPECT_EQ(complaint([](Mistaken&) {}), "no error");
  EXPECT_THAT(complaint([](Mistaken& system) {
                system.also_legal = [](const auto& c, Action) { return c.stack_size() < 3; };
              }),
              AllOf(HasSubstr("'mistaken'"), HasSubstr("no action is legal in stack [0 1 2]")));
  EXPECT_THAT(complaint([](Mistaken& system) {
                system.also_apply = [](ConfigurationEditor& c, Action action) {
                  if (action == Action::kShift) c.put_back(0);
                };
              }),
              HasSubstr("a derivation goes on for ever"));
  EXPECT_THAT(complaint([](Mistaken& system) {
                system.also_apply = [](ConfigurationEditor& c, Action) { c.pop(5); };
              }),
              HasSubstr("SHIFT pop(5) finds no such element"));
  EXPECT_THAT(complaint([](Mistaken& system) {
                system.also_apply = [](ConfigurationEditor& c, Action action) {
                  if (action == Action::kShift) c.pop();
                };
              }),
              HasSubstr("a final configuration leaves a word without a head"));
  EXPECT_THAT(complaint([](Mistaken& system) {
                system.change = [](SystemFacts& facts) { facts.actions.clear(); };
              }),
              HasSubstr("no actions"));
}

TEST(RegisterSystem, RefusesWhatIsNotASystem) {
  const auto system = std::make_shared<ArcHybrid>();
  EXPECT_THAT(message_of([&] { register_system("swap", system); }), HasSubstr("of the library"));
  EXPECT_THAT(message_of([&] { register_system("My System", system); }),
              HasSubstr("lower-case letters"));
  EXPECT_THAT(message_of([&] { register_system("null", nullptr); }), HasSubstr("is null"));
  EXPECT_THAT(message_of([] { static_cast<void>(verify_system("my-arc-lazy")); }),
              HasSubstr("unknown transition system 'my-arc-lazy'"));
}

// Costs found by search are exact for every kind of annotation, and those of a system's own where
// they apply.
TEST(UserCosts, AreExactInShortSentences) {
  register_my_systems();
  for (const char* const system : {"plain-arc-hybrid", "plain-arc-eager"}) {
    const VerifyReport report = verify_system(system, {.max_length = 5, .golds = 12});
    EXPECT_EQ(report.counter_example, std::nullopt) << system;
    EXPECT_GT(report.comparisons, 1000) << system;
  }
}

/// What the oracles of two systems say all along random derivations of random trees.
void expect_same_costs(const std::string& one, const std::string& other, Node words, bool single) {
  std::mt19937_64 random(static_cast<std::uint64_t>(words));
  OracleService oracle;
  for (int i = 0; i < 40; ++i) {
    const Heads heads = test::random_projective_tree(random, words);
    OracleQuery query;
    query.single_root = single;
    query.root = i % 2 == 0 ? RootPosition::kFirst : RootPosition::kLast;
    query.words.resize(heads.size());
    for (std::size_t word = 1; word < heads.size(); ++word) {
      query.words[word].heads = {{heads[word]}};
    }
    while (true) {
      query.system = one;
      const OracleAnswer expected = oracle.answer(query);
      query.system = other;
      const OracleAnswer found = oracle.answer(query);
      ASSERT_EQ(found.costs, expected.costs);
      ASSERT_EQ(found.stack, expected.stack);
      ASSERT_TRUE(found.exact);
      if (expected.final) break;
      const std::size_t choices = expected.costs.size();
      query.after.push_back(
          expected.costs[std::uniform_int_distribution<std::size_t>(0, choices - 1)(random)].first);
    }
  }
}

TEST(UserCosts, AreThoseOfTheLibrary) {
  register_my_systems();
  for (const bool single : {false, true}) {
    expect_same_costs("arc-hybrid", "plain-arc-hybrid", 8, single);
    expect_same_costs("arc-eager", "plain-arc-eager", 8, single);
    expect_same_costs("arc-hybrid", "my-arc-hybrid", 25, single);
  }
}

// In long sentences a static oracle stands in (PanParser, A.1).
TEST(UserCosts, AreThoseOfADerivationInLongSentences) {
  register_my_systems();
  std::mt19937_64 random(7);
  for (int i = 0; i < 40; ++i) {
    const Heads heads = test::random_projective_tree(random, 30);
    const Gold gold(heads);
    const RootPosition root = i % 2 == 0 ? RootPosition::kFirst : RootPosition::kLast;
    const SystemOptions options =
        with_user(i % 4 < 2 ? "plain-arc-eager" : "plain-arc-hybrid", {.root = root});
    Oracle<UserDefined> oracle;
    Configuration c(30, options);
    for (const Action action : static_derivation<UserDefined>(oracle, gold, options)) {
      const Costs costs = oracle.costs(c, gold);
      EXPECT_FALSE(costs.exact);
      for (const Action other : costs.legal) EXPECT_EQ(costs.of(other), other == action ? 0 : 1);
      apply<UserDefined>(c, action);
    }
    EXPECT_TRUE(std::ranges::equal(c.heads().subspan(1), std::span(heads).subspan(1)));
    // Off the derivation, nothing is known.
    Configuration off(30, options);
    for (int shifts = 0; shifts < 29; ++shifts) apply<UserDefined>(off, Action::kShift);
    const Costs costs = oracle.costs(off, gold);
    EXPECT_EQ(costs.optimal(), costs.legal);
  }
}

/// The parser that is trained with a system on a part of the sample.
Parser trained(const std::string& system, const std::string& strategy, bool static_costs = true) {
  TrainOptions options;
  options.system = system;
  options.strategy = strategy;
  options.epochs = 2;
  options.threads = 1;
  if (static_costs) options.cost = CostMethod::kClosedForm;
  return train(sample("train", 60), {}, options).parser;
}

std::vector<Heads> trees_of(const Parser& parser) {
  std::vector<Heads> trees;
  for (const Sentence& sentence : sample("test", 30)) {
    trees.push_back(parser.best(sentence).front().heads);
  }
  return trees;
}

class EveryStrategy : public testing::TestWithParam<std::string> {};

TEST_P(EveryStrategy, TrainsTheSameParserForAUsersSystem) {
  register_my_systems();
  EXPECT_EQ(trees_of(trained("my-arc-hybrid", GetParam())),
            trees_of(trained("arc-hybrid", GetParam())));
}

INSTANTIATE_TEST_SUITE_P(UserSystem, EveryStrategy, testing::ValuesIn(strategy_names()));

TEST(UserSystem, IsTrainedWithoutCosts) {
  register_my_systems();
  TrainOptions options;
  set_option(options, "system", "plain-arc-eager");
  options.fast = true;
  options.epochs = 3;
  const Parser parser = train(sample("train"), {}, options).parser;
  const auto gold = sample("test");
  auto parsed = gold;
  for (Sentence& sentence : parsed) parser.parse(sentence);
  EXPECT_GT(evaluate(gold, parsed).percentage(Metric::kUas), 70);
  options.explore = 0.5;
  EXPECT_THAT(message_of([&] { static_cast<void>(CheckedOptions(options)); }),
              HasSubstr("plain-arc-eager has no costs of its own"));
}

TEST(UserSystem, WorksWithNetworks) {
  register_my_systems();
  const auto trees = [](const std::string& system) {
    TrainOptions options;
    options.system = system;
    options.scorer = ScorerKind::kFeedForward;
    options.epochs = 1;
    options.threads = 1;
    options.cost = CostMethod::kClosedForm;
    return trees_of(train(sample("train", 30), {}, options).parser);
  };
  EXPECT_EQ(trees("my-arc-hybrid"), trees("arc-hybrid"));
}

TEST(UserSystem, MeetsConstraintsWhereThereAreCosts) {
  register_my_systems();
  const Parser with_costs = trained("my-arc-hybrid", "goldberg");
  const Parser without = trained("plain-arc-hybrid", "goldberg", false);
  for (const Sentence& sentence : sample("test", 30)) {
    if (sentence.size() < 2) continue;
    ParseRequest request{.constraints = nothing_known(sentence)};
    request.constraints[1].heads = {{sentence.size()}};
    EXPECT_EQ(with_costs.best(sentence, request).front().heads[1], sentence.size());
    if (sentence.size() <= UserCompletion::kMostWords) {
      EXPECT_EQ(without.best(sentence, request).front().heads[1], sentence.size());
    } else {
      EXPECT_THAT(message_of([&] { static_cast<void>(without.best(sentence, request)); }),
                  HasSubstr("'plain-arc-hybrid' has no costs for constraints"));
    }
  }
}

TEST(UserSystem, HasDerivations) {
  register_my_systems();
  const Parser parser = trained("my-arc-hybrid", "earlyND");
  for (const Sentence& sentence : sample("test", 10)) {
    Derivation derivation(parser, sentence, known_sentence(sentence));
    derivation.run_model();
    EXPECT_EQ(derivation.state().heads, parser.best(sentence).front().heads);
    while (!derivation.state().transitions.empty()) derivation.undo();
    EXPECT_EQ(derivation.state().cost, 0);
  }
}

TEST(UserSystem, IsCopiedAsAWholeInLongSentences) {
  register_my_systems();
  const Parser mine = trained("my-arc-hybrid", "earlyND");
  const Parser theirs = trained("arc-hybrid", "earlyND");
  std::vector<Sentence::Word> words(300);
  const auto from = sample("train", 60);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const Sentence& sentence = from[i % from.size()];
    words[i].form = std::string(sentence.form(1));
    words[i].upos = std::string(sentence.upos(sentence.size()));
  }
  const Sentence sentence = Sentence::from_words(words);
  EXPECT_EQ(mine.best(sentence).front().heads, theirs.best(sentence).front().heads);
}

/// A model that needs a system, or a feature function, that nobody has registered.
std::string with_unknown(const std::string& model, const std::string& known,
                         const std::string& unknown) {
  std::string options = test::section_of(model, "options");
  options.replace(options.find(known), known.size(), unknown);
  return test::with_section(model, "options", options);
}

TEST(UserSystem, IsAskedForByAModel) {
  register_my_systems();
  const std::string model =
      with_unknown(trained("my-arc-hybrid", "goldberg").bytes(), "my-arc-hybrid", "lost-system");
  EXPECT_THAT(message_of([&] { Parser::from_memory(std::as_bytes(std::span(model))); }),
              AllOf(HasSubstr("the transition system 'lost-system' (register_system)"),
                    HasSubstr("register it before")));
  const std::string path = testing::TempDir() + "/lost.model";
  std::ofstream(path, std::ios::binary) << model;
  const ModelInfo info = read_model_info(path);
  EXPECT_EQ(info.system, "lost-system");
  EXPECT_THAT(info.missing, ElementsAre("the transition system 'lost-system' (register_system)"));
  EXPECT_FALSE(info.labels.empty());
}

}  // namespace
}  // namespace panarc

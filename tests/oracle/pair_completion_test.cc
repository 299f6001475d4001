#include "oracle/pair_completion.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>
#include <random>

#include "oracle/oracle.h"
#include "support/known.h"
#include "support/trees.h"
#include "transition/systems.h"

namespace panarc {
namespace {

/// Something about some of the words, which may contradict itself.
std::vector<KnownWord> random_knowledge(std::mt19937& random, Node words, bool with_spans) {
  std::vector<KnownWord> known(static_cast<std::size_t>(words) + 1);
  for (Node word = 1; word <= words; ++word) {
    KnownWord& at = known[static_cast<std::size_t>(word)];
    const auto other = [&] {
      const auto node = static_cast<Node>(random() % static_cast<unsigned>(words + 1));
      return node == word ? kRoot : node;
    };
    switch (random() % 8) {
      case 0:
        at.heads = {{other()}};
        break;
      case 1:
        at.heads = {{other()}, {other()}};
        break;
      case 2:
        at.forbidden_heads = {other(), other()};
        break;
      case 3:
        at.side = random() % 2 == 0 ? Side::kLeft : Side::kRight;
        break;
      case 4:
        if (with_spans) at.span_end = std::max(word, other());
        break;
      default:
        break;
    }
  }
  return known;
}

Action random_one(std::mt19937& random, ActionSet actions) {
  auto action = actions.begin();
  std::advance(action, random() % static_cast<unsigned>(actions.size()));
  return *action;
}

int value_of(const Heads& tree, const Gold& gold, const SystemOptions& options) {
  int value = 0;
  for (Node word = 1; word <= gold.words(); ++word) {
    value += gold.value({tree[static_cast<std::size_t>(word)], word}, options.root);
  }
  return value;
}

/// How often the answer was yes, and how often no.
struct Answers {
  int yes = 0;
  int no = 0;
};

/// Goes through derivations, half of which lose as little as possible, and compares whether all can
/// be met with the best value. What was found on the way of one must not mislead on another.
void compare(std::mt19937& random, const Gold& gold, const SystemOptions& options,
             Answers& answers) {
  PairCompletion asked;
  PairCompletion plain;
  Oracle<Covington> oracle;
  for (int derivation = 0; derivation < 4; ++derivation) {
    Configuration c(gold.words(), options);
    while (!Covington::is_final(c)) {
      const int best = settled_value<Covington>(c, gold) + plain.value(c, gold);
      const bool can_meet = asked.can_meet_all(c, gold);
      ASSERT_EQ(can_meet, best >= gold.value_if_met());
      ++(can_meet ? answers.yes : answers.no);
      if (can_meet) {
        ASSERT_EQ(value_of(asked.tree(), gold, options), gold.value_if_met());
      }
      const bool careful = derivation % 2 == 0;
      const ActionSet actions = careful ? oracle.optimal(c, gold) : legal_actions<Covington>(c);
      apply<Covington>(c, random_one(random, actions));
    }
    ASSERT_EQ(asked.can_meet_all(c, gold),
              settled_value<Covington>(c, gold) >= gold.value_if_met());
  }
}

TEST(PairCompletion, KnowsWhetherAllCanBeMet) {
  std::mt19937 random(7);
  Answers answers;
  for (int round = 0; round < 1000; ++round) {
    const auto words = static_cast<Node>(1 + random() % 9);
    const Gold gold =
        test::gold_of(random_knowledge(random, words, round % 2 == 0), {.reproduce_empty = false});
    for (const RootPosition root : {RootPosition::kFirst, RootPosition::kLast}) {
      for (const bool single_root : {false, true}) {
        compare(random, gold, {.root = root, .single_root = single_root}, answers);
        ASSERT_FALSE(HasFatalFailure());
      }
    }
  }
  EXPECT_GT(answers.yes, 50'000);
  EXPECT_GT(answers.no, 50'000);
}

TEST(PairCompletion, LooksAtTheOnlyPossibleTreeInLinearTime) {
  constexpr Node kWords = 100'000;
  Heads chain{kNoHead};
  for (Node word = 1; word <= kWords; ++word) chain.push_back(word - 1);
  const SystemOptions options{.root = RootPosition::kFirst, .single_root = true};
  const std::clock_t start = std::clock();
  PairCompletion completion;
  EXPECT_TRUE(completion.can_meet_all(Configuration(kWords, options), Gold(chain)));
  EXPECT_EQ(completion.tree(), chain);
  chain[kWords / 2] = kRoot;
  EXPECT_FALSE(completion.can_meet_all(Configuration(kWords, options), Gold(chain)));
  chain[kWords / 2] = kWords;
  EXPECT_FALSE(completion.can_meet_all(Configuration(kWords, options), Gold(chain)));
  EXPECT_LT(std::clock() - start, CLOCKS_PER_SEC);
}

TEST(PairCompletion, DoesNotMistakeATreeOfOneAnnotationForOneOfAnother) {
  const SystemOptions options{.root = RootPosition::kFirst};
  const Configuration c(2, options);
  PairCompletion completion;
  EXPECT_TRUE(completion.can_meet_all(c, Gold(Heads{kNoHead, 2, 0})));
  EXPECT_TRUE(completion.can_meet_all(c, Gold(Heads{kNoHead, 0, 1})));
  EXPECT_FALSE(completion.can_meet_all(c, Gold(Heads{kNoHead, 2, 1})));
}

/// An annotation with useless knowledge besides, so that values take a search.
Gold with_useless_knowledge(const Heads& heads) {
  std::vector<KnownWord> known(heads.size());
  for (std::size_t word = 1; word < heads.size(); ++word) {
    if (heads[word] == kNoHead) continue;
    known[word].heads = {{heads[word]}};
    known[word].forbidden_heads = {heads[word] == kRoot ? static_cast<Node>(word == 1 ? 2 : 1)
                                                        : kRoot};
  }
  return test::gold_of(known, {.reproduce_empty = false});
}

/// Takes a random derivation, half of whose transitions add a known arc if they can.
template <class Visit>
void follow(std::mt19937& random, const Heads& heads, const SystemOptions& options, Visit&& visit) {
  Configuration c(static_cast<Node>(heads.size()) - 1, options);
  while (!Covington::is_final(c)) {
    visit(c);
    const ActionSet legal = legal_actions<Covington>(c);
    Action taken = random_one(random, legal);
    for (const Action action : legal) {
      const auto arc = added_arc<Covington>(c, action);
      const bool is_known = arc && heads[static_cast<std::size_t>(arc->dependent)] == arc->head;
      if (is_known && random() % 2 == 0) taken = action;
    }
    apply<Covington>(c, taken);
  }
}

TEST(PairCompletion, HasTheSameValuesWithAndWithoutASearch) {
  std::mt19937 random(11);
  PairCompletion quick;
  PairCompletion slow;
  int values = 0;
  for (int round = 0; round < 1000; ++round) {
    const auto words = static_cast<Node>(2 + random() % 9);
    Heads heads = test::random_tree(random, words);
    for (Node& head : heads) {
      if (round % 3 == 0 && random() % 3 == 0) head = kNoHead;
    }
    const Gold gold(heads, {.reproduce_empty = false});
    const Gold searched = with_useless_knowledge(heads);
    const SystemOptions options{.root = round % 2 == 0 ? RootPosition::kFirst : RootPosition::kLast,
                                .single_root = random() % 2 == 0};
    follow(random, heads, options, [&](const Configuration& c) {
      ++values;
      ASSERT_EQ(quick.value(c, gold), slow.value(c, searched));
    });
    ASSERT_FALSE(HasFatalFailure());
  }
  EXPECT_GT(slow.searches(), quick.searches() + static_cast<std::size_t>(values) / 3);
}

TEST(PairCompletion, HardlyEverSearchesInALongSentence) {
  std::mt19937 random(12);
  const Heads heads = test::random_tree(random, 100);
  const Gold gold(heads);
  Oracle<Covington> oracle;
  PairCompletion completion;
  std::size_t values = 0;
  const SystemOptions options{.root = RootPosition::kLast, .single_root = true};
  Configuration c(100, options);
  while (!Covington::is_final(c)) {
    const ActionSet legal = legal_actions<Covington>(c);
    for (const Action action : legal) {
      Configuration after = c;
      apply<Covington>(after, action);
      if (Covington::is_final(after)) continue;
      completion.value(after, gold);
      ++values;
    }
    // Some errors, some of which make arcs impossible.
    const bool errs = random() % 50 == 0;
    apply<Covington>(c, random_one(random, errs ? legal : oracle.optimal(c, gold)));
  }
  EXPECT_LT(completion.searches(), values / 20);
}

}  // namespace
}  // namespace panarc

#include "panarc/constraint.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>
#include <random>

#include "oracle/gold.h"
#include "panarc/treebank.h"

namespace panarc {
namespace {

using testing::ElementsAre;

const std::vector<KnownWord>& words() {
  static const std::vector<KnownWord> known{
      {},
      {.heads = {{2}, {0}}, .labels = {"nsubj"}},
      {.forbidden_heads = {1}, .side = Side::kRight},
      {.span_end = 4},
      {},
  };
  return known;
}

TEST(Constraint, EveryThingThatIsGivenIsOne) {
  EXPECT_THAT(
      constraints_of(words()),
      ElementsAre(Constraint{1, ConstraintKind::kHeads}, Constraint{1, ConstraintKind::kLabels},
                  Constraint{2, ConstraintKind::kForbiddenHeads},
                  Constraint{2, ConstraintKind::kSide}, Constraint{3, ConstraintKind::kSpan}));
  EXPECT_EQ(with_constraints(words(), constraints_of(words())), words());
  const std::vector<Constraint> side{{2, ConstraintKind::kSide}};
  EXPECT_EQ(with_constraints(words(), side)[2], KnownWord{.side = Side::kRight});
}

TEST(Constraint, IsMetByTrees) {
  const auto unmet = [](const Heads& heads, const std::string& label,
                        RootPosition root = RootPosition::kLast) {
    return unmet_constraints(words(), {heads, {"", label, "x", "x", "x"}}, root);
  };
  EXPECT_THAT(unmet({kNoHead, 2, 0, 2, 3}, "nsubj"), ElementsAre());
  EXPECT_THAT(unmet({kNoHead, 2, 0, 2, 3}, "obj"),
              ElementsAre(Constraint{1, ConstraintKind::kLabels}));
  EXPECT_THAT(unmet({kNoHead, 2, 0, 2, 3}, "nsubj", RootPosition::kFirst),
              ElementsAre(Constraint{2, ConstraintKind::kSide}));
  EXPECT_THAT(
      unmet({kNoHead, 3, 1, 0, 3}, "nsubj"),
      ElementsAre(Constraint{1, ConstraintKind::kHeads},
                  Constraint{2, ConstraintKind::kForbiddenHeads},
                  Constraint{2, ConstraintKind::kSide}, Constraint{3, ConstraintKind::kSpan}));
  // Two arcs enter the span.
  EXPECT_THAT(unmet({kNoHead, 2, 0, 2, 2}, "nsubj"),
              ElementsAre(Constraint{3, ConstraintKind::kSpan}));
}

TEST(Constraint, IsDescribedWithWords) {
  const std::vector<Sentence::Word> forms{{"The"}, {"cat"}, {"was"}, {"sick"}};
  const Sentence sentence = Sentence::from_words(forms);
  std::vector<std::string> texts;
  for (const Constraint& constraint : constraints_of(words())) {
    texts.push_back(describe(constraint, words(), sentence) + " (" +
                    value_text(constraint, words()) + ")");
  }
  EXPECT_THAT(texts, ElementsAre("word 1 \"The\" has head 2 \"cat\" or ROOT (2,0)",
                                 "word 1 \"The\" has label nsubj (nsubj)",
                                 "word 2 \"cat\" does not have head 1 \"The\" (1)",
                                 "word 2 \"cat\" has its head on the right (right)",
                                 "words 3 \"was\" to 4 \"sick\" are one subtree (3-4)"));
}

Node random_below(std::mt19937& random, Node end) {
  return static_cast<Node>(random() % static_cast<unsigned>(end));
}

/// Any node but the word.
Node random_other(std::mt19937& random, Node word, Node words) {
  const Node head = random_below(random, words);
  return head < word ? head : head + 1;
}

/// Words in random order, each below ROOT or below one that came before.
Heads random_tree(std::mt19937& random, Node words) {
  std::vector<Node> order(static_cast<std::size_t>(words));
  std::iota(order.begin(), order.end(), 1);
  std::shuffle(order.begin(), order.end(), random);
  Heads heads(order.size() + 1, kNoHead);
  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto choice = random() % (i + 1);
    heads[static_cast<std::size_t>(order[i])] = choice == i ? kRoot : order[choice];
  }
  return heads;
}

std::vector<KnownWord> random_constraints(std::mt19937& random, const Heads& heads) {
  std::vector<KnownWord> known(heads.size());
  const auto words = static_cast<Node>(known.size()) - 1;
  for (Node word = 1; word <= words; ++word) {
    KnownWord& at = known[static_cast<std::size_t>(word)];
    const Node other = random_other(random, word, words);
    if (random() % 3 == 0) at.heads = {{heads[static_cast<std::size_t>(word)]}, {other}};
    if (random() % 5 == 0) at.heads = {{other}};
    if (random() % 4 == 0) at.forbidden_heads = {random_other(random, word, words)};
    if (random() % 4 == 0) at.side = random() % 2 == 0 ? Side::kLeft : Side::kRight;
    if (random() % 4 == 0) at.span_end = word + random_below(random, words - word + 1);
  }
  return known;
}

TEST(Constraint, GoldIsWorthMostIfAllAreMet) {
  std::mt19937 random(3);
  int met = 0;
  for (int round = 0; round < 30'000; ++round) {
    const Heads heads = random_tree(random, 1 + random_below(random, 5));
    const std::vector<KnownWord> known = random_constraints(random, heads);
    const RootPosition root = random() % 2 == 0 ? RootPosition::kFirst : RootPosition::kLast;
    const Gold gold(known, [](std::string_view) { return 0; }, {.root = root});
    int value = 0;
    for (Node word = 1; word <= gold.words(); ++word) {
      value += gold.value({heads[static_cast<std::size_t>(word)], word}, root);
    }
    const LabeledTree tree{heads, std::vector<std::string>(heads.size())};
    const bool all = unmet_constraints(known, tree, root).empty();
    ASSERT_EQ(value == gold.value_if_met(), all);
    met += all ? 1 : 0;
  }
  EXPECT_GT(met, 300);
}

}  // namespace
}  // namespace panarc

#include "panarc/scheme.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "treebank/projectivity.h"

namespace panarc {
namespace {

using testing::ElementsAre;

/// Heads and relations of the words, from the first.
LabeledTree tree_of(std::vector<Node> heads, std::vector<std::string> labels) {
  heads.insert(heads.begin(), kNoHead);
  labels.insert(labels.begin(), "");
  return {std::move(heads), std::move(labels)};
}

void expect_scheme(Scheme scheme, const LabeledTree& original, const LabeledTree& expected) {
  LabeledTree tree = original;
  apply_scheme(tree, scheme);
  EXPECT_EQ(tree, expected) << kSchemeNames.of(scheme);
  undo_scheme(tree, scheme);
  EXPECT_EQ(tree, original) << kSchemeNames.of(scheme);
}

TEST(Scheme, AFunctionWordBecomesTheHead) {
  // go to school
  expect_scheme(Scheme::kCase, tree_of({0, 3, 1}, {"root", "case", "obl"}),
                tree_of({0, 1, 2}, {"root", "obl", "case:alt"}));
  // she is nice
  expect_scheme(Scheme::kCop, tree_of({3, 3, 0}, {"nsubj", "cop", "root"}),
                tree_of({2, 0, 2}, {"nsubj", "root", "cop:alt"}));
  // was made, in both versions of UD
  for (const char* relation : {"auxpass", "aux:pass"}) {
    expect_scheme(Scheme::kCop, tree_of({2, 0}, {relation, "root"}),
                  tree_of({0, 1}, {"root", std::string(relation) + ":alt"}));
  }
  // out of town ago: two before and one after
  expect_scheme(Scheme::kCase, tree_of({3, 3, 0, 3}, {"case", "case", "root", "case"}),
                tree_of({0, 1, 4, 2}, {"root", "case:alt", "case:alt", "case:alt"}));
}

TEST(Scheme, WordsInSequenceBecomeAChain) {
  for (const char* relation : {"name", "flat", "flat:name"}) {
    const std::string moved = std::string(relation) + ":alt";
    expect_scheme(Scheme::kName, tree_of({0, 1, 1, 1}, {"root", relation, relation, relation}),
                  tree_of({0, 1, 2, 3}, {"root", relation, moved, moved}));
  }
  // Two words are a chain already.
  expect_scheme(Scheme::kMwe, tree_of({0, 1}, {"root", "fixed"}),
                tree_of({0, 1}, {"root", "fixed"}));
}

TEST(Scheme, AConjunctionBecomesTheHead) {
  // me and you: UD 1 and UD 2
  expect_scheme(Scheme::kConj, tree_of({0, 1, 1}, {"root", "cc", "conj"}),
                tree_of({2, 0, 2}, {"cc:alt1", "root", "conj"}));
  expect_scheme(Scheme::kConj, tree_of({0, 3, 1}, {"root", "cc", "conj"}),
                tree_of({2, 0, 2}, {"cc:alt", "root", "conj"}));
  // you , me and him
  expect_scheme(Scheme::kConj, tree_of({0, 3, 1, 5, 1}, {"root", "punct", "conj", "cc", "conj"}),
                tree_of({4, 3, 4, 0, 4}, {"cc:alt", "punct", "conj", "root", "conj"}));
  // Without a conjunction there is nothing to become the head.
  EXPECT_THAT(scheme_sites(tree_of({0, 1}, {"root", "conj"}), Scheme::kConj), ElementsAre());
}

TEST(Scheme, CanBeAppliedAtSomeSites) {
  const LabeledTree original = tree_of({2, 0, 4, 2}, {"det", "root", "det", "obj"});
  EXPECT_THAT(scheme_sites(original, Scheme::kDet), ElementsAre(2, 4));
  LabeledTree tree = original;
  const std::array<Node, 1> second{4};
  apply_scheme(tree, Scheme::kDet, second);
  EXPECT_EQ(tree, tree_of({2, 0, 2, 3}, {"det", "root", "obj", "det:alt"}));
  undo_scheme(tree, Scheme::kDet);
  EXPECT_EQ(tree, original);
}

LabeledTree random_tree(std::mt19937& random, Node words) {
  const std::array<std::string, 10> relations{"case", "det",  "mark",  "cop",   "conj",
                                              "cc",   "flat", "fixed", "nsubj", "obj"};
  std::vector<Node> order(static_cast<std::size_t>(words));
  std::iota(order.begin(), order.end(), 1);
  std::shuffle(order.begin(), order.end(), random);
  LabeledTree tree{Heads(order.size() + 1, kNoHead), std::vector<std::string>(order.size() + 1)};
  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto word = static_cast<std::size_t>(order[i]);
    tree.heads[word] = i == 0 ? kRoot : order[random() % i];
    tree.labels[word] = i == 0 ? "root" : relations[random() % relations.size()];
  }
  return tree;
}

TEST(Scheme, IsUndoneInAnyTree) {
  std::mt19937 random(1);
  std::size_t changed = 0;
  for (int round = 0; round < 10'000; ++round) {
    const LabeledTree original = random_tree(random, 1 + static_cast<Node>(random() % 9));
    for (const Scheme scheme : kSchemeNames.values()) {
      LabeledTree tree = original;
      const std::vector<Node> sites = scheme_sites(tree, scheme);
      std::vector<Node> some = sites;
      std::erase_if(some, [&](Node) { return random() % 3 == 0; });
      apply_scheme(tree, scheme, some);
      ASSERT_EQ(find_cycle(tree.heads), kNoHead);
      ASSERT_EQ(tree == original, some.empty());
      changed += some.empty() ? 0 : 1;
      if (scheme != Scheme::kConj && is_projective(original.heads)) {
        ASSERT_TRUE(is_projective(tree.heads)) << kSchemeNames.of(scheme);
      }
      undo_scheme(tree, scheme);
      ASSERT_EQ(tree, original) << kSchemeNames.of(scheme) << " at " << testing::PrintToString(some)
                                << " of " << testing::PrintToString(original.heads) << " "
                                << testing::PrintToString(original.labels);
    }
  }
  EXPECT_GT(changed, 2'000U);
}

}  // namespace
}  // namespace panarc

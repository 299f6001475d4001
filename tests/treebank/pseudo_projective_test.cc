#include "panarc/treebank.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <vector>

#include "panarc/error.h"
#include "support/message_of.h"
#include "support/trees.h"
#include "treebank/projectivity.h"
#include "treebank/test_text.h"

namespace panarc {
namespace {

constexpr PseudoProjective kSchemes[] = {PseudoProjective::kHead, PseudoProjective::kPath,
                                         PseudoProjective::kHeadPath};

LabeledTree numbered(const Heads& heads) {
  LabeledTree tree{heads, {""}};
  for (std::size_t word = 1; word < heads.size(); ++word) {
    tree.labels.push_back(fmt::format("r{}", word));
  }
  return tree;
}

// Nivre & Nilsson (2005), figures 1 and 2: "Z nich je jen jedna na kvalitu."
LabeledTree lifted_example() {
  return {{kNoHead, 3, 1, 0, 5, 3, 3, 6, 3},
          {"", "AuxP", "Atr", "Pred", "AuxZ", "Sb", "AuxP", "Adv", "AuxK"}};
}

LabeledTree non_projective_example() {
  LabeledTree tree = lifted_example();
  tree.heads[1] = 5;  // "Z" belongs to "jedna", across the verb
  return tree;
}

TEST(PseudoProjective, TheBaselineEncodesNothing) {
  LabeledTree tree = non_projective_example();
  EXPECT_EQ(projectivize(tree, PseudoProjective::kBaseline), 1U);
  EXPECT_EQ(tree, lifted_example());
  EXPECT_EQ(deprojectivize(tree, PseudoProjective::kBaseline), 0U);
  EXPECT_EQ(tree, lifted_example());
}

TEST(PseudoProjective, EncodesTheExampleOfThePaper) {
  LabeledTree head = non_projective_example();
  EXPECT_EQ(projectivize(head, PseudoProjective::kHead), 1U);
  EXPECT_EQ(head.heads, lifted_example().heads);
  EXPECT_EQ(head.labels[1], "AuxP↑Sb");
  EXPECT_EQ(head.labels[5], "Sb");

  LabeledTree path = non_projective_example();
  projectivize(path, PseudoProjective::kPath);
  EXPECT_EQ(path.labels[1], "AuxP↑");
  EXPECT_EQ(path.labels[5], "Sb↓");

  LabeledTree both = non_projective_example();
  projectivize(both, PseudoProjective::kHeadPath);
  EXPECT_EQ(both.labels[1], "AuxP↑Sb");
  EXPECT_EQ(both.labels[5], "Sb↓");

  for (LabeledTree* tree : {&head, &path, &both}) {
    deprojectivize(*tree, *pseudo_projective_scheme(*tree));
    EXPECT_EQ(*tree, non_projective_example());
  }
}

TEST(PseudoProjective, MakesEveryTreeProjectiveAndLeavesProjectiveOnes) {
  for (Node n = 1; n <= 5; ++n) {
    test::for_each_tree(n, false, [&](const Heads& heads) {
      for (const PseudoProjective scheme : kSchemes) {
        const LabeledTree original = numbered(heads);
        LabeledTree tree = original;
        const std::size_t lifted = projectivize(tree, scheme);
        ASSERT_TRUE(is_projective(tree.heads)) << testing::PrintToString(heads);
        ASSERT_EQ(lifted == 0, is_projective(heads)) << testing::PrintToString(heads);
        if (lifted == 0) {
          ASSERT_EQ(tree, original);
        } else {
          ASSERT_EQ(pseudo_projective_scheme(tree), scheme);
        }
        deprojectivize(tree, scheme);
        ASSERT_EQ(tree.labels, original.labels) << testing::PrintToString(heads);
        ASSERT_EQ(find_cycle(tree.heads), kNoHead) << testing::PrintToString(heads);
      }
    });
  }
}

TEST(PseudoProjective, FindsEveryHeadThatIsNamedUniquely) {
  // With a relation of its own for every word, head names the word, if that is still below.
  std::size_t trees = 0;
  std::size_t wrong = 0;
  test::for_each_tree(5, false, [&](const Heads& heads) {
    const LabeledTree original = numbered(heads);
    LabeledTree tree = original;
    projectivize(tree, PseudoProjective::kHead);
    deprojectivize(tree, PseudoProjective::kHead);
    ++trees;
    if (tree != original) ++wrong;
  });
  EXPECT_EQ(wrong, 0U) << "of " << trees;
}

RC_GTEST_PROP(PseudoProjective, HoldsForLongerTrees, ()) {
  const auto size = *rc::gen::inRange<std::size_t>(1, 40);
  // A random tree: words in random order, each attached to one before it.
  std::vector<Node> order;
  for (std::size_t word = 1; word <= size; ++word) {
    const auto place = *rc::gen::inRange<std::size_t>(0, order.size() + 1);
    order.insert(order.begin() + static_cast<std::ptrdiff_t>(place), static_cast<Node>(word));
  }
  Heads heads(size + 1, kNoHead);
  for (std::size_t i = 0; i < size; ++i) {
    const auto before = *rc::gen::inRange<std::size_t>(0, i + 1);
    heads[static_cast<std::size_t>(order[i])] = before == 0 ? kRoot : order[before - 1];
  }
  for (const PseudoProjective scheme : kSchemes) {
    const LabeledTree original = numbered(heads);
    LabeledTree tree = original;
    projectivize(tree, scheme);
    RC_ASSERT(is_projective(tree.heads));
    deprojectivize(tree, scheme);
    RC_ASSERT(tree.labels == original.labels);
    RC_ASSERT(find_cycle(tree.heads) == kNoHead);
  }
}

TEST(PseudoProjective, RefusesRelationsThatHoldItsSigns) {
  for (const std::string label : {"a↑b", "a↓"}) {
    LabeledTree tree{{kNoHead, 0}, {"", label}};
    try {
      projectivize(tree, PseudoProjective::kHead);
      FAIL() << "expected an error";
    } catch (const Error& error) {
      EXPECT_THAT(error.what(), testing::HasSubstr(label));
    }
  }
  LabeledTree partial{{kNoHead, kNoHead}, {"", "_"}};
  EXPECT_THROW(projectivize(partial, PseudoProjective::kHead), Error);
}

TEST(PseudoProjective, RefusesHeadsThatAreNoTree) {
  LabeledTree cycle = numbered({kNoHead, 3, 0, 1});
  const LabeledTree before = cycle;
  EXPECT_THAT(test::message_of([&] { projectivize(cycle, PseudoProjective::kHead); }),
              testing::HasSubstr("a cycle through word"));
  EXPECT_EQ(cycle, before);
  LabeledTree loop = numbered({kNoHead, 1});
  EXPECT_THROW(projectivize(loop, PseudoProjective::kHead), Error);
}

TEST(PseudoProjective, RefusesHeadsAndRelationsThatDoNotFit) {
  const auto far = [](Node head) { return LabeledTree{{kNoHead, head}, {"", "a↑b"}}; };
  const LabeledTree trees[] = {{}, far(2), far(-2), {{kNoHead, 0}, {""}}, {{kNoHead}, {"", "a"}}};
  for (const LabeledTree& tree : trees) {
    for (const auto change : {projectivize, deprojectivize}) {
      LabeledTree changed = tree;
      EXPECT_THAT(test::message_of([&] { change(changed, PseudoProjective::kHead); }),
                  testing::HasSubstr("expected"))
          << testing::PrintToString(tree.heads);
      EXPECT_EQ(changed, tree);
    }
  }
  EXPECT_EQ(pseudo_projective_scheme({{kNoHead, 0, 1}, {""}}), std::nullopt);
}

TEST(PseudoProjective, GivesUpOnWhatWouldTakeTooLong) {
  // Every word has to be searched for past all others.
  constexpr std::size_t kWords = 20'000;
  LabeledTree tree{Heads(kWords + 1, kRoot), std::vector<std::string>(kWords + 1, "a↑b")};
  tree.heads[0] = kNoHead;
  tree.labels.back() = "b";
  const std::size_t moved = deprojectivize(tree, PseudoProjective::kHead);
  EXPECT_GT(moved, 100U);
  EXPECT_LT(moved, kWords - 1);
  // The relations are taken apart all the same.
  for (std::size_t word = 1; word < kWords; ++word) ASSERT_EQ(tree.labels[word], "a");
}

TEST(PseudoProjective, TakesLongSentencesWithFewCrossingArcs) {
  constexpr Node kWords = 50'000;
  LabeledTree tree{Heads(kWords + 1, kRoot), std::vector<std::string>(kWords + 1, "a")};
  tree.heads[0] = kNoHead;
  tree.heads[100] = 102;  // across 101, which is under ROOT
  EXPECT_EQ(projectivize(tree, PseudoProjective::kHead), 1U);
  EXPECT_EQ(tree.heads[100], kRoot);
}

TEST(PseudoProjective, RefusesWhatWouldTakeTooLong) {
  // A chain that goes up to the right, and as many words to the right that hang on its lower end:
  // each of them is lifted along the whole chain.
  constexpr Node kHalf = 1000;
  LabeledTree tree{Heads(2 * kHalf + 1, 1), std::vector<std::string>(2 * kHalf + 1, "a")};
  tree.heads[0] = kNoHead;
  for (Node word = 1; word < kHalf; ++word) tree.heads[static_cast<std::size_t>(word)] = word + 1;
  tree.heads[kHalf] = kRoot;
  const LabeledTree before = tree;
  EXPECT_THROW(projectivize(tree, PseudoProjective::kHead), Error);
  EXPECT_EQ(tree, before);
}

TEST(PseudoProjective, RestoresMostOfSharedTreebanks) {
  const auto files = test::shared_treebanks();
  if (files.empty()) GTEST_SKIP() << test::kNoTreebanks;
  for (const auto& file : files) {
    if (file.filename() != "dev.conllu") continue;
    std::size_t lifted = 0;
    std::size_t wrong = 0;
    TreebankReader reader(file);
    Sentence sentence;
    while (reader.next(sentence)) {
      LabeledTree tree = labeled_tree(sentence);
      lifted += projectivize(tree, PseudoProjective::kHeadPath);
      ASSERT_TRUE(is_projective(tree.heads));
      deprojectivize(tree, PseudoProjective::kHeadPath);
      for (Node word = 1; word <= sentence.size(); ++word) {
        if (tree.heads[static_cast<std::size_t>(word)] != sentence.head(word)) ++wrong;
      }
    }
    EXPECT_LE(wrong * 10, lifted) << file;
  }
}

}  // namespace
}  // namespace panarc

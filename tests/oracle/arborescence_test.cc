#include "oracle/arborescence.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>
#include <random>

#include "support/trees.h"

namespace panarc {
namespace {

TEST(Arborescence, FindsTheBestTree) {
  std::mt19937 random(5);
  Arborescence tree;
  for (int round = 0; round < 400; ++round) {
    const Node words = 1 + round % 5;
    std::vector<std::vector<Arborescence::Value>> value(static_cast<std::size_t>(words) + 1);
    tree.reset(words);
    for (Node head = 0; head <= words; ++head) {
      for (Node word = 0; word <= words; ++word) {
        const auto worth = static_cast<Arborescence::Value>(random() % 10) - 3;
        value[static_cast<std::size_t>(head)].push_back(worth);
        if (word != kRoot && word != head) tree.arc(head, word) = worth;
      }
    }
    Arborescence::Value best = Arborescence::kNever;
    test::for_each_tree(words, false, [&](const Heads& heads) {
      Arborescence::Value sum = 0;
      for (std::size_t word = 1; word < heads.size(); ++word) {
        sum += value[static_cast<std::size_t>(heads[word])][word];
      }
      best = std::max(best, sum);
    });
    EXPECT_EQ(tree.best(), best);
  }
}

TEST(Arborescence, ContractsNestedCycles) {
  // 1 and 2 prefer each other, 3 and 4 too, and the two pairs prefer each other to ROOT.
  Arborescence tree;
  tree.reset(4);
  for (Node word = 1; word <= 4; ++word) {
    for (Node head = 0; head <= 4; ++head) {
      if (head != word) tree.arc(head, word) = head == kRoot ? 0 : 1;
    }
  }
  tree.arc(1, 2) = tree.arc(2, 1) = tree.arc(3, 4) = tree.arc(4, 3) = 9;
  EXPECT_EQ(tree.best(), 9 + 9 + 1 + 0);
}

TEST(Arborescence, TakesQuadraticTimeHoweverManyCyclesThereAre) {
  // The first two words prefer each other, and every other word and what comes before it, too.
  constexpr Node kWords = 2000;
  Arborescence tree;
  tree.reset(kWords);
  for (Node word = 1; word <= kWords; ++word) {
    for (Node head = 0; head <= kWords; ++head) {
      if (head == word) continue;
      tree.arc(head, word) = head == kRoot ? 0 : 2 * kWords - std::max(head, word);
    }
  }
  const std::clock_t start = std::clock();
  EXPECT_EQ(tree.best(), (kWords - 1) * (2 * kWords) - kWords * (kWords + 1) / 2 + 1);
  EXPECT_LT(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC, 2);
}

}  // namespace
}  // namespace panarc

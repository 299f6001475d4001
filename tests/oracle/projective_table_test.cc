#include "oracle/projective_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "oracle/limits.h"
#include "panarc/error.h"
#include "support/trees.h"
#include "treebank/projectivity.h"

namespace panarc {
namespace {

using Value = ProjectiveTable::Value;
using RootChildren = ProjectiveTable::RootChildren;

struct Values {
  std::vector<std::vector<Value>> arc;
  std::vector<Value> root;
};

Values random_values(std::mt19937& random, int words) {
  const auto value = [&] {
    return random() % 8 == 0 ? ProjectiveTable::kNever : static_cast<Value>(random() % 4);
  };
  Values values;
  values.arc.assign(static_cast<std::size_t>(words), {});
  for (auto& row : values.arc) {
    for (int i = 0; i < words; ++i) row.push_back(value());
  }
  for (int i = 0; i < words; ++i) values.root.push_back(value());
  return values;
}

Value by_enumeration(const Values& values, int words, RootChildren root_children) {
  Value best = ProjectiveTable::kNever;
  test::for_each_tree(words, false, [&](const Heads& heads) {
    if (!is_projective(heads)) return;
    const auto roots = count_roots(heads);
    if (root_children == RootChildren::kExactlyOne && roots != 1) return;
    if (root_children == RootChildren::kAtMostOne && roots > 1) return;
    Value sum = 0;
    for (int word = 1; word <= words; ++word) {
      const Node head = heads[static_cast<std::size_t>(word)];
      const auto dependent = static_cast<std::size_t>(word) - 1;
      sum += head == kRoot ? values.root[dependent]
                           : values.arc[static_cast<std::size_t>(head) - 1][dependent];
      sum = std::max(sum, ProjectiveTable::kNever);
    }
    best = std::max(best, sum);
  });
  return best;
}

TEST(ProjectiveTable, FindsTheBestProjectiveTree) {
  std::mt19937 random(3);
  ProjectiveTable table;
  for (int round = 0; round < 300; ++round) {
    const int words = 1 + round % 5;
    const Values values = random_values(random, words);
    for (const RootPosition root : {RootPosition::kFirst, RootPosition::kLast}) {
      for (const RootChildren children :
           {RootChildren::kAny, RootChildren::kAtMostOne, RootChildren::kExactlyOne}) {
        table.reset({.words = words, .root = root, .root_children = children});
        for (int i = 0; i < words; ++i) {
          for (int j = 0; j < words; ++j) {
            table.arc(i, j) = values.arc[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
          }
          table.root_arc(i) = values.root[static_cast<std::size_t>(i)];
        }
        const Value expected = by_enumeration(values, words, children);
        const Value found = table.best();
        if (expected > ProjectiveTable::kNever / 2) {
          EXPECT_EQ(found, expected);
        } else {
          EXPECT_LT(found, ProjectiveTable::kNever / 2);
        }
      }
    }
  }
}

TEST(ProjectiveTable, OfNoWordsIsWorthNothing) {
  ProjectiveTable table;
  table.reset({.words = 0});
  EXPECT_EQ(table.best(), 0);
}

TEST(ProjectiveTable, RefusesWhatDoesNotFit) {
  ProjectiveTable table;
  EXPECT_THROW(table.reset({.words = kMaxWordsOfPairs + 1}), Error);
}

}  // namespace
}  // namespace panarc

#include "oracle/completion_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "oracle/completion.h"
#include "oracle/limits.h"
#include "oracle/plain_completion.h"
#include "oracle/verify.h"
#include "panarc/error.h"
#include "support/systems.h"
#include "support/trees.h"
#include "treebank/projectivity.h"

namespace panarc {
namespace {

using Value = CompletionTable::Value;
using RootChildren = CompletionTable::RootChildren;

/// By head and dependent; row 0 is that of ROOT.
using Values = std::vector<std::vector<Value>>;

Values random_values(std::mt19937& random, int words) {
  Values values(static_cast<std::size_t>(words) + 1);
  for (auto& row : values) {
    for (int i = 0; i <= words; ++i) {
      row.push_back(random() % 8 == 0 ? CompletionTable::kNever : static_cast<Value>(random() % 4));
    }
  }
  return values;
}

Value by_enumeration(const Values& values, int words, RootChildren root_children) {
  Value best = CompletionTable::kNever;
  test::for_each_tree(words, false, [&](const Heads& heads) {
    if (!is_projective(heads)) return;
    const auto roots = count_roots(heads);
    if (root_children == RootChildren::kExactlyOne && roots != 1) return;
    if (root_children == RootChildren::kAtMostOne && roots > 1) return;
    Value sum = 0;
    for (int word = 1; word <= words; ++word) {
      const auto dependent = static_cast<std::size_t>(word);
      sum += values[static_cast<std::size_t>(heads[dependent])][dependent];
      sum = std::max(sum, CompletionTable::kNever);
    }
    best = std::max(best, sum);
  });
  return best;
}

TEST(CompletionTable, FindsTheBestProjectiveTree) {
  std::mt19937 random(3);
  CompletionTable table;
  for (int round = 0; round < 300; ++round) {
    const int words = 1 + round % 5;
    const Values values = random_values(random, words);
    for (const bool bottom_up : {false, true}) {
      for (const RootPosition root : {RootPosition::kFirst, RootPosition::kLast}) {
        for (const RootChildren children :
             {RootChildren::kAny, RootChildren::kAtMostOne, RootChildren::kExactlyOne}) {
          table.reset({words, root, children, bottom_up});
          for (Node head = 1; head <= words; ++head) {
            table.set_root_arc(head, values[0][static_cast<std::size_t>(head)],
                               CompletionTable::kNever);
            for (Node word = 1; word <= words; ++word) {
              if (head == word) continue;
              table.set_arc(head, word,
                            values[static_cast<std::size_t>(head)][static_cast<std::size_t>(word)]);
            }
          }
          table.fill();
          table.start();
          const Value expected = by_enumeration(values, words, children);
          const Value found = table.completion(1, false);
          if (expected > CompletionTable::kNever / 2) {
            EXPECT_EQ(found, expected);
          } else {
            EXPECT_LT(found, CompletionTable::kNever / 2);
          }
        }
      }
    }
  }
}

TEST(CompletionTable, RefusesWhatDoesNotFit) {
  CompletionTable table;
  EXPECT_THROW(table.reset({.words = kMaxWordsOfPairs + 1}), Error);
}

TEST(CompletionTable, TakesTheRoomOfTheLongestSentenceItServed) {
  CompletionTable table;
  const auto fill = [&](int words) {
    table.reset({.words = words});
    for (Node word = 1; word <= words; ++word) {
      table.set_root_arc(word, 0, 0);
      for (Node head = 1; head <= words; ++head) {
        if (head != word) table.set_arc(head, word, 0);
      }
    }
    table.fill();
  };
  fill(50);
  const std::size_t room = table.size();
  EXPECT_GE(room, 8U * 50 * 50);
  fill(3);
  EXPECT_EQ(table.size(), room);
}

TEST(CompletionTable, RowsTakeLittleTimeWhereArcsAreShort) {
  constexpr int kWords = 100;
  CompletionTable table;
  table.reset({.words = kWords, .root_children = RootChildren::kExactlyOne});
  for (Node word = 1; word <= kWords; ++word) {
    table.set_root_arc(word, word == 1 ? 1 : 0, CompletionTable::kNever);
    for (Node head = 1; head <= kWords; ++head) {
      if (head != word) table.set_arc(head, word, head == word - 1 ? 1 : 0);
    }
  }
  table.fill();
  table.start();
  for (Node word = 1; word < kWords; ++word) {
    const bool is_attached = word > 1;
    table.climb(word, is_attached ? 1 : 0, [&] {
      return is_attached ? CompletionTable::Below{.arc = 0, .takes_head = false}
                         : CompletionTable::Below{};
    });
    // The arc to the next word, and those behind it; and that from ROOT.
    EXPECT_EQ(table.completion(word + 1, false), kWords - word + 1);
  }
  // The row of the first word is computed in full, and little of the others.
  EXPECT_LT(table.sums(), 5 * kWords * kWords);
}

// A row takes time in proportion to the square of the sentence, so that a derivation takes no more
// than its cube.
TEST(CompletionTable, ADerivationNeedsAtMostOneRowPerConfiguration) {
  constexpr int kWords = 60;
  std::mt19937 random(15);
  CompletionTable table;
  table.reset({.words = kWords});
  for (Node word = 1; word <= kWords; ++word) {
    table.set_root_arc(word, 0, CompletionTable::kNever);
    for (Node head = 1; head <= kWords; ++head) {
      if (head != word) table.set_arc(head, word, static_cast<Value>(random() % 2));
    }
  }
  table.fill();
  int rows = 0;
  const auto climb = [&](const Configuration& c) {
    table.start();
    for (const Node word : c.stack()) {
      table.climb(word, 0, [&] {
        ++rows;
        return CompletionTable::Below{.arc = 0};
      });
    }
  };
  int configurations = 0;
  for (Configuration c(kWords, {.root = RootPosition::kLast}); !ArcHybrid::is_final(c);) {
    ++configurations;
    std::vector<Configuration> successors;
    for (const Action action : legal_actions<ArcHybrid>(c)) {
      apply<ArcHybrid>(successors.emplace_back(c), action);
      climb(successors.back());
    }
    c = successors[random() % successors.size()];
  }
  EXPECT_LE(rows, configurations);
  EXPECT_GE(rows, kWords);
}

// In a tree, few words of the stack have arcs to the top: only for these, others are taken first.
TEST(CompletionTable, ADeepStackNeedsFewRowsAndOnlyOnce) {
  constexpr int kWords = 400;
  std::mt19937_64 random(8);
  const Heads heads = test::random_tree(random, kWords);
  CompletionTable table;
  table.reset({.words = kWords, .bottom_up = true});
  for (Node word = 1; word <= kWords; ++word) {
    const Node right = heads[static_cast<std::size_t>(word)];
    table.set_root_arc(word, right == kRoot ? 1 : 0, CompletionTable::kNever);
    for (Node head = 1; head <= kWords; ++head) {
      if (head != word) table.set_arc(head, word, head == right ? 1 : 0);
    }
  }
  table.fill();
  const auto follow = [&] {
    table.start();
    for (Node word = 1; word <= kWords; ++word)
      table.climb(word, 0, [] { return CompletionTable::Below{}; });
  };
  follow();
  const std::uint64_t sums = table.sums();
  // A row takes three sums for each two words behind the top; there are fewer than three per word.
  EXPECT_LT(sums, 3U * 3 * kWords * kWords * kWords / 6);
  const auto other = [&] {
    table.start();
    table.climb(kWords, 0, [] { return CompletionTable::Below{}; });
  };
  other();
  const std::uint64_t sums_of_both = table.sums();
  follow();
  other();
  EXPECT_EQ(table.sums(), sums_of_both);
}

/// Along random derivations of sentences too long for exhaustive search, good and bad ones, the
/// table agrees with a dynamic program for each configuration alone.
template <TransitionSystem S>
void agrees_with_the_plain_version(const SystemOptions& options, GoldKind kind) {
  std::mt19937_64 random(static_cast<unsigned>(kind) + 5U);
  BestCompletion<S> completion;
  test::PlainCompletion<S> plain;
  for (int round = 0; round < 12; ++round) {
    const Node words = 7 + static_cast<Node>(random() % 12);
    const Heads heads = round % 3 == 0   ? test::random_tree(random, words)
                        : round % 3 == 1 ? test::random_tree_with_gaps(random, words)
                                         : test::random_projective_tree(random, words);
    const Gold gold = random_gold(random, heads, kind, 3, options);
    // Two derivations of one annotation, so that what was computed for one serves the other.
    for (int derivation = 0; derivation < 2; ++derivation) {
      for (Configuration c(words, options); !S::is_final(c);) {
        ASSERT_EQ(completion.value(c, gold), plain.value(c, gold))
            << S::kName << " " << describe(gold) << " " << describe(c, {});
        const ActionSet legal = legal_actions<S>(c);
        // Few reductions make deep stacks.
        auto action = legal.begin();
        const auto skipped = random() % (round % 2 == 0 ? 2 : 8);
        for (auto skip = skipped % static_cast<unsigned>(legal.size()); skip > 0; --skip) ++action;
        const bool labelled = added_arc<S>(c, *action).has_value();
        apply<S>(c, {*action, labelled ? static_cast<Label>(random() % 3) : kNoLabel});
      }
    }
  }
}

TEST(CompletionTable, AgreesWithThePlainVersionInLongSentences) {
  test::for_each_system_with_options([](auto system, const SystemOptions& options) {
    using S = decltype(system);
    if constexpr (kProjective<S>) {
      for (const GoldKind kind :
           {GoldKind::kHeads, GoldKind::kConstraints, GoldKind::kAmbiguous, GoldKind::kSides,
            GoldKind::kForbidden, GoldKind::kSpans, GoldKind::kLabelSets}) {
        agrees_with_the_plain_version<S>(options, kind);
      }
    }
  });
}

TEST(CompletionTable, OfSeveralAnnotationsAreToldApart) {
  BestCompletion<ArcHybrid> completion;
  const Configuration c(3, {});
  std::vector<Gold> golds;
  for (int arcs = 0; arcs <= 3; ++arcs) {
    for (int copies = 0; copies < 4; ++copies) {
      Heads heads{kNoHead, 2, 0, 2};
      for (int lost = 3; lost > arcs; --lost) heads[static_cast<std::size_t>(lost)] = kNoHead;
      golds.emplace_back(heads);
    }
  }
  for (int round = 0; round < 2; ++round) {
    for (std::size_t i = 0; i < golds.size(); ++i) {
      EXPECT_EQ(completion.value(c, golds[i]), static_cast<int>(i / 4));
    }
  }
}

}  // namespace
}  // namespace panarc

#include "constrain/contraction.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <random>
#include <string_view>
#include <vector>

#include "parse/tree_search.h"
#include "support/known.h"

namespace panarc {
namespace {

/// Something about few of the words.
std::vector<KnownWord> random_knowledge(std::mt19937& random, Node words) {
  std::vector<KnownWord> known(static_cast<std::size_t>(words) + 1);
  const auto any_but = [&](Node word) {
    const auto head = static_cast<Node>(random() % static_cast<unsigned>(words));
    return head < word ? head : head + 1;
  };
  for (int i = 0; i < 3; ++i) {
    const auto word = static_cast<Node>(1 + random() % static_cast<unsigned>(words));
    KnownWord& at = known[static_cast<std::size_t>(word)];
    switch (random() % 4) {
      case 0:
        at.heads = {{any_but(word)}};
        break;
      case 1:
        at.forbidden_heads = {any_but(word)};
        break;
      case 2:
        at.side = random() % 2 == 0 ? Side::kLeft : Side::kRight;
        break;
      default:
        at.span_end = word + static_cast<Node>(random() % static_cast<unsigned>(words - word + 1));
    }
  }
  return known;
}

TEST(Contraction, CanBeMetJustIfTheWholeCan) {
  std::mt19937 random(3);
  int contradictory = 0;
  for (int round = 0; round < 3000; ++round) {
    const auto words = static_cast<Node>(1 + random() % 12);
    const std::vector<KnownWord> whole = random_knowledge(random, words);
    const std::vector<KnownWord> shorter = contracted(whole, constraints_of(whole));
    ASSERT_LE(shorter.size(), whole.size());
    for (const std::string_view system : {"arc-eager", "arc-standard", "covington"}) {
      const SystemOptions options{.root = RootPosition::kLast, .single_root = round % 2 == 0};
      const auto can = [&](const std::vector<KnownWord>& known) {
        return can_meet(system, test::gold_of(known, {.reproduce_empty = false}), options);
      };
      ASSERT_EQ(can(shorter), can(whole)) << system << ", round " << round;
      contradictory += can(whole) ? 0 : 1;
    }
  }
  EXPECT_GT(contradictory, 500);
}

TEST(Contraction, KeepsOneWordForEveryRowThatIsNotMentioned) {
  std::vector<KnownWord> known(101);
  known[50].heads = {{80}};
  const std::vector<KnownWord> shorter = contracted(known, constraints_of(known));
  ASSERT_EQ(shorter.size(), 6U);
  ASSERT_EQ(shorter[2].heads.size(), 1U);
  EXPECT_EQ(shorter[2].heads[0].head, 4);
}

}  // namespace
}  // namespace panarc
